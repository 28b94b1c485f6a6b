//! The query about pairs of boxes.

use octosat_rows::Intersection;

use super::kernel::Intersections;
use crate::call::answers::Lengths;
use crate::call::checks::accept;
use crate::call::engine::Engine;
use crate::call::length::Takes;
use crate::call::query::Query;
use crate::call::question::{Question, verbs};
use crate::error::Error;

impl Question<verbs::Intersections> for Query<'_> {
    type Out<'o> = &'o mut [Intersection];

    fn answer(self, engine: &Engine, out: &mut [Intersection]) -> Result<(), Error> {
        let lengths = Lengths { found: out.len(), expected: self.pairs.len() };
        let batches = accept(engine, &self, Takes::nothing("intersections"), lengths)?;
        engine.fill_rows_of_pairs(Intersections, &self, &batches, out)
    }
}
