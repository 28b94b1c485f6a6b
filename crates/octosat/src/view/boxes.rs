//! Borrowed boxes with unit quaternions.

use octosat_lanes::{Columns, Row};

use super::{four, interleaved, of_equal_length, three};
use crate::error::{BoxError, BoxField};
use crate::store::checks::{Center, HalfExtents, Rotation, Source, check_column};

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
    /// beyond [`MAX_LENGTH`](crate::tolerances::MAX_LENGTH), a rotation off unit length, or one with
    /// a component that is not zero but below
    /// [`SMALLEST_BORROWED_COMPONENT`](crate::tolerances::SMALLEST_BORROWED_COMPONENT).
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

    /// Borrows records of `S` rows, the body structures of an engine, and checks every value.
    ///
    /// `places` names the rows of a record that hold the centre, the rotation and the half extents;
    /// they are what [`new`](Self::new) takes, and the other rows may hold anything. A random box
    /// then touches one cache line or two instead of three, which pays for pairs in random order
    /// over more boxes than the caches near the core hold; elsewhere it costs nothing.
    ///
    /// # Errors
    /// A place outside the record, or a value that [`new`](Self::new) would refuse.
    ///
    /// # Example
    /// ```
    /// use bytemuck::{Pod, Zeroable};
    /// use octosat::{BoxView, Engine, Query, Row};
    ///
    /// // Aligned to its size, a body never lies across two cache lines.
    /// #[derive(Clone, Copy, Pod, Zeroable)]
    /// #[repr(C, align(64))]
    /// struct Body {
    ///     position: [f32; 3],
    ///     inverse_mass: f32,
    ///     rotation: [f32; 4],
    ///     velocity: [f32; 3],
    ///     friction: f32,
    ///     half_extents: [f32; 3],
    ///     restitution: f32,
    /// }
    ///
    /// let crate_at = |x| Body {
    ///     position: [x, 0.0, 0.0],
    ///     rotation: [0.0, 0.0, 0.0, 1.0],
    ///     half_extents: [1.0; 3],
    ///     ..Body::zeroed()
    /// };
    /// let bodies = [crate_at(0.0), crate_at(1.5)];
    /// let records: &[[Row; 4]] = bytemuck::cast_slice(&bodies);
    /// let view = BoxView::interleaved(records, [0, 1, 3])?;
    ///
    /// let mut hits = [false];
    /// Engine::new().overlaps(Query::new(view, &[[0, 1]]), &mut hits)?;
    /// assert_eq!(hits, [true]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn interleaved<const S: usize>(
        records: &'a [[Row; S]],
        places: [usize; 3],
    ) -> Result<Self, BoxError> {
        let view = Self::interleaved_unchecked(records, places)?;
        let [center, rotation, half_extents] = places;
        let value = |record: &[Row; S]| three(&record[center]);
        check_column(&Source { items: records, value }, Center::OF_BOX)?;
        let value = |record: &[Row; S]| four(&record[rotation]);
        check_column(&Source { items: records, value }, Rotation::BORROWED)?;
        let value = |record: &[Row; S]| three(&record[half_extents]);
        check_column(&Source { items: records, value }, HalfExtents::OF_BOX)?;
        Ok(view)
    }

    /// Borrows records of `S` rows and checks nothing but the places.
    ///
    /// The places are those of [`interleaved`](Self::interleaved). Any value is memory-safe, but the
    /// results of a pair with a box that [`new`](Self::new) would refuse mean nothing; other pairs
    /// are not affected.
    ///
    /// # Errors
    /// A place outside the record.
    pub fn interleaved_unchecked<const S: usize>(
        records: &'a [[Row; S]],
        places: [usize; 3],
    ) -> Result<Self, BoxError> {
        let fields = [BoxField::Center, BoxField::Rotation, BoxField::HalfExtents];
        Ok(Self { columns: interleaved(records, places, fields)? })
    }

    /// Columns that are known to hold boxes as good as those of another view.
    pub(crate) fn of_columns(columns: Columns<'a, 3>) -> Self {
        Self { columns }
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
