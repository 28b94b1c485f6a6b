//! The edges of the parallelogram, clipped by the rectangle: where each starts on the outline of the intersection.

use octosat_lanes::{IntegerLanes, Isa, Lanes};

use super::faces::{FacePair, FacePlane, PlanePoint, clamped, inverse_step, off_boundary};
use super::features::Features;
use super::slots::{Start, distinct};

/// An edge of the parallelogram: its middle, and half of it in its direction.
#[derive(Clone, Copy, Debug)]
struct Edge<F> {
    middle: PlanePoint<F>,
    half: PlanePoint<F>,
}

impl<F: Lanes> Edge<F> {
    /// The edge of a number, which begins at the corner of this number.
    #[inline(always)]
    fn new(plane: &FacePlane<F>, number: usize) -> Self {
        let [first, second] = plane.edges;
        match number {
            0 => Self { middle: plane.center.minus(second), half: first },
            1 => Self { middle: plane.center.plus(first), half: second },
            2 => Self { middle: plane.center.plus(second), half: first },
            _ => Self { middle: plane.center.minus(first), half: second },
        }
    }
}

/// The data by which all edges of b are clipped.
pub(super) struct Edges<'a, I: Isa> {
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
    pub(super) fn new(
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

    /// Where the edge of b of a number starts in the rectangle: at its corner, or where it enters.
    #[inline(always)]
    pub(super) fn start(&self, number: usize) -> Start<I> {
        let one = self.isa.splat(1.0);
        let edge = Edge::new(self.plane, number);
        let forwards = number < 2;
        let slabs = &self.across[number % 2];
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
            point: self.floor.brought_onto(edge.middle.moved(along, edge.half)),
            feature: IntegerLanes::select(
                is_corner,
                self.features.corner_of_b(number),
                self.features.entry_of_b(number, enters_u),
            ),
            exists: exists & self.distinct[number],
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
    fn brought_onto(&self, point: PlanePoint<F>) -> PlanePoint<F> {
        let u = clamped(point.u, self.sides[0]);
        let v = clamped(point.v, self.sides[1]);
        let gap = (point.u - u) * self.slopes[0] + point.gap;
        let gap = (point.v - v) * self.slopes[1] + gap;
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
