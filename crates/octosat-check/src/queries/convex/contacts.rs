//! The promises of contacts, checked without the code that makes them.

use glam::DVec3;
use octosat_convex::tolerances::REACH_NOISE;
use octosat_convex::{Axis, ContactKind, ContactPoint, Feature, Manifold, PointLimit, contacts};

use super::pair::{Checks, Pair, deepest, deepest_axis, wide};
use crate::Finding;

/// Meters for each meter from the world's origin by which float32 rounds a position.
const OFF_PLACE: f64 = 1.2e-7;

/// How far the length of a normal may be from one, without unit.
const OFF_UNIT: f64 = 1e-6;

/// How much less deep than the pair its deepest contact may be, as a part: a preferred face is not the axis of
/// least depth.
pub(super) const SHALLOWER: f64 = 0.05;

/// How far the cosines of two faces with a normal may differ if either is as good, without unit.
const SAME_COSINE: f64 = 1e-6;

/// How much less deep than all contacts the deepest of four may be, for each meter of the way between both, without
/// unit.
const FIRST_POINT_SLOPE: f64 = 0.005;

/// The most contacts if four are required.
const FOUR: usize = 4;

impl Checks<'_> {
    /// The contacts keep the documented promises, four of them and all.
    pub(super) fn contacts(&self, finding: &mut Finding) {
        let Pair { four, every, .. } = self.pair;
        for manifold in [four, every] {
            self.manifold(manifold, finding);
            for (number, point) in manifold.points.iter().enumerate() {
                self.point(manifold, point, finding);
                let earlier = &manifold.points[..number];
                let unique = earlier.iter().all(|other| other.feature != point.feature);
                finding.holds(unique, "two contacts have one feature id");
            }
        }
        let among = four.points.iter().all(|point| every.points.contains(point));
        finding.holds(among && four.kind == every.kind, "four contacts are not among all");
        if self.reference.is_clear() && self.reference.overlaps() {
            // Four may be less deep than all, by the slope below, which is not a part of the depth.
            let shallow = (1.0 - SHALLOWER) * f64::from(every.depth) - deepest(every);
            finding.not_over(shallow, self.allowed(), "no contact is as deep as the pair");
        }
        let fewer = four.points.len() == every.points.len().min(FOUR);
        finding.holds(fewer || every.points.len() > FOUR, "contacts were left out");
        finding.holds(four.points.len() <= FOUR, "more than four contacts");
        if let Some(most) = every.points.iter().max_by(|p, q| p.depth.total_cmp(&q.depth)) {
            let less_deep = |point: &ContactPoint| {
                let way = wide(most.position).distance(wide(point.position));
                f64::from(most.depth - point.depth) - FIRST_POINT_SLOPE * way
            };
            let less_deep = four.points.iter().map(less_deep).fold(f64::INFINITY, f64::min);
            finding.not_over(less_deep, self.allowed(), "the deepest contact was left out");
        }
    }

    /// What is promised of all contacts together.
    fn manifold(&self, manifold: &Manifold, finding: &mut Finding) {
        let Self { pair, reference } = self;
        let depth = f64::from(manifold.depth);
        finding.holds((wide(manifold.normal).length() - 1.0).abs() < OFF_UNIT, "no unit normal");
        let off = reference.along_normal(manifold.normal) + depth;
        finding.within(off, reference.error_bound, "the depth is off the contact normal");
        let is_apart = manifold.kind == ContactKind::Separated;
        finding.holds(is_apart == manifold.points.is_empty(), "contacts and their kind differ");
        if !reference.is_clear() {
            return;
        }
        finding.holds(!(is_apart && reference.overlaps()), "solids that overlap have no contact");
        let too_far = reference.separation > pair.settings.margin() + reference.error_bound;
        finding.holds(is_apart || !too_far, "solids farther apart than the margin have contacts");
        if reference.overlaps() {
            let over = depth - deepest_axis(reference.assured);
            finding.not_over(over, reference.error_bound, "the contact normal is too deep");
        }
    }

    /// What is promised of each contact.
    fn point(&self, manifold: &Manifold, point: &ContactPoint, finding: &mut Finding) {
        let settings = self.pair.settings;
        let (depth, allowed) = (f64::from(point.depth), self.allowed());
        let over = depth - f64::from(manifold.depth);
        finding.not_over(over, allowed, "a contact is deeper than the pair");
        let beyond = -settings.margin() - depth;
        finding.not_over(beyond, allowed, "a contact is farther than the margin");
        finding.holds(self.has(point.feature), "a contact has the id of no feature");
        let place = wide(point.position);
        // A fallback's point is as deep as the pair, which a preferred face makes a little too deep.
        let price = if manifold.kind == ContactKind::Fallback { SHALLOWER * depth } else { 0.0 };
        for side in [0, 1] {
            let outside = self.reference.outside(side, place.into()) - 0.5 * depth.abs() - price;
            finding.not_over(outside, allowed, "a contact lies off a solid");
        }
        if matches!(manifold.kind, ContactKind::Face | ContactKind::Closest) {
            // Half the depth along the normal leads to either surface.
            let half = 0.5 * depth * wide(manifold.normal).normalize_or_zero();
            for (side, half) in [(0, half), (1, -half)] {
                let off = self.reference.outside(side, (place + half).into());
                finding.within(off, allowed, "half the depth does not lead to the surface");
            }
        }
    }

    /// Whether the vertex or the edges of a feature are there.
    fn has(&self, feature: Feature) -> bool {
        let [a, b] = [&self.pair.a, &self.pair.b].map(|body| &body.solid.shape);
        match feature {
            Feature::VertexOfA { vertex } => vertex < a.vertices().len(),
            Feature::VertexOfB { vertex } => vertex < b.vertices().len(),
            Feature::Edges { a: of_a, b: of_b } => of_a < a.edges().len() && of_b < b.edges().len(),
        }
    }

    /// Meters by which a contact may be off.
    fn allowed(&self) -> f64 {
        let Self { pair: Pair { a, b, .. }, reference } = self;
        let [center_a, center_b] = [a, b].map(|body| body.placed.center());
        let farthest = |center: DVec3| center.abs().max_element();
        let away = farthest(center_a).min(farthest(center_b)) + reference.reach;
        // Sides are cut a little outside, which moves the corner between two of them by more.
        let smaller = a.solid.shape.extent().min(b.solid.shape.extent());
        let slack = REACH_NOISE * (center_a.distance(center_b) + smaller);
        slack * reference.sharpness + OFF_PLACE * away + reference.place_bound()
    }

    /// The swapped pair has the same contacts along the same axis, with swapped feature ids.
    ///
    /// Closest points may have several ids, as ends of edges, and several places, between parallel edges; a fallback
    /// is at a vertex of b; and of aligned solids several faces may be the incident face. Of those only the depths
    /// are compared.
    pub(super) fn swapped_contacts(&self, finding: &mut Finding) {
        let Pair { a, b, settings, every, .. } = self.pair;
        let back = contacts(&b.placed, &a.placed, &settings.limited_to(PointLimit::All));
        if back.axis != swapped(every.axis) || back.kind != every.kind {
            // Axes that tie fall either way, and so does a margin that is met within rounding.
            return;
        }
        let allowed = self.allowed();
        if every.kind != ContactKind::Separated {
            let deeper = deepest(every) - deepest(&back);
            finding.within(deeper, allowed, "swapped, the deepest contact differs");
        }
        let is_regular = matches!(every.kind, ContactKind::Face | ContactKind::Edge);
        if !is_regular || self.is_between_parallels(every.axis) || self.may_clip_either() {
            return;
        }
        self.all_among(&every.points, &back.points, finding);
        self.all_among(&back.points, &every.points, finding);
    }

    /// Finds a fault if a contact is not among those of the swapped pair.
    fn all_among(&self, points: &[ContactPoint], others: &[ContactPoint], finding: &mut Finding) {
        let allowed = self.allowed();
        for point in points {
            let depth = f64::from(point.depth);
            if depth + self.pair.settings.margin() < allowed {
                // The margin is met within rounding, one way round and not the other.
                continue;
            }
            let moved = |other: &ContactPoint| wide(point.position).distance(wide(other.position));
            let same = others.iter().find(|other| swapped_feature(other.feature) == point.feature);
            // If a side runs through a corner there are two at one place, of which one may be cut off.
            let near = || others.iter().find(|other| moved(other) <= allowed);
            let Some(other) = same.or_else(near) else {
                finding.holds(false, "swapped, a contact is missing");
                return;
            };
            finding.within(moved(other), allowed, "swapped, a contact moved");
            let deeper = depth - f64::from(other.depth);
            finding.within(deeper, allowed, "swapped, the depth of a contact differs");
        }
    }

    /// Whether rounding may choose the incident face.
    fn may_clip_either(&self) -> bool {
        let every = &self.pair.every;
        let normal = wide(every.normal).normalize_or_zero();
        let (side, towards) = match every.axis {
            Axis::FaceOfA { .. } => (1, -normal),
            Axis::FaceOfB { .. } => (0, normal),
            Axis::Edges { .. } => return false,
        };
        self.reference.has_several_facing(side, towards.into(), SAME_COSINE)
    }
}

/// The axis of the swapped pair.
pub(super) fn swapped(axis: Axis) -> Axis {
    match axis {
        Axis::FaceOfA { face } => Axis::FaceOfB { face },
        Axis::FaceOfB { face } => Axis::FaceOfA { face },
        Axis::Edges { a, b } => Axis::Edges { a: b, b: a },
    }
}

/// The feature of the swapped pair.
fn swapped_feature(feature: Feature) -> Feature {
    match feature {
        Feature::VertexOfA { vertex } => Feature::VertexOfB { vertex },
        Feature::VertexOfB { vertex } => Feature::VertexOfA { vertex },
        Feature::Edges { a, b } => Feature::Edges { a: b, b: a },
    }
}
