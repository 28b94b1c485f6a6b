//! Queries about pairs of rectangles.

#[cfg(feature = "intersections")]
use octosat_rows::RectangleIntersection;
use octosat_rows::RectanglePenetration;

use super::kernels::contacts::RectangleContacts;
#[cfg(feature = "intersections")]
use super::kernels::intersection::RectangleIntersections;
use super::kernels::overlap::RectangleOverlaps;
use super::kernels::penetration::RectanglePenetrations;
use super::manifold::RectangleManifold;
use super::rectangle::Rectangle;
use super::store::RectangleStore;
use super::view::RectangleView;
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

lists_of!("rectangles", RectangleStore, RectangleView: Rectangle in 2 columns);

/// Whether pairs of rectangles overlap, as boxes do.
impl Question<verbs::Overlaps> for Query<'_, Sides<RectangleView<'_>>> {
    type Out<'o> = Answers<'o>;

    fn answer(self, engine: &Engine, out: Answers<'_>) -> Result<(), Error> {
        let batches =
            accept(engine, &self, Takes::within("overlaps"), out.lengths(self.pairs.len()))?;
        engine.fill_bools(RectangleOverlaps, &batches, out);
        Ok(())
    }
}

/// How deep rectangles penetrate, and along which normal.
impl Question<verbs::Penetrations> for Query<'_, Sides<RectangleView<'_>>> {
    type Out<'o> = &'o mut [RectanglePenetration];

    fn answer(self, engine: &Engine, out: &mut [RectanglePenetration]) -> Result<(), Error> {
        let lengths = Lengths { found: out.len(), expected: self.pairs.len() };
        let batches = accept(engine, &self, Takes::within("penetrations"), lengths)?;
        engine.fill_rows(Each(RectanglePenetrations), &batches, out);
        Ok(())
    }
}

/// Where rectangles touch.
impl Question<verbs::Manifolds> for Query<'_, Sides<RectangleView<'_>>> {
    type Out<'o> = &'o mut [RectangleManifold];

    fn answer(self, engine: &Engine, out: &mut [RectangleManifold]) -> Result<(), Error> {
        let lengths = Lengths { found: out.len(), expected: self.pairs.len() };
        let batches = accept(engine, &self, Takes::within("manifolds"), lengths)?;
        engine.fill_rows(Each(RectangleContacts), &batches, out);
        Ok(())
    }
}

/// How much rectangles share.
#[cfg(feature = "intersections")]
impl Question<verbs::Intersections> for Query<'_, Sides<RectangleView<'_>>> {
    type Out<'o> = &'o mut [RectangleIntersection];

    fn answer(self, engine: &Engine, out: &mut [RectangleIntersection]) -> Result<(), Error> {
        let lengths = Lengths { found: out.len(), expected: self.pairs.len() };
        let batches = accept(engine, &self, Takes::nothing("intersections"), lengths)?;
        engine.fill_rows(Each(RectangleIntersections), &batches, out);
        Ok(())
    }
}
