//! Results of a penetration query, one per pair.

use core::fmt;

use bytemuck::{Pod, Zeroable};

/// The result for a pair: how deep two boxes penetrate, or a lower bound of their distance.
///
/// `normal` is of unit length, in world coordinates, and points from box a to box b. `depth` is measured along the
/// normal, in meters. If it is positive, moving b by `depth · normal` separates the boxes. If it is zero, they touch.
/// If it is negative, they are at least `-depth` apart. The normal is zero for a pair that a face axis separates by
/// more than `within`, and for input that is not finite.
///
/// Plain data of 20 bytes, aligned to 4: the normal at 0, the depth at 12, the axis at 16.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Penetration {
    /// Unit direction from a to b, world coordinates, or zero.
    pub normal: [f32; 3],
    /// Penetration depth in meters; negative: minus the separation; NaN for non-finite input.
    pub depth: f32,
    /// The separating axis that `normal` and `depth` belong to.
    pub axis: Axis,
    /// Zero; fills the row up to its 20 bytes.
    pub reserved: [u8; 3],
}

impl Penetration {
    /// Whether the closed boxes share a point; false for non-finite input.
    #[must_use]
    pub fn overlaps(&self) -> bool {
        self.depth >= 0.0
    }
}

/// One of the fifteen candidate axes of a pair, by number.
///
/// 0..=2 are the face normals of a, 3..=5 those of b, and 6 + 3·i + j is the cross product of axis i of a and axis j
/// of b, along which the edges run. 255 marks a pair with non-finite input. One byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct Axis(u8);

impl Axis {
    /// The mark of a pair with non-finite input.
    pub const NON_FINITE: Self = Self(255);

    /// The axis with this number, as lanes hold it.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "lanes hold numbers of axes"
    )]
    pub(crate) const fn from_number(number: i32) -> Self {
        Self(number as u8)
    }

    /// The number for lanes.
    pub(crate) const fn number(self) -> i32 {
        self.0 as i32
    }

    /// The number of the axis: 0..=14, or 255.
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The axis of box a, 0..=2, if this is a face normal of a.
    #[must_use]
    pub const fn face_of_a(self) -> Option<u8> {
        if self.0 < 3 { Some(self.0) } else { None }
    }

    /// The axis of box b, 0..=2, if this is a face normal of b.
    #[must_use]
    pub const fn face_of_b(self) -> Option<u8> {
        if self.0 >= 3 && self.0 < 6 { Some(self.0 - 3) } else { None }
    }

    /// The axis of box a and the axis of box b, each 0..=2, if this is the cross product of edges along them.
    #[must_use]
    pub const fn edges(self) -> Option<[u8; 2]> {
        if self.0 >= 6 && self.0 < 15 { Some([(self.0 - 6) / 3, (self.0 - 6) % 3]) } else { None }
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(axis) = self.face_of_a() {
            write!(f, "face {axis} of a")
        } else if let Some(axis) = self.face_of_b() {
            write!(f, "face {axis} of b")
        } else if let Some([a, b]) = self.edges() {
            write!(f, "edge {a} of a and edge {b} of b")
        } else {
            write!(f, "non-finite input")
        }
    }
}
