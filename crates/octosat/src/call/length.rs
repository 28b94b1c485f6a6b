//! Lengths that a query takes, in meters: `within` or `grown`.

use alloc::vec::Vec;
use core::ops::Range;

use crate::error::{Error, ErrorKind};

/// How far apart pairs may be that are answered.
const WITHIN: &str = "within";
/// By how much the boxes are larger on every side; negative: smaller.
const GROWN: &str = "grown";

/// A length in meters: one for all rows of a query, or one per row.
///
/// [`Query::within`](crate::Query::within) and [`Query::grown`](crate::Query::grown) take it: a number, a slice with one
/// number per row, or [`Self::None`].
#[derive(Clone, Copy, Debug, Default)]
pub enum Length<'a> {
    /// Not given.
    #[default]
    None,
    /// One length for all rows, finite. That of `within` is at least zero.
    Uniform(f32),
    /// One length per row, in the order of the rows, each of this kind.
    PerPair(&'a [f32]),
}

impl From<f32> for Length<'_> {
    fn from(length: f32) -> Self {
        Self::Uniform(length)
    }
}

impl<'a> From<&'a [f32]> for Length<'a> {
    fn from(lengths: &'a [f32]) -> Self {
        Self::PerPair(lengths)
    }
}

impl<'a> From<&'a Vec<f32>> for Length<'a> {
    fn from(lengths: &'a Vec<f32>) -> Self {
        Self::PerPair(lengths)
    }
}

impl<'a, const LEN: usize> From<&'a [f32; LEN]> for Length<'a> {
    fn from(lengths: &'a [f32; LEN]) -> Self {
        Self::PerPair(lengths)
    }
}

impl<'a> Length<'a> {
    /// The lengths of a range of the rows.
    #[inline(always)]
    pub(crate) fn slice(self, range: Range<usize>) -> Self {
        match self {
            Self::PerPair(lengths) => Self::PerPair(&lengths[range]),
            other => other,
        }
    }

    /// The length of all rows, if there is one; else zero.
    #[inline(always)]
    pub(crate) fn uniform(self) -> f32 {
        if let Self::Uniform(length) = self { length } else { 0.0 }
    }

    /// Rejects lengths that are not usable for this number of rows; `word` is what the caller knows them by.
    ///
    /// Boxes can be larger by less than nothing, and no pair is less than nothing apart.
    fn check(self, word: &'static str, rows: usize) -> Result<(), Error> {
        let (least, rule) = match word {
            GROWN => (f32::MIN, "finite"),
            _ => (0.0, "finite and at least zero"),
        };
        let is_bad = |length: f32| !(length >= least && length.is_finite());
        match self {
            Self::None => Ok(()),
            Self::Uniform(length) if is_bad(length) => {
                let why = format_args!("`{word}` is {length}, but must be {rule}");
                Err(Error::new(ErrorKind::Setting, why).of_field(word).of_value(length))
            }
            Self::Uniform(_) => Ok(()),
            Self::PerPair(lengths) if lengths.len() != rows => {
                let found = lengths.len();
                let why = format_args!(
                    "`{word}` has length {found}, but must have one value per pair: {rows}"
                );
                Err(Error::new(ErrorKind::Length, why).of_field(word))
            }
            Self::PerPair(lengths) => match lengths.iter().position(|&length| is_bad(length)) {
                Some(pair) => {
                    let length = lengths[pair];
                    let why = format_args!("{word}[{pair}] is {length}, but must be {rule}");
                    let error = Error::new(ErrorKind::Setting, why).of_field(word).of_value(length);
                    Err(error.in_list("pairs", pair))
                }
                None => Ok(()),
            },
        }
    }
}

/// Which length a query takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Takes {
    /// The name of the query, for errors.
    query: &'static str,
    /// [`WITHIN`], [`GROWN`] or neither.
    word: Option<&'static str>,
}

impl Takes {
    /// A query that takes [`WITHIN`].
    pub(crate) const fn within(query: &'static str) -> Self {
        Self { query, word: Some(WITHIN) }
    }

    /// A query that takes [`GROWN`].
    #[cfg(any(feature = "certain", feature = "motion"))]
    pub(crate) const fn grown(query: &'static str) -> Self {
        Self { query, word: Some(GROWN) }
    }

    /// A query that takes neither.
    #[cfg(any(feature = "intersections", feature = "shapes"))]
    pub(crate) const fn nothing(query: &'static str) -> Self {
        Self { query, word: None }
    }

    /// Rejects the length that the query does not take, and one that is not usable for its rows.
    #[inline(always)]
    pub(crate) fn check(
        self,
        within: Length<'_>,
        grown: Length<'_>,
        rows: usize,
    ) -> Result<(), Error> {
        for (word, length) in [(WITHIN, within), (GROWN, grown)] {
            if self.word == Some(word) {
                length.check(word, rows)?;
            } else if !matches!(length, Length::None) {
                return Err(self.not_taken(word));
            }
        }
        Ok(())
    }

    /// The error of something that the query does not take.
    #[cold]
    pub(crate) fn not_taken(self, word: &'static str) -> Error {
        let Self { query, word: taken } = self;
        let error = match taken {
            Some(taken) => Error::new(
                ErrorKind::Argument,
                format_args!("{query} takes no `{word}`; it takes `{taken}`"),
            ),
            None => Error::new(ErrorKind::Argument, format_args!("{query} takes no `{word}`")),
        };
        error.of_field(word)
    }
}
