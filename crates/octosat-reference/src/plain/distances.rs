//! How far two boxes are apart or how deep they overlap, and a point that shows it.

use super::arithmetic::{dot, greater, lesser, sum};
use super::closest::closest;
use super::frame::{Frame, along_columns, by_quaternion};
use super::penetration::{Best, best_edge_of, best_of_faces, local_normal};
use crate::OrientedBox;
use crate::tolerances::{
    DIRECTION_BOUNDS, DISTANCE_DEVIATION_ERROR, DISTANCE_ERROR, LARGEST_DEVIATION,
    ROUNDED_ROTATION_LENGTH, TOUCHING_PART,
};
use octosat_rows::{Distance, DistanceState};

/// The signed distance of two boxes, a point of a that shows it, and the unit normal towards the one of b.
///
/// A pair that a face separates by more than `margin` meters is only reported as such: without a margin, none is.
#[must_use]
pub fn distance(a: &OrientedBox, b: &OrientedBox, within: Option<f32>) -> Distance {
    let none = |distance, state| Distance { distance, state, ..Distance::default() };
    let frame = Frame::of_oriented_each(a, b);
    let Some(face) = best_of_faces(&frame) else {
        return none(f32::NAN, DistanceState::NON_FINITE);
    };
    if within.is_some_and(|within| face.separation > within) {
        return none(face.separation, DistanceState::BEYOND);
    }
    let Local { on_a, distance, normal } = measure(&frame, face, [a.rotation, b.rotation]);
    let turned = by_quaternion(a.rotation, on_a);
    let on_a: [f32; 3] = std::array::from_fn(|k| a.center[k] + turned[k]);
    let normal = by_quaternion(a.rotation, normal);
    if !((on_a[0] + on_a[1]) + (on_a[2] + distance) + sum(normal)).is_finite() {
        return none(f32::NAN, DistanceState::NON_FINITE);
    }
    let state = if distance <= 0.0 { DistanceState::OVERLAPPING } else { DistanceState::APART };
    Distance { on_a, distance, normal, state, reserved: [0; 3] }
}

/// The answer along the axes of a, from a's center.
struct Local {
    on_a: [f32; 3],
    distance: f32,
    normal: [f32; 3],
}

fn measure(frame: &Frame, face: Best, rotations: [[f32; 4]; 2]) -> Local {
    let offset = sum(frame.offset_a.map(f32::abs));
    let extents = sum(frame.own_a) + sum(frame.own_b);
    let bound = DISTANCE_ERROR * (offset + extents);
    let mut axis = face;
    if face.separation <= most_bounds() * bound {
        let edge = best_edge_of(frame, |_| true);
        axis = if edge.separation > face.separation { edge } else { face };
    }
    let apart = TOUCHING_PART * bound;
    if axis.separation <= apart {
        let normal = local_normal(frame, axis.axis);
        let closest = closest(&moved(frame, normal, apart - axis.separation));
        return Local { on_a: closest.on_a, distance: axis.separation, normal };
    }
    let points = closest(frame);
    let (length, mut normal) = (points.distance(), points.direction);
    let size = dot(frame.offset_a, frame.offset_a).sqrt() + extents;
    if length <= (DISTANCE_ERROR * size) * direction_bounds(rotations) {
        normal = local_normal(frame, axis.axis);
    }
    Local { on_a: points.on_a, distance: greater(length, axis.separation), normal }
}

/// How many bounds each unit adds by which a squared length is off one.
const PER_DEVIATION: f32 = DIRECTION_BOUNDS * (DISTANCE_DEVIATION_ERROR / DISTANCE_ERROR);

/// The most bounds of normalized rotations within which closest points have no direction: those of checked views.
fn most_bounds() -> f32 {
    DIRECTION_BOUNDS + 2.0 * LARGEST_DEVIATION * PER_DEVIATION
}

/// Bounds of normalized rotations within which the closest points of a pair have no direction.
fn direction_bounds(rotations: [[f32; 4]; 2]) -> f32 {
    let [a, b] = rotations.map(deviation);
    lesser(PER_DEVIATION * (a + b) + DIRECTION_BOUNDS, most_bounds())
}

/// By how much the squared length of a quaternion is off one by more than that of a normalized one. Each component is split
/// into steps of 2⁻⁹, the sum of whose squares is exact, and the rest.
fn deviation(quaternion: [f32; 4]) -> f32 {
    let (mut of_steps, mut of_rest) = (-1.0, 0.0);
    for component in quaternion {
        let steps = (component + 24_576.0) - 24_576.0;
        of_steps += steps * steps;
        of_rest += (component - steps) * (component + steps);
    }
    greater((of_steps + of_rest).abs() - ROUNDED_ROTATION_LENGTH, 0.0)
}

/// The frame with b moved along a direction of a's frame.
fn moved(frame: &Frame, direction: [f32; 3], by: f32) -> Frame {
    let along_b = along_columns(&frame.rotation, direction);
    let step = |offset: [f32; 3], along: [f32; 3]| -> [f32; 3] {
        std::array::from_fn(|k| by * along[k] + offset[k])
    };
    Frame {
        offset_a: step(frame.offset_a, direction),
        offset_b: step(frame.offset_b, along_b),
        ..*frame
    }
}
