//! Last frame's closest points, favoured in the search for this frame's.

use octosat_lanes::{Arithmetic, Exact, IntegerLanes, Isa, Lanes};

use super::axis::smaller_extents;
use super::batch::Batch;
use super::closest::Candidate;
use crate::tolerances::{CLOSEST_HYSTERESIS, CLOSEST_HYSTERESIS_NOISE};

/// Which closest points are favoured in the lanes that had some last frame, so that noise does not pick others where
/// several are equally near.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hold<I: Isa> {
    pub(super) known: I::Mask,
    /// The feature of last frame's closest points.
    feature: I::Integer,
    /// The part of a step that depends on no distance, meters.
    pub(super) noise: I::Real,
    margin: I::Real,
}

impl<I: Isa> Hold<I> {
    #[inline(always)]
    pub(super) fn new(isa: I, batch: &Batch<'_, I>, last_closest: I::Integer) -> Self {
        let noise = isa.splat(CLOSEST_HYSTERESIS_NOISE) * smaller_extents(batch.frame);
        let known = isa.splat_integer(0).less(last_closest);
        let feature = last_closest - isa.splat_integer(1);
        Self { known, feature, noise, margin: batch.margins }
    }

    /// What a candidate is compared by: the square of its distance, which is a step less where last frame had the
    /// candidate, and two more of two edges. Of nearly parallel edges noise moves the points, and a corner stays
    /// where it is.
    ///
    /// Nothing beyond the margin is favoured, nor preferred to what is within: the contact was lost in every other
    /// frame where the margin lay between what was nearest and what was held.
    #[inline(always)]
    pub(super) fn compared(
        &self,
        isa: I,
        candidate: &Candidate<I::Real>,
        squared: I::Real,
    ) -> I::Real {
        let distance = squared.sqrt();
        let step = Exact::multiply_add(isa.splat(CLOSEST_HYSTERESIS), distance, self.noise);
        let mut steps = isa.splat(if candidate.is_edges { 2.0 } else { 0.0 });
        steps = steps - isa.splat(1.0).keep(candidate.feature.equals(self.feature));
        let favoured = Exact::multiply_add(steps, step, distance);
        let within = distance.at_most(self.margin);
        let favoured = Lanes::select(within, favoured.lesser(self.margin), distance);
        Lanes::select(self.known, favoured * favoured.abs(), squared)
    }
}
