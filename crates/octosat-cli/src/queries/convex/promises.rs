//! What contacts promise, checked without the code that makes them.

use std::collections::BTreeSet;

use octosat_convex::tolerances::{CLIP_TOLERANCE, LARGEST_FACE_PREFERENCE};
use octosat_convex::{Axis, ContactKind, ContactPoint, Feature, Manifold, PointLimit, contacts};

use super::asked::{Asked, mirrored};
use super::bodies::Body;
use super::tally::Finding;
use crate::vector::{Vector, along, dot, minus, unit};

/// Metres for each metre from the world's origin by which float32 rounds a position.
const OFF_PLACE: f64 = 1.2e-7;

/// How far the length of a normal may be from one, without unit.
const OFF_UNIT: f64 = 1e-6;

/// How much less deep than the pair its deepest contact may be, as a part: a face that is preferred is not
/// where the solids are least deep.
const SHALLOWER: f64 = 0.05;

/// How far the cosines of two faces with a normal may differ where either is as good, without unit.
const SAME_COSINE: f64 = 1e-6;

/// The most contacts where four are asked for.
const FOUR: usize = 4;

impl Asked<'_> {
    /// The contacts keep their promises, four of them and all.
    pub(super) fn contacts(&self, finding: &mut Finding) {
        let four = self.manifold(PointLimit::Four);
        let all = self.manifold(PointLimit::All);
        for manifold in [&four, &all] {
            self.of_pair(manifold, finding);
            for (number, point) in manifold.points.iter().enumerate() {
                self.of_point(manifold, point, finding);
                let earlier = &manifold.points[..number];
                let unique = earlier.iter().all(|other| other.feature != point.feature);
                finding.holds(unique, "two contacts have one name");
            }
        }
        let among = four.points.iter().all(|point| all.points.contains(point));
        finding.holds(among && four.kind == all.kind, "four contacts are not among all");
        let fewer = four.points.len() == all.points.len().min(FOUR);
        finding.holds(fewer || all.points.len() > FOUR, "contacts were left out");
        finding.holds(four.points.len() <= FOUR, "more than four contacts");
        let same = deepest(&four).to_bits() == deepest(&all).to_bits();
        finding.holds(same, "the deepest contact was left out");
    }

    fn manifold(&self, limit: PointLimit) -> Manifold {
        contacts(&self.a.placed, &self.b.placed, &self.settings.limited_to(limit))
    }

    /// What is promised of all contacts together.
    fn of_pair(&self, manifold: &Manifold, finding: &mut Finding) {
        let truth = &self.truth;
        let (normal, depth) = (manifold.normal.map(f64::from), f64::from(manifold.depth));
        finding.holds((dot(normal, normal).sqrt() - 1.0).abs() < OFF_UNIT, "no unit normal");
        let shown = truth.gap(manifold.normal) + depth;
        finding.within(shown, truth.band, "the depth is off the contact normal");
        let is_apart = manifold.kind == ContactKind::Separated;
        finding.holds(is_apart == manifold.points.is_empty(), "contacts and their kind differ");
        if !truth.is_clear() {
            return;
        }
        finding.holds(!(is_apart && truth.overlaps()), "solids that overlap have no contact");
        let too_far = !is_apart && truth.separation > self.settings.margin() + truth.band;
        finding.holds(!too_far, "solids farther apart than the margin have contacts");
        if truth.overlaps() {
            let deepest_axis = -truth.assured / (1.0 - LARGEST_FACE_PREFERENCE);
            finding.not_over(depth - deepest_axis, truth.band, "the contact normal is too deep");
            let shallow = (1.0 - SHALLOWER) * depth - deepest(manifold);
            finding.not_over(shallow, self.allowed(), "no contact is as deep as the pair");
        }
    }

    /// What is promised of each contact.
    fn of_point(&self, manifold: &Manifold, point: &ContactPoint, finding: &mut Finding) {
        let depth = f64::from(point.depth);
        let allowed = self.allowed();
        let over = depth - f64::from(manifold.depth);
        finding.not_over(over, allowed, "a contact is deeper than the pair");
        let beyond = -self.settings.margin() - depth;
        finding.not_over(beyond, allowed, "a contact is farther than the margin");
        finding.holds(self.names(point.feature), "a contact is named after nothing");
        let place = point.position.map(f64::from);
        // A fallback's point is as deep as the pair, which a preferred face makes a little too deep.
        let price = if manifold.kind == ContactKind::Fallback { SHALLOWER * depth } else { 0.0 };
        for body in [self.a, self.b] {
            let outside = height(body, place) - 0.5 * depth.abs() - price;
            finding.not_over(outside, allowed, "a contact lies off a solid");
        }
        if !matches!(manifold.kind, ContactKind::Face | ContactKind::Closest) {
            return;
        }
        // Half the depth along the normal leads to either surface.
        let normal = unit(manifold.normal.map(f64::from));
        for (body, half) in [(self.a, 0.5 * depth), (self.b, -0.5 * depth)] {
            let off = height(body, along(place, half, normal));
            finding.within(off, allowed, "half the depth does not lead to the surface");
        }
    }

    /// Whether a name is of a vertex or of edges that are there.
    fn names(&self, feature: Feature) -> bool {
        let [a, b] = [self.a, self.b].map(|body| &body.solid.shape);
        match feature {
            Feature::VertexOfA { vertex } => vertex < a.vertices().len(),
            Feature::VertexOfB { vertex } => vertex < b.vertices().len(),
            Feature::Edges { a: edge_a, b: edge_b } => {
                edge_a < a.edges().len() && edge_b < b.edges().len()
            }
        }
    }

    /// Metres by which a contact may be off.
    fn allowed(&self) -> f64 {
        let farthest = |body: &Body<'_>| {
            body.placed.center().iter().map(|part| part.abs()).fold(0.0, f64::max)
        };
        let away = farthest(self.a).max(farthest(self.b)) + self.truth.size;
        // Sides are cut a little outside, which moves the corner between two of them by more.
        let [a, b] = [self.a.solid, self.b.solid];
        let slack = CLIP_TOLERANCE * (a.shape.extent() + b.shape.extent());
        slack * a.sharpness.max(b.sharpness) + OFF_PLACE * away + self.truth.band
    }

    /// The pair the other way round has the same contacts along the same axis, under mirrored names.
    ///
    /// Closest points may have several names, where they are ends of edges, and several places, where
    /// edges are parallel; a fallback is at a vertex of b; and of aligned solids several faces may look
    /// against the normal. Of those the depths alone are compared.
    pub(super) fn swapped_contacts(&self, finding: &mut Finding) {
        let forth = self.manifold(PointLimit::All);
        let settings = self.settings.limited_to(PointLimit::All);
        let back = contacts(&self.b.placed, &self.a.placed, &settings);
        if back.axis != mirrored(forth.axis) || back.kind != forth.kind {
            // Axes that tie fall either way, and so does a margin that is met within rounding.
            return;
        }
        let allowed = self.allowed();
        let deeper = deepest(&forth) - deepest(&back);
        if forth.kind != ContactKind::Separated {
            finding.within(deeper, allowed, "swapped, the deepest contact differs");
        }
        let is_regular = matches!(forth.kind, ContactKind::Face | ContactKind::Edge);
        if !is_regular || self.is_between_parallels(forth.axis) || self.may_clip_either(&forth) {
            return;
        }
        for point in &forth.points {
            let depth = f64::from(point.depth);
            if depth + self.settings.margin() < allowed {
                // The margin is met within rounding, one way round and not the other.
                continue;
            }
            let moved = |other: &ContactPoint| {
                let way = minus(point.position.map(f64::from), other.position.map(f64::from));
                dot(way, way).sqrt()
            };
            let named = back.points.iter().find(|other| swapped(other.feature) == point.feature);
            // Where a side runs through a corner there are two at one place, of which one may be cut off.
            let near = || back.points.iter().find(|other| moved(other) <= allowed);
            let Some(other) = named.or_else(near) else {
                finding.holds(false, "swapped, a contact is missing");
                return;
            };
            finding.within(moved(other), allowed, "swapped, a contact moved");
            let deeper = depth - f64::from(other.depth);
            finding.within(deeper, allowed, "swapped, the depth of a contact differs");
        }
    }

    /// Whether the face that is clipped may be one or another, by rounding: of the vertices that are
    /// deepest within the band, and of the faces there that look most against the normal.
    fn may_clip_either(&self, manifold: &Manifold) -> bool {
        let normal = unit(manifold.normal.map(f64::from));
        let opposite = normal.map(|part| -part);
        let (other, towards) = match manifold.axis {
            Axis::FaceOfA { .. } => (self.b, opposite),
            Axis::FaceOfB { .. } => (self.a, normal),
            Axis::Edges { .. } => return false,
        };
        let heights: Vec<f64> =
            other.placed.vertices().iter().map(|&vertex| dot(vertex, towards)).collect();
        let deepest = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut clipped = BTreeSet::new();
        for vertex in (0..heights.len()).filter(|&k| heights[k] > deepest - self.truth.band) {
            let faces = || {
                let all = other.solid.shape.faces().iter().enumerate();
                let at_vertex = all.filter(|(_, face)| face.vertices().contains(&vertex));
                at_vertex.map(|(face, _)| (face, dot(other.placed.normals()[face], towards)))
            };
            let most = faces().map(|(_, cosine)| cosine).fold(f64::NEG_INFINITY, f64::max);
            clipped.extend(faces().filter(|face| face.1 > most - SAME_COSINE).map(|face| face.0));
        }
        clipped.len() > 1
    }
}

fn swapped(feature: Feature) -> Feature {
    match feature {
        Feature::VertexOfA { vertex } => Feature::VertexOfB { vertex },
        Feature::VertexOfB { vertex } => Feature::VertexOfA { vertex },
        Feature::Edges { a, b } => Feature::Edges { a: b, b: a },
    }
}

/// The depth of the deepest contact, metres.
fn deepest(manifold: &Manifold) -> f64 {
    let depths = manifold.points.iter().map(|point| f64::from(point.depth));
    depths.fold(f64::NEG_INFINITY, f64::max)
}

/// How far a point of the world lies above the highest of a solid's faces, metres; negative inside.
fn height(body: &Body<'_>, place: Vector) -> f64 {
    let local = minus(place, body.placed.center());
    let faces = body.solid.shape.faces().iter().zip(body.placed.normals());
    let heights = faces.map(|(face, &normal)| dot(normal, local) - face.offset());
    heights.fold(f64::NEG_INFINITY, f64::max)
}
