//! The backends, by name.

use core::fmt;

/// The set of kernels that an engine runs. Making an engine checks whether this CPU and build have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// One pair at a time in plain code, for checking the other backends. Needs the feature `scalar`.
    Scalar,
    /// Four pairs at a time in whatever registers the build target has.
    Portable,
    /// Eight pairs at a time in 256-bit registers. Needs x86-64 with AVX2.
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
