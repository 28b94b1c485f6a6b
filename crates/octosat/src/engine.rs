//! The engine: checks a query and runs the kernel that fills its results in the order of the rows.
//!
//! `queries`: the queries about pairs; `shapes`: the queries about boxes and other shapes.

pub(crate) mod queries;
#[cfg(feature = "shapes")]
mod shapes;
#[cfg(test)]
mod tests;

use octosat_lanes::{Arithmetic, BoundedPairs, Isa, PairOutOfBounds};

use crate::backend::{Backend, Rounding};
use crate::batches::{Batches, Pairs, Source};
use crate::bools::{Bools, unpack};
use crate::frame::Loaded;
use crate::options::{EngineError, EngineOptions};
use crate::query::{Lengths, Query, QueryError};
use crate::run::{Job, Load, Token, for_each_task, run};

/// The narrow phase: a backend, a rounding and a number of threads.
///
/// An engine is a plain value that holds no boxes and no results, so one engine can serve any number of worlds and
/// threads. Its methods take a query, such as a [`Query`], and an output that you own. Results are in the order of
/// the query's rows. With the same rounding, they have the same bits on every backend, for every order and grouping
/// of pairs, and for every number of threads.
///
/// Long calls are split over the threads of the rayon pool in which they are made, or of the global pool.
///
/// Once its output is large enough, a call that is not split or is made inside a pool allocates nothing. A split call
/// outside a pool allocates a few small blocks. It also ends only after each requested thread has started once, so a
/// busy global pool delays it. A call needs less than 32 KiB of stack in an optimized build.
///
/// Only unchecked views and casts of shapes can contain NaN. A NaN affects only the rows of its box or shape. These
/// rows report no overlap, no hit and no contacts, and their depths and distances are the constant [`f32::NAN`]. (For
/// frusta they report that the box intersects.)
///
/// # Example
/// ```
/// use octosat::{BoxStore, Engine, OrientedBox, Penetration, Query};
///
/// let upright = [0.0, 0.0, 0.0, 1.0];
/// let mut boxes = BoxStore::new();
/// boxes.insert(OrientedBox::new([0.0, 0.0, 0.0], upright, [1.0, 1.0, 1.0]))?;
/// boxes.insert(OrientedBox::new([1.5, 0.0, 0.0], upright, [1.0, 1.0, 1.0]))?;
///
/// let mut rows = [Penetration::default()];
/// Engine::new().penetrations(Query::new(&boxes, &[[0, 1]]), &mut rows)?;
/// assert_eq!(rows[0].depth, 0.5);
/// assert_eq!(rows[0].normal, [1.0, 0.0, 0.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    token: Token,
    rounding: Rounding,
    threads: usize,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// An engine of the default options: the fastest backend of this CPU, exact rounding, all threads.
    #[must_use]
    pub fn new() -> Self {
        Self { token: Token::fastest(), rounding: Rounding::Exact, threads: 0 }
    }

    /// An engine of chosen options.
    ///
    /// # Errors
    /// If this CPU or build does not have the backend, or the backend does not have the rounding.
    pub fn with(options: EngineOptions) -> Result<Self, EngineError> {
        let EngineOptions { rounding, threads, .. } = options;
        Ok(Self { token: options.token()?, rounding, threads })
    }

    /// The backend in use.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.token.backend()
    }

    /// The rounding in use.
    #[must_use]
    pub fn rounding(&self) -> Rounding {
        self.rounding
    }

    /// The most threads that a call may use; zero: all of the pool.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Checks a query about pairs against the length of its output.
    ///
    /// Inlined, so that batches are not copied out of a `Result`: a store followed by a wider load would cost
    /// short lists a tenth of their time.
    #[inline(always)]
    pub(crate) fn accept<'a, L: Loaded>(
        &self,
        query: &'a Query<'_, L>,
        out: Lengths,
    ) -> Result<Batches<'a, Pairs<'a, L>>, QueryError> {
        out.check()?;
        query.margin.check(query.pairs.len())?;
        let pairs = self
            .check_pairs(query.pairs, [query.view.len(); 2])
            .map_err(|error| QueryError::of_pair(error, [L::NAMES; 2]))?;
        Ok(Batches::new(Pairs { view: &query.view, pairs }, query.margin))
    }

    /// Proves that every index of a list of pairs is below the number of rows of its side.
    #[inline(never)]
    pub(crate) fn check_pairs<'a>(
        &self,
        pairs: &'a [[u32; 2]],
        counts: [usize; 2],
    ) -> Result<BoundedPairs<'a>, PairOutOfBounds> {
        if pairs.len() <= FEW_PAIRS {
            return BoundedPairs::check_sides(pairs, counts);
        }
        run(self.token, Rounding::Exact, CheckPairs { pairs, counts })
    }

    /// The estimated work of `rows` rows that take `avx2_nanoseconds` each with AVX2.
    pub(crate) fn load(&self, rows: usize, avx2_nanoseconds: usize) -> Load {
        let quarters = match self.backend() {
            Backend::Scalar => 32,
            Backend::Portable => 12,
            Backend::Avx2 => 4,
            Backend::Avx512 => 3,
        };
        Load { rows, row_nanoseconds: avx2_nanoseconds * quarters / 4, threads: self.threads }
    }

    /// Runs a job on `rows` rows on the engine's backend.
    pub(crate) fn run<J: Job>(&self, rows: usize, job: J) -> J::Output {
        run(self.token.for_rows(rows), self.rounding, job)
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
        out: Bools<'_>,
    ) {
        let load = self.load(batches.len(), K::NANOSECONDS);
        match out {
            Bools::Bits(out) => {
                for_each_task(load, out, 64, |range, words| {
                    words.fill(0);
                    let part = batches.slice(range);
                    self.run(part.len(), Bits { kernel, batches: &part, words });
                });
            }
            Bools::Each(out) => {
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

/// Lists up to this length are checked inline; for longer lists it pays to enter an instruction set.
const FEW_PAIRS: usize = 64;

/// Checks the indices of a list of pairs, in the widest registers of the CPU.
struct CheckPairs<'a> {
    pairs: &'a [[u32; 2]],
    counts: [usize; 2],
}

impl<'a> Job for CheckPairs<'a> {
    type Output = Result<BoundedPairs<'a>, PairOutOfBounds>;

    fn run<I: Isa, A: Arithmetic>(self, isa: I) -> Self::Output {
        isa.enter_rarely(
            #[inline(always)]
            || BoundedPairs::check_sides(self.pairs, self.counts),
        )
    }
}

/// A query whose results are rows.
///
/// The value holds the query's parameters other than rows and margins; most queries have none.
pub(crate) trait RowKernel<S: Source>: Copy + Send + Sync {
    /// The result of one row.
    type Row: Send;

    /// Approximate nanoseconds per row with AVX2; they decide when a call is split over threads.
    const NANOSECONDS: usize;

    /// Fills every row; enters the instruction set for hot code.
    fn rows<I: Isa, A: Arithmetic>(self, isa: I, batches: &Batches<'_, S>, rows: &mut [Self::Row]);
}

/// A query whose results are booleans.
pub(crate) trait BitKernel<S: Source>: Copy + Send + Sync {
    /// Approximate nanoseconds per row with AVX2; they decide when a call is split over threads.
    const NANOSECONDS: usize;

    /// Fills one bit per row, 64 in a word; words are zero before, and unused bits stay zero.
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
