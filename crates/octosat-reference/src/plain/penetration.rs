//! How deep two boxes overlap, and along which axis: the largest separation, with a preference for faces.

use super::arithmetic::{dot, lesser};
use super::axes::{edge, face};
use super::frame::{Frame, by_axes, by_quaternion, unit_axes};
use crate::boxes::{OrientedBox, ScaledBox};
use crate::tolerances::{FACE_PREFERENCE, LARGEST_PREFERENCE, SMALLEST_LENGTH_SQUARED};
use octosat_rows::{Axis, Penetration};

/// The first edge axis; faces are 0..6.
pub(super) const FIRST_EDGE: u8 = 6;

/// The axis number of a pair whose input is not finite.
pub(super) const NO_AXIS: u8 = 255;

/// Depth, normal and axis of two boxes.
///
/// A pair that a face separates by more than `margin` meters (finite, at least zero) is dismissed: its
/// normal is zero.
#[must_use]
pub fn penetration(a: &OrientedBox, b: &OrientedBox, within: f32) -> Penetration {
    let local = choose(&Frame::of_oriented(a, b), within);
    match local.direction {
        Some(direction) => local.row(by_quaternion(a.rotation, direction)),
        None => local.row([0.0; 3]),
    }
}

/// Depth, normal and axis of two pre-scaled boxes, as [`penetration`].
#[must_use]
pub fn penetration_scaled(a: &ScaledBox, b: &ScaledBox, within: f32) -> Penetration {
    let local = choose(&Frame::of_scaled_metric(a, b), within);
    match local.direction {
        Some(direction) => local.row(by_axes(&unit_axes(a), direction)),
        None => local.row([0.0; 3]),
    }
}

/// The chosen axis along the axes of a; no direction if the normal is zero.
struct LocalPenetration {
    direction: Option<[f32; 3]>,
    depth: f32,
    axis: u8,
}

impl LocalPenetration {
    /// The row; one of constants if a number is not finite.
    fn row(&self, normal: [f32; 3]) -> Penetration {
        let row = |normal, depth, axis| {
            let axis = Axis::from_code(axis);
            Penetration { normal, depth, axis, reserved: [0; 3] }
        };
        if is_finite((normal[0] + normal[1]) + (normal[2] + self.depth)) {
            return row(normal, self.depth, self.axis);
        }
        row([0.0; 3], f32::NAN, NO_AXIS)
    }
}

/// The largest separation so far, and its axis.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub(super) separation: f32,
    pub(super) axis: u8,
}

fn choose(frame: &Frame, within: f32) -> LocalPenetration {
    let Some(best_face) = best_of_faces(frame) else {
        return LocalPenetration { direction: None, depth: f32::NAN, axis: NO_AXIS };
    };
    if best_face.separation > within {
        let depth = 0.0 - best_face.separation;
        return LocalPenetration { direction: None, depth, axis: best_face.axis };
    }
    let best = best_of_all(frame, best_face);
    LocalPenetration {
        direction: Some(local_normal(frame, best.axis)),
        depth: 0.0 - best.separation,
        axis: best.axis,
    }
}

/// The face with the largest separation, the first of equals; none if the input is not finite.
pub(super) fn best_of_faces(frame: &Frame) -> Option<Best> {
    let faces: [f32; 6] = std::array::from_fn(|code| {
        let axis = face(frame, code);
        axis.distance - axis.radius
    });
    let mut best = Best { separation: faces[0], axis: 0 };
    for (code, separation) in (0..).zip(faces).skip(1) {
        if separation > best.separation {
            best = Best { separation, axis: code };
        }
    }
    is_finite((faces[0] + faces[3]) + best.separation).then_some(best)
}

/// The best of all fifteen axes, given the best face.
pub(super) fn best_of_all(frame: &Frame, best_face: Best) -> Best {
    let best_edge = best_of_edges(frame);
    let limit = edge_limit(best_face.separation, frame);
    let wins = best_edge.separation > limit && best_edge.separation < f32::INFINITY;
    if wins { best_edge } else { best_face }
}

fn best_of_edges(frame: &Frame) -> Best {
    best_edge_of(frame, |_| true)
}

/// The edge axis with the largest separation, among those that are allowed.
pub(super) fn best_edge_of(frame: &Frame, allowed: impl Fn(u8) -> bool) -> Best {
    let mut best = Best { separation: f32::NEG_INFINITY, axis: FIRST_EDGE };
    for code in FIRST_EDGE..FIRST_EDGE + 9 {
        let axis = edge(frame, edge_of_a(code), edge_of_b(code));
        let gap = axis.projection.abs() - axis.radius;
        let separation = gap / axis.length_squared.sqrt();
        let is_axis = axis.length_squared >= SMALLEST_LENGTH_SQUARED;
        if is_axis && separation > best.separation && allowed(code) {
            best = Best { separation, axis: code };
        }
    }
    best
}

/// The separation along a face normal.
pub(super) fn face_separation(frame: &Frame, code: u8) -> f32 {
    let axis = face(frame, usize::from(code));
    axis.distance - axis.radius
}

/// The separation that an edge must exceed to win. Between overlapping boxes the face has a small
/// advantage. An edge that separates always wins over faces that do not.
pub(super) fn edge_limit(best_face: f32, frame: &Frame) -> f32 {
    let slack = FACE_PREFERENCE * best_face.abs() + frame.noise();
    if best_face > 0.0 {
        return best_face;
    }
    let most = LARGEST_PREFERENCE * best_face.abs();
    best_face + lesser(most, slack)
}

/// The axis as a unit vector along the axes of a, pointing towards b.
pub(super) fn local_normal(frame: &Frame, code: u8) -> [f32; 3] {
    if code >= FIRST_EDGE {
        let axis = edge(frame, edge_of_a(code), edge_of_b(code));
        let length = axis.length_squared.sqrt();
        let normal = axis.direction.map(|component| component / length);
        return towards_b(frame, axis.direction, normal);
    }
    let index = usize::from(code % 3);
    let mut normal = [0.0; 3];
    if code < 3 {
        normal[index] = 1.0;
    } else {
        normal = frame.axis_of_b(index);
    }
    towards_b(frame, normal, normal)
}

/// Negates `normal` if `direction`, which is parallel to it, points away from b's center.
fn towards_b(frame: &Frame, direction: [f32; 3], normal: [f32; 3]) -> [f32; 3] {
    if dot(direction, frame.offset_a) < 0.0 {
        normal.map(|component| 0.0 - component)
    } else {
        normal
    }
}

fn edge_of_a(code: u8) -> usize {
    usize::from((code - FIRST_EDGE) / 3)
}

fn edge_of_b(code: u8) -> usize {
    usize::from((code - FIRST_EDGE) % 3)
}

/// Whether a number is finite: for an infinity or a NaN, x − x is not zero.
#[expect(
    clippy::eq_op,
    reason = "the written order decides by this subtraction, and this follows it"
)]
fn is_finite(x: f32) -> bool {
    x - x == 0.0
}
