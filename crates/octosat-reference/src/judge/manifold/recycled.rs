//! Manifolds of an earlier frame that were moved along with boxes that hardly moved against each other.

use super::super::pair::JudgedPair;
use super::super::solid::Solid;
use super::check::{CheckedManifold, is_finite};
use super::claim::ManifoldClaim;
use super::closest::point_distance;
use super::ledger::{Ledger, ManifoldFault, ManifoldReport};
use crate::tolerances::{
    NAME_HOLD, RECYCLED_DEPTH_FACTOR, RECYCLED_DISTANCE_HOLD, RECYCLED_HOLD, RECYCLED_POINT_FACTOR,
};

/// Most points of a manifold that can be recycled.
const MOST_POINTS: usize = 4;

/// What is wrong with a manifold in the world that was recycled while the boxes moved by at most `motion`
/// of their smallest half extent.
///
/// Its normal and features are those of then. Of now are its depth, which is exact along its normal, the
/// depths of its points, of which the deepest shows it, and the points' places, within the motion. The gap of
/// closest points is nearly the distance of the boxes.
#[must_use]
pub fn check_recycled_manifold(
    pair: &JudgedPair,
    claim: &ManifoldClaim<'_>,
    motion: f64,
) -> ManifoldReport {
    let mut ledger = Ledger::new(pair.band());
    if !is_finite(claim) {
        ledger.refuse(ManifoldFault::NotFinite, None);
        return ledger.report;
    }
    let manifold = CheckedManifold::new(pair, claim, pair.origin);
    manifold.check_counts(&mut ledger);
    if claim.points.is_empty() {
        ledger.refuse(ManifoldFault::ContactMissing, None);
    }
    if claim.points.len() > MOST_POINTS {
        ledger.refuse(ManifoldFault::TooManyPoints, None);
    }
    manifold.check_recycled(motion, &mut ledger);
    if claim.closest {
        manifold.check_recycled_distance(&mut ledger);
    }
    ledger.report
}

impl CheckedManifold<'_> {
    fn check_recycled(&self, motion: f64, ledger: &mut Ledger) {
        let band = self.pair.band();
        let depth = f64::from(self.claim.depth);
        let along = self.pair.separation_along(self.normal) + depth;
        let allowed = RECYCLED_DEPTH_FACTOR * band;
        ledger.expect(ManifoldFault::DepthNotAlongNormal, along.abs(), allowed);
        let solids = [&self.pair.a, &self.pair.b];
        let extents = solids.map(|solid| solid.half_extents.into_iter().fold(f64::MAX, f64::min));
        let moved = 2.0 * motion * extents[0].min(extents[1]);
        let allowed = RECYCLED_POINT_FACTOR * band;
        let mut deepest = f64::NEG_INFINITY;
        for (index, point) in self.points.iter().enumerate() {
            let deeper = point.depth - depth;
            ledger.expect_of(index, ManifoldFault::PointDeeperThanManifold, deeper, allowed);
            let beyond = -point.depth - self.margin;
            ledger.expect_of(index, ManifoldFault::PointBeyondMargin, beyond, band);
            let reach = 0.5 * point.depth.abs() + moved;
            let faults = [ManifoldFault::PointOutsideA, ManifoldFault::PointOutsideB];
            for (solid, fault) in solids.into_iter().zip(faults) {
                let outside = point_distance(solid, point.position) - reach;
                ledger.expect_of(index, fault, outside, self.tolerance);
            }
            deepest = deepest.max(point.depth);
        }
        let shown = depth - RECYCLED_HOLD * depth.abs() - self.noise();
        ledger.expect(ManifoldFault::DeepestMissing, shown - deepest, allowed);
    }
}

impl CheckedManifold<'_> {
    fn check_recycled_distance(&self, ledger: &mut Ledger) {
        if self.claim.points.len() > 1 {
            ledger.refuse(ManifoldFault::NotAlone, None);
        }
        let allowed = RECYCLED_DEPTH_FACTOR * self.pair.band();
        let overlap = -self.pair.judgement().separation;
        ledger.expect(ManifoldFault::ClosestOverlapping, overlap, allowed);
        let distance = self.pair.closest_points().distance;
        let hidden = distance + f64::from(self.claim.depth);
        let held = RECYCLED_DISTANCE_HOLD * distance + self.noise();
        ledger.expect(ManifoldFault::DistanceWrong, hidden - held, allowed);
        ledger.expect(ManifoldFault::DistanceWrong, -hidden, allowed);
    }
}

/// Metres by which a point may be off the features that it names, where it took over the name of a point
/// of the frame before, since which the boxes have moved by `moved` metres against each other.
///
/// The place of the other point is within a part of the shortest half side of two faces, along either
/// direction of the face.
#[must_use]
pub fn name_reach(pair: &JudgedPair, moved: f64) -> f64 {
    // A face has two of three extents, so that its shorter side is the middle one of them at most.
    let shorter_side = |solid: &Solid| {
        let mut extents = solid.half_extents;
        extents.sort_by(f64::total_cmp);
        extents[1]
    };
    let shortest = shorter_side(&pair.a).min(shorter_side(&pair.b));
    core::f64::consts::SQRT_2 * NAME_HOLD * shortest + moved
}
