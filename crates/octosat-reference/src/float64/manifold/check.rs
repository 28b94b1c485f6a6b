//! Checks of a manifold as a whole, and of each of its points.

use super::super::pair::ReferencePair;
use super::super::solid::Solid;
use super::answer::{ManifoldAnswer, SurfaceAnswer};
use super::checked::{CheckedManifold, CheckedPoint, is_finite};
use super::closest::{point_distance, surface_distance};
use super::ledger::{Ledger, ManifoldFault, ManifoldReport};
use super::{features, surface};
use crate::tolerances::{
    FALLBACK_REACH, LARGEST_DEPTH_RATIO, LARGEST_PREFERENCE, MARGIN_FACTOR, TWO_POINTS,
    UNIT_ROUNDOFF,
};
use crate::vector::{difference, length, scaled, sum, wide};

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

/// What is wrong with a reported manifold of clipped faces along any of the axes, whose positions are relative to a's
/// center: its normal, its points, and its depth along the normal. Whether this axis is the right one is not checked.
#[must_use]
pub(in super::super) fn check_along_axis(
    pair: &ReferencePair,
    answer: &ManifoldAnswer<'_>,
) -> ManifoldReport {
    let mut ledger = Ledger::new(pair.error_bound());
    if !is_finite(answer) {
        ledger.reject(ManifoldFault::NotFinite, None);
        return ledger.report;
    }
    let manifold = CheckedManifold::new(pair, answer, [0.0; 3]);
    manifold.check_normal(&mut ledger);
    manifold.check_counts(&mut ledger);
    let depth = f64::from(answer.depth);
    for (index, point) in manifold.points.iter().enumerate() {
        if -point.depth > manifold.within {
            ledger.reject(ManifoldFault::PointBeyondMargin, Some(index));
        }
        let [off_a, off_b] = manifold.off_faces(point);
        let mut expect = |fault, error| ledger.expect_of(index, fault, error, manifold.tolerance);
        expect(ManifoldFault::PointOffA, off_a);
        expect(ManifoldFault::PointOffB, off_b);
        expect(ManifoldFault::PointDeeperThanManifold, point.depth - depth);
    }
    if let Some(surfaces) = answer.surfaces {
        manifold.check_surfaces(surfaces, &mut ledger);
    }
    let along = (pair.separation_along(manifold.normal) + depth).abs();
    ledger.expect(ManifoldFault::DepthNotAlongNormal, along, pair.error_bound());
    ledger.report
}

/// What is wrong with a reported manifold whose positions have a's center at `origin`.
fn check_relative_to(
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
        manifold.check_apart(&mut ledger);
        return ledger.report;
    }
    manifold.check_normal(&mut ledger);
    manifold.check_counts(&mut ledger);
    manifold.check_points(&mut ledger);
    if let Some(surfaces) = answer.surfaces {
        manifold.check_surfaces(surfaces, &mut ledger);
    }
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
    /// Contacts exist exactly if the boxes overlap or their distance is within the margin.
    fn check_existence(&self, ledger: &mut Ledger) {
        let allowed = self.contact_bound() + MARGIN_FACTOR * UNIT_ROUNDOFF * self.within;
        let inside_margin = self.within - self.distance;
        if self.points.is_empty() {
            // Boxes that overlap have a contact for every margin, so the margin is not added to the depth.
            let error = if self.distance > 0.0 { inside_margin } else { -self.distance };
            ledger.expect(ManifoldFault::ContactMissing, error.max(0.0), allowed);
        } else {
            ledger.expect(ManifoldFault::ContactBeyondMargin, -inside_margin, allowed);
        }
    }

    /// A pair without contact has no normal, and its gap is at most the distance.
    fn check_apart(&self, ledger: &mut Ledger) {
        if length(wide(self.answer.normal)) > 0.0 {
            ledger.reject(ManifoldFault::NormalWithoutContact, None);
        }
        let gap = -f64::from(self.answer.depth);
        ledger.expect(ManifoldFault::GapTooLarge, gap - self.distance, self.contact_bound());
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
    fn check_counts(&self, ledger: &mut Ledger) {
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
            ledger.expect(ManifoldFault::FallbackApart, self.distance, self.contact_bound());
        }
    }

    /// Every point stands for a point on the surface of each box, and its depth is possible for the pair.
    fn check_points(&self, ledger: &mut Ledger) {
        let deepest_allowed = LARGEST_DEPTH_RATIO * (-self.distance).max(0.0);
        let manifold_depth = f64::from(self.answer.depth);
        for (index, point) in self.points.iter().enumerate() {
            // The margin is no subject of rounding.
            if -point.depth > self.within {
                ledger.reject(ManifoldFault::PointBeyondMargin, Some(index));
            }
            let mut expect = |fault, error| ledger.expect_of(index, fault, error, self.tolerance);
            let [off_a, off_b] = self.off_surfaces(point);
            expect(ManifoldFault::PointOffA, off_a);
            expect(ManifoldFault::PointOffB, off_b);
            expect(ManifoldFault::PointTooDeep, point.depth - deepest_allowed);
            expect(ManifoldFault::PointDeeperThanManifold, point.depth - manifold_depth);
            if self.distance > 0.0 {
                expect(ManifoldFault::PointNearerThanBoxes, self.distance + point.depth);
            }
        }
    }

    /// Meters from the two points that a contact stands for to the surfaces of their boxes. A fallback contact is only
    /// near both boxes.
    fn off_surfaces(&self, point: &CheckedPoint) -> [f64; 2] {
        let solids = [&self.pair.a, &self.pair.b];
        if self.answer.fallback {
            let reach = (0.5 + FALLBACK_REACH) * point.depth.abs();
            return solids.map(|solid| point_distance(solid, point.position) - reach);
        }
        self.off_faces(point)
    }

    /// Meters from the two points that a contact of clipped faces stands for to the surfaces of their boxes.
    fn off_faces(&self, point: &CheckedPoint) -> [f64; 2] {
        let [on_a, on_b] = point.on_surfaces(self.normal);
        [surface_distance(&self.pair.a, on_a), surface_distance(&self.pair.b, on_b)]
    }

    /// The reported points on the surfaces are there, and are those of the contacts.
    fn check_surfaces(&self, surfaces: &[SurfaceAnswer], ledger: &mut Ledger) {
        if surfaces.len() != self.points.len() {
            ledger.reject(ManifoldFault::SurfaceElsewhere, None);
        }
        for (index, (point, surface)) in self.points.iter().zip(surfaces).enumerate() {
            let [on_a, on_b] = point.on_surfaces(self.normal);
            for (solid, reported, own, fault) in [
                (&self.pair.a, surface.in_a, on_a, ManifoldFault::PointOffA),
                (&self.pair.b, surface.in_b, on_b, ManifoldFault::PointOffB),
            ] {
                let reported = placed(solid, wide(reported));
                let away = length(difference(reported, own));
                let allowed = TWO_POINTS * self.tolerance;
                ledger.expect_of(index, ManifoldFault::SurfaceElsewhere, away, allowed);
                if !self.answer.fallback {
                    let off = surface_distance(solid, reported);
                    ledger.expect_of(index, fault, off, self.tolerance);
                }
            }
        }
    }

    /// The depth is that along the normal, and near the least depth.
    ///
    /// Along the normal as reported, the boxes reach as much farther as it is rounded, times their whole size. So this
    /// is only checked roughly.
    fn check_depth(&self, ledger: &mut Ledger) {
        let depth = f64::from(self.answer.depth);
        let along = self.pair.separation_along(self.normal) + depth;
        let roughly = self.pair.error_bound();
        ledger.expect(ManifoldFault::DepthNotAlongNormal, along.abs(), roughly);
        let bound = self.contact_bound();
        let costs = 1.0 / (1.0 - f64::from(LARGEST_PREFERENCE));
        if self.distance <= 0.0 {
            let least = -self.distance;
            ledger.expect(ManifoldFault::DepthTooSmall, least - depth, bound);
            ledger.expect(ManifoldFault::DepthTooLarge, depth - costs * least, costs * bound);
        } else {
            ledger.expect(ManifoldFault::GapTooLarge, -depth - self.distance, bound);
            let least = self.pair.smallest_plausible().max(0.0) / costs;
            ledger.expect(ManifoldFault::GapTooSmall, least + depth, bound);
        }
    }

    /// The contact has the distance as its gap, and the direction between the closest points as its normal.
    fn check_closest(&self, ledger: &mut Ledger) {
        let (bound, distance) = (self.contact_bound(), self.distance);
        if distance <= 0.0 {
            ledger.expect(ManifoldFault::ClosestOverlapping, -distance, bound);
        }
        // The direction is that of the difference of the points: it is off by a bound over the distance. Points
        // whose distance is within the bound of the least are as good as the closest ones. They can be
        // √(2 · bound · distance) away from them.
        let share = bound / distance.max(bound);
        let turned = share + (2.0 * share).sqrt();
        if distance > bound {
            let closest = self.pair.closest_points();
            let direction = scaled(difference(closest.on_b, closest.on_a), 1.0 / distance);
            let off = length(difference(self.normal, direction)) * distance;
            ledger.expect(ManifoldFault::DepthNotAlongNormal, off, turned * distance);
        }
        // If the direction turns, the projections of the boxes change by up to their size times the angle.
        let along = self.pair.separation_along(self.normal);
        let allowed = self.pair.error_bound() + 2.0 * self.pair.scale() * turned;
        ledger.expect(ManifoldFault::DepthNotAlongNormal, (along - distance).abs(), allowed);
        let off = |depth: f64| (depth + distance).abs();
        ledger.expect(ManifoldFault::DistanceWrong, off(f64::from(self.answer.depth)), bound);
        for (index, point) in self.points.iter().enumerate() {
            ledger.expect_of(index, ManifoldFault::DistanceWrong, off(point.depth), bound);
        }
    }
}

/// A point of a box's frame, in the frame of the pair.
fn placed(solid: &Solid, [x, y, z]: [f64; 3]) -> [f64; 3] {
    let [first, second, third] = solid.axes;
    sum(sum(sum(solid.center, scaled(first, x)), scaled(second, y)), scaled(third, z))
}
