//! A query: boxes, pairs of them and margins.

use alloc::vec::Vec;

use crate::boxes::view::View;
use crate::call::error::QueryError;
use crate::call::sides::Sides;

/// A query about pairs of boxes: the boxes, the list of pairs, and the margin.
///
/// Pass it to a method of [`Engine`](crate::Engine). Row p of the results is about `pairs[p]`, whatever the backend
/// and the number of threads. A pair may occur several times, and a box may be paired with itself. `N` is the number of
/// columns of the [`View`].
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
pub struct Query<'a, const N: usize = 3> {
    /// The boxes. Copying those of one list for both sides would cost short lists a twentieth of their time.
    pub(crate) boxes: Sides<View<'a, N>>,
    pub(crate) pairs: &'a [[u32; 2]],
    pub(crate) margin: Margin<'a>,
}

impl<'a, const N: usize> Query<'a, N> {
    /// Makes a query without a margin: only boxes that share a point overlap or have contacts.
    ///
    /// The boxes are a store, or a [`View`] of your own arrays. A pair (a, b) holds the indices of two of them. Normals
    /// point from a to b.
    ///
    /// Of two lists in an array, the first index of a pair is for one, the second index for the other. So the links of a
    /// robot need no copy of the obstacles, and moving bodies need no copy of a level. Nothing else differs: the same list
    /// twice gives the results of one.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Engine, OrientedBox, Query};
    /// let upright = [0.0, 0.0, 0.0, 1.0];
    /// let [mut links, mut obstacles] = [BoxStore::new(), BoxStore::new()];
    /// links.insert(OrientedBox::new([0.0, 0.0, 0.0], upright, [1.0; 3]))?;
    /// obstacles.insert(OrientedBox::new([5.0, 0.0, 0.0], upright, [1.0; 3]))?;
    /// obstacles.insert(OrientedBox::new([1.5, 0.0, 0.0], upright, [1.0; 3]))?;
    /// let mut hits = [false; 2];
    /// let pairs = [[0, 0], [0, 1]];
    /// Engine::new().overlaps(Query::new([&links, &obstacles], &pairs), &mut hits)?;
    /// assert_eq!(hits, [false, true]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(boxes: impl Into<Sides<View<'a, N>>>, pairs: &'a [[u32; 2]]) -> Self {
        Self { boxes: boxes.into(), pairs, margin: Margin::None }
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
/// - `Engine::distances`, of the feature `certain`, computes the distance and its points unless a face axis separates the
///   boxes by more than the margin. Without a margin, it does for all pairs.
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
