//! Results of verdicts, one per pair.

use bytemuck::{Pod, Zeroable};

use crate::words::words;

/// What is certain about a pair of boxes. One byte.
///
/// [`Verdict::OVERLAPPING`] and [`Verdict::SEPARATED`] are theorems about the boxes as they are stored: no rounding makes
/// them wrong. A quaternion stands for the rotation that it is proportional to. Boxes are closed sets, so boxes that
/// touch exactly overlap.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct Verdict(u8);

impl Verdict {
    /// The boxes are too close to touching for the precision of `f64`, or a number of theirs is not finite.
    pub const UNDECIDED: Self = Self(0);
    /// The boxes share a point.
    pub const OVERLAPPING: Self = Self(1);
    /// The boxes share no point.
    pub const SEPARATED: Self = Self(2);
}

impl Verdict {
    /// The verdict with this number, as lanes hold it.
    #[doc(hidden)]
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "lanes hold numbers of verdicts"
    )]
    pub const fn of_lane(number: i32) -> Self {
        Self(number as u8)
    }
}

words!(Verdict: UNDECIDED "undecided", OVERLAPPING "overlapping", SEPARATED "separated");
