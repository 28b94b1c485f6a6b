//! Boxes that move and turn during a step, and checks of until when they are apart.
//!
//! Whether boxes touch before a time is decided by splitting intervals. From the middle of an interval, the separation
//! along a direction can fall by no more than the largest speed of any point along it, times the time from there. The
//! boxes are apart for as long as that leaves a gap along one of the fifteen directions; what is left of the interval
//! before and after is decided in the same way.

mod kept;

use std::iter;

use super::pair::{ReferencePair, axis_separation, scale};
use super::solid::Solid;
use crate::OrientedBox;
use crate::tolerances::{
    HIT_BOUNDS, HIT_FACTOR, IMPACT_PATH_ERROR, IMPACT_REACH_ERROR, MOST_SPLITS, SAME_IMPACT,
    SPEED_SLACK, TOUCHING_BOUNDS, UNIT_ROUNDOFF,
};
use crate::vector::{cross, difference, dot, length, moved, scaled, sum, unit, wide};
use octosat_rows::{Impact, ImpactState};

/// Two boxes during a step.
///
/// Centers move along straight lines. A rotation is the normalized linear interpolation of the given quaternions.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceStep {
    /// Of the centers, from a to b, at the start.
    offset: [f64; 3],
    /// How it changes.
    motion: [f64; 3],
    turns: [Turn; 2],
    /// The least half extent, not grown.
    least: f64,
}

/// Why an answer is wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ImpactFault {
    /// The boxes touch before the time.
    Late {
        /// When.
        touch: f64,
        /// How deep they overlap there, meters.
        depth: f64,
    },
    /// The boxes are reported to touch, and are farther apart than allowed.
    Apart {
        /// The largest separation at the time, meters.
        separation: f64,
        /// The allowed one, meters.
        allowed: f64,
    },
    /// The boxes are reported to touch, and clearly rest, slide or move apart.
    Kept,
    /// The time is not one of this kind of answers.
    Time,
}

/// What a check found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImpactReport {
    /// What is wrong, if something is.
    pub fault: Option<ImpactFault>,
    /// How far the boxes are apart at a hit, as a share of what is allowed.
    pub gap: f64,
    /// Whether the check gave up without a fault, because it would need too many splits.
    pub gave_up: bool,
}

/// How a box turns.
#[derive(Clone, Copy, Debug)]
struct Turn {
    start: [f64; 4],
    end: [f64; 4],
    half_extents: [f64; 3],
    /// The axis of the turn in the world, unit; any if the box does not turn.
    axis: [f64; 3],
    /// At least the angular velocity, radians per step.
    speed: f64,
    /// Whether it is half a turn up to rounding, so that it may go either way.
    is_half: bool,
}

/// Whether boxes touch in a part of the step.
enum Touch {
    Never,
    At { time: f64, depth: f64 },
    Unknown,
}

impl ReferenceStep {
    /// The step of two boxes, both grown by `growth` on every side, meters. Half extents are those at the start; grown,
    /// they are rounded to float32.
    #[must_use]
    pub fn new(starts: &[OrientedBox; 2], ends: &[OrientedBox; 2], growth: f32) -> Self {
        let offset =
            |boxes: &[OrientedBox; 2]| difference(wide(boxes[1].center), wide(boxes[0].center));
        let turns = [0, 1].map(|side| Turn::new(&starts[side], &ends[side], growth));
        let start = offset(starts);
        let extents = starts.iter().flat_map(|start| start.half_extents.map(f64::from));
        let least = extents.fold(f64::INFINITY, f64::min);
        Self { offset: start, motion: difference(offset(ends), start), turns, least }
    }

    /// Both boxes at a time, relative to a's center.
    #[must_use]
    pub fn at(&self, time: f64) -> ReferencePair {
        let [a, b] = self.solids(time);
        ReferencePair::new(a, b, [0.0; 3])
    }

    fn solids(&self, time: f64) -> [Solid; 2] {
        let center = moved(self.offset, time, self.motion);
        let [a, b] = &self.turns;
        [a.at(time, [0.0; 3]), b.at(time, center)]
    }

    /// Checks an answer: it is not late, free boxes do not get deeper into each other than documented, and at a hit the
    /// boxes are near each other and do not clearly rest, slide or move apart. The tolerance is a part of the least
    /// half extent.
    #[must_use]
    pub fn check(&self, answer: &Impact, tolerance: f32) -> ImpactReport {
        let reports = self.ways().map(|way| way.check_way(answer, tolerance));
        let first = reports.clone().next().unwrap_or_default();
        { reports }.find(|report| report.fault.is_none()).unwrap_or(first)
    }

    /// The steps that the given boxes may mean: half turns go either way.
    fn ways(&self) -> impl Iterator<Item = Self> + Clone {
        let step = *self;
        (0..4_usize).filter_map(move |way| {
            let mut step = step;
            for (side, turn) in step.turns.iter_mut().enumerate() {
                if way >> side & 1 == 1 {
                    if !turn.is_half {
                        return None;
                    }
                    *turn = turn.other_way();
                }
            }
            Some(step)
        })
    }

    fn check_way(&self, answer: &Impact, tolerance: f32) -> ImpactReport {
        let mut report = ImpactReport::default();
        let time = f64::from(answer.time);
        let fits = match answer.state {
            ImpactState::FREE => answer.time.to_bits() == 1.0_f32.to_bits(),
            ImpactState::TOUCHING => answer.time.to_bits() == 0,
            ImpactState::HIT | ImpactState::FREE_UNTIL => time > 0.0 && time < 1.0,
            _ => false,
        };
        if !fits {
            return ImpactReport { fault: Some(ImpactFault::Time), ..report };
        }
        match self.touch_before(time) {
            Touch::Never => {}
            Touch::At { time, depth } => {
                let is_kept = (answer.state == ImpactState::FREE).then(|| self.is_kept(time));
                match is_kept.unwrap_or(Some(false)) {
                    Some(true) => {}
                    Some(false) => report.fault = Some(ImpactFault::Late { touch: time, depth }),
                    None => report.gave_up = true,
                }
            }
            Touch::Unknown => report.gave_up = true,
        }
        if answer.touches() {
            let separation = self.at(time).separations().separation;
            let allowed = self.allowed_gap(answer, tolerance);
            report.gap = (separation / allowed).max(0.0);
            if separation > allowed {
                report.fault.get_or_insert(ImpactFault::Apart { separation, allowed });
            }
            if self.clearly_stays(time) {
                report.fault.get_or_insert(ImpactFault::Kept);
            }
        }
        report
    }

    /// How far boxes may be apart that are reported to touch, meters.
    fn allowed_gap(&self, answer: &Impact, tolerance: f32) -> f64 {
        let bound = self.bound(f64::from(answer.time));
        if answer.state == ImpactState::TOUCHING {
            return TOUCHING_BOUNDS * bound;
        }
        let tolerance = (f64::from(tolerance) * self.least).max(bound);
        HIT_FACTOR * tolerance + HIT_BOUNDS * bound
    }

    /// The bound of the rounding of a separation at a time, as the engine takes it, meters.
    #[must_use]
    pub fn bound(&self, time: f64) -> f64 {
        let [a, b] = self.solids(time);
        let along =
            |vector: [f64; 3]| -> f64 { a.axes.iter().map(|&axis| dot(axis, vector).abs()).sum() };
        let distance = along(difference(b.center, a.center));
        let lever = b.extent.min(distance + a.extent);
        let turning: f64 = self.turns.iter().map(Turn::top_speed).sum();
        let path = along(self.motion) + turning;
        let [reach_error, path_error] = [IMPACT_REACH_ERROR, IMPACT_PATH_ERROR].map(f64::from);
        (1.0 + SPEED_SLACK) * (reach_error * (distance + lever) + path_error * path)
    }

    /// Whether the boxes overlap before a time.
    fn touch_before(&self, end: f64) -> Touch {
        let mut intervals = if end > 0.0 { vec![[0.0, end]] } else { Vec::new() };
        let mut splits = 0;
        // The axis that decided last is the likeliest to decide again.
        let mut likeliest = 0;
        while let Some([from, to]) = intervals.pop() {
            let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
            let [a, b] = self.solids(middle);
            let offset = difference(b.center, a.center);
            let unresolved = SAME_IMPACT * scale(&a, &b, offset);
            // How long the boxes are apart before and after the middle.
            let (mut separation, mut apart_for) = (f64::NEG_INFINITY, 0.0_f64);
            let stays_apart = |&axis: &usize| {
                let seen = axis_separation(&a, &b, offset, axis);
                let Some(gap) = seen.separation else { return false };
                separation = separation.max(gap);
                apart_for = apart_for.max((gap + unresolved) / self.speed_along(seen.normal));
                apart_for >= half
            };
            if let Some(axis) = iter::once(likeliest).chain(0..15).find(stays_apart) {
                likeliest = axis;
                continue;
            }
            if separation < -unresolved {
                return Touch::At { time: middle, depth: -separation };
            }
            splits += 1;
            if splits > MOST_SPLITS {
                return Touch::Unknown;
            }
            intervals.extend([[middle + apart_for, to], [from, middle - apart_for]]);
        }
        Touch::Never
    }

    /// At least how fast the separation along a unit direction can change, meters per step.
    fn speed_along(&self, direction: [f64; 3]) -> f64 {
        let turning =
            self.turns.iter().map(|turn| length(cross(direction, turn.axis)) * turn.top_speed());
        dot(direction, self.motion).abs() + turning.sum::<f64>()
    }
}

impl Turn {
    fn new(start: &OrientedBox, end: &OrientedBox, growth: f32) -> Self {
        let (from, to) = (start.rotation.map(f64::from), end.rotation.map(f64::from));
        let cosine: f64 = (0..4).map(|k| from[k] * to[k]).sum();
        let to = if cosine < 0.0 { to.map(|component| -component) } else { to };
        let is_half = cosine.abs() < 8.0 * UNIT_ROUNDOFF;
        let half_extents = start.half_extents.map(|half| (half + growth).max(0.0));
        Self::between(from, to, wide(half_extents), is_half)
    }

    fn between(start: [f64; 4], end: [f64; 4], half_extents: [f64; 3], is_half: bool) -> Self {
        // The vector part of end · conj(start) is the axis in the world times the sine of half the angle. It is taken
        // from the difference of both, so that small turns keep their digits.
        let [x, y, z, w] = start;
        let [dx, dy, dz, dw] = [0, 1, 2, 3].map(|k| end[k] - start[k]);
        let (axis, change) = ([x, y, z], [dx, dy, dz]);
        let turned = difference(scaled(change, w), scaled(axis, dw));
        let turned = sum(turned, cross(axis, change));
        let cosine: f64 = (0..4).map(|k| start[k] * end[k]).sum();
        let quarter = 0.5 * length(turned).atan2(cosine);
        // Of all times, the box turns fastest at half of the step: four times the tangent of a quarter of the angle.
        let speed = 4.0 * quarter.tan() * (1.0 + SPEED_SLACK);
        Self { start, end, half_extents, axis: unit(turned), speed, is_half }
    }

    /// The turn to the same rotation the other way around.
    fn other_way(&self) -> Self {
        let Self { start, end, half_extents, is_half, .. } = *self;
        Self::between(start, end.map(|component| -component), half_extents, is_half)
    }

    fn at(&self, time: f64, center: [f64; 3]) -> Solid {
        let quaternion = [0, 1, 2, 3].map(|k| (1.0 - time) * self.start[k] + time * self.end[k]);
        Solid::of_quaternion(center, quaternion, self.half_extents)
    }

    /// At least the speed of any point as the box turns, meters per step.
    fn top_speed(&self) -> f64 {
        self.speed * length(self.half_extents)
    }
}
