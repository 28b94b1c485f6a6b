//! The corners of the intersection of the rectangle and the parallelogram, in fixed slots.
//!
//! Each of the parallelogram's four edges is cut to an interval by the rectangle's two slabs (Cyrus
//! and Beck, "Generalized Two- and Three-Dimensional Clipping", 1978; Liang and Barsky, 1984). Where
//! it starts is a corner of b or a crossing; where it ends before its own end, another crossing. The
//! rectangle's corners inside the parallelogram complete the list: 4 + 4 + 4 slots, of which at most
//! eight hold a corner, with no branch and no scatter. The parallelogram counts with its boundary,
//! within a slack, and the rectangle's corners without, so that the exact ties of aligned stacks
//! give each corner once.

use octosat_lanes::{Arithmetic, Isa, Lanes};

use super::faces::FacePair;
use super::features::Features;
use super::plane::{FacePlane, PlanePoint};

/// The number of slots.
pub(super) const SLOTS: usize = 12;

/// Candidates for contact points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots<I: Isa> {
    pub(super) points: [PlanePoint<I::Real>; SLOTS],
    pub(super) features: [I::Real; SLOTS],
    pub(super) present: [I::Mask; SLOTS],
}

/// The part of an edge inside the rectangle, from −1 at its start to 1 at its end, and whether a
/// side across u cuts it at either end, rather than one across v.
///
/// Whether there is such a part, and whether it reaches the edge's own ends, is asked with the
/// slack; where it is cut, without: a crossing lies on the rectangle's side and not beside it.
#[derive(Clone, Copy, Debug)]
struct Inside<I: Isa> {
    exists: I::Mask,
    holds_start: I::Mask,
    holds_end: I::Mask,
    low: I::Real,
    high: I::Real,
    low_is_u: I::Mask,
    high_is_u: I::Mask,
}

/// An edge of the parallelogram: its middle, and half of it in its direction.
#[derive(Clone, Copy, Debug)]
struct Edge<F> {
    middle: PlanePoint<F>,
    half: PlanePoint<F>,
}

impl<I: Isa> Slots<I> {
    /// Clips the faces against each other.
    #[inline(always)]
    pub(super) fn clip<A: Arithmetic>(
        isa: I,
        faces: &FacePair<I>,
        plane: &FacePlane<I::Real>,
    ) -> Self {
        let features = Features::new(isa, faces, plane);
        let nothing = plane.center;
        let nowhere = nothing.gap.less(nothing.gap);
        let mut slots = Self {
            points: [nothing; SLOTS],
            features: [isa.splat(0.0); SLOTS],
            present: [nowhere; SLOTS],
        };
        slots.edges_of_b::<A>(isa, faces, plane, &features);
        slots.corners_of_a::<A>(isa, faces, plane, &features);
        slots
    }

    /// Slots 0..4: where b's edges enter the rectangle; 4..8: where they leave it.
    #[inline(always)]
    fn edges_of_b<A: Arithmetic>(
        &mut self,
        isa: I,
        faces: &FacePair<I>,
        plane: &FacePlane<I::Real>,
        features: &Features<I>,
    ) {
        let [zero, one] = [isa.splat(0.0), isa.splat(1.0)];
        let [first, second] = plane.edges;
        let [flat_first, flat_second] =
            [faces.half_b[1].equals(zero), faces.half_b[2].equals(zero)];
        // A face without width has each edge twice, and a corner for each end of a point; one stays.
        let distinct = [!flat_first, one.equals(one), !flat_second, !(flat_first | flat_second)];
        let edges = [
            Edge { middle: plane.center.minus(second), half: first },
            Edge { middle: plane.center.plus(first), half: second },
            Edge { middle: plane.center.plus(second), half: first },
            Edge { middle: plane.center.minus(first), half: second },
        ];
        let across = [Slab::new(isa, plane, 0), Slab::new(isa, plane, 1)];
        // A side of no length is crossed twice at one place.
        let thin = [plane.sides[0].equals(zero), plane.sides[1].equals(zero)];
        for (k, edge) in edges.into_iter().enumerate() {
            let forwards = k < 2;
            let slabs = across[k % 2];
            let inside = slabs.cut(isa, plane, &edge, forwards);
            let hit = inside.exists & distinct[k];
            let direction = if forwards { one } else { -one };
            let low = Lanes::select(inside.holds_start, -one, inside.low);
            self.points[k] = edge.middle.moved::<A>(low * direction, edge.half);
            self.features[k] = Lanes::select(
                inside.holds_start,
                features.corner_of_b(k),
                features.crossing(k, inside.low_is_u, false),
            );
            self.present[k] = hit;
            self.points[4 + k] = edge.middle.moved::<A>(inside.high * direction, edge.half);
            self.features[4 + k] = features.crossing(k, inside.high_is_u, true);
            let twice = (inside.high_is_u & thin[0]) | (!inside.high_is_u & thin[1]);
            self.present[4 + k] = hit & !inside.holds_end & !twice;
        }
    }

    /// Slots 8..12: the rectangle's corners strictly inside the parallelogram.
    #[inline(always)]
    fn corners_of_a<A: Arithmetic>(
        &mut self,
        isa: I,
        faces: &FacePair<I>,
        plane: &FacePlane<I::Real>,
        features: &Features<I>,
    ) {
        let zero = isa.splat(0.0);
        let FacePlane { sides, center, edges: [first, second], slack } = *plane;
        let cross = |p: PlanePoint<I::Real>, q: PlanePoint<I::Real>| {
            A::multiply_subtract(p.u, q.v, p.v * q.u)
        };
        let area = cross(first, second).abs();
        let reach = |edge: PlanePoint<I::Real>| area - slack * (edge.u.abs() + edge.v.abs());
        let [reach_first, reach_second] = [reach(second), reach(first)];
        let slope = isa.splat(1.0) / faces.cosine_b;
        let thin = [sides[0].equals(zero), sides[1].equals(zero)];
        let [_, axis_u, axis_v] = faces.axes_b[0];
        let lift = (faces.center_b[0] - faces.top) * faces.axes_b[0][0];
        for k in 0..4 {
            let [positive_u, positive_v] = [k & 1 != 0, k & 2 != 0];
            let u = if positive_u { sides[0] } else { zero - sides[0] };
            let v = if positive_v { sides[1] } else { zero - sides[1] };
            // b's face plane meets the line along the normal through the corner at this gap.
            let level = A::multiply_add(faces.center_b[1] - u, axis_u, lift);
            let level = A::multiply_add(faces.center_b[2] - v, axis_v, level);
            let from_center = PlanePoint { u: u - center.u, v: v - center.v, gap: zero };
            let within_first = cross(from_center, second).abs().less(reach_first);
            let within_second = cross(first, from_center).abs().less(reach_second);
            let mut present = within_first & within_second;
            if positive_u {
                present = present & !thin[0];
            }
            if positive_v {
                present = present & !thin[1];
            }
            self.points[8 + k] = PlanePoint { u, v, gap: level * slope };
            self.features[8 + k] = features.corner_of_a(k);
            self.present[8 + k] = present;
        }
    }
}

/// How one direction of b's edges runs across the rectangle's two slabs.
#[derive(Clone, Copy, Debug)]
struct Slab<I: Isa> {
    inverse: [I::Real; 2],
    /// Half the slab's width, and the slack, in units of the half edge.
    reach: [I::Real; 2],
    slack: [I::Real; 2],
    /// Where the edge does not cross the slab but lies along it.
    along: [I::Mask; 2],
}

/// Where an edge enters and leaves a slab.
#[derive(Clone, Copy, Debug)]
struct Span<F> {
    low: F,
    high: F,
}

impl<F: Lanes> Span<F> {
    #[inline(always)]
    fn grown(self, by: F) -> Self {
        Self { low: self.low - by, high: self.high + by }
    }
}

impl<I: Isa> Slab<I> {
    #[inline(always)]
    fn new(isa: I, plane: &FacePlane<I::Real>, direction: usize) -> Self {
        let [zero, one] = [isa.splat(0.0), isa.splat(1.0)];
        let edge = plane.edges[direction];
        let [reals, masks] = [[one; 2], [one; 2]];
        let along = masks.map(|mask| mask.less(mask));
        let mut slab = Self { inverse: reals, reach: reals, slack: reals, along };
        for (k, step) in [edge.u, edge.v].into_iter().enumerate() {
            let along = step.abs().at_most(plane.slack);
            let inverse = one / Lanes::select(along, one, step);
            slab.inverse[k] = inverse;
            slab.reach[k] = plane.sides[k] * inverse.abs();
            slab.slack[k] = Lanes::select(along, zero, plane.slack * inverse.abs());
            slab.along[k] = along;
        }
        slab
    }

    /// The part of an edge inside both slabs.
    #[inline(always)]
    fn cut(
        &self,
        isa: I,
        plane: &FacePlane<I::Real>,
        edge: &Edge<I::Real>,
        forwards: bool,
    ) -> Inside<I> {
        let [one, infinite] = [isa.splat(1.0), isa.splat(f32::INFINITY)];
        let mut spans = [Span { low: one, high: one }; 2];
        for (k, middle) in [edge.middle.u, edge.middle.v].into_iter().enumerate() {
            let center = middle * self.inverse[k];
            // Walked backwards, the edge meets the slab at the opposite places.
            let center = if forwards { -center } else { center };
            let within = middle.abs().at_most(plane.sides[k] + plane.slack);
            let all = Lanes::select(within, infinite, -infinite);
            spans[k] = Span {
                low: Lanes::select(self.along[k], -all, center - self.reach[k]),
                high: Lanes::select(self.along[k], all, center + self.reach[k]),
            };
        }
        let [u, v] = spans;
        let [wide_u, wide_v] = [u.grown(self.slack[0]), v.grown(self.slack[1])];
        let low = larger(wide_u.low, wide_v.low);
        let high = smaller(wide_u.high, wide_v.high);
        let low_is_u = v.low.less(u.low);
        let high_is_u = u.high.less(v.high);
        Inside {
            exists: larger(low, -one).at_most(smaller(high, one)),
            holds_start: low.at_most(-one),
            holds_end: one.at_most(high),
            low: Lanes::select(low_is_u, u.low, v.low),
            high: Lanes::select(high_is_u, u.high, v.high),
            low_is_u,
            high_is_u,
        }
    }
}

/// The larger of two numbers that are not NaN.
#[inline(always)]
fn larger<F: Lanes>(a: F, b: F) -> F {
    F::select(b.less(a), a, b)
}

/// The smaller of two numbers that are not NaN.
#[inline(always)]
fn smaller<F: Lanes>(a: F, b: F) -> F {
    F::select(a.less(b), a, b)
}
