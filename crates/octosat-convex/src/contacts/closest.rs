//! The closest points of polyhedra that are apart, by trying all pairs of edges.
//!
//! They include vertices against edges and against each other. A vertex straight above a face does
//! not come here: the face's normal then shows the whole distance, so it is the axis, and clipping
//! finds the vertex. Few pairs come here, so nothing is cleverer than it need be.

use super::segments;
use super::types::Feature;
use crate::sat::{Pair, Side};
use crate::vector::{Vector, difference, length, scaled};

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
    for a in 0..pair.a.edges().len() {
        for b in 0..pair.b.edges().len() {
            let found = segments::closest(pair.edge(Side::A, a), pair.edge(Side::B, b));
            let points = [found.on_first, found.on_second];
            best = ClosestPoints::nearer(best, points, Feature::Edges { a, b });
        }
    }
    best
}
