//! Which instructions an engine uses, how it rounds and on how many threads it works.

use core::fmt;
use core::str::FromStr;

use crate::run::Token;

/// A set of kernels. A name only: whether this CPU and build have it is found when an engine is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// One pair at a time in plain code, for checking the others; needs the feature `scalar`.
    Scalar,
    /// Eight pairs at a time in whatever registers the build target has.
    Portable,
    /// Eight pairs at a time in 256-bit registers, x86-64 with AVX2 and FMA.
    Avx2,
    /// Sixteen pairs at a time in 512-bit registers, x86-64 with AVX-512F; lists of up to eight pairs go through
    /// the kernels of [`Self::Avx2`], which give the same bits.
    Avx512,
}

impl Backend {
    /// All backends, slowest first.
    pub const ALL: [Self; 4] = [Self::Scalar, Self::Portable, Self::Avx2, Self::Avx512];

    /// The name the command line uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// How many pairs go through a kernel at once.
    #[must_use]
    pub const fn lanes(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Portable | Self::Avx2 => 8,
            Self::Avx512 => 16,
        }
    }

    /// Whether this CPU and build can run it.
    #[must_use]
    pub fn is_available(self) -> bool {
        Token::detect(self).is_some()
    }

    /// Whether this CPU and build can run it with that rounding.
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

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Backend {
    type Err = EngineError;

    fn from_str(name: &str) -> Result<Self, EngineError> {
        let found = Self::ALL.into_iter().find(|backend| backend.name() == name);
        found.ok_or_else(|| EngineError::UnknownName { name: name.into() })
    }
}

/// How a product and the sum that follows it are rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Each once: the same bits on every backend and every target.
    #[default]
    Exact,
    /// Both once, together: faster, with other bits, which are the same on every backend that has it.
    ///
    /// Exists where the hardware fuses, and needs the feature `fused`.
    Fused,
}

impl Rounding {
    /// Both roundings.
    pub const ALL: [Self; 2] = [Self::Exact, Self::Fused];

    /// The name the command line uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Fused => "fused",
        }
    }
}

impl fmt::Display for Rounding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What an [`Engine`](crate::Engine) is made of.
///
/// # Example
/// ```
/// use octosat::{Engine, EngineOptions};
/// let engine = Engine::with(EngineOptions { threads: 1, ..EngineOptions::default() })?;
/// assert_eq!(engine.threads(), 1);
/// # Ok::<(), octosat::EngineError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EngineOptions {
    /// The kernels; by default the fastest that this CPU has.
    pub backend: Backend,
    /// How products and sums are rounded; by default exactly.
    pub rounding: Rounding,
    /// The most threads a call may use; by default 0, which means all of the rayon pool. With 1 a call
    /// stays on the calling thread and never touches a pool.
    pub threads: usize,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self { backend: Backend::fastest(), rounding: Rounding::Exact, threads: 0 }
    }
}

/// Why there is no engine of some options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineError {
    /// This CPU or build does not have the backend.
    BackendUnavailable {
        /// The backend that was asked for.
        backend: Backend,
    },
    /// The backend does not have the rounding here: the hardware does not fuse, or the build lacks the
    /// feature `fused`.
    RoundingUnavailable {
        /// The backend that was asked for.
        backend: Backend,
        /// The rounding that was asked for.
        rounding: Rounding,
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
            Self::BackendUnavailable { backend } => {
                write!(f, "backend {backend} is not available here; this machine has ")?;
                list(f, |backend| backend.is_available())
            }
            Self::RoundingUnavailable { backend, rounding } => {
                write!(f, "backend {backend} has no {rounding} rounding here; it exists on ")?;
                list(f, |backend| backend.has_rounding(*rounding))
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
