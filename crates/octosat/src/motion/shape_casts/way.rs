//! Cores that meet at the start of the step: do the shapes only touch, and does b move out of a?
//!
//! Cores that meet have no distance, so that of thin shapes shows neither how deep they are nor where they move. The
//! separation along directions out of a's core does, as the axes of two boxes do.

use octosat_lanes::{Isa, Lanes};

use super::course::{Course, Passing, Way};
use crate::tolerances::{CAST_SIDE_ERROR, SHAPE_CAST_AIM};
use crate::vector::moved;

/// What cores that meet at the start of the step do.
pub(super) struct Meeting<I: Isa> {
    /// The lanes that are too deep along every way.
    pub(super) overlapping: I::Mask,
    /// The lanes that get no deeper along some way until they are apart or the step ends.
    pub(super) free: I::Mask,
}

impl<I: Isa, C: Course<I>> Passing<I, C> {
    /// The middle of b at the start of the step, in the frame of the course.
    #[inline(always)]
    pub(super) fn at_start(&self) -> [I::Real; 3] {
        moved(self.nearest, self.motion, -self.middle)
    }

    /// The side of a on which b is along an axis, 1 or −1: where it moves to if rounding hides it.
    #[inline(always)]
    pub(super) fn side(&self, isa: I, offset: I::Real, speed: I::Real) -> I::Real {
        let (zero, one) = (isa.splat(0.0), isa.splat(1.0));
        let is_known = (isa.splat(CAST_SIDE_ERROR) * self.bound).less(offset.abs());
        let is_below = Lanes::select(is_known, offset, speed).less(zero);
        Lanes::select(is_below, -one, one)
    }

    /// Looks along all ways that show cores farther apart than `deepest`, for the one that lasts longest.
    #[inline(always)]
    pub(super) fn meeting(&self, isa: I, deepest: I::Real) -> Meeting<I> {
        let (zero, one) = (isa.splat(0.0), isa.splat(1.0));
        let (none, forever) = (isa.splat(-1.0), isa.splat(f32::INFINITY));
        let room = isa.splat(SHAPE_CAST_AIM) * self.bound;
        let lasts = self.course.fold_ways::<_>(
            isa,
            self,
            none,
            #[inline(always)]
            |longest: I::Real, Way { normal, separation }| {
                let approach = self.approach(normal);
                let lasts = Lanes::select(zero.less(approach), room / approach, forever);
                let is_longer = deepest.less(separation) & longest.less(lasts);
                Lanes::select(is_longer, lasts, longest)
            },
        );
        let overlapping = lasts.less(zero);
        // Cores that are clearly apart by then have left: their distance is a convex function of time.
        let later = self.gap(isa, lasts - self.middle).distance;
        let leaves = one.at_most(lasts) | self.bound.less(later);
        Meeting { overlapping, free: !overlapping & leaves }
    }

    /// The way along which the cores overlap least at the start.
    #[inline(always)]
    pub(super) fn shortest_way(&self, isa: I) -> Way<I::Real> {
        let (zero, none) = (isa.splat(0.0), isa.splat(f32::NEG_INFINITY));
        let start = Way { normal: [zero; 3], separation: none };
        self.course.fold_ways::<_>(
            isa,
            self,
            start,
            #[inline(always)]
            |best: Way<I::Real>, way| {
                let better = best.separation.less(way.separation);
                let mut normal = best.normal;
                for k in 0..3 {
                    normal[k] = Lanes::select(better, way.normal[k], best.normal[k]);
                }
                let separation = Lanes::select(better, way.separation, best.separation);
                Way { normal, separation }
            },
        )
    }
}
