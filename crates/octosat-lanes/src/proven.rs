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
        let place = side.place();
        // SAFETY: the numbers are below those that the pairs were checked against, and so below the rows.
        unsafe { copies.fill(columns, |lane| numbers[lane][place] as usize) }
    }

    /// The rows that the first `LANES` pairs point to, of both sides and of any columns.
    ///
    /// # Panics
    /// If there are fewer pairs, or the pairs were proven against more rows than there are.
    #[inline(always)]
    pub(crate) fn of_pairs(
        [columns_a, columns_b]: [&Columns<'a, N>; 2],
        pairs: &BoundedPairs<'a>,
        [copies_a, copies_b]: &'a mut [Copies<N, LANES>; 2],
    ) -> [Self; 2] {
        [
            Self::of_side(columns_a, pairs, PairSide::A, copies_a),
            Self::of_side(columns_b, pairs, PairSide::B, copies_b),
        ]
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
        // SAFETY: the last of them is below the number of rows.
        unsafe { copies.fill(columns, |lane| first + lane) }
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
///
/// The rows are copied by a function that is not inlined, and then loaded like rows of columns with the same
/// stride. Few callers need it, and inlined, every kernel would contain it.
pub(crate) struct Copies<const N: usize, const LANES: usize>([[MaybeUninit<Row>; LANES]; N]);

impl<const N: usize, const LANES: usize> Copies<N, LANES> {
    /// Room without contents.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self([[MaybeUninit::uninit(); LANES]; N])
    }

    /// Copies the rows with these numbers.
    ///
    /// # Safety
    /// Each number must be below the number of rows of each column.
    #[inline(always)]
    unsafe fn fill(
        &mut self,
        columns: &Columns<'_, N>,
        number: impl Fn(usize) -> usize,
    ) -> ProvenRows<'_, N, LANES> {
        // SAFETY: the caller's.
        unsafe { self.copy_out_of_line(columns, number) };
        let mut first = [core::ptr::null(); N];
        for (first, column) in first.iter_mut().zip(&self.0) {
            *first = column.as_ptr().cast();
        }
        let numbers = const { &in_order::<LANES>() };
        ProvenRows { first, stride: size_of::<Row>(), numbers }
    }

    /// Writes the rows with these numbers, for all lanes.
    ///
    /// # Safety
    /// Each number must be below the number of rows of each column.
    #[inline(never)]
    unsafe fn copy_out_of_line(
        &mut self,
        columns: &Columns<'_, N>,
        number: impl Fn(usize) -> usize,
    ) {
        for (copies, column) in self.0.iter_mut().zip(columns.columns()) {
            // SAFETY: the caller's.
            unsafe { column.copy_rows(copies, &number) };
        }
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
