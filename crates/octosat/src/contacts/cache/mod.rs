//! The contact cache: state kept between frames, so that contacts at rest stay the same and cost less.
//!
//! The cache holds the last frame's contacts and how far each box has moved. It runs before and after the stages
//! of a contact query: before them it takes over results that are still right, after them it finds the
//! predecessor of each point. The stages get one integer per pair, a hint for ties.
//!
//! 1. `blocks`: boxes of an earlier time. `boxes`: how far each box has moved. `places`: the place of each pair in
//!    the last frame's list. `past`: the last frame as chunks see it, and what is kept per pair.
//! 2. `work`: working memory of a chunk. `reuse`: which pairs need no computation. `moving`: points that move
//!    with their boxes. `previous`: the predecessor of each point. `chunk`: a chunk of pairs from start to end.
//! 3. Here, [`ContactCache`]: the state between calls. `saved`: a cache as bytes.

mod blocks;
mod boxes;
pub(crate) mod chunk;
mod moving;
pub(crate) mod past;
mod places;
mod previous;
mod reuse;
pub(crate) mod saved;
pub(crate) mod work;

use core::mem;

use self::boxes::{BoxMotions, Limits, LookAtBoxes};
use self::past::{FORGOTTEN, PairState, Past};
use self::places::{Lists, PairPlaces};
use super::lists::{Manifolds, Touching};
use super::points::PointDetail;
use super::{PointLimit, PointOrigin};
use crate::backend::Rounding;
use crate::contacts::gather::Call;
use crate::engine::Engine;
use crate::query::{Query, QueryError};
use crate::tolerances::{PATH_SLACK, REUSED_MOTION};

/// How a [`ContactCache`] uses the last frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CacheMode {
    /// The contacts of boxes that moved are computed. So that noise changes nothing, last frame's axis, faces and four
    /// points are kept unless others are clearly better (hysteresis): another axis by more than about 2 % of the
    /// depth, other points by more than 5 % of the area.
    Steady,
    /// The same, but if both boxes of a pair barely moved, their manifold is moved along with them instead of
    /// computed.
    Reuse {
        /// How far the points of both boxes together may have moved since the manifold was computed, as a fraction of
        /// the smallest of the six half extents. Finite and at least zero; [`Self::REUSE`] has 0.01.
        ///
        /// Depths are off by at most twice that length. Normals of faces are off by at most motion/√3 radians, and
        /// normals of edge pairs by this angle divided by the sine of the angle between the edges.
        motion: f32,
    },
}

impl CacheMode {
    /// [`Self::Reuse`] with a `motion` of 0.01: the default.
    pub const REUSE: Self = Self::Reuse { motion: REUSED_MOTION };

    /// How far boxes may move while manifolds are reused.
    pub(crate) fn motion(self) -> f32 {
        match self {
            Self::Steady => 0.0,
            Self::Reuse { motion } => motion,
        }
    }

    fn check(self) -> Result<(), QueryError> {
        let motion = self.motion();
        if motion >= 0.0 && motion.is_finite() {
            return Ok(());
        }
        Err(QueryError::ReuseMotion { motion })
    }
}

impl Default for CacheMode {
    fn default() -> Self {
        Self::REUSE
    }
}

/// State kept from frame to frame, for warm starting, stable contacts and reuse of manifolds.
///
/// Keep one cache per world, and pass it to [`Engine::manifolds_cached`] once per frame. The pair list may change
/// from frame to frame and may have any order: the cache finds the pairs again. [`Manifolds::previous`] leads to the
/// impulses of the last frame, as in the example.
///
/// The cache measures how far each box has moved. If a box is teleported or changes its half extents, or if another
/// body takes its index, this counts as a large motion, so the contacts of the box are computed. They are correct
/// without any further call, but their points may continue points of the old body or place. [`Self::forget_box`]
/// prevents this.
///
/// Results depend on the frames before. Given these, they have the same bits on every backend and for every number of
/// threads.
///
/// # Example
/// ```
/// use octosat::{BoxPose, BoxStore, ContactCache, Engine, OrientedBox, Query};
///
/// let upright = [0.0, 0.0, 0.0, 1.0];
/// let mut boxes = BoxStore::new();
/// boxes.insert(OrientedBox::new([0.0, 0.0, 0.0], upright, [2.0, 1.0, 2.0]))?;
/// boxes.insert(OrientedBox::new([0.5, 1.99, 0.0], upright, [1.0, 1.0, 1.0]))?;
///
/// let mut cache = ContactCache::default();
/// let (mut impulses, mut last_impulses) = (Vec::new(), Vec::new());
/// for height in [1.99, 1.9899, 1.9901] {
///     boxes.set_pose(1, BoxPose { center: [0.5, height, 0.0], rotation: upright })?;
///     let query = Query::new(&boxes, &[[0, 1]]).margin(0.02);
///     let manifolds = Engine::new().manifolds_cached(query, &mut cache)?;
///     assert!((manifolds.manifolds()[0].depth - (2.0 - height)).abs() < 1e-6);
///     // Last frame's impulses; zero for points that are new.
///     let before = manifolds.previous().iter();
///     impulses.clear();
///     impulses.extend(before.map(|&at| last_impulses.get(at as usize).copied().unwrap_or(0.0)));
///     // Here a solver would change them.
///     impulses.iter_mut().for_each(|impulse| *impulse += 1.0);
///     std::mem::swap(&mut impulses, &mut last_impulses);
/// }
/// assert!(cache.manifolds().manifolds()[0].is_reused());
/// assert_eq!(last_impulses, [3.0; 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ContactCache {
    mode: CacheMode,
    /// The settings of the last call; none if nothing is known of the last frame.
    settings: Option<Settings>,
    boxes: BoxMotions,
    now: Manifolds,
    last: Manifolds,
    states: Vec<PairState>,
    last_states: Vec<PairState>,
    /// Margins of calls that have one per pair.
    margins: Vec<f32>,
    last_margins: Vec<f32>,
    places: PairPlaces,
    /// Whether some pair must be treated as new.
    forgotten_pairs: bool,
}

/// The settings that must stay the same for manifolds to be reused.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Settings {
    mode: CacheMode,
    limit: PointLimit,
    origin: PointOrigin,
    surfaces: bool,
    /// The margin of all pairs, if they have the same.
    margin: Option<f32>,
    rounding: Rounding,
}

impl ContactCache {
    /// Makes an empty cache with this mode.
    #[must_use]
    pub fn new(mode: CacheMode) -> Self {
        Self { mode, ..Self::default() }
    }

    /// How the cache uses the last frame.
    #[must_use]
    pub fn mode(&self) -> CacheMode {
        self.mode
    }

    /// Changes the mode. All contacts of the next frame are computed; hysteresis and predecessors stay.
    pub fn set_mode(&mut self, mode: CacheMode) {
        self.mode = mode;
    }

    /// The contacts of the last call.
    #[must_use]
    pub fn manifolds(&self) -> &Manifolds {
        &self.now
    }

    /// The contacts of the call before the last one. `previous` of [`Self::manifolds`] has places in the points of
    /// this value.
    #[must_use]
    pub fn last_manifolds(&self) -> &Manifolds {
        &self.last
    }

    /// The pairs that have contacts in the last call and had none in the call before.
    pub fn began(&self) -> impl Iterator<Item = Touching<'_>> + '_ {
        self.now.touching().filter(|touching| {
            let before = self.states[touching.index].place;
            self.last.manifolds.get(before as usize).is_none_or(|row| row.len == 0)
        })
    }

    /// The pairs that had contacts in the call before and have none in the last call, with their old contacts.
    pub fn ended(&self) -> impl Iterator<Item = Touching<'_>> + '_ {
        let mut goes_on = vec![false; self.last.manifolds.len()];
        for touching in self.now.touching() {
            let before = self.states[touching.index].place;
            if let Some(goes_on) = goes_on.get_mut(before as usize) {
                *goes_on = true;
            }
        }
        self.last.touching().filter(move |touching| !goes_on[touching.index])
    }

    /// Treats the pairs of a box as new in the next call: without hysteresis and predecessors.
    ///
    /// Call it if another body takes the index of the box, or if a teleported box must not keep its impulses. An
    /// index that the cache has not seen is ignored.
    pub fn forget_box(&mut self, index: u32) {
        self.boxes.forget(index);
    }

    /// Treats a pair as new in the next call: without hysteresis and predecessors.
    pub fn forget_pair(&mut self, pair: [u32; 2]) {
        for (found, state) in self.now.pairs.iter().zip(&mut self.states) {
            if *found == pair {
                state.hint = FORGOTTEN;
                self.forgotten_pairs = true;
            }
        }
    }

    /// Empties the cache. The mode and the buffers stay.
    pub fn clear(&mut self) {
        self.settings = None;
        for manifolds in [&mut self.now, &mut self.last] {
            manifolds.pairs.clear();
            manifolds.manifolds.clear();
            manifolds.points.len = 0;
        }
        self.boxes.resize(0);
        self.places.clear();
    }

    /// Gives boxes new indices, after your engine has reordered its boxes: box k becomes box `new_numbers[k]`, or is
    /// removed if that number is `u32::MAX`.
    ///
    /// Boxes beyond the end of `new_numbers` are removed, too. The pairs of [`Self::manifolds`] and
    /// [`Self::last_manifolds`] get the new indices. The cache allocates memory for all indices up to the largest new
    /// one.
    ///
    /// # Panics
    /// If two boxes get the same index.
    pub fn renumber_boxes(&mut self, new_numbers: &[u32]) {
        self.boxes.renumber(new_numbers);
        let renumbered = |index: u32| new_numbers.get(index as usize).copied().unwrap_or(u32::MAX);
        self.places.forget_order();
        for pair in self.now.pairs.iter_mut().chain(&mut self.last.pairs) {
            *pair = pair.map(renumbered);
        }
    }
}

impl Engine {
    /// Reports where the boxes of each pair touch, with temporal coherence; see [`ContactCache`].
    ///
    /// Call it once per frame, with all pairs of the frame. The contacts are borrowed from the cache and stay there
    /// until the next call.
    ///
    /// # Errors
    /// As for [`Self::manifolds`]. Also if slots are given, but not one per pair, if a slot is 2²⁶ or larger, or if
    /// the `motion` of [`CacheMode::Reuse`] is negative or not finite. The cache is then unchanged.
    pub fn manifolds_cached<'c>(
        &self,
        query: Query<'_>,
        cache: &'c mut ContactCache,
    ) -> Result<&'c Manifolds, QueryError> {
        cache.mode.check()?;
        places::check_slots(query.slots, query.pairs.len())?;
        let motion = cache.mode.motion();
        let settings = Settings {
            mode: cache.mode,
            limit: query.limit,
            origin: query.origin,
            surfaces: query.surfaces,
            margin: query.margin.of_all(),
            rounding: self.rounding(),
        };
        let detail = PointDetail { surfaces: query.surfaces, previous: true };
        let call = Call::accept(self, &query, detail)?;
        let ContactCache { now, last, states, last_states, margins, last_margins, .. } = cache;
        let ContactCache { places, boxes, forgotten_pairs, .. } = cache;
        // Nothing is known while the call runs, in case it panics.
        let before = cache.settings.take();
        mem::swap(now, last);
        mem::swap(&mut now.workspace, &mut last.workspace);
        mem::swap(states, last_states);
        mem::swap(margins, last_margins);
        margins.clear();
        margins.extend_from_slice(query.margin.of_pairs());
        if before.is_none() {
            last.pairs.clear();
            last.manifolds.clear();
            places.clear();
        }
        let limits = Limits { slow: motion, slack: PATH_SLACK * motion };
        self.run(query.view.len(), LookAtBoxes { view: &query.view, boxes, limits });
        let lists = Lists { now: query.pairs, last: &last.pairs };
        places.prepare(self, lists, query.slots);
        states.clear();
        states.resize(query.pairs.len(), PairState::NEW);
        let past = Past {
            lists,
            manifolds: last,
            states: last_states,
            boxes,
            places,
            reusable: before == Some(settings),
            same_origin: before.is_some_and(|before| before.origin == settings.origin),
            margins: if settings.margin.is_none() { last_margins } else { &[] },
            any_forgotten: mem::take(forgotten_pairs) | boxes.any_unknown(),
            motion,
        };
        call.answer(now, Some(&past), states);
        cache.settings = Some(settings);
        Ok(&cache.now)
    }
}
