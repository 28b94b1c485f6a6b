//! The state kept per pair from frame to frame.

use bytemuck::{Pod, Zeroable};

use super::places::NEW;

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
