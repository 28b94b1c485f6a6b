//! The queries of boxes against spheres.

use super::Engine;
use super::shapes::Ask;
use crate::kernels::shapes::sphere::{SphereContacts, SphereOverlap};
use crate::query::{Boxes, Margin, QueryError};
use crate::shapes::{Against, Sphere, SphereContact};

impl Engine {
    /// Whether each closed box and sphere share a point, or come within the margin.
    ///
    /// This is exactly where the depth of [`Self::sphere_contacts`] is at least minus the margin. A
    /// box or a sphere with a NaN in it overlaps nothing.
    ///
    /// # Errors
    /// If an index is out of range, a margin is not a finite length of at least zero, or `out` has
    /// not one place a row; `out` is then untouched.
    pub fn sphere_overlap(
        &self,
        boxes: impl Boxes,
        against: Against<'_, Sphere>,
        margin: Margin<'_>,
        out: &mut [bool],
    ) -> Result<(), QueryError> {
        self.shape_bools(Ask { boxes: &boxes, against, margin }, SphereOverlap, out)
    }

    /// The same as [`Self::sphere_overlap`], one bit a row: row `r` is bit `r % 64` of word
    /// `r / 64`, and the unused bits of the last word are zero.
    ///
    /// # Errors
    /// As [`Self::sphere_overlap`]; `out` has one word per 64 rows, rounded up.
    pub fn sphere_overlap_bits(
        &self,
        boxes: impl Boxes,
        against: Against<'_, Sphere>,
        margin: Margin<'_>,
        out: &mut [u64],
    ) -> Result<(), QueryError> {
        self.shape_bits(Ask { boxes: &boxes, against, margin }, SphereOverlap, out)
    }

    /// How each box and sphere touch, or how far they are apart; see [`SphereContact`].
    ///
    /// Every row is filled, whether the two touch or not.
    ///
    /// # Errors
    /// If an index is out of range or `out` has not one place a row; `out` is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{Against, BoxStore, Engine, OrientedBox, Sphere, SphereContact};
    /// let mut boxes = BoxStore::new();
    /// boxes.insert(OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3]))?;
    /// let spheres = [Sphere::new([0.0, 3.0, 0.0], 2.5)?];
    /// let against = Against::Pairs { shapes: &spheres, pairs: &[[0, 0]] };
    /// let mut rows = [SphereContact::default()];
    /// Engine::new().sphere_contacts(&boxes, against, &mut rows)?;
    /// assert_eq!((rows[0].normal, rows[0].depth), ([0.0, 1.0, 0.0], 0.5));
    /// assert_eq!(rows[0].point, [0.0, 1.0, 0.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sphere_contacts(
        &self,
        boxes: impl Boxes,
        against: Against<'_, Sphere>,
        out: &mut [SphereContact],
    ) -> Result<(), QueryError> {
        let ask = Ask { boxes: &boxes, against, margin: Margin::None };
        self.shape_rows(ask, SphereContacts, out)
    }
}
