//! Borrowed boxes with scaled axes.

use alloc::vec::Vec;

use octosat_lanes::{Column, Columns, Row};

use super::checks::{ScaledAxis, check_frames};
use crate::boxes::checks::{Center, check_column};
use crate::error::{AXES, Error};

/// Borrowed boxes in the pre-scaled basis: columns of centers and three scaled axes.
///
/// The rows are those of a [`ScaledBoxStore`](crate::ScaledBoxStore). A row of centers is x, y, z in meters. A
/// row of an axis is x, y, z, w: x, y, z is the direction in the world times the half extent, and w is the half
/// extent, in meters. If the half extent is zero, x, y, z has unit length. Each column is a [`Column`], as in a
/// [`BoxView`](crate::BoxView).
///
/// # Example
/// ```
/// use octosat::{Column, ScaledBoxView};
///
/// struct Body {
///     axes: [[f32; 4]; 3],
///     position: [f32; 3],
/// }
///
/// let axes = [[2.0, 0.0, 0.0, 2.0], [0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 0.5, 0.5]];
/// let bodies = [Body { axes, position: [0.0; 3] }];
/// let view = ScaledBoxView::new(
///     Column::field(&bodies, |body| &body.position).expect("a field"),
///     [0, 1, 2].map(|axis| Column::field(&bodies, |body| &body.axes[axis]).expect("a field")),
/// )?;
/// assert_eq!(view.len(), 1);
/// # Ok::<(), octosat::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ScaledBoxView<'a> {
    /// The centers, and the axes.
    pub(super) columns: Columns<'a, 4>,
}

impl<'a> ScaledBoxView<'a> {
    /// Borrows columns and checks every value in them.
    ///
    /// # Errors
    /// Columns of different lengths; a value that is not finite; a center beyond 1e9 m; a half extent that is neither
    /// zero nor between 1e-6 m and 1e6 m; an axis that is not as long as its half extent; axes that are not
    /// perpendicular or not right-handed; a component that is not zero but below 1e-9 of the length of its axis.
    pub fn new(
        centers: impl Into<Column<'a, 3>>,
        axes: [impl Into<Column<'a, 4>>; 3],
    ) -> Result<Self, Error> {
        let (centers, axes) = (centers.into(), axes.map(Into::into));
        let view = Self::unchecked(centers, axes)?;
        check_column(&centers, Center::OF_SCALED)?;
        for (axis, column) in axes.iter().enumerate() {
            check_column(column, ScaledAxis::borrowed(axis))?;
        }
        check_frames(&axes)?;
        Ok(view)
    }

    /// Borrows columns and checks nothing but their lengths.
    ///
    /// Any value is memory-safe, but the results of a pair with a box that [`new`](Self::new) would
    /// reject mean nothing; other pairs are not affected.
    ///
    /// # Errors
    /// Columns of different lengths.
    pub fn unchecked(
        centers: impl Into<Column<'a, 3>>,
        axes: [impl Into<Column<'a, 4>>; 3],
    ) -> Result<Self, Error> {
        let (centers, axes) = (centers.into(), axes.map(Into::into));
        for (field, column) in AXES.into_iter().zip(&axes) {
            Error::check_length(field, centers.len(), column.len())?;
        }
        let [x, y, z] = axes.map(Column::into);
        Ok(Self::of_equal_length([centers, x, y, z]))
    }

    /// A view of columns whose lengths were compared.
    fn of_equal_length<const W: usize>(columns: [Column<'a, W>; 4]) -> Self {
        Self { columns: Columns::new(columns).expect("columns have one length") }
    }

    /// A view of the columns of a store, which have one length and hold checked values.
    pub(super) fn of_store(columns: &'a [Vec<Row>; 4]) -> Self {
        Self::of_equal_length(columns.each_ref().map(Column::<4>::from))
    }

    /// The number of boxes.
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

impl From<&Self> for ScaledBoxView<'_> {
    fn from(view: &Self) -> Self {
        *view
    }
}
