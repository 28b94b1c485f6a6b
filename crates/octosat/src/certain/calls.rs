//! Queries whose results no rounding makes wrong.

#[cfg(feature = "exact")]
use crate::call::answers::Answers;
use crate::call::answers::Lengths;
use crate::call::batches::Batches;
use crate::call::checks::accept;
use crate::call::engine::Engine;
use crate::call::formula::Each;
use crate::call::length::Takes;
use crate::call::query::Query;
use crate::certain::bound::GapError;
use crate::certain::clearances::Clearances;
use crate::certain::distances::{Distances, cut_off};
#[cfg(feature = "exact")]
use crate::certain::exact::ExactOverlaps;
use crate::certain::verdicts::Verdicts;
use crate::certain::{Distance, Verdict};
use crate::error::Error;

impl Engine {
    /// Reports for each pair whether the boxes certainly overlap, are certainly separated, or are too close to touching
    /// for this to be certain; see [`Verdict`].
    ///
    /// The first two are theorems about the boxes of a store or of a checked [`BoxView`](crate::BoxView), for all
    /// sizes. Pairs that `f32` cannot decide are decided in `f64`. What is left undecided touches exactly,
    /// or is apart or overlaps by at most 2e-14 times the sum of the six half extents and the components of the offset
    /// of the centers; along an edge axis, by at most 4e-14 times it over the sine of the angle between the edges.
    ///
    /// In `f32`, boxes that overlap by at least 2.75 bounds along every axis are decided, and boxes that are apart by
    /// more than 2.75 bounds along a face axis. For boxes of stores the bound is 3.9e-6 times the sum of the six half
    /// extents plus at most 3.7e-6 times the distance of the centers. If a view lends boxes, whose rotations may be
    /// farther off unit length, it is 2.7 times as large.
    ///
    /// The verdict is about boxes that are [`grown`](Query::grown), if the query says so. If boxes that are smaller on
    /// every side overlap, the boxes overlap by twice as much in every direction: they clash, and do not only touch.
    ///
    /// A pair is always undecided if a number of its boxes is not finite, which only an unchecked view can hold.
    ///
    /// # Errors
    /// If an index is out of range, a length is not finite or not one that the query takes, or the output does not
    /// have one element per pair; the output is then untouched.
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
    pub fn verdicts(&self, query: Query<'_>, out: &mut [Verdict]) -> Result<(), Error> {
        let lengths = Lengths { found: out.len(), expected: query.pairs.len() };
        let batches = accept(self, &query, Takes::grown("verdicts"), lengths)?;
        self.fill_rows_of_pairs(Verdicts { error: GapError::of(&query) }, &query, &batches, out)
    }

    /// Reports which pairs share a point, without an error: for the boxes as they are stored, as [`Self::verdicts`].
    ///
    /// Pairs that verdicts leave undecided are computed in integers. So boxes that touch exactly overlap, and boxes
    /// that rounding moved apart do not. Such a pair takes about a hundred times as long as a verdict, and more if
    /// sizes differ much.
    ///
    /// Boxes may be [`grown`](Query::grown). A pair with a number that is not finite does not overlap.
    ///
    /// # Errors
    /// As for [`Self::verdicts`].
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Engine, OrientedBox, Query};
    /// let upright = [0.0, 0.0, 0.0, 1.0];
    /// let mut boxes = BoxStore::new();
    /// for x in [0.0_f32, 2.0, 2.0_f32.next_up()] {
    ///     boxes.insert(OrientedBox::new([x, 0.0, 0.0], upright, [1.0; 3]))?;
    /// }
    /// let mut overlaps = [false; 2];
    /// Engine::new().overlaps_exact(Query::new(&boxes, &[[0, 1], [0, 2]]), &mut overlaps)?;
    /// assert_eq!(overlaps, [true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "exact")]
    pub fn overlaps_exact<'a>(
        &self,
        query: Query<'_>,
        out: impl Into<Answers<'a>>,
    ) -> Result<(), Error> {
        overlaps_exact(self, &query, out.into())
    }

    /// Reports for each pair a length, in meters, that the distance of the boxes is certainly not less than.
    ///
    /// A clearance is the largest separation along the fifteen axes, less a bound of what rounding can do. Near edges
    /// and vertices, a distance may be √3 times this separation. So the clearance of boxes that are apart is at least
    /// 0.57 times their distance less two bounds, and mostly almost all of it. A positive clearance proves that the
    /// boxes are separated. If boxes overlap, the clearance is at most minus their depth. For boxes of stores the bound
    /// is 4.1e-6 times the sum of the six half extents, plus at most 3.9e-6 times the distance of the centers, plus
    /// 3e-16 m. For boxes of other views it is 2.7 times as large.
    ///
    /// The clearance is that of boxes that are [`grown`](Query::grown), if the query says so. It is NaN if a number of
    /// the boxes is not finite, and may be if they grow by more than 5e17 m.
    ///
    /// # Errors
    /// As for [`Self::verdicts`].
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Engine, OrientedBox, Query};
    /// let upright = [0.0, 0.0, 0.0, 1.0];
    /// let mut boxes = BoxStore::new();
    /// boxes.insert(OrientedBox::new([0.0, 0.0, 0.0], upright, [1.0; 3]))?;
    /// boxes.insert(OrientedBox::new([2.5, 0.0, 0.0], upright, [1.0; 3]))?;
    /// let mut out = [0.0];
    /// Engine::new().clearances(Query::new(&boxes, &[[0, 1]]), &mut out)?;
    /// assert!(out[0] <= 0.5 && out[0] > 0.4999);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clearances(&self, query: Query<'_>, out: &mut [f32]) -> Result<(), Error> {
        let lengths = Lengths { found: out.len(), expected: query.pairs.len() };
        let batches = accept(self, &query, Takes::grown("clearances"), lengths)?;
        let kernel = Each(Clearances { error: GapError::of(&query) });
        self.fill_rows_of_pairs(kernel, &query, &batches, out)
    }

    /// Reports how far the boxes of each pair are apart or how deep they overlap, and a point of each that shows it;
    /// see
    /// [`Distance`].
    ///
    /// Without [`within`](Query::within), this is the signed distance of every pair. With it there is a cut-off, for
    /// worlds in which most pairs are far apart: if a face axis separates two boxes by more, this gap is reported, with
    /// [`DistanceState::BEYOND`](crate::DistanceState::BEYOND), and nothing else is computed. Zero leaves only
    /// the pairs that overlap, and those that no face separates. Other rows do not depend on it.
    ///
    /// Distances are off by at most the distance bound: 9.6e-7 (16 units of roundoff) times the size of the pair, which
    /// is the sum of all half extents and of the distance of the centers. This holds for rotations of unit length
    /// rounded to `f32`; rotations that are farther off add to it. Points lie on the surfaces of their boxes within
    /// twice the bound and the rounding of world coordinates. The chapter on error bounds says what is proved.
    ///
    /// The direction between closest points is off by at most an angle of √(2 · bound / distance). If the boxes are so
    /// near that rounding could turn it anywhere, it is that of the axis with the largest separation instead. So it is
    /// always a direction along which the boxes do not overlap by more than they are reported to, within twice the
    /// bound.
    ///
    /// # Errors
    /// If an index is out of range, a length is negative, not finite or not one that the query takes, or the output
    /// does not have one element per pair; the output is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Distance, DistanceState, Engine, OrientedBox, Query};
    /// let upright = [0.0, 0.0, 0.0, 1.0];
    /// let mut boxes = BoxStore::new();
    /// for center in [[0.0, 0.0, 0.0], [5.0, 6.0, 0.0], [1.5, 0.0, 0.0]] {
    ///     boxes.insert(OrientedBox::new(center, upright, [1.0; 3]))?;
    /// }
    /// let mut rows = [Distance::default(); 2];
    /// let query = Query::new(&boxes, &[[0, 1], [0, 2]]);
    /// let engine = Engine::new();
    /// engine.distances(query, &mut rows)?;
    /// assert_eq!(rows[0].distance, 5.0);
    /// assert_eq!(rows[0].normal, [0.6, 0.8, 0.0]);
    /// assert_eq!((rows[1].distance, rows[1].normal), (-0.5, [1.0, 0.0, 0.0]));
    /// assert_eq!((rows[1].on_a[0], rows[1].on_b()[0]), (1.0, 0.5));
    /// // Up to a distance of one meter.
    /// engine.distances(query.within(1.0), &mut rows)?;
    /// assert_eq!((rows[0].state, rows[0].distance), (DistanceState::BEYOND, 4.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distances(&self, query: Query<'_>, out: &mut [Distance]) -> Result<(), Error> {
        let lengths = Lengths { found: out.len(), expected: query.pairs.len() };
        let Batches { source, length, .. } =
            accept(self, &query, Takes::within("distances"), lengths)?;
        let batches = Batches::new(source, cut_off(length));
        self.fill_rows_of_pairs(Distances, &query, &batches, out)
    }
}

// A separate function, so that kernels are compiled with this crate, whatever type the output has.

#[cfg(feature = "exact")]
fn overlaps_exact(engine: &Engine, query: &Query<'_>, out: Answers<'_>) -> Result<(), Error> {
    let batches =
        accept(engine, query, Takes::grown("overlaps_exact"), out.lengths(query.pairs.len()))?;
    let kernel = ExactOverlaps(Verdicts { error: GapError::of(query) });
    engine.fill_bools_of_pairs(kernel, query, &batches, out)
}
