//! Borrowed rows of rectangles, which queries read.

use alloc::vec::Vec;
use core::ops::Range;

use octosat_lanes::{Column, Columns, Row};

use super::rectangle::{in_space, of_rectangle, quaternion};
use crate::boxes::checks::{Center, HalfExtents, Values, check_column, check_rotations};
use crate::error::Error;
use crate::tolerances::SMALLEST_COMPONENT;

/// The column of poses, and the place of the rotation in its rows.
const POSES: u8 = 0;
const ROTATION: u8 = 2;

/// Borrowed rectangles: columns of poses and half extents.
///
/// A row of poses is x and y of the center, in meters, and cosine and sine of the rotation. A row of half extents is
/// two lengths in meters. Each column is a [`Column`]: the distance between its rows can be any multiple of 4 bytes,
/// as in a [`BoxView`](crate::BoxView).
///
/// # Example
/// ```
/// use octosat::{Column, Engine, Query, RectangleView};
///
/// struct Body {
///     pose: [f32; 4],
///     velocity: [f32; 2],
///     half_extents: [f32; 2],
/// }
///
/// let body = |x| Body { pose: [x, 0.0, 1.0, 0.0], velocity: [0.0; 2], half_extents: [1.0; 2] };
/// let bodies = [body(0.0), body(1.5)];
/// let view = RectangleView::new(
///     Column::field(&bodies, |body| &body.pose).expect("a field"),
///     Column::field(&bodies, |body| &body.half_extents).expect("a field"),
/// )?;
///
/// let mut hits = [false];
/// Engine::new().overlaps(Query::new(view, &[[0, 1]]), &mut hits)?;
/// assert_eq!(hits, [true]);
/// # assert_eq!(bodies[0].velocity, [0.0; 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RectangleView<'a> {
    /// The poses and the half extents.
    pub(super) columns: Columns<'a, 2>,
}

impl<'a> RectangleView<'a> {
    /// Borrows columns and checks every value in them.
    ///
    /// The values are used as they are, but components of rotations below 1e-9 count as zero, as in a store. A rotation is
    /// not normalized, so its squared length must be within 2e-6 of one.
    ///
    /// # Errors
    /// Columns of different lengths, a value that is not finite, a negative half extent, a length beyond 1e12 m, or a
    /// rotation that is not of unit length.
    pub fn new(
        poses: impl Into<Column<'a, 4>>,
        half_extents: impl Into<Column<'a, 2>>,
    ) -> Result<Self, Error> {
        let (poses, half_extents) = (poses.into(), half_extents.into());
        let view = Self::unchecked(poses, half_extents)?;
        check_column(&mapped(poses, |[x, y, _, _]| in_space([x, y])), Center::OF_BOX)
            .map_err(of_rectangle)?;
        let are_as_stored = check_rotations(&mapped(poses, |[_, _, c, s]| quaternion([c, s])))
            .map_err(of_rectangle)?;
        check_column(&mapped(half_extents, in_space), HalfExtents::OF_BOX).map_err(of_rectangle)?;
        if are_as_stored {
            return Ok(view);
        }
        // Components that a store would set to zero are read as zero.
        let columns = view.columns.flushed(POSES, ROTATION, SMALLEST_COMPONENT);
        Ok(Self { columns })
    }

    /// Borrows columns and checks nothing but their lengths.
    ///
    /// Any value is memory-safe, but the results of a pair with a rectangle that [`new`](Self::new)
    /// would reject mean nothing; other pairs are not affected. Components of rotations below 1e-9 must be zero, as in
    /// [`BoxView::unchecked`](crate::BoxView::unchecked).
    ///
    /// # Errors
    /// Columns of different lengths.
    pub fn unchecked(
        poses: impl Into<Column<'a, 4>>,
        half_extents: impl Into<Column<'a, 2>>,
    ) -> Result<Self, Error> {
        let (poses, half_extents) = (poses.into(), half_extents.into());
        Error::check_length("half extents", poses.len(), half_extents.len())
            .map_err(of_rectangle)?;
        Ok(Self::of_equal_length([poses.into(), half_extents]))
    }

    /// A view of columns whose lengths were compared.
    fn of_equal_length<const W: usize>(columns: [Column<'a, W>; 2]) -> Self {
        Self { columns: Columns::new(columns).expect("columns have one length") }
    }

    /// A view of the columns of a store, which have one length and hold checked values.
    pub(super) fn of_store(columns: &'a [Vec<Row>; 2]) -> Self {
        Self::of_equal_length(columns.each_ref().map(Column::<4>::from))
    }

    /// The number of rectangles.
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

impl From<&Self> for RectangleView<'_> {
    fn from(view: &Self) -> Self {
        *view
    }
}

/// A column, and how a row becomes the value to check.
struct MappedColumn<'a, F, const W: usize>(Column<'a, W>, F);

impl<V, F: Fn([f32; W]) -> V + Sync, const W: usize> Values<V> for MappedColumn<'_, F, W> {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn range(&self, range: Range<usize>) -> impl Iterator<Item = V> {
        self.0.range(range).map(&self.1)
    }
}

/// Rows of columns as other values.
fn mapped<'a, V, F: Fn([f32; W]) -> V + Sync, const W: usize>(
    column: Column<'a, W>,
    value: F,
) -> MappedColumn<'a, F, W> {
    MappedColumn(column, value)
}
