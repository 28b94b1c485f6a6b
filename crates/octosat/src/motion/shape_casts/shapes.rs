//! The gap between two shapes without a box: of a sphere, capsule or half-space, and the core of a sphere or capsule.
//!
//! They are seen along the world's axes: from the middle of a, or from the middle of b at the start if a is a half-space.

use octosat_lanes::{Isa, Lanes, repeated};

use super::course::{Course, CourseSource, First, Gap, Passing, Round, Sizes, Way};
use crate::boxes::store::OrientedBox;
use crate::motion::course::Middle;
use crate::moved::motions::{MovingSides, PairSource};
use crate::shapes::kernels::closest_points::Products;
use crate::shapes::kernels::compared::{Compared, LoadedPairs};
use crate::shapes::kernels::piece::{Foot, Piece, offset_of_middles};
use crate::shapes::lanes::InLanes;
use crate::shapes::{Capsule, HalfSpace, Sphere};
use crate::tolerances::SMALLEST_STEP;
use crate::vector::{dot, is_finite, moved, squared, sum, sum_of_magnitudes};

/// How much larger the ball is in which round shapes without a box can touch, as a part of its radius: more than the
/// rounding of its squares.
const SHAPE_CAST_BALL_GROWTH: f32 = 1e-5;

/// A box or a shape a that round shapes are cast against.
pub(crate) trait Obstacle: InLanes {
    /// How far its middle or its plane is from the world's origin, as a sum of magnitudes.
    fn distance<I: Isa>(isa: I, lanes: &Self::Lanes<I>) -> I::Real;
}

impl Obstacle for Sphere {
    #[inline(always)]
    fn distance<I: Isa>(isa: I, lanes: &Self::Lanes<I>) -> I::Real {
        sum_of_magnitudes(Self::middle(isa, lanes))
    }
}

impl Obstacle for Capsule {
    #[inline(always)]
    fn distance<I: Isa>(isa: I, lanes: &Self::Lanes<I>) -> I::Real {
        sum_of_magnitudes(Self::middle(isa, lanes))
    }
}

impl Obstacle for HalfSpace {
    #[inline(always)]
    fn distance<I: Isa>(_isa: I, lanes: &Self::Lanes<I>) -> I::Real {
        lanes.offset.abs()
    }
}

impl Obstacle for OrientedBox {
    #[inline(always)]
    fn distance<I: Isa>(_isa: I, lanes: &Self::Lanes<I>) -> I::Real {
        sum_of_magnitudes(lanes.center)
    }
}

impl<S: Obstacle, B: Round> PairSource for Compared<'_, S, B> {
    #[inline(always)]
    fn pair(&self, row: usize) -> [usize; 2] {
        self.which.pair(row)
    }

    #[inline(always)]
    fn distances<I: Isa>(isa: I, batch: &LoadedPairs<I, S, B>) -> I::Real {
        S::distance(isa, &batch.a) + sum_of_magnitudes(B::middle(isa, &batch.b))
    }
}

/// A round shape a, and the gaps from its core to that of a shape b.
pub(crate) trait RoundObstacle<B: Round>: Round + Obstacle {
    /// The gaps.
    type Gaps<I: Isa>: CoreGaps<I>;

    /// The gaps between cores of these halves, from the middle to an end.
    fn gaps<I: Isa>(isa: I, half_a: [I::Real; 3], half_b: [I::Real; 3]) -> Self::Gaps<I>;
}

impl RoundObstacle<Self> for Sphere {
    type Gaps<I: Isa> = Points;

    #[inline(always)]
    fn gaps<I: Isa>(_isa: I, _half_a: [I::Real; 3], _half_b: [I::Real; 3]) -> Points {
        Points
    }
}

impl RoundObstacle<Sphere> for Capsule {
    type Gaps<I: Isa> = CoreAndPoint<I>;

    #[inline(always)]
    fn gaps<I: Isa>(isa: I, half: [I::Real; 3], _half_b: [I::Real; 3]) -> CoreAndPoint<I> {
        CoreAndPoint { core: centered(isa, half), half }
    }
}

impl RoundObstacle<Capsule> for Sphere {
    type Gaps<I: Isa> = PointAndCore<I>;

    #[inline(always)]
    fn gaps<I: Isa>(isa: I, _half_a: [I::Real; 3], half: [I::Real; 3]) -> PointAndCore<I> {
        PointAndCore(CoreAndPoint { core: centered(isa, half), half })
    }
}

impl RoundObstacle<Self> for Capsule {
    type Gaps<I: Isa> = TwoCores<I>;

    #[inline(always)]
    fn gaps<I: Isa>(isa: I, half_a: [I::Real; 3], half_b: [I::Real; 3]) -> TwoCores<I> {
        let cores = [centered(isa, half_a), centered(isa, half_b)];
        TwoCores { cores, halves: [half_a, half_b] }
    }
}

/// The gap between two cores, from the offset of their middles.
pub(crate) trait CoreGaps<I: Isa>: Copy {
    /// The gap, if the middle of b is here, seen from that of a.
    fn gap(&self, isa: I, middle: [I::Real; 3]) -> Gap<I::Real>;
}

/// Two round shapes along the world's axes.
#[derive(Clone, Copy)]
pub(crate) struct Rounds<I: Isa, C> {
    /// The middle of a.
    origin: [I::Real; 3],
    gaps: C,
    /// A length that is at least that of both halves of cores.
    reach: I::Real,
}

impl<I: Isa, C: CoreGaps<I>> Course<I> for Rounds<I, C> {
    #[inline(always)]
    fn gap(&self, isa: I, middle: [I::Real; 3]) -> Gap<I::Real> {
        self.gaps.gap(isa, middle)
    }

    /// When the middle of b enters the ball around the middle of a in which the shapes can touch.
    #[inline(always)]
    fn first(&self, isa: I, passing: &Passing<I, Self>) -> First<I> {
        let Passing { nearest, motion, .. } = *passing;
        let reach = (passing.radius + passing.bound) + self.reach;
        let reach = reach * isa.splat(1.0 + SHAPE_CAST_BALL_GROWTH);
        let may_touch = squared(nearest).sqrt().at_most(reach);
        // The place of the whole line that is nearest, and how far from there the ball ends.
        let speed = squared(motion);
        let middle = -dot(nearest, motion) / speed;
        let apart = moved(nearest, motion, middle);
        let half = (reach * reach - squared(apart)) / speed;
        // NaN if the ball is grazed: from the start on, as with a motion whose square vanishes.
        let start = -passing.middle;
        let moves = isa.splat(SMALLEST_STEP).at_most(speed);
        let time = Lanes::select(moves, (middle - half.sqrt()).greater(start), start);
        First { time, may_touch: may_touch & time.at_most(isa.splat(1.0) - passing.middle) }
    }

    #[inline(always)]
    fn origin(&self) -> [I::Real; 3] {
        self.origin
    }
}

impl<S: RoundObstacle<B>, B: Round> CourseSource for Compared<'_, S, B> {
    type Course<I: Isa> = Rounds<I, S::Gaps<I>>;

    #[inline(always)]
    fn passing<I: Isa>(
        isa: I,
        batch: &MovingSides<I, LoadedPairs<I, S, B>>,
    ) -> Passing<I, Self::Course<I>> {
        let LoadedPairs { a, b } = &batch.sides;
        let [half_a, half_b] = [S::half(isa, a), B::half(isa, b)];
        let offset = offset_of_middles(isa, S::ends::<I>(a), B::ends::<I>(b));
        let middle = Middle::of(isa, offset, batch.motion);
        let reach = sum_of_magnitudes(half_a) + sum_of_magnitudes(half_b);
        let sizes = Sizes {
            path: sum_of_magnitudes(batch.motion),
            nearest: sum_of_magnitudes(middle.nearest),
            of_box: isa.splat(0.0),
            cores: reach,
            radius: S::radius(a) + B::radius(b),
        };
        let bound = sizes.bound(isa, isa.splat(0.0)) + batch.room;
        let gaps = S::gaps(isa, half_a, half_b);
        Passing {
            course: Rounds { origin: S::middle(isa, a), gaps, reach },
            nearest: middle.nearest,
            motion: batch.motion,
            middle: middle.time,
            radius_of_a: S::radius(a),
            radius: sizes.radius,
            bound,
            finite: is_finite(isa, bound),
        }
    }
}

/// The gap of a vector between cores: how far they are apart along it is what its product with the offset of the middles
/// has more than the halves of the cores reach.
#[inline(always)]
fn gap_along<F: Lanes>(vector: [F; 3], middle: [F; 3], reach: F, on_a: [F; 3]) -> Gap<F> {
    let length = squared(vector).sqrt();
    let separation = dot(vector, middle) - reach;
    Gap { vector, length, separation, distance: length, on_a }
}

/// The segment of a half, with its middle at the origin.
#[inline(always)]
fn centered<I: Isa>(isa: I, half: [I::Real; 3]) -> Piece<I> {
    let start = [-half[0], -half[1], -half[2]];
    Piece::new(isa, start, sum(half, half))
}

/// The centers of two spheres.
#[derive(Clone, Copy)]
pub(crate) struct Points;

impl<I: Isa> CoreGaps<I> for Points {
    #[inline(always)]
    fn gap(&self, isa: I, middle: [I::Real; 3]) -> Gap<I::Real> {
        let zero = isa.splat(0.0);
        let separation = squared(middle);
        let length = separation.sqrt();
        Gap { vector: middle, length, separation, distance: length, on_a: [zero; 3] }
    }
}

/// The core of a capsule a and the center of a sphere b.
#[derive(Clone, Copy)]
pub(crate) struct CoreAndPoint<I: Isa> {
    core: Piece<I>,
    half: [I::Real; 3],
}

impl<I: Isa> CoreGaps<I> for CoreAndPoint<I> {
    #[inline(always)]
    fn gap(&self, isa: I, middle: [I::Real; 3]) -> Gap<I::Real> {
        let Foot { along, gap } = self.core.foot(isa, middle);
        let reach = dot(gap, self.half).abs();
        gap_along(gap, middle, reach, self.core.point(along))
    }
}

/// The center of a sphere a and the core of a capsule b.
#[derive(Clone, Copy)]
pub(crate) struct PointAndCore<I: Isa>(CoreAndPoint<I>);

impl<I: Isa> CoreGaps<I> for PointAndCore<I> {
    /// The center of a seen from the core, turned around.
    #[inline(always)]
    fn gap(&self, isa: I, [x, y, z]: [I::Real; 3]) -> Gap<I::Real> {
        let gap = self.0.gap(isa, [-x, -y, -z]);
        let [x, y, z] = gap.vector;
        Gap { vector: [-x, -y, -z], on_a: repeated(isa.splat(0.0)), ..gap }
    }
}

/// The cores of two capsules.
#[derive(Clone, Copy)]
pub(crate) struct TwoCores<I: Isa> {
    cores: [Piece<I>; 2],
    halves: [[I::Real; 3]; 2],
}

impl<I: Isa> CoreGaps<I> for TwoCores<I> {
    #[inline(always)]
    fn gap(&self, isa: I, middle: [I::Real; 3]) -> Gap<I::Real> {
        let [a, b] = self.cores;
        let b = b.starting_at(sum(b.start, middle));
        let products = Products::new([a, b]);
        let closest = products.refined(isa);
        let [x, y, z] = closest.between;
        let gap = [-x, -y, -z];
        let [half_a, half_b] = self.halves;
        let halves = dot(gap, half_a).abs() + dot(gap, half_b).abs();
        gap_along(gap, middle, halves, a.point(closest.along_a))
    }
}

/// The plane of a half-space a and the core of b, seen from the middle of b at the start.
#[derive(Clone, Copy)]
pub(crate) struct PlaneAndCore<I: Isa> {
    normal: [I::Real; 3],
    /// The middle of b at the start, and how far its lowest point is above the plane.
    origin: [I::Real; 3],
    height: I::Real,
    /// From the middle to the lowest point.
    lowest: [I::Real; 3],
}

impl<I: Isa> Course<I> for PlaneAndCore<I> {
    #[inline(always)]
    fn gap(&self, isa: I, middle: [I::Real; 3]) -> Gap<I::Real> {
        let height = self.height + dot(self.normal, middle);
        let on_a = moved(sum(middle, self.lowest), self.normal, -height);
        Gap {
            vector: self.normal,
            length: isa.splat(1.0),
            separation: height,
            distance: height,
            on_a,
        }
    }

    /// From the start on, unless the lowest point never comes near enough.
    #[inline(always)]
    fn first(&self, isa: I, passing: &Passing<I, Self>) -> First<I> {
        let end = self.height + dot(self.normal, passing.motion);
        let near = passing.radius + passing.bound;
        First { time: isa.splat(0.0), may_touch: end.lesser(self.height).at_most(near) }
    }

    #[inline(always)]
    fn fold_ways<T>(
        &self,
        _isa: I,
        _passing: &Passing<I, Self>,
        value: T,
        mut work: impl FnMut(T, Way<I::Real>) -> T,
    ) -> T {
        work(value, Way { normal: self.normal, separation: self.height })
    }

    #[inline(always)]
    fn origin(&self) -> [I::Real; 3] {
        self.origin
    }
}

impl<B: Round> CourseSource for Compared<'_, HalfSpace, B> {
    type Course<I: Isa> = PlaneAndCore<I>;

    #[inline(always)]
    fn passing<I: Isa>(
        isa: I,
        batch: &MovingSides<I, LoadedPairs<I, HalfSpace, B>>,
    ) -> Passing<I, PlaneAndCore<I>> {
        let LoadedPairs { a, b } = &batch.sides;
        let zero = isa.splat(0.0);
        let [origin, mut lowest] = [B::middle(isa, b), B::half(isa, b)];
        let along = dot(a.normal, lowest);
        for component in &mut lowest {
            *component = Lanes::select(zero.less(along), -*component, *component);
        }
        // Heights are computed from coordinates of the world; what is along the plane rounds nothing.
        let sizes = Sizes {
            path: across(a.normal, batch.motion),
            nearest: across(a.normal, origin) + a.offset.abs(),
            of_box: zero,
            cores: across(a.normal, lowest),
            radius: B::radius(b),
        };
        let bound = sizes.bound(isa, zero) + batch.room;
        let height = (dot(a.normal, origin) - a.offset) - along.abs();
        Passing {
            course: PlaneAndCore { normal: a.normal, origin, height, lowest },
            nearest: [zero; 3],
            motion: batch.motion,
            middle: zero,
            radius_of_a: zero,
            radius: sizes.radius,
            bound,
            finite: is_finite(isa, bound + height.abs()),
        }
    }
}

/// The sum of the magnitudes of the terms of a vector's product with a normal.
#[inline(always)]
fn across<F: Lanes>(normal: [F; 3], vector: [F; 3]) -> F {
    sum_of_magnitudes([normal[0] * vector[0], normal[1] * vector[1], normal[2] * vector[2]])
}
