//! Truth values in lanes: what comparisons give and selections take.

use core::ops::{BitAnd, BitOr, Not};

/// One truth value a lane.
pub trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// The truth values as bits, lane 0 in the lowest bit, bits past the last lane zero.
    fn bits(self) -> u32;
}
