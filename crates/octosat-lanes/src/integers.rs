//! Truth values in lanes, and integer lanes: axis numbers, features, counts and flags.

use core::fmt::Debug;
use core::ops::{Add, BitAnd, BitOr, Not, Sub};

/// One truth value per lane: the result of a comparison, and the input of a selection.
pub trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// The truth values as bits, with lane 0 in the lowest bit. Bits past the last lane are zero.
    fn bits(self) -> u32;
}

/// One `i32` per lane.
///
/// Comparisons give the same masks as those of floats, so a mask selects floats and integers. Implementations
/// mark everything `#[inline(always)]`, as for [`crate::Lanes`].
///
/// Sums and differences wrap around. `&` and `|` are bitwise.
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

    /// A shift towards the highest bit by `bits` modulo 32 bits, with zeros for the free bits.
    #[must_use]
    fn shift_left(self, bits: u32) -> Self;

    /// A shift towards the lowest bit by `bits` modulo 32 bits, with zeros for the free bits.
    #[must_use]
    fn shift_right(self, bits: u32) -> Self;

    /// `self < other`, as signed integers.
    fn less(self, other: Self) -> Self::Mask;

    /// `self == other`.
    fn equals(self, other: Self) -> Self::Mask;

    /// `self` in lanes whose mask is true, zero in the others.
    #[must_use]
    fn keep(self, mask: Self::Mask) -> Self;

    /// `yes` in lanes whose mask is true, `no` in the others.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// For each lane, the entry of a table at the index in its lowest three bits.
    #[must_use]
    fn look_up(self, table: &[i32; 8]) -> Self;
}
