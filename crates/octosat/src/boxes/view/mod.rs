//! Borrowed columns of boxes, which queries read.
//!
//! A store lends its own columns. If your engine keeps its bodies in arrays of vectors or of structures, lend these:
//! nothing is copied.
//!
//! `boxes`: [`BoxView`], with unit quaternions; `scaled`: `ScaledBoxView`, with axes that carry their half extents.

mod boxes;
#[cfg(feature = "prescaled")]
mod scaled;

use alloc::vec::Vec;

use octosat_lanes::{Column, Columns, Row};

pub use self::boxes::BoxView;
#[cfg(feature = "prescaled")]
pub use self::scaled::ScaledBoxView;
use crate::tolerances::SMALLEST_COMPONENT;

/// Borrowed boxes or rectangles, in `N` columns.
///
/// Use it by the names [`BoxView`], `ScaledBoxView` and `RectangleView`.
#[derive(Clone, Copy, Debug)]
pub struct View<'a, const N: usize> {
    pub(crate) columns: Columns<'a, N>,
    /// Whether the columns are those of a store, whose rotations are closer to unit length than those of other views.
    #[cfg_attr(
        not(any(feature = "certain", feature = "groups")),
        expect(dead_code, reason = "only certain results and groups depend on it")
    )]
    pub(crate) is_stored: bool,
}

impl<'a, const N: usize> View<'a, N> {
    /// The name of its rows, in errors.
    pub(crate) const NAME: &'static str = if N == 2 { "rectangles" } else { "boxes" };

    /// A view of columns whose lengths were compared; the values are checked by the caller, or are not.
    pub(crate) fn of_equal_length<const W: usize>(columns: [Column<'a, W>; N]) -> Self {
        let columns = Columns::new(columns).expect("columns have one length");
        Self { columns, is_stored: false }
    }

    /// A view of the columns of a store, which have one length and hold checked values.
    pub(crate) fn of_checked(columns: &'a [Vec<Row>; N]) -> Self {
        let view = Self::of_equal_length(columns.each_ref().map(Column::<4>::from));
        Self { is_stored: true, ..view }
    }

    /// The same view, of which components of rotations that a store would set to zero are read as zero.
    pub(crate) fn flushed(self) -> Self {
        // Rotations of rectangles follow the centers in the same rows.
        let [column, first] = if N == 2 { [0, 2] } else { [1, 0] };
        Self { columns: self.columns.flushed(column, first, SMALLEST_COMPONENT), ..self }
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

impl<'a, const N: usize> From<&Self> for View<'a, N> {
    fn from(view: &Self) -> Self {
        *view
    }
}
