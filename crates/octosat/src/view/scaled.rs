//! Borrowed boxes with scaled axes.

use octosat_lanes::{Columns, Row};

use super::{four, interleaved, of_equal_length, three};
use crate::error::{BoxError, BoxField};
use crate::store::checks::{Center, ScaledAxis, ScaledFrame, Source, check_column, check_frames};

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

impl<'a> ScaledBoxView<'a> {
    /// Borrows columns and checks every value in them.
    ///
    /// # Errors
    /// Columns of different lengths; a value that is not finite; a centre beyond
    /// [`MAX_SCALED_CENTER`](crate::tolerances::MAX_SCALED_CENTER); a half extent that is neither
    /// zero nor between
    /// [`SMALLEST_SCALED_HALF_EXTENT`](crate::tolerances::SMALLEST_SCALED_HALF_EXTENT) and
    /// [`LARGEST_SCALED_HALF_EXTENT`](crate::tolerances::LARGEST_SCALED_HALF_EXTENT); an axis that is
    /// not as long as its half extent says; axes that are not perpendicular or not right-handed; a component that is not zero
    /// but below [`SMALLEST_COMPONENT`](crate::tolerances::SMALLEST_COMPONENT) of its axis' length.
    pub fn new(centers: &'a [Row], axes: [&'a [Row]; 3]) -> Result<Self, BoxError> {
        let view = Self::unchecked(centers, axes)?;
        check_column(&Source { items: centers, value: three }, Center::OF_SCALED)?;
        for (axis, items) in axes.into_iter().enumerate() {
            check_column(&Source { items, value: four }, ScaledAxis::borrowed(axis))?;
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

    /// Borrows records of `S` rows, the body structures of an engine, and checks every value.
    ///
    /// `places` names the rows of a record that hold the centre and the three axes; they are what
    /// [`new`](Self::new) takes, and the other rows may hold anything. When it pays is said at
    /// [`BoxView::interleaved`](crate::BoxView::interleaved).
    ///
    /// # Errors
    /// A place outside the record, or a value that [`new`](Self::new) would refuse.
    ///
    /// # Example
    /// ```
    /// use bytemuck::{Pod, Zeroable};
    /// use octosat::{Row, ScaledBoxView};
    ///
    /// #[derive(Clone, Copy, Pod, Zeroable)]
    /// #[repr(C, align(16))]
    /// struct Body {
    ///     axes: [[f32; 4]; 3],
    ///     position: [f32; 3],
    ///     material: u32,
    /// }
    ///
    /// let axes = [[2.0, 0.0, 0.0, 2.0], [0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 0.5, 0.5]];
    /// let bodies = [Body { axes, position: [0.0; 3], material: 7 }];
    /// let records: &[[Row; 4]] = bytemuck::cast_slice(&bodies);
    /// assert_eq!(ScaledBoxView::interleaved(records, [3, 0, 1, 2])?.len(), 1);
    /// # Ok::<(), octosat::BoxError>(())
    /// ```
    pub fn interleaved<const S: usize>(
        records: &'a [[Row; S]],
        places: [usize; 4],
    ) -> Result<Self, BoxError> {
        let view = Self::interleaved_unchecked(records, places)?;
        let [center, axes @ ..] = places;
        let value = |record: &[Row; S]| three(&record[center]);
        check_column(&Source { items: records, value }, Center::OF_SCALED)?;
        for (axis, place) in axes.into_iter().enumerate() {
            let value = |record: &[Row; S]| four(&record[place]);
            check_column(&Source { items: records, value }, ScaledAxis::borrowed(axis))?;
        }
        let value = |record: &[Row; S]| axes.map(|place| four(&record[place]));
        check_column(&Source { items: records, value }, ScaledFrame)?;
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
        places: [usize; 4],
    ) -> Result<Self, BoxError> {
        let [first, second, third] = [0, 1, 2].map(BoxField::Axis);
        let fields = [BoxField::Center, first, second, third];
        Ok(Self { columns: interleaved(records, places, fields)? })
    }

    /// Columns that are known to hold boxes as good as those of another view.
    pub(crate) fn of_columns(columns: Columns<'a, 4>) -> Self {
        Self { columns }
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
