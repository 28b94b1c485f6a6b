//! The questions about boxes that move: a query, who moves how far or where the boxes end, and how closely.

use crate::boxes::view::BoxView;
use crate::call::answers::Lengths;
use crate::call::batches::Batches;
use crate::call::checks::accept;
use crate::call::engine::Engine;
use crate::call::length::{Length, Takes};
use crate::call::moved::Motions;
use crate::call::query::Query;
use crate::call::question::{Question, verbs};
use crate::call::sides::Sides;
use crate::error::{Error, ErrorKind};
use crate::motion::Cast;
use crate::motion::casts::CastKernel;
use crate::moved::motions::Moving;

/// When do boxes that move along straight lines touch? The question of [`Engine::casts`](crate::Engine::casts).
///
/// With the feature `shapes`, the second ones of a query may also be spheres or capsules, and the first ones any of the
/// shapes that have contacts with them.
#[derive(Clone, Copy, Debug)]
pub struct Casts<'a, L = Sides<BoxView<'a>>> {
    pub(super) query: Query<'a, L>,
    pub(super) motions: Motions<'a>,
    pub(super) stored_poses: bool,
}

impl<'a, L> Casts<'a, L> {
    /// Casts of the pairs of a query, by one displacement, or by displacements per pair or per box.
    #[must_use]
    pub fn new(query: Query<'a, L>, motions: Motions<'a>) -> Self {
        Self { query, motions, stored_poses: false }
    }

    /// The same casts of boxes that are larger on every side, or smaller by a negative length; see [`Query::grown`].
    #[must_use]
    pub fn grown(self, grown: impl Into<Length<'a>>) -> Self {
        Self { query: self.query.grown(grown), ..self }
    }

    /// Whether poses at the times are rounded to `f32`; false unless this is called.
    ///
    /// Hits are then early enough that boxes do not overlap where `center + time * motion` is after rounding: for
    /// motions per pair that of b, for motions per box those of both. Needed from some hundred meters from the origin
    /// on.
    #[must_use]
    pub fn stored_poses(self, stored_poses: bool) -> Self {
        Self { stored_poses, ..self }
    }
}

impl Question<verbs::Casts> for Casts<'_> {
    type Out<'o> = &'o mut [Cast];

    fn answer(self, engine: &Engine, out: &mut [Cast]) -> Result<(), Error> {
        let Self { query, motions, stored_poses } = self;
        let lengths = Lengths { found: out.len(), expected: query.pairs.len() };
        let takes = Takes::grown("casts");
        query.check_still(takes)?;
        let Batches { source, length, .. } = accept(engine, &query, takes, lengths)?;
        motions.check(engine, query.pairs.len(), query.lists())?;
        let batches = Batches::new(Moving::new(source, motions, stored_poses), length);
        engine.fill_rows(CastKernel, &batches, out);
        Ok(())
    }
}

/// Until when are boxes that move and turn apart? The question of [`Engine::impacts`](crate::Engine::impacts).
#[derive(Clone, Copy, Debug)]
pub struct Impacts<'a> {
    pub(super) query: Query<'a>,
    pub(super) ends: Sides<BoxView<'a>>,
    pub(super) tolerance: f32,
    pub(super) rounds: u32,
}

/// How far apart boxes may be at a hit, as a part of the least half extent: hits of usual sizes then look like
/// touching.
const TOLERANCE: f32 = 0.01;

/// How many rounds a pair has, which no pair of a usual game needs.
const ROUNDS: u32 = 64;

impl<'a> Impacts<'a> {
    /// Impacts of the pairs of a query, whose boxes are those at the start of the step. `ends` are the same boxes, by
    /// the same indices, at its end: a store or a view, or an array of two of them if the query has two lists.
    ///
    /// The tolerance is 0.01, and there are 64 rounds.
    pub fn new(query: Query<'a>, ends: impl Into<Sides<BoxView<'a>>>) -> Self {
        Self { query, ends: ends.into(), tolerance: TOLERANCE, rounds: ROUNDS }
    }

    /// The same of boxes that are larger on every side, or smaller by a negative length; see [`Query::grown`].
    #[must_use]
    pub fn grown(self, grown: impl Into<Length<'a>>) -> Self {
        Self { query: self.query.grown(grown), ..self }
    }

    /// How far apart boxes may be at a hit, as a part of the least half extent of both; finite and at least zero, 0.01
    /// unless this is called.
    ///
    /// It is at least what rounding needs, and at most half the gap of a pair at the start, so that a pair that starts
    /// within the tolerance can move.
    #[must_use]
    pub fn tolerance(self, tolerance: f32) -> Self {
        Self { tolerance, ..self }
    }

    /// The most rounds per pair, at least one, 64 unless this is called: each looks at both boxes at one time.
    #[must_use]
    pub fn rounds(self, rounds: u32) -> Self {
        Self { rounds, ..self }
    }

    /// Rejects a tolerance and rounds that are not usable.
    pub(super) fn check(&self) -> Result<(), Error> {
        let Self { tolerance, rounds, .. } = *self;
        if !(tolerance >= 0.0 && tolerance.is_finite()) {
            return Err(Error::of_tolerance(tolerance));
        }
        if rounds > 0 {
            return Ok(());
        }
        let why = format_args!("the number of rounds is 0, but must be at least 1");
        Err(Error::new(ErrorKind::Setting, why).of_field("rounds"))
    }
}
