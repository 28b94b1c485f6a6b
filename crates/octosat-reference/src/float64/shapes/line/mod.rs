//! Rays, segments and boxes in float64.
//!
//! A line is clipped by the six planes of a box that is given by its corners, one after the other,
//! as M. Cyrus and J. Beck do for any convex volume ("Generalized two- and three-dimensional
//! clipping", 1978). Two segments are as far apart as the nearest of five candidates: the feet of
//! their common perpendicular, where both lie within, and each of four ends with the other segment.

mod answers;

pub use answers::{ClosestAnswer, ClosestFault, ClosestReport, LineAnswer, LineFault, LineReport};

use super::ReferenceBox;
use crate::float64::solid::Solid;
use crate::float64::vector::{cross, difference, dot, length, scaled, sum, wide};
use crate::tolerances::{LINE_BOUND, REFERENCE_PARALLEL, SEGMENT_BOUND, UNDERFLOW};

/// The part of a line within a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineHit {
    /// Where the line enters: a multiple of its direction from its start, or the least allowed.
    pub entry: f64,
    /// Where it leaves, or the largest allowed.
    pub exit: f64,
}

/// The points `start + t · direction`, meters, with t from 0 to `last`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GivenLine {
    /// Where t is zero, world space.
    pub start: [f32; 3],
    /// The way from t = 0 to t = 1.
    pub direction: [f64; 3],
    /// The largest t: 1 for a segment, infinite for a ray.
    pub last: f64,
}

/// A line against a box that is grown and shrunk by the error bound.
///
/// Whatever is true of the box itself lies between the two.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceCrossing {
    /// The part within the box itself.
    pub hit: Option<LineHit>,
    /// The part within the box grown by the error bound.
    pub grown: Option<LineHit>,
    /// The part within the box shrunk by the error bound; none if nothing is left of the box.
    pub shrunk: Option<LineHit>,
    /// Meters by which a surface may seem elsewhere in float32.
    pub error_bound: f64,
    solid: Solid,
    /// From the box's center.
    start: [f64; 3],
    direction: [f64; 3],
}

impl ReferenceBox {
    /// A line against the box.
    #[must_use]
    pub fn crossing(&self, line: &GivenLine) -> ReferenceCrossing {
        let solid = self.solid;
        let start = difference(wide(line.start), self.center);
        // Where the line is near the box, it has come at most from its start to the box's far side.
        let scale = 2.0 * (length(start) + solid.extent);
        let error_bound = (LINE_BOUND + 4.0 * solid.deviation) * scale + UNDERFLOW;
        let line = Line { start, direction: line.direction, last: line.last };
        ReferenceCrossing {
            hit: line.within(&solid, 0.0),
            grown: line.within(&solid, error_bound),
            shrunk: line.within(&solid, -error_bound),
            error_bound,
            solid,
            start,
            direction: line.direction,
        }
    }
}

impl ReferenceCrossing {
    /// Meters from the plane of a face at a parameter of the line: outside positive.
    ///
    /// Faces are numbered 2·axis, and one more for the side that the axis points to.
    #[must_use]
    pub fn distance_from_face(&self, face: usize, parameter: f64) -> f64 {
        let point = sum(self.start, scaled(self.direction, parameter));
        let along = dot(self.solid.axes[face / 2], point);
        let outward = if face & 1 == 0 { -along } else { along };
        outward - self.solid.half_extents[face / 2]
    }
}

/// A line relative to a box's center.
struct Line {
    start: [f64; 3],
    direction: [f64; 3],
    last: f64,
}

impl Line {
    /// The part within the six planes of a box, each moved out by `growth` meters.
    fn within(&self, solid: &Solid, growth: f64) -> Option<LineHit> {
        let mut hit = LineHit { entry: 0.0, exit: self.last };
        for face in 0..6 {
            let sign = if face & 1 == 0 { -1.0 } else { 1.0 };
            let normal = scaled(solid.axes[face / 2], sign);
            // A corner on the face: the one of all bits, or the one of none.
            let corner = solid.corners[if sign > 0.0 { 7 } else { 0 }];
            let offset = dot(normal, corner) + growth;
            let outside = dot(normal, self.start) - offset;
            let speed = dot(normal, self.direction);
            if speed == 0.0 {
                if outside > 0.0 {
                    return None;
                }
            } else if speed < 0.0 {
                hit.entry = hit.entry.max(-outside / speed);
            } else {
                hit.exit = hit.exit.min(-outside / speed);
            }
        }
        (hit.entry <= hit.exit).then_some(hit)
    }
}

/// Two segments in float64.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceSegments {
    /// Start and end of the first, meters.
    pub a: [[f32; 3]; 2],
    /// Start and end of the second, meters.
    pub b: [[f32; 3]; 2],
}

/// How far apart two segments are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SegmentDistance {
    /// Meters between the closest points.
    pub distance: f64,
    /// Meters by which a distance computed in float32 may be off.
    pub error_bound: f64,
}

/// The distance of two segments, by the nearest of all candidates.
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

/// A segment by its start and the way to its end.
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

    /// Meters from a point to the nearest of the segment.
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
    use crate::OrientedBox;

    fn cube() -> ReferenceBox {
        ReferenceBox::oriented(&OrientedBox {
            center: [5.0, 0.0, 0.0],
            rotation: [0.0, 0.0, 0.0, 1.0],
            half_extents: [1.0; 3],
        })
    }

    #[test]
    fn a_line_enters_and_leaves_a_cube() {
        let cross = |start: [f32; 3], direction, last| {
            cube().crossing(&GivenLine { start, direction, last })
        };
        let found = cross([0.0; 3], [2.0, 0.0, 0.0], f64::INFINITY);
        assert_eq!(found.hit, Some(LineHit { entry: 2.0, exit: 3.0 }));
        assert!(found.distance_from_face(0, 2.0).abs() < 1e-15);
        let short = cross([0.0; 3], [2.0, 0.0, 0.0], 1.5);
        assert!(short.grown.is_none());
        let grazing = cross([0.0, 1.0, 0.0], [1.0, 0.0, 0.0], f64::INFINITY);
        assert!(grazing.hit.is_some() && grazing.grown.is_some() && grazing.shrunk.is_none());
    }

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
