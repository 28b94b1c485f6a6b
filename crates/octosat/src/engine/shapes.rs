//! The queries of boxes against other shapes.

mod frusta;
mod lines;

use super::{Engine, PREFETCH_BATCHES, PREFETCH_MIN_BOXES, unpack};
use crate::dispatch::{Dispatched, ShapeSweep};
use crate::frame::Basis;
use crate::kernels::shapes::chunk::{ShapeChunk, Source};
use crate::query::{Boxes, Margin, QueryError};
use crate::schedule::{self, PAIRS_A_TASK, Schedule};
use crate::shapes::lanes::Shape;
use crate::shapes::{Against, AxisAlignedBox};

impl Engine {
    /// The axis-aligned box around each box, what a broad phase eats: row i is box i.
    ///
    /// Bounds are conservative: no point of a box as it is stored lies outside, whatever rounding
    /// does. They are too large on each side by at most
    /// 2 · [`BOUNDS_GROWTH`](crate::tolerances::BOUNDS_GROWTH) of the sum of the three half extents
    /// and four roundings of the centre's coordinate. A box with a NaN in it, which only an
    /// unchecked view can hold, gets NaN in the coordinates that it reaches.
    ///
    /// # Errors
    /// If `out` has not one place a box; it is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{AxisAlignedBox, BoxStore, Engine, OrientedBox};
    /// let mut boxes = BoxStore::new();
    /// boxes.insert(OrientedBox::new([1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 1.0], [0.5; 3]))?;
    /// let mut bounds = [AxisAlignedBox::default()];
    /// Engine::new().world_bounds(&boxes, &mut bounds)?;
    /// assert!(bounds[0].min()[0] <= 0.5 && bounds[0].min()[0] > 0.4999);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn world_bounds(
        &self,
        boxes: impl Boxes,
        out: &mut [AxisAlignedBox],
    ) -> Result<(), QueryError> {
        let ask = Ask { boxes: &boxes, against: Against::One(&()), margin: Margin::None };
        self.shape_rows(ask, out, |sweep, chunk, rows| {
            sweep.world_bounds(self.arithmetic, chunk, rows);
        })
    }

    /// Runs a query that writes a row for each box and shape.
    fn shape_rows<B: Boxes, S: Shape, T: Send>(
        &self,
        ask: Ask<'_, B, S>,
        out: &mut [T],
        run: impl Fn(Sweep<'_, B>, &ShapeChunk<'_, B::Basis, S>, &mut [T]) + Send + Sync,
    ) -> Result<(), QueryError> {
        let Accepted { schedule, chunk } = self.accept(&ask, out.len(), 1)?;
        let sweep = B::Basis::shapes_of(&*self.sweeps);
        schedule::for_each_task(schedule, out, PAIRS_A_TASK, |task, rows| {
            run(sweep, &chunk.slice(task.range()), rows);
        });
        Ok(())
    }

    /// Runs a query that writes a bit for each box and shape.
    fn shape_bits<B: Boxes, S: Shape>(
        &self,
        ask: Ask<'_, B, S>,
        out: &mut [u64],
        run: impl Fn(Sweep<'_, B>, &ShapeChunk<'_, B::Basis, S>, &mut [u64]) + Send + Sync,
    ) -> Result<(), QueryError> {
        let Accepted { schedule, chunk } = self.accept(&ask, out.len(), 64)?;
        let sweep = B::Basis::shapes_of(&*self.sweeps);
        schedule::for_each_task(schedule, out, PAIRS_A_TASK / 64, |task, words| {
            run(sweep, &chunk.slice(task.range()), words);
        });
        Ok(())
    }

    /// Runs the same query, writing a boolean for each box and shape.
    fn shape_bools<B: Boxes, S: Shape>(
        &self,
        ask: Ask<'_, B, S>,
        out: &mut [bool],
        run: impl Fn(Sweep<'_, B>, &ShapeChunk<'_, B::Basis, S>, &mut [u64]) + Send + Sync,
    ) -> Result<(), QueryError> {
        let Accepted { schedule, chunk } = self.accept(&ask, out.len(), 1)?;
        let sweep = B::Basis::shapes_of(&*self.sweeps);
        schedule::for_each_task(schedule, out, PAIRS_A_TASK, |task, out| {
            let mut words = [0; PAIRS_A_TASK / 64];
            run(sweep, &chunk.slice(task.range()), &mut words[..out.len().div_ceil(64)]);
            unpack(&words, out);
        });
        Ok(())
    }

    /// Checks a query whose output has `len` elements of so many rows each.
    fn accept<'a, B: Boxes, S: Shape>(
        &self,
        ask: &Ask<'a, B, S>,
        len: usize,
        rows_an_element: usize,
    ) -> Result<Accepted<'a, B::Basis, S>, QueryError> {
        let Ask { boxes, against, margin } = *ask;
        let view = boxes.view();
        let count = B::Basis::boxes(view);
        let rows = against.rows(count);
        let expected = rows.div_ceil(rows_an_element);
        if len != expected {
            return Err(QueryError::OutputLength { expected, found: len });
        }
        margin.check(rows)?;
        let schedule = Schedule { pairs: rows, sequential: self.sequential };
        let source = match against {
            Against::One(shape) => Source::One { shape, first: 0, len: count },
            Against::Pairs { shapes, pairs } => {
                let pairs = schedule::check_pairs(schedule, pairs, [count, shapes.len()])
                    .map_err(QueryError::ShapePairOutOfBounds)?;
                Source::Pairs { shapes, pairs }
            }
        };
        let prefetch_batches = if count < PREFETCH_MIN_BOXES { 0 } else { PREFETCH_BATCHES };
        Ok(Accepted { schedule, chunk: ShapeChunk { view, source, margin, prefetch_batches } })
    }
}

/// The compiled queries of the basis of some boxes.
type Sweep<'a, B> = &'a (dyn ShapeSweep<<B as Boxes>::Basis> + 'a);

/// What a query is asked with.
struct Ask<'a, B, S> {
    boxes: &'a B,
    against: Against<'a, S>,
    margin: Margin<'a>,
}

/// A query whose input has been accepted.
struct Accepted<'a, B: Basis, S: Shape> {
    schedule: Schedule,
    chunk: ShapeChunk<'a, B, S>,
}
