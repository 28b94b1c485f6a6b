//! Results of distances, one per pair.

use bytemuck::{Pod, Zeroable};

use crate::words::words;

/// The result for a pair: how far two boxes are apart or how deep they overlap, and a point of each that shows it.
///
/// | state | `distance` | `normal` and points |
/// |---|---|---|
/// | [`DistanceState::APART`] | that of the closest points, positive | from the closest point of a to that of b |
/// | [`DistanceState::OVERLAPPING`] | minus the depth, negative or zero | the shortest translation by which b leaves a; the deepest points along it |
/// | [`DistanceState::BEYOND`] | more than `within`; the boxes are at least as far apart | zero |
/// | [`DistanceState::NON_FINITE`] | NaN | zero |
///
/// The distance of overlapping boxes is along the axis of least overlap of all fifteen. Moving b by `−distance ·
/// normal` then makes the boxes touch, and no shorter translation does. (`Engine::penetrations` prefers faces to edges
/// that are nearly as good.)
///
/// Boxes with faces or edges along each other have many closest points. Which ones are reported depends on rounding, but
/// not the distance nor the normal. Boxes that are barely apart have the normal of an axis, as overlapping ones have.
///
/// Plain data of 32 bytes, aligned to 4: the point at 0, the distance at 12, the normal at 16, the state at 28.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Distance {
    /// The closest point of box a, or its deepest point in box b, world coordinates.
    pub on_a: [f32; 3],
    /// The signed distance in meters: negative for overlap.
    pub distance: f32,
    /// Unit direction from a to b, world coordinates, or zero.
    pub normal: [f32; 3],
    /// Whether the boxes are apart or overlap.
    pub state: DistanceState,
    /// Zero; fills the row up to its 32 bytes.
    pub reserved: [u8; 3],
}

impl Distance {
    /// The closest point of box b, or its deepest point in box a, world coordinates: `on_a + distance · normal`.
    #[must_use]
    pub fn on_b(&self) -> [f32; 3] {
        let mut point = self.on_a;
        for (component, along) in point.iter_mut().zip(self.normal) {
            *component += self.distance * along;
        }
        point
    }

    /// Whether the closed boxes share a point; false for non-finite input.
    #[must_use]
    pub fn overlaps(&self) -> bool {
        self.distance <= 0.0
    }
}

/// What a [`Distance`] is the distance of. One byte.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct DistanceState(u8);

impl DistanceState {
    /// The boxes share no point.
    pub const APART: Self = Self(0);
    /// The boxes share a point.
    pub const OVERLAPPING: Self = Self(1);
    /// A face axis separates the boxes by more than `within`; the distance is this gap.
    pub const BEYOND: Self = Self(2);
    /// A number of the boxes, or a result, is not finite.
    pub const NON_FINITE: Self = Self(255);
}

words!(DistanceState: APART "apart", OVERLAPPING "overlapping", BEYOND "beyond `within`", NON_FINITE "non-finite input");
