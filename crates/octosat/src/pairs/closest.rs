//! The closest points of two boxes that share no point or only touch.
//!
//! They are on a corner of one box and on the other box, or on an edge of each box. All 8 + 8 corners are tried, and one
//! pair of edges for each two edge directions: if the closest points are inside two edges, the line between them is
//! perpendicular to both, so its direction is known, and each edge is the farthest of its box along it. Ericson,
//! "Real-Time Collision Detection", 2005, sections 5.1.4 and 5.1.9.
//!
//! Only squared distances are compared. Of the winner, its number is kept and, if it is a pair of edges, the point on a's
//! edge. Of edges, the distance is the gap along their common perpendicular, whose sign does not matter: two points of
//! the boxes are this far apart, and a gap that rounding makes negative must not lose the edges. Rounding may put closest
//! points on the wrong side of the end of an edge. This changes the distance by no more than rounding does: along edges
//! that are nearly parallel, the distance barely changes.

use octosat_lanes::{IntegerLanes, Isa, Lanes, Mask, Singles, folded, per_axis};

use crate::axes::choice::{EDGE_AXES, unit_edge_product};
use crate::axes::frame::Frame;
use crate::tolerances::PARALLEL_EDGES_SINE_SQUARED;
use crate::vector::{Following, difference, dot, following, scaled, squared, sum};

/// The number of the first corner of b; the numbers below are those of axes of edge pairs.
pub(crate) const FIRST_CORNER_OF_B: i32 = 16;

/// The number of the first corner of a; in these numbers, the bit of an axis is set for its negative side.
pub(crate) const FIRST_CORNER_OF_A: i32 = 24;

/// The closest points so far.
#[derive(Clone, Copy, Debug)]
struct Closest<F: Singles> {
    /// The square of their distance.
    squared: F,
    /// The number of the corner or of the edge pair's axis.
    code: F::Integer,
    /// For a pair of edges, the point on a's edge, and the gap along their cross product, at its length. Its sign is that
    /// of the direction from a to b along this product.
    on_edge: [F; 3],
    gap: F,
}

/// The corners of a box seen from the other box: its center plus or minus each of three vectors, along the axes of the
/// other box; and the other's half extents.
#[derive(Clone, Copy, Debug)]
struct Corners<F> {
    center: [F; 3],
    sides: [[F; 3]; 3],
    half: [F; 3],
}

/// Box b seen from box a.
struct Search<'a, I: Isa> {
    isa: I,
    frame: &'a Frame<I::Real>,
}

/// One with the sign of a number; plus one for zero.
#[inline(always)]
fn sign<I: Isa>(isa: I, number: I::Real) -> I::Real {
    Lanes::select(number.less(isa.splat(0.0)), isa.splat(-1.0), isa.splat(1.0))
}

/// One of two vectors, chosen per lane.
#[inline(always)]
pub(crate) fn select<F: Singles>(mask: F::Mask, yes: [F; 3], no: [F; 3]) -> [F; 3] {
    [F::select(mask, yes[0], no[0]), F::select(mask, yes[1], no[1]), F::select(mask, yes[2], no[2])]
}

/// The column of a frame's rotation: axis `j` of b along the axes of a.
#[inline(always)]
fn column<F: Copy>(rotation: &[[F; 3]; 3], j: usize) -> [F; 3] {
    [rotation[0][j], rotation[1][j], rotation[2][j]]
}

impl<F: Singles> Corners<F> {
    /// The corners of b seen from a.
    #[inline(always)]
    fn of_b(frame: &Frame<F>) -> Self {
        let sides = per_axis(
            #[inline(always)]
            |j| scaled(column(&frame.rotation, j), frame.own_b[j]),
        );
        Self { center: frame.offset_a, sides, half: frame.own_a }
    }

    /// The corners of a seen from b, through b's center: the negative of each.
    #[inline(always)]
    fn of_a(frame: &Frame<F>) -> Self {
        let sides = per_axis(
            #[inline(always)]
            |i| scaled(frame.rotation[i], frame.own_a[i]),
        );
        Self { center: frame.offset_b, sides, half: frame.own_b }
    }
}

impl<F: Singles> Corners<F> {
    /// Keeps the closest of the best points and of the eight corners, which have the numbers from `first` on.
    #[inline(always)]
    fn offer<I: Isa<Real = F, Mask = F::Mask, Integer = F::Integer>>(
        &self,
        isa: I,
        first: i32,
        mut best: Closest<F>,
    ) -> Closest<F> {
        let zero = isa.splat(0.0);
        let [x, y, z] = self.sides;
        for corner in 0..8 {
            let at = if corner & 1 == 0 { difference(self.center, x) } else { sum(self.center, x) };
            let at = if corner & 2 == 0 { difference(at, y) } else { sum(at, y) };
            let at = if corner & 4 == 0 { difference(at, z) } else { sum(at, z) };
            let outside = [
                (at[0].abs() - self.half[0]).greater(zero),
                (at[1].abs() - self.half[1]).greater(zero),
                (at[2].abs() - self.half[2]).greater(zero),
            ];
            let squared = squared(outside);
            let closer = squared.less(best.squared);
            let code = isa.splat_integer(first + corner);
            best.squared = squared.lesser(best.squared);
            best.code = IntegerLanes::select(closer, code, best.code);
        }
        best
    }
}

/// The closest points of boxes that share no point or only touch.
#[inline(always)]
pub(crate) fn closest_points<I: Isa>(isa: I, frame: &Frame<I::Real>) -> ClosestPoints<I::Real> {
    search(isa, frame).points(isa, frame)
}

#[inline(always)]
fn search<I: Isa>(isa: I, frame: &Frame<I::Real>) -> Closest<I::Real> {
    let zero = isa.splat(0.0);
    let best = Closest {
        squared: isa.splat(f32::INFINITY),
        code: isa.splat_integer(FIRST_CORNER_OF_B),
        on_edge: [zero; 3],
        gap: zero,
    };
    let best = Corners::of_b(frame).offer(isa, FIRST_CORNER_OF_B, best);
    let best = Corners::of_a(frame).offer(isa, FIRST_CORNER_OF_A, best);
    let search = Search { isa, frame };
    folded::<3, _>(
        best,
        #[inline(always)]
        |best, i| {
            let cofactors = search.cofactors(i);
            folded::<3, _>(
                best,
                #[inline(always)]
                |best, j| search.edges(cofactors, [i, j], best),
            )
        },
    )
}

impl<I: Isa> Search<'_, I> {
    /// One with the sign of each cofactor of row `i` of the rotation.
    ///
    /// If the perpendicular of two edges is nearly perpendicular to an axis of b, the sign of the cofactor decides which
    /// of two edges is meant, and fits the choice for the other pair of edges that shares the cofactor. The sign of the
    /// entry for which the cofactor stands is rounding there.
    #[inline(always)]
    fn cofactors(&self, i: usize) -> [I::Real; 3] {
        let rows = following(i);
        let [upper, lower] = [self.frame.rotation[rows.first], self.frame.rotation[rows.second]];
        per_axis(
            #[inline(always)]
            |q| {
                let Following { first, second } = following(q);
                let cofactor = upper[first] * lower[second] - lower[first] * upper[second];
                sign(self.isa, cofactor)
            },
        )
    }

    /// Keeps the closer of the best points and of edge `i` of a and `j` of b, on the sides that face each other.
    ///
    /// The cross product of both edges, with the sign towards b, points out of a and into b on both sides of the edges.
    #[inline(always)]
    fn edges(
        &self,
        cofactors: [I::Real; 3],
        [i, j]: [usize; 2],
        mut best: Closest<I::Real>,
    ) -> Closest<I::Real> {
        let Self { isa, frame } = self;
        let Following { first: l, second: m } = following(i);
        let Following { first: p, second: q } = following(j);
        let (offset, d) = (frame.offset_a, column(&frame.rotation, j));
        let forwards = sign(*isa, d[l] * offset[m] - d[m] * offset[l]);
        let backwards = -forwards;
        let side_p = (backwards * cofactors[q]) * frame.own_b[p];
        let side_q = (forwards * cofactors[p]) * frame.own_b[q];
        let between = per_axis(
            #[inline(always)]
            |k| {
                let with_p = side_p * frame.rotation[k][p] + offset[k];
                side_q * frame.rotation[k][q] + with_p
            },
        );
        let side_l = (backwards * sign(*isa, d[m])) * frame.own_a[l];
        let side_m = (forwards * sign(*isa, d[l])) * frame.own_a[m];
        let [along, across_l, across_m] = [between[i], between[l] - side_l, between[m] - side_m];
        let gap = across_m * d[l] - across_l * d[m];
        let sine_squared = d[l] * d[l] + d[m] * d[m];
        let smallest = isa.splat(PARALLEL_EDGES_SINE_SQUARED);
        let inverse = isa.splat(1.0) / sine_squared.greater(smallest);
        // Not (along_a − cosine · along_b) / sine²: of nearly parallel edges, that difference is rounding noise.
        let on_b = (across_l * d[l] + across_m * d[m]) * inverse;
        let on_a = along - d[i] * on_b;
        // A product in this order stays in the range of floats, however short the edges and their cross product are.
        let squared = (gap * inverse) * gap;
        let inside = on_a.abs().at_most(frame.own_a[i]) & on_b.abs().at_most(frame.own_b[j]);
        let closer = inside & smallest.less(sine_squared) & squared.less(best.squared);
        best.squared = Lanes::select(closer, squared, best.squared);
        best.code = IntegerLanes::select(closer, isa.splat_integer(EDGE_AXES[i][j]), best.code);
        best.gap = Lanes::select(closer, gap, best.gap);
        let mut on_edge = [on_a, on_a, on_a];
        (on_edge[l], on_edge[m]) = (side_l, side_m);
        best.on_edge = select(closer, on_edge, best.on_edge);
        best
    }
}

impl<F: Singles> Closest<F> {
    /// Where the closest points are.
    #[inline(always)]
    fn points<I: Isa<Real = F, Mask = F::Mask, Integer = F::Integer>>(
        &self,
        isa: I,
        frame: &Frame<F>,
    ) -> ClosestPoints<F> {
        let zero = isa.splat(0.0);
        let is_corner_of_a = isa.splat_integer(FIRST_CORNER_OF_A - 1).less(self.code);
        let [of_a, of_b] = [Corners::of_a(frame), Corners::of_b(frame)];
        let half = select(is_corner_of_a, of_a.half, of_b.half);
        let mut at = select(is_corner_of_a, of_a.center, of_b.center);
        let mut on_a = frame.own_a;
        for axis in 0..3 {
            let bit = isa.splat_integer(1 << axis);
            let positive = (self.code & bit).equals(bit);
            let side = select(is_corner_of_a, of_a.sides[axis], of_b.sides[axis]);
            at = select(positive, sum(at, side), difference(at, side));
            // Corners of a are mirrored.
            on_a[axis] = Lanes::select(positive, zero - on_a[axis], on_a[axis]);
        }
        let mut nearest = at;
        for (component, limit) in nearest.iter_mut().zip(half) {
            *component = limit.lesser((-limit).greater(*component));
        }
        let outside = difference(at, nearest);
        let mut between = outside;
        for (component, row) in between.iter_mut().zip(frame.rotation) {
            *component = dot(row, outside);
        }
        let [x, y, z] = select(is_corner_of_a, between, outside);
        let distance = self.squared.sqrt();
        let mut on_a = select(is_corner_of_a, on_a, nearest);
        let mut direction = [x / distance, y / distance, z / distance];
        let on_edges = self.code.less(isa.splat_integer(FIRST_CORNER_OF_B));
        if on_edges.bits() != 0 {
            let [x, y, z] = unit_edge_product(isa, frame, self.code);
            let across = select(self.gap.less(zero), [zero - x, zero - y, zero - z], [x, y, z]);
            on_a = select(on_edges, self.on_edge, on_a);
            direction = select(on_edges, across, direction);
        }
        ClosestPoints { on_a, direction, distance, code: self.code }
    }
}

/// The closest points of two boxes, along a's axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClosestPoints<F: Singles> {
    /// The point of a, from a's center.
    pub(crate) on_a: [F; 3],
    /// The unit direction from there to the point of b; noise if the points are nearer than rounding.
    pub(crate) direction: [F; 3],
    pub(crate) distance: F,
    /// The number of the corner or of the edge pair's axis.
    pub(crate) code: F::Integer,
}
