//! Queries about pairs of rectangles.

use octosat_rows::RectanglePenetration;

use super::kernels::contacts::RectangleContacts;
use super::kernels::overlap::RectangleOverlaps;
use super::kernels::penetration::RectanglePenetrations;
use super::kernels::source::RectangleRows;
use super::manifold::RectangleManifold;
use super::store::RectangleStore;
use super::view::RectangleView;
use crate::call::answers::Answers;
use crate::call::answers::Lengths;
use crate::call::batches::Batches;
use crate::call::checks::check_pairs;
use crate::call::engine::{Engine, ManifoldQuery, OverlapQuery, PenetrationQuery};
use crate::call::formula::Each;
use crate::call::length::WITHIN;
use crate::call::length::{Length, Takes};
use crate::call::sides::Sides;
use crate::error::Error;
use crate::sealed::Sealed;

/// A query about pairs of rectangles, as a [`Query`](crate::Query) about boxes.
///
/// [`Engine::overlaps`], [`Engine::penetrations`] and [`Engine::manifolds`] take it; rows are of the plane.
///
/// # Example
/// ```
/// use octosat::{Engine, Rectangle, RectanglePairs, RectanglePenetration, RectangleStore};
/// let mut rectangles = RectangleStore::new();
/// rectangles.insert(Rectangle::new([0.0; 2], [1.0, 0.0], [1.0; 2]))?;
/// rectangles.insert(Rectangle::new([1.5, 0.0], [1.0, 0.0], [1.0; 2]))?;
/// let mut rows = [RectanglePenetration::default()];
/// Engine::new().penetrations(RectanglePairs::new(&rectangles, &[[0, 1]]), &mut rows)?;
/// assert_eq!((rows[0].depth, rows[0].normal), (0.5, [1.0, 0.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RectanglePairs<'a> {
    rectangles: Sides<RectangleView<'a>>,
    pairs: &'a [[u32; 2]],
    within: Length<'a>,
}

impl Sealed for RectanglePairs<'_> {}

impl<'a> RectanglePairs<'a> {
    /// Makes a query: pairs of indices of the rectangles of one list, or of two in an array.
    pub fn new(rectangles: impl Into<Sides<RectangleView<'a>>>, pairs: &'a [[u32; 2]]) -> Self {
        Self { rectangles: rectangles.into(), pairs, within: Length::None }
    }

    /// The same query, in which pairs that are up to this far apart are answered, too; see
    /// [`Query::within`](crate::Query::within).
    #[must_use]
    pub fn within(self, within: impl Into<Length<'a>>) -> Self {
        Self { within: within.into(), ..self }
    }

    /// Checks the query against the length of its output.
    fn accept(
        &self,
        engine: &Engine,
        query: &'static str,
        out: Lengths,
    ) -> Result<Batches<'_, RectangleRows<'_>>, Error> {
        out.check()?;
        Takes { query, word: Some(WITHIN) }.check(self.within, Length::None, self.pairs.len())?;
        let [a, b] = self.rectangles.each();
        let pairs = check_pairs(engine, self.pairs, [a.len(), b.len()])
            .map_err(|error| Error::of_pair(error, ["rectangles"; 2]))?;
        let rows = RectangleRows { columns: [&a.columns, &b.columns], pairs };
        Ok(Batches::new(rows, self.within))
    }

    /// The same for one element of output per pair.
    fn accept_rows<T>(
        &self,
        engine: &Engine,
        query: &'static str,
        out: &[T],
    ) -> Result<Batches<'_, RectangleRows<'_>>, Error> {
        self.accept(engine, query, Lengths { found: out.len(), expected: self.pairs.len() })
    }
}

impl OverlapQuery for RectanglePairs<'_> {
    fn overlaps(self, engine: &Engine, out: Answers<'_>) -> Result<(), Error> {
        let batches = self.accept(engine, "overlaps", out.lengths(self.pairs.len()))?;
        engine.fill_bools(RectangleOverlaps, &batches, out);
        Ok(())
    }
}

impl PenetrationQuery for RectanglePairs<'_> {
    type Row = RectanglePenetration;

    fn penetrations(self, engine: &Engine, out: &mut [RectanglePenetration]) -> Result<(), Error> {
        let batches = self.accept_rows(engine, "penetrations", out)?;
        engine.fill_rows(Each(RectanglePenetrations), &batches, out);
        Ok(())
    }
}

impl ManifoldQuery for RectanglePairs<'_> {
    type Output = [RectangleManifold];

    fn manifolds(self, engine: &Engine, out: &mut [RectangleManifold]) -> Result<(), Error> {
        let batches = self.accept_rows(engine, "manifolds", out)?;
        engine.fill_rows(Each(RectangleContacts), &batches, out);
        Ok(())
    }
}

impl<'a> From<&'a RectangleStore> for Sides<RectangleView<'a>> {
    fn from(store: &'a RectangleStore) -> Self {
        Self::One(store.view())
    }
}

impl<'a> From<[&'a RectangleStore; 2]> for Sides<RectangleView<'a>> {
    fn from([a, b]: [&'a RectangleStore; 2]) -> Self {
        Self::Two([a.view(), b.view()])
    }
}
