//! Checks of the points of a face or edge manifold against the two faces.
//!
//! The crossing of nearly parallel sides moves along them with every rounding. So points are compared with the
//! vertices and sides of the exact faces, and each required point may be as far away as the errors of the faces
//! can move it.

use super::checked::{CheckedManifold, CheckedPoint};
use super::clip::{ContactCandidate, candidates};
use super::facing::FacePair;
use super::ledger::{Ledger, ManifoldFault};
use super::polygon::{Polygon, flat};
use crate::tolerances::LARGEST_DEPTH_LOSS;
use crate::vector::{difference, length, scaled};

/// The largest number of vertices of the overlap of two faces. A limit of this many never reduces a manifold.
const MOST_CANDIDATES: usize = 8;

/// The two faces of a contact, seen along the normal.
pub(super) struct Surface<'a> {
    pub(super) manifold: &'a CheckedManifold<'a>,
    pub(super) faces: FacePair,
    pub(super) polygon_a: Polygon,
    pub(super) polygon_b: Polygon,
    pub(super) overlap: Polygon,
    pub(super) candidates: Vec<ContactCandidate>,
}

/// A place that must have a contact within a radius.
pub(super) struct Required {
    pub(super) place: [f64; 3],
    pub(super) radius: f64,
}

/// Checks the points against the faces. If float32 may choose other faces, the choice with the smaller errors
/// counts.
pub(super) fn check(manifold: &CheckedManifold<'_>, ledger: &mut Ledger) {
    let mut kept: Option<Ledger> = None;
    for faces in FacePair::choices(manifold.pair, manifold.normal) {
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
        self.check_deepest(ledger);
        if self.manifold.answer.fallback {
            // Faces are clipped with more slack than their rounding.
            if !self.candidates.is_empty() {
                ledger.reject(ManifoldFault::FallbackUnneeded, None);
            }
            return;
        }
        for (index, point) in self.manifold.points.iter().enumerate() {
            self.check_point(index, point, ledger);
        }
        if self.is_complete() {
            self.check_presence(&self.required(), ledger);
        } else {
            self.check_four(ledger);
        }
    }

    /// Checks that a point is half-way between the faces, inside both, and a vertex of one face or on sides of
    /// both.
    ///
    /// The depth is the gap of the faces at the point's place. Let e be the rounding of this place in the world. The
    /// gap changes by g·e, where g is the slope of b's face minus that of a's, which is perpendicular to the normal:
    /// zero for parallel faces. So the depth may be off by the contact bound and |e| |g|.
    fn check_point(&self, index: usize, point: &CheckedPoint, ledger: &mut Ledger) {
        let CheckedManifold { normal, tolerance, rounding, point_bound, .. } = *self.manifold;
        let of_depth = point_bound + rounding * self.faces.slope();
        let off_depth = (self.faces.separation(point.position) + point.depth).abs();
        ledger.expect_of(index, ManifoldFault::PointDepthOffFaces, off_depth, of_depth);
        let mut expect = |fault, error| ledger.expect_of(index, fault, error, tolerance);
        let [to_a, to_b] =
            [&self.faces.a, &self.faces.b].map(|face| face.height(point.position, normal));
        expect(ManifoldFault::PointOffFaces, 0.5 * (to_a + to_b).abs());
        let place = flat(point.position, normal);
        let outside = -self.polygon_a.depth_inside(place).min(self.polygon_b.depth_inside(place));
        expect(ManifoldFault::PointOutsideFaces, outside);
        let crossing = self.polygon_a.side_distance(place).max(self.polygon_b.side_distance(place));
        let vertex =
            self.polygon_a.vertex_distance(place).min(self.polygon_b.vertex_distance(place));
        expect(ManifoldFault::PointNotVertex, crossing.min(vertex));
    }

    /// The places where the overlap has a vertex for every error of the faces within the tolerance.
    pub(super) fn required(&self) -> Vec<Required> {
        let mut required = self.clear_vertices();
        required.retain(|required| self.is_surely_kept(required));
        required.extend((0..self.candidates.len()).filter_map(|index| self.required_corner(index)));
        required
    }

    /// Whether every corner of the overlap is a required place.
    ///
    /// The length of [`Self::required`] does not show this, because it can have two places for one corner.
    pub(super) fn requires_every_corner(&self) -> bool {
        (0..self.candidates.len()).all(|index| self.required_corner(index).is_some())
    }

    /// A corner of the overlap as a required place, if it is one.
    pub(super) fn required_corner(&self, index: usize) -> Option<Required> {
        let radius = self.radius_of_corner(index)?;
        let required = Required { place: self.overlap.vertices[index], radius };
        self.is_surely_kept(&required).then_some(required)
    }

    /// Whether the gap is within the margin everywhere within the radius.
    fn is_surely_kept(&self, &Required { place, radius }: &Required) -> bool {
        let within = self.manifold.within - self.manifold.tolerance;
        self.faces.separation(place) + self.faces.slope() * radius <= within
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

    /// The distance from a corner of the overlap, in meters, within which a computed overlap has a corner too;
    /// none if the overlap is too narrow.
    ///
    /// Let both faces be off by at most t, and let the overlap contain a disc of radius r > t about c. Then the
    /// computed overlap contains the exact one shrunk towards c by the factor 1 − t/r, and is inside the exact
    /// one grown by the factor 1 + t/r. Let h = (t/r)·|corner − c|. The computed overlap has points within h of
    /// the corner. It is the hull of its own corners, so one of these is at least as far out along the
    /// bisector. Within the grown angle, such a corner is within h + 2·h/cos(half the angle) of the exact
    /// corner.
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

    /// Meters by which the border of a computed overlap may be off, by the same argument as for a corner; none
    /// if the overlap is too narrow.
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

    /// The smallest gap between the faces along the normal, meters.
    pub(super) fn least_separation(&self) -> f64 {
        let separations = self.candidates.iter().map(|candidate| candidate.separation);
        separations.fold(f64::INFINITY, f64::min)
    }

    /// Whether no point can have been dropped because of the limit.
    fn is_complete(&self) -> bool {
        !self.may_be_reduced() || self.is_never_reduced()
    }

    /// Whether the limit drops no point, for every error of the faces within the tolerance.
    pub(super) fn is_never_reduced(&self) -> bool {
        let limit = self.manifold.answer.limit;
        if limit >= MOST_CANDIDATES {
            return true;
        }
        let latest = self.manifold.within + self.manifold.tolerance;
        let kept = self.candidates.iter().filter(|candidate| candidate.separation <= latest);
        kept.count() <= limit && self.is_stable()
    }

    /// Whether the overlap has the same vertices for every error of the faces within the tolerance.
    pub(super) fn is_stable(&self) -> bool {
        let clear = |own: &Polygon, other: &Polygon| {
            let far = |&vertex: &[f64; 3]| {
                other.depth_inside(vertex).abs() > 2.0 * self.manifold.tolerance
            };
            own.vertices.iter().all(far)
        };
        clear(&self.polygon_a, &self.polygon_b) && clear(&self.polygon_b, &self.polygon_a)
    }

    /// Checks that each required place has a contact within its radius.
    fn check_presence(&self, required: &[Required], ledger: &mut Ledger) {
        for required in required {
            let distances = self.manifold.points.iter().map(|point| {
                length(difference(flat(point.position, self.manifold.normal), required.place))
            });
            let nearest = distances.fold(f64::INFINITY, f64::min);
            ledger.expect(ManifoldFault::CandidateMissing, nearest, required.radius);
        }
    }

    /// The deepest point of overlapping boxes, or the nearest point of separated boxes, is deep enough.
    ///
    /// Overlapping boxes: a line from the origin along the normal leaves the Minkowski difference after at
    /// least the least penetration, through features of the chosen faces. A direction that is 4.5 % deeper than
    /// the best one is less than 18° from it, and both faces are within 55° of the normal. Separated boxes can
    /// be nearest anywhere, so their nearest candidate must be at most a little farther apart than the boxes. Of four
    /// points, the deepest may be less deep than the deepest candidate by a share of the distance between both.
    fn check_deepest(&self, ledger: &mut Ledger) {
        let latest = self.least_separation() + 2.0 * self.manifold.tolerance;
        let deep = self.candidates.iter().filter(|candidate| candidate.separation <= latest);
        let deep: Vec<_> = deep.map(|candidate| self.on_a(candidate)).collect();
        let missing = |point: &CheckedPoint| {
            let [on_a, _] = point.on_surfaces(self.manifold.normal);
            let ways = deep.iter().map(|&place| length(difference(place, on_a)));
            let way = if self.may_be_reduced() { ways.fold(0.0, f64::max) } else { 0.0 };
            self.manifold.least_depth() - point.depth - LARGEST_DEPTH_LOSS * way
        };
        let least = self.manifold.points.iter().map(missing).fold(f64::INFINITY, f64::min);
        ledger.expect(ManifoldFault::DeepestMissing, least, self.manifold.tolerance);
    }

    /// The most by which the deepest of four points may be less deep than the deepest candidate, meters. The distance
    /// between both is at most √3 times as long on a's face as seen along the normal.
    pub(super) fn largest_loss(&self) -> f64 {
        LARGEST_DEPTH_LOSS * 3.0_f64.sqrt() * farthest_apart(&self.overlap.vertices)
    }

    /// Whether there are as many points as the limit, which is less than the largest number of candidates; or one less,
    /// between tilted faces, where a fourth may add nothing to the weighted area.
    fn may_be_reduced(&self) -> bool {
        let limit = self.manifold.answer.limit;
        let least = if self.may_weigh() { limit - 1 } else { limit };
        self.manifold.points.len() >= least && limit < MOST_CANDIDATES
    }

    /// A candidate's point of a.
    fn on_a(&self, candidate: &ContactCandidate) -> [f64; 3] {
        let half_gap = scaled(self.manifold.normal, 0.5 * candidate.separation);
        difference(candidate.position, half_gap)
    }
}

/// The largest distance of two places, meters.
pub(super) fn farthest_apart(places: &[[f64; 3]]) -> f64 {
    let pairs = places.iter().flat_map(|&one| places.iter().map(move |&other| [one, other]));
    pairs.map(|[one, other]| length(difference(one, other))).fold(0.0, f64::max)
}
