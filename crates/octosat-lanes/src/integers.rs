//! Integer lanes: axis numbers, features, counts and flags.

use core::fmt::Debug;
use core::ops::{Add, BitAnd, BitOr, Sub};

use crate::mask::Mask;

/// One `i32` per lane.
///
/// Comparisons give the masks of the floats, so a mask selects floats and integers alike. Implementations
/// mark everything `#[inline(always)]`, as those of [`crate::Lanes`] do.
///
/// Sums and differences wrap around, and `&` and `|` work bit by bit.
pub trait IntegerLanes:
    Copy
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
{
    /// The result of comparing two lanes.
    type Mask: Mask;

    /// The bits moved towards the highest bit, by `bits` modulo 32 places; zeros move in.
    #[must_use]
    fn shift_left(self, bits: u32) -> Self;

    /// The bits moved towards the lowest bit, by `bits` modulo 32 places; zeros move in.
    #[must_use]
    fn shift_right(self, bits: u32) -> Self;

    /// `self < other`, with sign.
    fn less(self, other: Self) -> Self::Mask;

    /// `self == other`.
    fn equals(self, other: Self) -> Self::Mask;

    /// `self` where the mask is true, zero elsewhere.
    #[must_use]
    fn keep(self, mask: Self::Mask) -> Self;

    /// `yes` where the mask is true, `no` elsewhere.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// The entry of a table that each lane's lowest three bits point to.
    #[must_use]
    fn look_up(self, table: &[i32; 8]) -> Self;
}
