//! The distance of two segments.
//!
//! It is the smallest of five candidates: the length of their common perpendicular, if both of its ends are on
//! the segments, and the distance of each of the four ends from the other segment.

use crate::float64::vector::{cross, difference, dot, length, scaled, sum, wide};
use crate::tolerances::{REFERENCE_PARALLEL, SEGMENT_BOUND};

/// Two segments in float64.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceSegments {
    /// Start and end of the first, meters.
    pub a: [[f32; 3]; 2],
    /// Start and end of the second, meters.
    pub b: [[f32; 3]; 2],
}

/// The distance of two segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SegmentDistance {
    /// Meters between the closest points.
    pub distance: f64,
    /// Meters by which a distance computed in float32 may be off.
    pub error_bound: f64,
}

/// The distance of two segments: the smallest of all candidates.
#[must_use]
pub fn closest_between_segments(segments: &ReferenceSegments) -> SegmentDistance {
    let origin = wide(segments.a[0]);
    let [a, b] = [segments.a, segments.b].map(|ends| {
        Piece::between(difference(wide(ends[0]), origin), difference(wide(ends[1]), origin))
    });
    let ends = [(&b, a.start), (&b, a.end()), (&a, b.start), (&a, b.end())];
    let mut distance =
        ends.into_iter().map(|(piece, point)| piece.distance(point)).fold(f64::INFINITY, f64::min);
    let normal = cross(a.along, b.along);
    let squared = dot(normal, normal);
    if squared > REFERENCE_PARALLEL * dot(a.along, a.along) * dot(b.along, b.along) {
        let apart = difference(b.start, a.start);
        let at_a = dot(cross(apart, b.along), normal) / squared;
        let at_b = dot(cross(apart, a.along), normal) / squared;
        if (0.0..=1.0).contains(&at_a) && (0.0..=1.0).contains(&at_b) {
            distance = distance.min(dot(apart, normal).abs() / squared.sqrt());
        }
    }
    let scale = length(a.along) + length(b.along) + length(difference(b.start, a.start));
    SegmentDistance { distance, error_bound: SEGMENT_BOUND * scale }
}

impl ReferenceSegments {
    /// Meters between the points at two parameters.
    #[must_use]
    pub fn distance_at(&self, at_a: f64, at_b: f64) -> f64 {
        let origin = wide(self.a[0]);
        let point = |ends: [[f32; 3]; 2], at: f64| {
            let start = difference(wide(ends[0]), origin);
            sum(start, scaled(difference(wide(ends[1]), wide(ends[0])), at))
        };
        length(difference(point(self.a, at_a), point(self.b, at_b)))
    }
}

/// A segment, as its start and the vector to its end.
struct Piece {
    start: [f64; 3],
    along: [f64; 3],
}

impl Piece {
    fn between(start: [f64; 3], end: [f64; 3]) -> Self {
        Self { start, along: difference(end, start) }
    }

    fn end(&self) -> [f64; 3] {
        sum(self.start, self.along)
    }

    /// Meters from the segment to a point.
    fn distance(&self, point: [f64; 3]) -> f64 {
        let offset = difference(point, self.start);
        let squared = dot(self.along, self.along);
        let at =
            if squared > 0.0 { (dot(offset, self.along) / squared).clamp(0.0, 1.0) } else { 0.0 };
        length(difference(offset, scaled(self.along, at)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_as_far_apart_as_they_look() {
        let distance = |a: [[f32; 3]; 2], b: [[f32; 3]; 2]| {
            closest_between_segments(&ReferenceSegments { a, b }).distance
        };
        let rod = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
        assert!((distance(rod, [[0.0, -1.0, 2.0], [0.0, 1.0, 2.0]]) - 2.0).abs() < 1e-12);
        assert!((distance(rod, [[4.0, 4.0, 0.0], [9.0, 4.0, 0.0]]) - 5.0).abs() < 1e-12);
        assert!((distance(rod, [[0.5, 3.0, 0.0], [0.5, 3.0, 0.0]]) - 3.0).abs() < 1e-12);
    }
}
