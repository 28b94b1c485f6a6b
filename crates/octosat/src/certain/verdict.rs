//! Results of verdicts, one per pair.

use core::fmt;

use bytemuck::{Pod, Zeroable};

/// What is certain about a pair of boxes. One byte.
///
/// [`Verdict::OVERLAPPING`] and [`Verdict::SEPARATED`] are theorems about the boxes as they are stored: no rounding makes
/// them wrong. A quaternion stands for the rotation that it is proportional to. Boxes are closed sets, so boxes that
/// touch exactly overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct Verdict(u8);

impl Verdict {
    /// The boxes are too close to touching for the precision of `f64`, or a number of theirs is not finite.
    pub const UNDECIDED: Self = Self(0);
    /// The boxes share a point.
    pub const OVERLAPPING: Self = Self(1);
    /// The boxes share no point.
    pub const SEPARATED: Self = Self(2);

    /// The verdict with this number, as lanes hold it.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "lanes hold numbers of verdicts"
    )]
    pub(crate) const fn from_number(number: i32) -> Self {
        Self(number as u8)
    }

    /// The number for lanes.
    pub(crate) const fn number(self) -> i32 {
        self.0 as i32
    }

    /// The number of the verdict: 0, 1 or 2. After a `bytemuck` cast it may be any other number.
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            Self::OVERLAPPING => "overlapping",
            Self::SEPARATED => "separated",
            _ => "undecided",
        })
    }
}
