//! Finds the closest points of separated polyhedra by testing all pairs of edges.
//!
//! This includes vertices against edges and against each other. A vertex opposite to the inside of a face is
//! not searched here: the face's normal then shows the whole distance, so it is the axis, and clipping finds
//! the vertex. Few pairs need this search, so it is simple.

use super::segments;
use super::types::Feature;
use crate::sat::{Pair, Side};
use crate::vector::{Vector, difference, length, scaled};

/// The closest points of two shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ClosestPoints {
    pub(super) on_a: Vector,
    pub(super) on_b: Vector,
    /// Meters.
    pub(super) distance: f64,
    /// Unit, from a to b; only rounding, or zero, if they touch.
    pub(super) normal: Vector,
    pub(super) feature: Feature,
}

impl ClosestPoints {
    /// The nearer of two, the first of equals.
    fn nearer(best: Option<Self>, [on_a, on_b]: [Vector; 2], feature: Feature) -> Option<Self> {
        let towards = difference(on_b, on_a);
        let distance = length(towards);
        if best.is_some_and(|best| best.distance <= distance) {
            return best;
        }
        let normal = if distance > 0.0 { scaled(towards, 1.0 / distance) } else { [0.0; 3] };
        Some(Self { on_a, on_b, distance, normal, feature })
    }
}

/// Finds the closest points of separated shapes.
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
