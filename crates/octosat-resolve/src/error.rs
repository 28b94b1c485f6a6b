//! Why a resolver rejects its input.

use core::fmt;

use octosat_lanes::PairOutOfBounds;

/// Why a resolver rejected its input; nothing was written, and the resolver keeps its pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ResolveError {
    /// A pair names a box that does not exist.
    PairOutOfBounds(PairOutOfBounds),
    /// More pairs than the lists of a resolver can number.
    TooManyPairs {
        /// The number of pairs.
        pairs: usize,
        /// The most that a resolver takes.
        limit: usize,
    },
    /// The number of penetrations is not the number of pairs.
    RowsLength {
        /// The number of pairs.
        expected: usize,
        /// The number of penetrations.
        found: usize,
    },
    /// The output does not have one element per box.
    OutputLength {
        /// The number of boxes.
        expected: usize,
        /// The length that it has.
        found: usize,
    },
    /// The number of inverse masses is not the number of boxes.
    MassLength {
        /// The number of boxes.
        expected: usize,
        /// The number of inverse masses.
        found: usize,
    },
    /// An inverse mass is negative, infinite or not a number.
    InverseMass {
        /// The index of the box.
        index: usize,
        /// Its value, 1/kg.
        inverse_mass: f32,
    },
    /// The relaxation is negative, infinite or not a number.
    Relaxation {
        /// Its value.
        relaxation: f32,
    },
    /// The slop is negative, infinite or not a number.
    Slop {
        /// Its value, in meters.
        slop: f32,
    },
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PairOutOfBounds(error) => write!(f, "{error}, the number of boxes"),
            Self::TooManyPairs { pairs, limit } => {
                write!(f, "the number of pairs is {pairs}, but one resolver takes at most {limit}")
            }
            Self::RowsLength { expected, found } => {
                write!(
                    f,
                    "the number of penetrations is {found}, but the number of pairs is {expected}"
                )
            }
            Self::OutputLength { expected, found } => {
                write!(
                    f,
                    "the length of the output is {found}, but the number of boxes is {expected}"
                )
            }
            Self::MassLength { expected, found } => {
                write!(
                    f,
                    "the number of inverse masses is {found}, but the number of boxes is {expected}"
                )
            }
            Self::InverseMass { index, inverse_mass } => {
                write!(
                    f,
                    "the inverse mass of box {index} is {inverse_mass}, but must be finite and at least zero"
                )
            }
            Self::Relaxation { relaxation } => {
                write!(f, "the relaxation is {relaxation}, but must be finite and at least zero")
            }
            Self::Slop { slop } => {
                write!(f, "the slop is {slop}, but must be finite and at least zero")
            }
        }
    }
}

impl core::error::Error for ResolveError {}

impl From<PairOutOfBounds> for ResolveError {
    fn from(error: PairOutOfBounds) -> Self {
        Self::PairOutOfBounds(error)
    }
}
