//! Borrowed columns: what the engine reads.
//!
//! A store lends its own columns; an engine that keeps its bodies in aligned columns lends those
//! and copies nothing.

use octosat_lanes::{Columns, Row};

use crate::error::{BoxError, BoxField};
use crate::store::checks::{
    Center, HalfExtents, Rotation, ScaledAxis, Source, check_column, check_frames,
};

/// Borrowed columns of centres, rotations and half extents.
///
/// The rows are those of a [`BoxStore`](crate::store::BoxStore): x, y, z of the centre in metres; the
/// unit quaternion x, y, z, w, box to world; the half extents in metres. The fourth component of
/// centres and half extents means nothing and may hold anything.
///
/// # Example
/// ```
/// use octosat::{BoxView, Row};
/// let centers = [Row([0.0; 4]), Row([1.0, 0.0, 0.0, 0.0])];
/// let rotations = [Row([0.0, 0.0, 0.0, 1.0]); 2];
/// let half_extents = [Row([0.5, 0.5, 0.5, 0.0]); 2];
/// let view = BoxView::new(&centers, &rotations, &half_extents)?;
/// assert_eq!(view.len(), 2);
/// # Ok::<(), octosat::BoxError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BoxView<'a> {
    columns: Columns<'a, 3>,
}

/// Borrowed columns of centres and three scaled axes.
///
/// The rows are those of a [`ScaledBoxStore`](crate::store::ScaledBoxStore): x, y, z of the centre
/// in metres; for each axis its direction in the world times the half extent, and the half extent,
/// in metres. Where the half extent is zero the direction has unit length. The fourth component of
/// centres means nothing and may hold anything.
#[derive(Clone, Copy, Debug)]
pub struct ScaledBoxView<'a> {
    columns: Columns<'a, 4>,
}

fn three(row: &Row) -> [f32; 3] {
    let [x, y, z, _] = row.0;
    [x, y, z]
}

fn four(row: &Row) -> [f32; 4] {
    row.0
}

/// Every caller has checked the lengths, or owns columns that always have one.
fn of_equal_length<const N: usize>(columns: [&[Row]; N]) -> Columns<'_, N> {
    Columns::new(columns).expect("columns have one length")
}

impl<'a> BoxView<'a> {
    /// Borrows columns and checks every value in them.
    ///
    /// The values are used as they are: a rotation is not normalised, so its squared length must be
    /// within
    /// [`BORROWED_ROTATION_LENGTH_TOLERANCE`](crate::tolerances::BORROWED_ROTATION_LENGTH_TOLERANCE)
    /// of one.
    ///
    /// # Errors
    /// Columns of different lengths, a value that is not finite, a negative half extent, a length
    /// beyond [`MAX_LENGTH`](crate::tolerances::MAX_LENGTH), or a rotation off unit length.
    pub fn new(
        centers: &'a [Row],
        rotations: &'a [Row],
        half_extents: &'a [Row],
    ) -> Result<Self, BoxError> {
        let view = Self::unchecked(centers, rotations, half_extents)?;
        check_column(&Source { items: centers, value: three }, Center::OF_BOX)?;
        check_column(&Source { items: rotations, value: four }, Rotation::BORROWED)?;
        check_column(&Source { items: half_extents, value: three }, HalfExtents::OF_BOX)?;
        Ok(view)
    }

    /// Borrows columns and checks nothing but their lengths.
    ///
    /// Any value is memory-safe, but the results of a pair with a box that [`new`](Self::new) would
    /// refuse mean nothing; other pairs are not affected.
    ///
    /// # Errors
    /// Columns of different lengths.
    pub fn unchecked(
        centers: &'a [Row],
        rotations: &'a [Row],
        half_extents: &'a [Row],
    ) -> Result<Self, BoxError> {
        BoxError::check_length(BoxField::Rotation, centers.len(), rotations.len())?;
        BoxError::check_length(BoxField::HalfExtents, centers.len(), half_extents.len())?;
        Ok(Self { columns: of_equal_length([centers, rotations, half_extents]) })
    }

    /// Borrows records of rows, the body structures of an engine, without checking any value.
    ///
    /// `places` names the row of a record that holds the centre, the rotation and the half extents.
    /// A box then lies on one or two cache lines, which pays where pairs in random order reach over
    /// more boxes than the near caches hold.
    ///
    /// # Errors
    /// A place outside the record.
    pub fn interleaved_unchecked<const S: usize>(
        records: &'a [[Row; S]],
        places: [usize; 3],
    ) -> Option<Self> {
        Columns::interleaved(records, places).map(|columns| Self { columns })
    }

    /// The columns of a store, whose values were checked on entry.
    pub(crate) fn of_checked(columns: [&'a [Row]; 3]) -> Self {
        Self { columns: of_equal_length(columns) }
    }

    /// The columns: centres, rotations, half extents.
    #[must_use]
    pub fn columns(&self) -> Columns<'a, 3> {
        self.columns
    }

    /// The number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.rows()
    }

    /// Whether there is no box.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'a> ScaledBoxView<'a> {
    /// Borrows columns and checks every value in them.
    ///
    /// # Errors
    /// Columns of different lengths; a value that is not finite; a centre beyond
    /// [`MAX_SCALED_CENTER`](crate::tolerances::MAX_SCALED_CENTER); a half extent that is neither
    /// zero nor between
    /// [`SMALLEST_SCALED_HALF_EXTENT`](crate::tolerances::SMALLEST_SCALED_HALF_EXTENT) and
    /// [`LARGEST_SCALED_HALF_EXTENT`](crate::tolerances::LARGEST_SCALED_HALF_EXTENT); an axis that is
    /// not as long as its half extent says; axes that are not perpendicular or not right-handed.
    pub fn new(centers: &'a [Row], axes: [&'a [Row]; 3]) -> Result<Self, BoxError> {
        let view = Self::unchecked(centers, axes)?;
        check_column(&Source { items: centers, value: three }, Center::OF_SCALED)?;
        for (axis, items) in axes.into_iter().enumerate() {
            check_column(&Source { items, value: four }, ScaledAxis { axis })?;
        }
        check_frames(axes, four)?;
        Ok(view)
    }

    /// Borrows columns and checks nothing but their lengths.
    ///
    /// Any value is memory-safe, but the results of a pair with a box that [`new`](Self::new) would
    /// refuse mean nothing; other pairs are not affected.
    ///
    /// # Errors
    /// Columns of different lengths.
    pub fn unchecked(centers: &'a [Row], axes: [&'a [Row]; 3]) -> Result<Self, BoxError> {
        for (axis, column) in (0..).zip(axes) {
            BoxError::check_length(BoxField::Axis(axis), centers.len(), column.len())?;
        }
        Ok(Self { columns: of_equal_length([centers, axes[0], axes[1], axes[2]]) })
    }

    /// The columns of a store, whose values were checked on entry.
    pub(crate) fn of_checked(columns: [&'a [Row]; 4]) -> Self {
        Self { columns: of_equal_length(columns) }
    }

    /// The columns: centres and the three axes.
    #[must_use]
    pub fn columns(&self) -> Columns<'a, 4> {
        self.columns
    }

    /// The number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.rows()
    }

    /// Whether there is no box.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::BoxProblem;

    const UNIT: Row = Row([0.0, 0.0, 0.0, 1.0]);
    const AXES: [Row; 3] =
        [Row([2.0, 0.0, 0.0, 2.0]), Row([0.0, 1.0, 0.0, 0.0]), Row([0.0, 0.0, 0.5, 0.5])];

    fn scaled(change: impl Fn(&mut [Row; 4])) -> Result<usize, BoxError> {
        let mut bad = [Row([1.0, 2.0, 3.0, f32::NAN]), AXES[0], AXES[1], AXES[2]];
        let good = bad;
        change(&mut bad);
        let columns: [[Row; 3]; 4] = core::array::from_fn(|k| [good[k], good[k], bad[k]]);
        let [center, axes @ ..] = &columns;
        let axes: [&[Row]; 3] = core::array::from_fn(|k| axes[k].as_slice());
        assert_eq!(ScaledBoxView::unchecked(center, axes)?.len(), 3);
        ScaledBoxView::new(center, axes).map(|view| view.columns().rows())
    }

    #[test]
    fn every_value_of_a_borrowed_box_is_checked() {
        let centers = [Row([1.0, 2.0, 3.0, f32::NAN]); 4];
        let halves = [Row([1.0, 2.0, 0.0, f32::INFINITY]); 4];
        assert_eq!(BoxView::new(&centers, &[UNIT; 4], &halves).unwrap().len(), 4);
        let mut bad = centers;
        bad[3].0[2] = 2e12;
        let error = BoxView::new(&bad, &[UNIT; 4], &halves).unwrap_err();
        assert_eq!((error.index, error.field), (3, BoxField::Center));
        assert!(BoxView::unchecked(&bad, &[UNIT; 4], &halves).is_ok());
        let mut bad = [UNIT; 4];
        bad[1].0[3] = 1.00001;
        let error = BoxView::new(&centers, &bad, &halves).unwrap_err();
        assert_eq!((error.index, error.field), (1, BoxField::Rotation));
        let mut bad = halves;
        bad[2].0[0] = -1.0;
        let error = BoxView::new(&centers, &[UNIT; 4], &bad).unwrap_err();
        assert_eq!((error.index, error.field), (2, BoxField::HalfExtents));
    }

    #[test]
    fn columns_of_different_lengths_are_refused() {
        let rows = [UNIT; 4];
        let error = BoxView::unchecked(&rows, &rows[..3], &rows).unwrap_err();
        assert_eq!((error.index, error.field), (3, BoxField::Rotation));
        let error = BoxView::new(&rows[..2], &rows[..2], &rows).unwrap_err();
        assert_eq!((error.index, error.field), (2, BoxField::HalfExtents));
        let error = ScaledBoxView::unchecked(&rows, [&rows, &rows, &[]]).unwrap_err();
        assert_eq!((error.index, error.field), (0, BoxField::Axis(2)));
        assert!(BoxView::new(&[], &[], &[]).unwrap().is_empty());
    }

    #[test]
    fn every_value_of_a_borrowed_scaled_box_is_checked() {
        assert_eq!(scaled(|_| {}), Ok(3));
        let error = |change: fn(&mut [Row; 4])| {
            let error = scaled(change).unwrap_err();
            assert_eq!(error.index, 2);
            (error.field, error.problem)
        };
        let (field, problem) = error(|rows| rows[0].0[0] = 2e9);
        assert_eq!(field, BoxField::Center);
        assert!(matches!(problem, BoxProblem::TooLarge { component: 0, .. }));
        let (field, problem) = error(|rows| rows[1].0[0] = f32::NAN);
        assert_eq!(field, BoxField::Axis(0));
        assert!(matches!(problem, BoxProblem::NotFinite { component: 0, .. }));
        let (field, problem) = error(|rows| rows[3].0[3] = 0.25);
        assert_eq!(field, BoxField::Axis(2));
        assert!(matches!(problem, BoxProblem::WrongLength { expected: 0.25, .. }));
        let (_, problem) = error(|rows| rows[2].0[3] = -1.0);
        assert!(matches!(problem, BoxProblem::Negative { component: 3, .. }));
        let (_, problem) = error(|rows| rows[2].0[1] = 0.0);
        assert!(matches!(problem, BoxProblem::WrongLength { expected: 1.0, .. }));
        let (_, problem) = error(|rows| rows[2].0[3] = 5e-7);
        assert!(matches!(problem, BoxProblem::TooSmall { component: 3, .. }));
        let (field, problem) = error(|rows| rows[2].0[0] = 1e-4);
        assert_eq!(field, BoxField::Axis(0));
        assert!(matches!(problem, BoxProblem::Sheared { other: 1, .. }));
        let (field, problem) = error(|rows| rows[3].0[2] = -0.5);
        assert_eq!((field, problem), (BoxField::Transform, BoxProblem::Mirrored));
    }
}
