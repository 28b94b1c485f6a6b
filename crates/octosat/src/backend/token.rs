//! Runs work on a backend, chosen by one match over the proofs of CPU features.

use octosat_lanes::{self as lanes, Isa};

use super::names::Backend;

/// Proof that this CPU has a backend.
///
/// The unit tests of this crate use the scalar backend only, because compiling all kernels again for them
/// would take longer than everything else. The package `octosat-tests` runs every backend.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Token {
    #[cfg(any(test, feature = "scalar"))]
    Scalar(lanes::Scalar),
    #[cfg(not(test))]
    Portable(lanes::Portable),
    #[cfg(all(target_arch = "x86_64", not(test)))]
    Avx2(lanes::Avx2),
    #[cfg(all(target_arch = "x86_64", not(test)))]
    Avx512(lanes::Avx512),
}

/// Work that is compiled once for each backend.
pub(crate) trait Job {
    /// The result of the work.
    type Output;

    /// Does the work; hot code in it is entered by [`Isa::enter`].
    fn run<I: Isa>(self, isa: I) -> Self::Output;
}

impl Token {
    /// The proof of a backend, if this CPU and build have it.
    pub(crate) fn detect(backend: Backend) -> Option<Self> {
        match backend {
            #[cfg(any(test, feature = "scalar"))]
            Backend::Scalar => lanes::Scalar::detect().map(Self::Scalar),
            #[cfg(not(test))]
            Backend::Portable => lanes::Portable::detect().map(Self::Portable),
            #[cfg(all(target_arch = "x86_64", not(test)))]
            Backend::Avx2 => lanes::Avx2::detect().map(Self::Avx2),
            #[cfg(all(target_arch = "x86_64", not(test)))]
            Backend::Avx512 => lanes::Avx512::detect().map(Self::Avx512),
            #[cfg(any(test, not(target_arch = "x86_64"), not(feature = "scalar")))]
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
            #[cfg(all(target_arch = "x86_64", not(test)))]
            Self::Avx2(_) => Backend::Avx2,
            #[cfg(all(target_arch = "x86_64", not(test)))]
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
}

impl Backend {
    /// Whether this CPU and build can run the backend.
    #[must_use]
    pub fn is_available(self) -> bool {
        Token::detect(self).is_some()
    }

    /// The fastest backend that this CPU and build can run.
    #[must_use]
    pub fn fastest() -> Self {
        Token::fastest().backend()
    }
}

/// Runs a job on a backend.
pub(crate) fn run<J: Job>(token: Token, job: J) -> J::Output {
    match token {
        #[cfg(any(test, feature = "scalar"))]
        Token::Scalar(isa) => job.run(isa),
        #[cfg(not(test))]
        Token::Portable(isa) => job.run(isa),
        #[cfg(all(target_arch = "x86_64", not(test)))]
        Token::Avx2(isa) => job.run(isa),
        #[cfg(all(target_arch = "x86_64", not(test)))]
        Token::Avx512(isa) => job.run(isa),
    }
}

/// Runs a job on the fastest backend for this number of rows at a time.
pub(crate) fn run_fastest<J: Job>(rows: usize, job: J) -> J::Output {
    run(Token::fastest().for_rows(rows), job)
}

/// Runs plain loops, compiled for the fastest backend if everything in them is inlined.
pub(crate) fn enter<R>(work: impl FnOnce() -> R) -> R {
    struct Plain<W>(W);
    impl<R, W: FnOnce() -> R> Job for Plain<W> {
        type Output = R;

        fn run<I: Isa>(self, isa: I) -> R {
            isa.enter(self.0)
        }
    }
    run_fastest(usize::MAX, Plain(work))
}
