//! The last frame as the chunks of a call see it, and the state kept per pair.

use bytemuck::{Pod, Zeroable};

use super::boxes::BoxMotions;
use super::places::{Lists, NEW, PairPlaces};
use crate::contacts::Manifold;
use crate::contacts::lists::Manifolds;

/// The state kept per pair in addition to its row and points.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct PairState {
    /// The sum of both boxes' paths, in meters, at which the row must be computed again.
    pub(super) until: f64,
    /// What the stages prefer in ties, with [`TOUCHED`] for pairs that have points; or [`FORGOTTEN`].
    pub(super) hint: i32,
    /// The place in the list before of a pair that has points; or [`NEW`].
    pub(super) place: u32,
}

impl PairState {
    /// The state of a pair of which nothing is known.
    pub(super) const NEW: Self = Self { until: f64::NEG_INFINITY, hint: 0, place: NEW };
}

/// The bit in the hint of a pair that has points.
pub(super) const TOUCHED: i32 = 1 << 24;

/// The hint of a pair that must be treated as new.
pub(super) const FORGOTTEN: i32 = -1;

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
