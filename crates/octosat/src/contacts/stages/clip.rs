//! The corners of the intersection of the rectangle and the parallelogram, in fixed slots.
//!
//! Each of the parallelogram's four edges is cut to an interval by the rectangle's two slabs (Cyrus
//! and Beck, "Generalized Two- and Three-Dimensional Clipping", 1978; Liang and Barsky, 1984). Where
//! it starts is a corner of b or a crossing; where it ends before its own end, another crossing. The
//! rectangle's corners inside the parallelogram complete the list: 4 + 4 + 4 slots, which hold at most
//! eight corners (at the tolerance some of them twice), with no branch and no scatter. The parallelogram counts with its boundary,
//! within a slack, and the rectangle's corners without, so that the exact ties of aligned stacks
//! give each corner once.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes};

use super::faces::FacePair;
use super::features::Features;
use super::plane::{FacePlane, PlanePoint, clamped};
use crate::tolerances::{ALONG_SIDE, CORNER_INSIDE};

/// The number of slots.
pub(super) const SLOTS: usize = 12;

/// Candidates for contact points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots<I: Isa> {
    pub(super) points: [PlanePoint<I::Real>; SLOTS],
    pub(super) features: [I::Integer; SLOTS],
    pub(super) present: [I::Mask; SLOTS],
    /// How many are present, before any is left out. Counted as they are made: counting them all
    /// behind loads every mask once more.
    pub(super) made: I::Integer,
}

/// Where an edge crosses the rectangle's sides, from −1 at its start to 1 at its end, and whether
/// that is a side across u rather than one across v.
#[derive(Clone, Copy, Debug)]
struct Crossings<I: Isa> {
    /// Whether a part of the edge lies between them, and whether its start and its end do.
    exist: I::Mask,
    from_start: I::Mask,
    to_end: I::Mask,
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

impl<F: Lanes> Edge<F> {
    /// Edge `K`, which begins at corner `K`.
    #[inline(always)]
    fn of<const K: usize>(plane: &FacePlane<F>) -> Self {
        let [first, second] = plane.edges;
        match K {
            0 => Self { middle: plane.center.minus(second), half: first },
            1 => Self { middle: plane.center.plus(first), half: second },
            2 => Self { middle: plane.center.plus(second), half: first },
            _ => Self { middle: plane.center.minus(first), half: second },
        }
    }

    /// Whether edge `k` runs along `half` and not against it.
    #[inline(always)]
    fn runs_forwards(k: usize) -> bool {
        k < 2
    }
}

/// What all edges of b are cut with.
struct Scissors<'a, I: Isa> {
    isa: I,
    plane: &'a FacePlane<I::Real>,
    features: &'a Features<I>,
    floor: Floor<I::Real>,
    /// How the two directions of b's edges run across the rectangle's slabs.
    across: [Slab<I>; 2],
    /// Which corners of b lie in the rectangle, as the corner itself or one of its edges says. One
    /// answer a corner, which both of its edges take: else rounding could make one edge end inside
    /// and the next begin outside, and the corner would be nobody's; or an edge, one of whose
    /// crossings lies at or before its start, would enter through a side that is nowhere near.
    inside: [I::Mask; 4],
    /// Which edges count: a face without width has each twice, and one stays.
    distinct: [I::Mask; 4],
    /// The largest gap of a candidate.
    limit: I::Real,
}

impl<I: Isa> Slots<I> {
    /// No candidate at all.
    #[inline(always)]
    pub(super) fn none(isa: I, plane: &FacePlane<I::Real>) -> Self {
        let zero = isa.splat_integer(0);
        Self {
            points: [plane.center; SLOTS],
            features: [zero; SLOTS],
            present: [zero.less(zero); SLOTS],
            made: zero,
        }
    }

    /// Clips the faces against each other; candidates whose gap is larger than `limit` are left out.
    ///
    /// In place: returned by value, the slots were copied from memory to memory once a batch.
    #[inline(always)]
    pub(super) fn clip<A: Arithmetic>(
        &mut self,
        isa: I,
        faces: &FacePair<I>,
        plane: &FacePlane<I::Real>,
        limit: I::Real,
    ) {
        let features = Features::new(isa, faces, plane);
        let mut scissors = Scissors::new(isa, faces, plane, &features, limit);
        // Spelt out: as a loop over four the compiler keeps it rolled, with all slots in memory. And in
        // this order, so that few cuts wait for their neighbors.
        let last = scissors.cut::<3>();
        let first = scissors.cut::<0>();
        scissors.ask_edges(0, &first, &last);
        let second = scissors.cut::<1>();
        scissors.ask_edges(1, &second, &first);
        self.cut_edge::<A, 0>(&scissors, &first);
        let third = scissors.cut::<2>();
        scissors.ask_edges(2, &third, &second);
        self.cut_edge::<A, 1>(&scissors, &second);
        scissors.ask_edges(3, &last, &third);
        self.cut_edge::<A, 2>(&scissors, &third);
        self.cut_edge::<A, 3>(&scissors, &last);
        self.corners_of_a::<A>(faces, &scissors);
    }

    /// Says whether there is a candidate in a slot.
    #[inline(always)]
    fn set_present(&mut self, isa: I, slot: usize, present: I::Mask) {
        self.present[slot] = present;
        self.made = self.made + isa.splat_integer(1).keep(present);
    }

    /// Slot `K`: where b's edge `K` enters the rectangle; `4 + K`: where it leaves.
    #[inline(always)]
    fn cut_edge<A: Arithmetic, const K: usize>(
        &mut self,
        scissors: &Scissors<'_, I>,
        cut: &Crossings<I>,
    ) {
        let Scissors { isa, plane, features, floor, inside, distinct, limit, .. } = scissors;
        let one = isa.splat(1.0);
        let edge = Edge::of::<K>(plane);
        let [starts, ends] = [inside[K], inside[(K + 1) % 4]];
        let direction = if Edge::<I::Real>::runs_forwards(K) { one } else { -one };
        let low = Lanes::select(starts, -one, cut.low);
        let enters = edge.middle.moved::<A>(low * direction, edge.half);
        let leaves = edge.middle.moved::<A>(cut.high * direction, edge.half);
        let enters = floor.brought_onto::<A>(enters);
        let leaves = floor.brought_onto::<A>(leaves);
        self.points[K] = enters;
        self.points[4 + K] = leaves;
        self.features[K] = IntegerLanes::select(
            starts,
            features.corner_of_b(K),
            features.crossing(K, cut.low_is_u, false),
        );
        self.features[4 + K] = features.crossing(K, cut.high_is_u, true);
        let through_u = cut.low_is_u & cut.high_is_u & scissors.is_thin(0);
        let through_v = !cut.low_is_u & !cut.high_is_u & scissors.is_thin(1);
        let twice = !starts & (through_u | through_v);
        // An edge along a side, one of whose ends is inside by rounding and whose middle is not, crosses nothing:
        // there is the end, and no second point at its place with the name of some side.
        let enters_or_starts = (starts | cut.exist) & distinct[K];
        let crosses = cut.exist & !ends & !twice & distinct[K];
        self.set_present(*isa, K, enters_or_starts & enters.gap.at_most(*limit));
        self.set_present(*isa, 4 + K, crosses & leaves.gap.at_most(*limit));
    }

    /// Slots 8..12: the rectangle's corners strictly inside the parallelogram.
    #[inline(always)]
    fn corners_of_a<A: Arithmetic>(&mut self, faces: &FacePair<I>, scissors: &Scissors<'_, I>) {
        let Scissors { isa, plane, features, limit, .. } = scissors;
        let zero = isa.splat(0.0);
        let FacePlane { sides, center, edges: [first, second], slack } = **plane;
        let area = first.cross::<A>(second).abs();
        // In exact numbers a corner is this far inside, for the whole slack, just where the edge of b
        // beside it misses the widened rectangle. By rounding both could say no.
        let inside = isa.splat(CORNER_INSIDE) * slack;
        let reach_first = area - inside * (second.u.abs() + second.v.abs());
        let reach_second = area - inside * (first.u.abs() + first.v.abs());
        let slope = isa.splat(1.0) / faces.cosine_b;
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
            let within_first = from_center.cross::<A>(second).abs().less(reach_first);
            let within_second = first.cross::<A>(from_center).abs().less(reach_second);
            let mut present = within_first & within_second;
            if positive_u {
                present = present & !scissors.is_thin(0);
            }
            if positive_v {
                present = present & !scissors.is_thin(1);
            }
            let gap = level * slope;
            self.points[8 + k] = PlanePoint { u, v, gap };
            self.features[8 + k] = features.corner_of_a(k);
            self.set_present(*isa, 8 + k, present & gap.at_most(*limit));
        }
    }
}

impl<'a, I: Isa> Scissors<'a, I> {
    /// Lets the edges that begin and end at a corner say that it is inside.
    #[inline(always)]
    fn ask_edges(&mut self, corner: usize, begins: &Crossings<I>, ends: &Crossings<I>) {
        self.inside[corner] = self.inside[corner] | begins.from_start | ends.to_end;
    }

    /// Where the rectangle has no length along u or v: an edge that crosses it there does so twice at
    /// one place. Asked anew each time, which takes what keeping the answer would.
    #[inline(always)]
    fn is_thin(&self, axis: usize) -> I::Mask {
        self.plane.sides[axis].equals(self.isa.splat(0.0))
    }

    /// Where b's edge `K` crosses the rectangle's sides.
    #[inline(always)]
    fn cut<const K: usize>(&self) -> Crossings<I> {
        let edge = Edge::of::<K>(self.plane);
        let forwards = Edge::<I::Real>::runs_forwards(K);
        self.across[K % 2].cut(self.isa, self.plane, &edge, forwards)
    }

    #[inline(always)]
    fn new(
        isa: I,
        faces: &FacePair<I>,
        plane: &'a FacePlane<I::Real>,
        features: &'a Features<I>,
        limit: I::Real,
    ) -> Self {
        let zero = isa.splat(0.0);
        let floor = Floor::new(isa, faces, plane);
        let [first, second] = plane.edges;
        let [before, after] = [plane.center.minus(second), plane.center.plus(second)];
        let inside = [
            floor.holds(before.minus(first)),
            floor.holds(before.plus(first)),
            floor.holds(after.plus(first)),
            floor.holds(after.minus(first)),
        ];
        let [flat_first, flat_second] =
            [faces.half_b[1].equals(zero), faces.half_b[2].equals(zero)];
        let distinct = [!flat_first, zero.equals(zero), !flat_second, !(flat_first | flat_second)];
        Self {
            isa,
            plane,
            features,
            floor,
            across: [Slab::new(isa, plane, 0), Slab::new(isa, plane, 1)],
            inside,
            distinct,
            limit,
        }
    }
}

/// The rectangle, and how the gap to b's face changes along it.
#[derive(Clone, Copy, Debug)]
struct Floor<F> {
    sides: [F; 2],
    slopes: [F; 2],
    /// The sides and the slack.
    reach: [F; 2],
}

impl<F: Lanes> Floor<F> {
    #[inline(always)]
    fn new<I: Isa<Real = F, Mask = F::Mask>>(
        isa: I,
        faces: &FacePair<I>,
        plane: &FacePlane<F>,
    ) -> Self {
        let inverse = isa.splat(1.0) / faces.cosine_b;
        let [_, u, v] = faces.axes_b[0];
        let sides = plane.sides;
        let reach = [sides[0] + plane.slack, sides[1] + plane.slack];
        Self { sides, slopes: [u * inverse, v * inverse], reach }
    }

    /// Whether a point lies in the rectangle, within the slack.
    #[inline(always)]
    fn holds(&self, point: PlanePoint<F>) -> F::Mask {
        point.u.abs().at_most(self.reach[0]) & point.v.abs().at_most(self.reach[1])
    }

    /// A point of b's face that the slack alone holds in the rectangle, moved to its boundary.
    ///
    /// Cutting edges without slack instead, a corner of a that a nearly parallel edge of b passes
    /// within the slack was lost: the cut lay far from it, and the corner did not count as inside.
    #[inline(always)]
    fn brought_onto<A: Arithmetic>(&self, point: PlanePoint<F>) -> PlanePoint<F> {
        let u = clamped(point.u, self.sides[0]);
        let v = clamped(point.v, self.sides[1]);
        let gap = A::multiply_add(point.u - u, self.slopes[0], point.gap);
        let gap = A::multiply_add(point.v - v, self.slopes[1], gap);
        PlanePoint { u, v, gap }
    }
}

/// How one direction of b's edges runs across the rectangle's two slabs, which the slack widens.
#[derive(Clone, Copy, Debug)]
struct Slab<I: Isa> {
    inverse: [I::Real; 2],
    /// Half the slab's width in units of the half edge.
    reach: [I::Real; 2],
    /// Where the edge does not cross the slab but lies along it.
    along: [I::Mask; 2],
}

impl<I: Isa> Slab<I> {
    #[inline(always)]
    fn new(isa: I, plane: &FacePlane<I::Real>, direction: usize) -> Self {
        let one = isa.splat(1.0);
        let edge = plane.edges[direction];
        let mut slab = Self { inverse: [one; 2], reach: [one; 2], along: [one.less(one); 2] };
        for (k, step) in [edge.u, edge.v].into_iter().enumerate() {
            let along = step.abs().at_most(plane.slack * isa.splat(ALONG_SIDE));
            let inverse = one / Lanes::select(along, one, step);
            slab.inverse[k] = inverse;
            slab.reach[k] = (plane.sides[k] + plane.slack) * inverse.abs();
            slab.along[k] = along;
        }
        slab
    }

    /// Where an edge enters the last of both slabs and leaves the first, within its own ends.
    #[inline(always)]
    fn cut(
        &self,
        isa: I,
        plane: &FacePlane<I::Real>,
        edge: &Edge<I::Real>,
        forwards: bool,
    ) -> Crossings<I> {
        let [one, infinite] = [isa.splat(1.0), isa.splat(f32::INFINITY)];
        let mut low = [one; 2];
        let mut high = [one; 2];
        for (k, middle) in [edge.middle.u, edge.middle.v].into_iter().enumerate() {
            let center = middle * self.inverse[k];
            // Walked backwards, the edge meets the slab at the opposite places.
            let center = if forwards { -center } else { center };
            let within = middle.abs().at_most(plane.sides[k] + plane.slack);
            let all = Lanes::select(within, infinite, -infinite);
            let reach = Lanes::select(self.along[k], all, self.reach[k]);
            low[k] = center - reach;
            high[k] = center + reach;
        }
        let low_is_u = low[1].less(low[0]);
        let high_is_u = high[0].less(high[1]);
        let low = low[0].greater(low[1]);
        let high = high[0].lesser(high[1]);
        let exist = low.at_most(high) & low.at_most(one) & (-one).at_most(high);
        Crossings {
            exist,
            from_start: exist & low.at_most(-one),
            to_end: exist & one.at_most(high),
            low: clamped(low, one),
            high: clamped(high, one),
            low_is_u,
            high_is_u,
        }
    }
}
