//! Queries about boxes that move during a step.

use super::Engine;
use crate::batches::Batches;
use crate::error::{Lengths, QueryError};
use crate::motion::casts::Casts;
use crate::motion::motions::MovingPairs;
use crate::motion::{Cast, Motions};
use crate::pairs::accept;
use crate::query::Query;

impl Engine {
    /// Reports when the boxes of each pair touch while they move along straight lines without turning; see [`Cast`].
    ///
    /// Times are parts of the step, from 0 to 1, and never late: the boxes do not overlap before `time` by anything.
    /// They are early by little. At `time` the largest separation over the fifteen axes is at most four cast bounds,
    /// which the chapter on error bounds derives. For boxes of a store the cast bound is about 2e-6 times the sum of
    /// the distance of the centers when they are nearest, the part of the motion near there, and the half extents of
    /// the smaller box; plus 2.4e-7 times the length of the motion and the distance at the start.
    ///
    /// Boxes that touch at the start are free if they move apart, slide along each other or rest: if along one axis
    /// they overlap by no more than the cast bound from the start until they are apart again. If they move into each
    /// other, they hit at time 0.
    ///
    /// With a [`Margin`](crate::Margin), both boxes are grown by half of it on every side. So boxes that are the
    /// margin apart touch, and near edges and vertices boxes that are up to √3 margins apart do, too.
    ///
    /// # Errors
    /// If an index is out of range, a margin is negative or not finite, a component of a displacement is not finite
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
        let Batches { source, margin, .. } = accept(self, &query, "boxes", lengths)?;
        motions.check(self, query.pairs.len(), query.view.len())?;
        let batches = Batches::new(MovingPairs::new(source, motions), margin);
        self.fill_rows(Casts, &batches, out);
        Ok(())
    }
}
