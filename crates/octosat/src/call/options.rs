//! Options of an engine.

use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

use crate::backend::names::Backend;
use crate::backend::token::Token;
use crate::error::{Error, ErrorKind};

/// The options of an [`Engine`](crate::Engine): backend and threads.
///
/// # Example
/// ```
/// use octosat::{Engine, EngineOptions};
/// let engine = Engine::with(EngineOptions::new().threads(1))?;
/// assert_eq!(engine.threads(), 1);
/// # Ok::<(), octosat::Error>(())
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
    pub(crate) fn token(self) -> Result<Token, Error> {
        let Self { backend, .. } = self;
        Token::detect(backend).ok_or_else(|| unavailable(backend))
    }
}

/// The error of a backend that this CPU or build does not have.
#[cold]
fn unavailable(backend: Backend) -> Error {
    let has = list(Backend::is_available);
    let why = match backend {
        Backend::Scalar => {
            format_args!("backend scalar is not in this build; it is the feature `scalar`")
        }
        _ => format_args!("this machine does not have the backend {backend}; it has {has}"),
    };
    Error::new(ErrorKind::Unavailable, why)
}

/// The names of the backends of some kind, or says that there is none.
fn list(is_listed: impl Fn(Backend) -> bool) -> String {
    let listed = Backend::ALL.into_iter().filter(|backend| is_listed(*backend));
    let names: Vec<&str> = listed.map(Backend::name).collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

impl FromStr for Backend {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|backend| backend.name() == name);
        found.ok_or_else(|| {
            let all = list(|_| true);
            let why = format_args!("no backend is called {name:?}; the backends are {all}");
            Error::new(ErrorKind::Argument, why)
        })
    }
}
