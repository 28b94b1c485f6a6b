//! Index pairs whose bounds are checked once for a whole call.

use crate::row::MAX_LANES;

/// One of the two indices of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairSide {
    /// The first index: box a.
    A,
    /// The second index: box b, or the shape of a list of boxes and shapes.
    B,
}

impl PairSide {
    /// The position of this side in an index pair.
    #[inline(always)]
    #[must_use]
    pub fn place(self) -> usize {
        match self {
            Self::A => 0,
            Self::B => 1,
        }
    }
}

/// The error for an index pair that points past the last row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairOutOfBounds {
    /// The index of the pair in the list, counted from zero.
    pub pair: usize,
    /// The side of the index.
    pub side: PairSide,
    /// The index that is too large.
    pub index: u32,
    /// The number of rows.
    pub rows: usize,
}

impl core::fmt::Display for PairOutOfBounds {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { pair, side, index, rows } = self;
        let side = match side {
            PairSide::A => "a",
            PairSide::B => "b",
        };
        write!(f, "pair {pair}: index {index} of box {side} is not below {rows}")
    }
}

impl core::error::Error for PairOutOfBounds {}

/// Index pairs whose indices are below a number of rows. Each side has its own number.
///
/// A value is the proof of this, so a backend can load rows without a check per index.
#[derive(Clone, Copy, Debug)]
pub struct BoundedPairs<'a> {
    /// Invariant: index `s` of every pair is below `rows[s]`.
    pairs: &'a [[u32; 2]],
    rows: [usize; 2],
}

impl<'a> BoundedPairs<'a> {
    /// Checks every index of `pairs` against a number of rows.
    ///
    /// # Errors
    /// Reports the first pair with an index that is not below `rows`.
    #[inline(always)]
    pub fn check(pairs: &'a [[u32; 2]], rows: usize) -> Result<Self, PairOutOfBounds> {
        Self::check_sides(pairs, [rows; 2])
    }

    /// Checks the first index of every pair against one number of rows, and the second against another.
    ///
    /// # Errors
    /// Reports the first pair with an index that is not below the number of its side.
    #[inline(always)]
    pub fn check_sides(pairs: &'a [[u32; 2]], rows: [usize; 2]) -> Result<Self, PairOutOfBounds> {
        // One branch for the whole list: a maximum is vectorized, a search with early exit is not.
        let mut largest = [0_u32; 2];
        for pair in pairs {
            largest[0] = largest[0].max(pair[0]);
            largest[1] = largest[1].max(pair[1]);
        }
        let below = (largest[0] as usize) < rows[0] && (largest[1] as usize) < rows[1];
        if pairs.is_empty() || below {
            return Ok(Self { pairs, rows });
        }
        Err(first_out_of_bounds(pairs, rows))
    }

    /// The pairs themselves.
    #[inline(always)]
    #[must_use]
    pub fn pairs(&self) -> &'a [[u32; 2]] {
        self.pairs
    }

    /// The number of rows below which every index of a side lies.
    #[inline(always)]
    #[must_use]
    pub fn rows(&self, side: PairSide) -> usize {
        self.rows[side.place()]
    }

    /// The pairs of a range, with the same proof.
    ///
    /// # Panics
    /// If the range ends past the last pair.
    #[inline(always)]
    #[must_use]
    pub fn slice(&self, range: core::ops::Range<usize>) -> Self {
        Self { pairs: &self.pairs[range], rows: self.rows }
    }

    /// The `lanes` pairs from `first` on, if there are as many, with the same proof.
    #[inline(always)]
    #[must_use]
    pub fn whole(&self, first: usize, lanes: usize) -> Option<Self> {
        let pairs = self.pairs.get(first..)?.get(..lanes)?;
        Some(Self { pairs, rows: self.rows })
    }

    /// The pairs from `first` on, filled up to `lanes` with copies of the last pair, in `buffer`.
    ///
    /// With copies of a real pair, the lanes without a pair of their own compute ordinary numbers.
    ///
    /// # Panics
    /// If there is no pair from `first` on, if there are more than `lanes`, or if `lanes` is more than a buffer
    /// holds.
    #[inline(always)]
    #[must_use]
    pub fn padded<'b>(
        &self,
        first: usize,
        lanes: usize,
        buffer: &'b mut PairBuffer,
    ) -> BoundedPairs<'b> {
        let padded = &mut buffer.0[..lanes];
        pad_out_of_line(&self.pairs[first..], padded);
        BoundedPairs { pairs: padded, rows: self.rows }
    }

    /// Pairs in `buffer` that have each of `positions` as both of their indices. Positions past the last of
    /// `rows` rows become the last row.
    ///
    /// # Panics
    /// If there are no rows, or there are more positions than a buffer holds.
    #[inline(always)]
    #[must_use]
    pub fn clamped<'b>(
        positions: &[u32],
        rows: usize,
        buffer: &'b mut PairBuffer,
    ) -> BoundedPairs<'b> {
        assert!(rows > 0, "there is no row to point to");
        let last = u32::try_from(rows - 1).unwrap_or(u32::MAX);
        let clamped = &mut buffer.0[..positions.len()];
        for (pair, &position) in clamped.iter_mut().zip(positions) {
            *pair = [position.min(last); 2];
        }
        BoundedPairs { pairs: clamped, rows: [rows; 2] }
    }

    /// Pairs in `buffer` of each of `positions` and the only row of another list; positions are clamped as above.
    ///
    /// # Panics
    /// As [`Self::clamped`].
    #[inline(always)]
    #[must_use]
    pub fn with_only<'b>(
        positions: &[u32],
        rows: usize,
        buffer: &'b mut PairBuffer,
    ) -> BoundedPairs<'b> {
        let len = Self::clamped(positions, rows, buffer).pairs.len();
        let pairs = &mut buffer.0[..len];
        pairs.iter_mut().for_each(|pair| pair[1] = 0);
        BoundedPairs { pairs, rows: [rows, 1] }
    }

    /// The pairs at `positions`, copied into `buffer`, with the same proof.
    ///
    /// # Panics
    /// If a position is past the last pair, or there are more positions than a buffer holds.
    #[inline(always)]
    #[must_use]
    pub fn pick<'b>(&self, positions: &[u32], buffer: &'b mut PairBuffer) -> BoundedPairs<'b> {
        let picked = &mut buffer.0[..positions.len()];
        for (pair, &position) in picked.iter_mut().zip(positions) {
            *pair = self.pairs[position as usize];
        }
        BoundedPairs { pairs: picked, rows: self.rows }
    }
}

/// Room for one batch of pairs on the widest backend.
#[derive(Clone, Copy, Debug)]
pub struct PairBuffer([[u32; 2]; MAX_LANES]);

impl PairBuffer {
    /// An empty buffer.
    #[inline(always)]
    #[must_use]
    pub fn new() -> Self {
        Self([[0; 2]; MAX_LANES])
    }
}

impl Default for PairBuffer {
    fn default() -> Self {
        Self::new()
    }
}

#[cold]
#[inline(never)]
fn first_out_of_bounds(pairs: &[[u32; 2]], rows: [usize; 2]) -> PairOutOfBounds {
    for (pair, indices) in pairs.iter().enumerate() {
        for side in [PairSide::A, PairSide::B] {
            let (index, rows) = (indices[side.place()], rows[side.place()]);
            if index as usize >= rows {
                return PairOutOfBounds { pair, side, index, rows };
            }
        }
    }
    unreachable!("called only where some index is out of bounds")
}

/// Copies pairs, and fills up what is left with the last of them.
#[cold]
#[inline(never)]
fn pad_out_of_line(pairs: &[[u32; 2]], padded: &mut [[u32; 2]]) {
    let last = pairs[pairs.len() - 1];
    padded[..pairs.len()].copy_from_slice(pairs);
    padded[pairs.len()..].fill(last);
}

/// The first `L` pairs of a list, as an array, so that indexing by lane needs no check.
#[inline(always)]
pub(crate) fn first_pairs<const L: usize>(pairs: &[[u32; 2]]) -> &[[u32; 2]; L] {
    match pairs.first_chunk() {
        Some(first) => first,
        None => panic!("fewer pairs than lanes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: [[u32; 2]; 5] = [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9]];

    #[test]
    fn clamped_positions_stay_below_the_rows() {
        let mut buffer = PairBuffer::new();
        let pairs = BoundedPairs::clamped(&[0, 3, 4, u32::MAX], 4, &mut buffer);
        assert_eq!(pairs.pairs(), [[0, 0], [3, 3], [3, 3], [3, 3]]);
        assert_eq!(pairs.rows(PairSide::A), 4);
        let pairs = BoundedPairs::with_only(&[2, 3, 4], 4, &mut buffer);
        assert_eq!(pairs.pairs(), [[2, 0], [3, 0], [3, 0]]);
        assert_eq!([PairSide::A, PairSide::B].map(|side| pairs.rows(side)), [4, 1]);
    }

    #[test]
    #[should_panic(expected = "no row")]
    fn positions_among_no_rows_are_rejected() {
        let _ = BoundedPairs::clamped(&[0], 0, &mut PairBuffer::new());
    }

    #[test]
    fn first_offender_is_named() {
        let error = BoundedPairs::check(&LIST, 7).unwrap_err();
        assert_eq!(error, PairOutOfBounds { pair: 3, side: PairSide::B, index: 7, rows: 7 });
        assert!(BoundedPairs::check(&LIST, 10).is_ok());
        assert!(BoundedPairs::check(&[], 0).is_ok());
    }

    #[test]
    fn each_side_has_its_own_bound() {
        assert!(BoundedPairs::check_sides(&LIST, [9, 10]).is_ok());
        assert!(BoundedPairs::check_sides(&[], [0, 0]).is_ok());
        let error = BoundedPairs::check_sides(&LIST, [9, 9]).unwrap_err();
        assert_eq!(error, PairOutOfBounds { pair: 4, side: PairSide::B, index: 9, rows: 9 });
        let error = BoundedPairs::check_sides(&LIST, [3, 10]).unwrap_err();
        assert_eq!(error, PairOutOfBounds { pair: 2, side: PairSide::A, index: 4, rows: 3 });
        let proven = BoundedPairs::check_sides(&LIST, [9, 11]).unwrap();
        assert_eq!([PairSide::A, PairSide::B].map(|side| proven.rows(side)), [9, 11]);
    }

    #[test]
    fn padding_repeats_the_last_pair() {
        let mut buffer = PairBuffer::new();
        let pairs = BoundedPairs::check(&LIST, 10).unwrap();
        let padded = pairs.padded(3, 8, &mut buffer);
        assert_eq!(
            padded.pairs(),
            [[6, 7], [8, 9], [8, 9], [8, 9], [8, 9], [8, 9], [8, 9], [8, 9]]
        );
    }
}
