//! Queries about pairs of pre-scaled boxes.

use octosat_rows::Penetration;

use super::kernels::{ScaledOverlaps, ScaledPenetrations};
use super::scaled_box::ScaledBox;
use super::store::ScaledBoxStore;
use super::view::ScaledBoxView;
use crate::call::answers::{Answers, Lengths};
use crate::call::checks::accept;
use crate::call::engine::Engine;
use crate::call::formula::Each;
use crate::call::length::Takes;
use crate::call::lists::lists_of;
use crate::call::query::Query;
use crate::call::question::{Question, verbs};
use crate::call::sides::Sides;
use crate::error::Error;

lists_of!("boxes", ScaledBoxStore, ScaledBoxView: ScaledBox in 4 columns);

/// Whether pairs of pre-scaled boxes overlap, as boxes do.
impl Question<verbs::Overlaps> for Query<'_, Sides<ScaledBoxView<'_>>> {
    type Out<'o> = Answers<'o>;

    fn answer(self, engine: &Engine, out: Answers<'_>) -> Result<(), Error> {
        let batches =
            accept(engine, &self, Takes::within("overlaps"), out.lengths(self.pairs.len()))?;
        engine.fill_bools(ScaledOverlaps, &batches, out);
        Ok(())
    }
}

/// How deep pre-scaled boxes penetrate, with the rows of boxes.
impl Question<verbs::Penetrations> for Query<'_, Sides<ScaledBoxView<'_>>> {
    type Out<'o> = &'o mut [Penetration];

    fn answer(self, engine: &Engine, out: &mut [Penetration]) -> Result<(), Error> {
        let lengths = Lengths { found: out.len(), expected: self.pairs.len() };
        let batches = accept(engine, &self, Takes::within("penetrations"), lengths)?;
        engine.fill_rows(Each(ScaledPenetrations), &batches, out);
        Ok(())
    }
}
