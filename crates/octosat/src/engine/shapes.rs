//! What the queries of boxes against other shapes share: accepting a call, and splitting it.

use super::{Engine, PREFETCH_BATCHES, PREFETCH_MIN_BOXES, unpack};
use crate::dispatch::{Dispatched, RowSweep, ShapeSweep, TestSweep};
use crate::frame::Basis;
use crate::kernels::shapes::chunk::{ShapeChunk, Source};
use crate::kernels::shapes::{RowQuery, TestQuery};
use crate::query::{Boxes, Margin, QueryError};
use crate::schedule::{self, PAIRS_A_TASK, Schedule};
use crate::shapes::Against;
use crate::shapes::lanes::Shape;

impl Engine {
    /// Runs a query that writes a row for each box and shape.
    pub(super) fn shape_rows<B: Boxes, Q: RowQuery<Row: Send>>(
        &self,
        ask: Ask<'_, B, Q::Shape>,
        query: Q,
        out: &mut [Q::Row],
    ) -> Result<(), QueryError>
    where
        dyn ShapeSweep<B::Basis>: RowSweep<B::Basis, Q>,
    {
        let Accepted { schedule, chunk } = self.accept(&ask, out.len(), 1)?;
        let sweep = B::Basis::shapes_of(&*self.sweeps);
        schedule::for_each_task(schedule, out, PAIRS_A_TASK, |task, rows| {
            sweep.rows(self.arithmetic, query, &chunk.slice(task.range()), rows);
        });
        Ok(())
    }

    /// Runs a query that writes a bit for each box and shape.
    pub(super) fn shape_bits<B: Boxes, Q: TestQuery>(
        &self,
        ask: Ask<'_, B, Q::Shape>,
        query: Q,
        out: &mut [u64],
    ) -> Result<(), QueryError>
    where
        dyn ShapeSweep<B::Basis>: TestSweep<B::Basis, Q>,
    {
        let Accepted { schedule, chunk } = self.accept(&ask, out.len(), 64)?;
        let sweep = B::Basis::shapes_of(&*self.sweeps);
        schedule::for_each_task(schedule, out, PAIRS_A_TASK / 64, |task, words| {
            sweep.bits(self.arithmetic, query, &chunk.slice(task.range()), words);
        });
        Ok(())
    }

    /// Runs the same query, writing a boolean for each box and shape.
    pub(super) fn shape_bools<B: Boxes, Q: TestQuery>(
        &self,
        ask: Ask<'_, B, Q::Shape>,
        query: Q,
        out: &mut [bool],
    ) -> Result<(), QueryError>
    where
        dyn ShapeSweep<B::Basis>: TestSweep<B::Basis, Q>,
    {
        let Accepted { schedule, chunk } = self.accept(&ask, out.len(), 1)?;
        let sweep = B::Basis::shapes_of(&*self.sweeps);
        schedule::for_each_task(schedule, out, PAIRS_A_TASK, |task, out| {
            let mut words = [0; PAIRS_A_TASK / 64];
            let words_of_task = &mut words[..out.len().div_ceil(64)];
            sweep.bits(self.arithmetic, query, &chunk.slice(task.range()), words_of_task);
            unpack(&words, out);
        });
        Ok(())
    }

    /// Checks a query whose output has `len` elements of so many rows each.
    pub(super) fn accept<'a, B: Boxes, S: Shape>(
        &self,
        ask: &Ask<'a, B, S>,
        len: usize,
        rows_an_element: usize,
    ) -> Result<Accepted<'a, B::Basis, S>, QueryError> {
        let Ask { boxes, against, margin } = *ask;
        let view = boxes.view();
        let count = view.len();
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

/// What a query is asked with.
pub(super) struct Ask<'a, B, S> {
    pub(super) boxes: &'a B,
    pub(super) against: Against<'a, S>,
    pub(super) margin: Margin<'a>,
}

/// A query whose input has been accepted.
pub(super) struct Accepted<'a, B: Basis, S: Shape> {
    pub(super) schedule: Schedule,
    pub(super) chunk: ShapeChunk<'a, B, S>,
}
