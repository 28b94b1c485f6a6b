//! What a query is asked with, and how it refuses.

use core::fmt;

use octosat_lanes::{PairOutOfBounds, PairSide};

use crate::dispatch::Dispatched;
use crate::frame::{PreScaled, Unit};
use crate::store::{BoxRecords, BoxStore, ScaledBoxStore};
use crate::view::{BoxView, ScaledBoxView, View};

/// The boxes of a query: a store, records or a borrowed view, in either basis.
///
/// The basis is chosen by the type: [`BoxStore`], [`BoxRecords`] and [`BoxView`] hold unit
/// quaternions, [`ScaledBoxStore`] and [`ScaledBoxView`] axes that carry their half extents. Sealed:
/// the five types and references to them are all there are.
pub trait Boxes: sealed::Sealed {
    /// How the boxes are represented.
    type Basis: Dispatched;

    /// The columns to read.
    fn view(&self) -> View<'_, Self::Basis>;
}

#[expect(unnameable_types, reason = "a trait that cannot be named cannot be implemented")]
mod sealed {
    /// Keeps implementations inside this crate.
    pub trait Sealed {}
    impl Sealed for super::BoxStore {}
    impl Sealed for super::BoxRecords {}
    impl Sealed for super::ScaledBoxStore {}
    impl Sealed for super::BoxView<'_> {}
    impl Sealed for super::ScaledBoxView<'_> {}
    impl<T: Sealed> Sealed for &T {}
}

impl Boxes for BoxStore {
    type Basis = Unit;

    fn view(&self) -> BoxView<'_> {
        Self::view(self)
    }
}

impl Boxes for BoxRecords {
    type Basis = Unit;

    fn view(&self) -> BoxView<'_> {
        Self::view(self)
    }
}

impl Boxes for ScaledBoxStore {
    type Basis = PreScaled;

    fn view(&self) -> ScaledBoxView<'_> {
        Self::view(self)
    }
}

impl Boxes for BoxView<'_> {
    type Basis = Unit;

    fn view(&self) -> BoxView<'_> {
        *self
    }
}

impl Boxes for ScaledBoxView<'_> {
    type Basis = PreScaled;

    fn view(&self) -> ScaledBoxView<'_> {
        *self
    }
}

impl<T: Boxes> Boxes for &T {
    type Basis = T::Basis;

    fn view(&self) -> View<'_, T::Basis> {
        T::view(self)
    }
}

/// How far apart two boxes may be and still count, in metres.
///
/// A margin is compared with the separation along the fifteen axes, which at a box's corners is
/// less than the true distance: a pair reported with a margin may be a little farther apart than it,
/// never nearer without being reported. Contacts are exact: where the axes leave a doubt, the true
/// distance decides.
#[derive(Clone, Copy, Debug, Default)]
pub enum Margin<'a> {
    /// Boxes count where they share a point.
    #[default]
    None,
    /// One margin for all pairs, finite and at least zero.
    Uniform(f32),
    /// One margin a pair, in the pairs' order, each finite and at least zero.
    PerPair(&'a [f32]),
}

impl<'a> Margin<'a> {
    /// The margins of a range of the pairs.
    pub(crate) fn slice(self, range: core::ops::Range<usize>) -> Self {
        match self {
            Self::PerPair(margins) => Self::PerPair(&margins[range]),
            other => other,
        }
    }

    /// Refuses margins that are not usable for this number of pairs.
    pub(crate) fn check(self, pairs: usize) -> Result<(), QueryError> {
        let refused = |margin: f32| !(margin >= 0.0 && margin.is_finite());
        match self {
            Self::None => Ok(()),
            Self::Uniform(margin) if refused(margin) => {
                Err(QueryError::Margin { pair: None, margin })
            }
            Self::Uniform(_) => Ok(()),
            Self::PerPair(margins) if margins.len() != pairs => {
                Err(QueryError::MarginLength { expected: pairs, found: margins.len() })
            }
            Self::PerPair(margins) => match margins.iter().position(|&margin| refused(margin)) {
                Some(pair) => Err(QueryError::Margin { pair: Some(pair), margin: margins[pair] }),
                None => Ok(()),
            },
        }
    }
}

/// Why a query was refused; nothing was written.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum QueryError {
    /// A pair names a box that does not exist.
    PairOutOfBounds(PairOutOfBounds),
    /// A pair of a list of boxes and shapes names a box (side a) or a shape (side b) that does not
    /// exist.
    ShapePairOutOfBounds(PairOutOfBounds),
    /// A pair names a segment of the first list (side a) or of the second (side b) that does not
    /// exist.
    SegmentPairOutOfBounds(PairOutOfBounds),
    /// A pair names a rectangle that does not exist.
    RectanglePairOutOfBounds(PairOutOfBounds),
    /// The output buffer has the wrong length.
    OutputLength {
        /// The length it must have, in its own elements.
        expected: usize,
        /// The length it has.
        found: usize,
    },
    /// The points of so many pairs could not all be numbered.
    TooManyPairs {
        /// The number of pairs.
        pairs: usize,
        /// The most that one call takes.
        limit: usize,
    },
    /// There are not as many memories as pairs.
    MemoryLength {
        /// The number of pairs.
        expected: usize,
        /// The number of memories.
        found: usize,
    },
    /// The motion up to which manifolds are recycled is negative, infinite or not a number.
    RecycledMotion {
        /// Its value, a part of the smallest half extent.
        motion: f32,
    },
    /// There are not as many margins as pairs.
    MarginLength {
        /// The number of pairs.
        expected: usize,
        /// The number of margins.
        found: usize,
    },
    /// A margin is negative, infinite or not a number.
    Margin {
        /// Which pair it belongs to, or none for a uniform one.
        pair: Option<usize>,
        /// Its value, in metres.
        margin: f32,
    },
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PairOutOfBounds(error) => write!(f, "{error}, the number of boxes"),
            Self::ShapePairOutOfBounds(PairOutOfBounds { pair, side, index, rows }) => {
                let (one, many) = match side {
                    PairSide::A => ("box", "boxes"),
                    PairSide::B => ("shape", "shapes"),
                };
                write!(f, "pair {pair}: {one} {index} is not below {rows}, the number of {many}")
            }
            Self::SegmentPairOutOfBounds(PairOutOfBounds { pair, side, index, rows }) => {
                let list = match side {
                    PairSide::A => "first",
                    PairSide::B => "second",
                };
                write!(f, "pair {pair}: segment {index} is not below {rows}, the {list} list's")
            }
            Self::RectanglePairOutOfBounds(PairOutOfBounds { pair, side, index, rows }) => {
                let side = match side {
                    PairSide::A => "a",
                    PairSide::B => "b",
                };
                write!(f, "pair {pair}: index {index} of rectangle {side} ")?;
                write!(f, "is not below {rows}, the number of rectangles")
            }
            Self::OutputLength { expected, found } => {
                write!(f, "the output holds {found} elements, {expected} are needed")
            }
            Self::TooManyPairs { pairs, limit } => {
                write!(f, "{pairs} pairs are more than the {limit} of one call")
            }
            Self::MemoryLength { expected, found } => {
                write!(f, "there are {found} memories for {expected} pairs")
            }
            Self::RecycledMotion { motion } => {
                write!(f, "the motion {motion} to recycle at is not finite and at least zero")
            }
            Self::MarginLength { expected, found } => {
                write!(f, "there are {found} margins for {expected} pairs")
            }
            Self::Margin { pair: Some(pair), margin } => {
                write!(f, "pair {pair}: margin {margin} is not a finite length of at least zero")
            }
            Self::Margin { pair: None, margin } => {
                write!(f, "margin {margin} is not a finite length of at least zero")
            }
        }
    }
}

impl core::error::Error for QueryError {}

impl From<PairOutOfBounds> for QueryError {
    fn from(error: PairOutOfBounds) -> Self {
        Self::PairOutOfBounds(error)
    }
}
