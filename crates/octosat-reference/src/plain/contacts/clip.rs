//! The corners of the intersection of the rectangle and the parallelogram: candidates for contact points.
//!
//! Edge k of the parallelogram leads from its corner k to the next. The strips of the rectangle across u and across v
//! cut an interval out of it (Cyrus and Beck 1978, Liang and Barsky 1984).

use super::super::arithmetic::{clamped, greater, lesser, ma, next, signed};
use super::faces::{FacePair, PlanePoint};
use crate::tolerances::{ALONG_SIDE, CORNER_DEPTH};

/// A candidate and the features that touch there.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) point: PlanePoint,
    pub(super) feature: u32,
}

/// The first features of corners of a, and of crossings of edges.
pub(super) const CORNERS_OF_A: u32 = 8;
pub(super) const CROSSINGS: u32 = 16;

/// The number of an edge along an axis, given whether it is on the positive sides of the two axes after it.
pub(super) fn edge_number(axis: usize, [first, second]: [bool; 2]) -> u32 {
    [0, 4, 8][axis] + u32::from(first) + 2 * u32::from(second)
}

/// The number of a corner, given whether it is on the positive sides of an axis and of the two after it.
fn corner_number(axis: usize, [own, first, second]: [bool; 3]) -> u32 {
    let [own, first, second] = [own, first, second].map(u32::from);
    own << axis | first << next(axis) | second << next(next(axis))
}

/// The feature of two crossing edges.
pub(super) fn crossing(edge_of_a: u32, edge_of_b: u32) -> u32 {
    CROSSINGS + 12 * edge_of_a + edge_of_b
}

/// The corners of the intersection whose gap is at most `limit`: where edges of b begin or enter, where they leave,
/// and corners of a inside.
pub(super) fn clip(faces: &FacePair, limit: f32) -> Vec<Candidate> {
    let edges: [Edge; 4] = std::array::from_fn(|k| Edge::new(faces, k));
    // Whether a corner of b is in the rectangle is one answer for both its edges.
    let inside: [bool; 4] = std::array::from_fn(|k| {
        let [begins, ends] = [&edges[k], &edges[(k + 3) % 4]];
        let [u, v] = [begins.start.u.abs(), begins.start.v.abs()];
        (u <= faces.a.half[1] + faces.slack && v <= faces.a.half[2] + faces.slack)
            || (begins.crosses && begins.low <= -1.0)
            || (ends.crosses && 1.0 <= ends.high)
    });
    // A face without width has edges twice, and one of each stays.
    let [flat_first, flat_second] = [faces.b.half[1] == 0.0, faces.b.half[2] == 0.0];
    let is_twin = [flat_first, false, flat_second, flat_first || flat_second];

    let (mut starts, mut ends) = (Vec::new(), Vec::new());
    for (k, edge) in edges.iter().enumerate().filter(|&(k, _)| !is_twin[k]) {
        if inside[k] {
            let feature = edge.start_feature(faces);
            starts.push(Candidate { point: edge.at(faces, -1.0), feature });
        } else if edge.crosses {
            let feature = edge.crossing_feature(faces, edge.low_is_u, false);
            starts.push(Candidate { point: edge.at(faces, edge.low), feature });
        }
        // A rectangle without width is crossed at one place, where the edge enters.
        let is_thin = faces.a.half[if edge.low_is_u { 1 } else { 2 }] == 0.0;
        let twice = !inside[k] && edge.low_is_u == edge.high_is_u && is_thin;
        if edge.crosses && !inside[(k + 1) % 4] && !twice {
            let feature = edge.crossing_feature(faces, edge.high_is_u, true);
            ends.push(Candidate { point: edge.at(faces, edge.high), feature });
        }
    }
    let mut candidates = [starts, ends].concat();
    let corners = [[false, false], [true, false], [false, true], [true, true]];
    candidates.extend(corners.into_iter().filter_map(|sides| corner_of_a(faces, sides)));
    candidates.retain(|candidate| candidate.point.gap <= limit);
    candidates
}

/// A corner of the rectangle, if it is clearly inside the parallelogram; on its boundary a corner of b is enough.
fn corner_of_a(faces: &FacePair, [positive_u, positive_v]: [bool; 2]) -> Option<Candidate> {
    let FacePair { a, center, edges: [first, second], center_b, out_b, .. } = faces;
    let [u, v] = [signed(a.half[1], positive_u), signed(a.half[2], positive_v)];
    let area = first.cross(*second).abs();
    let depth = CORNER_DEPTH * faces.slack;
    let from_center = PlanePoint { u: u - center.u, v: v - center.v, gap: 0.0 };
    let is_inside = from_center.cross(*second).abs()
        < area - depth * (second.u.abs() + second.v.abs())
        && first.cross(from_center).abs() < area - depth * (first.u.abs() + first.v.abs());
    // A rectangle without width has each corner twice, and one stays.
    let is_twin = (positive_u && a.half[1] == 0.0) || (positive_v && a.half[2] == 0.0);
    // The plane of b's face meets the line along the normal through the corner at this gap.
    let level = (center_b[0] - a.height()) * out_b[0];
    let level = ma(center_b[1] - u, out_b[1], level);
    let gap = ma(center_b[2] - v, out_b[2], level) * faces.inverse_b;
    let feature = CORNERS_OF_A + corner_number(a.axis, [a.positive, positive_u, positive_v]);
    (is_inside && !is_twin).then_some(Candidate { point: PlanePoint { u, v, gap }, feature })
}

/// An edge of the parallelogram, and the part of it in the rectangle, from −1 at its start to 1 at its end.
struct Edge {
    number: usize,
    start: PlanePoint,
    middle: PlanePoint,
    /// Half of it: edges 0 and 1 lead along this, 2 and 3 against it.
    half: PlanePoint,
    crosses: bool,
    low: f32,
    high: f32,
    /// Whether the edge enters and leaves through a side across u, and not across v.
    low_is_u: bool,
    high_is_u: bool,
}

impl Edge {
    fn new(faces: &FacePair, number: usize) -> Self {
        let FacePair { center, edges: [first, second], .. } = *faces;
        let [below, above] = [center.moved(-1.0, second), center.moved(1.0, second)];
        let [start, middle, half] = match number {
            0 => [below.moved(-1.0, first), below, first],
            1 => [below.moved(1.0, first), center.moved(1.0, first), second],
            2 => [above.moved(1.0, first), above, first],
            _ => [above.moved(-1.0, first), center.moved(-1.0, first), second],
        };
        let [low_u, high_u] = strip(faces, [middle.u, half.u, faces.a.half[1]], number < 2);
        let [low_v, high_v] = strip(faces, [middle.v, half.v, faces.a.half[2]], number < 2);
        let (low, high) = (greater(low_u, low_v), lesser(high_u, high_v));
        Self {
            number,
            start,
            middle,
            half,
            crosses: low <= high && low <= 1.0 && -1.0 <= high,
            low: clamped(low, 1.0),
            high: clamped(high, 1.0),
            low_is_u: low_v < low_u,
            high_is_u: high_u < high_v,
        }
    }

    /// The point at a parameter; one that the slack alone holds in the rectangle is moved back along b's face.
    fn at(&self, faces: &FacePair, parameter: f32) -> PlanePoint {
        let factor = if self.number < 2 { parameter } else { -parameter };
        let point = self.middle.moved(factor, self.half);
        let u = clamped(point.u, faces.a.half[1]);
        let v = clamped(point.v, faces.a.half[2]);
        let gap = ma(point.u - u, faces.out_b[1] * faces.inverse_b, point.gap);
        let gap = ma(point.v - v, faces.out_b[2] * faces.inverse_b, gap);
        PlanePoint { u, v, gap }
    }

    /// The feature of the corner of b where the edge starts.
    fn start_feature(&self, faces: &FacePair) -> u32 {
        let [first, second] = [self.number == 1 || self.number == 2, self.number >= 2];
        corner_number(faces.b.axis, [faces.b.positive, first, second])
    }

    /// The feature of the crossing with the side of the rectangle, across u or v, where the edge enters or leaves.
    fn crossing_feature(&self, faces: &FacePair, across_u: bool, leaves: bool) -> u32 {
        let FacePair { a, b, .. } = faces;
        let step = if across_u { self.half.u } else { self.half.v };
        // Where the edge leads towards the positive side, it enters at the negative one.
        let positive = (step < 0.0) == (leaves == (self.number >= 2));
        let of_a = if across_u {
            edge_number(next(next(a.axis)), [a.positive, positive])
        } else {
            edge_number(next(a.axis), [positive, a.positive])
        };
        let of_b = if self.number.is_multiple_of(2) {
            edge_number(next(b.axis), [self.number == 2, b.positive])
        } else {
            edge_number(next(next(b.axis)), [b.positive, self.number == 1])
        };
        crossing(of_a, of_b)
    }
}

/// The interval in which an edge is in a strip of the rectangle, widened by the slack, given one coordinate of its
/// middle and of its half and the strip's half width.
fn strip(faces: &FacePair, [middle, step, side]: [f32; 3], forwards: bool) -> [f32; 2] {
    let width = side + faces.slack;
    if step.abs() <= faces.slack * ALONG_SIDE {
        let reach = if middle.abs() <= width { f32::INFINITY } else { f32::NEG_INFINITY };
        return [-reach, reach];
    }
    let inverse = 1.0 / step;
    let center = if forwards { -(middle * inverse) } else { middle * inverse };
    [center - width * inverse.abs(), center + width * inverse.abs()]
}
