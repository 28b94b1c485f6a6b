//! Queries about round shapes as casts: which moves how far, checked.

use octosat_rows::ShapeCast;

use super::ShapeCastKernel;
use super::course::{CourseSource, Round};
use super::shapes::Obstacle;
use crate::call::batches::Batches;
use crate::call::engine::Engine;
use crate::call::error::{Lengths, QueryError};
use crate::call::length::{Length, Takes};
use crate::call::sides::Sides;
use crate::motion::motions::{List, Moving};
use crate::motion::{CastQuery, Casts};
use crate::shapes::kernels::chunk::BoxesAndShapes;
use crate::shapes::kernels::lists::ShapeLists;
use crate::shapes::{ShapePairs, ShapeQuery, accept, accept_pairs};

/// What casts of shapes take: no length.
const TAKES: Takes = Takes { query: "casts of shapes", word: None };

impl<S: Round> CastQuery for ShapeQuery<'_, S>
where
    for<'a> BoxesAndShapes<'a, S>: CourseSource,
{
    type Row = ShapeCast;

    fn casts(
        casts: Casts<'_, Self>,
        engine: &Engine,
        out: &mut [ShapeCast],
    ) -> Result<(), QueryError> {
        let query = &casts.query;
        let lengths = Lengths { found: out.len(), expected: query.rows() };
        let Batches { source, .. } = accept(engine, query, TAKES, lengths)?;
        let [boxes, shapes] = query.lens();
        let lists = [List { name: "boxes", len: boxes }, List { name: S::NAMES, len: shapes }];
        fill(engine, &casts, source, lists, out)
    }
}

impl<A: Obstacle, B: Round> CastQuery for ShapePairs<'_, A, B>
where
    for<'a> ShapeLists<'a, A, B>: CourseSource,
{
    type Row = ShapeCast;

    fn casts(
        casts: Casts<'_, Self>,
        engine: &Engine,
        out: &mut [ShapeCast],
    ) -> Result<(), QueryError> {
        let query = &casts.query;
        let lengths = Lengths { found: out.len(), expected: query.rows() };
        let Batches { source, .. } = accept_pairs(engine, query, TAKES, lengths)?;
        let lists = [
            List { name: "shapes of a", len: source.a.len() },
            List { name: "shapes of b", len: source.b.len() },
        ];
        fill(engine, &casts, source, lists, out)
    }
}

/// Fills one result per row of casts whose query was accepted.
fn fill<Q, S: CourseSource>(
    engine: &Engine,
    casts: &Casts<'_, Q>,
    source: S,
    lists: [List; 2],
    out: &mut [ShapeCast],
) -> Result<(), QueryError> {
    casts.motions.check(engine, out.len(), Sides::Two(lists))?;
    let moving = Moving::new(source, casts.motions, casts.stored_poses);
    engine.fill_rows(ShapeCastKernel, &Batches::new(moving, Length::None), out);
    Ok(())
}
