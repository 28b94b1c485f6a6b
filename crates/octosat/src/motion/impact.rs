//! Results of impacts, one per pair.

use core::fmt;

use bytemuck::{Pod, Zeroable};

use crate::pairs::results::Axis;

/// The result for a pair of boxes that move and turn during a step: until when they are certainly apart.
///
/// Times are parts of the step: 0 is its start and 1 its end. `time` is never late: before it, the boxes share no point,
/// for lengths from 1e-17 m on.
///
/// | state | `time` |
/// |---|---|
/// | [`ImpactState::FREE`] | 1: the boxes are apart for the whole step |
/// | [`ImpactState::HIT`] | the boxes are within the tolerance there |
/// | [`ImpactState::TOUCHING`] | 0: no axis separates the boxes at the start by more than rounding |
/// | [`ImpactState::FREE_UNTIL`] | the boxes are apart until then; what follows was not looked at |
/// | [`ImpactState::NON_FINITE`] | NaN |
///
/// Plain data of 8 bytes, aligned to 4: the time at 0, the axis at 4, the state at 5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Impact {
    /// Until when the boxes are apart, as a part of the step.
    pub time: f32,
    /// The axis that was the last to prove that the boxes are apart.
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

    /// The row of a time, an axis number and a state in the byte after it.
    #[inline(always)]
    pub(crate) fn from_lane(time: f32, status: i32) -> Self {
        bytemuck::cast([time.to_bits(), status.cast_unsigned()])
    }
}

/// What is known at the time of an impact. One byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct ImpactState(u8);

impl ImpactState {
    /// The boxes are apart for the whole step.
    pub const FREE: Self = Self(0);
    /// The boxes are within the tolerance.
    pub const HIT: Self = Self(1);
    /// No axis separates the boxes at the start of the step by more than rounding.
    pub const TOUCHING: Self = Self(2);
    /// The rounds were used up: the boxes are apart until then.
    pub const FREE_UNTIL: Self = Self(3);
    /// A number of the boxes, at the start or at the end, is not finite.
    pub const NON_FINITE: Self = Self(255);

    /// The number of the state: 0 to 3, or 255. After a `bytemuck` cast it may be any other number.
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The state as the second byte of the last four of a row, as an integer; the first is the axis.
    pub(crate) const fn status(self) -> i32 {
        i32::from_ne_bytes([0, self.0, 0, 0])
    }
}

impl fmt::Display for ImpactState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            Self::FREE => "free",
            Self::HIT => "hit",
            Self::TOUCHING => "touching at the start",
            Self::FREE_UNTIL => "free until then",
            _ => "non-finite input",
        })
    }
}
