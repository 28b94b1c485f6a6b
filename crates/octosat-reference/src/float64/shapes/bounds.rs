//! The axis-aligned box around a box, from its eight corners.

use super::reference_box::{ReferenceBox, exceeds};
use crate::tolerances::{BOUNDS_CENTER_EXCESS, LARGEST_BOUNDS_EXCESS};

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

impl ReferenceBox {
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
