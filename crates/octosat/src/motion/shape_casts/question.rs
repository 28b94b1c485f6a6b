//! Queries about boxes and round shapes as casts: which moves how far, checked.

use octosat_rows::ShapeCast;

use super::ShapeCastKernel;
use super::boxes::MiddleOf;
use super::course::CourseSource;
use crate::call::batches::Batches;
use crate::call::engine::Engine;
use crate::call::error::{Lengths, QueryError};
use crate::call::length::{Length, Takes};
use crate::call::sides::Sides;
use crate::motion::motions::{List, Moving};
use crate::motion::{CastQuery, Casts};
use crate::shapes::kernels::chunk::BoxesAndShapes;
use crate::shapes::{ShapeQuery, accept};

impl<S: MiddleOf> CastQuery for ShapeQuery<'_, S>
where
    for<'a> BoxesAndShapes<'a, S>: CourseSource,
{
    type Row = ShapeCast;

    fn casts(
        casts: Casts<'_, Self>,
        engine: &Engine,
        out: &mut [ShapeCast],
    ) -> Result<(), QueryError> {
        let Casts { query, motions, stored_poses } = &casts;
        let lengths = Lengths { found: out.len(), expected: query.rows() };
        let takes = Takes { query: "casts of shapes", word: None };
        let Batches { source, .. } = accept(engine, query, takes, lengths)?;
        let [boxes, shapes] = query.lens();
        let lists = [List { name: "boxes", len: boxes }, List { name: S::NAMES, len: shapes }];
        motions.check(engine, query.rows(), Sides::Two(lists))?;
        let moving = Moving::new(source, *motions, *stored_poses);
        engine.fill_rows(ShapeCastKernel, &Batches::new(moving, Length::None), out);
        Ok(())
    }
}
