//! The search for the first touch, by steps that are never late, and whether the shapes then get deeper.
//!
//! The distance of the cores is a convex function of time, and along any direction their separation is linear. So until
//! the separation along the gap at one time has shrunk to a length, the cores are farther apart than this length, whatever
//! error the direction has: the steps of Newton's method are never late. G. van den Bergen, "Ray Casting against General
//! Convex Objects with Application to Continuous Collision Detection", 2004, section 3; and the chapter on error bounds.

use octosat_lanes::{Isa, Lanes, Mask};

use super::course::{Course, Passing};
use crate::tolerances::{
    SHAPE_CAST_AIM, SHAPE_CAST_DEPTH, SHAPE_CAST_NEAR, SHAPE_CAST_START_DEPTH,
};

/// The distance up to which cores of a cast are deep, whatever their radius, in bounds: cores that meet may show half of
/// it by rounding.
const SHAPE_CAST_CORE: f32 = 1.0;

/// The distance up to which cores of a cast count as meeting at the start, in bounds: what rounding can show as the distance
/// of cores that share a point. Separations along ways out then decide instead of the distance.
const SHAPE_CAST_START_CORE: f32 = 0.5;

/// How many times a cast of round shapes looks at a gap at most.
const SHAPE_CAST_ROUNDS: usize = 16;

/// What the search found for a batch.
pub(super) struct Search<I: Isa> {
    /// When the shapes touch, seen from the middle.
    pub(super) time: I::Real,
    /// The lanes that touch during the step and get deeper.
    pub(super) hit: I::Mask,
    /// The lanes that overlap at the start.
    pub(super) overlapping: I::Mask,
    /// The lanes whose cores meet at the start, and whose radius shows neither a depth nor a direction.
    pub(super) meets: I::Mask,
}

/// How far the search of a lane has come.
#[derive(Clone, Copy)]
struct Progress<I: Isa> {
    /// Until when the cores are certainly farther apart than what the steps aim at.
    time: I::Real,
    /// When the shapes touch; before they do, the time of the last look.
    touch: I::Real,
    /// The lanes that touch.
    touches: I::Mask,
    /// The lanes whose result is known, and those of them that never get deep.
    settled: I::Mask,
    free: I::Mask,
}

/// Searches the first touch of a batch from a time on.
#[inline(always)]
pub(super) fn search<I: Isa, C: Course<I>>(
    isa: I,
    passing: &Passing<I, C>,
    first: I::Real,
) -> Search<I> {
    let nothing = isa.splat(0.0).less(isa.splat(0.0));
    let Start { deep, overlapping, meets, free } = Start::of::<C>(isa, passing, first);
    let aims = Aims::new(isa, passing, deep);
    let mut progress = Progress {
        time: first,
        touch: first,
        touches: nothing,
        settled: overlapping | meets,
        free,
    };
    for _ in 0..SHAPE_CAST_ROUNDS {
        progress = progress.next::<C>(isa, passing, &aims);
        if (!progress.settled).bits() == 0 {
            break;
        }
    }
    // Shapes that are near for all of these rounds come together as far as rounding shows.
    let hit = !(progress.free | overlapping);
    Search { time: progress.touch, hit, overlapping, meets }
}

impl<I: Isa, C: Course<I>> Passing<I, C> {
    /// The distance of the cores up to which shapes touch.
    #[inline(always)]
    fn near(&self, isa: I) -> I::Real {
        self.radius + isa.splat(1.0 + SHAPE_CAST_NEAR) * self.bound
    }
}

/// What the start of the step decides.
struct Start<I: Isa> {
    /// The distance of the cores up to which shapes hit.
    deep: I::Real,
    /// The lanes that overlap at the start.
    overlapping: I::Mask,
    /// The lanes whose cores meet, and those of them that are free.
    meets: I::Mask,
    free: I::Mask,
}

impl<I: Isa> Start<I> {
    /// Looks at the shapes at the start of the step, if the search begins there.
    #[inline(always)]
    fn of<C: Course<I>>(isa: I, passing: &Passing<I, C>, first: I::Real) -> Self {
        let bounds = |count: f32| isa.splat(count) * passing.bound;
        let deep = bounds(SHAPE_CAST_CORE).greater(passing.radius - bounds(SHAPE_CAST_DEPTH));
        let at_start = first.at_most(-passing.middle);
        let nothing = at_start & !at_start;
        if at_start.bits() == 0 {
            return Self { deep, overlapping: nothing, meets: nothing, free: nothing };
        }
        let distance = passing.gap(isa, first).distance;
        let touches = at_start & distance.at_most(passing.near(isa));
        let deepest = passing.radius - bounds(SHAPE_CAST_START_DEPTH);
        let deeper = (distance - bounds(SHAPE_CAST_AIM)).lesser(deep);
        let deep = Lanes::select(touches, deeper, deep);
        let overlapping = touches & distance.at_most(deepest);
        let meets = touches & !overlapping & distance.at_most(bounds(SHAPE_CAST_START_CORE));
        if meets.bits() == 0 {
            return Self { deep, overlapping, meets, free: nothing };
        }
        let meeting = passing.meeting(isa, deepest);
        let overlapping = overlapping | (meets & meeting.overlapping);
        Self { deep, overlapping, meets, free: meets & meeting.free }
    }
}

/// The distances of the cores that decide.
struct Aims<F> {
    /// Up to here the shapes touch; the steps before a touch aim at `touch`.
    near: F,
    touch: F,
    /// Up to here they hit; the steps after a touch aim at `deeper`, which is less, but at least half of it.
    deep: F,
    deeper: F,
    /// The end of the step, seen from the middle.
    end: F,
}

impl<F: Lanes> Aims<F> {
    #[inline(always)]
    fn new<I: Isa<Real = F>, C: Course<I>>(isa: I, passing: &Passing<I, C>, deep: F) -> Self {
        let below = isa.splat(SHAPE_CAST_AIM) * passing.bound;
        Self {
            near: passing.near(isa),
            touch: passing.radius + passing.bound,
            deep,
            deeper: (deep * isa.splat(0.5)).greater(deep - below),
            end: isa.splat(1.0) - passing.middle,
        }
    }
}

impl<I: Isa> Progress<I> {
    /// Looks at the gap once, and steps to where it may be as small as the aim.
    #[inline(always)]
    fn next<C: Course<I>>(self, isa: I, passing: &Passing<I, C>, aims: &Aims<I::Real>) -> Self {
        let zero = isa.splat(0.0);
        let Self { time, settled, .. } = self;
        let gap = passing.gap(isa, time);
        let known = self.touches | settled;
        let touch = Lanes::select(known, self.touch, time);
        // By the separation: the gap of a long core is longer, as far as rounding turns it.
        let touches = self.touches | gap.separation.at_most(aims.near * gap.length);
        let is_deep = gap.distance.at_most(aims.deep);

        let aim = Lanes::select(touches, aims.deeper, aims.touch);
        let room = gap.separation - aim * gap.length;
        let approach = passing.approach(gap.vector);
        let until = time + room / approach;
        let (has_room, comes_together) = (zero.less(room), zero.less(approach));
        let free = has_room & (!comes_together | aims.end.less(until)) & !is_deep;
        // If rounding shows no way on, the shapes are as near as rounding shows.
        let goes_on = has_room & comes_together & time.less(until) & !(is_deep | free);
        Self {
            time: until,
            touch,
            touches,
            settled: settled | !goes_on,
            free: self.free | (free & !settled),
        }
    }
}
