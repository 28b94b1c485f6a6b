//! The distance of two boxes, by trying all pairs of their features.
//!
//! The closest points of two separated convex polyhedra are a vertex of one and a point of the other, or points
//! of two edges. All of these are tried. The distance of two segments is that of C. Ericson, *Real-Time
//! Collision Detection*, 2005, section 5.1.9.

use super::super::pair::{ClosestPoints, ReferencePair};
use super::super::solid::Solid;
use super::super::vector::{difference, dot, length, scaled, sum};
use crate::tolerances::REFERENCE_PARALLEL;

/// A segment between two points.
#[derive(Clone, Copy)]
pub(super) struct Segment {
    pub(super) start: [f64; 3],
    pub(super) end: [f64; 3],
}

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
                keep_nearer(&mut closest, between_segments(edge_a, edge_b));
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
pub(super) fn surface_distance(solid: &Solid, point: [f64; 3]) -> f64 {
    let offset = difference(point, solid.center);
    let inside = (0..3).map(|k| solid.half_extents[k] - dot(offset, solid.axes[k]).abs());
    let inside = inside.fold(f64::INFINITY, f64::min);
    if inside < 0.0 { point_distance(solid, point) } else { inside }
}

/// Meters from a point to a segment, which may have no length.
pub(super) fn segment_distance(segment: Segment, point: [f64; 3]) -> f64 {
    let direction = difference(segment.end, segment.start);
    let along = dot(difference(point, segment.start), direction);
    let length_squared = dot(direction, direction);
    let share = if length_squared > 0.0 { (along / length_squared).clamp(0.0, 1.0) } else { 0.0 };
    length(difference(point, sum(segment.start, scaled(direction, share))))
}

/// The edge with the number 4·axis + sides of a box. It is parallel to the axis. The sides are bits for the two
/// following axes.
pub(super) fn edge(solid: &Solid, number: usize) -> Segment {
    let axis = number / 4;
    let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
    let corner = (number & 1) << next | (number >> 1 & 1) << last;
    Segment { start: solid.corners[corner], end: solid.corners[corner | 1 << axis] }
}

/// All edges of a box, in the order of their numbers.
fn edges(solid: &Solid) -> [Segment; 12] {
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

/// The closest points of two segments, each of which may have no length.
fn between_segments(first: Segment, second: Segment) -> ClosestPoints {
    let (d1, d2) = (difference(first.end, first.start), difference(second.end, second.start));
    let r = difference(first.start, second.start);
    let (a, e, f) = (dot(d1, d1), dot(d2, d2), dot(d2, r));
    let (b, c) = (dot(d1, d2), dot(d1, r));
    let on_first = |t: f64| if a > 0.0 { ((b * t - c) / a).clamp(0.0, 1.0) } else { 0.0 };
    let on_second = |s: f64| if e > 0.0 { ((b * s + f) / e).clamp(0.0, 1.0) } else { 0.0 };
    let denominator = a * e - b * b;
    // Parallel segments have closest points at some end, so the clamping can start anywhere.
    let start = if denominator > REFERENCE_PARALLEL * a * e {
        ((b * f - c * e) / denominator).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let t = on_second(start);
    // If the second parameter was clamped, the first one changes with it.
    let s = on_first(t);
    between(sum(first.start, scaled(d1, s)), sum(second.start, scaled(d2, t)))
}
