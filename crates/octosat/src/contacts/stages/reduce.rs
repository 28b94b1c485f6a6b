//! Which candidates become points: four of up to eight. The chosen ones are moved to the front.
//!
//! The deepest is chosen, and three that span a large area with it. Gregorius, "Robust Contact Creation for Physics
//! Simulations", GDC 2015, takes the same steps: the deepest, the farthest from it, the farthest from their line,
//! the farthest outside the triangle. The last step looks at all three sides of the triangle, so that a fourth is
//! found wherever there is one. Looking only across the first line keeps three points in a fifth of the manifolds.
//!
//! Which slots a pair keeps differs from lane to lane. Walking the slots backwards, each chosen one
//! is pushed onto a stack of four, lane by lane: in the end the stack holds the first four in their
//! order. Picking them pair by pair, by the bits of a mask, takes two and a half times as many
//! instructions.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes};

use super::faces::PlanePoint;
use super::slots::{SLOTS, Slots};

/// The bit of a slot in a set of slots.
#[inline(always)]
fn slot_bit<I: Isa>(isa: I, slot: usize) -> I::Integer {
    isa.splat_integer(1 << slot)
}

impl<I: Isa> Slots<I> {
    /// Leaves four candidates of the given lanes, which have more.
    #[inline(always)]
    pub(super) fn reduce<A: Arithmetic>(&mut self, isa: I, lanes: I::Mask) {
        let four = self.four::<A>(isa);
        self.keep_four(isa, lanes, four, 0);
        self.keep_four(isa, lanes, four, 4);
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
        // Cross products of the points themselves, minus that of the deepest: their differences from it would be
        // stored from pass to pass, for all slots, on the stack.
        let base = line.cross::<A>(deepest.point);
        let widest = self.best(
            isa,
            #[inline(always)]
            |point| (line.cross::<A>(point) - base).abs(),
        );
        // How far a point is outside each side, times the side's length, from two cross products: with the
        // triangle's first corner as the origin, the third side is the difference of the other two.
        // Three cross products from three corners take twice the instructions.
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
        // If there is no such point, one that was chosen before wins, and counts once.
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
        self.better::<4>(isa, best, &score)
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
    /// The least gap of the candidates; infinite if there are none.
    #[inline(always)]
    pub(super) fn least_gap(&self, isa: I) -> I::Real {
        let least = isa.splat(f32::INFINITY);
        // Spelt out: a loop over all would stay rolled.
        let least = self.least_of_four(isa, least, 0);
        self.least_of_four(isa, least, 4)
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

/// How many slots are in a set, per lane.
#[inline(always)]
pub(super) fn count_all<I: Isa>(isa: I, slots: &[I::Mask; SLOTS]) -> I::Integer {
    let count = isa.splat_integer(0);
    // Spelt out: a loop over all would stay rolled.
    let count = count_four(isa, count, slots, 0);
    count_four(isa, count, slots, 4)
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

/// The set of the given slots, per lane.
#[inline(always)]
pub(super) fn set_of<I: Isa>(isa: I, slots: &[I::Mask; SLOTS]) -> I::Integer {
    let set = isa.splat_integer(0);
    // Spelt out: a loop over all would stay rolled.
    let set = set_of_four(isa, set, slots, 0);
    set_of_four(isa, set, slots, 4)
}

#[inline(always)]
fn set_of_four<I: Isa>(
    isa: I,
    mut set: I::Integer,
    slots: &[I::Mask; SLOTS],
    first: usize,
) -> I::Integer {
    for slot in first..first + 4 {
        set = set | slot_bit(isa, slot).keep(slots[slot]);
    }
    set
}

/// A slot that won.
#[derive(Clone, Copy, Debug)]
struct Best<F: Lanes> {
    score: F,
    point: PlanePoint<F>,
    bit: F::Integer,
}

/// How many points are packed at a time.
pub(super) const PACKED: usize = 4;

/// Stands for the feature of a point that does not exist.
pub(super) const NO_FEATURE: i32 = -1;

/// Four points per lane, with [`NO_FEATURE`] if a lane has fewer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packed<F: Lanes> {
    pub(super) points: [PlanePoint<F>; PACKED],
    pub(super) features: [F::Integer; PACKED],
}

/// Which end of the chosen slots is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The first four, in order.
    First,
    /// The last four, from the last on.
    Last,
}

impl<I: Isa> Slots<I> {
    /// Four of the slots in `chosen`, for each lane.
    #[inline(always)]
    pub(super) fn packed(&self, isa: I, chosen: &[I::Mask; SLOTS], end: End) -> Packed<I::Real> {
        let (zero, none) = (isa.splat(0.0), isa.splat_integer(NO_FEATURE));
        // Two numbers of all slots at a time: their stacks stay in registers, and a mask is loaded
        // for both. One at a time loads each mask twice as often.
        let [gap, bits] = stacked::<I>(
            chosen,
            end,
            [zero, Lanes::from_bits(none)],
            #[inline(always)]
            |slot| [self.points[slot].gap, Lanes::from_bits(self.features[slot])],
        );
        let [u, v] = stacked::<I>(
            chosen,
            end,
            [zero; 2],
            #[inline(always)]
            |slot| [self.points[slot].u, self.points[slot].v],
        );
        let mut points = [PlanePoint { u: zero, v: zero, gap: zero }; PACKED];
        let mut features = [none; PACKED];
        for (k, point) in points.iter_mut().enumerate() {
            *point = PlanePoint { u: u[k], v: v[k], gap: gap[k] };
            features[k] = bits[k].to_bits();
        }
        Packed { points, features }
    }
}

/// Two numbers of four chosen slots of each lane; `nothing` in lanes with fewer.
#[inline(always)]
fn stacked<I: Isa>(
    chosen: &[I::Mask; SLOTS],
    end: End,
    nothing: [I::Real; 2],
    numbers: impl Fn(usize) -> [I::Real; 2],
) -> [[I::Real; PACKED]; 2] {
    let stacks = [[nothing[0]; PACKED], [nothing[1]; PACKED]];
    // Spelt out: a loop over all slots stays rolled, with the stack in memory.
    match end {
        End::First => {
            let stacks = push_four::<I, true>(stacks, chosen, [7, 6, 5, 4], &numbers);
            push_four::<I, false>(stacks, chosen, [3, 2, 1, 0], &numbers)
        }
        End::Last => {
            let stacks = push_four::<I, true>(stacks, chosen, [0, 1, 2, 3], &numbers);
            push_four::<I, false>(stacks, chosen, [4, 5, 6, 7], &numbers)
        }
    }
}

/// Pushes four slots; onto an empty stack, the k-th reaches no farther than place k.
#[inline(always)]
fn push_four<I: Isa, const EMPTY: bool>(
    stacks: [[I::Real; PACKED]; 2],
    chosen: &[I::Mask; SLOTS],
    slots: [usize; 4],
    numbers: &impl Fn(usize) -> [I::Real; 2],
) -> [[I::Real; PACKED]; 2] {
    let mut stacks = stacks;
    for (k, slot) in slots.into_iter().enumerate() {
        let deepest = if EMPTY { k } else { PACKED - 1 };
        for (stack, value) in stacks.iter_mut().zip(numbers(slot)) {
            for place in (1..=deepest).rev() {
                stack[place] = Lanes::select(chosen[slot], stack[place - 1], stack[place]);
            }
            stack[0] = Lanes::select(chosen[slot], value, stack[0]);
        }
    }
    stacks
}
