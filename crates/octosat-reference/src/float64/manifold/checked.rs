//! A reported manifold in float64, as input of its checks.

use super::super::pair::ReferencePair;
use super::super::solid::Solid;
use super::super::vector::{difference, length, scaled, wide};
use super::answer::{ContactAnswer, ManifoldAnswer};
use crate::tolerances::{
    AXIS_HYSTERESIS, AXIS_HYSTERESIS_NOISE, FARTHEST_GAP_RATIO, POINT_BOUND_FACTOR,
    POSITION_FACTOR, UNIT_ROUNDOFF,
};

/// A contact in float64, relative to a's center.
pub(super) struct CheckedPoint {
    pub(super) position: [f64; 3],
    pub(super) depth: f64,
    pub(super) feature: u32,
}

/// A reported manifold in float64, with the tolerance of its points.
pub(super) struct CheckedManifold<'a> {
    pub(super) pair: &'a ReferencePair,
    pub(super) answer: &'a ManifoldAnswer<'a>,
    /// The reported normal, normalized.
    pub(super) normal: [f64; 3],
    pub(super) points: Vec<CheckedPoint>,
    pub(super) margin: f64,
    /// Meters by which the place or the depth of a contact may be off.
    pub(super) tolerance: f64,
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
        let largest = answer.points.iter().map(|point| length(wide(point.position)));
        // A world position is rounded at the size of its coordinates. Positions relative to a need no such
        // term: the error bound covers errors that are relative to the size of the pair.
        let rounded = if length(origin) > 0.0 { largest.fold(0.0, f64::max) } else { 0.0 };
        let rounding = POSITION_FACTOR * UNIT_ROUNDOFF * rounded;
        let checked = |point: &ContactAnswer| CheckedPoint {
            position: difference(wide(point.position), origin),
            depth: f64::from(point.depth),
            feature: point.feature,
        };
        Self {
            pair,
            answer,
            normal: scaled(normal, 1.0 / length(normal).max(f64::MIN_POSITIVE)),
            points: answer.points.iter().map(checked).collect(),
            margin: f64::from(answer.margin),
            tolerance: POINT_BOUND_FACTOR * pair.error_bound() + rounding,
            distance: if separation > 0.0 { pair.closest_points().distance } else { separation },
        }
    }

    /// The least depth of the deepest point of overlapping boxes if four points of the last frame are kept,
    /// meters.
    pub(super) fn held_depth(&self) -> f64 {
        (1.0 - AXIS_HYSTERESIS) * -self.distance - self.noise()
    }

    /// Meters by which kept axes and points of shallow contacts may be worse than the best.
    pub(super) fn noise(&self) -> f64 {
        let sum = |solid: &Solid| solid.half_extents.iter().sum::<f64>();
        AXIS_HYSTERESIS_NOISE * sum(&self.pair.a).min(sum(&self.pair.b))
    }

    /// The largest gap of the nearest point of separated boxes, meters.
    pub(super) fn farthest_gap(&self) -> f64 {
        FARTHEST_GAP_RATIO * self.distance + self.noise()
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
