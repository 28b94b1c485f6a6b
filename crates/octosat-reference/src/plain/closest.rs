//! The closest points of two boxes that share no point or only touch, along the axes of a (Ericson 2005, sections 5.1.4 and
//! 5.1.9).
//!
//! They are a vertex of one box and a point of the other, or points of two edges. If both points are inside of edges, the
//! line between them is perpendicular to both edges. So for each two edge directions only one pair of edges is tried: those
//! that are farthest in their box along this line.

use super::arithmetic::{clamped, difference, dot, greater, next, signed};
use super::axes::{EdgeAxis, edge};
use super::frame::Frame;
use crate::tolerances::SMALLEST_LENGTH_SQUARED;

/// The closest points of two boxes.
pub(super) struct Closest {
    /// The point of a, from a's center.
    pub(super) on_a: [f32; 3],
    /// The square of the distance.
    squared: f32,
    /// From there to the point of b; of length one, unless the distance is rounding.
    pub(super) direction: [f32; 3],
    pub(super) place: Place,
}

/// Where the closest points are. Bit k of a vertex is set if it is on the positive side of axis k.
#[derive(Clone, Copy)]
pub(super) enum Place {
    VertexOfA(u32),
    VertexOfB(u32),
    /// Along axis `i` of a and axis `j` of b.
    Edges {
        i: usize,
        j: usize,
    },
}

/// The closest points: the first of equally close ones.
pub(super) fn closest(frame: &Frame) -> Closest {
    let (zero, place) = ([0.0; 3], Place::VertexOfB(0));
    let mut best = Closest { on_a: zero, squared: f32::INFINITY, direction: zero, place };
    for corner in 0..8 {
        let at = vertex(frame.offset_a, corner, |j| {
            frame.axis_of_b(j).map(|component| component * frame.own_b[j])
        });
        let on_a: [f32; 3] = std::array::from_fn(|k| clamped(at[k], frame.own_a[k]));
        let outside = difference(at, on_a);
        best.offer(on_a, dot(outside, outside), Place::VertexOfB(corner), |distance| {
            outside.map(|component| component / distance)
        });
    }
    // Mirrored at b's center: the negative of each vertex of a.
    for mirrored in 0..8 {
        let at = vertex(frame.offset_b, mirrored, |i| {
            frame.rotation[i].map(|component| component * frame.own_a[i])
        });
        let outside: [f32; 3] = std::array::from_fn(|j| at[j] - clamped(at[j], frame.own_b[j]));
        let corner = 7 - mirrored;
        let on_a = std::array::from_fn(|k| signed(frame.own_a[k], corner >> k & 1 == 1));
        best.offer(on_a, dot(outside, outside), Place::VertexOfA(corner), |distance| {
            frame.rotation.map(|row| dot(row, outside) / distance)
        });
    }
    for i in 0..3 {
        for j in 0..3 {
            edges(frame, i, j, &mut best);
        }
    }
    best
}

/// A center plus or minus three vectors: bit k is set for a plus.
fn vertex(center: [f32; 3], corner: u32, side: impl Fn(usize) -> [f32; 3]) -> [f32; 3] {
    (0..3).fold(center, |at, k| {
        let side = side(k);
        let is_plus = corner >> k & 1 == 1;
        std::array::from_fn(|c| if is_plus { at[c] + side[c] } else { at[c] - side[c] })
    })
}

impl Closest {
    pub(super) fn distance(&self) -> f32 {
        self.squared.sqrt()
    }

    /// Takes these points if they are closer.
    fn offer(
        &mut self,
        on_a: [f32; 3],
        squared: f32,
        place: Place,
        direction: impl FnOnce(f32) -> [f32; 3],
    ) {
        if squared < self.squared {
            *self = Self { on_a, squared, direction: direction(squared.sqrt()), place };
        }
    }
}

/// Offers edges `i` of a and `j` of b, on the sides that face each other, if the points where they pass are inside both.
fn edges(frame: &Frame, i: usize, j: usize, best: &mut Closest) {
    let [l, m, p, q] = [next(i), next(next(i)), next(j), next(next(j))];
    let (rotation, d) = (&frame.rotation, frame.axis_of_b(j));
    let one = |number: f32| if number < 0.0 { -1.0 } else { 1.0 };
    let cofactor = |column: usize| {
        let (f, s) = (next(column), next(next(column)));
        one(rotation[l][f] * rotation[m][s] - rotation[m][f] * rotation[l][s])
    };
    let forwards: f32 = one(d[l] * frame.offset_a[m] - d[m] * frame.offset_a[l]);
    let side_p = (-forwards * cofactor(q)) * frame.own_b[p];
    let side_q = (forwards * cofactor(p)) * frame.own_b[q];
    let between: [f32; 3] = std::array::from_fn(|k| {
        side_q * rotation[k][q] + (side_p * rotation[k][p] + frame.offset_a[k])
    });
    let mut on_a = [0.0; 3];
    on_a[l] = (-forwards * one(rotation[m][j])) * frame.own_a[l];
    on_a[m] = (forwards * one(rotation[l][j])) * frame.own_a[m];
    let (across_l, across_m) = (between[l] - on_a[l], between[m] - on_a[m]);
    let gap = across_m * d[l] - across_l * d[m];
    let sine_squared = d[l] * d[l] + d[m] * d[m];
    let inverse = 1.0 / greater(sine_squared, SMALLEST_LENGTH_SQUARED);
    let on_b = (across_l * d[l] + across_m * d[m]) * inverse;
    on_a[i] = between[i] - d[i] * on_b;
    let is_inside = on_a[i].abs() <= frame.own_a[i] && on_b.abs() <= frame.own_b[j];
    if is_inside && sine_squared > SMALLEST_LENGTH_SQUARED {
        best.offer(on_a, (gap * inverse) * gap, Place::Edges { i, j }, |_| {
            let EdgeAxis { direction, length_squared, .. } = edge(frame, i, j);
            let across = direction.map(|component| component / length_squared.sqrt());
            if gap < 0.0 { across.map(|component| 0.0 - component) } else { across }
        });
    }
}
