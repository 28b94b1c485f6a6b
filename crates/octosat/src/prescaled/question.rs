//! Queries about pairs of pre-scaled boxes.

use octosat_rows::Penetration;

use super::kernels::{ScaledOverlaps, ScaledPenetrations};
use super::source::ScaledRows;
use super::store::ScaledBoxStore;
use super::view::ScaledBoxView;
use crate::call::answers::Answers;
use crate::call::answers::Lengths;
use crate::call::batches::Batches;
use crate::call::checks::check_pairs;
use crate::call::engine::{Engine, OverlapQuery, PenetrationQuery};
use crate::call::formula::Each;
use crate::call::length::WITHIN;
use crate::call::length::{Length, Takes};
use crate::call::sides::Sides;
use crate::error::Error;
use crate::sealed::Sealed;

/// A query about pairs of pre-scaled boxes, as a [`Query`](crate::Query) about boxes.
///
/// [`Engine::overlaps`] and [`Engine::penetrations`] take it, with the rows of boxes.
///
/// # Example
/// ```
/// use octosat::{BoxStore, Engine, ScaledBoxStore, ScaledPairs};
/// let upright = [[0.0, 0.0, 0.0, 1.0]; 2];
/// let boxes = BoxStore::from_slices(&[[0.0; 3], [1.9, 0.0, 0.0]], &upright, &[[1.0; 3]; 2])?;
/// let scaled = ScaledBoxStore::from_boxes(&boxes)?;
/// let mut hits = [false];
/// Engine::new().overlaps(ScaledPairs::new(&scaled, &[[0, 1]]), &mut hits)?;
/// assert_eq!(hits, [true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ScaledPairs<'a> {
    boxes: Sides<ScaledBoxView<'a>>,
    pairs: &'a [[u32; 2]],
    within: Length<'a>,
}

impl Sealed for ScaledPairs<'_> {}

impl<'a> ScaledPairs<'a> {
    /// Makes a query: pairs of indices of the boxes of one list, or of two in an array.
    pub fn new(boxes: impl Into<Sides<ScaledBoxView<'a>>>, pairs: &'a [[u32; 2]]) -> Self {
        Self { boxes: boxes.into(), pairs, within: Length::None }
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
    ) -> Result<Batches<'_, ScaledRows<'_>>, Error> {
        out.check()?;
        Takes { query, word: Some(WITHIN) }.check(self.within, Length::None, self.pairs.len())?;
        let [a, b] = self.boxes.each();
        let pairs = check_pairs(engine, self.pairs, [a.len(), b.len()])
            .map_err(|error| Error::of_pair(error, ["boxes"; 2]))?;
        let rows = ScaledRows { columns: [&a.columns, &b.columns], pairs };
        Ok(Batches::new(rows, self.within))
    }
}

impl OverlapQuery for ScaledPairs<'_> {
    fn overlaps(self, engine: &Engine, out: Answers<'_>) -> Result<(), Error> {
        let batches = self.accept(engine, "overlaps", out.lengths(self.pairs.len()))?;
        engine.fill_bools(ScaledOverlaps, &batches, out);
        Ok(())
    }
}

impl PenetrationQuery for ScaledPairs<'_> {
    type Row = Penetration;

    fn penetrations(self, engine: &Engine, out: &mut [Penetration]) -> Result<(), Error> {
        let lengths = Lengths { found: out.len(), expected: self.pairs.len() };
        let batches = self.accept(engine, "penetrations", lengths)?;
        engine.fill_rows(Each(ScaledPenetrations), &batches, out);
        Ok(())
    }
}

impl<'a> From<&'a ScaledBoxStore> for Sides<ScaledBoxView<'a>> {
    fn from(store: &'a ScaledBoxStore) -> Self {
        Self::One(store.view())
    }
}

impl<'a> From<[&'a ScaledBoxStore; 2]> for Sides<ScaledBoxView<'a>> {
    fn from([a, b]: [&'a ScaledBoxStore; 2]) -> Self {
        Self::Two([a.view(), b.view()])
    }
}
