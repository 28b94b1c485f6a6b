//! Casts: when boxes that move without turning touch, from the times at which they come together along each of the
//! fifteen axes.
//!
//! The offsets at which two boxes overlap are a convex polytope, their Minkowski difference, and its faces are
//! perpendicular to the fifteen axes. So b's center, seen from a, runs along a line through fifteen slabs: the boxes
//! touch when it is inside all of them. Ericson, "Real-Time Collision Detection", 2005, sections 5.3.3 and 5.5.8.
//!
//! The slabs are grown by a bound of all rounding errors, so that no time is late.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes, Mask};

use crate::axes::{
    Magnitudes, along_edges, cofactors, edge_pair, face_of_a, face_of_b, magnitudes,
};
use crate::basis::{Basis, along_columns, into_frame, relative_rotation};
use crate::batches::Sides;
use crate::formula::RowFormula;
use crate::frame::{Following, MetricFrame, dot, following, offset, vector};
use crate::layout::Unit;
use crate::motion::cast::{Cast, CastState};
use crate::motion::motions::{MovingPairs, MovingSides};
use crate::results::Axis;
use crate::tolerances::{CAST_EDGE_GROWTH, CAST_PATH_ERROR, CAST_REACH_ERROR};

/// The query about pairs of boxes that move; see [`crate::Engine::casts`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Casts;

impl RowFormula<MovingPairs<'_>> for Casts {
    type Row = Cast;

    const NANOSECONDS: usize = 9;

    #[inline(always)]
    fn batch<I: Isa, A: Arithmetic>(
        self,
        isa: I,
        batch: &MovingSides<I>,
        margins: I::Real,
        rows: &mut [Cast],
    ) {
        let row = cast::<I, A>(isa, batch, margins);
        isa.store_triples(row, bytemuck::cast_slice_mut(rows));
    }
}

/// Time, time of leaving, and axis and state as bytes of an integer.
#[inline(always)]
fn cast<I: Isa, A: Arithmetic>(isa: I, batch: &MovingSides<I>, margin: I::Real) -> [I::Real; 3] {
    let course = Course::of::<A>(isa, batch, margin);
    let Passage { enter, leave, code } = course.passage::<A>(isa);
    let (zero, one) = (isa.splat(0.0), isa.splat(1.0));
    let time = course.middle + enter;
    let until = course.middle + leave;
    let meets = enter.at_most(leave) & time.at_most(one) & zero.at_most(until) & course.finite;
    let at_start = meets & time.at_most(zero);
    let mut touches = meets;
    let mut time = time;
    let mut state = isa.splat_integer(HIT);
    if at_start.bits() != 0 {
        let start = course.start::<A>(isa, until.lesser(one));
        touches = meets & !(at_start & start.slides);
        let overlaps = at_start & !start.touches;
        time = Lanes::select(at_start & start.touches, zero, time);
        state = IntegerLanes::select(overlaps, isa.splat_integer(OVERLAPPING), state);
    }
    let nan = isa.splat(f32::NAN);
    let time = Lanes::select(course.finite, Lanes::select(touches, time, one), nan);
    let until = Lanes::select(course.finite, Lanes::select(touches, until, one), nan);
    let status = code | state.keep(touches);
    let status = IntegerLanes::select(course.finite, status, isa.splat_integer(NON_FINITE));
    [time, until, I::Real::from_bits(status)]
}

/// The bytes of axis and state in the last four bytes of a row, as an integer.
const fn status(axis: Axis, state: CastState) -> i32 {
    i32::from_ne_bytes([axis.code(), state.code(), 0, 0])
}

const HIT: i32 = status(Axis::from_number(0), CastState::HIT);
const OVERLAPPING: i32 = status(Axis::from_number(0), CastState::OVERLAPPING);
const NON_FINITE: i32 = status(Axis::NON_FINITE, CastState::NON_FINITE);

/// The way of b's center past a, seen along the axes of both boxes.
///
/// Distances are those at the middle, the moment at which the centers are nearest: rounding then grows with the boxes
/// and with how near they come, and barely with the length of the cast.
#[derive(Clone, Copy)]
struct Course<I: Isa> {
    /// The boxes at the middle, grown by the margin and the bound.
    frame: MetricFrame<I::Real>,
    /// The displacement of b along a's axes and along b's.
    motion_a: [I::Real; 3],
    motion_b: [I::Real; 3],
    /// The middle, as a part of the step, 0 to 1.
    middle: I::Real,
    /// How far the faces are grown for rounding, in meters.
    bound: I::Real,
    /// The lanes whose numbers are all finite.
    finite: I::Mask,
}

impl<I: Isa> Course<I> {
    #[inline(always)]
    fn of<A: Arithmetic>(isa: I, batch: &MovingSides<I>, margin: I::Real) -> Self {
        let (zero, one) = (isa.splat(0.0), isa.splat(1.0));
        let MovingSides { sides: Sides { a, b }, motion } = batch;
        let [[center_a, rotation_a, half_a], [center_b, rotation_b, half_b]] = [*a, *b];
        let start = offset(center_a, center_b);
        // Comparisons with NaN, for a cast of no length, leave the middle at the start.
        let middle = (zero - dot::<_, A>(start, *motion)) / dot::<_, A>(*motion, *motion);
        let middle = middle.greater(zero).lesser(one);
        let mut nearest = start;
        for (component, along) in nearest.iter_mut().zip(motion) {
            *component = A::multiply_add(*along, middle, *component);
        }
        // The world's origin is put at a's center.
        let seen_a = [[zero; 4], rotation_a, half_a];
        let seen_b = [[nearest[0], nearest[1], nearest[2], zero], rotation_b, half_b];
        let mut frame = Unit::metric_frame::<I, A>(isa, &seen_a, &seen_b);
        let motion_a = into_frame::<_, A>(rotation_a, *motion);
        let motion_b = along_columns::<_, A>(frame.rotation, motion_a);

        let lengths = Lengths {
            path: sum_of_magnitudes(*motion),
            start: sum_of_magnitudes(start),
            nearest: sum_of_magnitudes(nearest),
            half_a: sum_of_magnitudes(frame.own_a) + margin,
            half_b: sum_of_magnitudes(frame.own_b),
        };
        let relative = relative_rotation::<_, A>(rotation_a, rotation_b);
        let deviation = deviation::<I, A>(isa, rotation_a) + deviation::<I, A>(isa, relative);
        let bound = lengths.bound::<I, A>(isa, deviation);
        let growth = bound + margin;
        for k in 0..3 {
            frame.own_a[k] = frame.own_a[k] + growth;
            frame.own_b[k] = frame.own_b[k] + growth;
        }
        let witness = bound + (lengths.half_a + lengths.half_b);
        let finite = witness.abs().at_most(isa.splat(f32::MAX));
        Self { frame, motion_a, motion_b, middle, bound, finite }
    }
}

/// Lengths of a pair that rounding is relative to, in meters, each the sum of three magnitudes.
#[derive(Clone, Copy)]
struct Lengths<F> {
    /// The displacement.
    path: F,
    /// The offset of the centers at the start.
    start: F,
    /// The offset of the centers at the middle.
    nearest: F,
    /// The half extents of a, and the margin.
    half_a: F,
    /// The half extents of b.
    half_b: F,
}

impl<F: Lanes> Lengths<F> {
    /// How far rounding can move the boxes against each other while they touch, in meters; the chapter on error bounds
    /// derives it.
    #[inline(always)]
    fn bound<I: Isa<Real = F>, A: Arithmetic>(self, isa: I, deviation: F) -> F {
        let Self { path, start, nearest, half_a, half_b } = self;
        // No touch is farther from the middle than the whole path, nor than the boxes reach.
        let centers = nearest + path.lesser(nearest + (half_a + half_b));
        // No place where they touch is farther from b's center than b reaches, nor than a reaches from there.
        let reach = centers + half_b.lesser(half_a + centers);
        let turned = deviation + deviation + isa.splat(CAST_REACH_ERROR);
        A::multiply_add(reach, turned, isa.splat(CAST_PATH_ERROR) * (start + path))
    }
}

/// By how much the squared length of a quaternion differs from one.
#[inline(always)]
fn deviation<I: Isa, A: Arithmetic>(isa: I, quaternion: [I::Real; 4]) -> I::Real {
    let axis = vector(quaternion);
    let squared = A::multiply_add(quaternion[3], quaternion[3], dot::<_, A>(axis, axis));
    (squared - isa.splat(1.0)).abs()
}

#[inline(always)]
fn sum_of_magnitudes<F: Lanes>([x, y, z]: [F; 3]) -> F {
    (x.abs() + y.abs()) + z.abs()
}

/// Both boxes along one axis, of any length.
#[derive(Clone, Copy)]
struct Slab<F> {
    /// Where b's center is at the middle, seen from a's.
    distance: F,
    /// How far it moves during the step.
    speed: F,
    /// How far both boxes reach together, growth included.
    radius: F,
    /// By how much of the bound both were grown.
    grown: F,
}

impl<I: Isa> Course<I> {
    /// Changes a value by every slab and the number of its axis: first the faces, then the edges.
    #[inline(always)]
    fn fold<A: Arithmetic, T>(
        &self,
        isa: I,
        start: T,
        mut work: impl FnMut(T, Slab<I::Real>, Axis) -> T,
    ) -> T {
        let magnitudes = magnitudes(&self.frame);
        let mut value = start;
        for i in 0..3 {
            value = work(value, self.face_of_a::<A>(isa, &magnitudes, i), axis(i));
        }
        for j in 0..3 {
            value = work(value, self.face_of_b::<A>(isa, &magnitudes, j), axis(3 + j));
        }
        let edges = self.grown_for_edges(isa);
        for i in 0..3 {
            let cofactors = cofactors::<_, _, A>(&self.frame, i);
            for j in 0..3 {
                let slab = edges.edges::<A>(isa, &magnitudes, cofactors, [i, j]);
                value = work(value, slab, axis(6 + 3 * i + j));
            }
        }
        value
    }

    #[inline(always)]
    fn face_of_a<A: Arithmetic>(
        &self,
        isa: I,
        magnitudes: &Magnitudes<I::Real>,
        i: usize,
    ) -> Slab<I::Real> {
        let radius = face_of_a::<_, _, A>(&self.frame, magnitudes, i).radius;
        let (distance, speed) = (self.frame.offset_a[i], self.motion_a[i]);
        Slab { distance, speed, radius, grown: isa.splat(1.0) }
    }

    #[inline(always)]
    fn face_of_b<A: Arithmetic>(
        &self,
        isa: I,
        magnitudes: &Magnitudes<I::Real>,
        j: usize,
    ) -> Slab<I::Real> {
        let radius = face_of_b::<_, _, A>(&self.frame, magnitudes, j).radius;
        let (distance, speed) = (self.frame.offset_b[j], self.motion_b[j]);
        Slab { distance, speed, radius, grown: isa.splat(1.0) }
    }

    /// The same course with a grown once more, so that a face wins against edges along the same direction.
    #[inline(always)]
    fn grown_for_edges(&self, isa: I) -> Self {
        let mut course = *self;
        let growth = isa.splat(CAST_EDGE_GROWTH) * self.bound;
        for own in &mut course.frame.own_a {
            *own = *own + growth;
        }
        course
    }

    /// The slab of edge `i` of a and edge `j` of b, at the length of their cross product.
    ///
    /// Growing a's extents grows the slab by the sum of two magnitudes of the cross product, which is at least its
    /// length: no root is needed.
    #[inline(always)]
    fn edges<A: Arithmetic>(
        &self,
        isa: I,
        magnitudes: &Magnitudes<I::Real>,
        cofactors: [I::Real; 3],
        [i, j]: [usize; 2],
    ) -> Slab<I::Real> {
        let Following { first, second } = following(i);
        let length = magnitudes[first][j] + magnitudes[second][j];
        Slab {
            distance: along_edges::<_, _, A>(&self.frame, self.frame.offset_a, i, j),
            speed: along_edges::<_, _, A>(&self.frame, self.motion_a, i, j),
            radius: edge_pair::<_, _, A>(&self.frame, magnitudes, cofactors, i, j).radius,
            grown: length * isa.splat(1.0 + CAST_EDGE_GROWTH),
        }
    }
}

/// The axis of a number, from an index.
#[inline(always)]
fn axis(number: usize) -> Axis {
    #[expect(clippy::cast_possible_truncation, reason = "there are fifteen axes")]
    #[expect(clippy::cast_possible_wrap, reason = "there are fifteen axes")]
    Axis::from_number(number as i32)
}

/// When the boxes come together along all axes and when they part along one, in steps after the middle.
struct Passage<I: Isa> {
    enter: I::Real,
    leave: I::Real,
    /// The last axis along which they come together, as the bytes of a row.
    code: I::Integer,
}

impl<I: Isa> Course<I> {
    /// The latest entry into a slab, and the first exit.
    ///
    /// If b does not move along an axis, the times are infinite: of different sign inside the slab, of the same outside.
    #[inline(always)]
    fn passage<A: Arithmetic>(&self, isa: I) -> Passage<I> {
        let passage = Passage {
            enter: isa.splat(f32::NEG_INFINITY),
            leave: isa.splat(f32::INFINITY),
            code: isa.splat_integer(status(axis(0), CastState::FREE)),
        };
        let minus_one = isa.splat(-1.0);
        self.fold::<A, _>(
            isa,
            passage,
            #[inline(always)]
            |passage, Slab { distance, speed, radius, .. }, axis| {
                let inverse = minus_one / speed;
                let times = [(distance + radius) * inverse, (distance - radius) * inverse];
                let enter = times[0].lesser(times[1]);
                let leave = times[0].greater(times[1]);
                let later = passage.enter.less(enter);
                let code = isa.splat_integer(status(axis, CastState::FREE));
                Passage {
                    enter: enter.greater(passage.enter),
                    leave: leave.lesser(passage.leave),
                    code: IntegerLanes::select(later, code, passage.code),
                }
            },
        )
    }
}

/// What holds at the start of a step for boxes that are not apart there.
struct Start<M> {
    /// Along some axis the boxes overlap by no more than rounding.
    touches: M,
    /// Along some axis they do so at the end, too, and on the same side: they move apart, slide or rest.
    slides: M,
}

impl<I: Isa> Course<I> {
    /// Looks at the start and at the end, the moment at which the boxes part or the end of the step.
    #[inline(always)]
    fn start<A: Arithmetic>(&self, isa: I, end: I::Real) -> Start<I::Mask> {
        let zero = isa.splat(0.0);
        let (before, after) = (zero - self.middle, end - self.middle);
        let twice = self.bound + self.bound;
        let none = zero.less(zero);
        self.fold::<A, _>(
            isa,
            Start { touches: none, slides: none },
            #[inline(always)]
            |start, Slab { distance, speed, radius, grown }, _| {
                // Shrunk by what rounding can do instead of grown. Strictly apart: an axis of no length shows nothing.
                let radius = A::subtract_product(twice, grown, radius);
                let first = A::multiply_add(before, speed, distance);
                let last = A::multiply_add(after, speed, distance);
                let above = first.lesser(last);
                let below = zero - first.greater(last);
                Start {
                    touches: start.touches | radius.less(first.abs()),
                    slides: start.slides | radius.less(above) | radius.less(below),
                }
            },
        )
    }
}
