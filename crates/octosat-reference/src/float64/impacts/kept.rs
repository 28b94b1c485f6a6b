//! Boxes that one direction keeps from getting deeper than rounding into each other for the rest of the step: those
//! that rest, slide, graze or move apart.

use std::f64::consts::SQRT_2;

use super::{ReferenceStep, Touch, Turn};
use crate::float64::pair::axis_separation;
use crate::tolerances::{
    FREE_BOUNDS, FREE_START_BOUNDS, IMPACT_CORE_BOUNDS, IMPACT_RATE_ERROR, KEPT_REST, KEPT_STEPS,
    KEPT_TIMES,
};
use crate::vector::difference;

impl ReferenceStep {
    /// Whether the boxes are apart until, from some time on, one direction keeps the overlap along it below the
    /// documented depth. They touch at a time. At the start they may be deeper, if they get no deeper except for
    /// rounding. `None` if that would need too many steps.
    pub(super) fn is_kept(&self, touch: f64) -> Option<bool> {
        let bound = self.bound(0.0).max(self.bound(touch));
        let drift = f64::from(IMPACT_RATE_ERROR) * self.fastest();
        let deepest = FREE_START_BOUNDS * bound + 2.0 * SQRT_2 * drift;
        let depth = |direction| {
            let at_start = (-self.along(direction, 0.0)).clamp(0.0, deepest);
            (at_start + bound + drift).max(FREE_BOUNDS * bound + 2.0 * drift)
        };
        let times = (0..=KEPT_TIMES).map(|part| f64::from(part) / f64::from(KEPT_TIMES));
        let directions = times.chain([touch]).flat_map(|time| self.directions(time));
        let (mut since, mut is_known) = (1.0_f64, true);
        for direction in directions {
            match self.kept_since(direction, depth(direction)) {
                Some(time) => since = since.min(time),
                None => is_known = false,
            }
            if since <= 0.0 {
                return Some(true);
            }
        }
        let is_kept = matches!(self.touch_before(since), Touch::Never | Touch::Unknown);
        (is_kept || is_known).then_some(is_kept)
    }

    /// Whether boxes that do not turn, and are thicker than the cores need, clearly stay where they are along a face
    /// from a time on.
    pub(super) fn clearly_stays(&self, time: f64) -> bool {
        let bound = self.bound(time);
        let thickness = self.turns.iter().flat_map(|turn| turn.half_extents);
        let is_thick = { thickness }.all(|half| half > 2.0 * f64::from(IMPACT_CORE_BOUNDS) * bound);
        let is_turning = self.turns.iter().any(|turn| turn.speed > 0.0);
        let path: f64 = self.motion.iter().map(|component| component.abs()).sum();
        let is_short = 2.0 * f64::from(IMPACT_RATE_ERROR) * path < bound;
        let mut faces = self.directions(time).take(6);
        is_thick
            && is_short
            && !is_turning
            && faces.any(|face| [time, 1.0].iter().all(|&at| self.along(face, at) > -bound))
    }

    /// At least how fast points of the boxes move against each other, meters per step.
    fn fastest(&self) -> f64 {
        let path: f64 = self.motion.iter().map(|component| component.abs()).sum();
        path + self.turns.iter().map(Turn::top_speed).sum::<f64>()
    }

    /// The directions of the axes at a time, from a to b; first those of faces.
    fn directions(&self, time: f64) -> impl Iterator<Item = [f64; 3]> + use<> {
        let [a, b] = self.solids(time);
        let offset = difference(b.center, a.center);
        (0..15).filter_map(move |axis| {
            let seen = axis_separation(&a, &b, offset, axis);
            seen.separation.map(|_| seen.normal)
        })
    }

    /// The separation along a unit direction at a time, meters.
    fn along(&self, direction: [f64; 3], time: f64) -> f64 {
        let [a, b] = self.solids(time).map(|solid| solid.interval(direction));
        b.low - a.high
    }

    /// Since when the overlap along a direction is below a depth until the end of the step; `None` if that would need
    /// too many steps.
    fn kept_since(&self, direction: [f64; 3], depth: f64) -> Option<f64> {
        let (speed, mut since) = (self.speed_along(direction), 1.0);
        for _ in 0..KEPT_STEPS {
            let left = self.along(direction, since) + depth;
            // Next to the depth, steps become ever shorter.
            if left <= KEPT_REST * depth || since <= 0.0 {
                return Some(since.max(0.0));
            }
            since -= left / speed;
        }
        None
    }
}
