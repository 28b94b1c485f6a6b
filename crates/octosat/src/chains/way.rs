//! The way from the base to a frame, over all joints before it.

use super::placement::{Placement, ROUNDED_UP};
use crate::tolerances::{CHAIN_POSE_ERROR, MAX_JOINT_VALUE};

/// Sums over the joints from the base to a frame, in meters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Way {
    /// The lengths from joint to joint, at the value zero. Fixed joints have none of their own.
    pub(super) length: f64,
    /// How far joints can slide.
    slides: f64,
    /// How far rounding in float64 is off the poses of frames as seen from those before.
    lost: f64,
}

impl Way {
    /// The way to the next frame.
    pub(super) fn then(self, length: f32, slides: bool, placement: &Placement) -> Self {
        // With the offset of a joint that follows another one, at most twice the largest value.
        let slides = if slides { 2.0 * f64::from(MAX_JOINT_VALUE) } else { 0.0 };
        Self {
            length: self.length + f64::from(length),
            slides: self.slides + slides,
            lost: self.lost + placement.lost,
        }
    }

    /// How far its end can be from the base.
    pub(super) fn longest(&self) -> f64 {
        self.length + self.slides
    }

    /// How far a solid counts as reaching from the frame, given how far it does and its placement there.
    ///
    /// Bounds of rounding to `f32` are parts of the whole way. If fixed joints cancel each other, rounding in float64 may
    /// exceed them, and the way counts as so long that they cover it. If not, what lengths are rounded up by is more.
    pub(super) fn counted(&self, reach: f64, placement: &Placement) -> f64 {
        let longer = 2.0 * (self.lost + placement.lost) / f64::from(CHAIN_POSE_ERROR);
        let is_covered = longer <= (ROUNDED_UP - 1.0) * (self.length + reach);
        if is_covered { reach } else { reach + longer }
    }
}
