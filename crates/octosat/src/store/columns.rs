//! Columns of one length that change together.

use core::fmt::Debug;
use core::ops::Range;

use octosat_lanes::Row;

use super::sweep;

/// The columns of a store: an array of them, all of one length.
///
/// A trait because a layout can name the type of an array, but not yet its length alone.
pub trait Columns:
    AsRef<[Vec<Row>]> + AsMut<[Vec<Row>]> + Clone + Debug + PartialEq + Send + Sync
{
    /// One row of each column.
    type Rows: Copy;
    /// One row of each column, to be written.
    type RowsMut<'a>: AsMut<[&'a mut Row]>;

    /// Columns without rows.
    const EMPTY: Self;

    /// The rows at an index below the length.
    fn rows(&self, at: usize) -> Self::Rows;

    /// Changes the rows of a range; `change` gets the place of the rows in the range.
    fn update(
        &mut self,
        range: Range<usize>,
        change: impl Fn(usize, Self::RowsMut<'_>) + Send + Sync,
    );
}

impl<const N: usize> Columns for [Vec<Row>; N] {
    type Rows = [Row; N];
    type RowsMut<'a> = [&'a mut Row; N];

    const EMPTY: Self = [const { Vec::new() }; N];

    #[inline(always)]
    fn rows(&self, at: usize) -> [Row; N] {
        self.each_ref().map(|column| column[at])
    }

    fn update(&mut self, range: Range<usize>, change: impl Fn(usize, [&mut Row; N]) + Send + Sync) {
        sweep::update(self.each_mut().map(|column| &mut column[range.clone()]), change);
    }
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
