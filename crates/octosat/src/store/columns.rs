//! Columns of one length that change together.

use alloc::vec::Vec;
use core::ops::Range;

use octosat_lanes::Row;

use super::sweep;

/// One row of each column, at an index below the length.
#[inline(always)]
pub(crate) fn rows<const N: usize>(columns: &[Vec<Row>; N], at: usize) -> [Row; N] {
    columns.each_ref().map(|column| column[at])
}

/// Changes the rows of a range; `change` gets the place of the rows in the range.
pub(crate) fn update<const N: usize>(
    columns: &mut [Vec<Row>; N],
    range: Range<usize>,
    change: impl Fn(usize, [&mut Row; N]) + Send + Sync,
) {
    sweep::update(columns.each_mut().map(|column| &mut column[range.clone()]), change);
}

/// A row of three values and a zero; adding zero makes a negative zero positive.
#[inline(always)]
pub(super) fn row_of([x, y, z]: [f32; 3]) -> Row {
    Row([x + 0.0, y + 0.0, z + 0.0, 0.0])
}

#[inline(always)]
pub(super) fn first_three(row: Row) -> [f32; 3] {
    let [x, y, z, _] = row.0;
    [x, y, z]
}
