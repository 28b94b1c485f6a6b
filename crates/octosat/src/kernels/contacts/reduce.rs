//! Choosing four of up to eight corners: the deepest, and three that span a large area with it.
//!
//! Gregorius, "Robust Contact Creation for Physics Simulations", GDC 2015, takes the same steps: the
//! deepest, the farthest from it, the farthest from their line, the farthest outside the triangle.
//! The last step looks at all three sides of the triangle, so that a fourth is found wherever there
//! is one; looking only across the first line kept three of four in a fifth of the manifolds.

use octosat_lanes::{Arithmetic, Isa, Lanes, Mask};

use super::clip::{SLOTS, Slots};
use super::plane::PlanePoint;

/// Slots as bits of a whole number, which a float holds exactly.
#[inline(always)]
const fn slot_bit(slot: usize) -> f32 {
    (1_u32 << slot) as f32
}

/// The slots of a batch that become contacts.
pub(super) struct Chosen<I: Isa> {
    pub(super) slots: [I::Mask; SLOTS],
    /// The number of them, a lane.
    pub(super) count: I::Real,
    /// Lanes with more candidates.
    pub(super) left_out: I::Mask,
}

/// Bits of four slots, zero where there is none.
#[derive(Clone, Copy, Debug)]
struct FourBits<F>([F; 4]);

impl<F: Lanes> FourBits<F> {
    /// Where a slot is one of the four.
    #[inline(always)]
    fn hold(&self, bit: F) -> F::Mask {
        let [first, second, third, fourth] = self.0;
        (first.equals(bit) | second.equals(bit)) | (third.equals(bit) | fourth.equals(bit))
    }
}

impl<I: Isa> Slots<I> {
    /// All candidates of lanes that have at most `limit`, four of the others. There are at most eight,
    /// unless rounding makes two of one, so a limit of eight keeps every corner.
    #[inline(always)]
    pub(super) fn choose<A: Arithmetic>(&self, isa: I, limit: f32) -> Chosen<I> {
        let zero = isa.splat(0.0);
        let mut chosen = Chosen { slots: self.present, count: zero, left_out: zero.less(zero) };
        chosen.count_all(isa);
        chosen.left_out = isa.splat(limit).less(chosen.count);
        if chosen.left_out.bits() != 0 {
            let four = self.four::<A>(isa);
            chosen.keep_four(isa, four, 0);
            chosen.keep_four(isa, four, 4);
            chosen.keep_four(isa, four, 8);
            chosen.count_all(isa);
        }
        chosen
    }

    /// Bits of the four slots that are kept.
    #[inline(always)]
    fn four<A: Arithmetic>(&self, isa: I) -> FourBits<I::Real> {
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
        let widest = self.best(
            isa,
            #[inline(always)]
            |point| line.cross::<A>(point.minus(deepest.point)).abs(),
        );
        let turn = line.cross::<A>(widest.point.minus(deepest.point));
        let clockwise = turn.less(zero);
        let corners = [deepest.point, farthest.point, widest.point];
        let sides = [line, widest.point.minus(farthest.point), deepest.point.minus(widest.point)];
        let outside = self.best(
            isa,
            #[inline(always)]
            |point| {
                let mut most = isa.splat(f32::NEG_INFINITY);
                for (corner, side) in corners.iter().zip(sides) {
                    let left = side.cross::<A>(point.minus(*corner));
                    let outwards = Lanes::select(clockwise, left, zero - left);
                    most = Lanes::select(most.less(outwards), outwards, most);
                }
                most
            },
        );
        // Where there is no such corner, one that was chosen before wins: it counts once.
        let outside = outside.bit.keep(zero.less(outside.score));
        FourBits([deepest.bit, farthest.bit, widest.bit, outside])
    }

    /// The candidate with the largest score, the first of equals.
    #[inline(always)]
    fn best(&self, isa: I, score: impl Fn(PlanePoint<I::Real>) -> I::Real) -> Best<I::Real> {
        let best = Best {
            score: isa.splat(f32::NEG_INFINITY),
            point: self.points[0],
            bit: isa.splat(0.0),
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
                bit: Lanes::select(better, isa.splat(slot_bit(slot)), best.bit),
            };
        }
        best
    }
}

impl<I: Isa> Chosen<I> {
    /// Counts the chosen slots.
    #[inline(always)]
    pub(super) fn count_all(&mut self, isa: I) {
        self.count = isa.splat(0.0);
        self.count_four(isa, 0);
        self.count_four(isa, 4);
        self.count_four(isa, 8);
    }

    /// Counts the chosen ones of four slots; a loop over all would stay rolled.
    #[inline(always)]
    fn count_four(&mut self, isa: I, first: usize) {
        for slot in first..first + 4 {
            self.count = self.count + isa.splat(1.0).keep(self.slots[slot]);
        }
    }

    /// Leaves only the slots that `four` holds in lanes with too many.
    #[inline(always)]
    fn keep_four(&mut self, isa: I, four: FourBits<I::Real>, first: usize) {
        for slot in first..first + 4 {
            let held = four.hold(isa.splat(slot_bit(slot)));
            self.slots[slot] = self.slots[slot] & (held | !self.left_out);
        }
    }
}

/// A slot that won.
#[derive(Clone, Copy, Debug)]
struct Best<F> {
    score: F,
    point: PlanePoint<F>,
    bit: F,
}
