//! What the chunks of a call may look at of the last frame.

use super::boxes::BoxMotions;
use super::places::{Lists, NEW, PairPlaces};
use super::state::{FORGOTTEN, PairState};
use super::work::CachedPairs;
use crate::contacts::Manifold;
use crate::contacts::lists::Manifolds;

/// What chunks may look at of the last frame.
pub(crate) struct Past<'a> {
    pub(super) lists: Lists<'a>,
    pub(super) manifolds: &'a Manifolds,
    pub(super) states: &'a [PairState],
    pub(super) boxes: &'a BoxMotions,
    pub(super) places: &'a PairPlaces,
    /// Whether rows may be taken over.
    pub(super) reusable: bool,
    /// Whether positions of points are relative to the same as before.
    pub(super) same_origin: bool,
    /// Those of the last call where each pair has its own now and had one then; else there are none.
    pub(super) margins: &'a [f32],
    /// Whether some pair or box is to be treated as new.
    pub(super) any_forgotten: bool,
    pub(super) motion: f32,
}

impl Past<'_> {
    /// Finds out where the pairs of a chunk stood; those to be treated as new stood nowhere.
    pub(super) fn find_places(&self, pairs: CachedPairs<'_, '_>, places: &mut [u32]) {
        self.places.find(self.lists, pairs.first, places);
        if self.any_forgotten {
            let is_unknown = |index: u32| self.boxes.of(index).is_unknown();
            for (position, place) in places.iter_mut().enumerate() {
                let forgotten = self.state(*place).hint == FORGOTTEN;
                if forgotten || pairs.pair(position).into_iter().any(is_unknown) {
                    *place = NEW;
                }
            }
        }
    }

    /// What is known of the pair that stood at a place.
    #[inline(always)]
    pub(super) fn state(&self, place: u32) -> PairState {
        self.states.get(place as usize).copied().unwrap_or(PairState::NEW)
    }

    /// The row of last frame that stood at a place; one without contact of a new pair.
    #[inline(always)]
    pub(super) fn row(&self, place: u32) -> Manifold {
        self.manifolds.manifolds.get(place as usize).copied().unwrap_or_default()
    }
}
