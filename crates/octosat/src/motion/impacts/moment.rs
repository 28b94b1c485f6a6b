//! A pair at a time of the step: both boxes in one frame, how they move there, and how far rounding can be off.

use octosat_lanes::{Isa, Lanes};

use super::poses::{Turning, frame_of};
use crate::axes::boxes::grown;
use crate::axes::frame::Frame;
use crate::moved::steps::StepSides;
use crate::moved::turn::Turn;
use crate::tolerances::{
    IMPACT_CORE_BOUNDS, IMPACT_DEEPEST_CORE_BOUNDS, IMPACT_PATH_ERROR, IMPACT_RATE_ERROR,
    IMPACT_REACH_ERROR,
};
use crate::vector::{difference, sum_of_magnitudes};

/// A pair at a time of the step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment<F> {
    /// Both boxes.
    pub(super) frame: Frame<F>,
    /// How both turn.
    pub(super) turning: [Turning<F>; 2],
    /// How far b moves during the whole step as seen from a, along a's axes, in meters.
    pub(super) motion: [F; 3],
    /// The sum of the magnitudes of its components.
    pub(super) motion_sum: F,
    /// At most what rounding makes of a separation that is positive, in meters.
    pub(super) error: F,
    /// Not finite if a number of the pair is not.
    pub(super) witness: F,
}

impl<F: Lanes> Moment<F> {
    /// The pair at a time, both boxes grown on every side.
    #[inline(always)]
    pub(super) fn of<I: Isa<Real = F>>(isa: I, sides: &StepSides<I>, growth: F, time: F) -> Self {
        let StepSides { start, end: [end_a, end_b] } = sides;
        // Offsets are interpolated, and never centers, which may be far from the origin.
        let from = difference(start.b.center, start.a.center);
        let to = difference(end_b.center, end_a.center);
        let (mut motion, mut apart) = (from, from);
        for k in 0..3 {
            motion[k] = to[k] - from[k];
            apart[k] = time * motion[k] + from[k];
        }
        let a = Turn::between(isa, start.a.rotation, end_a.rotation);
        let b = Turn::between(isa, start.b.rotation, end_b.rotation);
        let a = a.at(isa, grown(start.a.half_extents, growth), time);
        let b = b.at(isa, grown(start.b.half_extents, growth), time);
        let frame = frame_of(isa, [&a, &b], apart);
        let motion = a.along_axes(motion);
        let motion_sum = sum_of_magnitudes(motion);
        let path = motion_sum + (a.top_speed() + b.top_speed());
        let halves = [sum_of_magnitudes(frame.own_a), sum_of_magnitudes(frame.own_b)];
        let error = error(isa, sum_of_magnitudes(frame.offset_a), halves, path);
        let witness = error + (halves[0] + halves[1]);
        Self { frame, turning: [a, b], motion, motion_sum, error, witness }
    }

    /// At most how fast points of the boxes move against each other, in meters per step.
    #[inline(always)]
    pub(super) fn fastest(&self) -> F {
        let [a, b] = &self.turning;
        let fastest = a.top_spin * a.diagonal + self.motion_sum;
        b.top_spin * b.diagonal + fastest
    }

    /// How far rounding of the rates can move the boxes until the end of the step, in meters.
    #[inline(always)]
    pub(super) fn drift<I: Isa<Real = F>>(&self, isa: I) -> F {
        isa.splat(IMPACT_RATE_ERROR) * self.fastest()
    }

    /// By how much cores are smaller on every side, in meters.
    #[inline(always)]
    pub(super) fn skin<I: Isa<Real = F>>(&self, isa: I) -> F {
        let half_drift = isa.splat(0.5) * self.drift(isa);
        isa.splat(IMPACT_CORE_BOUNDS) * self.error + half_drift
    }

    /// The same at the start of the step.
    #[inline(always)]
    pub(super) fn largest_skin<I: Isa<Real = F>>(&self, isa: I) -> F {
        let bounds = isa.splat(IMPACT_DEEPEST_CORE_BOUNDS);
        bounds * self.error + self.drift(isa)
    }

    /// The same with boxes that are smaller on every side, in meters, but not below zero: a box without thickness keeps
    /// the other one on its side.
    ///
    /// How they turn, and the error, is left to the whole boxes, which is more.
    #[inline(always)]
    pub(super) fn cores<I: Isa<Real = F>>(mut self, isa: I, by: F) -> Self {
        let zero = isa.splat(0.0);
        let frame = &mut self.frame;
        for k in 0..3 {
            frame.own_a[k] = zero.greater(frame.own_a[k] - by);
            frame.own_b[k] = zero.greater(frame.own_b[k] - by);
        }
        [frame.reach_a, frame.reach_b] = [frame.own_a, frame.own_b];
        self
    }
}

/// The bound of the rounding of a positive separation; the chapter on error bounds derives it.
///
/// Where an axis separates the boxes, neither reaches farther along it than the distance of the centers. The error of
/// the rotation acts on the smaller box: on b's half extents, or on a's at the distance of the centers.
#[inline(always)]
fn error<I: Isa>(
    isa: I,
    distance: I::Real,
    [half_a, half_b]: [I::Real; 2],
    path: I::Real,
) -> I::Real {
    let lever = half_b.lesser(distance + half_a);
    let of_path = isa.splat(IMPACT_PATH_ERROR) * path;
    isa.splat(IMPACT_REACH_ERROR) * (distance + lever) + of_path
}
