//! Columns that belong together, as input of the loads of a backend.
//!
//! Boxes are loaded as whole rows and transposed into lanes. As measured, this is three to five times as fast
//! as gathering single floats, because a random box then touches one cache line per column.

use crate::column::Column;
use crate::integers::IntegerLanes;
use crate::isa::{Isa, Lanes, Singles};
use crate::loops::unrolled;
use crate::row::Row;
use crate::scalar::Scalar;

/// Which of three columns may be flushed, and from which component on: of boxes, all of the rotations.
const ROTATIONS: [u8; 2] = [1, 0];

/// `N` borrowed columns with the same number of rows, as input of the loads of a backend.
///
/// Loads are fastest if all columns have the same stride and four floats in every row, which are read as they are. This is
/// checked once, when the columns are put together. Other columns are loaded by separate functions.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a, const N: usize> {
    rows: usize,
    /// Invariant: true only if all columns have the stride of the first one and four floats in every row.
    alike: bool,
    /// Invariant: zero, or `rows`; zero if the columns are not alike, or one of them is flushed. One comparison with it
    /// proves that rows exist and may be loaded in the fastest way.
    plain_rows: usize,
    /// The column whose components are read as zero if they are small, and the first of these components.
    flushed: [u8; 2],
    /// The magnitude below which they are small; zero if no column is flushed.
    below: f32,
    /// Invariant: each has `rows` rows.
    columns: [Column<'a, 1>; N],
}

impl<'a, const N: usize> Columns<'a, N> {
    /// Puts columns together; `None` if their lengths differ or there is no column.
    #[must_use]
    pub fn new<const W: usize>(columns: [Column<'a, W>; N]) -> Option<Self> {
        let first = columns.first()?;
        let (rows, stride) = (first.len(), first.stride());
        let alike = columns.iter().all(|column| column.stride() == stride && column.width() == 4);
        let same = columns.iter().all(|column| column.len() == rows);
        let columns = columns.map(Column::narrowed);
        let plain_rows = if alike { rows } else { 0 };
        same.then_some(Self { rows, alike, plain_rows, flushed: [0; 2], below: 0.0, columns })
    }

    /// Borrows columns that are interleaved in records of `S` rows: column `c` is row `places[c]` of each record.
    /// `None` if a position is outside the record.
    ///
    /// A random box then touches one or two cache lines, and not one per column.
    #[inline(always)]
    #[must_use]
    pub fn interleaved<const S: usize>(
        records: &'a [[Row; S]],
        places: [usize; N],
    ) -> Option<Self> {
        let mut columns = [Column::of_records(records, 0)?; N];
        // A loop, because `map` of an array becomes a function call in a kernel.
        for (column, place) in columns.iter_mut().zip(places) {
            *column = Column::of_records(records, place)?;
        }
        let (rows, alike) = (records.len(), true);
        Some(Self { rows, alike, plain_rows: rows, flushed: [0; 2], below: 0.0, columns })
    }

    /// Borrows records of exactly these columns, in their order.
    ///
    /// # Panics
    /// Never: without columns it does not compile.
    #[inline(always)]
    #[must_use]
    pub fn records(records: &'a [[Row; N]]) -> Self {
        let mut places = [0; N];
        for (at, place) in places.iter_mut().enumerate() {
            *place = at;
        }
        Self::interleaved(records, places).expect("as many rows as columns")
    }

    /// The same columns, but components of one of them, from the component `first` on, are read as positive zero if their
    /// magnitude is below a limit.
    ///
    /// # Panics
    /// If there are three columns or more, and it is not the whole second one: loads of three columns rely on it.
    #[must_use]
    pub fn flushed(self, column: u8, first: u8, below: f32) -> Self {
        let flushed = [column, first];
        assert!(N < 3 || flushed == ROTATIONS, "of three columns only the second is flushed");
        Self { plain_rows: 0, flushed, below, ..self }
    }

    /// The first `M` columns.
    ///
    /// # Panics
    /// If there are fewer.
    #[must_use]
    pub fn first<const M: usize>(&self) -> Columns<'a, M> {
        let columns = *self.columns.first_chunk().expect("fewer columns");
        let Self { rows, alike, plain_rows, flushed, below, .. } = *self;
        Columns { rows, alike, plain_rows, flushed, below, columns }
    }

    /// One column alone.
    ///
    /// # Panics
    /// If there is no column of this number.
    #[must_use]
    pub fn one(&self, column: usize) -> Columns<'a, 1> {
        let below = if usize::from(self.flushed[0]) == column { self.below } else { 0.0 };
        let Self { rows, alike, flushed: [_, first], .. } = *self;
        let plain_rows = if alike && below == 0.0 { rows } else { 0 };
        let columns = [self.columns[column]];
        Columns { rows, alike, plain_rows, flushed: [0, first], below, columns }
    }

    /// The rows `first`, `first + step` and so on of each column.
    ///
    /// # Panics
    /// If the step is zero.
    #[inline(always)]
    #[must_use]
    pub fn every(&self, first: usize, step: usize) -> Self {
        let mut every = *self;
        for (column, whole) in every.columns.iter_mut().zip(&self.columns) {
            *column = whole.every(first, step);
        }
        every.rows = self.rows.saturating_sub(first).div_ceil(step);
        every.plain_rows = if self.plain_rows == self.rows { every.rows } else { 0 };
        every
    }

    /// The number of rows in each column.
    #[inline(always)]
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Row `row` of column `column`, if it exists: the floats that the column is known to have, and zeros after
    /// them.
    #[inline(always)]
    #[must_use]
    pub fn row(&self, column: usize, row: usize) -> Option<Row> {
        let Row(row) = self.columns.get(column)?.row(row)?;
        let [row] = self.one(column).flush(Scalar, [row]);
        Some(Row(row))
    }

    /// Loaded rows of all columns, with zeros for components that are small. If no column is flushed, none is.
    ///
    /// The bits of positive floats are in the order of the floats, and comparing integers takes less time.
    #[inline(always)]
    pub(crate) fn flush<I: Isa>(&self, isa: I, rows: [[I::Real; 4]; N]) -> [[I::Real; 4]; N] {
        let mut rows = rows;
        let largest = isa.splat_integer(self.below.to_bits().cast_signed() - 1);
        let flushed = if const { N == 3 } { ROTATIONS } else { self.flushed };
        let [flushed, first] = flushed.map(usize::from);
        unrolled::<N>(
            #[inline(always)]
            |column| {
                if column == flushed {
                    unrolled::<4>(
                        #[inline(always)]
                        |component| {
                            if component >= first {
                                let value = rows[column][component];
                                let is_kept = largest.less(value.abs().to_bits());
                                rows[column][component] = value.keep(is_kept);
                            }
                        },
                    );
                }
            },
        );
        rows
    }

    /// The columns themselves.
    #[inline(always)]
    #[must_use]
    pub fn columns(&self) -> &[Column<'a, 1>; N] {
        &self.columns
    }

    /// Whether all columns have the stride of the first one and four floats in every row.
    #[inline(always)]
    pub(crate) fn alike(&self) -> bool {
        self.alike
    }

    /// The number of rows if the columns are alike and none is flushed, else zero.
    #[inline(always)]
    pub(crate) fn plain_rows(&self) -> usize {
        self.plain_rows
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn records_are_columns() {
        let records: Vec<[Row; 2]> =
            (0..5_u8).map(|r| [0.0, 0.5].map(|c| Row([f32::from(r) + c; 4]))).collect();
        let columns = Columns::records(&records);
        assert_eq!(columns.row(1, 4), Some(Row([4.5; 4])));
        assert_eq!(columns.row(1, 5), None);
        assert_eq!(Columns::<2>::records(&[]).rows(), 0);
    }

    #[test]
    fn small_components_of_a_column_are_read_as_positive_zero() {
        let records = [[Row([-1.0, -1.0, 2.0, f32::NAN]), Row([-0.0, 1.0, -3.0, 4.0])]; 2];
        let flushed = Columns::records(&records).flushed(1, 2, 3.5);
        for columns in [flushed.every(1, 1).one(1), flushed.one(1)] {
            let Row(row) = columns.row(0, 0).unwrap();
            assert_eq!(row.map(f32::to_bits), [-0.0_f32, 1.0, 0.0, 4.0].map(f32::to_bits));
        }
        assert_eq!(flushed.row(0, 1).unwrap().0[..3], [-1.0, -1.0, 2.0]);
        assert_eq!(flushed.first::<1>().row(0, 1).unwrap().0[..3], [-1.0, -1.0, 2.0]);
        let Row(kept) = Columns::records(&records).flushed(0, 0, 2.0).row(0, 0).unwrap();
        assert!(kept[3].is_nan() && kept[..3] == [0.0, 0.0, 2.0]);
    }

    #[test]
    #[should_panic(expected = "only the second")]
    fn of_three_columns_the_second_is_flushed() {
        let _ = Columns::records(&[[Row([1.0; 4]); 3]]).flushed(2, 0, 1.0);
    }

    #[test]
    fn every_other_row_is_read() {
        let records: Vec<[Row; 2]> =
            (0..5_u8).map(|r| [0.0, 0.5].map(|c| Row([f32::from(r) + c; 4]))).collect();
        for (first, step, rows) in [(1, 2, 2), (0, 2, 3), (4, 9, 1), (5, 1, 0), (7, 3, 0)] {
            let every = Columns::records(&records).every(first, step);
            assert_eq!(every.rows(), rows);
            for place in 0..rows {
                assert_eq!(every.row(1, place).unwrap(), records[first + place * step][1]);
            }
            assert_eq!(every.row(1, rows), None);
        }
    }

    #[test]
    fn interleaved_columns_read_their_rows() {
        let records = [[Row([1.0; 4]), Row([2.0; 4]), Row([3.0; 4])], [Row([4.0; 4]); 3]];
        let columns = Columns::interleaved(&records, [2, 0]).unwrap();
        assert_eq!(columns.rows(), 2);
        assert_eq!(columns.row(0, 0), Some(Row([3.0; 4])));
        assert_eq!(columns.row(1, 1), Some(Row([4.0; 4])));
        assert_eq!(columns.row(1, 2), None);
        assert!(Columns::interleaved(&records, [3]).is_none());
        let empty: [[Row; 3]; 0] = [];
        assert_eq!(Columns::interleaved(&empty, [2, 0]).unwrap().rows(), 0);
    }
}
