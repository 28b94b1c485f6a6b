//! The contact of the closest points of separated boxes.

use super::super::arithmetic::{difference, dot};
use super::super::closest::{Place, closest};
use super::super::frame::Frame;
use super::clip::{CORNERS_OF_A, crossing, edge_number};
use crate::plain::arithmetic::next;

/// The feature number of a fallback contact, and the first one of closest points.
pub(super) const CLOSEST: u32 = 160;

/// A point of each box, along the axes of a from its center.
pub(super) struct ClosestPoints {
    pub(super) on_a: [f32; 3],
    pub(super) on_b: [f32; 3],
    /// Half-way between both.
    pub(super) middle: [f32; 3],
    pub(super) distance: f32,
    /// From the point of a to that of b, unit.
    pub(super) normal: [f32; 3],
    pub(super) feature: u32,
}

/// The closest points, with the normal of an axis if they are so near that their own direction is noise.
pub(super) fn closest_points(frame: &Frame, of_axis: [f32; 3]) -> ClosestPoints {
    let points = closest(frame);
    let (on_a, distance) = (points.on_a, points.distance());
    let normal = if distance <= frame.noise() { of_axis } else { points.direction };
    let at = |along: f32| std::array::from_fn(|k| along * normal[k] + on_a[k]);
    let (middle, on_b) = (at(0.5 * distance), at(distance));
    let feature = CLOSEST
        + match points.place {
            Place::VertexOfB(vertex) => vertex,
            Place::VertexOfA(vertex) => CORNERS_OF_A + vertex,
            Place::Edges { i, j } => {
                let from_b = difference(on_b, frame.offset_a);
                let own_b = std::array::from_fn(|k| dot(frame.axis_of_b(k), from_b));
                crossing(edge_at(i, on_a), edge_at(j, own_b))
            }
        };
    ClosestPoints { on_a, on_b, middle, distance, normal, feature }
}

/// The number of the edge along an axis on which a point of a box is.
fn edge_at(axis: usize, point: [f32; 3]) -> u32 {
    edge_number(axis, [next(axis), next(next(axis))].map(|side| point[side] > 0.0))
}
