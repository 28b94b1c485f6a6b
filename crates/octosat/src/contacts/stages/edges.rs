//! The corners of the intersection of the rectangle and the parallelogram, in eight fixed slots.
//!
//! Both outlines are walked in the same direction. Each of their eight edges has at most one part on the outline of
//! the intersection, and each corner of the intersection is the start of one such part: a corner of its own
//! shape, or the place where the edge enters the other shape. So there is one slot per edge, each corner has one
//! slot, and no branch and no scatter is needed. Each edge is clipped to an interval by the two slabs of the other
//! shape (Cyrus and Beck, "Generalized Two- and Three-Dimensional Clipping", 1978; Liang and Barsky, 1984).
//!
//! Edges of b are clipped by a's face grown by a slack on all sides, and the sides of a are those of its face grown by
//! half the slack. So if an edge of b and a side of a lie on each other and both faces are on the same side of them, as in
//! an aligned stack, the edge gives the corners and the side gives none: each corner is found once. If the faces are on
//! opposite sides, and overlap in a thin strip or in a line, both give their end of it. All points are brought back onto
//! a's face.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes};

use super::faces::{FacePair, FacePlane, PlanePoint, clamped, inverse_step, off_boundary};
use super::features::Features;
use super::sides::Sides;

/// The number of slots: four edges of b, then four sides of a.
pub(super) const SLOTS: usize = 8;

/// Candidates for contact points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots<I: Isa> {
    /// A slot without a candidate has an infinite gap.
    pub(super) points: [PlanePoint<I::Real>; SLOTS],
    pub(super) features: [I::Integer; SLOTS],
    /// Which candidates count.
    pub(super) present: [I::Mask; SLOTS],
    /// How many count, before any is removed. They are counted as they are made: counting them later loads every mask
    /// once more.
    pub(super) made: I::Integer,
    /// The least gap of all candidates; infinite if there are none.
    pub(super) least: I::Real,
}

/// A corner of the intersection, if it is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<I: Isa> {
    pub(super) point: PlanePoint<I::Real>,
    pub(super) feature: I::Integer,
    pub(super) exists: I::Mask,
}

impl<I: Isa> Slots<I> {
    /// No candidates.
    #[inline(always)]
    pub(super) fn none(isa: I, plane: &FacePlane<I::Real>) -> Self {
        let zero = isa.splat_integer(0);
        Self {
            points: [plane.center; SLOTS],
            features: [zero; SLOTS],
            present: [zero.less(zero); SLOTS],
            made: zero,
            least: isa.splat(f32::INFINITY),
        }
    }

    /// Puts a corner into its slot; it counts if its gap is at most `limit`.
    #[inline(always)]
    fn set(&mut self, isa: I, slot: usize, start: Start<I>, limit: I::Real) {
        let Start { point, feature, exists } = start;
        let gap = Lanes::select(exists, point.gap, isa.splat(f32::INFINITY));
        let present = gap.at_most(limit);
        self.points[slot] = PlanePoint { gap, ..point };
        self.features[slot] = feature;
        self.present[slot] = present;
        self.made = self.made + isa.splat_integer(1).keep(present);
        self.least = gap.lesser(self.least);
    }

    /// Moves the nearest candidates of the given lanes to a gap of `limit`, so that they count; no other does there.
    ///
    /// Only rounding separates them from it: the boxes overlap.
    #[inline(always)]
    pub(super) fn show_nearest(&mut self, isa: I, lanes: I::Mask, limit: I::Real) {
        // Spelt out: a loop over all would stay rolled.
        self.show_nearest_of_four(isa, lanes, limit, 0);
        self.show_nearest_of_four(isa, lanes, limit, 4);
    }

    #[inline(always)]
    fn show_nearest_of_four(&mut self, isa: I, lanes: I::Mask, limit: I::Real, first: usize) {
        for slot in first..first + 4 {
            let gap = &mut self.points[slot].gap;
            let nearest = lanes & gap.at_most(self.least);
            *gap = Lanes::select(nearest, limit, *gap);
            self.present[slot] = self.present[slot] | nearest;
            self.made = self.made + isa.splat_integer(1).keep(nearest);
        }
    }
}

/// Which edges of two pairs of opposite edges count: those with a length. A point keeps one edge, and a line one
/// edge for each end.
#[inline(always)]
pub(super) fn distinct<I: Isa>(isa: I, half: [I::Real; 2]) -> [I::Mask; 4] {
    let zero = isa.splat(0.0);
    let [flat_first, flat_second] = [half[0].equals(zero), half[1].equals(zero)];
    [!flat_first | flat_second, !flat_second, !flat_first, !flat_second]
}

impl<I: Isa> Slots<I> {
    /// Clips the faces against each other; candidates whose gap is at most `limit` count.
    ///
    /// In place: returned by value, the slots would be copied from memory to memory once per batch.
    #[inline(always)]
    pub(super) fn clip<A: Arithmetic>(
        &mut self,
        isa: I,
        faces: &FacePair<I>,
        plane: &FacePlane<I::Real>,
        limit: I::Real,
    ) {
        let features = Features::new(isa, faces, plane);
        let edges = Edges::new(isa, faces, plane, &features);
        // Spelt out: as a loop over four the compiler keeps it rolled, with all slots in memory.
        self.set(isa, 0, edges.start::<A, 0>(), limit);
        self.set(isa, 1, edges.start::<A, 1>(), limit);
        self.set(isa, 2, edges.start::<A, 2>(), limit);
        self.set(isa, 3, edges.start::<A, 3>(), limit);
        let sides = Sides::new::<A>(isa, faces, plane, &features);
        self.set(isa, 4, sides.start::<A, 0>(), limit);
        self.set(isa, 5, sides.start::<A, 1>(), limit);
        self.set(isa, 6, sides.start::<A, 2>(), limit);
        self.set(isa, 7, sides.start::<A, 3>(), limit);
    }
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
}

/// The data by which all edges of b are clipped.
struct Edges<'a, I: Isa> {
    isa: I,
    plane: &'a FacePlane<I::Real>,
    features: &'a Features<I>,
    floor: Floor<I::Real>,
    /// How the two directions of b's edges run across the rectangle's slabs.
    across: [Slabs<I>; 2],
    /// Which edges count.
    distinct: [I::Mask; 4],
}

impl<'a, I: Isa> Edges<'a, I> {
    #[inline(always)]
    fn new(
        isa: I,
        faces: &FacePair<I>,
        plane: &'a FacePlane<I::Real>,
        features: &'a Features<I>,
    ) -> Self {
        Self {
            isa,
            plane,
            features,
            floor: Floor::new(isa, faces, plane),
            across: [Slabs::new(isa, plane, 0), Slabs::new(isa, plane, 1)],
            distinct: distinct(isa, [faces.half_b[1], faces.half_b[2]]),
        }
    }

    /// Where b's edge `K` starts in the rectangle: at its corner, or where it enters.
    #[inline(always)]
    fn start<A: Arithmetic, const K: usize>(&self) -> Start<I> {
        let one = self.isa.splat(1.0);
        let edge = Edge::of::<K>(self.plane);
        let forwards = K < 2;
        let slabs = &self.across[K % 2];
        let [first, second] =
            [slabs.crossed(0, edge.middle.u, forwards), slabs.crossed(1, edge.middle.v, forwards)];
        let enters_u = second.low.less(first.low);
        let low = first.low.greater(second.low);
        let high = first.high.lesser(second.high);
        let exists = low.at_most(high) & low.at_most(one) & (-one).at_most(high);
        let is_corner = low.at_most(-one);
        let place = Lanes::select(is_corner, -one, low);
        let along = if forwards { place } else { -place };
        Start {
            point: self.floor.brought_onto::<A>(edge.middle.moved::<A>(along, edge.half)),
            feature: IntegerLanes::select(
                is_corner,
                self.features.corner_of_b(K),
                self.features.entry_of_b(K, enters_u),
            ),
            exists: exists & self.distinct[K],
        }
    }
}

/// The rectangle, and how the gap to b's face changes along it.
#[derive(Clone, Copy, Debug)]
struct Floor<F> {
    sides: [F; 2],
    slopes: [F; 2],
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
        Self { sides: plane.sides, slopes: [u * inverse, v * inverse] }
    }

    /// A point of b's face that only the slack keeps in the rectangle, moved to the rectangle's boundary.
    ///
    /// If edges were clipped without slack instead, a corner of a that a nearly parallel edge of b passes within the
    /// slack would be lost: the cut would be far from the corner, and the corner would not count as inside.
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
struct Slabs<I: Isa> {
    inverse: [I::Real; 2],
    /// Half the slab's width in units of the half edge.
    reach: [I::Real; 2],
    off_boundary: [I::Real; 2],
}

/// Where an edge enters and leaves a slab, from −1 at its start to 1 at its end.
#[derive(Clone, Copy, Debug)]
struct Crossed<F> {
    low: F,
    high: F,
}

impl<I: Isa> Slabs<I> {
    #[inline(always)]
    fn new(isa: I, plane: &FacePlane<I::Real>, direction: usize) -> Self {
        let edge = plane.edges[direction];
        let inverse =
            [inverse_step(isa, edge.u, plane.slack), inverse_step(isa, edge.v, plane.slack)];
        let reach = [
            (plane.sides[0] + plane.slack) * inverse[0].abs(),
            (plane.sides[1] + plane.slack) * inverse[1].abs(),
        ];
        let off_boundary =
            [off_boundary(isa, edge.u, plane.slack), off_boundary(isa, edge.v, plane.slack)];
        Self { inverse, reach, off_boundary }
    }

    /// An edge across slab `k`, given its middle there.
    #[inline(always)]
    fn crossed(&self, k: usize, middle: I::Real, forwards: bool) -> Crossed<I::Real> {
        let center = middle * self.inverse[k];
        // Walked backwards, the edge meets the slab at the opposite places.
        let center = if forwards { -center } else { center };
        Crossed {
            low: (center - self.reach[k]) - self.off_boundary[k],
            high: center + self.reach[k],
        }
    }
}
