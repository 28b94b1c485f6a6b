//! A reported manifold in float64, as input of its checks.

use super::super::pair::ReferencePair;
use super::answer::ManifoldAnswer;
use crate::boxes::ContactAnswer;
use crate::tolerances::{FARTHEST_GAP_RATIO, REACH_NOISE, UNIT_ROUNDOFF, WORLD_FACTOR};
use crate::vector::{difference, length, scaled, sum, wide};

/// A contact in float64, relative to a's center.
pub(super) struct CheckedPoint {
    pub(super) position: [f64; 3],
    pub(super) depth: f64,
    pub(super) feature: u32,
}

impl CheckedPoint {
    /// A reported point whose position has a's center at `origin`.
    pub(super) fn new(point: &ContactAnswer, origin: [f64; 3]) -> Self {
        let position = difference(wide(point.position), origin);
        Self { position, depth: f64::from(point.depth), feature: point.feature }
    }

    /// The points on the surfaces of a and of b: half the depth to either side.
    pub(super) fn on_surfaces(&self, normal: [f64; 3]) -> [[f64; 3]; 2] {
        let half = scaled(normal, 0.5 * self.depth);
        [sum(self.position, half), difference(self.position, half)]
    }
}

/// A reported manifold in float64, with the tolerance of its points.
pub(super) struct CheckedManifold<'a> {
    pub(super) pair: &'a ReferencePair,
    pub(super) answer: &'a ManifoldAnswer<'a>,
    /// The reported normal, normalized.
    pub(super) normal: [f64; 3],
    pub(super) points: Vec<CheckedPoint>,
    pub(super) within: f64,
    /// Meters by which a depth or a point on a surface may be off.
    pub(super) tolerance: f64,
    /// The part of the tolerance for a world position that is rounded at the size of its coordinates, meters.
    pub(super) rounding: f64,
    /// The rest of the tolerance: the contact bound for the deepest point, meters.
    pub(super) point_bound: f64,
    /// Meters between the boxes; for overlapping boxes minus the least penetration.
    pub(super) distance: f64,
}

impl<'a> CheckedManifold<'a> {
    /// The reported manifold, whose numbers are finite, in float64.
    pub(super) fn new(
        pair: &'a ReferencePair,
        answer: &'a ManifoldAnswer<'a>,
        origin: [f64; 3],
    ) -> Self {
        let normal = wide(answer.normal);
        let separation = pair.separations().separation;
        let distance = if separation > 0.0 { pair.closest_points().distance } else { separation };
        let farthest = answer.points.iter().map(|point| length(wide(point.position)));
        let farthest = if length(origin) > 0.0 { farthest.fold(0.0, f64::max) } else { 0.0 };
        let rounding = WORLD_FACTOR * UNIT_ROUNDOFF * farthest;
        let depths = answer.points.iter().map(|point| f64::from(point.depth).abs());
        let deepest = depths.fold(distance.abs(), f64::max);
        let point_bound = pair.contact_bound(deepest);
        Self {
            pair,
            answer,
            normal: scaled(normal, 1.0 / length(normal).max(f64::MIN_POSITIVE)),
            points: answer.points.iter().map(|point| CheckedPoint::new(point, origin)).collect(),
            within: f64::from(answer.within),
            tolerance: point_bound + rounding,
            rounding,
            point_bound,
            distance,
        }
    }

    /// The contact bound of the pair, without the rounding of positions in the world; meters.
    pub(super) fn contact_bound(&self) -> f64 {
        self.pair.contact_bound(self.distance)
    }

    /// The least depth of the deepest candidate, meters: that of the boxes, or minus the largest gap that the nearest
    /// candidate of separated boxes may have.
    pub(super) fn least_depth(&self) -> f64 {
        if self.distance <= 0.0 { -self.distance } else { -self.farthest_gap() }
    }

    /// The largest gap of the nearest candidate of separated boxes, meters.
    pub(super) fn farthest_gap(&self) -> f64 {
        FARTHEST_GAP_RATIO * self.distance + f64::from(REACH_NOISE) * self.pair.largest_reach()
    }
}

/// The depth of the deepest point, meters; minus infinity without points.
pub(super) fn deepest(points: &[CheckedPoint]) -> f64 {
    points.iter().map(|point| point.depth).fold(f64::NEG_INFINITY, f64::max)
}

/// Whether every number of the answer is finite.
pub(super) fn is_finite(answer: &ManifoldAnswer<'_>) -> bool {
    let of_point = |point: &ContactAnswer| {
        point.depth.is_finite() && point.position.iter().all(|component| component.is_finite())
    };
    answer.depth.is_finite()
        && answer.normal.iter().all(|component| component.is_finite())
        && answer.points.iter().all(of_point)
}
