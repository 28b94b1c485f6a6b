//! Columns: borrowed rows of one to four floats, at any stride.
#![expect(unsafe_code, reason = "a field of a slice of structures is no slice of floats")]

#[cfg(test)]
mod tests;

use alloc::vec::Vec;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{_mm_setr_ps, _mm_storeu_ps};
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::Range;

use crate::pairs::PairSide;
use crate::row::Row;

/// Borrowed rows of at least `W` floats, at the same distance from each other.
///
/// This distance, the stride, is known at run time and is any multiple of 4 bytes. Rows need only the alignment
/// of a float. Only borrowed floats are read, so the last row may end at the end of the memory.
///
/// Slices, arrays and vectors of arrays and of [`Row`]s convert into a column. A column of four floats per row
/// converts into a column of the first three or two of them.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a, const W: usize> {
    /// Invariant: for every row below `rows`, the `width` floats that begin `row * stride` floats after this
    /// address are borrowed for `'a`.
    first: *const f32,
    rows: usize,
    stride: usize,
    /// Invariant: at least `W` and at most four.
    width: usize,
    borrowed: PhantomData<&'a [f32]>,
}

// SAFETY: a column is a shared borrow of floats, and those may be sent and shared.
unsafe impl<const W: usize> Send for Column<'_, W> {}
// SAFETY: as for `Send`.
unsafe impl<const W: usize> Sync for Column<'_, W> {}

impl<'a, const W: usize> Column<'a, W> {
    /// Does not compile for rows of no floats or of more than four.
    const WIDTH: usize = {
        assert!(W >= 1 && W <= 4, "a row has one to four floats");
        W
    };

    /// Borrows rows that begin at every multiple of `stride` floats; `None` if that is less than `W`.
    ///
    /// There are as many rows as fit. The last one needs `W` floats, not a whole stride.
    #[must_use]
    pub fn strided(floats: &'a [f32], stride: usize) -> Option<Self> {
        if stride < Self::WIDTH {
            return None;
        }
        let rows = floats.len().checked_sub(W).map_or(0, |last| last / stride + 1);
        // Every row has at least as many floats as remain from the last row on.
        let width = if rows == 0 { 4 } else { (floats.len() - (rows - 1) * stride).min(4) };
        Some(Self { first: floats.as_ptr(), rows, stride, width, borrowed: PhantomData })
    }

    /// Borrows rows at a pointer, `stride` bytes from each other and `width` floats wide, for a foreign-function
    /// interface. `None` if `width` is not `W` to four, or if pointer or stride is not a multiple of 4 bytes.
    ///
    /// A column without rows may have any pointer, also null. With a stride of zero all rows are the same.
    ///
    /// # Safety
    /// For every row below `rows`, the `width` floats that begin at `first + row * stride` must be in one
    /// allocation. They must be readable, and must not be written for `'a`.
    #[must_use]
    pub unsafe fn from_raw(
        first: *const f32,
        rows: usize,
        stride: usize,
        width: usize,
    ) -> Option<Self> {
        let is_row = (Self::WIDTH..=4).contains(&width);
        let aligned = first.addr().is_multiple_of(4) && stride.is_multiple_of(4);
        let stride = stride / 4;
        (is_row && aligned).then_some(Self { first, rows, stride, width, borrowed: PhantomData })
    }

    /// Borrows a field of every item of a slice; `None` if `project` does not return the same field of each.
    ///
    /// The items may be structures of any layout, with any other fields. For each item it is checked that the
    /// reference from `project` points to the same place of the item. This costs almost nothing if `project`
    /// names a field.
    #[must_use]
    pub fn field<T>(items: &'a [T], project: impl Fn(&T) -> &[f32; W]) -> Option<Self> {
        let size = size_of::<T>();
        // For a reference outside the item this wraps to a large number.
        let place = |item: &'a T| {
            let field: *const [f32; W] = project(item);
            field.addr().wrapping_sub(core::ptr::from_ref(item).addr())
        };
        let offset = items.first().map_or(0, place);
        let inside = size.checked_sub(4 * Self::WIDTH).is_some_and(|last| offset <= last);
        let same = items.iter().fold(true, |same, item| same & (place(item) == offset));
        // `project` returned, for each item, a reference to `W` floats at this place of it that lives as long
        // as the items are borrowed.
        let first = items.as_ptr().wrapping_byte_add(offset).cast();
        let (rows, stride, width) = (items.len(), size / 4, W);
        let fits = inside && same && size.is_multiple_of(4);
        fits.then_some(Self { first, rows, stride, width, borrowed: PhantomData })
    }

    /// The number of rows.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there is no row.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The first `W` floats of a row, if the row exists.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, row: usize) -> Option<[f32; W]> {
        // SAFETY: the row exists.
        (row < self.rows).then(|| unsafe { self.floats(row) })
    }

    /// The first `W` floats of each row of a range.
    ///
    /// # Panics
    /// If the range ends past the last row.
    #[inline(always)]
    pub fn range(&self, range: Range<usize>) -> impl Iterator<Item = [f32; W]> + use<'a, W> {
        assert!(range.end <= self.rows, "the range ends past the last row");
        let column = *self;
        // SAFETY: every row of the range exists.
        range.map(
            #[inline(always)]
            move |row| unsafe { column.floats(row) },
        )
    }

    /// # Safety
    /// The row must be below the number of rows.
    #[inline(always)]
    unsafe fn floats<const N: usize>(&self, row: usize) -> [f32; N] {
        // SAFETY: the invariant of `first`; `N` is at most the width.
        unsafe { self.first.add(row * self.stride).cast::<[f32; N]>().read() }
    }

    /// All floats that a row is known to have, and zeros after them.
    #[inline(always)]
    pub(crate) fn row(&self, row: usize) -> Option<Row> {
        if row >= self.rows {
            return None;
        }
        // SAFETY: the row exists, and has as many floats as are read.
        Some(Row(unsafe {
            match self.width {
                4 => self.floats(row),
                3 => padded(self.floats::<3>(row)),
                2 => padded(self.floats::<2>(row)),
                _ => padded(self.floats::<1>(row)),
            }
        }))
    }

    /// Writes the rows with the number of each lane, with zeros for floats that rows are not known to have.
    ///
    /// # Safety
    /// The number of each lane on this side must be below the number of rows.
    #[inline(never)]
    pub(crate) unsafe fn copy_rows(
        &self,
        to: &mut [MaybeUninit<Row>],
        numbers: &[[u32; 2]],
        side: PairSide,
    ) {
        // SAFETY: the caller's, and the rows have as many floats as are read.
        unsafe {
            match self.width {
                4 => self.copy_rows_of::<4>(to, numbers, side),
                3 => self.copy_rows_of::<3>(to, numbers, side),
                2 => self.copy_rows_of::<2>(to, numbers, side),
                _ => self.copy_rows_of::<1>(to, numbers, side),
            }
        }
    }

    /// # Safety
    /// The number of each lane must be below the number of rows, and `N` at most the width.
    #[inline(always)]
    unsafe fn copy_rows_of<const N: usize>(
        &self,
        to: &mut [MaybeUninit<Row>],
        numbers: &[[u32; 2]],
        side: PairSide,
    ) {
        for (copy, number) in to.iter_mut().zip(numbers) {
            // SAFETY: the caller's.
            let row = padded(unsafe { self.floats::<N>(number[side.place()] as usize) });
            copy_row(copy, row);
        }
    }

    /// The first row.
    #[inline(always)]
    pub(crate) fn first(&self) -> *const f32 {
        self.first
    }

    /// The distance from one row to the next, in floats.
    #[inline(always)]
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    /// The number of floats that every row is known to have.
    #[inline(always)]
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// The same rows as a column of at least `N` floats.
    #[inline(always)]
    pub(crate) const fn narrowed<const N: usize>(self) -> Column<'a, N> {
        const { assert!(N <= W, "the rows are not known to be this wide") };
        let Self { first, rows, stride, width, borrowed } = self;
        Column { first, rows, stride, width, borrowed }
    }

    /// The rows `first`, `first + step` and so on.
    #[inline(always)]
    pub(crate) fn every(&self, first: usize, step: usize) -> Self {
        let rows = self.rows.saturating_sub(first).div_ceil(step);
        // Each row is one of this column; of one row, the stride means nothing.
        let start = self.first.wrapping_add(first * self.stride);
        Self { first: start, rows, stride: self.stride.wrapping_mul(step), ..*self }
    }

    /// Row `place` of every record of `S` rows, if a record has such a row.
    #[inline(always)]
    pub(crate) fn of_records<const S: usize>(
        records: &'a [[Row; S]],
        place: usize,
    ) -> Option<Self> {
        const { assert!(Self::WIDTH <= 4, "a row has four floats") };
        let first = records.as_ptr().cast::<Row>().wrapping_add(place).cast();
        let rows = records.len();
        let column = Self { first, rows, stride: 4 * S, width: 4, borrowed: PhantomData };
        (place < S).then_some(column)
    }
}

impl<'a, const W: usize> From<&'a [Row]> for Column<'a, W> {
    #[inline(always)]
    fn from(rows: &'a [Row]) -> Self {
        const { assert!(Self::WIDTH <= 4, "a row has four floats") };
        let (first, rows) = (rows.as_ptr().cast(), rows.len());
        Self { first, rows, stride: 4, width: 4, borrowed: PhantomData }
    }
}

impl<'a, const W: usize> From<&'a [[f32; W]]> for Column<'a, W> {
    fn from(rows: &'a [[f32; W]]) -> Self {
        Self::strided(rows.as_flattened(), W).expect("rows of this width")
    }
}

impl<'a> From<&'a [[f32; 4]]> for Column<'a, 3> {
    fn from(rows: &'a [[f32; 4]]) -> Self {
        Column::<4>::from(rows).narrowed()
    }
}

impl<'a> From<&'a [[f32; 4]]> for Column<'a, 2> {
    fn from(rows: &'a [[f32; 4]]) -> Self {
        Column::<4>::from(rows).narrowed()
    }
}

impl<'a> From<Column<'a, 4>> for Column<'a, 3> {
    fn from(column: Column<'a, 4>) -> Self {
        column.narrowed()
    }
}

impl<'a> From<Column<'a, 4>> for Column<'a, 2> {
    fn from(column: Column<'a, 4>) -> Self {
        column.narrowed()
    }
}

impl<'a> From<Column<'a, 3>> for Column<'a, 2> {
    fn from(column: Column<'a, 3>) -> Self {
        column.narrowed()
    }
}

impl<'a, T, const M: usize, const W: usize> From<&'a [T; M]> for Column<'a, W>
where
    Self: From<&'a [T]>,
{
    #[inline(always)]
    fn from(rows: &'a [T; M]) -> Self {
        rows.as_slice().into()
    }
}

impl<'a, T, const W: usize> From<&'a Vec<T>> for Column<'a, W>
where
    Self: From<&'a [T]>,
{
    #[inline(always)]
    fn from(rows: &'a Vec<T>) -> Self {
        rows.as_slice().into()
    }
}

/// Writes a row.
#[inline(always)]
fn copy_row(to: &mut MaybeUninit<Row>, row: [f32; 4]) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 CPU has the instructions, and there is room for four floats. The row is written at once,
    // because the CPU has to wait if memory is written in parts and then read as a whole.
    unsafe {
        _mm_storeu_ps(to.as_mut_ptr().cast(), _mm_setr_ps(row[0], row[1], row[2], row[3]));
    }
    #[cfg(not(target_arch = "x86_64"))]
    to.write(Row(row));
}

#[inline(always)]
fn padded<const N: usize>(floats: [f32; N]) -> [f32; 4] {
    let mut row = [0.0; 4];
    row[..N].copy_from_slice(&floats);
    row
}
