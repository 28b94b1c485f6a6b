//! Borrowed rows of rectangles: what the engine reads.

use octosat_lanes::{Columns, Row};

use super::error::RectangleError;
use super::store::RectangleStore;
use crate::error::{BoxError, BoxField};
use crate::store::checks::{Center, HalfExtents, Rotation, Source, check_column};

/// Borrowed columns of poses and half extents.
///
/// The rows are those of a [`RectangleStore`]: x and y of the centre in metres with cosine and sine
/// of the rotation; the half extents in metres. The last two components of half extents mean
/// nothing and may hold anything.
///
/// # Example
/// ```
/// use octosat::{RectangleView, Row};
/// let poses = [Row([0.0, 0.0, 1.0, 0.0]), Row([3.0, 0.0, 0.0, 1.0])];
/// let half_extents = [Row([1.0, 0.5, 0.0, 0.0]); 2];
/// assert_eq!(RectangleView::new(&poses, &half_extents)?.len(), 2);
/// # Ok::<(), octosat::RectangleError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RectangleView<'a> {
    columns: Columns<'a, 2>,
}

impl<'a> RectangleView<'a> {
    /// Borrows columns and checks every value in them.
    ///
    /// The values are used as they are: a rotation is not normalised, so its squared length must be
    /// within
    /// [`BORROWED_ROTATION_LENGTH_TOLERANCE`](crate::tolerances::BORROWED_ROTATION_LENGTH_TOLERANCE)
    /// of one.
    ///
    /// # Errors
    /// Columns of different lengths, a value that is not finite, a negative half extent, a length
    /// beyond [`MAX_LENGTH`](crate::tolerances::MAX_LENGTH), a rotation off unit length, or one with
    /// a component that is not zero but below
    /// [`SMALLEST_BORROWED_COMPONENT`](crate::tolerances::SMALLEST_BORROWED_COMPONENT).
    pub fn new(poses: &'a [Row], half_extents: &'a [Row]) -> Result<Self, RectangleError> {
        let view = Self::unchecked(poses, half_extents)?;
        check_rows(poses, half_extents)?;
        Ok(view)
    }

    /// Borrows columns and checks nothing but their lengths.
    ///
    /// Any value is memory-safe, but the results of a pair with a rectangle that [`new`](Self::new)
    /// would refuse mean nothing; other pairs are not affected.
    ///
    /// # Errors
    /// Columns of different lengths.
    pub fn unchecked(poses: &'a [Row], half_extents: &'a [Row]) -> Result<Self, RectangleError> {
        BoxError::check_length(BoxField::HalfExtents, poses.len(), half_extents.len())?;
        Ok(Self::of_checked([poses, half_extents]))
    }

    /// Columns of one length.
    pub(super) fn of_checked(columns: [&'a [Row]; 2]) -> Self {
        Self { columns: Columns::new(columns).expect("columns have one length") }
    }

    /// The columns: poses, half extents.
    #[must_use]
    pub fn columns(&self) -> Columns<'a, 2> {
        self.columns
    }

    /// The number of rectangles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.rows()
    }

    /// Whether there is no rectangle.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'a> From<&'a RectangleStore> for RectangleView<'a> {
    fn from(store: &'a RectangleStore) -> Self {
        store.view()
    }
}

/// Checks the values of columns of one length.
pub(super) fn check_rows(poses: &[Row], half_extents: &[Row]) -> Result<(), RectangleError> {
    let value = |row: &Row| [row.0[0], row.0[1], 0.0];
    check_column(&Source { items: poses, value }, Center::OF_BOX)?;
    check_column(&Source { items: half_extents, value }, HalfExtents::OF_BOX)?;
    let value = |row: &Row| [row.0[2], row.0[3], 0.0, 0.0];
    check_column(&Source { items: poses, value }, Rotation::BORROWED)?;
    Ok(())
}
