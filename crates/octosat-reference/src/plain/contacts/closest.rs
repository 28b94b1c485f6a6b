//! The closest points of two separated boxes, along the axes of a (Ericson 2005, sections 5.1.4 and 5.1.9).
//!
//! They are a vertex of one box and a point of the other, or points of two edges. If both points are inside of
//! edges, the line between them is perpendicular to both edges. So for each two edge directions only one pair
//! of edges is tried: those that are farthest in their box along this line.

use super::super::arithmetic::{clamped, dot, ma, ms, next, nma, signed};
use super::super::frame::Frame;
use super::clip::{CORNERS_OF_A, crossing, edge_number};
use crate::tolerances::SMALLEST_LENGTH_SQUARED;

/// The feature number of a fallback contact, and the first one of closest points.
pub(super) const CLOSEST: u32 = 160;

/// A point of each box, along the axes of a from its center.
pub(super) struct ClosestPoints {
    pub(super) on_a: [f32; 3],
    pub(super) on_b: [f32; 3],
    pub(super) distance_squared: f32,
    pub(super) feature: u32,
}

impl ClosestPoints {
    /// From the point of a to that of b.
    pub(super) fn between(&self) -> [f32; 3] {
        std::array::from_fn(|k| self.on_b[k] - self.on_a[k])
    }

    /// Half-way between the points.
    pub(super) fn middle(&self) -> [f32; 3] {
        std::array::from_fn(|k| 0.5 * (self.on_a[k] + self.on_b[k]))
    }

    /// Takes these points if they are closer.
    fn offer(&mut self, on_a: [f32; 3], on_b: [f32; 3], feature: u32) {
        let mut offered = Self { on_a, on_b, distance_squared: 0.0, feature: CLOSEST + feature };
        offered.distance_squared = dot(offered.between(), offered.between());
        if offered.distance_squared < self.distance_squared {
            *self = offered;
        }
    }
}

/// The closest points: the first of equally close ones.
pub(super) fn closest_points(frame: &Frame) -> ClosestPoints {
    let mut best = ClosestPoints {
        on_a: [0.0; 3],
        on_b: frame.offset_a,
        distance_squared: f32::INFINITY,
        feature: CLOSEST,
    };
    for corner in 0..8 {
        // A vertex of b and the point of a nearest to it.
        let along = sides_of(frame.own_b, corner);
        let on_b = (0..3).fold(frame.offset_a, |point, j| moved(frame, point, j, along[j]));
        let on_a = std::array::from_fn(|k| clamped(on_b[k], frame.own_a[k]));
        best.offer(on_a, on_b, corner);
        // A vertex of a and the point of b nearest to it.
        let on_a = sides_of(frame.own_a, corner);
        let on_b = (0..3).fold(frame.offset_a, |point, j| {
            let along = dot(frame.axis_of_b(j), on_a) - frame.offset_b[j];
            moved(frame, point, j, clamped(along, frame.own_b[j]))
        });
        best.offer(on_a, on_b, CORNERS_OF_A + corner);
    }
    for i in 0..3 {
        for j in 0..3 {
            edges(frame, i, j, &mut best);
        }
    }
    best
}

/// Offers edges `i` of a and `j` of b, on the sides that can hold the closest points.
///
/// The direction perpendicular to both edges, towards b, leads out of a and into b at these edges. Its
/// components along the other axes of a and of b are entries of the rotation, up to sign. A zero counts as
/// positive.
fn edges(frame: &Frame, i: usize, j: usize, best: &mut ClosestPoints) {
    let [l, m, p, q] = [next(i), next(next(i)), next(j), next(next(j))];
    let (rotation, offset) = (&frame.rotation, frame.offset_a);
    let along = ms(rotation[l][j], offset[m], rotation[m][j] * offset[l]);
    let is_same = |entry: f32| (entry < 0.0) == (along < 0.0);
    // Negated, not subtracted from zero: a zero becomes a negative zero here.
    let side = |extent: f32, positive: bool| if positive { extent } else { -extent };
    let of_a = [!is_same(rotation[m][j]), is_same(rotation[l][j])];
    let of_b = [!is_same(rotation[i][q]), is_same(rotation[i][p])];

    let mut on_a = [0.0; 3];
    on_a[l] = side(frame.own_a[l], of_a[0]);
    on_a[m] = side(frame.own_a[m], of_a[1]);
    let middle_b = moved(frame, offset, p, side(frame.own_b[p], of_b[0]));
    let middle_b = moved(frame, middle_b, q, side(frame.own_b[q], of_b[1]));
    let between: [f32; 3] = std::array::from_fn(|k| middle_b[k] - on_a[k]);
    let cosine = rotation[i][j];
    let sine_squared = ma(rotation[l][j], rotation[l][j], rotation[m][j] * rotation[m][j]);
    let [along_a, along_b] = [between[i], dot(between, frame.axis_of_b(j))];
    // Where the edges pass each other, without the part of `between` along a's edge, which would cancel.
    let meeting = if sine_squared < SMALLEST_LENGTH_SQUARED {
        0.0
    } else {
        let aside = ma(between[l], rotation[l][j], between[m] * rotation[m][j]);
        nma(cosine, aside / sine_squared, along_a)
    };
    let s = clamped(meeting, frame.own_a[i]);
    let t = clamped(ms(s, cosine, along_b), frame.own_b[j]);
    on_a[i] = clamped(ma(t, cosine, along_a), frame.own_a[i]);
    let feature = crossing(edge_number(i, of_a), edge_number(j, of_b));
    best.offer(on_a, moved(frame, middle_b, j, t), feature);
}

/// A vertex of a box along its own axes: bit k is set if it is on the positive side of axis k.
fn sides_of(half_extents: [f32; 3], corner: u32) -> [f32; 3] {
    std::array::from_fn(|k| signed(half_extents[k], corner >> k & 1 == 1))
}

/// A point, moved along axis `j` of b.
fn moved(frame: &Frame, point: [f32; 3], j: usize, along: f32) -> [f32; 3] {
    let axis = frame.axis_of_b(j);
    std::array::from_fn(|k| ma(along, axis[k], point[k]))
}
