//! Backends and threads to choose from, and rows computed on all cores.

use std::sync::{Mutex, PoisonError};

use octosat::{Backend, Engine, EngineOptions};
use rayon::{ThreadPool, ThreadPoolBuilder, prelude::*};

use crate::Failure;

/// The environment variable that states the backends which have to run, separated by commas.
const EXPECTED: &str = "OCTOSAT_EXPECT_BACKENDS";

/// The backends that this CPU has, slowest first.
///
/// # Panics
/// If `OCTOSAT_EXPECT_BACKENDS` is set and names another set of backends: a test machine states its backends, so that a
/// missing one is never silent.
pub fn available_backends() -> Vec<Backend> {
    let found: Vec<Backend> = Backend::ALL.into_iter().filter(|one| one.is_available()).collect();
    if let Ok(expected) = std::env::var(EXPECTED) {
        let mut expected: Vec<&str> = expected.split(',').map(str::trim).collect();
        let mut names: Vec<&str> = found.iter().map(|backend| backend.name()).collect();
        expected.sort_unstable();
        names.sort_unstable();
        assert_eq!(names, expected, "{EXPECTED} states which backends have to run");
    }
    found
}

/// The names of the backends that this CPU lacks.
pub fn skipped_backends() -> Vec<&'static str> {
    Backend::ALL.into_iter().filter(|backend| !backend.is_available()).map(Backend::name).collect()
}

/// Every available backend, slowest first, on one thread.
///
/// # Panics
/// As [`available_backends`].
pub fn engines() -> Vec<Engine> {
    let one = Workers { count: 1, pool: None };
    available_backends().into_iter().filter_map(|backend| one.engine(backend).ok()).collect()
}

/// The fastest backend, on one thread.
pub fn fastest() -> Engine {
    engines().pop().unwrap_or_default()
}

/// A number of threads; one thread is the calling one, without a pool.
#[derive(Debug)]
pub struct Workers {
    /// How many threads.
    pub count: usize,
    pool: Option<ThreadPool>,
}

impl Workers {
    /// This many threads; zero: one for each core.
    ///
    /// # Errors
    /// If the system starts no threads.
    pub fn new(count: usize) -> Result<Self, Failure> {
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

    /// Workers for each of these numbers of threads.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn all(counts: &[usize]) -> Result<Vec<Self>, Failure> {
        counts.iter().map(|&count| Self::new(count)).collect()
    }

    /// Does the work where the engine uses these threads.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// An engine for these threads: with a single one it never touches a pool.
    ///
    /// # Errors
    /// If the CPU lacks the backend.
    pub fn engine(&self, backend: Backend) -> Result<Engine, Failure> {
        let threads = usize::from(self.count == 1);
        Ok(Engine::with(EngineOptions::new().backend(backend).threads(threads))?)
    }
}

/// The number of threads that the machine runs at once.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// One, two and all threads, each once.
pub fn usual_thread_counts() -> Vec<usize> {
    let mut counts = vec![1, 2, cores()];
    counts.sort_unstable();
    counts.dedup();
    counts
}

/// Computes something for every row: on all cores, but on the calling thread alone if that belongs to a pool, whose
/// other threads have frames of their own.
pub fn map_rows<T: Send>(count: usize, row: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let parts: Vec<_> = (0..count.div_ceil(PART)).map(|_| Mutex::new(Vec::new())).collect();
    on_all_cores(parts.len(), &|part| {
        let mut rows = parts[part].lock().unwrap_or_else(PoisonError::into_inner);
        rows.extend((part * PART..count.min((part + 1) * PART)).map(&row));
    });
    let mut rows = Vec::with_capacity(count);
    for part in parts {
        rows.append(&mut part.into_inner().unwrap_or_else(PoisonError::into_inner));
    }
    rows
}

/// The rows that a core takes at a time.
const PART: usize = 32;

/// Does work for every number below `count`. `dyn`, so that rayon's calls are compiled once.
fn on_all_cores(count: usize, work: &(dyn Fn(usize) + Sync)) {
    if rayon::current_thread_index().is_some() {
        (0..count).for_each(work);
    } else {
        (0..count).into_par_iter().for_each(work);
    }
}
