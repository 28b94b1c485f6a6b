//! Rows of pairs that an axis dismisses: they are zeros except for the depth and the last word.

use bytemuck::cast_slice_mut;
use octosat_lanes::{IntegerLanes, Isa, MAX_LANES, Singles};

use crate::call::batches::keep_out_of_line;
use crate::contacts::Manifold;

/// A row as words: the depth is the fourth, and axis and status are in the last.
type Words = [u32; size_of::<Manifold>() / 4];

/// The parts of a batch of rows that are not zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dismissed<F: Singles> {
    pub(super) depth: F,
    /// The number of the axis.
    pub(super) code: F::Integer,
    pub(super) status: F::Integer,
}

impl<F: Singles> Dismissed<F> {
    /// Writes the batch of rows from `first` on; rows past the end are dropped.
    #[inline(always)]
    pub(super) fn write<I>(self, isa: I, first: usize, rows: &mut [Manifold])
    where
        I: Isa<Real = F, Integer = F::Integer>,
    {
        let rows: &mut [Words] = cast_slice_mut(rows);
        if let Some(whole) = rows.get_mut(first..first + I::LANES) {
            return isa.store_sparse(self.depth, self.word(), whole);
        }
        let mut last = [Words::default(); MAX_LANES];
        isa.store_sparse(self.depth, self.word(), &mut last);
        keep_out_of_line(rows.get_mut(first..).unwrap_or_default(), &last);
    }

    /// Writes these parts of the rows at some positions; [`Self::write`] has written the zeros of all rows before.
    #[inline(always)]
    pub(super) fn write_at<I>(self, isa: I, positions: &[u32], rows: &mut [Manifold])
    where
        I: Isa<Real = F, Integer = F::Integer>,
    {
        let (mut depths, mut words) = (const { [0.0; MAX_LANES] }, [0; MAX_LANES]);
        isa.store(self.depth, &mut depths);
        isa.store_integers(self.word(), &mut words);
        let rows: &mut [Words] = cast_slice_mut(rows);
        for ((&position, depth), word) in positions.iter().zip(depths).zip(words) {
            let [_, _, _, row_depth, _, row_word] = &mut rows[position as usize];
            *row_depth = depth.to_bits();
            *row_word = word.cast_unsigned().to_le();
        }
    }

    /// The last word of each row, its lowest byte first.
    #[inline(always)]
    fn word(self) -> F::Integer {
        self.code.shift_left(8) | self.status.shift_left(16)
    }
}
