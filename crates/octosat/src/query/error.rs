//! Why a query is rejected.

use core::fmt;

use octosat_lanes::PairOutOfBounds;

/// Why a query was rejected. Nothing was written to its output.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum QueryError {
    /// A pair has an index that does not exist.
    IndexOutOfRange {
        /// Which pair of the list, counted from zero.
        pair: usize,
        /// Which of its two indices: 0 or 1.
        side: usize,
        /// The index.
        index: u32,
        /// The name of the list that the index belongs to: `"boxes"`, `"spheres"` and so on.
        list: &'static str,
        /// The length of that list.
        len: usize,
    },
    /// The output buffer has the wrong length.
    OutputLength {
        /// The length that it must have, in elements of the buffer.
        expected: usize,
        /// The length that it has.
        found: usize,
    },
    /// There are so many pairs that the number of their points might not fit 32 bits.
    TooManyPairs {
        /// The number of pairs.
        pairs: usize,
        /// The most that one call takes.
        limit: usize,
    },
    /// There are not as many slots as pairs.
    SlotLength {
        /// The number of pairs.
        expected: usize,
        /// The number of slots.
        found: usize,
    },
    /// A slot is larger than a cache has room for.
    SlotTooLarge {
        /// Which pair it belongs to.
        pair: usize,
        /// Its value.
        slot: u32,
    },
    /// The `motion` of [`CacheMode::Reuse`](crate::CacheMode::Reuse) is negative, infinite or not a number.
    ReuseMotion {
        /// Its value, as a fraction of the smallest half extent.
        motion: f32,
    },
    /// There are not as many margins as pairs.
    MarginLength {
        /// The number of pairs.
        expected: usize,
        /// The number of margins.
        found: usize,
    },
    /// A margin is negative, infinite or not a number.
    Margin {
        /// Which pair it belongs to; none if all pairs have this margin.
        pair: Option<usize>,
        /// Its value, in meters.
        margin: f32,
    },
}

impl QueryError {
    /// The error of a pair with an index that is out of range in one of two lists.
    pub(crate) fn of_pair(error: PairOutOfBounds, lists: [&'static str; 2]) -> Self {
        let PairOutOfBounds { pair, side, index, rows } = error;
        let side = side.slot();
        Self::IndexOutOfRange { pair, side, index, list: lists[side], len: rows }
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IndexOutOfRange { pair, side, index, list, len } => {
                write!(f, "pairs[{pair}][{side}] is {index}, but there are {len} {list}")
            }
            Self::OutputLength { expected, found } => {
                write!(f, "the output holds {found} elements, but {expected} are needed")
            }
            Self::TooManyPairs { pairs, limit } => {
                write!(f, "{pairs} pairs are more than the {limit} that one call takes")
            }
            Self::SlotLength { expected, found } => {
                write!(f, "there are {found} slots for {expected} pairs")
            }
            Self::SlotTooLarge { pair, slot } => {
                write!(f, "slots[{pair}] is {slot}, more than a cache has room for")
            }
            Self::ReuseMotion { motion } => {
                write!(f, "the motion is {motion}, which is not finite and at least zero")
            }
            Self::MarginLength { expected, found } => {
                write!(f, "there are {found} margins for {expected} pairs")
            }
            Self::Margin { pair: Some(pair), margin } => {
                write!(f, "margins[{pair}] is {margin}, which is not finite and at least zero")
            }
            Self::Margin { pair: None, margin } => {
                write!(f, "the margin is {margin}, which is not finite and at least zero")
            }
        }
    }
}

impl core::error::Error for QueryError {}
