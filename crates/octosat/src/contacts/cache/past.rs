//! The last frame as the chunks of a call see it.

use super::boxes::BoxMotions;
use super::places::{Lists, NEW, PairPlaces};
use super::state::{FORGOTTEN, PairState};
use super::work::CachedPairs;
use crate::contacts::Manifold;
use crate::contacts::lists::Manifolds;

/// The last frame as chunks see it.
pub(crate) struct Past<'a> {
    pub(super) lists: Lists<'a>,
    pub(super) manifolds: &'a Manifolds,
    pub(super) states: &'a [PairState],
    pub(super) boxes: &'a BoxMotions,
    pub(super) places: &'a PairPlaces,
    /// Whether rows may be taken over.
    pub(super) reusable: bool,
    /// Whether positions of points have the same origin as before.
    pub(super) same_origin: bool,
    /// The margins of the last call, if each pair has its own now and had its own then; else empty.
    pub(super) margins: &'a [f32],
    /// Whether some pair or box must be treated as new.
    pub(super) any_forgotten: bool,
    pub(super) motion: f32,
}

impl Past<'_> {
    /// Finds the places of a chunk's pairs in the last list; pairs that must be treated as new have none.
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

    /// The state of the pair at a place of the last list.
    #[inline(always)]
    pub(super) fn state(&self, place: u32) -> PairState {
        self.states.get(place as usize).copied().unwrap_or(PairState::NEW)
    }

    /// The row at a place of the last list; a row without contact for a new pair.
    #[inline(always)]
    pub(super) fn row(&self, place: u32) -> &Manifold {
        self.manifolds.manifolds.get(place as usize).unwrap_or(&Manifold::NONE)
    }
}
