//! Queries about boxes that move during a step.

use crate::boxes::view::View;
use crate::call::batches::Batches;
use crate::call::checks::accept;
use crate::call::engine::Engine;
use crate::call::error::{Lengths, QueryError};
use crate::call::length::Takes;
use crate::call::query::Query;
use crate::call::sides::Sides;
use crate::motion::casts::Casts;
use crate::motion::impacts::Impacts;
use crate::motion::motions::MovingPairs;
use crate::motion::steps::{Ends, Steps, check_ends};
use crate::motion::{Cast, Impact, ImpactOptions, Motions};

impl Engine {
    /// Reports when the boxes of each pair touch while they move along straight lines without turning; see [`Cast`].
    ///
    /// Times are parts of the step and never late: the boxes do not overlap before `time` by anything, for lengths from
    /// 1e-12 m on. They are early by little. At `time` the largest separation over the fifteen axes is at most four cast
    /// bounds, which the chapter on error bounds derives. For boxes of a store the cast bound is at most 4.5e-6 times the
    /// sum of the distance of the centers when they are nearest, the part of the motion near there, and the half extents
    /// of b; plus 3e-7 times the length of the motion. Instead of the half extents of b, those of a and the distances
    /// count if they are less. If the boxes touch or overlap at the start, the motion counts as longer by that distance
    /// and all half extents.
    ///
    /// Boxes that touch at the start are free if they move apart, slide along each other or rest: if along one axis, and
    /// on the same side, they overlap by no more than 6.4 cast bounds at the start, and by no more than 2.8 or get no
    /// deeper until they are apart again. If they move into each other, they hit at time 0. So if boxes are apart by less
    /// than this at the start, and smaller than it, as next to casts of tens of kilometers, a free one may pass through
    /// the other.
    ///
    /// Boxes may be [`grown`](Query::grown).
    ///
    /// # Errors
    /// If an index is out of range, a length is negative or not finite, a component of a displacement is not finite
    /// or above 1e12 m, there is not one displacement per pair or per box, or the output does not have one place per
    /// pair; the output is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Cast, CastState, Engine, Motions, OrientedBox, Query};
    /// let upright = [0.0, 0.0, 0.0, 1.0];
    /// let mut boxes = BoxStore::new();
    /// boxes.insert(OrientedBox::new([0.0, 0.0, 0.0], upright, [0.05, 1.0, 1.0]))?; // a wall
    /// boxes.insert(OrientedBox::new([-4.0, 0.0, 0.0], upright, [0.01; 3]))?; // a bullet
    /// let mut casts = [Cast::default()];
    /// let motions = Motions::PerPair(&[[16.0, 0.0, 0.0]]);
    /// Engine::new().casts(Query::new(&boxes, &[[0, 1]]), motions, &mut casts)?;
    /// assert_eq!(casts[0].state, CastState::HIT);
    /// assert!(casts[0].time <= 3.94 / 16.0 && casts[0].time > 0.246);
    /// assert!(casts[0].axis.edges().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn casts(
        &self,
        query: Query<'_>,
        motions: Motions<'_>,
        out: &mut [Cast],
    ) -> Result<(), QueryError> {
        let lengths = Lengths { found: out.len(), expected: query.pairs.len() };
        let Batches { source, length, .. } = accept(self, &query, Takes::Grown("casts"), lengths)?;
        motions.check(self, query.pairs.len(), query.box_count())?;
        let batches = Batches::new(MovingPairs::new(source, motions), length);
        self.fill_rows(Casts, &batches, out);
        Ok(())
    }

    /// Reports until when the boxes of each pair are certainly apart while they move and turn; see [`Impact`].
    ///
    /// The boxes of the query are those at the start of the step, and `ends` are the same boxes, by the same indices, at
    /// its end. Centers move along straight lines. Rotations are the linear interpolation of both quaternions,
    /// normalized, by the shorter way; half a turn, up to rounding, goes either way.
    ///
    /// Times are parts of the step, from 0 to 1. None is late: before its time, a pair shares no point, whatever
    /// rounding does. A hit is early by a gap: with τ the larger of the tolerance and the impact bound, no axis separates
    /// the boxes there by more than 1.5 τ plus eight impact bounds. The impact bound is 3.7e-6 times the distance of the
    /// centers and the half extents of the smaller box, plus 2.4e-7 times how far the boxes move and turn; the chapter on
    /// error bounds derives it. Boxes that pass each other within this gap may hit.
    ///
    /// Boxes may be [`grown`](Query::grown).
    ///
    /// # Errors
    /// If an index is out of range, a length is negative or not finite, there are not as many boxes at the end, a box of
    /// a pair has other half extents there, the tolerance is negative or not finite, there are no rounds, or the output
    /// does not have one place per pair; the output is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxPose, BoxStore, Engine, Impact, ImpactOptions, ImpactState, OrientedBox, Query};
    /// let (upright, sine) = ([0.0, 0.0, 0.0, 1.0], core::f32::consts::FRAC_1_SQRT_2);
    /// let quarter_turn = [0.0, 0.0, sine, sine];
    /// let mut start = BoxStore::new();
    /// start.insert(OrientedBox::new([0.0, 0.0, 0.0], upright, [1.0, 0.1, 0.1]))?; // a bar
    /// start.insert(OrientedBox::new([0.0, 0.9, 0.0], upright, [0.1, 0.1, 0.1]))?; // in the way of its end
    /// let mut end = start.clone();
    /// end.set_pose(0, BoxPose::new([0.0, 0.0, 0.0], quarter_turn))?;
    /// let mut rows = [Impact::default()];
    /// let options = ImpactOptions::default();
    /// Engine::new().impacts(Query::new(&start, &[[0, 1]]), &end, options, &mut rows)?;
    /// assert_eq!(rows[0].state, ImpactState::HIT);
    /// assert!(rows[0].time > 0.8 && rows[0].time < 0.9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn impacts<'a>(
        &self,
        query: Query<'_>,
        ends: impl Into<Ends<'a>>,
        options: ImpactOptions,
        out: &mut [Impact],
    ) -> Result<(), QueryError> {
        impacts(self, &query, &ends.into(), options, out)
    }
}

// A separate function, so that kernels are compiled with this crate, whatever type lends the boxes.

fn impacts(
    engine: &Engine,
    query: &Query<'_>,
    ends: &Ends<'_>,
    options: ImpactOptions,
    out: &mut [Impact],
) -> Result<(), QueryError> {
    let lengths = Lengths { found: out.len(), expected: query.pairs.len() };
    let Batches { source, length, .. } = accept(engine, query, Takes::Grown("impacts"), lengths)?;
    options.check()?;
    let Ends { view, others } = ends;
    let others = match (&query.boxes, others) {
        (Sides::Two(_), Some(others)) => others,
        (Sides::One(_), None) => view,
        (starts, others) => {
            let of_b = if let Sides::Two([_, b]) = starts { Some(b) } else { None };
            let [expected, found] = [of_b, others.as_ref()].map(|view| view.map_or(0, View::len));
            return Err(QueryError::EndLength { expected, found });
        }
    };
    check_ends(engine, source, [view, others])?;
    let [of_a, of_b] = [view, others].map(|view| view.columns.first());
    let batches = Batches::new(Steps::new(source, [&of_a, &of_b]), length);
    engine.fill_rows(Impacts { options }, &batches, out);
    Ok(())
}
