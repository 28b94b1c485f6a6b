//! What an error is about, in one form for all errors: for interfaces that report numbers and names instead of types.
//!
//! Every match is without a wildcard: what is added to an error has no kind until it is given one here.

use crate::boxes::error::{BoxError, BoxProblem};
use crate::call::error::QueryError;
use crate::call::options::EngineError;
#[cfg(feature = "chains")]
use crate::chains::ChainError;
use crate::contacts::cache::boxes::CacheError;
use crate::contacts::manifolds::PartsError;
#[cfg(feature = "covered")]
use crate::covered::CoveredError;
#[cfg(feature = "shapes")]
use crate::shapes::{FrustumError, ShapeError};

/// What kind of input is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A choice that does not exist or does not fit the others.
    Argument,
    /// A list of the wrong length, or a longer one than can be counted.
    Length,
    /// An index, or a range of indices, of nothing.
    OutOfRange,
    /// A box or a rectangle.
    Box,
    /// Another shape, cylinders and capsules of chains and worlds among them.
    Shape,
    /// A quantity: a length, a tolerance, a number of rounds, a displacement, a joint value or a time.
    Setting,
    /// A backend or a rounding that is not here.
    Unavailable,
    /// Parts of contacts.
    Parts,
    /// A frame of a cache that has its contacts.
    FrameHasContacts,
    /// A link or a joint of a chain, or a description of a robot.
    Chain,
}

/// What is rejected, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rejection {
    /// What kind of input it is.
    pub kind: Kind,
    /// Where it stands in a list, if it does.
    pub place: Option<Place>,
    /// The float that is rejected, if it is a single one.
    pub value: Option<f32>,
}

/// An entry of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// What the list is of, such as `"pairs"`.
    pub list: &'static str,
    /// Which entry, counted from zero; lines are counted from one.
    pub index: usize,
}

impl Rejection {
    /// A rejection that is about no entry of a list, and no single float.
    #[must_use]
    pub const fn new(kind: Kind) -> Self {
        Self { kind, place: None, value: None }
    }

    /// The same about an entry of a list.
    #[must_use]
    pub const fn at(self, list: &'static str, index: usize) -> Self {
        Self { place: Some(Place { list, index }), ..self }
    }

    /// The same about a float.
    #[must_use]
    pub const fn of(self, value: f32) -> Self {
        Self { value: Some(value), ..self }
    }
}

/// An error about input.
pub trait Rejects {
    /// What is rejected.
    fn rejection(&self) -> Rejection;
}

impl Rejects for QueryError {
    fn rejection(&self) -> Rejection {
        let new = Rejection::new;
        match *self {
            Self::IndexOutOfRange { pair, .. } => new(Kind::OutOfRange).at("pairs", pair),
            Self::OutputLength { .. }
            | Self::TooManyPairs { .. }
            | Self::LengthCount { .. }
            | Self::MotionLength { .. }
            | Self::TimeCount { .. }
            | Self::EndLength { .. }
            | Self::PairsWithoutGroup { .. }
            | Self::TooManyBoxes { .. }
            | Self::JointCount { .. }
            | Self::JointEnds { .. } => new(Kind::Length),
            #[cfg(feature = "covered")]
            Self::CoveredLength { .. } => new(Kind::Length),
            Self::FrameHasContacts => new(Kind::FrameHasContacts),
            Self::NotTaken { .. } | Self::Sides { .. } => new(Kind::Argument),
            Self::Motion { list, index, .. } => new(Kind::Setting).at(list, index),
            Self::Time { pair, time } => new(Kind::Setting).at("pairs", pair).of(time),
            Self::EndHalfExtents { list, index, .. } => new(Kind::Box).at(list, index),
            Self::Tolerance { tolerance } | Self::MotionTolerance { tolerance } => {
                new(Kind::Setting).of(tolerance)
            }
            Self::NoRounds => new(Kind::Setting),
            Self::GroupBound { group, .. } | Self::ProductRange { group, .. } => {
                new(Kind::OutOfRange).at("groups", group)
            }
            Self::JointValue { configuration, value, .. } => {
                new(Kind::Setting).at("configurations", configuration).of(value)
            }
            Self::Length { pair: Some(pair), length, .. } => {
                new(Kind::Setting).at("pairs", pair).of(length)
            }
            Self::Length { pair: None, length, .. } => new(Kind::Setting).of(length),
        }
    }
}

impl Rejects for BoxError {
    fn rejection(&self) -> Rejection {
        let value = self.problem.value();
        let of_value = if self.is_of_round() { Kind::Shape } else { Kind::Box };
        let kind = match self.problem {
            BoxProblem::LengthMismatch { .. } => return Rejection::new(Kind::Length),
            BoxProblem::TooMany { .. } => Kind::Length,
            BoxProblem::OutOfRange { .. } => Kind::OutOfRange,
            BoxProblem::NotFinite { .. }
            | BoxProblem::Negative { .. }
            | BoxProblem::TooLarge { .. }
            | BoxProblem::TooSmall { .. }
            | BoxProblem::Reversed { .. }
            | BoxProblem::NoDirection { .. }
            | BoxProblem::NotUnit { .. }
            | BoxProblem::WrongLength { .. }
            | BoxProblem::Sheared { .. }
            | BoxProblem::Mirrored
            | BoxProblem::NotAffine => of_value,
        };
        Rejection { value, ..Rejection::new(kind).at(self.list, self.index) }
    }
}

impl BoxProblem {
    /// The float that is wrong, if it is a single one.
    fn value(self) -> Option<f32> {
        match self {
            Self::NotFinite { value, .. }
            | Self::Negative { value, .. }
            | Self::TooLarge { value, .. }
            | Self::TooSmall { value, .. }
            | Self::Reversed { value, .. } => Some(value),
            Self::NoDirection { .. }
            | Self::NotUnit { .. }
            | Self::WrongLength { .. }
            | Self::Sheared { .. }
            | Self::Mirrored
            | Self::NotAffine
            | Self::LengthMismatch { .. }
            | Self::OutOfRange { .. }
            | Self::TooMany { .. } => None,
        }
    }
}

#[cfg(feature = "shapes")]
impl Rejects for ShapeError {
    fn rejection(&self) -> Rejection {
        Rejection { value: self.problem.value(), ..Rejection::new(Kind::Shape) }
    }
}

#[cfg(feature = "shapes")]
impl Rejects for FrustumError {
    fn rejection(&self) -> Rejection {
        let rejection = Rejection::new(Kind::Shape);
        match *self {
            Self::PlaneNotFinite { value, .. } | Self::ElementNotFinite { value, .. } => {
                rejection.of(value)
            }
            Self::NoNormal { .. }
            | Self::Endless { .. }
            | Self::TooDeep { .. }
            | Self::NoCorner { .. }
            | Self::Unbounded { .. }
            | Self::TooLarge { .. }
            | Self::View { .. } => rejection,
        }
    }
}

#[cfg(feature = "chains")]
impl Rejects for ChainError {
    fn rejection(&self) -> Rejection {
        match self {
            Self::NoLink { .. } => Rejection::new(Kind::OutOfRange),
            Self::Solid { error, .. } => error.rejection(),
            Self::LinkName { .. }
            | Self::JointName { .. }
            | Self::JointNumber { .. }
            | Self::NotUnit { .. }
            | Self::Limits { .. }
            | Self::Mimic { .. }
            | Self::Reach { .. }
            | Self::TooManyPairs { .. }
            | Self::SameLink { .. }
            | Self::Coarse { .. } => Rejection::new(Kind::Chain),
        }
    }
}

impl Rejects for EngineError {
    fn rejection(&self) -> Rejection {
        Rejection::new(match self {
            Self::BackendUnavailable { .. } => Kind::Unavailable,
            Self::UnknownName { .. } => Kind::Argument,
        })
    }
}

impl Rejects for PartsError {
    fn rejection(&self) -> Rejection {
        let rejection = Rejection::new(Kind::Parts);
        match *self {
            Self::Places { row } | Self::Feature { row } => rejection.at("manifolds", row),
            Self::Length { .. } => rejection,
        }
    }
}

#[cfg(feature = "covered")]
impl Rejects for CoveredError {
    fn rejection(&self) -> Rejection {
        match *self {
            Self::Mask { index, .. } => Rejection::new(Kind::Argument).at("masks", index),
            Self::Rectangle { place, .. } => Rejection::new(Kind::Argument).at("rectangles", place),
            Self::Tolerance { tolerance } => Rejection::new(Kind::Setting).of(tolerance),
        }
    }
}

impl Rejects for CacheError {
    fn rejection(&self) -> Rejection {
        match *self {
            Self::Index { index, .. } | Self::Last { last: index, .. } => {
                Rejection::new(Kind::OutOfRange).at("boxes", index as usize)
            }
            Self::SameIndex { boxes: [_, second], .. } => {
                Rejection::new(Kind::Argument).at("boxes", second as usize)
            }
            Self::Side { .. } => Rejection::new(Kind::Argument),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;
    use alloc::format;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use super::*;

    /// The names of the variants of [`QueryError`], as its source has them.
    fn variants() -> BTreeSet<String> {
        let source = include_str!("call/error.rs");
        let body = source.split_once("pub enum QueryError {").expect("the error").1;
        let body = body.split_once("\n}").expect("its end").0;
        let lines = body.lines().filter_map(|line| line.strip_prefix("    "));
        let named = lines.filter(|line| line.starts_with(char::is_uppercase));
        named.map(|line| line.trim_end_matches([' ', '{', ',']).to_string()).collect()
    }

    /// Every query error, and its kind, its place and its value.
    fn query_errors() -> Vec<(QueryError, Rejection)> {
        use QueryError as E;
        let new = Rejection::new;
        let length = new(Kind::Length);
        let list = "boxes";
        Vec::from([
            (
                E::IndexOutOfRange { pair: 3, side: 1, index: 9, list, len: 2 },
                new(Kind::OutOfRange).at("pairs", 3),
            ),
            (E::OutputLength { expected: 1, found: 2 }, length),
            (E::TooManyPairs { pairs: 9, limit: 8 }, length),
            (E::FrameHasContacts, new(Kind::FrameHasContacts)),
            (E::NotTaken { query: "casts", word: "within", taken: None }, new(Kind::Argument)),
            (E::LengthCount { word: "within", expected: 1, found: 2 }, length),
            (E::Sides { name: "ends", expected: 1, found: 2 }, new(Kind::Argument)),
            (E::MotionLength { list, expected: 1, found: 2 }, length),
            (
                E::Motion { list: "pairs", index: 4, motion: [0.0, f32::MAX, 0.0] },
                new(Kind::Setting).at("pairs", 4),
            ),
            (E::TimeCount { expected: 1, found: 2 }, length),
            (E::Time { pair: 5, time: 2.0 }, new(Kind::Setting).at("pairs", 5).of(2.0)),
            (E::EndLength { list, expected: 1, found: 2 }, length),
            (
                E::EndHalfExtents { list, index: 6, start: [1.0; 3], end: [2.0; 3] },
                new(Kind::Box).at(list, 6),
            ),
            (E::Tolerance { tolerance: -1.0 }, new(Kind::Setting).of(-1.0)),
            (E::NoRounds, new(Kind::Setting)),
            #[cfg(feature = "covered")]
            (E::CoveredLength { expected: 1, found: 2 }, length),
            (
                E::GroupBound { group: 7, bound: 1, start: 2, pairs: 3 },
                new(Kind::OutOfRange).at("groups", 7),
            ),
            (E::PairsWithoutGroup { first: 1, pairs: 3 }, length),
            (
                E::ProductRange { group: 8, side: 0, start: 1, end: 9, boxes: 3 },
                new(Kind::OutOfRange).at("groups", 8),
            ),
            (E::TooManyBoxes { boxes: 9, limit: 8 }, length),
            (E::JointCount { values: 2, found: 3 }, length),
            (
                E::JointValue { configuration: 9, joint: 1, value: 2e3, largest: 1024.0 },
                new(Kind::Setting).at("configurations", 9).of(2e3),
            ),
            (E::MotionTolerance { tolerance: -1.0 }, new(Kind::Setting).of(-1.0)),
            (E::JointEnds { expected: 1, found: 2 }, length),
            (
                E::Length { word: "within", pair: Some(2), length: -3.0 },
                new(Kind::Setting).at("pairs", 2).of(-3.0),
            ),
            (E::Length { word: "within", pair: None, length: -3.0 }, new(Kind::Setting).of(-3.0)),
        ])
    }

    #[test]
    fn every_query_error_has_its_kind_its_place_and_its_value() {
        let mut seen = BTreeSet::new();
        for (error, expected) in query_errors() {
            assert_eq!(error.rejection(), expected, "{error}");
            let name = format!("{error:?}");
            seen.insert(name.split([' ', '{']).next().unwrap_or_default().to_string());
        }
        let mut variants = variants();
        if cfg!(not(feature = "covered")) {
            variants.remove("CoveredLength");
        }
        assert_eq!(seen, variants);
    }
}
