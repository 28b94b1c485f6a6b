//! Queries about products, and suppression.

use alloc::vec::Vec;

use octosat_rows::IouPair;

use super::sparse::{Overlapping, list};
use super::suppression::Suppression;
use crate::boxes::view::BoxView;
use crate::call::engine::Engine;
use crate::call::lists::Lists;
use crate::call::question::{Question, verbs};
use crate::call::sides::Sides;
use crate::error::Error;

/// Lists, and the least IoU of the pairs that are asked for.
#[derive(Clone, Copy, Debug)]
pub struct AtLeast<L> {
    pub(crate) lists: L,
    pub(crate) least: f32,
}

/// Questions about what has an IoU: of a concrete kind, so that kernels are compiled with this crate.
macro_rules! products_of {
    ($view:ident) => {
        /// The IoU of every pair.
        impl Question<verbs::IouMatrix> for Sides<$view<'_>> {
            type Out<'o> = &'o mut [f32];

            fn answer(self, engine: &Engine, out: &mut [f32]) -> Result<(), Error> {
                $crate::products::matrix::iou_matrix(engine, &self, out)
            }
        }

        /// The pairs that share enough.
        impl Question<verbs::IouAbove> for $crate::products::calls::AtLeast<Sides<$view<'_>>> {
            type Out<'o> = &'o mut Vec<IouPair>;

            fn answer(self, engine: &Engine, out: &mut Vec<IouPair>) -> Result<(), Error> {
                $crate::products::lists::check_share("least", self.least)?;
                list(engine, &self.lists, $crate::products::sparse::Above(self.least), out)
            }
        }

        /// The pairs that overlap.
        impl Question<verbs::OverlappingPairs> for Sides<$view<'_>> {
            type Out<'o> = &'o mut Vec<[u32; 2]>;

            fn answer(self, engine: &Engine, out: &mut Vec<[u32; 2]>) -> Result<(), Error> {
                list(engine, &self, Overlapping, out)
            }
        }

        /// What is kept.
        impl Question<verbs::Suppress> for Suppression<'_, $view<'_>> {
            type Out<'o> = &'o mut Vec<u32>;

            fn answer(self, engine: &Engine, out: &mut Vec<u32>) -> Result<(), Error> {
                $crate::products::suppression::suppress(engine, &self, out)
            }
        }
    };
}
#[cfg(feature = "rectangles")]
pub(crate) use products_of;

products_of!(BoxView);

impl Engine {
    /// Reports the IoU of each box of one list with each of another, without a list of pairs: element `i · b.len() + j` is of
    /// box i of a and box j of b. The lists are `[&a, &b]`, or `&boxes` with itself, of boxes or of rectangles.
    ///
    /// Each number has the bits of [`Self::intersections`] of this pair. Pairs whose bounding spheres are apart are left out
    /// in lanes, for less than a nanosecond each; they are 0. A pair with a number that is not finite, which only an unchecked
    /// view can hold, is [`f32::NAN`]. The call allocates about 24 bytes per box.
    ///
    /// # Errors
    /// If the output does not have `a.len() · b.len()` elements; it is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Engine, OrientedBox};
    /// let [mut found, mut truth] = [BoxStore::new(), BoxStore::new()];
    /// for x in [0.0, 1.0, 50.0] {
    ///     found.insert(OrientedBox::upright([x, 0.0, 0.0], [4.0, 2.0, 1.5], 0.0))?;
    /// }
    /// truth.insert(OrientedBox::upright([0.0, 0.0, 0.0], [4.0, 2.0, 1.5], 0.0))?;
    /// let mut ious = [f32::NAN; 3];
    /// Engine::new().iou_matrix([&found, &truth], &mut ious)?;
    /// assert_eq!(ious, [1.0, 0.6, 0.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iou_matrix<'a, L: Lists<'a>>(&self, lists: L, out: &mut [f32]) -> Result<(), Error>
    where
        L::Kept: for<'o> Question<verbs::IouMatrix, Out<'o> = &'o mut [f32]>,
    {
        lists.lists().answer(self, out)
    }

    /// Lists the pairs of one box of each list whose IoU is positive and at least `least`, sorted by a, then by b.
    ///
    /// Of one list, each pair comes once, the lower index first, and no box with itself; of `[&boxes, &boxes]`, all pairs come.
    /// Else as [`Self::iou_matrix`], whose memory may not suffice if both lists are long. A pair of which the IoU is NaN is
    /// not listed.
    ///
    /// # Errors
    /// If `least` is not from 0 to 1; the output is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Engine, IouPair, OrientedBox};
    /// let mut boxes = BoxStore::new();
    /// for x in [0.0, 1.0, 3.0, 50.0] {
    ///     boxes.insert(OrientedBox::upright([x, 0.0, 0.0], [4.0, 2.0, 1.5], 0.0))?;
    /// }
    /// let mut pairs = Vec::new();
    /// Engine::new().iou_above(&boxes, 0.25, &mut pairs)?;
    /// assert_eq!(pairs[0], IouPair { a: 0, b: 1, iou: 0.6 });
    /// assert_eq!((pairs[1].a, pairs[1].b, pairs.len()), (1, 2, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iou_above<'a, L: Lists<'a>>(
        &self,
        lists: L,
        least: f32,
        out: &mut Vec<IouPair>,
    ) -> Result<(), Error>
    where
        AtLeast<L::Kept>: for<'o> Question<verbs::IouAbove, Out<'o> = &'o mut Vec<IouPair>>,
    {
        AtLeast { lists: lists.lists(), least }.answer(self, out)
    }

    /// Lists the pairs of one box of each list that [`Self::overlaps`] reports, sorted by a, then by b.
    ///
    /// Of one list, each pair comes once, the lower index first, and no box with itself. So this is a whole broad phase for
    /// some thousands of boxes; its time grows with the product of both lengths. Of boxes and spheres, in a tuple, spheres
    /// with a radius of 0 are points: which points are in which boxes?
    ///
    /// # Errors
    /// If a list is longer than indices can count; the output is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Engine, OrientedBox};
    /// let mut boxes = BoxStore::new();
    /// for x in [0.0, 1.0, 5.0, 50.0] {
    ///     boxes.insert(OrientedBox::upright([x, 0.0, 0.0], [4.0, 2.0, 1.5], 0.0))?;
    /// }
    /// let mut pairs = Vec::new();
    /// Engine::new().overlapping_pairs(&boxes, &mut pairs)?;
    /// assert_eq!(pairs, [[0, 1], [1, 2]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overlapping_pairs<'a, L: Lists<'a>>(
        &self,
        lists: L,
        out: &mut Vec<[u32; 2]>,
    ) -> Result<(), Error>
    where
        L::Kept: for<'o> Question<verbs::OverlappingPairs, Out<'o> = &'o mut Vec<[u32; 2]>>,
    {
        lists.lists().answer(self, out)
    }

    /// Keeps the best of boxes that share much, by greedy non-maximum suppression: in falling score, and of equal scores in
    /// the order of the list, a box is kept unless its IoU with one that was kept before, of its class, is more than the given
    /// one. Writes the indices of the kept boxes in this order.
    ///
    /// The IoU has the bits of [`Self::intersections`]. A box with a number that is not finite, which only an unchecked view
    /// can hold, is kept and suppresses nothing. One thread works.
    ///
    /// # Errors
    /// If scores or classes do not have one value per box, a score is NaN, or the given IoU is not from 0 to 1; the output is
    /// then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Engine, OrientedBox, Suppression};
    /// let mut boxes = BoxStore::new();
    /// for x in [0.0, 1.0, 50.0] {
    ///     boxes.insert(OrientedBox::upright([x, 0.0, 0.0], [4.0, 2.0, 1.5], 0.0))?;
    /// }
    /// let scores = [0.7, 0.9, 0.8];
    /// let (engine, mut kept) = (Engine::new(), Vec::new());
    /// engine.suppress(Suppression::new(&boxes, &scores, 0.5), &mut kept)?;
    /// assert_eq!(kept, [1, 2]);
    /// engine.suppress(Suppression::new(&boxes, &scores, 0.5).classes(&[3, 4, 4]), &mut kept)?;
    /// assert_eq!(kept, [1, 2, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn suppress<Q>(&self, question: Q, out: &mut Vec<u32>) -> Result<(), Error>
    where
        Q: for<'o> Question<verbs::Suppress, Out<'o> = &'o mut Vec<u32>>,
    {
        question.answer(self, out)
    }
}
