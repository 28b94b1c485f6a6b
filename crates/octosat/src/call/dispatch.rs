//! Kernels of queries, and the jobs that run them on a task.

use octosat_lanes::Isa;

use crate::backend::token::Job;
use crate::call::batches::{Batches, Source};

/// A query whose results are rows.
///
/// The value holds the query's parameters other than rows and lengths; most queries have none.
pub(crate) trait RowKernel<S: Source>: Copy + Send + Sync {
    /// The result of one row.
    type Row: Send;

    /// Approximate nanoseconds per row with AVX2; they decide when a call is split over threads.
    const NANOSECONDS: usize;

    /// Fills every row; enters the instruction set for hot code.
    fn rows<I: Isa>(self, isa: I, batches: &Batches<'_, S>, rows: &mut [Self::Row]);

    /// Moves the points of a row, if it has some, with the center of box a: from the origin to where it is.
    #[cfg(feature = "motion")]
    fn place(_row: &mut Self::Row, _center_of_a: impl FnOnce() -> [f32; 3]) {}
}

/// A query whose results are booleans.
pub(crate) trait BitKernel<S: Source>: Copy + Send + Sync {
    /// Approximate nanoseconds per row with AVX2; they decide when a call is split over threads.
    const NANOSECONDS: usize;

    /// Fills one bit per row, 64 in a word; words are zero before, and unused bits stay zero.
    fn bits<I: Isa>(self, isa: I, batches: &Batches<'_, S>, words: &mut [u64]);
}

/// The job of filling one row per row of batches.
pub(crate) struct Rows<'j, 'a, S: Source, K: RowKernel<S>> {
    pub(crate) kernel: K,
    pub(crate) batches: &'j Batches<'a, S>,
    pub(crate) rows: &'j mut [K::Row],
}

impl<S: Source, K: RowKernel<S>> Job for Rows<'_, '_, S, K> {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        self.kernel.rows(isa, self.batches, self.rows);
    }
}

/// The job of filling one bit per row of batches.
pub(crate) struct Bits<'j, 'a, S: Source, K: BitKernel<S>> {
    pub(crate) kernel: K,
    pub(crate) batches: &'j Batches<'a, S>,
    pub(crate) words: &'j mut [u64],
}

impl<S: Source, K: BitKernel<S>> Job for Bits<'_, '_, S, K> {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        self.kernel.bits(isa, self.batches, self.words);
    }
}
