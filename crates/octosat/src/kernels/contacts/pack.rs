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
pub(super) const NO_FEATURE: f32 = -1.0;

/// Four points a lane, with [`NO_FEATURE`] where a lane has fewer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packed<F> {
    pub(super) points: [PlanePoint<F>; PACKED],
    pub(super) features: [F; PACKED],
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
        let [zero, none] = [isa.splat(0.0), isa.splat(NO_FEATURE)];
        // One number of all slots at a time: the four of a stack then stay in registers.
        let features = stacked::<I>(
            chosen,
            end,
            none,
            #[inline(always)]
            |slot| self.features[slot],
        );
        let u = stacked::<I>(
            chosen,
            end,
            zero,
            #[inline(always)]
            |slot| self.points[slot].u,
        );
        let v = stacked::<I>(
            chosen,
            end,
            zero,
            #[inline(always)]
            |slot| self.points[slot].v,
        );
        let gap = stacked::<I>(
            chosen,
            end,
            zero,
            #[inline(always)]
            |slot| self.points[slot].gap,
        );
        let mut points = [PlanePoint { u: zero, v: zero, gap: zero }; PACKED];
        for (k, point) in points.iter_mut().enumerate() {
            *point = PlanePoint { u: u[k], v: v[k], gap: gap[k] };
        }
        Packed { points, features }
    }
}

/// One number of four chosen slots of each lane; `nothing` in lanes with fewer.
#[inline(always)]
fn stacked<I: Isa>(
    chosen: &[I::Mask; SLOTS],
    end: End,
    nothing: I::Real,
    number: impl Fn(usize) -> I::Real,
) -> [I::Real; PACKED] {
    let stack = [nothing; PACKED];
    // Spelt out: a loop over all slots stays rolled, with the stack in memory.
    match end {
        End::First => {
            let stack = push_four::<I>(stack, chosen, [11, 10, 9, 8], &number);
            let stack = push_four::<I>(stack, chosen, [7, 6, 5, 4], &number);
            push_four::<I>(stack, chosen, [3, 2, 1, 0], &number)
        }
        End::Last => {
            let stack = push_four::<I>(stack, chosen, [0, 1, 2, 3], &number);
            let stack = push_four::<I>(stack, chosen, [4, 5, 6, 7], &number);
            push_four::<I>(stack, chosen, [8, 9, 10, 11], &number)
        }
    }
}

#[inline(always)]
fn push_four<I: Isa>(
    stack: [I::Real; PACKED],
    chosen: &[I::Mask; SLOTS],
    slots: [usize; 4],
    number: &impl Fn(usize) -> I::Real,
) -> [I::Real; PACKED] {
    let stack = push::<I>(stack, chosen[slots[0]], number(slots[0]));
    let stack = push::<I>(stack, chosen[slots[1]], number(slots[1]));
    let stack = push::<I>(stack, chosen[slots[2]], number(slots[2]));
    push::<I>(stack, chosen[slots[3]], number(slots[3]))
}

/// Pushes a value where it is chosen.
#[inline(always)]
fn push<I: Isa>(stack: [I::Real; PACKED], chosen: I::Mask, value: I::Real) -> [I::Real; PACKED] {
    [
        Lanes::select(chosen, value, stack[0]),
        Lanes::select(chosen, stack[0], stack[1]),
        Lanes::select(chosen, stack[1], stack[2]),
        Lanes::select(chosen, stack[2], stack[3]),
    ]
}
