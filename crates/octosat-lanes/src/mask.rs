//! Truth values in lanes: the results of comparisons, and the input of selections.

use core::ops::{BitAnd, BitOr, Not};

/// One truth value per lane.
pub trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// The truth values as bits, with lane 0 in the lowest bit. Bits past the last lane are zero.
    fn bits(self) -> u32;
}
