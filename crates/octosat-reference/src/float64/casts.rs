//! When boxes that move without turning touch, in float64: not by slabs, but by the separation as a function of time.
//!
//! The largest separation over the axes is a convex function of time. A golden-section search finds where it is
//! least, and bisection where it becomes zero.

use super::golden::{Least, least};
use super::moving_axis::{MovingAxis, Side, moving_axes};
use super::pair::ReferencePair;
use super::solid::Solid;
use crate::OrientedBox;
use crate::tolerances::{
    CAST_CLEAR_SINE, CAST_CREEP_BOUNDS, CAST_CREEP_ERROR, CAST_GAP_FACTOR, CAST_MEASURED_DEVIATION,
    CAST_NO_MOTION, CAST_PATH_ERROR, CAST_POSE_ERROR, CAST_REACH_ERROR, CAST_SINK_FACTOR,
    CAST_SLIDE_FACTOR, CAST_THIN_FACTOR, CAST_UNRESOLVED, UNDERFLOW,
};
use crate::vector::{dot, wide};
use octosat_rows::{Cast, CastState};

/// Steps of a bisection, from the step down to the resolution of float64.
const BISECTIONS: usize = 60;

/// A pair of boxes, one of which moves, ready to check answers.
#[derive(Clone, Debug)]
pub struct ReferenceCast {
    axes: Vec<MovingAxis>,
    /// The cast bound, meters, of touches during the step.
    bound: f64,
    /// The same of touches at any time.
    line_bound: f64,
    /// Meters by which the separation along any axis may be off at the start.
    error_bound: f64,
    /// What float64 cannot resolve, meters.
    unresolved: f64,
    /// The displacement and the half extents, meters.
    path: f64,
    extent: f64,
    /// When the separation is least during the step, and this separation.
    nearest: Least,
}

/// What is wrong with a reported cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastFault {
    /// Time, axis or state are not those of any cast.
    NoCast,
    /// The boxes overlap before the time, also if that is before the step.
    Late,
    /// The boxes overlap during the step, no axis keeps them on one side of each other except for rounding, and they
    /// are reported free.
    Through,
    /// The boxes are farther apart at the time than the bound allows.
    Apart,
    /// An axis keeps the boxes on one side of each other, and a hit is reported.
    Slides,
    /// The boxes are apart at the start, and an overlap there is reported.
    ApartAtStart,
    /// The boxes overlap at the start, and a hit there is reported, as if they only touched.
    DeepAtStart,
    /// The boxes do not touch along the axis.
    OffAxis,
    /// The boxes still overlap when they are reported as apart again, or are farther apart than the bound allows.
    /// Beyond the step only boxes that are not apart at the start must not overlap then.
    Leave,
}

impl ReferenceCast {
    /// Two boxes whose quaternions are normalized in float64, grown by `growth` meters on every side. b moves by
    /// `motion` meters as seen from a.
    #[must_use]
    pub fn new(a: &OrientedBox, b: &OrientedBox, motion: [f64; 3], growth: f64) -> Self {
        let solids = [a, b].map(|given| Solid::of_oriented(given, a.center).grown(growth));
        let [solid_a, solid_b] = solids;
        let pair = ReferencePair::new(solid_a, solid_b, wide(a.center));
        let axes = moving_axes(&pair, motion);
        let path = motion.map(f64::abs).iter().sum::<f64>();
        let extent = pair.a.extent + pair.b.extent;
        let unresolved = CAST_UNRESOLVED * (pair.scale() + path) + UNDERFLOW;
        let [bound, line_bound] = bounds([a, b], &pair, motion).map(|bound| bound + UNDERFLOW);
        let nearest = Least { at: 0.0, value: 0.0 };
        let mut cast = Self {
            axes,
            bound,
            line_bound,
            error_bound: pair.error_bound(),
            unresolved,
            path,
            extent,
            nearest,
        };
        cast.nearest = least([0.0, 1.0], |time| cast.separation(time));
        cast
    }

    /// The same of boxes whose poses at times are rounded to float32, with the displacement of each in meters.
    #[must_use]
    pub fn stored_poses(self, boxes: [&OrientedBox; 2], motions: [[f64; 3]; 2]) -> Self {
        let sum = |vector: [f64; 3]| vector.map(f64::abs).iter().sum::<f64>();
        let lengths = boxes.iter().zip(motions);
        let lengths = lengths.map(|(of, motion)| sum(wide(of.center)) + 2.0 * sum(motion));
        let room = f64::from(CAST_POSE_ERROR) * lengths.sum::<f64>();
        Self { bound: self.bound + room, line_bound: self.line_bound + room, ..self }
    }

    /// Meters by which rounding can move the boxes against each other: the cast bound.
    #[must_use]
    pub fn bound(&self) -> f64 {
        self.bound
    }

    /// Meters, the largest separation over the axes at a time, as a part of the step.
    #[must_use]
    pub fn separation(&self, time: f64) -> f64 {
        self.axes.iter().fold(f64::NEG_INFINITY, |most, axis| most.max(axis.separation(time)))
    }

    /// Meters, the least of these separations during the step.
    #[must_use]
    pub fn least_separation(&self) -> f64 {
        self.nearest.value
    }

    /// Meters that the boxes are apart at the time that an answer reports.
    #[must_use]
    pub fn gap(&self, answer: &Cast) -> f64 {
        self.separation(f64::from(answer.time))
    }

    /// Meters that this gap can be: from that on the boxes do not touch.
    #[must_use]
    pub fn largest_gap(&self) -> f64 {
        CAST_GAP_FACTOR * self.bound
    }

    /// Whether the boxes share more than points at the start.
    #[must_use]
    pub fn overlaps_at_start(&self) -> bool {
        self.separation(0.0) < -self.unresolved
    }

    /// When the boxes first touch during the step, if they do.
    #[must_use]
    pub fn first_touch(&self) -> Option<f64> {
        if self.separation(0.0) <= 0.0 {
            return Some(0.0);
        }
        let Least { at: time, value: separation } = self.nearest;
        (separation <= 0.0).then(|| self.crossing(0.0, time))
    }

    /// Everything that is wrong with an answer, of finite input.
    #[must_use]
    pub fn faults(&self, answer: &Cast) -> Vec<CastFault> {
        let mut faults = Vec::new();
        let mut holds = |holds: bool, fault: CastFault| {
            if !holds {
                faults.push(fault);
            }
        };
        let time = f64::from(answer.time);
        let is_cast = match answer.state {
            CastState::FREE => {
                [answer.time, answer.leave].map(f32::to_bits) == [1.0_f32.to_bits(); 2]
            }
            CastState::HIT => (0.0..=1.0).contains(&time) && answer.leave >= answer.time,
            CastState::OVERLAPPING => answer.time.to_bits() == 0 && answer.leave >= 0.0,
            _ => false,
        };
        holds(is_cast && answer.axis.code() < 15, CastFault::NoCast);
        let start = self.separation(0.0);
        match answer.state {
            CastState::FREE => {
                // Boxes without thickness pass each other where their depth is zero.
                let is_apart = self.nearest.value > self.unresolved;
                holds(is_apart || self.keeps_a_side(), CastFault::Through);
            }
            CastState::HIT => {
                if time > 0.0 {
                    let before = self.nearest.at.min(time);
                    holds(-self.separation(before) <= self.unresolved, CastFault::Late);
                    holds(self.touches_along(answer), CastFault::OffAxis);
                } else {
                    holds(start >= -CAST_SLIDE_FACTOR * self.bound, CastFault::DeepAtStart);
                }
                holds(self.gap(answer) <= self.largest_gap(), CastFault::Apart);
                holds(!self.slides([time, f64::from(answer.leave)]), CastFault::Slides);
            }
            CastState::OVERLAPPING => {
                holds(self.touches_at_start(), CastFault::ApartAtStart);
            }
            _ => {}
        }
        if answer.touches() {
            holds(self.is_exit(answer), CastFault::Leave);
        }
        faults
    }

    /// Whether the boxes, clearly, do not overlap along one axis and one side from a time until they are apart again.
    fn slides(&self, [time, leave]: [f64; 2]) -> bool {
        let thin = CAST_THIN_FACTOR * self.bound;
        let is_clear = |Side { separations: [first, last], distances: [near, far] }: Side| {
            first.min(last) > self.unresolved && near.min(far) > thin
        };
        self.axes
            .iter()
            .filter(|axis| axis.sine > CAST_CLEAR_SINE)
            .any(|axis| axis.sides([time, leave.min(1.0)]).into_iter().any(is_clear))
    }

    /// Whether the boxes stay on one side of each other along some axis for as long as they touch during the step: they
    /// overlap by little, or by some more at the start and get no deeper, except for rounding.
    fn keeps_a_side(&self) -> bool {
        let nearest = self.nearest.at;
        let meets =
            |end: f64| if self.separation(end) > 0.0 { self.crossing(end, nearest) } else { end };
        let [thin, start_depth, end_depth] =
            [CAST_THIN_FACTOR, CAST_SLIDE_FACTOR, CAST_SINK_FACTOR]
                .map(|factor| factor * self.bound);
        let touching = [meets(0.0), meets(1.0)];
        let may_start_deep = self.separation(0.0) <= self.largest_gap();
        let creep = CAST_CREEP_ERROR * self.path * touching[1] + CAST_CREEP_BOUNDS * self.bound;
        let is_kept = |Side { separations: [first, last], distances: [near, far] }: Side| {
            let gets_no_deeper = last >= (first - creep).min(-end_depth);
            let starts = may_start_deep && first >= -start_depth && gets_no_deeper;
            near.min(far) >= -thin && (starts || first.min(last) >= -end_depth)
        };
        self.axes.iter().any(|axis| axis.sides(touching).into_iter().any(is_kept))
    }

    /// Whether the boxes touch at the start, or are apart only along axes along which they are too thin to tell.
    fn touches_at_start(&self) -> bool {
        let thin = CAST_THIN_FACTOR * self.bound;
        self.axes
            .iter()
            .all(|axis| axis.separation(0.0) <= self.unresolved || axis.distance(0.0).abs() <= thin)
    }

    /// Whether boxes that are not apart at the start leave each other at this time, about.
    fn is_near(&self, time: f64) -> bool {
        if time.is_infinite() {
            return self.path <= CAST_NO_MOTION * self.extent;
        }
        self.separation(time) <= CAST_GAP_FACTOR * self.line_bound
    }

    /// Whether boxes are apart again when they leave, about; not before it, except for hits beyond the end of the step.
    fn is_exit(&self, answer: &Cast) -> bool {
        let leave = f64::from(answer.leave);
        if leave.is_infinite() {
            return self.is_near(leave);
        }
        let gap = self.separation(leave);
        if answer.time <= 0.0 {
            return gap >= -self.unresolved && self.is_near(leave);
        }
        let path = f64::from(CAST_REACH_ERROR) * self.path * leave;
        let allowed = CAST_GAP_FACTOR * (self.bound + path);
        let early = if leave < 1.0 { self.unresolved } else { allowed };
        (-early..=allowed).contains(&gap)
    }

    /// Whether the boxes just touch along the reported axis at the reported time. A single axis of a small box can be
    /// off by the size of a large one, towards less separation.
    fn touches_along(&self, answer: &Cast) -> bool {
        let Some(axis) = self.axes.iter().find(|axis| axis.number == answer.axis.code()) else {
            return true;
        };
        let gap = axis.separation(f64::from(answer.time));
        let off = (self.largest_gap() + self.error_bound) / axis.sine;
        axis.sine < CAST_CLEAR_SINE || gap.abs() <= off
    }

    /// The time between two at which the separation becomes zero: the boxes are apart at the first, and not at the
    /// second.
    fn crossing(&self, mut above: f64, mut below: f64) -> f64 {
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (above + below);
            let end = if self.separation(middle) > 0.0 { &mut above } else { &mut below };
            *end = middle;
        }
        below
    }
}

/// The cast bounds of touches during the step and at any time: what the chapter on error bounds derives, of lengths in
/// float64.
fn bounds([a, b]: [&OrientedBox; 2], pair: &ReferencePair, motion: [f64; 3]) -> [f64; 2] {
    let sum = |vector: [f64; 3]| vector.map(f64::abs).iter().sum::<f64>();
    let squared = |quaternion: [f32; 4]| {
        quaternion.map(f64::from).iter().map(|component| component * component).sum::<f64>()
    };
    let middle = -dot(pair.offset, motion) / dot(motion, motion);
    let middle = if middle.is_nan() { 0.0 } else { middle.clamp(0.0, 1.0) };
    let nearest = sum([0, 1, 2].map(|k| pair.offset[k] + middle * motion[k]));
    let (path, half_a, half_b) = (sum(motion), pair.a.extent, pair.b.extent);
    let (of_a, of_b) = (squared(a.rotation), squared(b.rotation));
    let deviation = (of_a - 1.0).abs() + (of_a * of_b - 1.0).abs() + CAST_MEASURED_DEVIATION;
    [path, path + nearest + half_a + half_b].map(|path| {
        let centers = nearest + path.min(nearest + half_a + half_b);
        let reach = centers + half_b.min(half_a + centers);
        (2.0 * deviation + f64::from(CAST_REACH_ERROR)) * reach + f64::from(CAST_PATH_ERROR) * path
    })
}
