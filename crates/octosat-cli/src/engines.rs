//! Backends, roundings and threads to choose from.

use octosat::{Backend, Engine, EngineOptions, Rounding};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::failure::Failure;

/// The backends that this CPU has, slowest first.
pub(crate) fn available_backends() -> Vec<Backend> {
    Backend::ALL.into_iter().filter(|backend| backend.is_available()).collect()
}

/// The roundings that a backend has here: fused only where the hardware fuses.
pub(crate) fn roundings(backend: Backend) -> impl Iterator<Item = Rounding> {
    Rounding::ALL.into_iter().filter(move |&rounding| backend.has_rounding(rounding))
}

/// The roundings of the scalar mirror, which has those of all backends; the first one is exact.
pub(crate) fn mirrored_roundings() -> Vec<Rounding> {
    roundings(Backend::Scalar).collect()
}

/// The names of the backends that this CPU lacks.
pub(crate) fn skipped_backends() -> Vec<&'static str> {
    Backend::ALL.into_iter().filter(|backend| !backend.is_available()).map(Backend::name).collect()
}

/// A number of threads; one thread is the calling one, without a pool.
#[derive(Debug)]
pub(crate) struct Workers {
    pub(crate) count: usize,
    pool: Option<ThreadPool>,
}

impl Workers {
    /// This many threads; zero: one for each core.
    pub(crate) fn new(count: usize) -> Result<Self, Failure> {
        let count = if count == 0 { cores() } else { count };
        if count == 1 {
            return Ok(Self { count, pool: None });
        }
        let pool = ThreadPoolBuilder::new()
            .num_threads(count)
            .build()
            .map_err(|error| Failure::new(format!("no pool of {count} threads: {error}")))?;
        Ok(Self { count, pool: Some(pool) })
    }

    /// Does the work where the engine uses these threads.
    pub(crate) fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// An engine for these threads: with a single one it never touches a pool.
    pub(crate) fn engine(&self, backend: Backend, rounding: Rounding) -> Result<Engine, Failure> {
        let threads = usize::from(self.count == 1);
        Engine::with(EngineOptions { backend, rounding, threads }).map_err(Failure::new)
    }
}

/// The number of threads that the machine runs at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// One, two and all threads, each once.
pub(crate) fn usual_thread_counts() -> Vec<usize> {
    let mut counts = vec![1, 2, cores()];
    counts.sort_unstable();
    counts.dedup();
    counts
}
