//! Whether a contact is on the features that its number names.

use super::super::pair::ReferencePair;
use super::super::vector::{difference, length, scaled, sum};
use super::checked::{CheckedManifold, CheckedPoint};
use super::closest::{edge, segment_distance};
use super::ledger::{Ledger, ManifoldFault};

/// Vertices of a box.
pub(super) const VERTICES: u32 = 8;

/// The first number of a crossing.
pub(super) const FIRST_CROSSING: u32 = 2 * VERTICES;

/// Edges of a box.
pub(super) const EDGES: u32 = 12;

/// The first number that only the point of a closest pair can have.
pub(super) const FIRST_CLOSEST: u32 = FIRST_CROSSING + EDGES * EDGES;

/// Compares each point's surfaces, half the gap to either side, with its vertices or edges; the
/// point of a closest pair may be between features that have no such number.
pub(super) fn check(manifold: &CheckedManifold<'_>, ledger: &mut Ledger) {
    for (index, point) in manifold.points.iter().enumerate() {
        if point.feature >= FIRST_CLOSEST {
            if !manifold.answer.closest {
                ledger.reject(ManifoldFault::NoSuchFeature, Some(index));
            }
            continue;
        }
        // A surface's place carries the errors of the point and of half its gap.
        let allowed = 2.0 * manifold.tolerance;
        let error = feature_distance(manifold.pair, point, manifold.normal);
        ledger.expect_of(index, ManifoldFault::PointOffFeature, error, allowed);
    }
}

/// Meters from a point's surfaces to the features that it names, the larger one for two edges.
fn feature_distance(pair: &ReferencePair, point: &CheckedPoint, normal: [f64; 3]) -> f64 {
    let half_gap = scaled(normal, -0.5 * point.depth);
    let on_a = difference(point.position, half_gap);
    let on_b = sum(point.position, half_gap);
    let feature = point.feature;
    if feature < VERTICES {
        length(difference(on_b, pair.b.corners[place(feature)]))
    } else if feature < FIRST_CROSSING {
        length(difference(on_a, pair.a.corners[place(feature - VERTICES)]))
    } else {
        let number = feature - FIRST_CROSSING;
        let edge_a = edge(&pair.a, place(number / EDGES));
        let edge_b = edge(&pair.b, place(number % EDGES));
        segment_distance(edge_a, on_a).max(segment_distance(edge_b, on_b))
    }
}

/// A feature number as an index.
fn place(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
