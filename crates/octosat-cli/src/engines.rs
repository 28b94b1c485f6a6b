//! Backends, arithmetics and threads to choose from.

use octosat::{Arithmetic, Backend, Engine};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::failure::Failure;

/// Both arithmetics.
pub(crate) const ARITHMETICS: [Arithmetic; 2] = [Arithmetic::Exact, Arithmetic::Fused];

/// The backends that this CPU has, slowest first.
pub(crate) fn available_backends() -> Vec<Backend> {
    Backend::ALL.into_iter().filter(|backend| backend.is_available()).collect()
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
    pub(crate) fn engine(
        &self,
        backend: Backend,
        arithmetic: Arithmetic,
    ) -> Result<Engine, Failure> {
        let engine = Engine::with_backend(backend).map_err(Failure::new)?.arithmetic(arithmetic);
        Ok(if self.count == 1 { engine.sequential() } else { engine })
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
