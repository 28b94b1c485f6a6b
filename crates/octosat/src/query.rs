//! A query: boxes, pairs of them and margins; and why a query is rejected.

use core::fmt;

use octosat_lanes::PairOutOfBounds;

use crate::layout::{Layout, Unit};
use crate::store::{Store, Stored};
use crate::view::View;

/// A source of boxes for a query: a store, or a view of your own arrays.
///
/// It is implemented for `&Store`, `View` and `&View`. To pass a type of your own, make a [`View`] of its columns.
pub trait Boxes<'a> {
    /// What the columns hold.
    type Layout: Layout;

    /// The columns that the query reads.
    fn view(self) -> View<'a, Self::Layout>;
}

impl<'a, L: Stored> Boxes<'a> for &'a Store<L> {
    type Layout = L;

    fn view(self) -> View<'a, L> {
        self.view()
    }
}

impl<'a, L: Layout> Boxes<'a> for View<'a, L> {
    type Layout = L;

    fn view(self) -> Self {
        self
    }
}

impl<'a, L: Layout> Boxes<'a> for &View<'a, L> {
    type Layout = L;

    fn view(self) -> View<'a, L> {
        *self
    }
}

/// A query about pairs of boxes: the boxes, the list of pairs, and the margin.
///
/// Pass it to a method of [`Engine`](crate::Engine). Row p of the results is about `pairs[p]`, whatever the backend
/// and the number of threads. A pair may occur several times, and a box may be paired with itself.
///
/// # Example
/// ```
/// use octosat::{BoxStore, Engine, OrientedBox, Query};
/// let upright = [0.0, 0.0, 0.0, 1.0];
/// let mut boxes = BoxStore::new();
/// boxes.insert(OrientedBox::new([0.0, 0.0, 0.0], upright, [1.0; 3]))?;
/// boxes.insert(OrientedBox::new([2.01, 0.0, 0.0], upright, [1.0; 3]))?;
/// let query = Query::new(&boxes, &[[0, 1]]);
/// let mut hits = [true];
/// Engine::new().overlaps(query, &mut hits)?;
/// assert_eq!(hits, [false]);
/// Engine::new().overlaps(query.margin(0.02), &mut hits)?;
/// assert_eq!(hits, [true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Query<'a, L: Layout = Unit> {
    pub(crate) view: View<'a, L>,
    pub(crate) pairs: &'a [[u32; 2]],
    pub(crate) margin: Margin<'a>,
}

impl<'a, L: Layout> Query<'a, L> {
    /// Makes a query without a margin: only boxes that share a point overlap or have contacts.
    ///
    /// A pair (a, b) holds the indices of two boxes in the store or view. Normals point from a to b.
    pub fn new(boxes: impl Boxes<'a, Layout = L>, pairs: &'a [[u32; 2]]) -> Self {
        Self { view: boxes.view(), pairs, margin: Margin::None }
    }

    /// The same query with a margin: separated boxes are also reported if they are at most the margin apart.
    /// [`Margin`] says how each query measures this.
    ///
    /// Pass one margin for all pairs, or a slice with one margin per pair, in meters.
    #[must_use]
    pub fn margin(self, margin: impl Into<Margin<'a>>) -> Self {
        Self { margin: margin.into(), ..self }
    }

    /// The pairs.
    #[must_use]
    pub fn pairs(&self) -> &'a [[u32; 2]] {
        self.pairs
    }
}

/// The largest gap at which separated boxes are reported, in meters.
///
/// For pairs of boxes, the queries use it as follows:
///
/// - [`Engine::overlaps`](crate::Engine::overlaps) is true if none of the fifteen axes separates the boxes by more
///   than the margin. No pair within the margin is missed. Near vertices, the distance of the boxes can be larger than
///   every separation along an axis. So some pairs that are up to √3 margins apart are reported, too.
/// - [`Engine::penetrations`](crate::Engine::penetrations) tests the edge axes, and computes a normal, unless a face
///   axis separates the boxes by more than the margin.
/// - [`Engine::manifolds`](crate::Engine::manifolds) has contacts if the distance of the boxes is at most the margin.
///
/// Half extents, distances and margins that are not zero must be at least 1e-17 m for this. With smaller ones, pairs
/// can be reported or missed wrongly.
#[derive(Clone, Copy, Debug, Default)]
pub enum Margin<'a> {
    /// No margin: boxes are reported if they share a point.
    #[default]
    None,
    /// One margin for all pairs, finite and at least zero.
    Uniform(f32),
    /// One margin per pair, in the pairs' order, each finite and at least zero.
    PerPair(&'a [f32]),
}

impl From<f32> for Margin<'_> {
    fn from(margin: f32) -> Self {
        Self::Uniform(margin)
    }
}

impl<'a> From<&'a [f32]> for Margin<'a> {
    fn from(margins: &'a [f32]) -> Self {
        Self::PerPair(margins)
    }
}

impl<'a> From<&'a Vec<f32>> for Margin<'a> {
    fn from(margins: &'a Vec<f32>) -> Self {
        Self::PerPair(margins)
    }
}

impl<'a, const N: usize> From<&'a [f32; N]> for Margin<'a> {
    fn from(margins: &'a [f32; N]) -> Self {
        Self::PerPair(margins)
    }
}

impl<'a> Margin<'a> {
    /// The margins of a range of the pairs.
    #[inline(always)]
    pub(crate) fn slice(self, range: core::ops::Range<usize>) -> Self {
        match self {
            Self::PerPair(margins) => Self::PerPair(&margins[range]),
            other => other,
        }
    }

    /// The margin of all pairs, if there is one; else zero.
    #[inline(always)]
    pub(crate) fn uniform(self) -> f32 {
        if let Self::Uniform(margin) = self { margin } else { 0.0 }
    }

    /// Rejects margins that are not usable for this number of pairs.
    pub(crate) fn check(self, pairs: usize) -> Result<(), QueryError> {
        let is_bad = |margin: f32| !(margin >= 0.0 && margin.is_finite());
        match self {
            Self::None => Ok(()),
            Self::Uniform(margin) if is_bad(margin) => {
                Err(QueryError::Margin { pair: None, margin })
            }
            Self::Uniform(_) => Ok(()),
            Self::PerPair(margins) if margins.len() != pairs => {
                Err(QueryError::MarginLength { expected: pairs, found: margins.len() })
            }
            Self::PerPair(margins) => match margins.iter().position(|&margin| is_bad(margin)) {
                Some(pair) => Err(QueryError::Margin { pair: Some(pair), margin: margins[pair] }),
                None => Ok(()),
            },
        }
    }
}

/// Why a query was rejected. Nothing was written to its output.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum QueryError {
    /// A pair has an index that does not exist.
    IndexOutOfRange {
        /// Which pair of the list, counted from zero.
        pair: usize,
        /// Which of its two indices: 0 or 1.
        side: usize,
        /// The index.
        index: u32,
        /// The name of the list that the index belongs to: `"boxes"`, `"spheres"` and so on.
        list: &'static str,
        /// The length of that list.
        len: usize,
    },
    /// The output buffer has the wrong length.
    OutputLength {
        /// The length that it must have, in elements of the buffer.
        expected: usize,
        /// The length that it has.
        found: usize,
    },
    /// There are so many pairs that the number of their points might not fit 32 bits.
    TooManyPairs {
        /// The number of pairs.
        pairs: usize,
        /// The most that one call takes.
        limit: usize,
    },
    /// This frame of a [`ContactCache`](crate::ContactCache) has its contacts already.
    FrameHasContacts,
    /// There are not as many margins as pairs.
    MarginLength {
        /// The number of pairs.
        expected: usize,
        /// The number of margins.
        found: usize,
    },
    /// A margin is negative, infinite or not a number.
    Margin {
        /// Which pair it belongs to; none if all pairs have this margin.
        pair: Option<usize>,
        /// Its value, in meters.
        margin: f32,
    },
}

impl QueryError {
    /// The error of a pair with an index that is out of range in one of two lists.
    pub(crate) fn of_pair(error: PairOutOfBounds, lists: [&'static str; 2]) -> Self {
        let PairOutOfBounds { pair, side, index, rows } = error;
        let side = side.slot();
        Self::IndexOutOfRange { pair, side, index, list: lists[side], len: rows }
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IndexOutOfRange { pair, side, index, list, len } => {
                write!(f, "pairs[{pair}][{side}] is {index}, but there are {len} {list}")
            }
            Self::OutputLength { expected, found } => {
                write!(f, "the output holds {found} elements, but {expected} are needed")
            }
            Self::TooManyPairs { pairs, limit } => {
                write!(f, "{pairs} pairs are more than the {limit} that one call takes")
            }
            Self::FrameHasContacts => f.write_str(
                "this frame of the cache has its contacts: begin the next one, or keep a cache per list of pairs",
            ),
            Self::MarginLength { expected, found } => {
                write!(f, "there are {found} margins for {expected} pairs")
            }
            Self::Margin { pair: Some(pair), margin } => {
                write!(f, "margins[{pair}] is {margin}, which is not finite and at least zero")
            }
            Self::Margin { pair: None, margin } => {
                write!(f, "the margin is {margin}, which is not finite and at least zero")
            }
        }
    }
}

impl core::error::Error for QueryError {}

/// The length an output has and the length it must have, in its own elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lengths {
    pub(crate) found: usize,
    pub(crate) expected: usize,
}

impl Lengths {
    /// Rejects an output that does not have one place per row.
    pub(crate) fn check(self) -> Result<(), QueryError> {
        let Self { found, expected } = self;
        if found == expected { Ok(()) } else { Err(QueryError::OutputLength { expected, found }) }
    }
}
