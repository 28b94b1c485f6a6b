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
    /// Four of the chosen slots of each lane.
    #[inline(always)]
    pub(super) fn packed(&self, isa: I, chosen: &[I::Mask; SLOTS], end: End) -> Packed<I::Real> {
        let zero = isa.splat(0.0);
        let mut column = Column::<I> { values: self.features, chosen, nothing: zero };
        column.nothing = isa.splat(NO_FEATURE);
        let features = column.packed(end);
        column.nothing = zero;
        // One number of all slots at a time: the four of a stack then stay in registers.
        column.values = self.column(
            #[inline(always)]
            |point| point.u,
        );
        let u = column.packed(end);
        column.values = self.column(
            #[inline(always)]
            |point| point.v,
        );
        let v = column.packed(end);
        column.values = self.column(
            #[inline(always)]
            |point| point.gap,
        );
        let gap = column.packed(end);
        let mut points = [PlanePoint { u: zero, v: zero, gap: zero }; PACKED];
        for (k, point) in points.iter_mut().enumerate() {
            *point = PlanePoint { u: u[k], v: v[k], gap: gap[k] };
        }
        Packed { points, features }
    }

    /// One number of every slot.
    #[inline(always)]
    fn column(&self, number: impl Fn(&PlanePoint<I::Real>) -> I::Real) -> [I::Real; SLOTS] {
        let mut values = self.features;
        for (value, point) in values.iter_mut().zip(&self.points) {
            *value = number(point);
        }
        values
    }
}

/// One number of every slot, and which slots count.
struct Column<'a, I: Isa> {
    values: [I::Real; SLOTS],
    chosen: &'a [I::Mask; SLOTS],
    /// What lanes with fewer slots get.
    nothing: I::Real,
}

impl<I: Isa> Column<'_, I> {
    #[inline(always)]
    fn packed(&self, end: End) -> [I::Real; PACKED] {
        match end {
            End::First => self.first(),
            End::Last => self.last(),
        }
    }

    /// The first four chosen values of each lane.
    #[inline(always)]
    fn first(&self) -> [I::Real; PACKED] {
        let stack = [self.nothing; PACKED];
        // Spelt out: a loop over all slots stays rolled, with the stack in memory.
        let stack = self.push_four(stack, [11, 10, 9, 8]);
        let stack = self.push_four(stack, [7, 6, 5, 4]);
        self.push_four(stack, [3, 2, 1, 0])
    }

    /// The last four, from the last on.
    #[inline(always)]
    fn last(&self) -> [I::Real; PACKED] {
        let stack = [self.nothing; PACKED];
        let stack = self.push_four(stack, [0, 1, 2, 3]);
        let stack = self.push_four(stack, [4, 5, 6, 7]);
        self.push_four(stack, [8, 9, 10, 11])
    }

    #[inline(always)]
    fn push_four(&self, stack: [I::Real; PACKED], slots: [usize; 4]) -> [I::Real; PACKED] {
        let stack = self.push(stack, slots[0]);
        let stack = self.push(stack, slots[1]);
        let stack = self.push(stack, slots[2]);
        self.push(stack, slots[3])
    }

    #[inline(always)]
    fn push(&self, stack: [I::Real; PACKED], slot: usize) -> [I::Real; PACKED] {
        let (chosen, value) = (self.chosen[slot], self.values[slot]);
        [
            Lanes::select(chosen, value, stack[0]),
            Lanes::select(chosen, stack[0], stack[1]),
            Lanes::select(chosen, stack[1], stack[2]),
            Lanes::select(chosen, stack[2], stack[3]),
        ]
    }
}
