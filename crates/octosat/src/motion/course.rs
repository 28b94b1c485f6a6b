//! The path of a box past another one, without turning: through fifteen slabs that are grown by a bound of all
//! rounding.
//!
//! The offsets at which two boxes overlap are a convex polytope, their Minkowski difference, and its faces are
//! perpendicular to the fifteen axes. So b's center, seen from a, runs along a line through fifteen slabs: the boxes
//! touch while it is inside all of them. Ericson, "Real-Time Collision Detection", 2005, sections 5.3.3 and 5.5.8.

use octosat_lanes::{Isa, Lanes, folded};
use octosat_rows::Axis;

use crate::axes::boxes::{BoxLanes, along_columns, into_frame, relative_rotation};
use crate::axes::fifteen::{
    Magnitudes, along_edges, cofactors, edge_pair, face_of_a, face_of_b, magnitudes,
};
use crate::axes::frame::Frame;
use crate::call::batches::PairLanes;
use crate::moved::motions::MovingSides;
use crate::tolerances::{CAST_EDGE_GROWTH, CAST_PATH_ERROR, CAST_REACH_ERROR};
use crate::vector::{
    Following, difference, dot, following, is_finite, squared, sum_of_magnitudes, vector,
};

/// The root of `PARALLEL_EDGES_SINE_SQUARED`: the smallest cosine between two edges of a cast that is not taken for
/// zero.
const PARALLEL_EDGES_SINE: f32 = 1e-7;

/// The path of b's center past a, seen along the axes of both boxes.
///
/// Distances are those at the middle, the moment at which the centers are nearest: rounding then grows with the boxes
/// and with how near they come, and barely with the length of the cast.
#[derive(Clone, Copy)]
pub(super) struct Course<I: Isa> {
    /// The boxes at the middle, grown.
    frame: Frame<I::Real>,
    /// The displacement of b along a's axes and along b's.
    motion_a: [I::Real; 3],
    motion_b: [I::Real; 3],
    /// The middle, as a part of the step, 0 to 1.
    pub(super) middle: I::Real,
    /// How far faces are grown for rounding, in meters, for touches during the step.
    pub(super) bound: I::Real,
    /// The same for touches at any time.
    pub(super) line_bound: I::Real,
    /// The sum of the magnitudes of the displacement, in meters.
    pub(super) path: I::Real,
    /// The lanes whose numbers are all finite.
    pub(super) finite: I::Mask,
}

impl<I: Isa> Course<I> {
    #[inline(always)]
    pub(super) fn of(isa: I, batch: &MovingSides<I>, growth: I::Real) -> Self {
        let zero = isa.splat(0.0);
        let MovingSides { sides: PairLanes { a, b }, motion, room } = batch;
        let start = difference(b.center, a.center);
        let Middle { time: middle, nearest } = Middle::of(isa, start, *motion);
        // The world's origin is put at a's center.
        let seen_a = BoxLanes { center: [zero; 3], ..a.grown(growth) };
        let seen_b = BoxLanes { center: nearest, ..b.grown(growth) };
        let frame = seen_a.frame(isa, &seen_b);
        let motion_a = into_frame(a.rotation, *motion);
        let motion_b = along_columns(frame.rotation, motion_a);

        let lengths = Lengths {
            path: sum_of_magnitudes(*motion),
            nearest: sum_of_magnitudes(nearest),
            half_a: sum_of_components(frame.own_a),
            half_b: sum_of_components(frame.own_b),
        };
        let relative = relative_rotation(a.rotation, b.rotation);
        let deviation = deviation(isa, a.rotation) + deviation(isa, relative);
        let bound = lengths.bound(isa, deviation) + *room;
        let line_bound = lengths.of_line().bound(isa, deviation) + *room;
        let finite = is_finite(isa, bound + (lengths.half_a + lengths.half_b));
        let path = lengths.path;
        Self { frame, motion_a, motion_b, middle, bound, line_bound, path, finite }
    }
}

/// The moment at which an offset that moves is shortest.
#[derive(Clone, Copy)]
pub(super) struct Middle<F> {
    /// As a part of the step, 0 to 1.
    pub(super) time: F,
    /// The offset then.
    pub(super) nearest: [F; 3],
}

impl<F: Lanes> Middle<F> {
    #[inline(always)]
    pub(super) fn of<I: Isa<Real = F>>(isa: I, offset: [F; 3], motion: [F; 3]) -> Self {
        let (zero, one) = (isa.splat(0.0), isa.splat(1.0));
        // Comparisons with NaN, for a cast of no length, leave the middle at the start.
        let time = (zero - dot(offset, motion)) / squared(motion);
        let time = time.greater(zero).lesser(one);
        let mut nearest = offset;
        for k in 0..3 {
            nearest[k] = motion[k] * time + nearest[k];
        }
        Self { time, nearest }
    }
}

/// Lengths of a pair that rounding is relative to, in meters, each the sum of three magnitudes.
#[derive(Clone, Copy)]
struct Lengths<F> {
    /// The displacement.
    path: F,
    /// The offset of the centers at the middle.
    nearest: F,
    /// The half extents of a.
    half_a: F,
    /// The half extents of b.
    half_b: F,
}

impl<F: Lanes> Lengths<F> {
    /// The same for a step so long that every touch on the line of the motion is during it.
    #[inline(always)]
    fn of_line(self) -> Self {
        let Self { path, nearest, half_a, half_b } = self;
        Self { path: path + (nearest + (half_a + half_b)), ..self }
    }

    /// How far rounding can move the boxes against each other while they touch during the step, in meters; the chapter
    /// on error bounds derives it.
    #[inline(always)]
    fn bound<I: Isa<Real = F>>(self, isa: I, deviation: F) -> F {
        let Self { path, nearest, half_a, half_b } = self;
        // No touch is farther from the middle than the whole path, nor than the boxes reach.
        let centers = nearest + path.lesser(nearest + (half_a + half_b));
        // No place where they touch is farther from b's center than b reaches, nor than a reaches from there.
        let reach = centers + half_b.lesser(half_a + centers);
        let turned = deviation + deviation + isa.splat(CAST_REACH_ERROR);
        reach * turned + isa.splat(CAST_PATH_ERROR) * path
    }
}

/// By how much the squared length of a quaternion differs from one.
#[inline(always)]
pub(super) fn deviation<I: Isa>(isa: I, quaternion: [I::Real; 4]) -> I::Real {
    let axis = vector(quaternion);
    let squared = quaternion[3] * quaternion[3] + squared(axis);
    (squared - isa.splat(1.0)).abs()
}

#[inline(always)]
pub(super) fn sum_of_components<F: Lanes>([x, y, z]: [F; 3]) -> F {
    (x + y) + z
}

/// Both boxes along one axis, of any length.
#[derive(Clone, Copy)]
pub(super) struct Slab<F> {
    /// Where b's center is at the middle, seen from a's.
    pub(super) distance: F,
    /// How far it moves during the step.
    pub(super) speed: F,
    /// How far both boxes reach together, growth included.
    pub(super) radius: F,
    /// By how much of the bound both were grown.
    pub(super) grown: F,
}

impl<I: Isa> Course<I> {
    /// Changes a value by every slab, grown by a bound, and the number of its axis: first the faces, then the edges.
    #[inline(always)]
    pub(super) fn fold<T>(
        &self,
        isa: I,
        bound: I::Real,
        start: T,
        mut work: impl FnMut(T, Slab<I::Real>, Axis) -> T,
    ) -> T {
        let course = self.grown(bound);
        let of_faces = magnitudes(&course.frame.rotation);
        let value = folded::<3, _>(
            start,
            #[inline(always)]
            |value, i| work(value, course.face_of_a(isa, &of_faces, i), axis(i)),
        );
        let value = folded::<3, _>(
            value,
            #[inline(always)]
            |value, j| work(value, course.face_of_b(isa, &of_faces, j), axis(3 + j)),
        );
        let course = course.for_edges(isa, bound);
        let of_edges = magnitudes(&course.frame.rotation);
        folded::<3, _>(
            value,
            #[inline(always)]
            |value, i| {
                let cofactors = cofactors(&course.frame.rotation, i);
                folded::<3, _>(
                    value,
                    #[inline(always)]
                    |value, j| {
                        let slab = course.edges(isa, &of_edges, cofactors, [i, j]);
                        work(value, slab, axis(6 + 3 * i + j))
                    },
                )
            },
        )
    }

    /// The same course with faces grown by a bound.
    #[inline(always)]
    fn grown(&self, bound: I::Real) -> Self {
        let mut course = *self;
        for own in [&mut course.frame.own_a, &mut course.frame.own_b] {
            *own = [own[0] + bound, own[1] + bound, own[2] + bound];
        }
        course
    }

    #[inline(always)]
    fn face_of_a(&self, isa: I, magnitudes: &Magnitudes<I::Real>, i: usize) -> Slab<I::Real> {
        let radius = face_of_a(&self.frame, magnitudes, i).radius;
        let (distance, speed) = (self.frame.offset_a[i], self.motion_a[i]);
        Slab { distance, speed, radius, grown: isa.splat(1.0) }
    }

    #[inline(always)]
    fn face_of_b(&self, isa: I, magnitudes: &Magnitudes<I::Real>, j: usize) -> Slab<I::Real> {
        let radius = face_of_b(&self.frame, magnitudes, j).radius;
        let (distance, speed) = (self.frame.offset_b[j], self.motion_b[j]);
        Slab { distance, speed, radius, grown: isa.splat(1.0) }
    }

    /// The same course with a grown once more, so that a face wins against edges along the same direction, and with
    /// nearly parallel edges made parallel.
    ///
    /// Then no cross product is so short that its products leave the range of `f32`. Points of b move by at most 2.4
    /// units of roundoff times its half extents, less than a grows.
    #[inline(always)]
    fn for_edges(&self, isa: I, bound: I::Real) -> Self {
        let mut course = *self;
        let growth = isa.splat(CAST_EDGE_GROWTH) * bound;
        for own in &mut course.frame.own_a {
            *own = *own + growth;
        }
        let shortest = isa.splat(PARALLEL_EDGES_SINE);
        for entry in course.frame.rotation.as_flattened_mut() {
            *entry = entry.keep(shortest.at_most(entry.abs()));
        }
        course
    }

    /// The slab of edge `i` of a and edge `j` of b, at the length of their cross product.
    ///
    /// Growing a's extents grows the slab by the sum of two magnitudes of the cross product, which is at least its
    /// length: no root is needed. The times of parallel edges are NaN, and change nothing.
    #[inline(always)]
    fn edges(
        &self,
        isa: I,
        magnitudes: &Magnitudes<I::Real>,
        cofactors: [I::Real; 3],
        [i, j]: [usize; 2],
    ) -> Slab<I::Real> {
        let Following { first, second } = following(i);
        let length = magnitudes[first][j] + magnitudes[second][j];
        Slab {
            distance: along_edges(&self.frame.rotation, self.frame.offset_a, i, j),
            speed: along_edges(&self.frame.rotation, self.motion_a, i, j),
            radius: edge_pair(&self.frame, magnitudes, cofactors, i, j).radius,
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
