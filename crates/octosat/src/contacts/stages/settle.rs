//! Last frame's four points, which are kept if this frame's four are barely better.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes, Mask};

use super::hint::Hints;
use super::plane::PlanePoint;
use super::reduce::{End, PACKED, count_all};
use super::slots::{SLOTS, Slots};
use crate::tolerances::{AXIS_HYSTERESIS, POINT_HYSTERESIS};

/// Twice the area that four points span: the largest cross product of two diagonals.
#[inline(always)]
fn twice_area<F: Lanes, A: Arithmetic>(points: &[PlanePoint<F>; PACKED]) -> F {
    let [a, b, c, d] = *points;
    let mut largest = b.minus(a).cross::<A>(d.minus(c)).abs();
    for area in [c.minus(a).cross::<A>(d.minus(b)).abs(), d.minus(a).cross::<A>(c.minus(b)).abs()] {
        largest = area.greater(largest);
    }
    largest
}

/// The least gap of four points.
#[inline(always)]
fn least_gap<F: Lanes>(points: &[PlanePoint<F>; PACKED]) -> F {
    let mut least = points[0].gap;
    for point in &points[1..] {
        least = point.gap.lesser(least);
    }
    least
}

/// Which candidates last frame had.
pub(super) struct LastSlots<I: Isa> {
    slots: [I::Mask; SLOTS],
}

impl<I: Isa> LastSlots<I> {
    /// Last frame's points among the candidates, before any is removed.
    #[inline(always)]
    pub(super) fn of(isa: I, hints: Hints<I>, candidates: &Slots<I>) -> Self {
        let zero = isa.splat_integer(0);
        let mut last = Self { slots: [zero.less(zero); SLOTS] };
        last.fill_four(isa, hints, candidates, 0);
        last.fill_four(isa, hints, candidates, 4);
        last
    }

    #[inline(always)]
    fn fill_four(&mut self, isa: I, hints: Hints<I>, candidates: &Slots<I>, first: usize) {
        for slot in first..first + 4 {
            self.slots[slot] = candidates.present[slot] & hints.had_slot(isa, slot);
        }
    }

    /// The lanes in which one of four slots is last frame's and was not chosen.
    #[inline(always)]
    fn differ_in_four(&self, chosen: &Slots<I>, first: usize) -> I::Mask {
        let mut differ = self.slots[first] & !chosen.present[first];
        for slot in first + 1..first + 4 {
            differ = differ | (self.slots[slot] & !chosen.present[slot]);
        }
        differ
    }
}

impl<I: Isa> Slots<I> {
    /// Replaces the chosen four points by last frame's four, if all of these are still candidates and barely worse.
    #[inline(always)]
    pub(super) fn settle<A: Arithmetic>(
        &mut self,
        isa: I,
        last: &LastSlots<I>,
        contested: I::Mask,
        noise: I::Real,
    ) {
        let four = count_all(isa, &last.slots).equals(isa.splat_integer(4));
        let differ = last.differ_in_four(self, 0) | last.differ_in_four(self, 4);
        let contested = contested & four & differ;
        if contested.bits() == 0 {
            return;
        }
        let now = self.packed(isa, &self.present, End::First).points;
        let before = self.packed(isa, &last.slots, End::First).points;
        let least_area = isa.splat(1.0 - POINT_HYSTERESIS) * twice_area::<_, A>(&now);
        let deepest = least_gap(&now);
        let slack = A::multiply_add(isa.splat(AXIS_HYSTERESIS), deepest.abs(), noise);
        let kept = contested
            & least_area.at_most(twice_area::<_, A>(&before))
            & least_gap(&before).at_most(deepest + slack);
        self.take_four(last, kept, 0);
        self.take_four(last, kept, 4);
    }

    #[inline(always)]
    fn take_four(&mut self, last: &LastSlots<I>, kept: I::Mask, first: usize) {
        for slot in first..first + 4 {
            self.present[slot] = (kept & last.slots[slot]) | (self.present[slot] & !kept);
        }
    }
}
