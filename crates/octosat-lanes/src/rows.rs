//! Rows and columns of rows.
//!
//! Boxes are loaded whole rows at a time and transposed into lanes: measured, this beats gathering
//! single floats by three to five times, because a random box touches one cache line a column.

use bytemuck::{Pod, Zeroable};

/// The number of lanes of the widest backend.
pub const MAX_LANES: usize = 16;

/// Four floats on a 16-byte boundary: the unit in which boxes are stored and loaded.
///
/// # Example
/// ```
/// use octosat_lanes::Row;
/// let rows = [Row([1.0, 2.0, 3.0, 0.0]), Row([4.0, 5.0, 6.0, 0.0])];
/// let floats: &[f32] = bytemuck::cast_slice(&rows);
/// assert_eq!(floats[4], 4.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C, align(16))]
pub struct Row(pub [f32; 4]);

/// `N` borrowed columns of rows, all of the same length: apart, or interleaved in records.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a, const N: usize> {
    /// Row `r` of column `c` is `columns[c][r * stride]`.
    ///
    /// Invariant: that index is within the slice for every `r < rows`.
    columns: [&'a [Row]; N],
    rows: usize,
    stride: usize,
}

impl<'a, const N: usize> Columns<'a, N> {
    /// Borrows columns that lie apart; `None` if their lengths differ or there is no column.
    #[must_use]
    pub fn new(columns: [&'a [Row]; N]) -> Option<Self> {
        let rows = columns.first()?.len();
        let same = columns.iter().all(|column| column.len() == rows);
        same.then_some(Self { columns, rows, stride: 1 })
    }

    /// Borrows columns interleaved in records of `S` rows: column `c` is row `places[c]` of each
    /// record. `None` if a place is outside the record.
    ///
    /// A random box then touches one cache line or two, not one a column.
    #[inline(always)]
    #[must_use]
    pub fn interleaved<const S: usize>(
        records: &'a [[Row; S]],
        places: [usize; N],
    ) -> Option<Self> {
        let flat = records.as_flattened();
        let mut columns = [flat; N];
        // A loop, because `map` of an array is a function call in a kernel.
        for (column, place) in columns.iter_mut().zip(places) {
            if place >= S {
                return None;
            }
            // Without records there is nothing to skip into. No branch on that: its cold side would
            // stand behind the kernel and jump back into it.
            *column = &flat[place.min(flat.len())..];
        }
        Some(Self { columns, rows: records.len(), stride: S })
    }

    /// Borrows records of exactly these columns, each column in its place.
    #[inline(always)]
    #[must_use]
    pub fn records(records: &'a [[Row; N]]) -> Self {
        let flat = records.as_flattened();
        let mut columns = [flat; N];
        for (place, column) in columns.iter_mut().enumerate() {
            // Without records there is nothing to skip into.
            *column = flat.get(place..).unwrap_or_default();
        }
        Self { columns, rows: records.len(), stride: N }
    }

    /// The rows of a range, which is not empty, followed by the last of them as often as it takes
    /// to fill `lanes`, in `buffer`.
    ///
    /// # Panics
    /// If the range is empty or leaves the columns, or `lanes` or `N` is more than a buffer holds.
    #[must_use]
    pub fn padded<'b>(
        &self,
        range: core::ops::Range<usize>,
        lanes: usize,
        buffer: &'b mut RowBuffer,
    ) -> Columns<'b, N> {
        assert!(range.end <= self.rows, "the range ends past the last row");
        let last = range.end - 1;
        for (column, rows) in self.columns.iter().zip(&mut buffer.0[..N]) {
            for (row, place) in rows[..lanes].iter_mut().zip(range.start..) {
                *row = column[place.min(last) * self.stride];
            }
        }
        let buffer: &'b RowBuffer = buffer;
        let mut columns: [&'b [Row]; N] = [&[]; N];
        for (column, rows) in columns.iter_mut().zip(&buffer.0) {
            *column = &rows[..lanes];
        }
        Columns { columns, rows: lanes, stride: 1 }
    }

    /// The number of rows in each column.
    #[inline(always)]
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Row `row` of column `column`, if there is one.
    #[inline(always)]
    #[must_use]
    pub fn row(&self, column: usize, row: usize) -> Option<Row> {
        if row >= self.rows {
            return None;
        }
        self.columns.get(column)?.get(row * self.stride).copied()
    }

    /// The slices that hold the columns, each beginning with its column's first row.
    #[inline(always)]
    pub(crate) fn slices(&self) -> [&'a [Row]; N] {
        self.columns
    }

    /// The distance from one row of a column to the next, in rows.
    #[inline(always)]
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    /// The same in bytes.
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn stride_in_bytes(&self) -> usize {
        self.stride * size_of::<Row>()
    }
}

/// The most columns that boxes have.
const MOST_COLUMNS: usize = 4;

/// Room for one batch of boxes on the widest backend.
#[derive(Clone, Copy, Debug)]
pub struct RowBuffer([[Row; MAX_LANES]; MOST_COLUMNS]);

impl RowBuffer {
    /// An empty buffer.
    #[inline(always)]
    #[must_use]
    pub fn new() -> Self {
        Self([[Row([0.0; 4]); MAX_LANES]; MOST_COLUMNS])
    }
}

impl Default for RowBuffer {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_columns_and_a_tail_repeats_its_last_row() {
        let records: Vec<[Row; 2]> =
            (0..5_u8).map(|r| [0.0, 0.5].map(|c| Row([f32::from(r) + c; 4]))).collect();
        let columns = Columns::records(&records);
        assert_eq!(columns.row(1, 4), Some(Row([4.5; 4])));
        assert_eq!(columns.row(1, 5), None);
        let mut buffer = RowBuffer::new();
        let tail = columns.padded(3..5, 8, &mut buffer);
        assert_eq!(tail.rows(), 8);
        for row in 0..8 {
            let expected = if row == 0 { 3.5 } else { 4.5 };
            assert_eq!(tail.row(1, row), Some(Row([expected; 4])));
        }
        assert_eq!(Columns::<2>::records(&[]).rows(), 0);
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
