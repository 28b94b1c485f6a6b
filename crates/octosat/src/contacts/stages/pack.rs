//! The chosen slots of each lane, brought to the front.
//!
//! Which slots a pair keeps differs from lane to lane. Walking the slots backwards, each chosen one
//! is pushed onto a stack of four, lane by lane: in the end the stack holds the first four in their
//! order. Picking them pair by pair, by the bits of a mask, took two and a half times as many
//! instructions.

use octosat_lanes::{Isa, Lanes};

use super::clip::{SLOTS, Slots};
use super::plane::PlanePoint;

/// How many points are packed at a time.
pub(super) const PACKED: usize = 4;

/// In the place of a feature where there is no point.
pub(super) const NO_FEATURE: i32 = -1;

/// Four points a lane, with [`NO_FEATURE`] where a lane has fewer.
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
