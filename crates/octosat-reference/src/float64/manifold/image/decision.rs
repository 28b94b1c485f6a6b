//! Whether rounding may decide between two axes.
//!
//! The best edge wins against the best face only if it is better by a threshold. A winning edge yields again if
//! it is nearly parallel to the face and nearly as deep. So a face and an edge are tied near these three
//! thresholds, and if the best face or the best edge is tied with another one.

use super::super::super::pair::ReferencePair;
use crate::tolerances::{
    ALIGNED_COSINE, ALIGNED_COSINE_TIE, FACE_PREFERENCE, LARGEST_PREFERENCE, REACH_NOISE,
};
use crate::vector::{dot, unit_cross_product, unit_perpendicular};

/// The separation along an axis, meters, and by how much two answers about it may differ.
#[derive(Clone, Copy)]
struct Measured {
    axis: usize,
    separation: f64,
    allowed: f64,
}

impl Measured {
    fn is_near(self, other: Self) -> bool {
        (self.separation - other.separation).abs() <= self.allowed + other.allowed
    }
}

/// Whether two answers whose separations differ by up to `error_bound` meters may choose these two axes.
pub(super) fn is_tied(pair: &ReferencePair, axes: [u8; 2], error_bound: f64) -> bool {
    let measured = measured(pair, error_bound);
    let find = |axis: u8| measured.iter().copied().find(|one| one.axis == usize::from(axis));
    let [Some(first), Some(second)] = axes.map(find) else {
        // Parallel edges: in float32 their common normal may be any direction.
        return true;
    };
    if (first.axis < 6) == (second.axis < 6) {
        return first.is_near(second);
    }
    let [face, edge] = if first.axis < 6 { [first, second] } else { [second, first] };
    let rival = |one: &Measured, of: Measured| {
        one.axis != of.axis && (one.axis < 6) == (of.axis < 6) && one.is_near(of)
    };
    measured.iter().any(|one| rival(one, face) || rival(one, edge))
        || is_near_a_threshold(pair, edge, &measured)
        || is_barely_aligned(pair, face, edge)
}

/// All axes of the pair; none for parallel edges.
fn measured(pair: &ReferencePair, error_bound: f64) -> Vec<Measured> {
    let all = pair.separations();
    let separations = all.axis_separations.iter().enumerate();
    let measure = |(axis, separation): (usize, &Option<f64>)| {
        let sine = if axis < 6 { 1.0 } else { all.edge_sines[axis - 6] };
        separation.map(|separation| Measured { axis, separation, allowed: error_bound / sine })
    };
    separations.filter_map(measure).collect()
}

/// Whether the separation of an edge is near a threshold: where it just wins against the best face, or just
/// yields to it.
fn is_near_a_threshold(pair: &ReferencePair, edge: Measured, measured: &[Measured]) -> bool {
    let faces = measured.iter().filter(|one| one.axis < 6);
    let best = faces.fold(f64::NEG_INFINITY, |best, one| best.max(one.separation));
    let [preference, noise, largest] =
        [FACE_PREFERENCE, REACH_NOISE, LARGEST_PREFERENCE].map(f64::from);
    let wins = |reach: f64| {
        let slack = (preference * best.abs() + noise * reach).min(largest * best.abs());
        if best > 0.0 { best } else { best + slack }
    };
    let yields = best + largest * best.abs();
    // The threshold changes with the separation of the best face, by at most a twentieth more. How the distance of the
    // centers is measured depends on which box is a.
    let allowed = 2.1 * edge.allowed;
    let is_near = |[low, high]: [f64; 2]| {
        low - allowed <= edge.separation && edge.separation <= high + allowed
    };
    is_near([wins(pair.reach()), wins(pair.largest_reach())]) || is_near([yields; 2])
}

/// Whether the angle of an edge axis and a face's normal is near the limit up to which the edge yields.
fn is_barely_aligned(pair: &ReferencePair, face: Measured, edge: Measured) -> bool {
    let [i, j] = [(edge.axis - 6) / 3, (edge.axis - 6) % 3];
    let product = unit_cross_product(pair.a.axes[i], pair.b.axes[j]);
    let normal = unit_perpendicular(product, pair.a.axes[i]);
    let of_face = if face.axis < 3 { pair.a.axes[face.axis] } else { pair.b.axes[face.axis - 3] };
    let turned = edge.allowed / pair.reach();
    (dot(normal, of_face).abs() - ALIGNED_COSINE).abs() <= ALIGNED_COSINE_TIE + turned
}
