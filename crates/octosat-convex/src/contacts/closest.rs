//! The closest points of polyhedra that are apart, by trying all features.
//!
//! Vertices against faces and edges against edges: the latter include vertices against edges and
//! against each other. Few pairs come here, those within the margin whose faces do not look at each
//! other, so nothing is cleverer than it need be.

use super::segments;
use super::types::Feature;
use crate::sat::{Pair, Side};
use crate::vector::{Vector, along, cross, difference, dot, length, scaled};

/// The closest points of two shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ClosestPoints {
    pub(super) on_a: Vector,
    pub(super) on_b: Vector,
    /// Metres, more than zero.
    pub(super) distance: f64,
    /// Unit, from a to b.
    pub(super) normal: Vector,
    pub(super) feature: Feature,
}

impl ClosestPoints {
    /// The nearer of two; none of either has no direction.
    fn nearer(best: Option<Self>, [on_a, on_b]: [Vector; 2], feature: Feature) -> Option<Self> {
        let towards = difference(on_b, on_a);
        let distance = length(towards);
        let is_nearer = best.is_none_or(|best| distance < best.distance);
        if !is_nearer || distance == 0.0 {
            return best;
        }
        Some(Self { on_a, on_b, distance, normal: scaled(towards, 1.0 / distance), feature })
    }
}

/// The closest points of shapes that are apart.
pub(super) fn closest(pair: &Pair<'_>) -> Option<ClosestPoints> {
    let mut best = None;
    for vertex in 0..pair.a.vertices().len() {
        let point = pair.vertex(Side::A, vertex);
        for foot in feet(pair, Side::B, point) {
            best = ClosestPoints::nearer(best, [point, foot], Feature::VertexOfA { vertex });
        }
    }
    for vertex in 0..pair.b.vertices().len() {
        let point = pair.vertex(Side::B, vertex);
        for foot in feet(pair, Side::A, point) {
            best = ClosestPoints::nearer(best, [foot, point], Feature::VertexOfB { vertex });
        }
    }
    for a in 0..pair.a.edges().len() {
        for b in 0..pair.b.edges().len() {
            let found = segments::closest(pair.edge(Side::A, a), pair.edge(Side::B, b));
            let points = [found.on_first, found.on_second];
            best = ClosestPoints::nearer(best, points, Feature::Edges { a, b });
        }
    }
    best
}

/// The points on the faces of a shape that lie straight below a point.
fn feet(pair: &Pair<'_>, side: Side, point: Vector) -> impl Iterator<Item = Vector> {
    let placed = pair.placed(side);
    let shape = placed.shape();
    shape.faces().iter().zip(placed.normals()).filter_map(move |(face, &normal)| {
        let own = face.offset() + dot(normal, pair.origin(side));
        let height = dot(normal, point) - own;
        if height <= 0.0 {
            return None;
        }
        let foot = along(point, -height, normal);
        let vertices = face.vertices();
        let inside = |k: usize| {
            let from = pair.vertex(side, vertices[k]);
            let to = pair.vertex(side, vertices[(k + 1) % vertices.len()]);
            dot(cross(difference(to, from), difference(foot, from)), normal) >= 0.0
        };
        (0..vertices.len()).all(inside).then_some(foot)
    })
}
