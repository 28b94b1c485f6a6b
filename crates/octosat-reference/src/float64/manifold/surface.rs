//! The points of a face or edge manifold against the two faces that meet.
//!
//! Where sides are nearly parallel their crossing slides along them with every rounding, so points
//! are compared with vertices and sides of the true faces, and the required ones are asked for
//! within the distance that the faces' errors can move them.

use super::super::vector::{difference, length};
use super::area::largest_area;
use super::checked::{CheckedManifold, CheckedPoint};
use super::clip::{ContactCandidate, candidates};
use super::facing::FacePair;
use super::ledger::{Ledger, ManifoldFault};
use super::polygon::{Polygon, flat};
use crate::tolerances::{AREA_HOLD, FACE_HOLD, LEAST_AREA_RATIO};

/// Most vertices of two faces' overlap, so that asking for as many never reduces.
const MOST_CANDIDATES: usize = 8;

/// The faces that meet, seen along the normal.
pub(super) struct Surface<'a> {
    pub(super) manifold: &'a CheckedManifold<'a>,
    pub(super) faces: FacePair,
    pub(super) polygon_a: Polygon,
    pub(super) polygon_b: Polygon,
    overlap: Polygon,
    pub(super) candidates: Vec<ContactCandidate>,
}

/// A place where some contact has to be.
pub(super) struct Required {
    pub(super) place: [f64; 3],
    pub(super) radius: f64,
}

/// Checks the points against the faces; where float32 may choose others, the better ones count.
pub(super) fn check(manifold: &CheckedManifold<'_>, ledger: &mut Ledger) {
    let mut kept: Option<Ledger> = None;
    let kept_faces = if manifold.answer.steady.is_some() { FACE_HOLD } else { 0.0 };
    for faces in FacePair::choices(manifold.pair, manifold.normal, kept_faces) {
        let mut own = Ledger::new(manifold.pair.error_bound());
        Surface::new(manifold, faces).check(&mut own);
        if kept.as_ref().is_none_or(|best| own.report.worst < best.report.worst) {
            kept = Some(own);
        }
    }
    if let Some(kept) = kept {
        ledger.append(kept);
    }
}

impl<'a> Surface<'a> {
    /// Prepares two faces for the checks.
    pub(super) fn new(manifold: &'a CheckedManifold<'a>, faces: FacePair) -> Self {
        let normal = manifold.normal;
        let candidates = candidates(&faces, manifold.pair.same_point());
        let places: Vec<_> = candidates.iter().map(|candidate| candidate.position).collect();
        Self {
            manifold,
            faces,
            polygon_a: Polygon::flattened(&faces.a.corners(), normal),
            polygon_b: Polygon::flattened(&faces.b.corners(), normal),
            overlap: Polygon::flattened(&places, normal),
            candidates,
        }
    }

    /// All the checks against these two faces.
    fn check(&self, ledger: &mut Ledger) {
        let required = self.required();
        if self.manifold.answer.fallback {
            if !required.is_empty() {
                ledger.reject(ManifoldFault::FallbackUnneeded, None);
            }
            return;
        }
        for (index, point) in self.manifold.points.iter().enumerate() {
            self.check_point(index, point, ledger);
        }
        if self.is_complete() {
            self.check_presence(&required, ledger);
        } else {
            self.check_area(ledger);
        }
    }

    /// A point is half-way between the faces, inside both, and a vertex of one or on sides of both.
    fn check_point(&self, index: usize, point: &CheckedPoint, ledger: &mut Ledger) {
        let normal = self.manifold.normal;
        let mut expect =
            |fault, error| ledger.expect_of(index, fault, error, self.manifold.tolerance);
        let [to_a, to_b] =
            [&self.faces.a, &self.faces.b].map(|face| face.height(point.position, normal));
        expect(ManifoldFault::PointOffFaces, 0.5 * (to_a + to_b).abs());
        expect(ManifoldFault::PointDepthOffFaces, (to_b - to_a + point.depth).abs());
        let place = flat(point.position, normal);
        let outside = -self.polygon_a.depth_inside(place).min(self.polygon_b.depth_inside(place));
        expect(ManifoldFault::PointOutsideFaces, outside);
        let crossing = self.polygon_a.side_distance(place).max(self.polygon_b.side_distance(place));
        let vertex =
            self.polygon_a.vertex_distance(place).min(self.polygon_b.vertex_distance(place));
        expect(ManifoldFault::PointNotVertex, crossing.min(vertex));
    }

    /// The places where the overlap has a vertex however the faces' errors fall.
    pub(super) fn required(&self) -> Vec<Required> {
        let mut required = self.clear_vertices();
        required.retain(|required| self.is_surely_kept(required));
        required.extend((0..self.candidates.len()).filter_map(|index| self.required_corner(index)));
        required
    }

    /// Whether every corner of the overlap is a required place.
    ///
    /// Not to be told by their number: of [`Self::required`] a corner may have two.
    pub(super) fn requires_every_corner(&self) -> bool {
        (0..self.candidates.len()).all(|index| self.required_corner(index).is_some())
    }

    /// A corner of the overlap as a required place, if it is one.
    fn required_corner(&self, index: usize) -> Option<Required> {
        let radius = self.radius_of_corner(index)?;
        let required = Required { place: self.overlap.vertices[index], radius };
        self.is_surely_kept(&required).then_some(required)
    }

    /// Whether a point is within the margin wherever it may be found, anywhere within the radius.
    fn is_surely_kept(&self, &Required { place, radius }: &Required) -> bool {
        let margin = self.manifold.margin - self.manifold.tolerance;
        self.faces.separation(place) + self.faces.slope() * radius <= margin
    }

    /// Vertices of one face that are clearly inside the other.
    fn clear_vertices(&self) -> Vec<Required> {
        let tolerance = self.manifold.tolerance;
        let mut clear = Vec::new();
        for [own, other] in [[&self.polygon_a, &self.polygon_b], [&self.polygon_b, &self.polygon_a]]
        {
            let inside =
                own.vertices.iter().filter(|&&vertex| other.depth_inside(vertex) > 2.0 * tolerance);
            clear.extend(inside.map(|&place| Required { place, radius: tolerance }));
        }
        clear
    }

    /// Meters from a corner of the overlap within which a computed overlap has a corner, too.
    ///
    /// Let both faces be off by t, and let the overlap contain a disc of radius r > t about c.
    /// Then the computed overlap contains the true one shrunk towards c by t/r, and is within the
    /// true one grown by as much. So, with h = (t/r)·|corner − c|, it has points within h of the
    /// corner; as it is the hull of its own corners, one of them is as far out along the bisector,
    /// and inside the grown angle that is within h + 2·h/cos(half the angle) of the corner. None
    /// if the overlap is too narrow to tell.
    fn radius_of_corner(&self, index: usize) -> Option<f64> {
        let tolerance = self.manifold.tolerance;
        let center = self.overlap.center();
        let disc = self.overlap.depth_inside(center);
        if disc <= tolerance {
            return None;
        }
        let to_corner = length(difference(self.overlap.vertices[index], center));
        let moved = tolerance / disc * to_corner;
        let cosine = self.overlap.half_angle_cosine(index);
        Some(tolerance + moved * (1.0 + 2.0 / cosine.max(f64::MIN_POSITIVE)))
    }

    /// Meters by which the border of a computed overlap may be off, by the argument for a corner;
    /// none if the overlap is too narrow to tell.
    pub(super) fn border(&self) -> Option<f64> {
        let tolerance = self.manifold.tolerance;
        let center = self.overlap.center();
        let disc = self.overlap.depth_inside(center);
        if self.candidates.len() < 3 || disc <= tolerance {
            return None;
        }
        let distances = self.overlap.vertices.iter().map(|&vertex| difference(vertex, center));
        let farthest = distances.fold(0.0, |farthest: f64, away| farthest.max(length(away)));
        Some(tolerance * (1.0 + farthest / disc))
    }

    /// Meters along the normal between the faces where they are nearest.
    pub(super) fn least_separation(&self) -> f64 {
        let separations = self.candidates.iter().map(|candidate| candidate.separation);
        separations.fold(f64::INFINITY, f64::min)
    }

    /// Whether nothing can have been left out to keep the limit.
    fn is_complete(&self) -> bool {
        self.manifold.points.len() < self.manifold.answer.limit || self.is_never_reduced()
    }

    /// Whether the limit leaves nothing out however the faces' errors fall.
    pub(super) fn is_never_reduced(&self) -> bool {
        let limit = self.manifold.answer.limit;
        if limit >= MOST_CANDIDATES {
            return true;
        }
        let latest = self.manifold.margin + self.manifold.tolerance;
        let kept = self.candidates.iter().filter(|candidate| candidate.separation <= latest);
        kept.count() <= limit && self.is_stable()
    }

    /// Whether the overlap has the same vertices however the faces' errors fall.
    pub(super) fn is_stable(&self) -> bool {
        let clear = |own: &Polygon, other: &Polygon| {
            let far = |&vertex: &[f64; 3]| {
                other.depth_inside(vertex).abs() > 2.0 * self.manifold.tolerance
            };
            own.vertices.iter().all(far)
        };
        clear(&self.polygon_a, &self.polygon_b) && clear(&self.polygon_b, &self.polygon_a)
    }

    /// Each required place has a contact within its radius.
    fn check_presence(&self, required: &[Required], ledger: &mut Ledger) {
        for required in required {
            let distances = self.manifold.points.iter().map(|point| {
                length(difference(flat(point.position, self.manifold.normal), required.place))
            });
            let nearest = distances.fold(f64::INFINITY, f64::min);
            ledger.expect(ManifoldFault::CandidateMissing, nearest, required.radius);
        }
    }

    /// The points that were kept span nearly what the best four do.
    fn check_area(&self, ledger: &mut Ledger) {
        let normal = self.manifold.normal;
        let places: Vec<_> = self.manifold.points.iter().map(|point| point.position).collect();
        let area = largest_area(&places, normal, None);
        let best = self.best_area();
        // Every point may be off, which moves the area's border.
        let noise = self.manifold.tolerance * self.overlap.perimeter();
        if best <= noise {
            return;
        }
        ledger.report.area_ratio = Some(area / best);
        let missing = best - (area + noise);
        let kept = if self.manifold.answer.steady.is_some() { 1.0 - AREA_HOLD } else { 1.0 };
        let allowed = (1.0 - kept * LEAST_AREA_RATIO) * best;
        ledger.expect_ratio(ManifoldFault::AreaTooSmall, missing, allowed);
    }

    /// The largest area of four candidates that are surely kept, one of them the deepest. Where
    /// several may be the deepest, it is the one with the least.
    fn best_area(&self) -> f64 {
        let tolerance = self.manifold.tolerance;
        let surely = |candidate: &&ContactCandidate| {
            candidate.separation <= self.manifold.margin - tolerance
        };
        let kept: Vec<_> = self.candidates.iter().filter(surely).collect();
        let places: Vec<_> = kept.iter().map(|candidate| candidate.position).collect();
        let separations = kept.iter().map(|candidate| candidate.separation);
        let deepest = separations.fold(f64::INFINITY, f64::min);
        let mut best = f64::INFINITY;
        for (index, candidate) in kept.iter().enumerate() {
            if candidate.separation <= deepest + 2.0 * tolerance {
                best = best.min(largest_area(&places, self.manifold.normal, Some(index)));
            }
        }
        if best.is_finite() { best } else { 0.0 }
    }
}
