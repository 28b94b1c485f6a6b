//! Options of an engine, and why an engine cannot be made from them.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::backend::names::Backend;
use crate::backend::token::Token;

/// The options of an [`Engine`](crate::Engine): backend and threads.
///
/// # Example
/// ```
/// use octosat::{Engine, EngineOptions};
/// let engine = Engine::with(EngineOptions::new().threads(1))?;
/// assert_eq!(engine.threads(), 1);
/// # Ok::<(), octosat::EngineError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct EngineOptions {
    /// The set of kernels; by default the fastest that this CPU has.
    pub backend: Backend,
    /// The most threads that a call may use. The default, 0, means all threads of the rayon pool. With 1 a call stays
    /// on the calling thread and never touches a pool.
    pub threads: usize,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl EngineOptions {
    /// The default options: the fastest backend of this CPU, all threads.
    #[must_use]
    pub fn new() -> Self {
        Self { backend: Backend::fastest(), threads: 0 }
    }

    /// The same options with another backend.
    #[must_use]
    pub fn backend(self, backend: Backend) -> Self {
        Self { backend, ..self }
    }

    /// The same options with this many threads at most; 0: all, 1: that of the caller.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// The proof of the backend, if this CPU and build have it.
    pub(crate) fn token(self) -> Result<Token, EngineError> {
        let Self { backend, .. } = self;
        Token::detect(backend).ok_or(EngineError::BackendUnavailable { backend })
    }
}

/// Why an engine cannot be made from some options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineError {
    /// This CPU or build does not have the backend.
    BackendUnavailable {
        /// The required backend.
        backend: Backend,
    },
    /// No backend has that name.
    UnknownName {
        /// The name that was given.
        name: String,
    },
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BackendUnavailable { backend: Backend::Scalar } => {
                f.write_str("backend scalar is not in this build; it is the feature `scalar`")
            }
            Self::BackendUnavailable { backend } => {
                write!(f, "this machine does not have the backend {backend}; it has ")?;
                list(f, |backend| backend.is_available())
            }
            Self::UnknownName { name } => {
                write!(f, "no backend is called {name:?}; the backends are ")?;
                list(f, |_| true)
            }
        }
    }
}

impl core::error::Error for EngineError {}

/// Writes the backends of some kind, or says that there is none.
fn list(f: &mut fmt::Formatter<'_>, is_listed: impl Fn(Backend) -> bool) -> fmt::Result {
    let mut separator = "";
    for backend in Backend::ALL.into_iter().filter(|backend| is_listed(*backend)) {
        write!(f, "{separator}{backend}")?;
        separator = ", ";
    }
    if separator.is_empty() { f.write_str("none") } else { Ok(()) }
}

impl FromStr for Backend {
    type Err = EngineError;

    fn from_str(name: &str) -> Result<Self, EngineError> {
        let found = Self::ALL.into_iter().find(|backend| backend.name() == name);
        found.ok_or_else(|| EngineError::UnknownName { name: name.into() })
    }
}
