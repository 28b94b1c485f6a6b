//! The candidates for contact points: corners of the intersection of two faces, in eight fixed slots.

use octosat_lanes::{IntegerLanes, Isa, Lanes};

use super::plane::{FacePlane, PlanePoint};

/// The number of slots: four edges of b, then four sides of a.
pub(super) const SLOTS: usize = 8;

/// Candidates for contact points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots<I: Isa> {
    pub(super) points: [PlanePoint<I::Real>; SLOTS],
    pub(super) features: [I::Integer; SLOTS],
    pub(super) present: [I::Mask; SLOTS],
    /// How many are present, before any is removed. They are counted as they are made: counting them later loads
    /// every mask once more.
    pub(super) made: I::Integer,
}

/// A corner of the intersection, if it is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<I: Isa> {
    pub(super) point: PlanePoint<I::Real>,
    pub(super) feature: I::Integer,
    pub(super) exists: I::Mask,
}

impl<I: Isa> Slots<I> {
    /// No candidates.
    #[inline(always)]
    pub(super) fn none(isa: I, plane: &FacePlane<I::Real>) -> Self {
        let zero = isa.splat_integer(0);
        Self {
            points: [plane.center; SLOTS],
            features: [zero; SLOTS],
            present: [zero.less(zero); SLOTS],
            made: zero,
        }
    }

    /// Puts a vertex into its slot, unless its gap is larger than `limit`.
    #[inline(always)]
    pub(super) fn set(&mut self, isa: I, slot: usize, start: Start<I>, limit: I::Real) {
        let Start { point, feature, exists } = start;
        let present = exists & point.gap.at_most(limit);
        self.points[slot] = point;
        self.features[slot] = feature;
        self.present[slot] = present;
        self.made = self.made + isa.splat_integer(1).keep(present);
    }
}
