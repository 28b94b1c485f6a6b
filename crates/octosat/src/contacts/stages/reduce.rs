//! Choosing four of up to eight corners: the deepest, and three that span a large area with it.
//!
//! Gregorius, "Robust Contact Creation for Physics Simulations", GDC 2015, takes the same steps: the
//! deepest, the farthest from it, the farthest from their line, the farthest outside the triangle.
//! The last step looks at all three sides of the triangle, so that a fourth is found wherever there
//! is one; looking only across the first line kept three of four in a fifth of the manifolds.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes};

use super::clip::{SLOTS, Slots};
use super::plane::{FacePlane, PlanePoint};

/// The bit of a slot in a set of slots.
#[inline(always)]
fn slot_bit<I: Isa>(isa: I, slot: usize) -> I::Integer {
    isa.splat_integer(1 << slot)
}

impl<I: Isa> Slots<I> {
    /// Leaves out the corners of a, in the given lanes, at whose place an edge of b crosses a side.
    ///
    /// The faces' intersection has at most eight corners. There are more candidates only where an edge of b
    /// passes a corner of a at about the tolerance, and both count.
    #[inline(always)]
    pub(super) fn leave_out_doubles(&mut self, isa: I, plane: &FacePlane<I::Real>, lanes: I::Mask) {
        // An edge across the corner of the widened rectangle meets its sides up to two slacks from there.
        let reach = isa.splat(2.0) * plane.slack;
        for corner in 8..SLOTS {
            let double = self.any_near(corner, 0, reach) | self.any_near(corner, 4, reach);
            self.present[corner] = self.present[corner] & !(lanes & double);
        }
    }

    /// Whether one of four candidates from slot `first` on lies where the one in `slot` does.
    #[inline(always)]
    fn any_near(&self, slot: usize, first: usize, reach: I::Real) -> I::Mask {
        let mut any = reach.less(reach);
        for other in first..first + 4 {
            let apart = self.points[other].minus(self.points[slot]);
            let near = apart.u.abs().at_most(reach) & apart.v.abs().at_most(reach);
            any = any | (self.present[other] & near);
        }
        any
    }

    /// Leaves four candidates of the given lanes, which have more.
    #[inline(always)]
    pub(super) fn reduce<A: Arithmetic>(&mut self, isa: I, lanes: I::Mask) {
        let four = self.four::<A>(isa);
        self.keep_four(isa, lanes, four, 0);
        self.keep_four(isa, lanes, four, 4);
        self.keep_four(isa, lanes, four, 8);
    }

    /// Leaves only the slots in the set `four` in the given lanes, of four slots.
    #[inline(always)]
    fn keep_four(&mut self, isa: I, lanes: I::Mask, four: I::Integer, first: usize) {
        for slot in first..first + 4 {
            let bit = slot_bit(isa, slot);
            let held = (four & bit).equals(bit);
            self.present[slot] = self.present[slot] & (held | !lanes);
        }
    }

    /// The set of the four slots that are kept.
    #[inline(always)]
    fn four<A: Arithmetic>(&self, isa: I) -> I::Integer {
        let zero = isa.splat(0.0);
        let deepest = self.best(
            isa,
            #[inline(always)]
            |point| zero - point.gap,
        );
        let farthest = self.best(
            isa,
            #[inline(always)]
            |point| {
                let away = point.minus(deepest.point);
                A::multiply_add(away.u, away.u, away.v * away.v)
            },
        );
        let line = farthest.point.minus(deepest.point);
        // Cross products with points themselves, less that of the deepest: their differences from it were
        // kept from pass to pass, for all slots, on the stack.
        let base = line.cross::<A>(deepest.point);
        let widest = self.best(
            isa,
            #[inline(always)]
            |point| (line.cross::<A>(point) - base).abs(),
        );
        // How far a point is outside each side, times the side's length, from two cross products: with the
        // triangle's first corner as the origin, the third side is the difference of the other two.
        // Three cross products from three corners took twice the instructions.
        let other = widest.point.minus(deepest.point);
        let turn = line.cross::<A>(other);
        let counterclockwise = zero.at_most(turn);
        let line = line.turned_if(counterclockwise);
        let other = other.turned_if(counterclockwise);
        let base = line.cross::<A>(deepest.point);
        let other_base = other.cross::<A>(deepest.point);
        let area = turn.abs();
        let outside = self.best(
            isa,
            #[inline(always)]
            |point| {
                let first = line.cross::<A>(point) - base;
                let last = other.cross::<A>(point) - other_base;
                let between = (last - first) - area;
                (-last).greater(between.greater(first))
            },
        );
        // Where there is no such corner, one that was chosen before wins: it counts once.
        let outside = outside.bit.keep(zero.less(outside.score));
        (deepest.bit | farthest.bit) | (widest.bit | outside)
    }

    /// The candidate with the largest score, the first of equals.
    #[inline(always)]
    fn best(&self, isa: I, score: impl Fn(PlanePoint<I::Real>) -> I::Real) -> Best<I::Real> {
        let best = Best {
            score: isa.splat(f32::NEG_INFINITY),
            point: self.points[0],
            bit: isa.splat_integer(0),
        };
        // Spelt out: a loop over all slots stays rolled.
        let best = self.better::<0>(isa, best, &score);
        let best = self.better::<4>(isa, best, &score);
        self.better::<8>(isa, best, &score)
    }

    /// The best so far, or a better one of four slots from `FIRST` on.
    #[inline(always)]
    fn better<const FIRST: usize>(
        &self,
        isa: I,
        mut best: Best<I::Real>,
        score: &impl Fn(PlanePoint<I::Real>) -> I::Real,
    ) -> Best<I::Real> {
        for slot in FIRST..FIRST + 4 {
            let point = self.points[slot];
            let score = score(point);
            let better = self.present[slot] & best.score.less(score);
            best = Best {
                score: Lanes::select(better, score, best.score),
                point: PlanePoint {
                    u: Lanes::select(better, point.u, best.point.u),
                    v: Lanes::select(better, point.v, best.point.v),
                    gap: Lanes::select(better, point.gap, best.point.gap),
                },
                bit: IntegerLanes::select(better, slot_bit(isa, slot), best.bit),
            };
        }
        best
    }
}

impl<I: Isa> Slots<I> {
    /// The least gap of the candidates, infinite where there are none.
    #[inline(always)]
    pub(super) fn least_gap(&self, isa: I) -> I::Real {
        let least = isa.splat(f32::INFINITY);
        // Spelt out: a loop over all would stay rolled.
        let least = self.least_of_four(isa, least, 0);
        let least = self.least_of_four(isa, least, 4);
        self.least_of_four(isa, least, 8)
    }

    #[inline(always)]
    fn least_of_four(&self, isa: I, mut least: I::Real, first: usize) -> I::Real {
        let infinite = isa.splat(f32::INFINITY);
        for slot in first..first + 4 {
            let gap = Lanes::select(self.present[slot], self.points[slot].gap, infinite);
            least = gap.lesser(least);
        }
        least
    }
}

/// How many slots are in a set, a lane.
#[inline(always)]
pub(super) fn count_all<I: Isa>(isa: I, slots: &[I::Mask; SLOTS]) -> I::Integer {
    let count = isa.splat_integer(0);
    // Spelt out: a loop over all would stay rolled.
    let count = count_four(isa, count, slots, 0);
    let count = count_four(isa, count, slots, 4);
    count_four(isa, count, slots, 8)
}

#[inline(always)]
fn count_four<I: Isa>(
    isa: I,
    mut count: I::Integer,
    slots: &[I::Mask; SLOTS],
    first: usize,
) -> I::Integer {
    for slot in &slots[first..first + 4] {
        count = count + isa.splat_integer(1).keep(*slot);
    }
    count
}

/// A slot that won.
#[derive(Clone, Copy, Debug)]
struct Best<F: Lanes> {
    score: F,
    point: PlanePoint<F>,
    bit: F::Integer,
}
