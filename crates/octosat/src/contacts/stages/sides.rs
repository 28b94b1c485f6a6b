//! The sides of the rectangle, clipped by the parallelogram: where each starts on the outline of the intersection.
//!
//! A point of the plane lies in the parallelogram where its cross products with both half edges are at most the
//! area. Along a side these are linear, so each of the two slabs gives an interval.

use octosat_lanes::{IntegerLanes, Isa, Lanes};

use super::faces::{FacePair, FacePlane, PlanePoint, clamped, inverse_step};
use super::features::Features;
use super::slots::{Start, distinct};
use crate::tolerances::GROWN;

/// The data by which all sides of a are clipped.
pub(super) struct RectangleSides<'a, I: Isa> {
    isa: I,
    plane: &'a FacePlane<I::Real>,
    features: &'a Features<I>,
    level: Level<I>,
    /// The slab between b's edges 3 and 1, and that between 0 and 2.
    slabs: [Slab<I>; 2],
    /// Whether the outline of b runs counterclockwise. If not, the outline of a is walked clockwise, too.
    counterclockwise: I::Mask,
    /// The half sides, in the sense in which the first two sides are walked.
    steps: [I::Real; 2],
    distinct: [I::Mask; 4],
    /// Whether opposite sides lie on each other. Their crossings with edges of b are then reported by the edges only.
    is_line: [I::Mask; 2],
}

/// The gap to b's face along the normal.
struct Level<I: Isa> {
    center: [I::Real; 2],
    axis: [I::Real; 2],
    lift: I::Real,
    slope: I::Real,
}

impl<I: Isa> Level<I> {
    #[inline(always)]
    fn new(isa: I, faces: &FacePair<I>) -> Self {
        let [out, u, v] = faces.axes_b[0];
        let [height, center_u, center_v] = faces.center_b;
        Self {
            center: [center_u, center_v],
            axis: [u, v],
            lift: (height - faces.top) * out,
            slope: isa.splat(1.0) / faces.cosine_b,
        }
    }

    /// The point of a's face at a place.
    #[inline(always)]
    fn point(&self, u: I::Real, v: I::Real) -> PlanePoint<I::Real> {
        let level = (self.center[0] - u) * self.axis[0] + self.lift;
        let level = (self.center[1] - v) * self.axis[1] + level;
        PlanePoint { u, v, gap: level * self.slope }
    }
}

/// One slab of the parallelogram, as numbers that are linear over the plane.
struct Slab<I: Isa> {
    /// The number at the rectangle's center, and by how much it grows to the middle of the grown side on the positive
    /// side of u and v.
    middle: I::Real,
    growth: [I::Real; 2],
    /// The inverse of the growth along a walked side.
    inverse: [I::Real; 2],
    /// Half the slab's width in units of a half side.
    reach: [I::Real; 2],
    /// The edge of b through which sides 0 and 1 enter; sides 2 and 3 do so through the other.
    near: [I::Integer; 2],
    far: [I::Integer; 2],
}

impl<'a, I: Isa> RectangleSides<'a, I> {
    #[inline(always)]
    pub(super) fn new(
        isa: I,
        faces: &FacePair<I>,
        plane: &'a FacePlane<I::Real>,
        features: &'a Features<I>,
    ) -> Self {
        let zero = isa.splat(0.0);
        let FacePlane { sides, center, edges: [first, second], slack } = *plane;
        let counterclockwise =
            (faces.positive_a & !faces.positive_b) | (!faces.positive_a & faces.positive_b);
        let area = first.cross(second).abs();
        let half = isa.splat(GROWN) * slack;
        let grown = [sides[0] + half, sides[1] + half];
        let steps = [
            Lanes::select(counterclockwise, grown[0], zero - grown[0]),
            Lanes::select(counterclockwise, grown[1], zero - grown[1]),
        ];
        let cut = Cut { isa, area, slack, sides: grown, steps, counterclockwise };
        let [e0, e1, e2, e3] = features.edges_of_b();
        // Cross products with `second`, and of `first` with the other, hence its sign.
        let of_second = cut.slab(center, second, [e3, e1]);
        let of_first = cut.slab(center, PlanePoint { u: -first.u, v: -first.v, ..first }, [e0, e2]);
        Self {
            isa,
            plane,
            features,
            level: Level::new(isa, faces),
            slabs: [of_second, of_first],
            counterclockwise,
            steps,
            distinct: distinct(isa, sides),
            is_line: [sides[1].equals(zero), sides[0].equals(zero)],
        }
    }

    /// Where the side of a number starts in the parallelogram: at a corner of a, or where it enters. Side 0 is on the negative
    /// side of v, 1 on the positive one of u, then their opposites.
    #[inline(always)]
    pub(super) fn start(&self, number: usize) -> Start<I> {
        let one = self.isa.splat(1.0);
        let along = number % 2;
        let [first, second] = [self.slabs[0].crossed(number), self.slabs[1].crossed(number)];
        let low = first.low.greater(second.low);
        let high = first.high.lesser(second.high);
        let exists = low.less(high) & low.less(one) & (-one).less(high);
        let is_corner = low.at_most(-one);
        let place = (-one).greater(low);
        let forwards = number < 2;
        let step = if forwards { self.steps[along] } else { -self.steps[along] };
        let across = self.plane.sides[1 - along];
        let across = if number == 0 || number == 3 { -across } else { across };
        let walked = clamped(place * step, self.plane.sides[along]);
        let [u, v] = if along == 0 { [walked, across] } else { [across, walked] };
        let through = IntegerLanes::select(
            second.low.less(first.low),
            self.slabs[0].entered(number),
            self.slabs[1].entered(number),
        );
        let crossing = through + self.features.side_of_a(number);
        let corner = self.features.start_of_side(number, self.counterclockwise);
        Start {
            point: self.level.point(u, v),
            feature: IntegerLanes::select(is_corner, corner, crossing),
            exists: exists & self.distinct[number] & (is_corner | !self.is_line[along]),
        }
    }
}

/// The data that both slabs are computed from.
struct Cut<I: Isa> {
    isa: I,
    area: I::Real,
    slack: I::Real,
    sides: [I::Real; 2],
    steps: [I::Real; 2],
    counterclockwise: I::Mask,
}

impl<I: Isa> Cut<I> {
    /// Whether a side with this inverse step enters through the first of the two edges.
    #[inline(always)]
    fn enters_low(&self, inverse: I::Real) -> I::Mask {
        let forwards = self.isa.splat(0.0).less(inverse);
        (forwards & self.counterclockwise) | !(forwards | self.counterclockwise)
    }

    /// The slab between the two edges of b along a half edge, given the edges that bound it.
    #[inline(always)]
    fn slab(
        &self,
        center: PlanePoint<I::Real>,
        edge: PlanePoint<I::Real>,
        [low, high]: [I::Integer; 2],
    ) -> Slab<I> {
        let isa = self.isa;
        let zero = isa.splat(0.0);
        let slack = self.slack * (edge.u.abs() + edge.v.abs());
        let growth = [self.sides[0] * edge.v, zero - self.sides[1] * edge.u];
        let walked = [self.steps[0] * edge.v, zero - self.steps[1] * edge.u];
        let inverse = [inverse_step(isa, walked[0], slack), inverse_step(isa, walked[1], slack)];
        let sizes = [inverse[0].abs(), inverse[1].abs()];
        // By the step that the side is clipped with, and not by one whose sign rounding has changed.
        let enters_low = [self.enters_low(inverse[0]), self.enters_low(inverse[1])];
        Slab {
            middle: zero - center.cross(edge),
            growth,
            inverse,
            reach: [self.area * sizes[0], self.area * sizes[1]],
            near: [
                IntegerLanes::select(enters_low[0], low, high),
                IntegerLanes::select(enters_low[1], low, high),
            ],
            far: [
                IntegerLanes::select(enters_low[0], high, low),
                IntegerLanes::select(enters_low[1], high, low),
            ],
        }
    }
}

/// Where a side enters and leaves a slab.
struct Crossed<F> {
    low: F,
    high: F,
}

impl<I: Isa> Slab<I> {
    /// The side of a number across the slab.
    #[inline(always)]
    fn crossed(&self, number: usize) -> Crossed<I::Real> {
        let along = number % 2;
        let growth = self.growth[1 - along];
        // RectangleSides 0 and 3 lie on the negative side of the other axis.
        let negative = number == 0 || number == 3;
        let middle = if negative { self.middle - growth } else { self.middle + growth };
        let center = middle * self.inverse[along];
        let center = if number < 2 { -center } else { center };
        Crossed { low: center - self.reach[along], high: center + self.reach[along] }
    }

    /// The edge of b through which the side of a number enters the slab.
    #[inline(always)]
    fn entered(&self, number: usize) -> I::Integer {
        if number < 2 { self.near[number % 2] } else { self.far[number % 2] }
    }
}
