//! A query: boxes, pairs of them, and how near or how large they are.

use crate::boxes::view::BoxView;
use crate::call::length::Length;
#[cfg(feature = "motion")]
use crate::call::length::Takes;
use crate::call::lists::Lists;
#[cfg(feature = "motion")]
use crate::call::moved::Moved;
use crate::call::sides::Sides;
#[cfg(feature = "motion")]
use crate::error::Error;

/// That the boxes have moved.
#[cfg(feature = "motion")]
const MOVED: &str = "moved";

/// A query about pairs of boxes: the boxes and the list of pairs.
///
/// Pass it to a method of [`Engine`](crate::Engine). Row p of the results is about `pairs[p]`, whatever the backend
/// and the number of threads. A pair may occur several times, and a box may be paired with itself.
///
/// # All calls
///
/// Every call is `engine.verb(question, &mut output)?`, mostly with an element of the output per pair. The question is
/// the query alone, or a type made of it that holds what else the call needs. What belongs to boxes is given per list:
/// `&x` for one list, `[&x, &y]` for two. Calls of features are in [`Engine`](crate::Engine) with those.
///
/// | question | call | output |
/// |---|---|---|
/// | do boxes overlap? | `overlaps(query, &mut hits)` | `[bool]`, or bits in `[u64]` |
/// | how deep, along which normal? | `penetrations(query, &mut rows)` | `[Penetration]` |
/// | where do they touch? | `manifolds(query, &mut manifolds)` | `Manifolds` |
/// | with other options? | `manifolds(Contacts::new(query).limit(PointLimit::Eight), &mut manifolds)` | `Manifolds` |
/// | which contact continues which? | `manifolds_cached(query, &mut cache)` | `ContactCache` |
/// | how far apart, and where? | `distances(query, &mut rows)` | `[Distance]` |
/// | how far apart at least? | `clearances(query, &mut lengths)` | `[f32]` |
/// | how much do they share? | `intersections(query, &mut shared)` | `[Intersection]` |
/// | how much does each share with each, without a list of pairs? | `iou_matrix([&x, &y], &mut ious)` | `[f32]` |
/// | which share enough? | `iou_above([&x, &y], 0.5, &mut above)` | `Vec` |
/// | which overlap? | `overlapping_pairs(&boxes, &mut pairs)` | `Vec` |
/// | which points are in which boxes? | `overlapping_pairs((&boxes, &points), &mut pairs)` | `Vec` |
/// | which detections are of one object? | `suppress(Suppression::new(&boxes, &scores, 0.5), &mut kept)` | `Vec` |
/// | what is certain? | `verdicts(query, &mut verdicts)` | `[Verdict]` |
/// | what is true? | `overlaps_exact(query, &mut hits)` | `[bool]`, or bits in `[u64]` |
/// | when do they touch, if they move? | `casts(Casts::new(query, Motions::per_box(&motions)), &mut rows)` | `[Cast]` |
/// | when, if they also turn? | `impacts(Impacts::new(query, &ends).tolerance(0.01), &mut rows)` | `[Impact]` |
/// | which groups of pairs have a hit? | `any_overlap(Groups::new(query, &bounds), &mut hits)` | `[bool]` |
/// | which products of ranges? | `any_overlap(Groups::of_products([&x, &y], &products), &mut hits)` | `[bool]` |
/// | how near is each group? | `least_clearances(groups, &mut rows)` | `[Least<f32>]` |
/// | and where? | `least_distances(groups, &mut rows)` | `[Least<Distance>]` |
/// | which boxes does a shape touch? | `overlaps(Query::each(&boxes, &sphere), &mut hits)` | `[bool]` |
/// | where? | `manifolds(Query::new((&boxes, &capsules), &pairs), &mut rows)` | `[CapsuleContacts]` |
/// | how deep below the ground? | `penetrations(Query::each(&boxes, &ground), &mut rows)` | `[f32]` |
/// | where do other shapes touch? | `manifolds(Query::each(&capsules, &sphere), &mut rows)` | `[SphereContact]` |
/// | when, if they move? | `casts(Casts::new(Query::each(&boxes, &sphere), motions), &mut rows)` | `[ShapeCast]` |
/// | where do rays enter? | `hits(Query::each(&boxes, &ray), &mut rows)` | `[RayHit]` |
/// | where are segments closest? | `closest_points(Query::new(&segments, &pairs), &mut rows)` | `[ClosestPoints]` |
/// | which bounds do boxes have? | `aabbs(&boxes, &mut bounds)` | `[AxisAlignedBox]` |
/// | which boxes does a camera see? | `cull(&boxes, frustum, &mut seen)` | `[Containment]` |
/// | with fewer false ones? | `classify(&boxes, frustum, &mut seen)` | `[Containment]` |
/// | which robot configurations touch? | `any_overlap(Configurations::new(&chain, &joints), &mut hits)` | `[bool]` |
/// | how near is the world? | `least_clearances(configurations.among(&world), &mut rows)` | `[ChainClearance]` |
/// | which motions are free? | `joint_motions(JointMotions::new(configurations, &ends), &mut rows)` | `[JointMotion]` |
/// | which links touch how often? | `link_pairs(configurations, &mut links)` | `Vec` |
/// | which points are the robot's own? | `overlaps(OwnPoints::new(configurations, &points), &mut own)` | `[bool]` |
/// | which pairs with a world are near? | `near_pairs(BoxesAmong::new(&boxes, &world), &mut pairs)` | `Vec` |
/// | where are a robot's boxes? | `poses(configurations, &mut store)` | `BoxStore` |
///
/// Pairs are of `[u32; 2]`, motions and points of `[f32; 3]`, times of `f32`, bounds of `usize`, products of `Product`; ends of impacts
/// are boxes as those of the query, joint values and their ends are of `f32`, and a robot's world is a `World`.
///
/// States of rows are constants: `row.state == CastState::HIT`. Covered faces are an option of contacts: of one list
/// `covered(&faces)`, of one of two lists `covered([None, Some(&faces)])`.
///
/// [`Self::within`] makes overlaps, penetrations, manifolds, distances, `any_overlap` and `least_distances` answer
/// pairs that are apart. [`Self::grown`] makes the boxes larger or smaller for verdicts, exact overlaps, clearances,
/// casts, impacts and `least_clearances`, all of boxes. A call that takes the other one returns an error. Contacts
/// and groups take the first, and casts, impacts and groups the second, on themselves, too; other options, such as
/// `limit`, are of one question.
///
/// `intersections` take neither.
///
/// With the feature `motion`, `query.moved(motions, &times)` and `query.moved_to(&ends, &times)` ask any of these but
/// casts, impacts and products where the boxes are at a time of their motion, such as at the hits of casts.
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
pub struct Query<'a, L = Sides<BoxView<'a>>> {
    /// The lists. Copying that of boxes for both sides would cost short lists a twentieth of their time.
    pub(crate) lists: L,
    pub(crate) pairs: &'a [[u32; 2]],
    /// How far apart pairs may be.
    pub(crate) within: Length<'a>,
    /// How much larger the boxes are on every side.
    pub(crate) grown: Length<'a>,
    /// When the boxes are looked at, if they have moved.
    #[cfg(feature = "motion")]
    pub(crate) moved: Option<Moved<'a>>,
}

impl<'a> Query<'a> {
    /// Makes a query about pairs: only what shares a point overlaps or has contacts.
    ///
    /// The boxes are a store, or a [`BoxView`](crate::BoxView) of your own arrays. A pair (a, b) holds the indices of two of
    /// them. Normals point from a to b.
    ///
    /// Of two lists in an array, the first index of a pair is for one, the second index for the other. So the links of
    /// a robot need no copy of the obstacles, and moving bodies need no copy of a level. Nothing else differs: the same
    /// list twice gives the results of one.
    ///
    /// Lists of two kinds are a tuple, `(&boxes, &spheres)` or `(&capsules, &spheres)`; other shapes than boxes are slices,
    /// arrays or vectors.
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
    pub fn new<L: Lists<'a>>(lists: L, pairs: &'a [[u32; 2]]) -> Query<'a, L::Kept> {
        Query::of(lists.lists(), pairs)
    }

    /// The pairs.
    #[must_use]
    pub fn pairs(&self) -> &'a [[u32; 2]] {
        self.pairs
    }

    /// Whether the boxes have turned since they were stored.
    #[cfg(feature = "certain")]
    pub(crate) fn turns(&self) -> bool {
        #[cfg(feature = "motion")]
        return self.moved.as_ref().is_some_and(Moved::turns);
        #[cfg(not(feature = "motion"))]
        false
    }

    /// Rejects a query about boxes that have moved.
    #[cfg(feature = "motion")]
    pub(crate) fn check_still(&self, takes: Takes) -> Result<(), Error> {
        if self.moved.is_some() { Err(takes.not_taken(MOVED)) } else { Ok(()) }
    }
}

impl<'a, L> Query<'a, L> {
    /// A query about pairs of these lists.
    pub(crate) fn of(lists: L, pairs: &'a [[u32; 2]]) -> Self {
        Self {
            lists,
            pairs,
            within: Length::None,
            grown: Length::None,
            #[cfg(feature = "motion")]
            moved: None,
        }
    }

    /// The same query, in which pairs that are up to this far apart are answered, too: a number of meters, or one per
    /// pair.
    ///
    /// - [`Engine::overlaps`](crate::Engine::overlaps) and `any_overlap` are true if none of the fifteen axes separates the
    ///   boxes by more. No pair within is missed. Near vertices, the distance of the boxes can be larger than every
    ///   separation along an axis. So some pairs that are up to √3 times as far apart are reported, too.
    /// - [`Engine::penetrations`](crate::Engine::penetrations) tests the edge axes, and computes a normal, unless a face
    ///   axis separates the boxes by more.
    /// - [`Engine::manifolds`](crate::Engine::manifolds) has contacts if the distance of the boxes is at most this.
    /// - `distances` and `least_distances` compute the distance and its points unless a face axis separates the boxes by
    ///   more. Without `within`, they do for all pairs.
    /// - Of other shapes, it is compared with the distance; of axis-aligned boxes, as for boxes. Depths of half-spaces,
    ///   contacts of spheres, hits and casts reject it.
    ///
    /// Other queries are about boxes that are [`Self::grown`], and reject this.
    ///
    /// Half extents, distances and `within` that are not zero must be at least 1e-17 m. With smaller ones, pairs can be
    /// reported or missed wrongly.
    #[must_use]
    pub fn within(self, within: impl Into<Length<'a>>) -> Self {
        Self { within: within.into(), ..self }
    }

    /// The same query about boxes that are larger by this on every side, or smaller by a negative number: meters, or
    /// one per pair. Half extents are those of the boxes plus this, rounded to `f32`, and not below zero.
    ///
    /// So boxes that are twice this apart touch; near edges and vertices, boxes that are up to √3 times as far apart
    /// touch, too. If smaller boxes overlap, the boxes overlap by more than twice as much along every direction. Where
    /// a box would vanish, a plate, a needle or a point is left, and so much less is certain. `casts`, `impacts`,
    /// `verdicts`, `overlaps_exact`, `clearances` and `least_clearances` of boxes take it. Other queries answer pairs
    /// [`Self::within`] a distance, and reject this.
    #[must_use]
    pub fn grown(self, grown: impl Into<Length<'a>>) -> Self {
        Self { grown: grown.into(), ..self }
    }

    /// The length that an accepted query has: it has one at most.
    #[inline(always)]
    pub(crate) fn length(&self) -> Length<'a> {
        if matches!(self.within, Length::None) { self.grown } else { self.within }
    }
}
