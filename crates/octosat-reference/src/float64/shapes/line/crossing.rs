//! Rays and segments against a box.
//!
//! A line is clipped by the six planes of a box, one after the other, as M. Cyrus and J. Beck do for any
//! convex volume ("Generalized two- and three-dimensional clipping", 1978).

use crate::float64::shapes::reference_box::ReferenceBox;
use crate::float64::solid::Solid;
use crate::float64::vector::{difference, dot, length, scaled, sum, wide};
use crate::tolerances::{LINE_BOUND, UNDERFLOW};

/// The part of a line within a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineHit {
    /// The parameter of the entry, in multiples of the direction; zero for a start inside.
    pub entry: f64,
    /// The parameter of the exit, at most that of the line's end.
    pub exit: f64,
}

/// The points `start + t · direction`, meters, with t from 0 to `last`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GivenLine {
    /// Where t is zero, world space.
    pub start: [f32; 3],
    /// The vector from t = 0 to t = 1.
    pub direction: [f64; 3],
    /// The largest t: 1 for a segment, infinite for a ray.
    pub last: f64,
}

/// A line against a box, and against the box grown and shrunk by the error bound.
///
/// An answer in float32 must be between the answers of the grown and of the shrunk box.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceCrossing {
    /// The part within the box itself.
    pub hit: Option<LineHit>,
    /// The part within the box grown by the error bound.
    pub grown: Option<LineHit>,
    /// The part within the box shrunk by the error bound; none if nothing of the box remains.
    pub shrunk: Option<LineHit>,
    /// Meters by which a surface can seem moved in float32.
    pub error_bound: f64,
    pub(super) solid: Solid,
    /// The start of the line, relative to the box's center.
    pub(super) start: [f64; 3],
    pub(super) direction: [f64; 3],
}

impl ReferenceBox {
    /// A line against the box.
    #[must_use]
    pub fn crossing(&self, line: &GivenLine) -> ReferenceCrossing {
        let solid = self.solid;
        let start = difference(wide(line.start), self.center);
        // A point of the line near the box is at most as far from the start as the far side of the box.
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
    /// Meters from the plane of a face to the line at a parameter, positive outside.
    ///
    /// A face has the number 2·axis, plus one on the positive side.
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
}
