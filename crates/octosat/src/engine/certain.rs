//! Queries whose results no rounding makes wrong.

use super::Engine;
use crate::certain::Verdict;
use crate::certain::bound::GapError;
use crate::certain::verdicts::Verdicts;
use crate::error::{Lengths, QueryError};
use crate::pairs::accept;
use crate::query::Query;

impl Engine {
    /// Reports for each pair whether the boxes certainly overlap, are certainly separated, or are too close to touching
    /// for this to be certain; see [`Verdict`].
    ///
    /// The first two are theorems about the boxes of a store or of a checked [`View`](crate::View), for all sizes and
    /// with all roundings. Boxes that overlap by at least 2.75 bounds along every axis are reported as overlapping, and
    /// boxes that are apart by more than 2.75 bounds along a face axis as separated. An edge axis counts by the sine of the
    /// angle between its edges. For boxes of stores the bound is 3.9e-6 times the sum of the six half extents plus at most
    /// 3.7e-6 times the distance of the centers. If a view lends boxes, whose rotations may be farther off unit length, it
    /// is 2.7 times as large.
    ///
    /// With a [`Margin`](crate::Margin), the verdict is about the boxes with half extents that are longer by half the
    /// margin. These half extents are rounded to `f32`.
    ///
    /// A pair is always undecided if a number of its boxes is not finite, which only an unchecked view can hold.
    ///
    /// # Errors
    /// If an index is out of range, a margin is negative or not finite, or the output does not have one place per pair;
    /// the output is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Engine, OrientedBox, Query, Verdict};
    /// let upright = [0.0, 0.0, 0.0, 1.0];
    /// let mut boxes = BoxStore::new();
    /// for x in [0.0, 1.5, 2.0, 2.5] {
    ///     boxes.insert(OrientedBox::new([x, 0.0, 0.0], upright, [1.0; 3]))?;
    /// }
    /// let mut out = [Verdict::UNDECIDED; 3];
    /// Engine::new().verdicts(Query::new(&boxes, &[[0, 1], [0, 2], [0, 3]]), &mut out)?;
    /// assert_eq!(out, [Verdict::OVERLAPPING, Verdict::UNDECIDED, Verdict::SEPARATED]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verdicts(&self, query: Query<'_>, out: &mut [Verdict]) -> Result<(), QueryError> {
        let lengths = Lengths { found: out.len(), expected: query.pairs.len() };
        let kernel = Verdicts { error: GapError::of(&query) };
        self.fill_rows(kernel, &accept(self, &query, "boxes", lengths)?, out);
        Ok(())
    }
}
