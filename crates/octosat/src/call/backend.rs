//! The backends and the roundings, by name.

use core::fmt;

/// The set of kernels that an engine runs. Making an engine checks whether this CPU and build have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// One pair at a time in plain code, for checking the other backends. Needs the feature `scalar`.
    Scalar,
    /// Eight pairs at a time in whatever registers the build target has.
    Portable,
    /// Eight pairs at a time in 256-bit registers. Needs x86-64 with AVX2 and FMA.
    Avx2,
    /// Sixteen pairs at a time in 512-bit registers. Needs x86-64 with AVX-512F. Lists of up to eight pairs go
    /// through the kernels of [`Self::Avx2`], which give the same bits.
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

    /// How many pairs a kernel computes at once.
    #[must_use]
    pub const fn lanes(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Portable => 4,
            Self::Avx2 => 8,
            Self::Avx512 => 16,
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a product and the sum that follows it are rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Product and sum are each rounded once: the same bits on every backend and every target.
    #[default]
    Exact,
    /// Product and sum are rounded together, once (fused multiply-add). This is faster and gives other bits,
    /// which are the same on every backend that has this rounding.
    ///
    /// Needs hardware with fused multiply-add and the feature `fused`. Queries about chains have the bits of `Exact`.
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
