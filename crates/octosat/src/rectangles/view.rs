//! Borrowed rows of rectangles: what the engine reads.

use octosat_lanes::{Columns, Row};

use super::rectangle::of_rectangle;
use super::store::{RectangleStore, in_space, quaternion};
use crate::error::{BoxError, BoxField};
use crate::store::checks::{Center, HalfExtents, Rotation, Source, check_column, plain};
use crate::view::{interleaved, of_equal_length};

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
/// # Ok::<(), octosat::BoxError>(())
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
    pub fn new(poses: &'a [Row], half_extents: &'a [Row]) -> Result<Self, BoxError> {
        let view = Self::unchecked(poses, half_extents)?;
        check_rows(&plain(poses), &plain(half_extents)).map_err(of_rectangle)?;
        Ok(view)
    }

    /// Borrows columns and checks nothing but their lengths.
    ///
    /// Any value is memory-safe, but the results of a pair with a rectangle that [`new`](Self::new)
    /// would refuse mean nothing; other pairs are not affected.
    ///
    /// # Errors
    /// Columns of different lengths.
    pub fn unchecked(poses: &'a [Row], half_extents: &'a [Row]) -> Result<Self, BoxError> {
        BoxError::check_length(BoxField::HalfExtents, poses.len(), half_extents.len())
            .map_err(of_rectangle)?;
        Ok(Self::of_checked([poses, half_extents]))
    }

    /// Borrows records of `S` rows, the body structures of an engine, and checks every value.
    ///
    /// `places` names the rows of a record that hold the pose and the half extents; they are what
    /// [`new`](Self::new) takes, and the other rows may hold anything. A random rectangle then touches
    /// one cache line instead of two, as long as no record lies across two of them.
    ///
    /// # Errors
    /// A place outside the record, or a value that [`new`](Self::new) would refuse.
    ///
    /// # Example
    /// ```
    /// use bytemuck::{Pod, Zeroable};
    /// use octosat::{Engine, Query, RectangleView, Row};
    ///
    /// // Aligned to its size, a body never lies across two cache lines.
    /// #[derive(Clone, Copy, Pod, Zeroable)]
    /// #[repr(C, align(64))]
    /// struct Body {
    ///     position: [f32; 2],
    ///     rotation: [f32; 2],
    ///     velocity: [f32; 2],
    ///     inverse_mass: f32,
    ///     spin: f32,
    ///     half_extents: [f32; 2],
    ///     friction: f32,
    ///     restitution: f32,
    ///     spare: [f32; 4],
    /// }
    ///
    /// let crate_at = |x| Body {
    ///     position: [x, 0.0],
    ///     rotation: [1.0, 0.0],
    ///     half_extents: [1.0; 2],
    ///     ..Body::zeroed()
    /// };
    /// let bodies = [crate_at(0.0), crate_at(1.5)];
    /// let records: &[[Row; 4]] = bytemuck::cast_slice(&bodies);
    /// let view = RectangleView::interleaved(records, [0, 2])?;
    ///
    /// let mut hits = [false];
    /// Engine::new().overlaps(Query::new(view, &[[0, 1]]), &mut hits)?;
    /// assert_eq!(hits, [true]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn interleaved<const S: usize>(
        records: &'a [[Row; S]],
        places: [usize; 2],
    ) -> Result<Self, BoxError> {
        let view = Self::interleaved_unchecked(records, places)?;
        let [pose, half_extents] = places;
        check_rows(
            &Source { items: records, value: |record: &[Row; S]| record[pose] },
            &Source { items: records, value: |record: &[Row; S]| record[half_extents] },
        )
        .map_err(of_rectangle)?;
        Ok(view)
    }

    /// Borrows records of `S` rows and checks nothing but the places.
    ///
    /// The places are those of [`interleaved`](Self::interleaved). Any value is memory-safe, but the
    /// results of a pair with a rectangle that [`new`](Self::new) would refuse mean nothing; other
    /// pairs are not affected.
    ///
    /// # Errors
    /// A place outside the record.
    pub fn interleaved_unchecked<const S: usize>(
        records: &'a [[Row; S]],
        places: [usize; 2],
    ) -> Result<Self, BoxError> {
        // The error of a pose's place is about its first value.
        let fields = [BoxField::Center, BoxField::HalfExtents];
        Ok(Self { columns: interleaved(records, places, fields).map_err(of_rectangle)? })
    }

    /// Columns of one length.
    pub(super) fn of_checked(columns: [&'a [Row]; 2]) -> Self {
        Self { columns: of_equal_length(columns) }
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

/// Checks the values of poses and half extents, which are whole columns or parts of records.
fn check_rows<P: Sync, H: Sync>(
    poses: &Source<'_, P, impl Fn(&P) -> Row + Sync>,
    half_extents: &Source<'_, H, impl Fn(&H) -> Row + Sync>,
) -> Result<(), BoxError> {
    let value = |item: &P| in_space(first_two((poses.value)(item)));
    check_column(&Source { items: poses.items, value }, Center::OF_BOX)?;
    let value = |item: &P| quaternion(last_two((poses.value)(item)));
    check_column(&Source { items: poses.items, value }, Rotation::BORROWED)?;
    let value = |item: &H| in_space(first_two((half_extents.value)(item)));
    check_column(&Source { items: half_extents.items, value }, HalfExtents::OF_BOX)
}

fn first_two(row: Row) -> [f32; 2] {
    [row.0[0], row.0[1]]
}

fn last_two(row: Row) -> [f32; 2] {
    [row.0[2], row.0[3]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::BoxProblem;

    const POSE: Row = Row([1.0, 2.0, 0.6, 0.8]);
    const HALF: Row = Row([1.0, 0.0, f32::NAN, f32::INFINITY]);

    /// Records with the columns at their places and values that must not be read everywhere else.
    fn records<const S: usize>(columns: [&[Row]; 2], places: [usize; 2]) -> Vec<[Row; S]> {
        let record = |at: usize| {
            let mut record = [Row([f32::NAN; 4]); S];
            for (column, place) in columns.into_iter().zip(places) {
                record[place] = column[at];
            }
            record
        };
        (0..columns[0].len()).map(record).collect()
    }

    #[test]
    fn every_value_of_a_borrowed_rectangle_is_checked() {
        assert_eq!(RectangleView::new(&[POSE; 4], &[HALF; 4]).unwrap().len(), 4);
        assert!(RectangleView::new(&[], &[]).unwrap().is_empty());
        for (column, component, value, field) in [
            (0, 0, f32::NAN, BoxField::Center),
            (0, 1, 2e12, BoxField::Center),
            (0, 2, f32::INFINITY, BoxField::Rotation),
            (0, 3, 0.80001, BoxField::Rotation),
            (0, 3, 1e-40, BoxField::Rotation),
            (1, 0, -1.0, BoxField::HalfExtents),
            (1, 1, f32::NAN, BoxField::HalfExtents),
        ] {
            let mut columns = [[POSE; 9], [HALF; 9]];
            columns[column][5].0[component] = value;
            let [poses, halves] = columns.each_ref().map(<[Row; 9]>::as_slice);
            let error = RectangleView::new(poses, halves).unwrap_err();
            assert_eq!((error.index, error.field), (5, field));
            assert_eq!(RectangleView::unchecked(poses, halves).unwrap().len(), 9);
            let records = records::<3>([poses, halves], [2, 0]);
            let refused = RectangleView::interleaved(&records, [2, 0]).unwrap_err();
            assert_eq!(refused.to_string(), error.to_string());
            let unchecked = RectangleView::interleaved_unchecked(&records, [2, 0]).unwrap();
            assert_eq!(unchecked.len(), 9);
        }
    }

    #[test]
    fn columns_of_different_lengths_and_places_outside_the_record_are_refused() {
        let error = RectangleView::unchecked(&[POSE; 4], &[HALF; 3]).unwrap_err();
        assert_eq!((error.index, error.field), (3, BoxField::HalfExtents));
        for records in [&[][..], &[[POSE; 3]; 2]] {
            for (places, field) in [([3, 0], BoxField::Center), ([0, 3], BoxField::HalfExtents)] {
                let error = RectangleView::interleaved_unchecked(records, places).unwrap_err();
                assert_eq!((error.index, error.field), (0, field));
                assert_eq!(error.problem, BoxProblem::OutsideRecord { place: 3, rows: 3 });
                assert_eq!(RectangleView::interleaved(records, places).unwrap_err(), error);
            }
        }
        let none: &[[Row; 5]] = &[];
        assert!(RectangleView::interleaved(none, [4, 0]).unwrap().is_empty());
    }
}
