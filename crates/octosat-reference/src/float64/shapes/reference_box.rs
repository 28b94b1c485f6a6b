//! The box of all checks of one box against another shape, and the axis-aligned box around it, from its eight corners.

use crate::float64::pair::ReferencePair;
use crate::float64::solid::Solid;
use crate::tolerances::{
    BOUNDS_CENTER_EXCESS, LARGEST_BOUNDS_EXCESS, MARGIN_FACTOR, UNIT_ROUNDOFF,
};
use crate::vector::wide;
use crate::{OrientedBox, ScaledBox};

/// A box, prepared for checks of answers about it and another shape.
///
/// The exact box is the stored one: with its quaternion, or the directions of its scaled axes, normalized, and
/// with half extents and center as given.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceBox {
    /// The box relative to its own center, so that large coordinates lose no precision.
    pub(super) solid: Solid,
    /// Its center in the world, meters.
    pub(super) center: [f64; 3],
}

/// A way in which reported bounds are wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BoundsFault {
    /// A corner is outside, or a bound is NaN.
    CornerOutside {
        /// The world axis, 0..3.
        axis: usize,
        /// How far outside, meters.
        by: f64,
    },
    /// A bound is too far outside the corners.
    TooLarge {
        /// The world axis, 0..3.
        axis: usize,
        /// How far outside the corners, meters.
        by: f64,
        /// How far it may be outside, meters.
        limit: f64,
    },
}

/// Whether an error exceeds a limit. A NaN does, although comparisons with it are false.
pub(in crate::float64) fn exceeds(error: f64, limit: f64) -> bool {
    error > limit || error.is_nan()
}

/// Whether a reported boolean contradicts float64. It is whether a depth, which is right within an error bound, is at
/// least minus the margin; all in meters.
pub(super) fn contradicts(depth: f64, bound: f64, within: f32, reported: bool) -> bool {
    let within = f64::from(within);
    let bound = bound + MARGIN_FACTOR * UNIT_ROUNDOFF * within;
    let over = depth + within;
    if reported { over < -bound } else { over > bound }
}

impl ReferenceBox {
    /// A box with a unit quaternion.
    #[must_use]
    pub fn oriented(given: &OrientedBox) -> Self {
        let solid = Solid::of_oriented(given, given.center);
        Self { solid, center: wide(given.center) }
    }

    /// A box with pre-scaled axes.
    #[must_use]
    pub fn scaled(given: &ScaledBox) -> Self {
        let solid = Solid::of_scaled(given, given.center);
        Self { solid, center: wide(given.center) }
    }

    /// The pair of an axis-aligned box, which is box a, and this box, which is box b.
    #[must_use]
    pub fn with_aligned(&self, min: [f32; 3], max: [f32; 3]) -> ReferencePair {
        ReferencePair::new(Solid::of_bounds(min, max, self.center), self.solid, self.center)
    }

    /// What is wrong with reported bounds of the box, meters, if anything is. The bounds must contain every
    /// corner without tolerance, and must not exceed the outermost corners by more than a small limit.
    #[must_use]
    pub fn bounds_fault(&self, min: [f32; 3], max: [f32; 3]) -> Option<BoundsFault> {
        for axis in 0..3 {
            let mut direction = [0.0; 3];
            direction[axis] = 1.0;
            let truth = self.solid.interval(direction);
            let center = self.center[axis];
            let limit = LARGEST_BOUNDS_EXCESS * self.solid.extent
                + BOUNDS_CENTER_EXCESS * center.abs()
                + 4.0 * f64::from(f32::MIN_POSITIVE);
            let excesses = [
                truth.low - (f64::from(min[axis]) - center),
                (f64::from(max[axis]) - center) - truth.high,
            ];
            for excess in excesses {
                if exceeds(-excess, 0.0) {
                    return Some(BoundsFault::CornerOutside { axis, by: -excess });
                }
                if excess > limit {
                    return Some(BoundsFault::TooLarge { axis, by: excess, limit });
                }
            }
        }
        None
    }
}
