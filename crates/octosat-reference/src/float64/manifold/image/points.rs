//! Comparison of the points of a manifold and of its image.

use super::super::checked::{CheckedManifold, CheckedPoint, deepest};
use super::super::facing::FacePair;
use super::super::ledger::{Ledger, ManifoldFault};
use super::super::polygon::flat;
use super::super::surface::{Required, Surface};
use super::Comparison;
use super::terms::Image;
use crate::tolerances::{FACE_TIE, NORMAL_REACH};
use crate::vector::{difference, length, scaled};

/// The overlap of two faces in both answers.
struct Overlap<'a> {
    surface: Surface<'a>,
    image: &'a Image,
    /// Meters by which its border may be off.
    border: f64,
}

/// The points of both answers nearest to a place, seen along the normal.
struct Nearest<'a> {
    first: &'a CheckedPoint,
    image: &'a CheckedPoint,
}

impl Comparison<'_> {
    /// Compares the points of contacts along the same axis.
    pub(super) fn check_points(&self, ledger: &mut Ledger) {
        let bent = NORMAL_REACH * self.turned() * self.first.pair.reach();
        let manifold = self.seen_along(self.first.normal, bent);
        if let Some(overlap) = Overlap::new(&manifold, &self.image, self.normal_tie()) {
            overlap.check(ledger);
        }
    }

    /// Whether, by rounding, the faces may overlap in one answer and not in the other.
    pub(super) fn clipping_is_tied(&self) -> bool {
        let answer = self.first.answer;
        let is_clipped = !answer.closest && !answer.fallback;
        let normal = if is_clipped { self.first.normal } else { self.image.normal };
        let manifold = self.seen_along(scaled(normal, 1.0 / length(normal)), 0.0);
        let overlap = Overlap::new(&manifold, &self.image, self.normal_tie());
        overlap.is_none_or(|overlap| overlap.is_near_margin())
    }

    /// The first manifold along a normal, with the tolerance for the difference of two answers about a point.
    fn seen_along(&self, normal: [f64; 3], bent: f64) -> CheckedManifold<'_> {
        let manifold = CheckedManifold::new(self.first.pair, self.first.answer, [0.0; 3]);
        let tolerance = self.error_bound + bent;
        CheckedManifold { normal, tolerance, ..manifold }
    }

    /// The difference of two cosines with the normal below which the answers may choose different faces.
    fn normal_tie(&self) -> f64 {
        FACE_TIE + self.relative_bound() + self.turned()
    }
}

impl<'a> Overlap<'a> {
    /// The overlap; none if rounding may choose other faces, or if the overlap is too narrow.
    fn new(manifold: &'a CheckedManifold<'a>, image: &'a Image, tie: f64) -> Option<Self> {
        let choices = FacePair::choices_within(manifold.pair, manifold.normal, tie);
        let &[faces] = choices.as_slice() else { return None };
        let surface = Surface::new(manifold, faces);
        let border = surface.border()?;
        Some(Self { surface, image, border })
    }

    /// By how much depths may differ at places that differ by this many meters.
    fn depth_allowed(&self, moved: f64) -> f64 {
        self.surface.manifold.tolerance + self.surface.faces.slope() * moved
    }

    /// Whether even the deepest place has a gap near the margin, so that there may be no point.
    fn is_near_margin(&self) -> bool {
        self.surface.least_separation() + self.depth_allowed(self.border)
            >= self.surface.manifold.within
    }

    /// Compares the deepest points, and all points if none was dropped.
    fn check(&self, ledger: &mut Ledger) {
        if self.is_near_margin() {
            return;
        }
        let points = &self.surface.manifold.points;
        let [first, image] = [points, &self.image.points].map(|points| deepest(points));
        let is_complete = self.surface.is_never_reduced();
        let lost = if is_complete { 0.0 } else { self.surface.largest_loss() };
        let allowed = self.depth_allowed(2.0 * self.border) + lost;
        ledger.expect(ManifoldFault::ImageOfOtherDepth, (first - image).abs(), allowed);
        if !is_complete {
            return;
        }
        for required in &self.surface.required() {
            self.check_place(required, ledger);
        }
        if self.surface.requires_every_corner()
            && self.surface.is_stable()
            && points.len() != self.image.points.len()
        {
            ledger.reject(ManifoldFault::ImageOfOtherLength, None);
        }
    }

    /// Both answers have a point at a place, with the same depth and, if no other feature is near, the same
    /// feature.
    fn check_place(&self, required: &Required, ledger: &mut Ledger) {
        let &Required { place, radius } = required;
        let Some(Nearest { first, image }) = self.nearest(place) else { return };
        let apart = length(difference(self.flat(first), self.flat(image)));
        ledger.expect(ManifoldFault::ImagePointMoved, apart, 2.0 * radius);
        let deeper = (first.depth - image.depth).abs();
        let allowed = self.depth_allowed(2.0 * radius);
        ledger.expect(ManifoldFault::ImageOfOtherDepth, deeper, allowed);
        if self.has_one_name(required) && first.feature != image.feature {
            ledger.reject(ManifoldFault::ImageRenamed, None);
        }
    }

    /// The nearest points of both; none if one has no points.
    fn nearest(&self, place: [f64; 3]) -> Option<Nearest<'_>> {
        let distance = |point: &&CheckedPoint| length(difference(self.flat(point), place));
        let of = |points: &'a [CheckedPoint]| {
            points.iter().min_by(|one, other| distance(one).total_cmp(&distance(other)))
        };
        let first = of(&self.surface.manifold.points)?;
        Some(Nearest { first, image: of(&self.image.points)? })
    }

    /// Whether the feature of the corner at a place is unambiguous: each answer has one point there, and the
    /// corner is a vertex well inside the other face, or a crossing far from all vertices.
    fn has_one_name(&self, &Required { place, radius }: &Required) -> bool {
        let clear = 4.0 * radius;
        let pair = self.surface.manifold.pair;
        let extents = pair.a.half_extents.iter().chain(&pair.b.half_extents);
        // If opposite sides are this near to each other, each place belongs to both.
        if extents.fold(f64::INFINITY, |least, &extent| least.min(extent)) <= 2.0 * clear {
            return false;
        }
        let is_around =
            |point: &&CheckedPoint| length(difference(self.flat(point), place)) <= clear;
        let lists = [self.surface.manifold.points.as_slice(), &self.image.points];
        if lists.iter().any(|points| points.iter().filter(is_around).count() != 1) {
            return false;
        }
        let [a, b] = [&self.surface.polygon_a, &self.surface.polygon_b];
        let is_crossing = a.vertex_distance(place) > clear && b.vertex_distance(place) > clear;
        let is_vertex = [[a, b], [b, a]].iter().any(|[own, other]| {
            own.vertex_distance(place) <= radius && other.depth_inside(place) > clear
        });
        is_crossing || is_vertex
    }

    /// A point, projected along the normal.
    fn flat(&self, point: &CheckedPoint) -> [f64; 3] {
        flat(point.position, self.surface.manifold.normal)
    }
}
