//! The separating axes and the queries over them, each formula once, generic over backend, rounding and
//! layout.

pub(crate) mod axes;
pub(crate) mod choice;
pub(crate) mod contacts;
pub(crate) mod direction;
pub(crate) mod overlap;
pub(crate) mod penetration;
pub(crate) mod queue;
#[cfg(feature = "rectangles")]
pub(crate) mod rectangles;
#[cfg(feature = "shapes")]
pub(crate) mod shapes;

use octosat_lanes::{Arithmetic, Isa};

use crate::batches::{Batches, Source};
use crate::run::Job;

/// A query whose answers are rows.
///
/// The value holds what is asked besides rows and margins; most hold nothing.
pub(crate) trait RowKernel<S: Source>: Copy + Send + Sync {
    /// The answer of one row.
    type Row: Send;

    /// What a row takes with AVX2, about: it decides when a call is split over threads.
    const NANOSECONDS: usize;

    /// Answers every row; enters the instruction set where it is hot.
    fn rows<I: Isa, A: Arithmetic>(self, isa: I, batches: &Batches<'_, S>, rows: &mut [Self::Row]);
}

/// A query whose answers are yes or no.
pub(crate) trait BitKernel<S: Source>: Copy + Send + Sync {
    /// What a row takes with AVX2, about: it decides when a call is split over threads.
    const NANOSECONDS: usize;

    /// Answers every row with a bit, 64 in a word; unused bits of the last word become zero.
    fn bits<I: Isa, A: Arithmetic>(self, isa: I, batches: &Batches<'_, S>, words: &mut [u64]);
}

/// The job of filling rows.
pub(crate) struct Rows<'j, 'a, S: Source, K: RowKernel<S>> {
    pub(crate) kernel: K,
    pub(crate) batches: &'j Batches<'a, S>,
    pub(crate) rows: &'j mut [K::Row],
}

impl<S: Source, K: RowKernel<S>> Job for Rows<'_, '_, S, K> {
    type Output = ();

    fn run<I: Isa, A: Arithmetic>(self, isa: I) {
        self.kernel.rows::<I, A>(isa, self.batches, self.rows);
    }
}

/// The job of filling words of bits.
pub(crate) struct Bits<'j, 'a, S: Source, K: BitKernel<S>> {
    pub(crate) kernel: K,
    pub(crate) batches: &'j Batches<'a, S>,
    pub(crate) words: &'j mut [u64],
}

impl<S: Source, K: BitKernel<S>> Job for Bits<'_, '_, S, K> {
    type Output = ();

    fn run<I: Isa, A: Arithmetic>(self, isa: I) {
        self.kernel.bits::<I, A>(isa, self.batches, self.words);
    }
}
