//! The axis between two parallel edges.

use crate::vector::{cross, difference, dot};

/// The direction perpendicular to two parallel edges that leads from the line of the first to the line of the
/// second, of any length; none if both are on one line, or if the first has no length.
///
/// The slides form the normal of a triangle of one edge and a vertex of the other, and the cross product of
/// this normal and the edge. Corrected: the formula of the slides uses the other edge instead of a side of
/// the triangle. Two parallel edges have no cross product, so this formula gives zero.
#[must_use]
pub fn axis_between_parallel_edges(ab: [[f32; 3]; 2], cd: [[f32; 3]; 2]) -> Option<[f32; 3]> {
    let along = difference(ab[1], ab[0]);
    let normal = cross(along, difference(cd[0], ab[0]));
    let axis = cross(normal, along);
    (dot(axis, axis) > 0.0).then_some(axis)
}
