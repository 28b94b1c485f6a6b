//! Queries about round shapes as casts: which moves how far, checked.

use octosat_rows::ShapeCast;

use super::ShapeCastKernel;
use super::course::{CourseSource, Round};
use super::shapes::Obstacle;
use crate::call::answers::Lengths;
use crate::call::batches::Batches;
use crate::call::engine::Engine;
use crate::call::length::{Length, Takes};
use crate::call::sides::Sides;
use crate::error::Error;
use crate::motion::{CastQuery, Casts};
use crate::moved::motions::{List, Moving};
use crate::shapes::kernels::chunk::BoxesAndShapes;
use crate::shapes::kernels::lists::ShapeLists;
use crate::shapes::{Capsule, HalfSpace, ShapePairs, ShapeQuery, Sphere, accept, accept_pairs};

/// What casts of shapes take: no length.
const TAKES: Takes = Takes { query: "casts of shapes", word: None };

/// Casts of each kind of pairs, as functions without parameters, so that kernels are compiled with this crate.
macro_rules! casts {
    ($($query:ty: $run:ident;)+) => {$(
        impl CastQuery for $query {
            type Row = ShapeCast;

            fn casts(
                casts: Casts<'_, Self>,
                engine: &Engine,
                out: &mut [ShapeCast],
            ) -> Result<(), Error> {
                $run(&casts, engine, out)
            }
        }
    )+};
}

casts! {
    ShapeQuery<'_, Sphere>: of_boxes;
    ShapeQuery<'_, Capsule>: of_boxes;
    ShapePairs<'_, HalfSpace, Sphere>: of_pairs;
    ShapePairs<'_, HalfSpace, Capsule>: of_pairs;
    ShapePairs<'_, Sphere, Sphere>: of_pairs;
    ShapePairs<'_, Sphere, Capsule>: of_pairs;
    ShapePairs<'_, Capsule, Sphere>: of_pairs;
    ShapePairs<'_, Capsule, Capsule>: of_pairs;
}

/// Round shapes past boxes.
fn of_boxes<S: Round>(
    casts: &Casts<'_, ShapeQuery<'_, S>>,
    engine: &Engine,
    out: &mut [ShapeCast],
) -> Result<(), Error>
where
    for<'a> BoxesAndShapes<'a, S>: CourseSource,
{
    let query = &casts.query;
    let lengths = Lengths { found: out.len(), expected: query.rows() };
    let Batches { source, .. } = accept(engine, query, TAKES, lengths)?;
    let [boxes, shapes] = query.lens();
    let lists = [List { name: "boxes", len: boxes }, List { name: S::NAMES, len: shapes }];
    fill(engine, casts, source, lists, out)
}

/// Round shapes past shapes without a box.
fn of_pairs<A: Obstacle, B: Round>(
    casts: &Casts<'_, ShapePairs<'_, A, B>>,
    engine: &Engine,
    out: &mut [ShapeCast],
) -> Result<(), Error>
where
    for<'a> ShapeLists<'a, A, B>: CourseSource,
{
    let query = &casts.query;
    let lengths = Lengths { found: out.len(), expected: query.rows() };
    let Batches { source, .. } = accept_pairs(engine, query, TAKES, lengths)?;
    let lists = [
        List { name: "shapes of a", len: source.a.len() },
        List { name: "shapes of b", len: source.b.len() },
    ];
    fill(engine, casts, source, lists, out)
}

/// Fills one result per row of casts whose query was accepted.
fn fill<Q, S: CourseSource>(
    engine: &Engine,
    casts: &Casts<'_, Q>,
    source: S,
    lists: [List; 2],
    out: &mut [ShapeCast],
) -> Result<(), Error> {
    casts.motions.check(engine, out.len(), Sides::Two(lists))?;
    let moving = Moving::new(source, casts.motions, casts.stored_poses);
    engine.fill_rows(ShapeCastKernel, &Batches::new(moving, Length::None), out);
    Ok(())
}
