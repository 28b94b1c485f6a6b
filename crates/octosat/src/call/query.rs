//! A query: boxes, pairs of them, and how near or how large they are.

use crate::boxes::view::View;
use crate::call::length::Length;
use crate::call::sides::Sides;
#[cfg(feature = "covered")]
use crate::covered::CoveredFaces;
use crate::sealed::Sealed;

/// A query about pairs of boxes: the boxes and the list of pairs.
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
/// Engine::new().overlaps(query.within(0.02), &mut hits)?;
/// assert_eq!(hits, [true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Query<'a, const N: usize = 3> {
    /// The boxes. Copying those of one list for both sides would cost short lists a twentieth of their time.
    pub(crate) boxes: Sides<View<'a, N>>,
    pub(crate) pairs: &'a [[u32; 2]],
    /// How far apart pairs may be.
    pub(crate) within: Length<'a>,
    /// How much larger the boxes are on every side.
    pub(crate) grown: Length<'a>,
    /// The covered faces of the boxes a and b.
    #[cfg(feature = "covered")]
    pub(crate) covered: [Option<&'a CoveredFaces>; 2],
}

impl<const N: usize> Sealed for Query<'_, N> {}

#[cfg(feature = "covered")]
impl<'a> Query<'a, 3> {
    /// The same query with faces that neighbors cover: no contact normal leaves one of them, so boxes slide over the
    /// seams between flush boxes.
    ///
    /// Only contacts depend on it. [`Engine::overlaps`](crate::Engine::overlaps) and
    /// [`Engine::penetrations`](crate::Engine::penetrations) report what is true of the two boxes alone, with covered
    /// faces or without. Pairs whose contact leaves no covered face keep their bits, unless the face of a box that has
    /// covered faces is nearly as good.
    ///
    /// - Every axis still separates: pairs beyond `within` have no contact.
    /// - If the normal of a contact would leave a covered face, the best axis that leaves none takes its place, for
    ///   separated boxes within, too. Such a contact has only points where both faces lie over each other,
    ///   and is none if the boxes overlap along it by more than the smaller box reaches. Boxes that are apart have the
    ///   contact of their closest points instead, if its direction leaves no covered face.
    /// - A face of a box that has covered faces is preferred to other axes like a face to edges.
    /// - A face that is covered in part counts as covered if all points lie on its rectangles.
    /// - If nothing is left, overlapping boxes have no contact, and the row is of the kind
    ///   [`ContactKind::Covered`](crate::ContactKind::Covered).
    #[must_use]
    pub fn covered(self, faces: &'a CoveredFaces) -> Self {
        self.covered_sides([Some(faces); 2])
    }

    /// The same for boxes of two lists: the covered faces of the boxes a, and those of the boxes b, such as the tiles of a
    /// level.
    #[must_use]
    pub fn covered_sides(self, covered: [Option<&'a CoveredFaces>; 2]) -> Self {
        Self { covered, ..self }
    }
}

impl<'a, const N: usize> Query<'a, N> {
    /// Makes a query: only boxes that share a point overlap or have contacts.
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
        Self {
            boxes: boxes.into(),
            pairs,
            within: Length::None,
            grown: Length::None,
            #[cfg(feature = "covered")]
            covered: [None; 2],
        }
    }

    /// The same query, in which pairs that are up to this far apart are answered, too: a number of meters, or one per pair.
    ///
    /// - [`Engine::overlaps`](crate::Engine::overlaps) and `any_overlap` are true if none of the fifteen axes separates the
    ///   boxes by more. No pair within is missed. Near vertices, the distance of the boxes can be larger than every
    ///   separation along an axis. So some pairs that are up to √3 times as far apart are reported, too.
    /// - [`Engine::penetrations`](crate::Engine::penetrations) tests the edge axes, and computes a normal, unless a face
    ///   axis separates the boxes by more.
    /// - [`Engine::manifolds`](crate::Engine::manifolds) has contacts if the distance of the boxes is at most this.
    /// - `distances` and `least_distances` compute the distance and its points unless a face axis separates the boxes by
    ///   more. Without `within`, they do for all pairs.
    ///
    /// Other queries are about boxes that are [`Self::grown`], and reject this.
    ///
    /// Half extents, distances and `within` that are not zero must be at least 1e-17 m. With smaller ones, pairs can be
    /// reported or missed wrongly.
    #[must_use]
    pub fn within(self, within: impl Into<Length<'a>>) -> Self {
        Self { within: within.into(), ..self }
    }

    /// The same query about boxes that are larger by this on every side: a number of meters, or one per pair. Half extents
    /// are those of the boxes plus this, rounded to `f32`.
    ///
    /// So boxes that are twice this apart touch; near edges and vertices, boxes that are up to √3 times as far apart touch,
    /// too. `casts`, `impacts`, `verdicts`, `overlaps_exact`, `clearances` and `least_clearances` take it. Other queries
    /// answer pairs [`Self::within`] a distance, and reject this.
    #[must_use]
    pub fn grown(self, grown: impl Into<Length<'a>>) -> Self {
        Self { grown: grown.into(), ..self }
    }

    /// The length that an accepted query has: it has one at most.
    #[inline(always)]
    pub(crate) fn length(&self) -> Length<'a> {
        if matches!(self.within, Length::None) { self.grown } else { self.within }
    }

    /// The pairs.
    #[must_use]
    pub fn pairs(&self) -> &'a [[u32; 2]] {
        self.pairs
    }
}
