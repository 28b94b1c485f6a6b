//! The rows of a batch of pairs, with bounds that are proven once for all lanes.
#![expect(unsafe_code, reason = "rows are read without a check per index, which a proof replaces")]

use core::mem::MaybeUninit;

use crate::pairs::{BoundedPairs, PairSide, first_pairs};
use crate::row::Row;
use crate::rows::Columns;

/// One row per lane and side from each of `N` columns that have the same stride.
#[derive(Clone, Copy)]
pub(crate) struct ProvenRows<'a, const N: usize, const LANES: usize> {
    /// Invariant: at this address plus the number of a lane's row times the stride, four floats are borrowed
    /// for `'a`.
    first: [*const f32; N],
    /// The stride in bytes.
    stride: usize,
    /// The row numbers of each lane, one for each side.
    numbers: &'a [[u32; 2]; LANES],
}

impl<'a, const N: usize, const LANES: usize> ProvenRows<'a, N, LANES> {
    /// The rows that one side of the first `LANES` pairs points to, if the columns are alike and not flushed. Rows of the
    /// other side must not be read.
    ///
    /// # Panics
    /// If there are fewer pairs.
    #[inline(always)]
    pub(crate) fn plain_side(
        columns: &Columns<'a, N>,
        pairs: &BoundedPairs<'a>,
        side: PairSide,
    ) -> Option<Self> {
        let numbers = first_pairs(pairs.pairs());
        // The numbers are below those that the pairs were checked against. If these are no rows, there is no pair.
        if pairs.rows(side) > columns.plain_rows() {
            return None;
        }
        Some(Self { numbers, ..Self::alike(columns, 0) })
    }

    /// `LANES` consecutive rows from `first` on, for both sides, if they exist and the columns are alike and not flushed.
    #[inline(always)]
    pub(crate) fn plain_block(columns: &Columns<'a, N>, first: usize) -> Option<Self> {
        let rows = columns.plain_rows();
        if first >= rows || rows - first < LANES {
            return None;
        }
        Some(Self::alike(columns, first))
    }

    /// The rows that one side of the first `LANES` pairs points to, of any columns. Rows of the other side must not be read.
    ///
    /// # Panics
    /// If there are fewer pairs, or the pairs were proven against more rows than there are.
    #[inline(always)]
    pub(crate) fn of_side(
        columns: &Columns<'a, N>,
        pairs: &BoundedPairs<'a>,
        side: PairSide,
        copies: &'a mut Copies<N, LANES>,
    ) -> Self {
        let numbers = first_pairs(pairs.pairs());
        assert!(
            pairs.rows(side) <= columns.rows(),
            "the pairs were checked against more rows than there are"
        );
        if columns.alike() {
            return Self { numbers, ..Self::alike(columns, 0) };
        }
        // SAFETY: the numbers are below those that the pairs were checked against, and so below the rows.
        unsafe { copies.fill(columns, numbers, side) }
    }

    /// `LANES` consecutive rows of any columns from `first` on, for both sides.
    ///
    /// # Panics
    /// If they end past the last row.
    #[inline(always)]
    pub(crate) fn block(
        columns: &Columns<'a, N>,
        first: usize,
        copies: &'a mut Copies<N, LANES>,
    ) -> Self {
        assert!(
            first < columns.rows() && columns.rows() - first >= LANES,
            "the block ends past the last row"
        );
        if columns.alike() {
            return Self::alike(columns, first);
        }
        let block = columns.every(first, 1);
        // SAFETY: the block has at least as many rows.
        unsafe { copies.fill(&block, const { &in_order::<LANES>() }, PairSide::A) }
    }

    /// The rows from `row` on.
    #[inline(always)]
    fn alike(columns: &Columns<'a, N>, row: usize) -> Self {
        let columns = columns.columns();
        let stride = columns[0].stride() * size_of::<f32>();
        let mut first = [core::ptr::null(); N];
        for (first, column) in first.iter_mut().zip(columns) {
            *first = column.first().wrapping_byte_add(row * stride);
        }
        Self { first, stride, numbers: const { &in_order::<LANES>() } }
    }

    /// The offset of a lane's row in bytes, the same in every column.
    ///
    /// # Panics
    /// If there is no such lane. For a constant lane the check is removed at compile time.
    #[inline(always)]
    pub(crate) fn offset(&self, lane: usize, side: PairSide) -> usize {
        self.numbers[lane][side.place()] as usize * self.stride
    }

    /// The row of a column at an offset: four floats.
    #[inline(always)]
    pub(crate) fn at(&self, column: usize, offset: usize) -> *const [f32; 4] {
        self.first[column].wrapping_byte_add(offset).cast()
    }

    /// The row of a lane in a column.
    ///
    /// # Panics
    /// If there is no such lane or column. For constants the checks are removed at compile time.
    #[inline(always)]
    pub(crate) fn row(&self, column: usize, lane: usize, side: PairSide) -> [f32; 4] {
        // SAFETY: the invariant of `first`.
        unsafe { *self.at(column, self.offset(lane, side)) }
    }

    /// Whether consecutive rows are consecutive in memory.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn touch(&self) -> bool {
        self.stride == size_of::<Row>()
    }
}

/// Room for copies of the rows of one side, for columns that do not have the same stride and width.
pub(crate) struct Copies<const N: usize, const LANES: usize>([[MaybeUninit<Row>; LANES]; N]);

impl<const N: usize, const LANES: usize> Copies<N, LANES> {
    /// Room without contents.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self([[MaybeUninit::uninit(); LANES]; N])
    }

    /// Copies the rows with the numbers of one side.
    ///
    /// # Safety
    /// Each number must be below the number of rows of each column.
    #[inline(always)]
    unsafe fn fill(
        &mut self,
        columns: &Columns<'_, N>,
        numbers: &[[u32; 2]; LANES],
        side: PairSide,
    ) -> ProvenRows<'_, N, LANES> {
        let mut first = [core::ptr::null(); N];
        for ((first, copies), column) in first.iter_mut().zip(&mut self.0).zip(columns.columns()) {
            // SAFETY: the caller's.
            unsafe { column.copy_rows(copies, numbers, side) };
            *first = copies.as_ptr().cast();
        }
        let numbers = const { &in_order::<LANES>() };
        ProvenRows { first, stride: size_of::<Row>(), numbers }
    }
}

/// Consecutive row numbers, for each lane the same for both sides.
const fn in_order<const LANES: usize>() -> [[u32; 2]; LANES] {
    let mut numbers = [[0; 2]; LANES];
    let mut lane = 0;
    let mut row = 0;
    while lane < LANES {
        numbers[lane] = [row; 2];
        row += 1;
        lane += 1;
    }
    numbers
}
