//! Borrowed columns of any layout.

use core::marker::PhantomData;
use octosat_lanes::{Column, Columns, Row};

use crate::layout::Layout;

/// The most columns that a layout has.
const MOST_COLUMNS: usize = 4;

/// Borrowed boxes or rectangles: one column per value of their layout.
///
/// Use it by the names [`BoxView`](crate::BoxView), `ScaledBoxView` and `RectangleView`.
#[derive(Clone, Copy, Debug)]
pub struct View<'a, L: Layout> {
    /// The columns of the layout, padded with the first of them.
    columns: Columns<'a, MOST_COLUMNS>,
    layout: PhantomData<L>,
}

impl<'a, L: Layout> View<'a, L> {
    /// A view of columns whose lengths were compared; the values are checked by the caller, or are not.
    pub(crate) fn of_equal_length<const N: usize, const W: usize>(
        columns: [Column<'a, W>; N],
    ) -> Self {
        let columns = core::array::from_fn(|place| columns[if place < N { place } else { 0 }]);
        let columns = Columns::new(columns).expect("columns have one length");
        Self { columns, layout: PhantomData }
    }

    /// A view of the columns of a store, which have one length and hold checked values.
    pub(crate) fn of_checked(columns: &'a [Vec<Row>]) -> Self {
        let rows = |place| columns.get(place).unwrap_or(&columns[0]).as_slice();
        let columns: [Column<'a, 4>; MOST_COLUMNS] = core::array::from_fn(|at| rows(at).into());
        Self::of_equal_length(columns)
    }

    /// The columns of the layout, of which there are `N`.
    #[inline(always)]
    pub(crate) fn columns<const N: usize>(&self) -> &Columns<'a, N> {
        self.columns.first_columns()
    }

    /// The number of boxes or rectangles.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.rows()
    }

    /// Whether the view is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
