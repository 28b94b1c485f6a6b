//! Results of a penetration query, one per pair of rectangles.

use core::fmt;

use bytemuck::{Pod, Zeroable};

/// The number of the axis of a pair with input that is not finite.
pub(crate) const NON_FINITE_AXIS: u8 = 255;

/// The result for a pair: how deep two rectangles penetrate, or a lower bound of their distance.
///
/// As in [`crate::Penetration`] for boxes, `normal` is of unit length and points from a to b. It is zero for a pair
/// that an axis separates by more than `within`, and for input that is not finite. `depth` is measured along the
/// normal, in meters. If it is positive, moving b by `depth · normal` separates the rectangles. If it is zero, they
/// touch. If it is negative, they are at least `-depth` apart.
///
/// Plain data of 16 bytes, aligned to 16: the normal at 0, the depth at 8, the axis at 12, and three zeros.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C, align(16))]
pub struct RectanglePenetration {
    /// Unit direction from a to b, world coordinates, or zero.
    pub normal: [f32; 2],
    /// Penetration depth in meters; negative: minus the separation; NaN for non-finite input.
    pub depth: f32,
    /// The axis that `normal` and `depth` belong to.
    pub axis: RectangleAxis,
    /// Padding of the axis to a whole word, so that a batch of rows is transposed straight into place.
    zeros: [u8; 3],
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
    pub const NON_FINITE: Self = Self(NON_FINITE_AXIS);

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
