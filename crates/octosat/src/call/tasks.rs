//! Splits the rows of a call into tasks for threads, and fills the output of each task.
//!
//! A call is split only if its estimated work is worth it. Threads take tasks in turn. The calling thread always
//! works; other threads join when they wake up, which takes 30 to 120 µs if the pool sleeps (2026-11-22), and nothing
//! waits for them until then. A task is a range of rows, and each result has its fixed index, whichever thread computes
//! it.

use core::ops::Range;

use crate::backend::names::Backend;
use crate::backend::token::{Job, run};
use crate::call::answers::{Answers, unpack};
use crate::call::batches::{Batches, Source};
use crate::call::dispatch::{BitKernel, Bits, RowKernel, Rows};
use crate::call::engine::Engine;
use crate::threads;

impl Engine {
    /// The estimated work of `rows` rows that take `avx2_nanoseconds` each with AVX2.
    pub(crate) fn load(&self, rows: usize, avx2_nanoseconds: usize) -> Load {
        let quarters = match self.backend() {
            Backend::Scalar => 32,
            Backend::Portable => 12,
            Backend::Avx2 => 4,
            Backend::Avx512 => 3,
        };
        let row_nanoseconds = avx2_nanoseconds.saturating_mul(quarters) / 4;
        Load { rows, row_nanoseconds, unit: TASK_UNIT, threads: self.threads }
    }

    /// Runs a job on `rows` rows on the engine's backend.
    pub(crate) fn run<J: Job>(&self, rows: usize, job: J) -> J::Output {
        run(self.token.for_rows(rows), job)
    }

    /// Fills one row of output per row of batches.
    pub(crate) fn fill_rows<S: Source, K: RowKernel<S>>(
        &self,
        kernel: K,
        batches: &Batches<'_, S>,
        out: &mut [K::Row],
    ) {
        let load = self.load(batches.len(), K::NANOSECONDS);
        for_each_task(load, out, 1, |range, rows| {
            let part = batches.slice(range);
            self.run(part.len(), Rows { kernel, batches: &part, rows });
        });
    }

    /// Fills one boolean or bit per row of batches.
    pub(crate) fn fill_bools<S: Source, K: BitKernel<S>>(
        &self,
        kernel: K,
        batches: &Batches<'_, S>,
        out: Answers<'_>,
    ) {
        let load = self.load(batches.len(), K::NANOSECONDS);
        match out {
            Answers::Bits(out) => {
                for_each_task(load, out, 64, |range, words| {
                    words.fill(0);
                    let part = batches.slice(range);
                    self.run(part.len(), Bits { kernel, batches: &part, words });
                });
            }
            Answers::Each(out) => {
                for_each_task(load, out, 1, |range, out| {
                    let mut first = range.start;
                    for out in out.chunks_mut(64 * WORDS) {
                        let mut words = [0; WORDS];
                        let part = batches.slice(first..first + out.len());
                        let words_of_part = &mut words[..out.len().div_ceil(64)];
                        self.run(out.len(), Bits { kernel, batches: &part, words: words_of_part });
                        unpack(&words, out);
                        first += out.len();
                    }
                });
            }
        }
    }
}

/// The number of words of bits that are unpacked at a time.
const WORDS: usize = 8;

/// The least estimated work of a call that is split, in nanoseconds: several times the cost of waking a
/// thread.
const SMALLEST_SPLIT: usize = 300_000;

/// The estimated work of one task, in nanoseconds: a small part of a split call, and much more than taking a
/// task costs.
const TASK: usize = 25_000;

/// The rows of a task are mostly a multiple of this, which is a multiple of every batch and of the bits of a word.
const TASK_UNIT: usize = 512;

/// The estimated work of a call, and how many threads it may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    /// The number of rows.
    pub(crate) rows: usize,
    /// Approximate nanoseconds per row on this backend.
    pub(crate) row_nanoseconds: usize,
    /// The rows of a task are a multiple of this.
    pub(crate) unit: usize,
    /// The most threads; zero: all of the pool.
    pub(crate) threads: usize,
}

impl Load {
    /// How many rows a task has.
    pub(crate) fn task_rows(self) -> usize {
        (TASK / self.row_nanoseconds.max(1)).max(1).next_multiple_of(self.unit)
    }

    /// The same load in tasks that may have fewer rows, because a row of the call is many of a kernel.
    #[cfg(any(feature = "groups", feature = "intersections"))]
    pub(crate) fn in_units(self, unit: usize) -> Self {
        Self { unit, ..self }
    }

    /// How many threads share the work; one: it is not split.
    pub(crate) fn workers(self) -> usize {
        let work = self.rows.saturating_mul(self.row_nanoseconds);
        if self.threads == 1 || work < SMALLEST_SPLIT {
            return 1;
        }
        let pool = threads::available();
        let most = if self.threads == 0 { pool } else { self.threads.min(pool) };
        most.min(work / (SMALLEST_SPLIT / 2)).max(1)
    }
}

/// Runs `work` on every task of `out`, each of whose elements holds the results of `element_rows` rows.
pub(crate) fn for_each_task<T: Send>(
    load: Load,
    out: &mut [T],
    element_rows: usize,
    work: impl Fn(Range<usize>, &mut [T]) + Sync,
) {
    let workers = load.workers();
    if workers == 1 {
        // Skips the divisions below, which are a noticeable part of a call on few pairs.
        return work(0..load.rows, out);
    }
    let rows = load.task_rows();
    let tasks = out.chunks_mut(rows / element_rows).enumerate();
    threads::share(workers, tasks, |(number, part)| {
        let first = number * rows;
        work(first..load.rows.min(first + rows), part);
    });
}

/// The same for answers: booleans, or bits, of which a task has whole words.
#[cfg(feature = "groups")]
pub(crate) fn for_each_task_of_answers(
    load: Load,
    out: Answers<'_>,
    work: impl Fn(Range<usize>, Answers<'_>) + Sync,
) {
    match out {
        Answers::Each(out) => {
            for_each_task(load, out, 1, |range, out| work(range, Answers::Each(out)));
        }
        Answers::Bits(out) => {
            let load = load.in_units(load.unit.next_multiple_of(64));
            for_each_task(load, out, 64, |range, out| work(range, Answers::Bits(out)));
        }
    }
}
