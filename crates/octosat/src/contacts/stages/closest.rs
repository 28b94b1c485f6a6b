//! The closest points of two separated boxes: for the few pairs within the margin whose nearest points are
//! outside the intersection of their faces, such as boxes corner to corner.
//!
//! The closest points are on a corner of one box and on the other box, or on an edge of each box. All 8 + 8
//! corners are tried, and one pair of edges for each two edge directions. If the closest points are inside two
//! edges, the line between them is perpendicular to both, so its direction is known, and each edge is the
//! farthest of its box along it. Ericson, "Real-Time Collision Detection", 2005, sections 5.1.4 and 5.1.9.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes, Mask, Singles};

use super::axis::shows;
use super::batch::{Batch, Unseen, is_finite};
use super::faces::{clamped, columns};
use super::features::{CLOSEST, CORNERS_OF_A, CROSSINGS, EDGES};
use super::output::{ClosestMemory, ClosestOutcome, PlacedPoint};
use super::points::SurfaceLanes;
use crate::basis::Basis;
use crate::choice::{local_normal, noise};
use crate::frame::{Following, MetricFrame, dot, following};
use crate::layout::Unit;
use crate::tolerances::PARALLEL_EDGES_SINE_SQUARED;

impl<I: Isa> Batch<'_, I> {
    /// The contacts of the boxes' closest points, for pairs whose distance is within the margin and that have no points
    /// that show it, if they are allowed: by the points and their direction, along the axes of a.
    #[inline(always)]
    pub(super) fn closest<A: Arithmetic>(
        &self,
        isa: I,
        &Unseen { code, least }: &Unseen<I::Real>,
        memory: &mut ClosestMemory,
        allowed: impl FnOnce(&ClosestPoints<I::Real>, [I::Real; 3], I::Mask) -> I::Mask,
    ) -> Nearer {
        let [zero, half] = [isa.splat(0.0), isa.splat(0.5)];
        let points = closest_points::<I, A>(isa, self.frame);
        let ClosestPoints { on_a, on_b, feature, distance_squared } = points;
        let distance = distance_squared.sqrt();
        let coincide = self.coincide(isa, distance);
        let length = Lanes::select(coincide, isa.splat(1.0), distance);
        let mut normal = local_normal::<I, A>(isa, self.frame, code);
        let mut middle = on_a;
        for k in 0..3 {
            let between = (on_b[k] - on_a[k]) / length;
            normal[k] = Lanes::select(coincide, normal[k], between);
            middle[k] = half * (on_a[k] + on_b[k]);
        }
        let mut numbers = zero;
        if self.options.surfaces {
            let surfaces = SurfaceLanes::of_points::<A>(self.frame, on_a, on_b);
            numbers = memory.surfaces.store_one(isa, surfaces);
        }
        let axes = Unit::axes::<I, A>(isa, &self.sides.a);
        let position = self.placed::<A>(isa, &axes, middle);
        let local_normal = normal;
        let normal = Unit::to_world::<I, A>(isa, &self.sides.a, normal);
        let point = PlacedPoint { position, depth: zero - distance };
        memory.store(isa, ClosestOutcome { normal, code }, point, feature);
        let near = distance.at_most(self.margins);
        let nearer = near & !shows::<I>(isa, self.frame, [least, distance]);
        let nearer = allowed(&points, local_normal, nearer);
        let numbers = numbers + ((position[0] + position[1]) + position[2]);
        let finite = is_finite(isa, normal, numbers);
        Nearer { lanes: (nearer & finite).bits(), not_finite: (nearer & !finite).bits() }
    }

    /// Points so near that the direction between them is rounding noise.
    #[inline(always)]
    fn coincide(&self, isa: I, distance: I::Real) -> I::Mask {
        distance.at_most(noise(isa, self.frame))
    }
}

/// The lanes of pairs whose contact is that of their closest points, as bits; and the lanes in which it would be, but
/// has a number that is not finite.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearer {
    pub(super) lanes: u32,
    pub(super) not_finite: u32,
}

/// A point of each box, in the frame of box a, relative to a's center.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClosestPoints<F: Singles> {
    pub(super) on_a: [F; 3],
    pub(super) on_b: [F; 3],
    distance_squared: F,
    feature: F::Integer,
}

/// Two points that may be the closest.
#[derive(Clone, Copy, Debug)]
struct Candidate<F: Singles> {
    on_a: [F; 3],
    on_b: [F; 3],
    feature: F::Integer,
}

/// Box b seen from box a, and the best points so far.
struct Search<'a, I: Isa> {
    isa: I,
    frame: &'a MetricFrame<I::Real>,
    /// The axes of b along those of a.
    axes: [[I::Real; 3]; 3],
    /// One with the sign of each of their components; plus one for zero.
    signs: [[I::Real; 3]; 3],
    best: ClosestPoints<I::Real>,
}

/// The closest points of boxes that do not overlap.
#[inline(always)]
fn closest_points<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
) -> ClosestPoints<I::Real> {
    let [zero, infinity] = [isa.splat(0.0), isa.splat(f32::INFINITY)];
    let best = ClosestPoints {
        on_a: [zero; 3],
        on_b: frame.offset_a,
        distance_squared: infinity,
        feature: isa.splat_integer(CLOSEST),
    };
    let axes = columns(frame);
    let mut signs = axes;
    for component in signs.iter_mut().flatten() {
        *component = sign(isa, *component);
    }
    let mut search = Search { isa, frame, axes, signs, best };
    for corner in 0..8 {
        search.corner_of_b::<A>(corner);
        search.corner_of_a::<A>(corner);
    }
    for i in 0..3 {
        for j in 0..3 {
            search.edges::<A>(i, j);
        }
    }
    search.best
}

/// The number of the first edge along each axis.
const FIRST_EDGES: [i32; 3] = [0, 4, 8];

/// One with the sign of a number; plus one for zero.
#[inline(always)]
fn sign<I: Isa>(isa: I, number: I::Real) -> I::Real {
    Lanes::select(number.less(isa.splat(0.0)), isa.splat(-1.0), isa.splat(1.0))
}

impl<I: Isa> Search<'_, I> {
    /// A half extent, or its negation where the bit is not set.
    #[inline(always)]
    fn signed(&self, extent: I::Real, sides: u8, bit: usize) -> I::Real {
        if sides >> bit & 1 == 1 { extent } else { self.isa.splat(0.0) - extent }
    }

    /// Keeps the closer of the best points and these.
    #[inline(always)]
    fn offer<A: Arithmetic>(&mut self, candidate: &Candidate<I::Real>) {
        let Candidate { on_a, on_b, feature } = *candidate;
        let between = [on_b[0] - on_a[0], on_b[1] - on_a[1], on_b[2] - on_a[2]];
        let distance_squared = dot::<_, A>(between, between);
        let best = &mut self.best;
        let closer = distance_squared.less(best.distance_squared);
        for k in 0..3 {
            best.on_a[k] = Lanes::select(closer, on_a[k], best.on_a[k]);
            best.on_b[k] = Lanes::select(closer, on_b[k], best.on_b[k]);
        }
        best.distance_squared = Lanes::select(closer, distance_squared, best.distance_squared);
        best.feature = IntegerLanes::select(closer, feature, best.feature);
    }

    /// `from + along · axis j of b`.
    #[inline(always)]
    fn moved<A: Arithmetic>(&self, from: [I::Real; 3], j: usize, along: I::Real) -> [I::Real; 3] {
        let mut to = from;
        for (component, axis) in to.iter_mut().zip(self.axes[j]) {
            *component = A::multiply_add(along, axis, *component);
        }
        to
    }

    /// A corner of b, and the point of a nearest to it.
    #[inline(always)]
    fn corner_of_b<A: Arithmetic>(&mut self, corner: u8) {
        let mut on_b = self.frame.offset_a;
        for j in 0..3 {
            on_b = self.moved::<A>(on_b, j, self.signed(self.frame.own_b[j], corner, j));
        }
        let mut on_a = on_b;
        for (component, limit) in on_a.iter_mut().zip(self.frame.own_a) {
            *component = clamped(*component, limit);
        }
        let feature = self.isa.splat_integer(CLOSEST + i32::from(corner));
        self.offer::<A>(&Candidate { on_a, on_b, feature });
    }

    /// A corner of a, and the point of b nearest to it.
    #[inline(always)]
    fn corner_of_a<A: Arithmetic>(&mut self, corner: u8) {
        let mut on_a = self.frame.own_a;
        for (i, component) in on_a.iter_mut().enumerate() {
            *component = self.signed(*component, corner, i);
        }
        let mut on_b = self.frame.offset_a;
        for j in 0..3 {
            let along = dot::<_, A>(self.axes[j], on_a) - self.frame.offset_b[j];
            on_b = self.moved::<A>(on_b, j, clamped(along, self.frame.own_b[j]));
        }
        let feature = self.isa.splat_integer(CLOSEST + CORNERS_OF_A + i32::from(corner));
        self.offer::<A>(&Candidate { on_a, on_b, feature });
    }

    /// The sides of the boxes with the edges along `i` and `j` that can hold the closest points.
    ///
    /// The cross product of axis `i` of a and axis `j` of b, with the sign towards b, must point out of a and into b on
    /// both sides of the edges. Its components along the other axes of a and b are entries of the rotation, whose signs
    /// decide. If an entry is zero, an edge lies along a face, and not every choice of signs is right. Zero counts as
    /// positive everywhere. That is what some small rotation would do, so the chosen sides fit each other.
    #[inline(always)]
    fn sides<A: Arithmetic>(&self, i: usize, j: usize) -> EdgeSides<I::Real> {
        let Following { first: l, second: m } = following(i);
        let Following { first: p, second: q } = following(j);
        let [axis, offset] = [self.axes[j], self.frame.offset_a];
        let along = A::multiply_subtract(axis[l], offset[m], axis[m] * offset[l]);
        let forwards = sign(self.isa, along);
        let backwards = -forwards;
        EdgeSides {
            of_a: [backwards * self.signs[j][m], forwards * self.signs[j][l]],
            of_b: [backwards * self.signs[q][i], forwards * self.signs[p][i]],
        }
    }

    /// Edge `i` of a and `j` of b, on the sides that can hold the closest points.
    #[inline(always)]
    fn edges<A: Arithmetic>(&mut self, i: usize, j: usize) {
        let [zero, one] = [self.isa.splat(0.0), self.isa.splat(1.0)];
        let Following { first: l, second: m } = following(i);
        let Following { first: p, second: q } = following(j);
        let sides = self.sides::<A>(i, j);
        let mut middle_a = [zero; 3];
        middle_a[l] = sides.of_a[0] * self.frame.own_a[l];
        middle_a[m] = sides.of_a[1] * self.frame.own_a[m];
        let middle_b = self.frame.offset_a;
        let middle_b = self.moved::<A>(middle_b, p, sides.of_b[0] * self.frame.own_b[p]);
        let middle_b = self.moved::<A>(middle_b, q, sides.of_b[1] * self.frame.own_b[q]);
        let mut between = middle_b;
        for (component, from) in between.iter_mut().zip(middle_a) {
            *component = *component - from;
        }
        let direction = self.axes[j];
        let cosine = direction[i];
        let sine_squared = A::multiply_add(direction[l], direction[l], direction[m] * direction[m]);
        let parallel = sine_squared.less(self.isa.splat(PARALLEL_EDGES_SINE_SQUARED));
        let [along_a, along_b] = [between[i], dot::<_, A>(between, direction)];
        // Not (along_a − cosine · along_b) / sine²: of nearly parallel edges, that difference is rounding noise.
        let across = A::multiply_add(between[l], direction[l], between[m] * direction[m])
            / Lanes::select(parallel, one, sine_squared);
        let meeting = A::subtract_product(cosine, across, along_a);
        let s = clamped(meeting.keep(!parallel), self.frame.own_a[i]);
        let t = clamped(A::multiply_subtract(s, cosine, along_b), self.frame.own_b[j]);
        let s = clamped(A::multiply_add(t, cosine, along_a), self.frame.own_a[i]);
        let mut on_a = middle_a;
        on_a[i] = s;
        let on_b = self.moved::<A>(middle_b, j, t);
        let edges = self.edge(i, sides.of_a, EDGES) + self.edge(j, sides.of_b, 1);
        let feature = self.isa.splat_integer(CLOSEST + CROSSINGS) + edges;
        self.offer::<A>(&Candidate { on_a, on_b, feature });
    }

    /// The number of the edge along an axis on the given sides, four times the axis and a bit per side, times
    /// `factor`.
    #[inline(always)]
    fn edge(&self, axis: usize, [first, second]: [I::Real; 2], factor: i32) -> I::Integer {
        let zero = self.isa.splat(0.0);
        let start = self.isa.splat_integer(factor * FIRST_EDGES[axis]);
        let first = self.isa.splat_integer(factor).keep(zero.less(first));
        let second = self.isa.splat_integer(2 * factor).keep(zero.less(second));
        start + (first + second)
    }
}

/// The sides of two edges: minus one or one along the two axes that follow each one's own.
#[derive(Clone, Copy, Debug)]
struct EdgeSides<F> {
    of_a: [F; 2],
    of_b: [F; 2],
}
