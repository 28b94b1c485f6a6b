//! Queries that are one formula per batch, and the kernel that runs the formula on every batch.

use octosat_lanes::Isa;

use crate::call::batches::{Batches, Source};
use crate::call::dispatch::RowKernel;

/// A query that is one formula per batch, with one row per lane.
///
/// The value holds the query's parameters other than rows and lengths; most queries have none.
pub(crate) trait RowFormula<S: Source>: Copy + Send + Sync {
    /// The result of one row.
    type Row: Copy + Default + Send;

    /// Approximate nanoseconds per row with AVX2.
    const NANOSECONDS: usize = 5;

    /// Computes the rows of one batch, one per lane.
    fn batch<I: Isa>(self, isa: I, batch: &S::Batch<I>, lengths: I::Real, rows: &mut [Self::Row]);
}

/// The kernel of a formula.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Each<Q>(pub(crate) Q);

impl<S: Source, Q: RowFormula<S>> RowKernel<S> for Each<Q> {
    type Row = Q::Row;

    const NANOSECONDS: usize = Q::NANOSECONDS;

    fn rows<I: Isa>(self, isa: I, batches: &Batches<'_, S>, rows: &mut [Q::Row]) {
        isa.enter(
            #[inline(always)]
            || {
                batches.for_each_rows(
                    isa,
                    rows,
                    #[inline(always)]
                    |_, batch, lengths, rows| self.0.batch(isa, batch, lengths, rows),
                );
            },
        );
    }
}
