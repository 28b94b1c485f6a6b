//! The class `Engine`, and a thread pool that also works in forked processes.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use octosat::{Backend, EngineOptions};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors;

/// Runs queries with a backend and a number of threads. An engine holds no boxes and no results.
///
/// backend: "portable", "avx2" or "avx512"; None for the fastest that this CPU supports (see available_backends()).
/// Results have the same bits on every backend.
/// threads: the most threads that a call may use; 0 for all. Short calls use one thread.
///
/// Raises EngineError if this machine does not have the backend.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) engine: octosat::Engine,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (backend=None, threads=0))]
    fn new(py: Python<'_>, backend: Option<&str>, threads: i64) -> PyResult<Self> {
        let backend = match backend {
            None => Backend::fastest(),
            Some(name) => name.parse().map_err(|error| errors::of_engine(py, &error))?,
        };
        let threads = usize::try_from(threads)
            .map_err(|_| PyValueError::new_err(format!("threads is {threads}, below zero")))?;
        octosat::Engine::with(EngineOptions::new().backend(backend).threads(threads))
            .map(|engine| Self { engine })
            .map_err(|error| errors::of_engine(py, &error))
    }

    /// The name of the backend in use.
    #[getter]
    fn backend(&self) -> &'static str {
        self.engine.backend().name()
    }

    /// The most threads that a call may use; 0 for all.
    #[getter]
    fn threads(&self) -> usize {
        self.engine.threads()
    }

    fn __repr__(&self) -> String {
        format!("Engine(backend='{}', threads={})", self.backend(), self.threads())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (&'static str, usize)) {
        let engine = slf.get();
        (slf.get_type().into_any(), (engine.backend(), engine.threads()))
    }
}

/// The caller's engine, or the default engine.
pub(crate) fn engine_of(engine: Option<&Bound<'_, PyAny>>) -> PyResult<octosat::Engine> {
    static DEFAULT: OnceLock<octosat::Engine> = OnceLock::new();
    let Some(engine) = engine else {
        return Ok(*DEFAULT.get_or_init(octosat::Engine::new));
    };
    match engine.cast::<Engine>() {
        Ok(engine) => Ok(engine.get().engine),
        Err(_) => Err(PyTypeError::new_err("engine must be an octosat.Engine or None")),
    }
}

/// The names of the backends that this machine can run, slowest first.
#[pyfunction]
pub(crate) fn available_backends() -> Vec<&'static str> {
    let available = Backend::ALL.into_iter().filter(|backend| backend.is_available());
    available.map(Backend::name).collect()
}

/// The id of this process if it was forked, or zero. Threads of the parent do not exist in a forked process.
static FORKED: AtomicU32 = AtomicU32::new(0);

/// Notes that this process was forked; called once in each child.
#[pyfunction]
pub(crate) fn _note_fork() {
    FORKED.store(std::process::id(), Ordering::Relaxed);
}

/// Runs some work without the GIL, in a thread pool of this process.
///
/// The threads of the global pool do not survive a fork, so a call that waits for them would never return. A forked
/// process uses its own pool.
pub(crate) fn work<R: Send>(py: Python<'_>, work: impl FnOnce() -> R + Send) -> PyResult<R> {
    let child = FORKED.load(Ordering::Relaxed);
    if child == 0 {
        return Ok(py.detach(work));
    }
    let pool = py.detach(|| pool_of(child));
    let pool = pool.map_err(|error| PyValueError::new_err(format!("no threads: {error}")))?;
    Ok(py.detach(|| pool.install(work)))
}

/// The pool of a forked process. The pool of the parent is never dropped here, because its threads do not exist.
fn pool_of(child: u32) -> Result<&'static ThreadPool, rayon::ThreadPoolBuildError> {
    static POOL: Mutex<Option<(u32, &'static ThreadPool)>> = Mutex::new(None);
    let mut kept = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    match *kept {
        Some((process, pool)) if process == child => Ok(pool),
        _ => {
            let pool: &'static ThreadPool = Box::leak(Box::new(ThreadPoolBuilder::new().build()?));
            *kept = Some((child, pool));
            Ok(pool)
        }
    }
}
