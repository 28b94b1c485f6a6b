//! Runs the work of a call: chooses the kernels, by one match over the proofs of CPU features, and the
//! threads.
//!
//! A call is split over threads only if its estimated work is worth it. Threads take tasks in turn. The
//! calling thread always works; other threads join when they wake up, which takes 30 to 120 µs if the pool
//! sleeps, and nothing waits for them until then. A task is a range of rows, and each result has its fixed
//! place, whichever thread computes it.

#[cfg(feature = "parallel")]
use core::error::Error;
use core::ops::Range;
#[cfg(feature = "parallel")]
use std::sync::{Mutex, OnceLock, PoisonError};

use octosat_lanes::{self as lanes, Arithmetic, Exact, Isa};

use crate::backend::{Backend, Rounding};

/// Proof that this CPU has a backend.
///
/// The unit tests of this crate use the scalar backend only, because compiling all kernels again for them
/// would take longer than everything else. The package `octosat-tests` runs every backend or, with the cfg
/// `octosat_build_target_only`, the backends that the build target decides.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Token {
    #[cfg(any(test, feature = "scalar"))]
    Scalar(lanes::Scalar),
    #[cfg(not(test))]
    Portable(lanes::Portable),
    #[cfg(all(target_arch = "x86_64", not(any(test, octosat_build_target_only))))]
    Avx2(lanes::Avx2),
    #[cfg(all(target_arch = "x86_64", not(any(test, octosat_build_target_only))))]
    Avx512(lanes::Avx512),
}

/// Work that is compiled once for each backend and rounding.
pub(crate) trait Job {
    /// The result of the work.
    type Output;

    /// Does the work; hot code in it is entered by [`Isa::enter`].
    fn run<I: Isa, A: Arithmetic>(self, isa: I) -> Self::Output;
}

impl Token {
    /// The proof of a backend, if this CPU and build have it.
    pub(crate) fn detect(backend: Backend) -> Option<Self> {
        match backend {
            #[cfg(any(test, feature = "scalar"))]
            Backend::Scalar => lanes::Scalar::detect().map(Self::Scalar),
            #[cfg(not(test))]
            Backend::Portable => lanes::Portable::detect().map(Self::Portable),
            #[cfg(all(target_arch = "x86_64", not(any(test, octosat_build_target_only))))]
            Backend::Avx2 => lanes::Avx2::detect().map(Self::Avx2),
            #[cfg(all(target_arch = "x86_64", not(any(test, octosat_build_target_only))))]
            Backend::Avx512 => lanes::Avx512::detect().map(Self::Avx512),
            #[cfg(any(
                test,
                octosat_build_target_only,
                not(target_arch = "x86_64"),
                not(feature = "scalar")
            ))]
            _ => None,
        }
    }

    /// The proof of the fastest backend there is.
    pub(crate) fn fastest() -> Self {
        let found = Backend::ALL.into_iter().rev().find_map(Self::detect);
        found.unwrap_or(Self::EVERYWHERE)
    }

    /// The backend that every CPU has.
    #[cfg(not(test))]
    const EVERYWHERE: Self = Self::Portable(lanes::Portable);
    /// The backend that every CPU has.
    #[cfg(test)]
    const EVERYWHERE: Self = Self::Scalar(lanes::Scalar);

    /// The backend's name.
    pub(crate) fn backend(self) -> Backend {
        match self {
            #[cfg(any(test, feature = "scalar"))]
            Self::Scalar(_) => Backend::Scalar,
            #[cfg(not(test))]
            Self::Portable(_) => Backend::Portable,
            #[cfg(all(target_arch = "x86_64", not(any(test, octosat_build_target_only))))]
            Self::Avx2(_) => Backend::Avx2,
            #[cfg(all(target_arch = "x86_64", not(any(test, octosat_build_target_only))))]
            Self::Avx512(_) => Backend::Avx512,
        }
    }

    /// The backend for this number of rows: up to eight rows are faster in eight lanes than in sixteen.
    ///
    /// Every backend gives the same bits.
    pub(crate) fn for_rows(self, rows: usize) -> Self {
        if rows <= Backend::Avx2.lanes() && self.backend() == Backend::Avx512 {
            return Self::detect(Backend::Avx2).unwrap_or(self);
        }
        self
    }

    /// Whether the backend's hardware has the rounding.
    pub(crate) fn has(self, rounding: Rounding) -> bool {
        match rounding {
            Rounding::Exact => true,
            Rounding::Fused => cfg!(feature = "fused") && self.fuses(),
        }
    }

    /// Whether the hardware has fused multiply-add. For the portable lanes, only the build target decides.
    fn fuses(self) -> bool {
        match self {
            #[cfg(any(test, feature = "scalar"))]
            Self::Scalar(_) => lanes::cpu_fuses(),
            #[cfg(not(test))]
            Self::Portable(_) => lanes::BUILD_TARGET_FUSES,
            #[cfg(all(target_arch = "x86_64", not(any(test, octosat_build_target_only))))]
            Self::Avx2(_) | Self::Avx512(_) => true,
        }
    }
}

impl Backend {
    /// Whether this CPU and build can run the backend.
    #[must_use]
    pub fn is_available(self) -> bool {
        Token::detect(self).is_some()
    }

    /// Whether this CPU and build can run the backend with that rounding.
    #[must_use]
    pub fn has_rounding(self, rounding: Rounding) -> bool {
        Token::detect(self).is_some_and(|token| token.has(rounding))
    }

    /// The fastest backend that this CPU and build can run.
    #[must_use]
    pub fn fastest() -> Self {
        Token::fastest().backend()
    }
}

/// Runs a job on a backend.
///
/// The rounding must be one that the backend has; with any other the work is done in exact rounding.
pub(crate) fn run<J: Job>(token: Token, rounding: Rounding, job: J) -> J::Output {
    match token {
        #[cfg(any(test, feature = "scalar"))]
        Token::Scalar(isa) => rounded(isa, rounding, job),
        #[cfg(not(test))]
        Token::Portable(isa) => portable(isa, rounding, job),
        #[cfg(all(target_arch = "x86_64", not(any(test, octosat_build_target_only))))]
        Token::Avx2(isa) => rounded(isa, rounding, job),
        #[cfg(all(target_arch = "x86_64", not(any(test, octosat_build_target_only))))]
        Token::Avx512(isa) => rounded(isa, rounding, job),
    }
}

/// Runs a job in either rounding.
#[cfg(feature = "fused")]
fn rounded<I: Isa, J: Job>(isa: I, rounding: Rounding, job: J) -> J::Output {
    match rounding {
        Rounding::Exact => job.run::<I, Exact>(isa),
        Rounding::Fused => job.run::<I, lanes::Fused>(isa),
    }
}

/// Runs a job in the only rounding there is.
#[cfg(not(feature = "fused"))]
fn rounded<I: Isa, J: Job>(isa: I, _: Rounding, job: J) -> J::Output {
    job.run::<I, Exact>(isa)
}

/// Runs a job on the portable lanes, which fuse if the build target does.
#[cfg(all(not(test), any(target_feature = "fma", target_arch = "aarch64")))]
fn portable<J: Job>(isa: lanes::Portable, rounding: Rounding, job: J) -> J::Output {
    rounded(isa, rounding, job)
}

/// Runs a job on the portable lanes without fused kernels, which would be calls into a library.
#[cfg(all(not(test), not(any(target_feature = "fma", target_arch = "aarch64"))))]
fn portable<J: Job>(isa: lanes::Portable, _: Rounding, job: J) -> J::Output {
    job.run::<lanes::Portable, Exact>(isa)
}

/// The least estimated work of a call that is split, in nanoseconds: several times the cost of waking a
/// thread.
const SMALLEST_SPLIT: usize = 300_000;

/// The estimated work of one task, in nanoseconds: a small part of a split call, and much more than taking a
/// task costs.
const TASK: usize = 25_000;

/// The rows of a task are a multiple of this, which is a multiple of every batch and of the bits of a word.
const TASK_UNIT: usize = 512;

/// The estimated work of a call, and how many threads it may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    /// The number of rows.
    pub(crate) rows: usize,
    /// Approximate nanoseconds per row on this backend.
    pub(crate) row_nanoseconds: usize,
    /// The most threads; zero: all of the pool.
    pub(crate) threads: usize,
}

impl Load {
    /// How many rows a task has.
    pub(crate) fn task_rows(self) -> usize {
        (TASK / self.row_nanoseconds.max(1)).next_multiple_of(TASK_UNIT)
    }

    /// How many threads share the work; one: it is not split.
    pub(crate) fn workers(self) -> usize {
        let work = self.rows.saturating_mul(self.row_nanoseconds);
        if self.threads == 1 || work < SMALLEST_SPLIT {
            return 1;
        }
        let pool = pool_threads();
        let most = if self.threads == 0 { pool } else { self.threads.min(pool) };
        most.min(work / (SMALLEST_SPLIT / 2)).max(1)
    }
}

/// The number of threads of the pool that a call would use; one if the global pool cannot be started.
#[cfg(feature = "parallel")]
fn pool_threads() -> usize {
    if rayon::current_thread_index().is_none() && !is_pool_started() {
        return 1;
    }
    rayon::current_num_threads()
}

/// Starts the global pool as its first use would, but without a panic if the system provides no threads.
///
/// WebAssembly without threads is left to rayon, whose global pool works on the calling thread there.
#[cfg(feature = "parallel")]
fn is_pool_started() -> bool {
    static STARTED: OnceLock<bool> = OnceLock::new();
    cfg!(target_family = "wasm")
        || *STARTED.get_or_init(|| match rayon::ThreadPoolBuilder::new().build_global() {
            Ok(()) => true,
            // An error without a source: the pool exists already.
            Err(error) => error.source().is_none(),
        })
}

/// Without the feature `parallel` there is no pool.
#[cfg(not(feature = "parallel"))]
fn pool_threads() -> usize {
    1
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
    share(workers, tasks, |(number, part)| {
        let first = number * rows;
        work(first..load.rows.min(first + rows), part);
    });
}

/// Runs `work` on every task, over `workers` threads.
#[cfg(feature = "parallel")]
pub(crate) fn share<T: Send>(
    workers: usize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    if workers <= 1 {
        return tasks.for_each(work);
    }
    let tasks = Queue::new(tasks);
    on_threads(workers, &|| {
        while let Some(task) = tasks.take() {
            work(task);
        }
    });
}

/// Runs `work` on every task.
#[cfg(not(feature = "parallel"))]
pub(crate) fn share<T: Send>(
    _workers: usize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    tasks.for_each(work);
}

/// The same over as many threads as there are states, each with a state of its own.
#[cfg(feature = "parallel")]
pub(crate) fn share_with<S: Send, T: Send>(
    states: &mut [S],
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T, &mut S) + Sync,
) {
    let workers = states.len();
    let (tasks, states) = (Queue::new(tasks), Queue::new(states.iter_mut()));
    on_threads(workers, &|| {
        let Some(state) = states.take() else { return };
        while let Some(task) = tasks.take() {
            work(task, state);
        }
    });
}

/// The same with the first state.
#[cfg(not(feature = "parallel"))]
pub(crate) fn share_with<S: Send, T: Send>(
    states: &mut [S],
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T, &mut S) + Sync,
) {
    let Some(state) = states.first_mut() else { return };
    tasks.for_each(|task| work(task, state));
}

/// An iterator from which threads take items in turn.
#[cfg(feature = "parallel")]
struct Queue<T>(Mutex<T>);

#[cfg(feature = "parallel")]
impl<T: Iterator> Queue<T> {
    fn new(items: T) -> Self {
        Self(Mutex::new(items))
    }

    /// The next item. A poisoned lock is taken as it is, because the panic continues in the caller.
    fn take(&self) -> Option<T::Item> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).next()
    }
}

/// Runs the same work on `threads` threads at once, including the calling thread.
///
/// Inside a pool nothing is allocated.
#[cfg(feature = "parallel")]
fn on_threads(threads: usize, work: &(impl Fn() + Sync)) {
    if rayon::current_thread_index().is_some() {
        return fan_out(threads, work);
    }
    // `rayon::join` would put the calling thread to sleep and wake two others one after the other.
    rayon::in_place_scope(|scope| {
        scope.spawn(|_| fan_out(threads - 1, work));
        work();
    });
}

/// Runs the same work `threads` times, at the same time if the pool has idle threads.
#[cfg(feature = "parallel")]
fn fan_out(threads: usize, work: &(impl Fn() + Sync)) {
    if threads <= 1 {
        return work();
    }
    let half = threads / 2;
    rayon::join(|| fan_out(threads - half, work), || fan_out(half, work));
}
