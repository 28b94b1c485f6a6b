//! Checks of manifolds from a contact cache: computed in this frame, or taken over from an earlier one.

use super::super::pair::ReferencePair;
use super::super::solid::Solid;
use super::super::vector::{difference, dot, length, scaled, sum, wide};
use super::answer::ManifoldAnswer;
use super::check::check_relative_to;
use super::checked::{CheckedManifold, deepest, is_finite};
use super::ledger::{Ledger, ManifoldFault, ManifoldReport};
use crate::tolerances::{AXIS_HYSTERESIS, LARGEST_DEPTH_RATIO, SURFACE_POINT_FACTOR};

/// A contact on the surface of each box, in the boxes' own frames, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceAnswer {
    /// The point of a.
    pub on_a: [f32; 3],
    /// The point of b.
    pub on_b: [f32; 3],
}

/// The reported manifold of a pair from a cache.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CachedAnswer<'a> {
    /// The manifold and its points.
    pub manifold: ManifoldAnswer<'a>,
    /// The points on both surfaces, if they were computed.
    pub surfaces: Option<&'a [SurfaceAnswer]>,
    /// Whether positions are relative to a's center, and not in the world.
    pub is_relative: bool,
    /// For a manifold that was taken over: the meters that both boxes together may have moved since it was
    /// computed.
    pub moved: Option<f64>,
}

/// What is wrong with a manifold from a cache.
///
/// A manifold that was computed is checked like any other. In a manifold that was taken over, depths are right
/// to within twice the motion, points move with their boxes, and no point has a gap of more than the margin. A
/// pair without contact is separated by more than the margin, and its reported gap is at most the distance.
#[must_use]
pub fn check_cached_manifold(pair: &ReferencePair, answer: &CachedAnswer<'_>) -> ManifoldReport {
    let mut ledger = Ledger::new(pair.error_bound());
    if !is_finite(&answer.manifold) {
        ledger.reject(ManifoldFault::NotFinite, None);
        return ledger.report;
    }
    if answer.manifold.points.is_empty() {
        check_apart(pair, answer, &mut ledger);
        return ledger.report;
    }
    let origin = if answer.is_relative { [0.0; 3] } else { pair.origin };
    let manifold = CheckedManifold::new(pair, &answer.manifold, origin);
    match answer.moved {
        None => ledger.report = check_relative_to(pair, &answer.manifold, origin),
        Some(moved) => manifold.check_moved(moved, &mut ledger),
    }
    if let Some(surfaces) = answer.surfaces {
        manifold.check_surfaces(surfaces, answer.moved.unwrap_or(0.0), &mut ledger);
    }
    ledger.report
}

/// Checks a pair without contact. The distance is computed only if the axes do not decide, which is rare.
fn check_apart(pair: &ReferencePair, answer: &CachedAnswer<'_>, ledger: &mut Ledger) {
    let (gap, margin) = (-f64::from(answer.manifold.depth), f64::from(answer.manifold.margin));
    if length(wide(answer.manifold.normal)) > 0.0 {
        ledger.reject(ManifoldFault::NormalWithoutContact, None);
    }
    if answer.moved.is_some() && gap < margin {
        ledger.reject(ManifoldFault::ContactMissing, None);
    }
    let separation = pair.separations().separation;
    if separation <= margin || gap > separation {
        let manifold = CheckedManifold::new(pair, &answer.manifold, [0.0; 3]);
        manifold.check_existence(ledger);
        ledger.expect(ManifoldFault::GapTooLarge, gap - manifold.distance, pair.error_bound());
    }
}

impl CheckedManifold<'_> {
    /// Checks a manifold whose boxes have together moved by at most `moved` meters since it was computed.
    ///
    /// The penetration or distance of the boxes has changed by at most that, and so has the depth of every
    /// point. So the two differ by at most twice as much: boxes that turn can approach at one end and separate
    /// at the other.
    fn check_moved(&self, moved: f64, ledger: &mut Ledger) {
        self.check_counts(ledger);
        let error = (length(wide(self.answer.normal)) - 1.0).abs();
        ledger.expect_ratio(ManifoldFault::NormalNotUnit, error, self.pair.relative_bound());
        self.check_moved_axis(moved, ledger);
        let beyond = self.distance - self.margin;
        ledger.expect(ManifoldFault::ContactBeyondMargin, beyond, self.tolerance + moved);
        let allowed = self.tolerance + 2.0 * moved;
        let penetration = -self.distance;
        let costs = (1.0 + AXIS_HYSTERESIS) * LARGEST_DEPTH_RATIO;
        let most = if penetration > 0.0 { costs * penetration } else { penetration } + self.noise();
        let depth = f64::from(self.answer.depth);
        for (index, point) in self.points.iter().enumerate() {
            let mut expect = |fault, error, allowed| ledger.expect_of(index, fault, error, allowed);
            expect(ManifoldFault::PointBeyondMargin, -point.depth - self.margin, self.tolerance);
            expect(ManifoldFault::PointTooDeep, point.depth - most, allowed);
            expect(ManifoldFault::PointDeeperThanManifold, point.depth - depth, self.tolerance);
        }
        let least = if penetration > 0.0 { self.held_depth() } else { -self.farthest_gap() };
        ledger.expect(ManifoldFault::DeepestMissing, least - deepest(&self.points), allowed);
        self.check_near_depth(allowed, ledger);
    }

    /// The normal moves with a. So a face normal of a stays exact, and a face normal of b is nearly right.
    fn check_moved_axis(&self, moved: f64, ledger: &mut Ledger) {
        let axis = self.answer.axis;
        if axis >= 15 {
            ledger.reject(ManifoldFault::NoSuchAxis, None);
            return;
        }
        let solid = if axis < 3 { &self.pair.a } else { &self.pair.b };
        // A box without size can turn without any of its points moving.
        if axis >= 6 || self.answer.closest || solid.extent <= 0.0 {
            return;
        }
        // A turn moves the corners by at least the angle times their distance.
        let turned = if axis < 3 { 0.0 } else { moved / self.reach() };
        let off = self.pair.off_axis(self.normal, axis);
        let allowed = 2.0 * self.pair.relative_bound() + turned;
        ledger.expect_ratio(ManifoldFault::NormalOffAxis, off, allowed);
    }

    /// Meters from the center to the corners of the smaller box.
    fn reach(&self) -> f64 {
        let of = |solid: &Solid| length(solid.half_extents);
        of(&self.pair.a).min(of(&self.pair.b)).max(f64::MIN_POSITIVE)
    }

    /// The two surface points of each contact have the contact half-way between them, and its depth along the
    /// normal.
    fn check_surfaces(&self, surfaces: &[SurfaceAnswer], moved: f64, ledger: &mut Ledger) {
        if surfaces.len() != self.points.len() {
            ledger.reject(ManifoldFault::PointOffFaces, None);
        }
        let allowed = SURFACE_POINT_FACTOR * self.tolerance;
        for (index, (point, surface)) in self.points.iter().zip(surfaces).enumerate() {
            let (on_a, on_b) = (wide(surface.on_a), wide(surface.on_b));
            let [at_a, at_b] = [placed(&self.pair.a, on_a), placed(&self.pair.b, on_b)];
            let off = length(difference(scaled(sum(at_a, at_b), 0.5), point.position));
            ledger.expect_of(index, ManifoldFault::NotHalfWay, off, allowed + moved);
            let between = difference(at_b, at_a);
            let gap = dot(between, self.normal);
            let error = (gap + point.depth).abs();
            ledger.expect_of(index, ManifoldFault::PointDepthOffFaces, error, allowed + moved);
            let aside = length(difference(between, scaled(self.normal, gap)));
            // Relative to a. A turn of a moves points outside of it by more.
            let slid = moved * (1.0 + gap.abs() / self.reach());
            ledger.expect_of(index, ManifoldFault::PointOffFaces, aside, allowed + slid);
            if self.answer.fallback {
                continue;
            }
            for (solid, on, fault) in [
                (&self.pair.a, on_a, ManifoldFault::PointOutsideA),
                (&self.pair.b, on_b, ManifoldFault::PointOutsideB),
            ] {
                let inside = (0..3).map(|k| solid.half_extents[k] - on[k].abs());
                let from_surface = inside.fold(f64::INFINITY, f64::min).abs();
                ledger.expect_of(index, fault, from_surface, allowed + moved);
            }
        }
    }
}

/// A point of a box's frame, in the frame of the pair.
fn placed(solid: &Solid, [x, y, z]: [f64; 3]) -> [f64; 3] {
    let [first, second, third] = solid.axes;
    sum(sum(sum(solid.center, scaled(first, x)), scaled(second, y)), scaled(third, z))
}
