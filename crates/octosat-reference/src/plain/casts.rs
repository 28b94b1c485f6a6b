//! When boxes that move without turning touch: the latest entry into fifteen slabs.

use super::arithmetic::{difference, dot, greater, grown, lesser, next, sum};
use super::axes::{edge, face};
use super::frame::{Frame, along_columns, relative_rotation, to_local};
use super::penetration::NO_AXIS;
use crate::OrientedBox;
use crate::tolerances::{
    CAST_CLEAR_END, CAST_DRIFT_ERROR, CAST_EDGE_GROWTH, CAST_END_DEPTH, CAST_PATH_ERROR,
    CAST_POSE_ERROR, CAST_REACH_ERROR, CAST_SIDE_ERROR, CAST_START_DEPTH, PARALLEL_EDGES_SINE,
};
use octosat_rows::{Axis, Cast, CastState};

/// When box b, moving by `motion` as seen from a, first touches a, both grown by `growth` on every side.
///
/// `motion`, `growth` and `room` are in meters, in the world; the growth is finite. The room is zero, or that of
/// [`room_of_poses`]. See [`Cast`].
#[must_use]
pub fn cast(a: &OrientedBox, b: &OrientedBox, motion: [f32; 3], growth: f32, room: f32) -> Cast {
    let cast = |time, leave, axis, state| Cast {
        time,
        leave,
        axis: Axis::from_code(axis),
        state,
        reserved: [0; 2],
    };
    let Some(course) = Course::new([a, b], motion, growth, room) else {
        return cast(f32::NAN, f32::NAN, NO_AXIS, CastState::NON_FINITE);
    };
    let slabs = course.slabs(course.bound);
    let Passage { time, leave, axis } = course.passage(&slabs);
    let free = cast(1.0, 1.0, axis, CastState::FREE);
    if !(time <= leave && time <= 1.0 && leave >= 0.0) {
        return free;
    }
    let moment = if course.middle > 0.0 { course.middle } else { 1.0 };
    let is_deep = slabs
        .iter()
        .all(|slab| course.at(slab, moment).abs() <= course.shrunk(slab, CAST_END_DEPTH));
    let is_later = time > 0.0;
    if !(is_deep && is_later) && slabs.iter().any(|slab| course.grazes(slab, [time, leave])) {
        return free;
    }
    if is_later {
        return cast(time, leave, axis, CastState::HIT);
    }
    let line = course.passage(&course.slabs(course.line_bound));
    match course.touching(&slabs) {
        Some(axis) => cast(0.0, line.leave, axis, CastState::HIT),
        None => cast(0.0, line.leave, axis, CastState::OVERLAPPING),
    }
}

/// How far the poses of both boxes at a time are off together if they are rounded to `f32`, in meters, with the
/// displacement of each.
#[must_use]
pub fn room_of_poses([a, b]: [&OrientedBox; 2], motions: [[f32; 3]; 2]) -> f32 {
    let length = |vector: [f32; 3]| sum(vector.map(f32::abs));
    let centers = length(a.center) + length(b.center);
    let [of_a, of_b] = motions.map(length);
    let paths = of_a + of_b;
    CAST_POSE_ERROR * (centers + (paths + paths))
}

/// The box at a time of its displacement, as a store holds it: every coordinate is rounded.
#[must_use]
pub fn at_time(of: &OrientedBox, motion: [f32; 3], time: f32) -> OrientedBox {
    let center = std::array::from_fn(|k| of.center[k] + time * motion[k]);
    OrientedBox { center, ..*of }
}

/// The latest entry into a slab and its axis, and the first exit.
struct Passage {
    time: f32,
    leave: f32,
    axis: u8,
}

/// The path of b's center past a, from the moment at which the centers are nearest.
struct Course {
    /// The boxes at that moment, grown.
    frame: Frame,
    motion_a: [f32; 3],
    motion_b: [f32; 3],
    /// That moment, as a part of the step.
    middle: f32,
    /// Meters by which rounding can move the boxes against each other while they touch during the step.
    bound: f32,
    /// The same while they touch at any time.
    line_bound: f32,
    /// Meters, the sum of the magnitudes of the displacement.
    path: f32,
}

/// Both boxes along one axis: b's center, seen from a's, and how far it moves; how far both reach, growth included; and
/// by how many bounds they were grown.
struct Slab {
    distance: f32,
    speed: f32,
    radius: f32,
    grown: f32,
}

impl Course {
    /// None if a number is not finite.
    fn new([a, b]: [&OrientedBox; 2], motion: [f32; 3], growth: f32, room: f32) -> Option<Self> {
        let start = difference(b.center, a.center);
        let middle = (0.0 - dot(start, motion)) / dot(motion, motion);
        let middle = lesser(greater(middle, 0.0), 1.0);
        let nearest: [f32; 3] = std::array::from_fn(|k| motion[k] * middle + start[k]);
        let larger = |half_extents: [f32; 3]| half_extents.map(|half| grown(half, growth));
        let a = OrientedBox { center: [0.0; 3], half_extents: larger(a.half_extents), ..*a };
        let b = OrientedBox { center: nearest, half_extents: larger(b.half_extents), ..*b };
        let frame = Frame::of_oriented(&a, &b);
        let motion_a = to_local(a.rotation, motion);
        let motion_b = along_columns(&frame.rotation, motion_a);

        let length = |vector: [f32; 3]| sum(vector.map(f32::abs));
        let (half_a, half_b) = (sum(a.half_extents), sum(b.half_extents));
        let (near, path) = (length(nearest), length(motion));
        let relative = relative_rotation(a.rotation, b.rotation);
        let deviation = deviation(a.rotation) + deviation(relative);
        let turned = deviation + deviation + CAST_REACH_ERROR;
        let bound = |path: f32| {
            let centers = near + lesser(path, near + (half_a + half_b));
            let reach = centers + lesser(half_b, half_a + centers);
            reach * turned + CAST_PATH_ERROR * path + room
        };
        let (bound, line_bound) = (bound(path), bound(path + (near + (half_a + half_b))));
        let is_finite = (bound + (half_a + half_b)).is_finite();
        is_finite.then_some(Self { frame, motion_a, motion_b, middle, bound, line_bound, path })
    }

    /// When b's center enters the last slab and leaves the first.
    fn passage(&self, slabs: &[Slab; 15]) -> Passage {
        let (mut enter, mut leave, mut axis) = (f32::NEG_INFINITY, f32::INFINITY, 0);
        for (number, slab) in (0..).zip(slabs) {
            let (first, last) = slab.times();
            axis = if enter < first { number } else { axis };
            enter = greater(first, enter);
            leave = lesser(last, leave);
        }
        Passage { time: self.middle + enter, leave: self.middle + leave, axis }
    }

    /// Where b's center is along an axis.
    fn at(&self, slab: &Slab, time: f32) -> f32 {
        (time - self.middle) * slab.speed + slab.distance
    }

    /// The axis along which boxes touch at the start and overlap least, faces before edges.
    fn touching(&self, slabs: &[Slab; 15]) -> Option<u8> {
        let (mut nearest, mut found) = (f32::NEG_INFINITY, None);
        for (number, slab) in (0..).zip(slabs) {
            let distance = self.at(slab, 0.0).abs();
            let after_faces = if number < 6 { 0.0 } else { (1.0 + CAST_START_DEPTH) * self.bound };
            let separation = (distance - slab.radius) / slab.grown - after_faces;
            if self.clear(slab, CAST_START_DEPTH) < distance && nearest < separation {
                (nearest, found) = (separation, Some(number));
            }
        }
        found
    }

    /// Where b's center is clearly on its side, and the boxes touch at the start at most.
    fn clear(&self, slab: &Slab, depth: f32) -> f32 {
        greater(self.shrunk(slab, depth), CAST_SIDE_ERROR * self.bound * slab.grown)
    }

    /// How far both boxes reach along an axis if they may overlap by this many bounds.
    fn shrunk(&self, slab: &Slab, depth: f32) -> f32 {
        slab.radius - (1.0 + depth) * self.bound * slab.grown
    }

    /// Whether boxes that meet at a time stay on one side of each other along an axis until they leave.
    fn grazes(&self, slab: &Slab, [time, leave]: [f32; 2]) -> bool {
        let (begin, end) = (greater(time, 0.0), lesser(leave, 1.0));
        let is_at_start = time <= 0.0;
        let depth = if is_at_start { CAST_START_DEPTH } else { CAST_END_DEPTH };
        let other_side = 0.0 - CAST_SIDE_ERROR * self.bound;
        let end_side = if leave < 1.0 { other_side } else { CAST_CLEAR_END * self.bound };
        let [first, last] = [begin, end].map(|time| self.at(slab, time));
        let sign = if first + last < 0.0 { -1.0 } else { 1.0 };
        let (first, last) = (sign * first, sign * last);
        let drift = CAST_DRIFT_ERROR * (end * self.path);
        let at_begin = greater(self.shrunk(slab, depth), other_side * slab.grown);
        let at_end = greater(self.shrunk(slab, CAST_END_DEPTH), end_side * slab.grown);
        let no_deeper = is_at_start && first - drift * slab.grown <= last;
        let ends = at_end < last || no_deeper;
        at_begin < first && ends && self.clear(slab, depth) < greater(first, last)
    }

    /// The slabs of all axes, by number, of faces that are grown by a bound.
    fn slabs(&self, bound: f32) -> [Slab; 15] {
        let Self { frame, motion_a, motion_b, .. } = self;
        let grow = |own: [f32; 3], by: f32| own.map(|own| own + by);
        let own_a = grow(frame.own_a, bound);
        let frame = &Frame { own_a, own_b: grow(frame.own_b, bound), ..*frame };
        let own_a = grow(own_a, CAST_EDGE_GROWTH * bound);
        let is_short = |entry: f32| entry.abs() < PARALLEL_EDGES_SINE;
        let rotation =
            frame.rotation.map(|row| row.map(|entry| if is_short(entry) { 0.0 } else { entry }));
        let grown = Frame { own_a, rotation, ..*frame };
        std::array::from_fn(|number| {
            if number < 3 {
                let (distance, speed) = (frame.offset_a[number], motion_a[number]);
                return Slab { distance, speed, radius: face(frame, number).radius, grown: 1.0 };
            }
            if number < 6 {
                let (distance, speed) = (frame.offset_b[number - 3], motion_b[number - 3]);
                return Slab { distance, speed, radius: face(frame, number).radius, grown: 1.0 };
            }
            let (i, j) = ((number - 6) / 3, (number - 6) % 3);
            let (l, m) = (next(i), next(next(i)));
            let [along_l, along_m] = [rotation[l][j], rotation[m][j]];
            let axis = edge(&grown, i, j);
            let length = along_l.abs() + along_m.abs();
            Slab {
                distance: axis.projection,
                speed: motion_a[m] * along_l - motion_a[l] * along_m,
                radius: axis.radius,
                grown: length * (1.0 + CAST_EDGE_GROWTH),
            }
        })
    }
}

impl Slab {
    /// When b's center enters and leaves, in steps from the middle.
    fn times(&self) -> (f32, f32) {
        let inverse = -1.0 / self.speed;
        let [one, other] =
            [(self.distance + self.radius) * inverse, (self.distance - self.radius) * inverse];
        (lesser(one, other), greater(one, other))
    }
}

/// By how much the squared length of a quaternion differs from one.
fn deviation([x, y, z, w]: [f32; 4]) -> f32 {
    (w * w + dot([x, y, z], [x, y, z]) - 1.0).abs()
}
