//! The distance of two boxes, by trying all pairs of their features.
//!
//! The closest points of two separated convex polyhedra are a vertex of one and a point of the other, or points
//! of two edges. All of these are tried.

use super::super::outline::{Segment, facing};
use super::super::pair::{ClosestPoints, ReferencePair};
use super::super::solid::Solid;
use crate::vector::{difference, dot, length, scaled, sum};

impl ReferencePair {
    /// The closest points of two separated boxes.
    ///
    /// Only vertices and edges of the surfaces are tried. For overlapping boxes the result is a pair of surface
    /// points, and the distance is not zero.
    #[must_use]
    pub fn closest_points(&self) -> ClosestPoints {
        *self.closest.get_or_init(|| self.search_closest_points())
    }

    /// Tries all pairs of features.
    fn search_closest_points(&self) -> ClosestPoints {
        let mut closest = between(self.a.corners[0], self.b.corners[0]);
        for corner in self.b.corners {
            keep_nearer(&mut closest, between(nearest_in_box(&self.a, corner), corner));
        }
        for corner in self.a.corners {
            keep_nearer(&mut closest, between(corner, nearest_in_box(&self.b, corner)));
        }
        let edges_of_b = edges(&self.b);
        for edge_a in edges(&self.a) {
            for &edge_b in &edges_of_b {
                let [on_a, on_b] = facing(&edge_a, &edge_b);
                keep_nearer(&mut closest, between(on_a, on_b));
            }
        }
        closest
    }
}

/// Meters from a point to a solid box; zero inside.
pub(super) fn point_distance(solid: &Solid, point: [f64; 3]) -> f64 {
    length(difference(point, nearest_in_box(solid, point)))
}

/// Meters from a point to the surface of a box.
pub(in super::super) fn surface_distance(solid: &Solid, point: [f64; 3]) -> f64 {
    let offset = difference(point, solid.center);
    let inside = (0..3).map(|k| solid.half_extents[k] - dot(offset, solid.axes[k]).abs());
    let inside = inside.fold(f64::INFINITY, f64::min);
    if inside < 0.0 { point_distance(solid, point) } else { inside }
}

/// The edge with the number 4·axis + sides of a box. It is parallel to the axis. The sides are bits for the two
/// following axes.
pub(super) fn edge(solid: &Solid, number: usize) -> Segment<3> {
    let axis = number / 4;
    let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
    let corner = (number & 1) << next | (number >> 1 & 1) << last;
    Segment { start: solid.corners[corner], end: solid.corners[corner | 1 << axis] }
}

/// All edges of a box, in the order of their numbers.
fn edges(solid: &Solid) -> [Segment<3>; 12] {
    std::array::from_fn(|number| edge(solid, number))
}

/// Two points and their distance.
fn between(on_a: [f64; 3], on_b: [f64; 3]) -> ClosestPoints {
    ClosestPoints { on_a, on_b, distance: length(difference(on_b, on_a)) }
}

/// Replaces the closest points so far if the others are closer.
fn keep_nearer(closest: &mut ClosestPoints, other: ClosestPoints) {
    if other.distance < closest.distance {
        *closest = other;
    }
}

/// The point of a box nearest to a point, by clamping in the box's frame.
fn nearest_in_box(solid: &Solid, point: [f64; 3]) -> [f64; 3] {
    let offset = difference(point, solid.center);
    let mut nearest = solid.center;
    for k in 0..3 {
        let half = solid.half_extents[k];
        let along = dot(offset, solid.axes[k]).clamp(-half, half);
        nearest = sum(nearest, scaled(solid.axes[k], along));
    }
    nearest
}
