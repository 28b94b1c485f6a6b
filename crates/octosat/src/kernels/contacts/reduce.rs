//! Choosing four of up to eight corners: the deepest, and three that span a large area with it.
//!
//! Gregorius, "Robust Contact Creation for Physics Simulations", GDC 2015, takes the same steps: the
//! deepest, the farthest from it, the farthest from their line, the farthest outside the triangle.
//! The last step looks at all three sides of the triangle, so that a fourth is found wherever there
//! is one; looking only across the first line kept three of four in a fifth of the manifolds.

use octosat_lanes::{Arithmetic, Isa, Lanes, Mask};

use super::clip::Slots;
use super::plane::PlanePoint;

/// Slots as bits of a whole number, which a float holds exactly.
#[inline(always)]
const fn slot_bit(slot: usize) -> f32 {
    (1_u32 << slot) as f32
}

/// The slots of a batch that become contacts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chosen<F> {
    /// The sum of the chosen slots' bits, a lane.
    pub(super) bits: F,
    /// The same sum for all candidates, before any was left out.
    pub(super) candidates: F,
}

impl<I: Isa> Slots<I> {
    /// All candidates of lanes that have at most `limit`, four of the others. There are at most eight,
    /// unless rounding makes two of one, so a limit of eight keeps every corner.
    #[inline(always)]
    pub(super) fn choose<A: Arithmetic>(&self, isa: I, limit: f32) -> Chosen<I::Real> {
        let [one, mut bits, mut count] = [isa.splat(1.0), isa.splat(0.0), isa.splat(0.0)];
        for (slot, &present) in self.present.iter().enumerate() {
            bits = bits + isa.splat(slot_bit(slot)).keep(present);
            count = count + one.keep(present);
        }
        let candidates = bits;
        let too_many = isa.splat(limit).less(count);
        if too_many.bits() != 0 {
            bits = Lanes::select(too_many, self.four::<A>(isa), bits);
        }
        Chosen { bits, candidates }
    }

    /// Bits of the four slots that are kept.
    #[inline(always)]
    fn four<A: Arithmetic>(&self, isa: I) -> I::Real {
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
        // Where there is no such corner, rounding may let one win that was chosen before: the sum
        // of their bits would then name other slots.
        let bits = deepest.bit;
        let bits = bits + farthest.bit.keep(!farthest.bit.equals(deepest.bit));
        let known = widest.bit.equals(deepest.bit) | widest.bit.equals(farthest.bit);
        let bits = bits + widest.bit.keep(!known);
        let known = outside.bit.equals(deepest.bit)
            | outside.bit.equals(farthest.bit)
            | outside.bit.equals(widest.bit);
        bits + outside.bit.keep(!known & zero.less(outside.score))
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

/// A slot that won.
#[derive(Clone, Copy, Debug)]
struct Best<F> {
    score: F,
    point: PlanePoint<F>,
    bit: F,
}
