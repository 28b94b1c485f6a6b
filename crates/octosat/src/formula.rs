//! Queries whose answer is one formula for a batch, and the kernel that asks every batch.

use octosat_lanes::{Arithmetic, Isa};

use crate::batches::{Batches, Source};
use crate::engine::RowKernel;

/// A query that answers every batch by itself, a row a lane.
///
/// The value holds what is asked besides rows and margins; most hold nothing.
pub(crate) trait RowFormula<S: Source>: Copy + Send + Sync {
    /// The answer of one row.
    type Row: Copy + Default + Send;

    /// What a row takes with AVX2, about.
    const NANOSECONDS: usize = 5;

    /// The answers of one batch, one a lane.
    fn batch<I: Isa, A: Arithmetic>(
        self,
        isa: I,
        batch: &S::Batch<I>,
        margins: I::Real,
        rows: &mut [Self::Row],
    );
}

/// The kernel of a formula.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Each<Q>(pub(crate) Q);

impl<S: Source, Q: RowFormula<S>> RowKernel<S> for Each<Q> {
    type Row = Q::Row;

    const NANOSECONDS: usize = Q::NANOSECONDS;

    fn rows<I: Isa, A: Arithmetic>(self, isa: I, batches: &Batches<'_, S>, rows: &mut [Q::Row]) {
        isa.enter(
            #[inline(always)]
            || {
                batches.for_each_rows(
                    isa,
                    rows,
                    #[inline(always)]
                    |_, batch, margins, rows| self.0.batch::<I, A>(isa, batch, margins, rows),
                );
            },
        );
    }
}
