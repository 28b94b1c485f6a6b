//! Results about rectangles, one per pair.

use core::fmt;

use bytemuck::{Pod, Zeroable};

/// The result for a pair: how deep two rectangles penetrate, or a lower bound of their distance.
///
/// `normal` is of unit length and points from a to b. It is zero for a pair that an axis separates by more than `within`,
/// and for input that is not finite. `depth` is measured along the normal, in meters. If it is positive, moving b by
/// `depth · normal` separates the rectangles. If it is zero, they touch. If it is negative, they are at least `-depth`
/// apart.
///
/// Plain data of 16 bytes, aligned to 4: the normal at 0, the depth at 8, the axis at 12, three zeros.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct RectanglePenetration {
    /// Unit direction from a to b, world coordinates, or zero.
    pub normal: [f32; 2],
    /// Penetration depth in meters; negative: minus the separation; NaN for non-finite input.
    pub depth: f32,
    /// The axis that `normal` and `depth` belong to.
    pub axis: RectangleAxis,
    /// Zero; fills the row up to its 16 bytes.
    pub reserved: [u8; 3],
}

impl RectanglePenetration {
    /// Whether the closed rectangles share a point; false for non-finite input.
    #[must_use]
    pub fn overlaps(&self) -> bool {
        self.depth >= 0.0
    }
}

/// One of the four candidate axes of a pair, by number.
///
/// 0 and 1 are the axes of a, 2 and 3 those of b; each is the normal of two opposite edges. 255
/// marks a pair with non-finite input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct RectangleAxis(u8);

impl RectangleAxis {
    /// The mark of a pair with non-finite input.
    pub const NON_FINITE: Self = Self(255);

    /// The number of the axis: 0..=3, or 255.
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }
}

impl fmt::Display for RectangleAxis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            axis @ 0..=1 => write!(f, "axis {axis} of a"),
            axis @ 2..=3 => write!(f, "axis {} of b", axis - 2),
            _ => write!(f, "non-finite input"),
        }
    }
}

/// One point of a contact of rectangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct RectanglePoint {
    /// The point half-way between the two edges along the normal, in meters, world coordinates.
    pub position: [f32; 2],
    /// The depth at this point along the manifold's normal, in meters. If negative, minus a gap of at most
    /// `within`.
    pub depth: f32,
    /// The corners that make the point.
    pub feature: RectangleFeature,
}

/// A number for the corners that make a contact point of two rectangles.
///
/// A number occurs once in a manifold, and stays the same from frame to frame while the same corners touch. The
/// numbers are:
///
/// - 0..=3: a corner of b on an edge of a;
/// - 4..=7: 4 + a corner of a, on an edge of b;
/// - from 8 on: 8 + 4 · (corner of a) + (corner of b), two corners.
///
/// Bit k of a corner's number is set if the corner is on the positive side of axis k. Numbers do not depend on which
/// edge is clipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct RectangleFeature(pub u32);
