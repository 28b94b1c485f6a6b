//! Queries about pairs of pre-scaled boxes.

use octosat_rows::Penetration;

use super::frame::ScaledPairs;
use super::kernels::{ScaledOverlaps, ScaledPenetrations};
use super::store::ScaledBoxStore;
use super::view::ScaledBoxView;
use crate::call::answers::Answers;
use crate::call::answers::Lengths;
use crate::call::batches::Batches;
use crate::call::checks::List;
use crate::call::engine::Engine;
use crate::call::formula::Each;
use crate::call::length::Takes;
use crate::call::length::WITHIN;
use crate::call::lists::lists_of;
use crate::call::query::Query;
use crate::call::question::{Question, verbs};
use crate::call::sides::Sides;
use crate::error::Error;

lists_of!(ScaledBoxStore, ScaledBoxView);

/// Checks a query against the length of its output.
fn accept<'q>(
    query: &'q Query<'_, Sides<ScaledBoxView<'_>>>,
    engine: &Engine,
    name: &'static str,
    out: Lengths,
) -> Result<Batches<'q, ScaledPairs<'q>>, Error> {
    let [a, b] = query.lists.each();
    let takes = Takes { query: name, word: Some(WITHIN) };
    let pairs = query.accept_pairs(
        engine,
        takes,
        out,
        [a, b].map(|list| List { name: "boxes", len: list.len() }),
    )?;
    Ok(Batches::new(ScaledPairs::new([&a.columns, &b.columns], pairs), query.within))
}

/// Whether pairs of pre-scaled boxes overlap, as boxes do.
impl Question<verbs::Overlaps> for Query<'_, Sides<ScaledBoxView<'_>>> {
    type Row = bool;

    fn answer(self, engine: &Engine, out: Answers<'_>) -> Result<(), Error> {
        let batches = accept(&self, engine, "overlaps", out.lengths(self.pairs.len()))?;
        engine.fill_bools(ScaledOverlaps, &batches, out);
        Ok(())
    }
}

/// How deep pre-scaled boxes penetrate, with the rows of boxes.
impl Question<verbs::Penetrations> for Query<'_, Sides<ScaledBoxView<'_>>> {
    type Row = [Penetration];

    fn answer(self, engine: &Engine, out: &mut [Penetration]) -> Result<(), Error> {
        let lengths = Lengths { found: out.len(), expected: self.pairs.len() };
        let batches = accept(&self, engine, "penetrations", lengths)?;
        engine.fill_rows(Each(ScaledPenetrations), &batches, out);
        Ok(())
    }
}
