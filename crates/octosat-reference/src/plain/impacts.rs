//! Until when two boxes are apart that move and turn: rounds of one proposed axis and one proof each.

mod bound;

use self::bound::{Bound, safe_time};
use super::arithmetic::{cross, difference, dot, doubled, greater, grown, lesser, sum};
use super::axes::{edge, face};
use super::frame::{
    Frame, Reach, along_columns, relative_rotation, rotated_back, rotation_matrix_of,
};
use super::penetration::{FIRST_EDGE, NO_AXIS};
use crate::OrientedBox;
use crate::tolerances::{
    IMPACT_CORE_BOUNDS, IMPACT_DEEPEST_CORE_BOUNDS, IMPACT_FACE_PREFERENCE, IMPACT_PATH_ERROR,
    IMPACT_RATE_ERROR, IMPACT_REACH_ERROR, IMPACT_STAY_SKINS, REST_SLACK, SHORTEST_TWIST_SQUARED,
    SLOWEST_APPROACH, TIME_ROUNDING, TURN_ROUNDING, TURN_SLACK,
};
use octosat_rows::{Axis, Impact, ImpactState};

/// Two boxes at the start and at the end of a step. Half extents are those at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlainStep {
    /// Box a and box b at the start.
    pub starts: [OrientedBox; 2],
    /// Box a and box b at the end.
    pub ends: [OrientedBox; 2],
    /// How far both boxes are grown on every side, meters.
    pub growth: f32,
    /// The tolerance of a hit, as a part of the least half extent.
    pub tolerance: f32,
    /// The most rounds.
    pub rounds: u32,
}

/// Until when two boxes are apart.
#[must_use]
pub fn impact(step: &PlainStep) -> Impact {
    let impact =
        |time, axis, state| Impact { time, axis: Axis::from_code(axis), state, reserved: [0; 2] };
    let (mut time, mut half_gap) = (0.0, 0.0);
    for round in 1.. {
        let moment = Moment::new(step, time);
        if !moment.witness.is_finite() {
            return impact(f32::NAN, NO_AXIS, ImpactState::NON_FINITE);
        }
        let tolerance = step.tolerance * lesser(least(step.starts[0]), least(step.starts[1]));
        let limit = lesser(greater(tolerance, moment.error), half_gap);
        let rest = (1.0 - time) + REST_SLACK;
        let Proposal { mut axis, face, gap, near, may_stay, .. } = propose(&moment, limit, rest);
        if round == 1 {
            half_gap = gap * 0.5;
        }
        let later = |moment: &Moment, bound: &Bound| {
            (time + greater(safe_time(moment, bound, rest), 0.0)) * (1.0 - TIME_ROUNDING)
        };
        let mut until = later(&moment, &Bound::along(&moment, axis));
        if !near && until <= time {
            axis = face;
            until = later(&moment, &Bound::along(&moment, axis));
        }
        if until >= 1.0 && !near {
            return impact(1.0, axis, ImpactState::FREE);
        }
        if near || until <= time {
            let at_start = round == 1;
            let cores = moment.cores(if at_start { moment.largest_skin() } else { moment.skin() });
            let of_cores = propose(&cores, limit, rest).axis;
            let bound = Bound::along(&cores, of_cores);
            let bound = if at_start { bound.no_deeper(&moment) } else { bound };
            let stays = later(&cores, &bound) >= 1.0;
            // The kernel looks at no cores that certainly come together, and the axis stays that of the boxes.
            debug_assert!(may_stay || !stays, "{step:?}");
            if may_stay {
                axis = of_cores;
            }
            if stays {
                return impact(1.0, axis, ImpactState::FREE);
            }
            let state = if round == 1 { ImpactState::TOUCHING } else { ImpactState::HIT };
            return impact(time, axis, state);
        }
        if round >= step.rounds {
            return impact(until, axis, ImpactState::FREE_UNTIL);
        }
        time = until;
    }
    unreachable!("rounds end")
}

/// The least half extent.
fn least(oriented: OrientedBox) -> f32 {
    let [x, y, z] = oriented.half_extents;
    lesser(lesser(x, y), z)
}

/// The scalar product of two quaternions.
fn product([ax, ay, az, aw]: [f32; 4], [bx, by, bz, bw]: [f32; 4]) -> f32 {
    aw * bw + dot([ax, ay, az], [bx, by, bz])
}

/// A box at a time, and how it turns from there to the end.
#[derive(Clone, Copy)]
struct Turning {
    rotation: [f32; 4],
    /// Two over its squared length.
    doubling: f32,
    half_extents: [f32; 3],
    spin: [f32; 3],
    quickening: f32,
    top_spin: f32,
    radius: f32,
    diagonal: f32,
}

impl Turning {
    fn new(start: &OrientedBox, end: &OrientedBox, growth: f32, time: f32) -> Self {
        let q = start.rotation;
        let half_extents = start.half_extents.map(|half_extent| grown(half_extent, growth));
        let sign =
            |component: f32, opposite: bool| if opposite { 0.0 - component } else { component };
        let opposite = product(q, end.rotation) < 0.0;
        let change: [f32; 4] = std::array::from_fn(|k| sign(end.rotation[k], opposite) - q[k]);
        let [x, y, z, _] = relative_rotation(q, change);
        let twist = doubled([x, y, z]);

        let rotation: [f32; 4] = std::array::from_fn(|k| time * change[k] + q[k]);
        let length_squared = product(rotation, rotation);
        let inverse = 1.0 / length_squared;
        let at_half = 1.0 / (1.0 - 0.25 * product(change, change));
        let largest = if time < 0.5 { at_half } else { inverse } * (1.0 + TURN_SLACK);
        let twist_squared = dot(twist, twist);
        let diagonal_squared = dot(half_extents, half_extents) * (1.0 + TURN_ROUNDING);
        let [x, y, z]: [f32; 3] = std::array::from_fn(|k| (half_extents[k] * twist[k]).abs());
        let most = greater(greater(x, y), z);
        let on_axis = (most + most) - ((x + y) + z);
        let is_turning = SHORTEST_TWIST_SQUARED < twist_squared;
        let cut = if is_turning { on_axis * on_axis / twist_squared } else { 0.0 };
        Self {
            rotation,
            doubling: inverse + inverse,
            half_extents,
            spin: twist.map(|component| component * inverse),
            quickening: length_squared * largest,
            top_spin: twist_squared.sqrt() * largest,
            radius: greater(diagonal_squared - cut, 0.0).sqrt(),
            diagonal: diagonal_squared.sqrt(),
        }
    }

    fn along_axes(&self, world: [f32; 3]) -> [f32; 3] {
        let [x, y, z, _] = self.rotation;
        let twice = cross(world, [x, y, z]).map(|component| component * self.doubling);
        rotated_back(self.rotation, twice, world)
    }

    fn top_speed(&self) -> f32 {
        self.top_spin * self.radius
    }
}

/// The pair at a time.
struct Moment {
    frame: Frame,
    turning: [Turning; 2],
    /// Of b as seen from a during the whole step, along a's axes.
    motion: [f32; 3],
    motion_sum: f32,
    error: f32,
    /// Not finite if a number of the pair is not.
    witness: f32,
}

impl Moment {
    fn new(step: &PlainStep, time: f32) -> Self {
        let PlainStep { starts, ends, .. } = step;
        let from = difference(starts[1].center, starts[0].center);
        let to = difference(ends[1].center, ends[0].center);
        let motion = difference(to, from);
        let apart: [f32; 3] = std::array::from_fn(|k| time * motion[k] + from[k]);
        let turning =
            [0, 1].map(|side| Turning::new(&starts[side], &ends[side], step.growth, time));
        let frame = frame_of(&turning, apart);
        let motion = turning[0].along_axes(motion);
        let motion_sum = sum_of_magnitudes(motion);
        let path = motion_sum + (turning[0].top_speed() + turning[1].top_speed());
        let error = error(&frame, path);
        let [a, b] = [frame.own_a, frame.own_b].map(sum_of_magnitudes);
        let witness = error + (a + b);
        Self { frame, turning, motion, motion_sum, error, witness }
    }

    /// At most how fast points of the boxes move against each other, in meters per step.
    fn fastest(&self) -> f32 {
        let [a, b] = &self.turning;
        b.top_spin * b.diagonal + (a.top_spin * a.diagonal + self.motion_sum)
    }

    /// How far rounding of the rates can move the boxes until the end of the step, in meters.
    fn drift(&self) -> f32 {
        IMPACT_RATE_ERROR * self.fastest()
    }

    /// By how much cores are smaller on every side, in meters.
    fn skin(&self) -> f32 {
        IMPACT_CORE_BOUNDS * self.error + 0.5 * self.drift()
    }

    /// The same at the start of the step.
    fn largest_skin(&self) -> f32 {
        IMPACT_DEEPEST_CORE_BOUNDS * self.error + self.drift()
    }

    /// The same with smaller boxes. They turn as the whole ones, which is more.
    fn cores(&self, by: f32) -> Self {
        let smaller = |own: [f32; 3]| own.map(|own| greater(0.0, own - by));
        let [own_a, own_b] = [smaller(self.frame.own_a), smaller(self.frame.own_b)];
        let frame = Frame { own_a, own_b, half_a: own_a, half_b: own_b, ..self.frame };
        Self { frame, ..*self }
    }
}

fn frame_of([a, b]: &[Turning; 2], offset: [f32; 3]) -> Frame {
    let relative = relative_rotation(a.rotation, b.rotation);
    let doubling = 2.0 / product(relative, relative);
    let [x, y, z, _] = relative;
    let twice = [x * doubling, y * doubling, z * doubling];
    let rotation = rotation_matrix_of(relative, twice);
    let offset_a = a.along_axes(offset);
    Frame {
        rotation,
        offset_a,
        offset_b: along_columns(&rotation, offset_a),
        own_a: a.half_extents,
        own_b: b.half_extents,
        half_a: a.half_extents,
        half_b: b.half_extents,
        reach: Reach::Metric,
    }
}

fn sum_of_magnitudes(vector: [f32; 3]) -> f32 {
    sum(vector.map(f32::abs))
}

/// What rounding can make of a positive separation.
fn error(frame: &Frame, path: f32) -> f32 {
    let distance = sum_of_magnitudes(frame.offset_a);
    let [a, b] = [frame.own_a, frame.own_b].map(sum_of_magnitudes);
    let lever = lesser(b, distance + a);
    IMPACT_REACH_ERROR * (distance + lever) + IMPACT_PATH_ERROR * path
}

/// What the axes say.
struct Proposal {
    time: f32,
    axis: u8,
    face: u8,
    gap: f32,
    /// What may be left of it along an axis at the end of the step.
    left: f32,
    near: bool,
    may_stay: bool,
}

impl Proposal {
    fn add(&mut self, axis: u8, limits: [f32; 3], [distance, speed, gap, length]: [f32; 4]) {
        let [limit, turning, rest] = limits;
        let separating = if distance < 0.0 { 0.0 - speed } else { speed };
        let approach = turning * length - separating;
        let time = gap / greater(approach, SLOWEST_APPROACH * length);
        if self.time < time {
            self.axis = axis;
        }
        self.time = greater(time, self.time);
        self.gap = greater(gap, self.gap);
        self.left = greater(separating * rest + gap, self.left);
        self.near &= gap <= limit * length;
    }
}

fn propose(moment: &Moment, limit: f32, rest: f32) -> Proposal {
    let Moment { turning: [a, b], motion, .. } = moment;
    let growth = moment.error + moment.error;
    let mut frame = moment.frame;
    frame.own_a = frame.own_a.map(|own| own + growth);
    frame.own_b = frame.own_b.map(|own| own + growth);
    let motion_b = along_columns(&frame.rotation, *motion);
    let limits = [limit, a.top_speed() + b.top_speed(), rest];
    let nothing = f32::NEG_INFINITY;
    let mut best = Proposal {
        time: nothing,
        axis: 0,
        face: 0,
        gap: nothing,
        left: nothing,
        near: true,
        may_stay: true,
    };
    for code in 0..FIRST_EDGE {
        let axis = usize::from(code);
        let seen = face(&frame, axis);
        let (distance, speed) = if axis < 3 {
            (frame.offset_a[axis], motion[axis])
        } else {
            (frame.offset_b[axis - 3], motion_b[axis - 3])
        };
        best.add(code, limits, [distance, speed, seen.distance - seen.radius, 1.0]);
    }
    best.face = best.axis;
    best.time = IMPACT_FACE_PREFERENCE * best.time.abs() + best.time;
    for (number, code) in (FIRST_EDGE..FIRST_EDGE + 9).enumerate() {
        let seen = edge(&frame, number / 3, number % 3);
        let (l, m) = ((number / 3 + 1) % 3, (number / 3 + 2) % 3);
        let entries = [frame.rotation[l][number % 3], frame.rotation[m][number % 3]];
        let speed = motion[m] * entries[0] - motion[l] * entries[1];
        let gap = seen.projection.abs() - seen.radius;
        let length = greater(entries[0].abs(), entries[1].abs());
        best.add(code, limits, [seen.projection, speed, gap, length]);
    }
    let turned = limits[1] * rest;
    best.may_stay = 0.0 - (IMPACT_STAY_SKINS * moment.largest_skin() + turned) <= best.left;
    best
}
