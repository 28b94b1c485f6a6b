//! Whether a contact is on the features that its number stands for.

use super::super::pair::ReferencePair;
use super::checked::CheckedManifold;
use super::closest::edge;
use super::ledger::{Ledger, ManifoldFault};
use crate::tolerances::TWO_POINTS;
use crate::vector::{difference, length};

/// The number of vertices of a box.
pub(super) const VERTICES: u32 = 8;

/// The first feature number of two edges.
pub(super) const FIRST_CROSSING: u32 = 2 * VERTICES;

/// The number of edges of a box.
pub(super) const EDGES: u32 = 12;

/// The first feature number of closest points.
pub(super) const FIRST_CLOSEST: u32 = FIRST_CROSSING + EDGES * EDGES;

/// Compares the two surface points of each contact, half the gap to either side, with its vertices or edges.
pub(super) fn check(manifold: &CheckedManifold<'_>, ledger: &mut Ledger) {
    for (index, point) in manifold.points.iter().enumerate() {
        let first = if manifold.answer.closest { FIRST_CLOSEST } else { 0 };
        let number = point.feature.checked_sub(first);
        let Some(feature) = number.filter(|&number| number < FIRST_CLOSEST) else {
            ledger.reject(ManifoldFault::NoSuchFeature, Some(index));
            continue;
        };
        let allowed = TWO_POINTS * manifold.tolerance;
        let on_surfaces = point.on_surfaces(manifold.normal);
        let error = feature_distance(manifold.pair, feature, on_surfaces);
        ledger.expect_of(index, ManifoldFault::PointOffFeature, error, allowed);
    }
}

/// Meters from surface points of both boxes to the features of a number; for two edges the larger distance.
fn feature_distance(pair: &ReferencePair, feature: u32, [on_a, on_b]: [[f64; 3]; 2]) -> f64 {
    if feature < VERTICES {
        length(difference(on_b, pair.b.corners[place(feature)]))
    } else if feature < FIRST_CROSSING {
        length(difference(on_a, pair.a.corners[place(feature - VERTICES)]))
    } else {
        let number = feature - FIRST_CROSSING;
        let edge_a = edge(&pair.a, place(number / EDGES));
        let edge_b = edge(&pair.b, place(number % EDGES));
        edge_a.distance(on_a).max(edge_b.distance(on_b))
    }
}

/// A feature number as an index.
fn place(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
