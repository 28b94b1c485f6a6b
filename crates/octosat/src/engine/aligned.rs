//! The queries of boxes against axis-aligned boxes, and their own.

use super::Engine;
use super::shapes::Ask;
use crate::kernels::shapes::aligned::{AlignedOverlap, AlignedOverlapWithin};
use crate::kernels::shapes::world_bounds::WorldBounds;
use crate::query::{Boxes, Margin, QueryError};
use crate::shapes::{Against, AxisAlignedBox};

impl Engine {
    /// The axis-aligned box around each box, what a broad phase eats: row i is box i.
    ///
    /// Bounds are conservative: no point of a box as it is stored lies outside, whatever rounding
    /// does. They are too large on each side by at most
    /// 2 · [`BOUNDS_GROWTH`](crate::tolerances::BOUNDS_GROWTH) of the sum of the three half extents
    /// and four roundings of the centre's coordinate. A box that is not finite, which only an
    /// unchecked view can hold, gets [`f32::NAN`] for all six coordinates.
    ///
    /// # Errors
    /// If `out` has not one place a box; it is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{AxisAlignedBox, BoxStore, Engine, OrientedBox};
    /// let mut boxes = BoxStore::new();
    /// boxes.insert(OrientedBox::new([1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 1.0], [0.5; 3]))?;
    /// let mut bounds = [AxisAlignedBox::default()];
    /// Engine::new().world_bounds(&boxes, &mut bounds)?;
    /// assert!(bounds[0].min()[0] <= 0.5 && bounds[0].min()[0] > 0.4999);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn world_bounds(
        &self,
        boxes: impl Boxes,
        out: &mut [AxisAlignedBox],
    ) -> Result<(), QueryError> {
        let ask = Ask { boxes: &boxes, against: Against::One(&()), margin: Margin::None };
        self.shape_rows(ask, WorldBounds, out)
    }

    /// Whether each closed box and axis-aligned box share a point, or come within the margin: an
    /// exact test on all fifteen axes, or on the three that matter where the box is axis-aligned too.
    ///
    /// Margins mean what they mean for two boxes, see [`Margin`]. A box with a NaN in it overlaps
    /// nothing.
    ///
    /// # Errors
    /// If an index is out of range, a margin is not a finite length of at least zero, or `out` has
    /// not one place a row; `out` is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{Against, AxisAlignedBox, BoxStore, Engine, Margin, OrientedBox};
    /// // A box turned by 45 degrees about z, with a corner at x = 1.41 that is not at y = 1.
    /// let turned = [0.0, 0.0, 0.382_683_43, 0.923_879_5];
    /// let mut boxes = BoxStore::new();
    /// boxes.insert(OrientedBox::new([0.0; 3], turned, [1.0; 3]))?;
    /// let at_the_corner = AxisAlignedBox::new([1.2, -0.1, -1.0], [2.0, 0.1, 1.0])?;
    /// let beside_it = AxisAlignedBox::new([1.2, 0.9, -1.0], [2.0, 1.1, 1.0])?;
    /// let mut hits = [false];
    /// for (region, expected) in [(at_the_corner, true), (beside_it, false)] {
    ///     Engine::new().aabb_overlap(&boxes, Against::One(&region), Margin::None, &mut hits)?;
    ///     assert_eq!(hits[0], expected);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn aabb_overlap(
        &self,
        boxes: impl Boxes,
        against: Against<'_, AxisAlignedBox>,
        margin: Margin<'_>,
        out: &mut [bool],
    ) -> Result<(), QueryError> {
        let ask = Ask { boxes: &boxes, against, margin };
        match margin {
            Margin::None => self.shape_bools(ask, AlignedOverlap, out),
            _ => self.shape_bools(ask, AlignedOverlapWithin, out),
        }
    }

    /// The same as [`Self::aabb_overlap`], one bit a row: row `r` is bit `r % 64` of word `r / 64`,
    /// and the unused bits of the last word are zero.
    ///
    /// # Errors
    /// As [`Self::aabb_overlap`]; `out` has one word per 64 rows, rounded up.
    pub fn aabb_overlap_bits(
        &self,
        boxes: impl Boxes,
        against: Against<'_, AxisAlignedBox>,
        margin: Margin<'_>,
        out: &mut [u64],
    ) -> Result<(), QueryError> {
        let ask = Ask { boxes: &boxes, against, margin };
        match margin {
            Margin::None => self.shape_bits(ask, AlignedOverlap, out),
            _ => self.shape_bits(ask, AlignedOverlapWithin, out),
        }
    }
}
