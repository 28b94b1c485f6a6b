//! Results of impacts, one per pair.

use bytemuck::{Pod, Zeroable};

use crate::Axis;
use crate::words::words;

/// The result for a pair of boxes that move and turn during a step: until when they are certainly apart.
///
/// Times are parts of the step: 0 is its start and 1 its end. `time` is never late, for lengths from 1e-17 m on: before
/// it, the boxes share no point. Free boxes may touch: from then on, one direction keeps the overlap along it below
/// 10.5 impact bounds and 1.4e-5 of how far they move and turn until the end of the step, or from getting deeper than
/// it is at the start.
///
/// | state | `time` |
/// |---|---|
/// | [`ImpactState::FREE`] | 1: the boxes are apart for the whole step, or rest, slide, graze or move apart |
/// | [`ImpactState::HIT`] | the boxes are within the tolerance there, and coming together |
/// | [`ImpactState::TOUCHING`] | 0: no axis separates the boxes at the start by more than rounding, and they are coming together |
/// | [`ImpactState::FREE_UNTIL`] | the boxes are apart until then; what follows was not looked at |
/// | [`ImpactState::NON_FINITE`] | NaN |
///
/// Plain data of 8 bytes, aligned to 4: the time at 0, the axis at 4, the state at 5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Impact {
    /// Until when the boxes are apart, as a part of the step.
    pub time: f32,
    /// The axis that was the last to prove that the boxes are apart; of a hit, the one that promised to for the longest
    /// time.
    pub axis: Axis,
    /// What is known at that time.
    pub state: ImpactState,
    /// Zero; fills the row up to its 8 bytes.
    pub reserved: [u8; 2],
}

impl Impact {
    /// Whether the boxes are within the tolerance during the step, or touch at its start.
    #[must_use]
    pub fn touches(&self) -> bool {
        self.state == ImpactState::HIT || self.state == ImpactState::TOUCHING
    }
}

/// What is known at the time of an impact. One byte.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct ImpactState(u8);

impl ImpactState {
    /// The boxes are apart for the whole step, or touch and do not come together: they rest, slide, graze or move
    /// apart.
    pub const FREE: Self = Self(0);
    /// The boxes are within the tolerance, and coming together, or nothing else can be proved.
    pub const HIT: Self = Self(1);
    /// No axis separates the boxes at the start of the step by more than rounding, and they are coming together, or
    /// nothing else can be proved.
    pub const TOUCHING: Self = Self(2);
    /// The rounds were used up: the boxes are apart until then.
    pub const FREE_UNTIL: Self = Self(3);
    /// A number of the boxes, at the start or at the end, is not finite.
    pub const NON_FINITE: Self = Self(255);
}

words!(ImpactState: FREE "free", HIT "hit", TOUCHING "touching at the start", FREE_UNTIL "free until then", NON_FINITE "non-finite input");
