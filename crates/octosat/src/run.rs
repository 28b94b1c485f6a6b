//! Choosing the kernels of a call at run time: one match over the proofs of CPU features.

use octosat_lanes::{self as lanes, Arithmetic, Exact, Isa};

use crate::backend::{Backend, EngineError, Rounding};

/// Proof that this CPU has a backend.
///
/// This crate's unit tests are about stores, views and orders and know the scalar backend only: compiling
/// all kernels once more for them took longer than everything else they need. The package `octosat-tests`
/// runs every backend or, with the cfg `octosat_build_target_only`, those that the build target decides.
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
    /// What the work results in.
    type Output;

    /// Does the work; all that is hot in it is entered by [`Isa::enter`].
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

    /// The backend for so many rows: those that fit eight lanes do not pay for sixteen.
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

    /// The proof of a backend that has the rounding.
    pub(crate) fn of(backend: Backend, rounding: Rounding) -> Result<Self, EngineError> {
        let token = Self::detect(backend).ok_or(EngineError::BackendUnavailable { backend })?;
        if token.has(rounding) {
            return Ok(token);
        }
        Err(EngineError::RoundingUnavailable { backend, rounding })
    }

    /// Whether the hardware fuses. The portable lanes know it of the build target only.
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

/// Does a job on a backend.
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

/// Does a job in either rounding.
#[cfg(feature = "fused")]
fn rounded<I: Isa, J: Job>(isa: I, rounding: Rounding, job: J) -> J::Output {
    match rounding {
        Rounding::Exact => job.run::<I, Exact>(isa),
        Rounding::Fused => job.run::<I, lanes::Fused>(isa),
    }
}

/// Does a job in the only rounding there is.
#[cfg(not(feature = "fused"))]
fn rounded<I: Isa, J: Job>(isa: I, _: Rounding, job: J) -> J::Output {
    job.run::<I, Exact>(isa)
}

/// Does a job on the portable lanes, which fuse where the build target does.
#[cfg(all(not(test), any(target_feature = "fma", target_arch = "aarch64")))]
fn portable<J: Job>(isa: lanes::Portable, rounding: Rounding, job: J) -> J::Output {
    rounded(isa, rounding, job)
}

/// Does a job on the portable lanes, where fused kernels would be calls into a library.
#[cfg(all(not(test), not(any(target_feature = "fma", target_arch = "aarch64"))))]
fn portable<J: Job>(isa: lanes::Portable, _: Rounding, job: J) -> J::Output {
    job.run::<lanes::Portable, Exact>(isa)
}
