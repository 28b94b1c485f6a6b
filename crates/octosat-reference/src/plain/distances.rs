//! How far two boxes are apart or how deep they overlap, and a point that shows it.

use super::arithmetic::{clamped, difference, dot, greater, ma, ms, next, nma, signed, sum};
use super::axes::{EdgeAxis, edge};
use super::frame::{Frame, along_columns, by_quaternion};
use super::penetration::{Best, best_edge_of, best_of_faces, local_normal};
use crate::OrientedBox;
use crate::boxes::{DistanceAnswer, DistanceKind};
use crate::tolerances::{DISTANCE_ERROR, SMALLEST_LENGTH_SQUARED, TOUCHING_PART};

/// The signed distance of two boxes, a point of a that shows it, and the direction to the one of b.
///
/// A pair that a face separates by more than `margin` meters is only reported as such: without a margin, none is.
#[must_use]
pub fn distance(a: &OrientedBox, b: &OrientedBox, margin: Option<f32>) -> DistanceAnswer {
    let none =
        |distance, kind| DistanceAnswer { on_a: [0.0; 3], distance, direction: [0.0; 3], kind };
    let frame = Frame::of_oriented_each(a, b);
    let Some(face) = best_of_faces(&frame) else {
        return none(f32::NAN, DistanceKind::NonFinite);
    };
    if margin.is_some_and(|margin| face.separation > margin) {
        return none(face.separation, DistanceKind::Beyond);
    }
    let Local { on_a, distance, direction } = measure(&frame, face);
    let turned = by_quaternion(a.rotation, on_a);
    let on_a: [f32; 3] = std::array::from_fn(|k| a.center[k] + turned[k]);
    let direction = by_quaternion(a.rotation, direction);
    if !((on_a[0] + on_a[1]) + (on_a[2] + distance) + sum(direction)).is_finite() {
        return none(f32::NAN, DistanceKind::NonFinite);
    }
    let kind = if distance <= 0.0 { DistanceKind::Overlapping } else { DistanceKind::Apart };
    DistanceAnswer { on_a, distance, direction, kind }
}

/// The answer along the axes of a, from a's center.
struct Local {
    on_a: [f32; 3],
    distance: f32,
    direction: [f32; 3],
}

fn measure(frame: &Frame, face: Best) -> Local {
    let offset = sum(frame.offset_a.map(f32::abs));
    let bound = DISTANCE_ERROR * (offset + (sum(frame.own_a) + sum(frame.own_b)));
    let mut axis = face;
    if face.separation <= bound {
        let edge = best_edge_of(frame, |_| true);
        axis = if edge.separation > face.separation { edge } else { face };
    }
    let apart = TOUCHING_PART * bound;
    if axis.separation <= apart {
        let normal = local_normal(frame, axis.axis);
        let closest = closest(&moved(frame, normal, apart - axis.separation));
        return Local { on_a: closest.on_a, distance: axis.separation, direction: normal };
    }
    let Closest { on_a, squared, way } = closest(frame);
    let length = squared.sqrt();
    let direction = match way {
        _ if length <= bound => local_normal(frame, axis.axis),
        Way::Edges { i, j, gap } => {
            let EdgeAxis { direction, length_squared, .. } = edge(frame, i, j);
            let across = direction.map(|component| component / length_squared.sqrt());
            if gap < 0.0 { across.map(|component| 0.0 - component) } else { across }
        }
        Way::Corner(outside) => outside.map(|component| component / length),
    };
    Local { on_a, distance: greater(length, axis.separation), direction }
}

/// The frame with b moved along a direction of a's frame.
fn moved(frame: &Frame, direction: [f32; 3], by: f32) -> Frame {
    let along_b = along_columns(&frame.rotation, direction);
    let step = |offset: [f32; 3], along: [f32; 3]| -> [f32; 3] {
        std::array::from_fn(|k| ma(by, along[k], offset[k]))
    };
    Frame {
        offset_a: step(frame.offset_a, direction),
        offset_b: step(frame.offset_b, along_b),
        ..*frame
    }
}

/// The closest points of two boxes that do not overlap.
struct Closest {
    on_a: [f32; 3],
    squared: f32,
    way: Way,
}

/// How the closest points face each other.
enum Way {
    /// From or to a corner, by this vector along the axes of a.
    Corner([f32; 3]),
    /// Along the cross product of two edges, or against it if the gap along it is negative.
    Edges { i: usize, j: usize, gap: f32 },
}

fn closest(frame: &Frame) -> Closest {
    let mut best = Closest { on_a: [0.0; 3], squared: f32::INFINITY, way: Way::Corner([0.0; 3]) };
    for corner in 0..8 {
        let at = corner_at(frame.offset_a, corner, |j| {
            frame.axis_of_b(j).map(|component| component * frame.own_b[j])
        });
        let on_a: [f32; 3] = std::array::from_fn(|k| clamped(at[k], frame.own_a[k]));
        let outside = difference(at, on_a);
        best.offer(dot(outside, outside), on_a, || Way::Corner(outside));
    }
    // Mirrored at b's center: the negative of each corner of a.
    for corner in 0..8 {
        let at = corner_at(frame.offset_b, corner, |i| {
            frame.rotation[i].map(|component| component * frame.own_a[i])
        });
        let outside: [f32; 3] = std::array::from_fn(|j| at[j] - clamped(at[j], frame.own_b[j]));
        let on_a = std::array::from_fn(|k| signed(frame.own_a[k], corner >> k & 1 == 0));
        let between = || frame.rotation.map(|row| dot(row, outside));
        best.offer(dot(outside, outside), on_a, || Way::Corner(between()));
    }
    for i in 0..3 {
        for j in 0..3 {
            edges(frame, i, j, &mut best);
        }
    }
    best
}

/// A center plus or minus three vectors: bit k is set for a plus.
fn corner_at(center: [f32; 3], corner: u32, side: impl Fn(usize) -> [f32; 3]) -> [f32; 3] {
    (0..3).fold(center, |at, k| {
        let side = side(k);
        let is_plus = corner >> k & 1 == 1;
        std::array::from_fn(|c| if is_plus { at[c] + side[c] } else { at[c] - side[c] })
    })
}

impl Closest {
    /// Takes these points if they are closer.
    fn offer(&mut self, squared: f32, on_a: [f32; 3], way: impl FnOnce() -> Way) {
        if squared < self.squared {
            *self = Self { on_a, squared, way: way() };
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
        one(ms(rotation[l][f], rotation[m][s], rotation[m][f] * rotation[l][s]))
    };
    let forwards: f32 = one(ms(d[l], frame.offset_a[m], d[m] * frame.offset_a[l]));
    let side_p = (-forwards * cofactor(q)) * frame.own_b[p];
    let side_q = (forwards * cofactor(p)) * frame.own_b[q];
    let between: [f32; 3] = std::array::from_fn(|k| {
        ma(side_q, rotation[k][q], ma(side_p, rotation[k][p], frame.offset_a[k]))
    });
    let mut on_a = [0.0; 3];
    on_a[l] = (-forwards * one(rotation[m][j])) * frame.own_a[l];
    on_a[m] = (forwards * one(rotation[l][j])) * frame.own_a[m];
    let (across_l, across_m) = (between[l] - on_a[l], between[m] - on_a[m]);
    let gap = ms(across_m, d[l], across_l * d[m]);
    let sine_squared = ma(d[l], d[l], d[m] * d[m]);
    let inverse = 1.0 / greater(sine_squared, SMALLEST_LENGTH_SQUARED);
    let on_b = ma(across_l, d[l], across_m * d[m]) * inverse;
    on_a[i] = nma(d[i], on_b, between[i]);
    let is_inside = on_a[i].abs() <= frame.own_a[i] && on_b.abs() <= frame.own_b[j];
    if is_inside && sine_squared > SMALLEST_LENGTH_SQUARED {
        best.offer((gap * inverse) * gap, on_a, || Way::Edges { i, j, gap });
    }
}
