//! What methods of the engine answer: one trait for all of them, and the methods that take questions of several kinds.

use crate::call::answers::Answers;
use crate::call::engine::Engine;
use crate::error::Error;

/// A question that a method of [`Engine`] answers; `V` is named like the method.
///
/// Its implementations are the table of all methods that take questions of several kinds.
#[diagnostic::on_unimplemented(
    message = "no method of this kind of the engine takes `{Self}`",
    note = "the documentation of `Query` has a table of all calls"
)]
pub trait Question<V> {
    /// Where the answers go: a slice of rows, booleans, or all contacts.
    type Out<'o>;

    /// Answers the question. Call the method of the engine instead.
    ///
    /// # Errors
    /// As the method of the engine.
    fn answer(self, engine: &Engine, out: Self::Out<'_>) -> Result<(), Error>;
}

/// Methods of [`Engine`] that take questions of several kinds, by name.
pub mod verbs {
    /// Declares the types.
    macro_rules! verbs {
        ($($verb:ident),+) => {$(
            /// The method of this name.
            #[derive(Debug)]
            pub enum $verb {}
        )+};
    }

    verbs!(
        Overlaps,
        AnyOverlap,
        Penetrations,
        Manifolds,
        Intersections,
        IouMatrix,
        IouAbove,
        OverlappingPairs,
        Suppress,
        Hits,
        Casts,
        LeastClearances
    );
}

impl Engine {
    /// Reports which pairs share a point or are [`within`](crate::Query::within) a length.
    ///
    /// Boxes are closed, so boxes that touch overlap. If they touch up to rounding, the result and the sign of the
    /// depth of [`Self::penetrations`] may differ. The output is a slice of booleans or of bits; see [`Answers`].
    ///
    /// All other calls have the same form, a question and an output: [`Query`](crate::Query) lists them.
    ///
    /// # Errors
    /// If an index is out of range, `within` is negative or not finite, the query is grown, or the output does not have
    /// one element per row; the output is then untouched.
    pub fn overlaps<'o>(
        &self,
        query: impl Question<verbs::Overlaps, Out<'o> = Answers<'o>>,
        out: impl Into<Answers<'o>>,
    ) -> Result<(), Error> {
        query.answer(self, out.into())
    }

    /// Reports how deep the shapes of each pair penetrate, and along which axis; for boxes see
    /// [`Penetration`](crate::Penetration).
    ///
    /// If a face axis separates two boxes by more than `within`, the edge axes are not tested. The depth is then
    /// that of the best face axis, and the normal is zero.
    ///
    /// # Errors
    /// As for [`Self::overlaps`].
    pub fn penetrations<Q: Question<verbs::Penetrations>>(
        &self,
        query: Q,
        out: Q::Out<'_>,
    ) -> Result<(), Error> {
        query.answer(self, out)
    }

    /// Reports where the shapes of each pair touch: a normal and contact points; for boxes see
    /// [`Manifolds`](crate::Manifolds).
    ///
    /// A pair of boxes has contacts if its distance is at most [`within`](crate::Query::within). Contacts of separated
    /// boxes are called speculative and have a negative depth.
    ///
    /// # Errors
    /// As for [`Self::overlaps`], or if the pairs could have more than `u32::MAX` points.
    pub fn manifolds<Q: Question<verbs::Manifolds>>(
        &self,
        query: Q,
        out: Q::Out<'_>,
    ) -> Result<(), Error> {
        query.answer(self, out)
    }
}

#[cfg(feature = "intersections")]
impl Engine {
    /// Reports how much the boxes of each pair share: the volume of the intersection and the IoU, in an
    /// [`Intersection`](crate::Intersection); of rectangles the area, in a `RectangleIntersection`.
    ///
    /// The IoU is never below 0 nor above 1, and exactly 1 for a box with itself, unless its volume is below the range of
    /// `f32`. A pair has the same bits if its sides are exchanged. Boxes that are apart share nothing, except for rounding
    /// of boxes that almost touch. Rectangles share nothing if [`Self::overlaps`] does not report them.
    ///
    /// With u = 2⁻²⁴, and a reach of the distance of the centers plus s, the sum of the half extents of the smaller one:
    /// areas are off by at most 32 u · reach · s, and volumes by at most 16 u · reach · s². These are limits that were
    /// searched, not proved; the chapter on error bounds has what was found. The IoU is off by twice that over the union,
    /// and 10 u.
    ///
    /// Pairs of boxes that are turned about one common axis alone, such as detections on a road, take as long as their
    /// outlines; other boxes that overlap take ten times as long. Which of both computes a pair depends on its own
    /// numbers alone.
    ///
    /// # Errors
    /// If an index is out of range, the query is `within` or `grown`, or the output does not have one element per pair;
    /// the output is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Engine, Intersection, OrientedBox, Query};
    /// let mut boxes = BoxStore::new();
    /// boxes.insert(OrientedBox::upright([0.0, 0.0, 0.0], [4.0, 2.0, 1.5], 0.0))?;
    /// boxes.insert(OrientedBox::upright([1.0, 0.0, 0.0], [4.0, 2.0, 1.5], 0.0))?;
    /// let mut rows = [Intersection::default(); 2];
    /// Engine::new().intersections(Query::new(&boxes, &[[0, 1], [0, 0]]), &mut rows)?;
    /// assert_eq!((rows[0].volume, rows[0].iou), (9.0, 0.6));
    /// assert_eq!((rows[1].volume, rows[1].iou), (12.0, 1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn intersections<Q: Question<verbs::Intersections>>(
        &self,
        query: Q,
        out: Q::Out<'_>,
    ) -> Result<(), Error> {
        query.answer(self, out)
    }
}

#[cfg(feature = "groups")]
impl Engine {
    /// Reports for each group of pairs whether any of them overlaps, as [`Self::overlaps`] does; or for each configuration
    /// of a chain whether any of its pairs touches, except for rounding of its poses.
    ///
    /// A group is left soon after its first hit. Small groups share batches. Threads share the groups, but not the pairs
    /// of one: cut a group of millions of pairs in pieces.
    ///
    /// # Errors
    /// Of groups: if an index or a range is out of range, they do not hold the pairs of their list, or a length is
    /// negative or not finite. Of configurations: if joint values are not whole rows, not finite or beyond 1024. Of both:
    /// if the output does not have one element per group or configuration. The output is then untouched.
    pub fn any_overlap<'o>(
        &self,
        query: impl Question<verbs::AnyOverlap, Out<'o> = Answers<'o>>,
        out: impl Into<Answers<'o>>,
    ) -> Result<(), Error> {
        query.answer(self, out.into())
    }
}

#[cfg(all(feature = "certain", feature = "groups"))]
impl Engine {
    /// Reports for each group of pairs its least clearance, and the pair that it is of, in a [`Least`](crate::Least); see
    /// [`Self::clearances`]. The row of a configuration of a chain is a `ChainClearance`.
    ///
    /// If the boxes are those of stores or of checked views, a group whose least clearance is positive is certainly free:
    /// none of its boxes touch.
    ///
    /// # Errors
    /// As for [`Self::any_overlap`], or if a configuration has more than 2³¹ − 1 pairs.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Engine, Groups, Least, OrientedBox, Product};
    /// let upright = [0.0, 0.0, 0.0, 1.0];
    /// let mut boxes = BoxStore::new();
    /// for x in [0.0, 5.0, 2.5] {
    ///     boxes.insert(OrientedBox::new([x, 0.0, 0.0], upright, [1.0; 3]))?;
    /// }
    /// let products = [Product::new(0..1, 1..3), Product::new(0..1, 0..0)];
    /// let mut least = [Least::default(); 2];
    /// Engine::new().least_clearances(Groups::of_products(&boxes, &products), &mut least)?;
    /// assert_eq!(least[0].pair, [0, 2]);
    /// assert!(least[0].row <= 0.5 && least[0].row > 0.4999);
    /// assert_eq!(least[1].pair, Least::<f32>::NO_PAIR);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn least_clearances<Q: Question<verbs::LeastClearances>>(
        &self,
        query: Q,
        out: Q::Out<'_>,
    ) -> Result<(), Error> {
        query.answer(self, out)
    }
}
