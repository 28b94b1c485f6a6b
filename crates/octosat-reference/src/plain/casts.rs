//! When boxes that move without turning touch: the latest entry into fifteen slabs.

use super::arithmetic::{difference, dot, greater, lesser, ma, ms, next, nma, sum};
use super::axes::{edge, face};
use super::frame::{Frame, along_columns, relative_rotation, to_local};
use super::penetration::NO_AXIS;
use crate::OrientedBox;
use crate::boxes::{CastAnswer, CastKind};
use crate::tolerances::{
    CAST_EDGE_GROWTH, CAST_PATH_ERROR, CAST_REACH_ERROR, CAST_SIDE_ERROR, PARALLEL_EDGES_SINE,
};

/// When box b, moving by `motion` as seen from a, first touches a, both grown by half of `margin` on every side.
///
/// `motion` and `margin` are in meters, in the world; the margin is finite and at least zero. See [`CastAnswer`].
#[must_use]
pub fn cast(a: &OrientedBox, b: &OrientedBox, motion: [f32; 3], margin: f32) -> CastAnswer {
    let Some(course) = Course::new(a, b, motion, margin) else {
        let (time, leave, axis) = (f32::NAN, f32::NAN, NO_AXIS);
        return CastAnswer { time, leave, axis, kind: CastKind::NonFinite };
    };
    let slabs = course.slabs();
    let (mut enter, mut leave, mut axis) = (f32::NEG_INFINITY, f32::INFINITY, 0);
    for (number, slab) in (0..).zip(&slabs) {
        let (first, last) = slab.times();
        axis = if enter < first { number } else { axis };
        enter = greater(first, enter);
        leave = lesser(last, leave);
    }
    let (time, leave) = (course.middle + enter, course.middle + leave);
    let free = CastAnswer { time: 1.0, leave: 1.0, axis, kind: CastKind::Free };
    if !(time <= leave && time <= 1.0 && leave >= 0.0) {
        return free;
    }
    if time > 0.0 {
        return CastAnswer { time, leave, axis, kind: CastKind::Hit };
    }
    let end = lesser(leave, 1.0);
    let other_side = 0.0 - CAST_SIDE_ERROR * course.bound;
    let shrunk = |slab: &Slab| {
        let radius = nma(course.bound + course.bound, slab.grown, slab.radius);
        greater(radius, other_side * slab.grown)
    };
    let at = |slab: &Slab, time: f32| ma(time, slab.speed, slab.distance);
    let slides = |slab: &Slab| {
        let (first, last) = (at(slab, 0.0 - course.middle), at(slab, end - course.middle));
        shrunk(slab) < lesser(first, last) || shrunk(slab) < 0.0 - greater(first, last)
    };
    let touches = |slab: &Slab| shrunk(slab) < at(slab, 0.0 - course.middle).abs();
    if slabs.iter().any(slides) {
        free
    } else if slabs.iter().any(touches) {
        CastAnswer { time: 0.0, leave, axis, kind: CastKind::Hit }
    } else {
        CastAnswer { time, leave, axis, kind: CastKind::Overlapping }
    }
}

/// The way of b's center past a, from the moment at which the centers are nearest.
struct Course {
    /// The boxes at that moment, grown by half the margin each, and their faces by the bound of rounding.
    frame: Frame,
    motion_a: [f32; 3],
    motion_b: [f32; 3],
    /// That moment, as a part of the step.
    middle: f32,
    /// Meters by which rounding can move the boxes against each other.
    bound: f32,
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
    fn new(a: &OrientedBox, b: &OrientedBox, motion: [f32; 3], margin: f32) -> Option<Self> {
        let start = difference(b.center, a.center);
        let middle = (0.0 - dot(start, motion)) / dot(motion, motion);
        let middle = lesser(greater(middle, 0.0), 1.0);
        let nearest: [f32; 3] = std::array::from_fn(|k| ma(motion[k], middle, start[k]));
        let grown = |half_extents: [f32; 3]| half_extents.map(|half| half + 0.5 * margin);
        let a = OrientedBox { center: [0.0; 3], half_extents: grown(a.half_extents), ..*a };
        let b = OrientedBox { center: nearest, half_extents: grown(b.half_extents), ..*b };
        let mut frame = Frame::of_oriented(&a, &b);
        let motion_a = to_local(a.rotation, motion);
        let motion_b = along_columns(&frame.rotation, motion_a);

        let length = |vector: [f32; 3]| sum(vector.map(f32::abs));
        let (half_a, half_b) = (sum(a.half_extents), sum(b.half_extents));
        let centers = length(nearest) + lesser(length(motion), length(nearest) + (half_a + half_b));
        let reach = centers + lesser(half_b, half_a + centers);
        let relative = relative_rotation(a.rotation, b.rotation);
        let deviation = deviation(a.rotation) + deviation(relative);
        let turned = deviation + deviation + CAST_REACH_ERROR;
        let bound = ma(reach, turned, CAST_PATH_ERROR * length(motion));
        frame.own_a = frame.own_a.map(|own| own + bound);
        frame.own_b = frame.own_b.map(|own| own + bound);
        let is_finite = (bound + (half_a + half_b)).is_finite();
        is_finite.then_some(Self { frame, motion_a, motion_b, middle, bound })
    }

    /// The slabs of all axes, by number.
    fn slabs(&self) -> [Slab; 15] {
        let Self { frame, motion_a, motion_b, bound, .. } = self;
        let own_a = frame.own_a.map(|own| own + CAST_EDGE_GROWTH * bound);
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
                speed: ms(motion_a[m], along_l, motion_a[l] * along_m),
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
    (ma(w, w, dot([x, y, z], [x, y, z])) - 1.0).abs()
}
