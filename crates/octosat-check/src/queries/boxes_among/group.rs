//! What the references find in the answers of a group of boxes, pair by pair.

use std::collections::BTreeSet;

use glam::DVec3;
use octosat::ChainClearance;
use octosat_reference::OrientedBox;
use octosat_reference::float64::{ClearanceFault, LEAST_SHOWN, PlacedSolid, ReferencePair};
use octosat_reference::plain::{self, CertainPair};

use super::{AmongRow, AmongWorld};
use crate::Finding;
use crate::chains::{GivenSolid, Other, PAIR_ERROR, REFERENCE_ERROR, SolidPair};

/// How far float64 may be off a least clearance that a tolerance lessens, as a part of both.
const LESSENED_ERROR: f32 = 1e-6;

/// What the pairs of a group show so far.
pub(super) struct AskedGroup<'a> {
    world: &'a AmongWorld,
    answer: &'a AmongRow,
    listed: BTreeSet<[u32; 2]>,
    finding: Finding,
    /// Of the pairs of boxes: whether any overlaps and any is within the length by float32, and the least clearance.
    overlaps: bool,
    is_within: bool,
    least: f32,
    /// Less than the distance of any round obstacle, in meters. What they touch is not certain, only what they do not.
    round: f64,
    /// Whether the pair of the least clearance is one of the group, and of boxes its clearance.
    is_pair: bool,
    reported: Option<f32>,
}

impl<'a> AskedGroup<'a> {
    pub(super) fn new(world: &'a AmongWorld, near: &[[u32; 2]], answer: &'a AmongRow) -> Self {
        Self {
            world,
            answer,
            listed: near.iter().copied().collect(),
            finding: Finding::default(),
            overlaps: false,
            is_within: false,
            least: f32::INFINITY,
            round: f64::INFINITY,
            is_pair: false,
            reported: None,
        }
    }

    fn is_reported(&self, pair: [u32; 2]) -> bool {
        [self.answer.clearance.solid, self.answer.clearance.obstacle] == pair
    }

    /// Whether the spheres around two boxes are too far apart for them to matter, by the answers.
    fn is_far(&self, a: &OrientedBox, b: &OrientedBox) -> bool {
        gap_of_spheres(a, b) > f64::from(self.answer.clearance.clearance.max(self.world.within))
    }

    pub(super) fn add_box(&mut self, numbers: [u32; 2], a: &OrientedBox, b: &OrientedBox) {
        let AmongWorld { within, tolerance, .. } = *self.world;
        let clearance = self.answer.clearance.clearance;
        let is_reported = self.is_reported(numbers);
        // Its clearance cannot be the least one, nor matter.
        let least = f64::from(self.least) / LEAST_SHOWN;
        if !is_reported && self.is_far(a, b) && gap_of_spheres(a, b) > least {
            return;
        }
        let pair = CertainPair::new(a, b, 0.0, true);
        self.least = self.least.min(pair.clearance());
        if is_reported {
            (self.is_pair, self.reported) = (true, Some(pair.clearance()));
        }
        // What spheres certainly keep apart is checked by the plain reference alone.
        if !is_reported && self.is_far(a, b) {
            return;
        }
        self.overlaps |= plain::overlap(a, b);
        self.is_within |= pair.clearance() <= within + pair.bounds()[1];
        // The least of all clearances shows how near a pair is that the plain reference keeps farther apart than the lengths,
        // or that is listed and a hit. That clearances of pairs are right is for the query `verdicts`.
        let is_near = pair.clearance() - pair.bounds()[1] <= within;
        let is_found = self.answer.any == [1; 2] && self.listed.contains(&numbers);
        if !is_reported && (is_found || !is_near) {
            return;
        }
        let reference = ReferencePair::oriented(a, b);
        let [distance, bound] = [reference.signed_distance(), reference.distance_bound()];
        self.must_be_near(numbers, |within| distance < f64::from(within) - bound);
        let fault = reference.clearance_fault(clearance, pair.bounds()[1]);
        let is_above = fault == Some(ClearanceFault::Above);
        self.finding.holds(!is_above, "a pair is nearer than the clearance");
        if is_reported && distance <= 0.0 && tolerance == 0.0 {
            let allowed = 2.0 * f64::from(pair.bounds()[1]);
            self.finding.not_over(distance - f64::from(clearance), allowed, "a depth is more");
        }
    }

    /// A box and a round obstacle, of which the bounds are given, too.
    pub(super) fn add_round(
        &mut self,
        numbers: [u32; 2],
        a: &OrientedBox,
        (round, bounds): (&PlacedSolid, &OrientedBox),
    ) {
        let is_reported = self.is_reported(numbers);
        self.is_pair |= is_reported;
        self.round = self.round.min(gap_of_spheres(a, bounds));
        if !is_reported && self.is_far(a, bounds) {
            return;
        }
        let own = GivenSolid::of_box(a).placed();
        let pair = SolidPair { solid: 0, other: Other::Obstacle(0), placed: [&own, round] };
        let [bound, error] = [PAIR_ERROR, REFERENCE_ERROR].map(|part| part * pair.size());
        // How deep round solids overlap is not promised.
        let most = pair.gap().most.max(0.0);
        let overlaps = most == 0.0 && own.overlaps_by(round, bound);
        self.must_be_near(numbers, |within| {
            overlaps || 0.0 < most && most < f64::from(within) - bound
        });
        let clearance = f64::from(self.answer.clearance.clearance);
        self.finding.not_over(
            clearance - most,
            error,
            "a round solid is nearer than the clearance",
        );
    }

    /// Notes a pair that is certainly near or not, given a length.
    fn must_be_near(&mut self, numbers: [u32; 2], is_near: impl Fn(f32) -> bool) {
        let within = self.world.within;
        for (hit, within) in self.answer.any.into_iter().zip([0.0, within]) {
            self.finding.holds(hit == 1 || !is_near(within), "a pair is near without a hit");
        }
        let is_listed = self.listed.contains(&numbers);
        self.finding.holds(is_listed || !is_near(within), "a near pair is not listed");
    }

    pub(super) fn finding(self) -> Finding {
        let Self { answer, mut finding, least, .. } = self;
        let AmongWorld { within, tolerance, .. } = *self.world;
        let ChainClearance { clearance, solid, obstacle, other } = answer.clearance;
        let may_be_round = |within: f32| self.round <= f64::from(within);
        let [touches, near] = answer.any;
        let is_of_pairs = touches == u32::from(self.overlaps) || touches == 1 && may_be_round(0.0);
        finding.holds(touches <= 1 && is_of_pairs, "the boolean is not that of pairs");
        // Without a length, both are one question.
        let is_allowed = match within > 0.0 {
            true => near == 0 || self.is_within || may_be_round(within),
            false => near == touches,
        };
        finding.holds(near <= 1 && is_allowed, "a pair is not near");
        let allowed = tolerance + LESSENED_ERROR * (tolerance + least.abs());
        let may_be_less = clearance <= least && may_be_round(least);
        let is_least = match tolerance > 0.0 && least.is_finite() {
            true => may_be_less || clearance <= least && least - clearance <= allowed,
            false => may_be_less || clearance.to_bits() == least.to_bits(),
        };
        finding.holds(is_least, &format!("{least} is the least clearance of boxes"));
        // With a tolerance, the clearance may be below that of the pair that it is reported for.
        let is_of_pair = self.reported.is_none_or(|of_pair| of_pair - clearance <= allowed);
        finding.holds(is_of_pair, "the clearance of another pair");
        let is_none = [solid, obstacle] == [ChainClearance::NONE; 2] && clearance == f32::INFINITY;
        finding.holds(self.is_pair || is_none, "a pair that the group does not have");
        finding.holds(other == ChainClearance::NONE, "a second solid");
        finding
    }
}

/// How far the spheres around two boxes are apart, in meters; less by more than rounding.
fn gap_of_spheres(a: &OrientedBox, b: &OrientedBox) -> f64 {
    let radius = |of: &OrientedBox| DVec3::from(of.half_extents.map(f64::from)).length();
    let [from, to] = [a, b].map(|of| DVec3::from(of.center.map(f64::from)));
    0.999 * from.distance(to) - 1.001 * (radius(a) + radius(b))
}
