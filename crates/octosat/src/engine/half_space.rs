//! The queries of boxes against half-spaces.

use super::Engine;
use super::shapes::Ask;
use crate::kernels::shapes::half_space::{HalfSpaceCorners, HalfSpaceDepths, HalfSpaceOverlap};
use crate::query::{Boxes, Margin, QueryError};
use crate::shapes::{Against, HalfSpace, HalfSpaceContacts};

impl Engine {
    /// Whether each closed box and half-space share a point, or come within the margin.
    ///
    /// This is exactly where the depth of [`Self::half_space_depths`] is at least minus the margin.
    /// A box or a half-space with a NaN in it overlaps nothing.
    ///
    /// # Errors
    /// If an index is out of range, a margin is not a finite length of at least zero, or `out` has
    /// not one place a row; `out` is then untouched.
    pub fn half_space_overlap(
        &self,
        boxes: impl Boxes,
        against: Against<'_, HalfSpace>,
        margin: Margin<'_>,
        out: &mut [bool],
    ) -> Result<(), QueryError> {
        self.shape_bools(Ask { boxes: &boxes, against, margin }, HalfSpaceOverlap, out)
    }

    /// The same as [`Self::half_space_overlap`], one bit a row: row `r` is bit `r % 64` of word
    /// `r / 64`, and the unused bits of the last word are zero.
    ///
    /// # Errors
    /// As [`Self::half_space_overlap`]; `out` has one word per 64 rows, rounded up.
    pub fn half_space_overlap_bits(
        &self,
        boxes: impl Boxes,
        against: Against<'_, HalfSpace>,
        margin: Margin<'_>,
        out: &mut [u64],
    ) -> Result<(), QueryError> {
        self.shape_bits(Ask { boxes: &boxes, against, margin }, HalfSpaceOverlap, out)
    }

    /// How far the deepest corner of each box is below the plane of a half-space, in metres:
    /// negative where the box is above it, [`f32::NAN`] where something that is not finite leaves
    /// no answer.
    ///
    /// # Errors
    /// If an index is out of range or `out` has not one place a row; `out` is then untouched.
    pub fn half_space_depths(
        &self,
        boxes: impl Boxes,
        against: Against<'_, HalfSpace>,
        out: &mut [f32],
    ) -> Result<(), QueryError> {
        let ask = Ask { boxes: &boxes, against, margin: Margin::None };
        self.shape_rows(ask, HalfSpaceDepths, out)
    }

    /// Up to four contacts of each box with a half-space; see [`HalfSpaceContacts`].
    ///
    /// A corner is a contact if it is below the plane, or above it by at most the margin. The normal
    /// of all contacts is the half-space's: moving the box by a contact's depth along it lifts that
    /// corner onto the plane. Depths agree with [`Self::half_space_depths`] within rounding.
    ///
    /// # Errors
    /// As [`Self::half_space_overlap`].
    ///
    /// # Example
    /// ```
    /// use octosat::{Against, BoxStore, Engine, HalfSpace, HalfSpaceContacts, Margin, OrientedBox};
    /// let ground = HalfSpace::new([0.0, 0.0, 1.0], 0.0)?;
    /// let mut boxes = BoxStore::new();
    /// boxes.insert(OrientedBox::new([0.0, 0.0, 0.375], [0.0, 0.0, 0.0, 1.0], [0.5; 3]))?;
    /// let mut rows = [HalfSpaceContacts::default()];
    /// Engine::new().half_space_contacts(&boxes, Against::One(&ground), Margin::None, &mut rows)?;
    /// assert_eq!(rows[0].len(), 4);
    /// for contact in rows[0].iter() {
    ///     assert_eq!(contact.depth, 0.125);
    ///     // Half-way between the corner, at -0.125, and the plane.
    ///     assert_eq!(contact.position[2], -0.0625);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn half_space_contacts(
        &self,
        boxes: impl Boxes,
        against: Against<'_, HalfSpace>,
        margin: Margin<'_>,
        out: &mut [HalfSpaceContacts],
    ) -> Result<(), QueryError> {
        self.shape_rows(Ask { boxes: &boxes, against, margin }, HalfSpaceCorners, out)
    }
}
