//! Checks of a manifold as a whole, and of each of its points.

use super::super::pair::ReferencePair;
use super::super::vector::{difference, length, scaled, wide};
use super::answer::ManifoldAnswer;
use super::checked::{CheckedManifold, deepest, is_finite};
use super::closest::point_distance;
use super::ledger::{Ledger, ManifoldFault, ManifoldReport};
use super::{features, surface};
use crate::tolerances::{
    AXIS_HYSTERESIS, FALLBACK_REACH, LARGEST_DEPTH_RATIO, LARGEST_PREFERENCE, MARGIN_FACTOR,
    UNIT_ROUNDOFF,
};

/// How much worse than the best axis that of the last frame may be: a factor, and meters.
struct Hold {
    factor: f64,
    noise: f64,
}

/// What is wrong with a reported manifold whose positions are in the world.
#[must_use]
pub fn check_manifold(pair: &ReferencePair, answer: &ManifoldAnswer<'_>) -> ManifoldReport {
    check_relative_to(pair, answer, pair.origin)
}

/// What is wrong with a reported manifold whose positions are relative to a's center, along the
/// world's axes.
#[must_use]
pub fn check_relative_manifold(
    pair: &ReferencePair,
    answer: &ManifoldAnswer<'_>,
) -> ManifoldReport {
    check_relative_to(pair, answer, [0.0; 3])
}

/// What is wrong with a reported manifold whose positions have a's center at `origin`.
pub(super) fn check_relative_to(
    pair: &ReferencePair,
    answer: &ManifoldAnswer<'_>,
    origin: [f64; 3],
) -> ManifoldReport {
    let mut ledger = Ledger::new(pair.error_bound());
    if !is_finite(answer) {
        ledger.reject(ManifoldFault::NotFinite, None);
        return ledger.report;
    }
    let manifold = CheckedManifold::new(pair, answer, origin);
    manifold.check_existence(&mut ledger);
    if manifold.points.is_empty() {
        if length(wide(answer.normal)) > 0.0 {
            ledger.reject(ManifoldFault::NormalWithoutContact, None);
        }
        return ledger.report;
    }
    manifold.check_normal(&mut ledger);
    manifold.check_counts(&mut ledger);
    manifold.check_points(&mut ledger);
    manifold.check_deepest(&mut ledger);
    if !answer.fallback {
        features::check(&manifold, &mut ledger);
    }
    if answer.closest {
        manifold.check_closest(&mut ledger);
        return ledger.report;
    }
    manifold.check_depth(&mut ledger);
    surface::check(&manifold, &mut ledger);
    ledger.report
}

impl CheckedManifold<'_> {
    /// How much worse the axis may be; not at all if it is not that of the last frame.
    fn axis_hysteresis(&self) -> Hold {
        self.hold_if(self.answer.steady.is_some_and(|steady| steady.axis_kept))
    }

    fn hold_if(&self, holds: bool) -> Hold {
        if holds {
            Hold { factor: 1.0 + AXIS_HYSTERESIS, noise: self.noise() }
        } else {
            Hold { factor: 1.0, noise: 0.0 }
        }
    }

    /// The pair's error bound, meters.
    fn error_bound(&self) -> f64 {
        self.pair.error_bound()
    }

    /// Contacts exist exactly if the boxes overlap or their distance is within the margin.
    pub(super) fn check_existence(&self, ledger: &mut Ledger) {
        let allowed = self.error_bound() + MARGIN_FACTOR * UNIT_ROUNDOFF * self.margin;
        let inside_margin = self.margin - self.distance;
        if self.points.is_empty() {
            // Boxes that overlap have a contact for every margin, so the margin is not added to the depth.
            let error = if self.distance > 0.0 { inside_margin } else { -self.distance };
            ledger.expect(ManifoldFault::ContactMissing, error.max(0.0), allowed);
        } else {
            ledger.expect(ManifoldFault::ContactBeyondMargin, -inside_margin, allowed);
        }
    }

    /// The normal has unit length and is parallel to its axis.
    fn check_normal(&self, ledger: &mut Ledger) {
        let unit = self.pair.relative_bound();
        let error = (length(wide(self.answer.normal)) - 1.0).abs();
        ledger.expect_ratio(ManifoldFault::NormalNotUnit, error, unit);
        if self.answer.axis >= 15 {
            ledger.reject(ManifoldFault::NoSuchAxis, None);
        } else if !self.answer.closest {
            let off = self.pair.off_axis(self.normal, self.answer.axis);
            ledger.expect_ratio(ManifoldFault::NormalOffAxis, off, unit);
        }
    }

    /// There are at most as many points as the limit, each with its own feature.
    pub(super) fn check_counts(&self, ledger: &mut Ledger) {
        if self.points.len() > self.answer.limit {
            ledger.reject(ManifoldFault::TooManyPoints, None);
        }
        let (closest, fallback) = (self.answer.closest, self.answer.fallback);
        if (closest && fallback) || ((closest || fallback) && self.points.len() > 1) {
            ledger.reject(ManifoldFault::NotAlone, None);
        }
        for (index, point) in self.points.iter().enumerate() {
            if self.points[..index].iter().any(|earlier| earlier.feature == point.feature) {
                ledger.reject(ManifoldFault::FeatureRepeated, Some(index));
            }
        }
        if fallback {
            ledger.expect(ManifoldFault::FallbackApart, self.distance, self.error_bound());
        }
    }

    /// Every point is near both boxes, and its depth is possible for the pair.
    fn check_points(&self, ledger: &mut Ledger) {
        let Hold { factor, noise } = self.axis_hysteresis();
        let deepest_allowed = factor * LARGEST_DEPTH_RATIO * (-self.distance).max(0.0) + noise;
        let manifold_depth = f64::from(self.answer.depth);
        for (index, point) in self.points.iter().enumerate() {
            let mut expect = |fault, error| ledger.expect_of(index, fault, error, self.tolerance);
            let extra = if self.answer.fallback { FALLBACK_REACH } else { 0.0 };
            let reach = (0.5 + extra) * point.depth.abs();
            let [from_a, from_b] = [&self.pair.a, &self.pair.b]
                .map(|solid| point_distance(solid, point.position) - reach);
            expect(ManifoldFault::PointOutsideA, from_a);
            expect(ManifoldFault::PointOutsideB, from_b);
            expect(ManifoldFault::PointBeyondMargin, -point.depth - self.margin);
            expect(ManifoldFault::PointTooDeep, point.depth - deepest_allowed);
            expect(ManifoldFault::PointDeeperThanManifold, point.depth - manifold_depth);
            if self.distance > 0.0 {
                expect(ManifoldFault::PointNearerThanBoxes, self.distance + point.depth);
            }
        }
    }

    /// The deepest point of overlapping boxes, or the nearest point of separated boxes, is deep enough.
    ///
    /// Overlapping boxes: a line from the origin along the normal leaves the Minkowski difference after at
    /// least the least penetration, through features of the chosen faces. A direction that is 4.5 % deeper than
    /// the best one is less than 18° from it, and both faces are within 55° of the normal. Separated boxes can
    /// be nearest anywhere, so their nearest contact must be at most a little farther apart than the boxes.
    fn check_deepest(&self, ledger: &mut Ledger) {
        let deepest = deepest(&self.points);
        if self.distance < 0.0 {
            let is_steady = self.answer.steady.is_some();
            let least = if is_steady { self.held_depth() } else { -self.distance };
            let error = least - deepest;
            ledger.expect(ManifoldFault::DeepestMissing, error, self.tolerance);
        } else if !self.points.is_empty() {
            let error = -deepest - self.farthest_gap();
            ledger.expect(ManifoldFault::DeepestMissing, error, self.tolerance);
        }
    }

    /// The depth is that along the normal, and near the least depth.
    fn check_depth(&self, ledger: &mut Ledger) {
        let depth = f64::from(self.answer.depth);
        let error_bound = self.error_bound();
        let along = self.pair.separation_along(self.normal) + depth;
        ledger.expect(ManifoldFault::DepthNotAlongNormal, along.abs(), error_bound);
        self.check_depth_within(self.axis_hysteresis(), error_bound, ledger);
    }

    /// The depth of a manifold that was taken over, perhaps with the axis of an earlier frame, is near the
    /// least depth.
    pub(super) fn check_near_depth(&self, allowed: f64, ledger: &mut Ledger) {
        self.check_depth_within(self.hold_if(true), allowed, ledger);
    }

    /// The depth is that of an axis that is at most a little worse than the best, within `error_bound` meters.
    fn check_depth_within(&self, hold: Hold, error_bound: f64, ledger: &mut Ledger) {
        let depth = f64::from(self.answer.depth);
        let Hold { factor, noise } = hold;
        let costs = factor / (1.0 - f64::from(LARGEST_PREFERENCE));
        if self.distance <= 0.0 {
            let least = -self.distance;
            ledger.expect(ManifoldFault::DepthTooSmall, least - depth, error_bound);
            ledger.expect(
                ManifoldFault::DepthTooLarge,
                depth - costs * least - noise,
                costs * error_bound,
            );
        } else {
            ledger.expect(ManifoldFault::GapTooLarge, -depth - self.distance, error_bound);
            let least = self.pair.smallest_plausible().max(0.0) / costs;
            ledger.expect(ManifoldFault::GapTooSmall, least + depth - noise, error_bound);
        }
    }

    /// The contact has the distance as its gap, the direction between the closest points as its normal, and is
    /// half-way.
    fn check_closest(&self, ledger: &mut Ledger) {
        let (error_bound, distance) = (self.error_bound(), self.distance);
        if distance <= 0.0 {
            ledger.expect(ManifoldFault::ClosestOverlapping, -distance, error_bound);
        }
        // The direction is that of the difference of the points: it is off by an error bound over the distance.
        // Points whose distance is within the error bound of the least are as good as the closest ones. They
        // can be √(2 · error bound · distance) away from them.
        let share = error_bound / distance.max(error_bound);
        let turned = share + (2.0 * share).sqrt();
        if distance > error_bound {
            let closest = self.pair.closest_points();
            let direction = scaled(difference(closest.on_b, closest.on_a), 1.0 / distance);
            let off = length(difference(self.normal, direction)) * distance;
            ledger.expect(ManifoldFault::DepthNotAlongNormal, off, turned * distance);
        }
        // If the direction turns, the projections of the boxes change by up to their reach times the angle.
        let reach = self.pair.scale();
        let along = self.pair.separation_along(self.normal);
        let allowed = error_bound + 2.0 * reach * turned;
        ledger.expect(ManifoldFault::DepthNotAlongNormal, (along - distance).abs(), allowed);
        let off = |depth: f64| (depth + distance).abs();
        let of_manifold = off(f64::from(self.answer.depth));
        ledger.expect(ManifoldFault::DistanceWrong, of_manifold, error_bound);
        for (index, point) in self.points.iter().enumerate() {
            ledger.expect_of(index, ManifoldFault::DistanceWrong, off(point.depth), error_bound);
            for solid in [&self.pair.a, &self.pair.b] {
                let away = point_distance(solid, point.position) - 0.5 * distance.max(0.0);
                ledger.expect_of(index, ManifoldFault::NotHalfWay, away.abs(), self.tolerance);
            }
        }
    }
}
