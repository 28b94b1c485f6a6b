//! Borrowed rows of rectangles, which queries read.

use core::ops::Range;

use octosat_lanes::Column;

use super::rectangle::{in_space, of_rectangle, quaternion};
use crate::boxes::error::{BoxError, BoxField};
use crate::boxes::store::checks::{Center, HalfExtents, Values, check_column, check_rotations};
use crate::boxes::view::View;

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
pub type RectangleView<'a> = View<'a, 2>;

impl<'a> View<'a, 2> {
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
    ) -> Result<Self, BoxError> {
        let (poses, half_extents) = (poses.into(), half_extents.into());
        let view = Self::unchecked(poses, half_extents)?;
        check_column(&mapped(poses, |[x, y, _, _]| in_space([x, y])), Center::OF_BOX)
            .map_err(of_rectangle)?;
        let are_as_stored = check_rotations(&mapped(poses, |[_, _, c, s]| quaternion([c, s])))
            .map_err(of_rectangle)?;
        check_column(&mapped(half_extents, in_space), HalfExtents::OF_BOX).map_err(of_rectangle)?;
        Ok(if are_as_stored { view } else { view.flushed() })
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
    ) -> Result<Self, BoxError> {
        let (poses, half_extents) = (poses.into(), half_extents.into());
        BoxError::check_length(BoxField::HalfExtents, poses.len(), half_extents.len())
            .map_err(of_rectangle)?;
        Ok(Self::of_equal_length([poses.into(), half_extents]))
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
