//! The rows of a batch of pairs, whose bounds are proven once for both backends.
#![expect(unsafe_code, reason = "rows are read without a check per index, which a proof replaces")]

use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

use crate::pairs::{BoundedPairs, PairSide, first_pairs};
use crate::rows::{Columns, Row};

/// The rows that one side of `LANES` pairs points to, in each of `N` columns.
pub(super) struct ProvenRows<'a, const N: usize, const LANES: usize> {
    columns: [&'a [Row]; N],
    /// Invariant: each is the distance in bytes from the first row of a column, whichever it is, to
    /// a row within the slice of that column.
    offsets: [usize; LANES],
}

impl<'a, const N: usize, const LANES: usize> ProvenRows<'a, N, LANES> {
    /// The rows of the first `LANES` pairs.
    ///
    /// # Panics
    /// If there are fewer pairs, or the pairs were proven against more rows than there are.
    #[inline(always)]
    pub(super) fn new(columns: &Columns<'a, N>, pairs: &BoundedPairs<'_>, side: PairSide) -> Self {
        let bound = pairs.rows(side);
        let pairs = first_pairs::<LANES>(pairs.pairs());
        assert!(bound <= columns.rows(), "the pairs were checked against more rows than there are");
        // Every index is below `bound` and so below the number of rows, for which `Columns` says
        // that index times stride is within each slice.
        let mut offsets = [0; LANES];
        for (offset, pair) in offsets.iter_mut().zip(pairs) {
            *offset = pair[side.slot()] as usize * columns.stride_in_bytes();
        }
        Self { columns: columns.slices(), offsets }
    }

    /// The rows that follow each other from `first` on.
    ///
    /// # Panics
    /// If the last of them is past the last row.
    #[inline(always)]
    pub(super) fn block(columns: &Columns<'a, N>, first: usize) -> Self {
        assert!(
            first < columns.rows() && columns.rows() - first >= LANES,
            "the block ends past the last row"
        );
        // Every row is below the number of rows, for which `Columns` says that row times stride is
        // within each slice.
        let mut offsets = [0; LANES];
        for (lane, offset) in offsets.iter_mut().enumerate() {
            *offset = (first + lane) * columns.stride_in_bytes();
        }
        Self { columns: columns.slices(), offsets }
    }

    /// What `transpose` makes of each column, of which there are at most four.
    #[inline(always)]
    pub(super) fn transposed<T: Copy>(
        &self,
        nothing: T,
        transpose: impl Fn(ProvenColumn<'_, LANES>) -> T,
    ) -> [T; N] {
        of_each_column(
            nothing,
            #[inline(always)]
            |place| transpose(self.column(place)),
        )
    }

    #[inline(always)]
    fn column(&self, place: usize) -> ProvenColumn<'_, LANES> {
        ProvenColumn { first: self.columns[place].as_ptr(), offsets: &self.offsets }
    }
}

/// The rows of one column.
#[derive(Clone, Copy)]
pub(super) struct ProvenColumn<'a, const LANES: usize> {
    /// Invariant: each offset from here leads to a row that lives for `'a`.
    first: *const Row,
    offsets: &'a [usize; LANES],
}

impl<'a, const LANES: usize> ProvenColumn<'a, LANES> {
    /// The row of a lane.
    ///
    /// # Panics
    /// If there is no such lane; where it is a constant, nothing is left of the check.
    #[inline(always)]
    pub(super) fn row(self, lane: usize) -> &'a Row {
        // SAFETY: the invariant of `first`.
        unsafe { &*self.first.byte_add(self.offsets[lane]) }
    }
}

/// What `transpose` makes of the `LANES` rows of each column from `first` on, where columns lie apart; of at most
/// four columns.
///
/// # Panics
/// If the last of them is past the last row.
#[inline(always)]
pub(super) fn transposed_runs<T: Copy, const N: usize, const LANES: usize>(
    columns: &Columns<'_, N>,
    first: usize,
    nothing: T,
    transpose: impl Fn(&[Row; LANES]) -> T,
) -> [T; N] {
    of_each_column(
        nothing,
        #[inline(always)]
        |place| {
            let run = columns.slices()[place].get(first..).and_then(<[Row]>::first_chunk);
            transpose(run.expect("the block ends past the last row"))
        },
    )
}

/// What `work` makes of each column's place, of which there are at most four.
///
/// Spelt out: a loop over columns is unrolled so late that all that is loaded goes through memory.
#[inline(always)]
fn of_each_column<T: Copy, const N: usize>(nothing: T, work: impl Fn(usize) -> T) -> [T; N] {
    const { assert!(N <= 4, "a fifth column would be left out") };
    let mut result = [nothing; N];
    if N > 0 {
        result[0] = work(0);
    }
    if N > 1 {
        result[1] = work(1);
    }
    if N > 2 {
        result[2] = work(2);
    }
    if N > 3 {
        result[3] = work(3);
    }
    result
}

/// Asks the cache for the rows of one side of the first `LANES` pairs.
///
/// # Panics
/// If there are fewer pairs.
#[inline(always)]
pub(super) fn prefetch_rows<const N: usize, const LANES: usize>(
    columns: &Columns<'_, N>,
    pairs: &BoundedPairs<'_>,
    side: PairSide,
) {
    for pair in first_pairs::<LANES>(pairs.pairs()) {
        for column in columns.slices() {
            let offset = pair[side.slot()] as usize * columns.stride_in_bytes();
            prefetch(column.as_ptr().wrapping_byte_add(offset));
        }
    }
}

/// Asks the cache for the line in which row `place` of a slice begins or, past the end, would begin.
#[inline(always)]
pub(super) fn prefetch_row(rows: &[Row], place: usize) {
    prefetch(rows.as_ptr().wrapping_add(place));
}

#[inline(always)]
fn prefetch(row: *const Row) {
    // SAFETY: every x86-64 CPU has the instruction, and it never faults.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(row.cast()) };
}
