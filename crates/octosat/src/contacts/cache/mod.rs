//! What is kept of contacts from frame to frame, so that contacts at rest stay as they were and cost less.
//!
//! The cache is last frame's list of contacts, and how far each box has moved since. It wraps the stages of a
//! contact query: before them it takes over what has not changed, behind them it finds each point's predecessor.
//! The stages get one integer per pair, a hint for ties.
//!
//! 1. `boxes`: how far each box has moved. `places`: where each pair stood in last frame's list. `state`: what is
//!    kept of a pair. `past`: what is known of the last frame.
//! 2. `work`: what a chunk is worked on in. `reuse`: which pairs need no computing. `moving`: points that move along
//!    with their boxes. `previous`: the predecessor of each point. `chunk`: the way of some pairs through all this.
//! 3. Here, [`ContactCache`]: what is kept between calls. `saved`: a cache as bytes.

mod boxes;
pub(crate) mod chunk;
mod moving;
pub(crate) mod past;
mod places;
mod previous;
mod reuse;
pub(crate) mod saved;
pub(crate) mod state;
pub(crate) mod work;

use core::mem;

use self::boxes::{BoxMotions, Limits, LookAtBoxes};
use self::past::Past;
use self::places::{Lists, PairPlaces};
use self::state::{FORGOTTEN, PairState};
use super::lists::{Manifolds, Touching};
use super::points::PointDetail;
use super::{PointLimit, PointOrigin};
use crate::backend::Rounding;
use crate::contacts::gather::Call;
use crate::engine::Engine;
use crate::query::{Query, QueryError};
use crate::tolerances::{PATH_SLACK, REUSED_MOTION, SLOW_STEP};

/// What a [`ContactCache`] does with the last frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CacheMode {
    /// Every manifold of boxes that moved is computed. Last frame's axis, faces and four points are preferred
    /// where others are better by less than a fiftieth of their depth or size.
    Steady,
    /// The same, and a manifold whose boxes barely moved is kept, with depths and positions that follow the boxes.
    Reuse {
        /// How far the points of both boxes may have moved together since the manifold was computed, as a part of
        /// the smallest of the six half extents, without unit. Depths are off by at most twice that; normals
        /// by about as much in radians. Finite and at least zero; [`Self::REUSE`] has 0.01, and hundredths are meant.
        motion: f32,
    },
}

impl CacheMode {
    /// Reusing with a motion of 0.01.
    pub const REUSE: Self = Self::Reuse { motion: REUSED_MOTION };

    /// How far boxes may move while manifolds are kept.
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

/// Contacts from frame to frame: this frame's, last frame's, and which point was which.
///
/// The cache belongs to the caller, one per world. It finds pairs again in any order, after additions and removals.
/// It goes by what it has seen of each box: a box that jumps, changes its extents or takes the number of another
/// is a box that moved, and its contacts are computed. So a cache never makes a contact wrong; at most the
/// hint for ties and the predecessors are those of something else, which [`Self::forget_box`] prevents.
///
/// Results are the same bits on every backend and for every number of threads, given the frames before.
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
    /// What the last call was asked for; none: nothing is known of the last frame.
    settings: Option<Settings>,
    boxes: BoxMotions,
    now: Manifolds,
    last: Manifolds,
    states: Vec<PairState>,
    last_states: Vec<PairState>,
    /// Of calls that have one for each pair.
    margins: Vec<f32>,
    last_margins: Vec<f32>,
    places: PairPlaces,
    /// Whether some pair is to be treated as new.
    forgotten_pairs: bool,
}

/// What must stay the same for manifolds to be reused.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Settings {
    mode: CacheMode,
    limit: PointLimit,
    origin: PointOrigin,
    surfaces: bool,
    /// That of all pairs, if it is one.
    margin: Option<f32>,
    rounding: Rounding,
}

impl ContactCache {
    /// An empty cache.
    #[must_use]
    pub fn new(mode: CacheMode) -> Self {
        Self { mode, ..Self::default() }
    }

    /// What the cache does with the last frame.
    #[must_use]
    pub fn mode(&self) -> CacheMode {
        self.mode
    }

    /// Changes what the cache does; the next frame is computed, with last frame's hints and predecessors.
    pub fn set_mode(&mut self, mode: CacheMode) {
        self.mode = mode;
    }

    /// The contacts of the last call.
    #[must_use]
    pub fn manifolds(&self) -> &Manifolds {
        &self.now
    }

    /// The contacts of the call before, which [`Manifolds::previous`] numbers.
    #[must_use]
    pub fn last_manifolds(&self) -> &Manifolds {
        &self.last
    }

    /// The pairs that have contacts in the last call and had none in the one before.
    pub fn began(&self) -> impl Iterator<Item = Touching<'_>> + '_ {
        self.now.touching().filter(|touching| {
            let before = self.states[touching.index].place;
            self.last.manifolds.get(before as usize).is_none_or(|row| row.len == 0)
        })
    }

    /// The pairs that had contacts in the call before and have none in the last one, as they were.
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

    /// Forgets a box that was replaced by another: its pairs are new ones in the next call.
    ///
    /// Of an index that the cache has not seen nothing is known anyway.
    pub fn forget_box(&mut self, index: u32) {
        self.boxes.forget(index);
    }

    /// Forgets a pair: it is a new one in the next call.
    pub fn forget_pair(&mut self, pair: [u32; 2]) {
        for (found, state) in self.now.pairs.iter().zip(&mut self.states) {
            if *found == pair {
                state.hint = FORGOTTEN;
                self.forgotten_pairs = true;
            }
        }
    }

    /// Forgets everything but the mode; keeps its memory.
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

    /// Renumbers the boxes, after an engine has moved its own: box k is box `new_numbers[k]` from now on, or gone
    /// if that is `u32::MAX`.
    ///
    /// Also the pairs of [`Self::manifolds`] and [`Self::last_manifolds`] get the new numbers. A box beyond the
    /// numbers is gone. Memory goes with the largest new number.
    ///
    /// # Panics
    /// If two boxes get the same number.
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
    /// Reports where each pair touches, given the frames before; see [`ContactCache`].
    ///
    /// Call it once a frame. The contacts are lent from the cache and stay there until the next call.
    ///
    /// # Errors
    /// As for [`Self::manifolds`], or if there is not one slot per pair, a slot is too large, or the motion to reuse
    /// manifolds at is not finite and at least zero; the cache is then untouched.
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
        // Nothing is known while the call runs, in case it does not come back.
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
        let limits = Limits { slow: motion.max(SLOW_STEP), slack: PATH_SLACK * motion };
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
