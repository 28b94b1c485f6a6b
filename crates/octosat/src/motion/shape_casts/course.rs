//! A pair at any time of its motion: the gap between the cores of a and b, and how far rounding goes.

use octosat_lanes::{Isa, Lanes, repeated};

use crate::moved::motions::{MovingSides, PairSource};
use crate::shapes::kernels::piece::{half_of, middle_of};
use crate::shapes::lanes::InEveryLane;
use crate::shapes::{Capsule, Sphere};
use crate::tolerances::{CAST_PATH_ERROR, CAST_RADIUS_ERROR, CAST_REACH_ERROR};
use crate::vector::{dot, moved};

/// A round shape: all points within a radius of its core, which is a point or a segment.
pub(crate) trait Round: InEveryLane {
    /// The start and the end of the core.
    fn ends<I: Isa>(lanes: &Self::Lanes<I>) -> [[I::Real; 3]; 2];

    /// The radius.
    fn radius<I: Isa>(lanes: &Self::Lanes<I>) -> I::Real;

    /// The middle of the core.
    #[inline(always)]
    fn middle<I: Isa>(isa: I, lanes: &Self::Lanes<I>) -> [I::Real; 3] {
        middle_of(isa, Self::ends::<I>(lanes))
    }

    /// From the middle of the core to its end.
    #[inline(always)]
    fn half<I: Isa>(isa: I, lanes: &Self::Lanes<I>) -> [I::Real; 3] {
        half_of(isa, Self::ends::<I>(lanes))
    }
}

impl Round for Sphere {
    #[inline(always)]
    fn ends<I: Isa>(lanes: &Self::Lanes<I>) -> [[I::Real; 3]; 2] {
        [lanes.center, lanes.center]
    }

    #[inline(always)]
    fn radius<I: Isa>(lanes: &Self::Lanes<I>) -> I::Real {
        lanes.radius
    }
}

impl Round for Capsule {
    #[inline(always)]
    fn ends<I: Isa>(lanes: &Self::Lanes<I>) -> [[I::Real; 3]; 2] {
        [lanes.start, lanes.end]
    }

    #[inline(always)]
    fn radius<I: Isa>(lanes: &Self::Lanes<I>) -> I::Real {
        lanes.radius
    }
}

/// A direction along which b's core can leave a's.
#[derive(Clone, Copy)]
pub(crate) struct Way<F> {
    /// The unit vector.
    pub(super) normal: [F; 3],
    /// How far the cores are apart along it at the start, in meters; negative for cores that overlap.
    pub(super) separation: F,
}

/// A source of pairs of shapes of which the second is round.
pub(crate) trait CourseSource: PairSource {
    /// The gap of such pairs.
    type Course<I: Isa>: Course<I>;

    /// Sees the pairs of a batch at the middle of their motion.
    fn passing<I: Isa>(
        isa: I,
        batch: &MovingSides<I, Self::Batch<I>>,
    ) -> Passing<I, Self::Course<I>>;
}

/// The shapes of a pair, in some frame, b at the middle of its motion.
pub(crate) trait Course<I: Isa>: Copy {
    /// The gap from the core of a to the core of b, when the middle of b is here.
    fn gap(&self, isa: I, middle: [I::Real; 3]) -> Gap<I::Real>;

    /// From when on a touch has to be searched.
    fn first(&self, isa: I, passing: &Passing<I, Self>) -> First<I>;

    /// Changes a value by every way out of a's core at the start of the step. Points and segments have no inside: every
    /// way leads out of them, and none has a normal.
    #[inline(always)]
    fn fold_ways<T>(
        &self,
        isa: I,
        _passing: &Passing<I, Self>,
        value: T,
        mut work: impl FnMut(T, Way<I::Real>) -> T,
    ) -> T {
        work(value, Way { normal: repeated(isa.splat(0.0)), separation: isa.splat(f32::INFINITY) })
    }

    /// Where the origin of the frame is in the world.
    fn origin(&self) -> [I::Real; 3];

    /// A direction of the frame in world coordinates; the frame has the world's axes unless it says otherwise.
    #[inline(always)]
    fn direction(&self, local: [I::Real; 3]) -> [I::Real; 3] {
        local
    }
}

/// The gap between two cores.
#[derive(Clone, Copy)]
pub(crate) struct Gap<F> {
    /// A vector from the core of a to the core of b: of their distance, or of unit length.
    pub(super) vector: [F; 3],
    /// The length of the vector.
    pub(super) length: F,
    /// How far the cores are apart along the vector, times its length.
    pub(super) separation: F,
    /// The distance of the cores, in meters.
    pub(super) distance: F,
    /// The point of a's core.
    pub(super) on_a: [F; 3],
}

impl<F: Lanes> Gap<F> {
    /// The first in the lanes of a mask, the other one elsewhere; both of the same places.
    #[inline(always)]
    pub(super) fn select(mask: F::Mask, yes: Self, no: Self) -> Self {
        let mut chosen = no;
        for k in 0..3 {
            chosen.vector[k] = F::select(mask, yes.vector[k], no.vector[k]);
        }
        chosen.length = F::select(mask, yes.length, no.length);
        chosen.separation = F::select(mask, yes.separation, no.separation);
        chosen
    }
}

/// From when on a touch has to be searched.
pub(crate) struct First<I: Isa> {
    /// Seen from the middle, as a part of the step.
    pub(super) time: I::Real,
    /// The lanes in which there may be one.
    pub(super) may_touch: I::Mask,
}

/// A batch of pairs that pass each other.
///
/// Times are seen from the middle, the moment at which the middles of a and b are nearest: rounding then grows with the
/// shapes and with how near they come, and barely with the length of the cast.
#[derive(Clone, Copy)]
pub(crate) struct Passing<I: Isa, C> {
    pub(super) course: C,
    /// The middle of b at the middle of the motion, in the frame of the course.
    pub(super) nearest: [I::Real; 3],
    /// The displacement of b in the same frame.
    pub(super) motion: [I::Real; 3],
    /// The middle, as a part of the step, 0 to 1.
    pub(super) middle: I::Real,
    /// The radius of a and both radii together, in meters.
    pub(super) radius_of_a: I::Real,
    pub(super) radius: I::Real,
    /// How far rounding can move the shapes against each other while they touch, in meters.
    pub(super) bound: I::Real,
    /// The lanes whose numbers are all finite.
    pub(super) finite: I::Mask,
}

impl<I: Isa, C: Course<I>> Passing<I, C> {
    /// The gap at a time.
    #[inline(always)]
    pub(super) fn gap(&self, isa: I, time: I::Real) -> Gap<I::Real> {
        self.course.gap(isa, moved(self.nearest, self.motion, time))
    }

    /// How fast the cores come together along a vector, times its length, in meters per step.
    #[inline(always)]
    pub(super) fn approach(&self, vector: [I::Real; 3]) -> I::Real {
        -dot(vector, self.motion)
    }
}

/// Lengths of a pair that rounding is relative to, in meters, all but the radius sums of three magnitudes.
#[derive(Clone, Copy)]
pub(super) struct Sizes<F> {
    /// The displacement.
    pub(super) path: F,
    /// The offset of the middles at the middle of the motion.
    pub(super) nearest: F,
    /// The half extents of a box, or zero.
    pub(super) of_box: F,
    /// From the middles of cores to their ends.
    pub(super) cores: F,
    /// Both radii.
    pub(super) radius: F,
}

impl<F: Lanes> Sizes<F> {
    /// How far rounding can move the shapes against each other while they touch, in meters, if the squared length of the
    /// box's quaternion differs from one by `deviation`; the chapter on error bounds derives it.
    #[inline(always)]
    pub(super) fn bound<I: Isa<Real = F>>(self, isa: I, deviation: F) -> F {
        let Self { path, nearest, of_box, cores, radius } = self;
        // No touch is farther from the middle than the whole path, nor than the shapes reach.
        let centers = nearest + path.lesser(nearest + (of_box + cores + radius));
        let turned = deviation + deviation + isa.splat(CAST_REACH_ERROR);
        let along = isa.splat(CAST_PATH_ERROR) * path + isa.splat(CAST_RADIUS_ERROR) * radius;
        (centers + cores) * turned + along
    }
}
