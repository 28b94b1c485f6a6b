//! Columns of one length that change together.

use alloc::vec::Vec;
use core::ops::Range;

use octosat_lanes::Row;

use crate::threads;

/// One row of each column, at an index below the length.
#[inline(always)]
pub(crate) fn rows<const COLUMNS: usize>(
    columns: &[Vec<Row>; COLUMNS],
    at: usize,
) -> [Row; COLUMNS] {
    columns.each_ref().map(|column| column[at])
}

/// One row of each column, to change it.
#[inline(always)]
pub(crate) fn rows_mut<const COLUMNS: usize>(
    columns: &mut [Vec<Row>; COLUMNS],
    at: usize,
) -> [&mut Row; COLUMNS] {
    columns.each_mut().map(|column| &mut column[at])
}

/// Changes the rows of a range; `change` gets the index of the rows in the range.
pub(crate) fn update<const COLUMNS: usize>(
    columns: &mut [Vec<Row>; COLUMNS],
    range: Range<usize>,
    change: impl Fn(usize, [&mut Row; COLUMNS]) + Send + Sync,
) {
    update_slices(columns.each_mut().map(|column| &mut column[range.clone()]), change);
}

/// Changes the rows of columns of one length, which `change` gets with their index.
pub(super) fn update_slices<const COLUMNS: usize>(
    columns: [&mut [Row]; COLUMNS],
    change: impl Fn(usize, [&mut Row; COLUMNS]) + Send + Sync,
) {
    threads::parts(columns, |first, columns| {
        let len = columns.first().map_or(0, |column| column.len());
        let mut columns = columns.map(|column| &mut column[..len]);
        for at in 0..len {
            change(first + at, columns.each_mut().map(|column| &mut column[at]));
        }
    });
}

/// Values computed at once by [`update_by`].
const BLOCK: usize = 16;

/// Changes the rows of each index by a value. `fill` computes the values from an index on.
pub(crate) fn update_by<const COLUMNS: usize, V: Copy + Default>(
    columns: &mut [Vec<Row>; COLUMNS],
    fill: impl Fn(usize, &mut [V]) + Send + Sync,
    change: impl Fn([&mut Row; COLUMNS], V) + Send + Sync,
) {
    threads::parts(columns.each_mut().map(Vec::as_mut_slice), |first, mut rows| {
        let len = rows.first().map_or(0, |column| column.len());
        let mut values = [V::default(); BLOCK];
        for start in (0..len).step_by(BLOCK) {
            let values = &mut values[..BLOCK.min(len - start)];
            fill(first + start, values);
            for (at, &mut value) in (start..).zip(values) {
                change(rows.each_mut().map(|column| &mut column[at]), value);
            }
        }
    });
}

/// A row of three values and a zero; adding zero makes a negative zero positive.
#[inline(always)]
pub(crate) fn row_of([x, y, z]: [f32; 3]) -> Row {
    Row([x + 0.0, y + 0.0, z + 0.0, 0.0])
}

#[inline(always)]
pub(crate) fn first_three(row: Row) -> [f32; 3] {
    let [x, y, z, _] = row.0;
    [x, y, z]
}
