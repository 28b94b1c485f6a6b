//! Whether two boxes overlap: none of the fifteen axes separates them.

use super::axes::{edge, face};
use super::frame::Frame;
use crate::tolerances::SMALLEST_LENGTH_SQUARED;
use crate::{OrientedBox, ScaledBox};

/// Whether two closed boxes share a point.
///
/// Touching counts. A pair with a NaN never overlaps.
#[must_use]
pub fn overlap(a: &OrientedBox, b: &OrientedBox) -> bool {
    touches(&Frame::of_oriented(a, b))
}

/// Whether no axis separates two boxes by more than `margin` meters.
///
/// `margin` is finite and at least zero.
#[must_use]
pub fn overlap_within(a: &OrientedBox, b: &OrientedBox, within: f32) -> bool {
    is_within(&Frame::of_oriented(a, b), within)
}

/// Whether two closed pre-scaled boxes share a point, as [`overlap`].
#[must_use]
pub fn overlap_scaled(a: &ScaledBox, b: &ScaledBox) -> bool {
    touches(&Frame::of_scaled(a, b))
}

/// Whether no axis separates two pre-scaled boxes by more than `margin` meters, as [`overlap_within`].
#[must_use]
pub fn overlap_scaled_within(a: &ScaledBox, b: &ScaledBox, within: f32) -> bool {
    is_within(&Frame::of_scaled_metric(a, b), within)
}

fn touches(frame: &Frame) -> bool {
    let mut keep = true;
    for code in 0..6 {
        let axis = face(frame, code);
        keep &= axis.distance <= axis.radius;
    }
    for i in 0..3 {
        for j in 0..3 {
            let axis = edge(frame, i, j);
            keep &= axis.projection.abs() <= axis.radius;
        }
    }
    keep
}

fn is_within(frame: &Frame, within: f32) -> bool {
    let mut keep = true;
    for code in 0..6 {
        let axis = face(frame, code);
        keep &= axis.distance - axis.radius <= within;
    }
    for i in 0..3 {
        for j in 0..3 {
            let axis = edge(frame, i, j);
            let gap = axis.projection.abs() - axis.radius;
            let near = gap * gap <= (within * within) * axis.length_squared
                || axis.length_squared < SMALLEST_LENGTH_SQUARED;
            keep &= gap <= 0.0 || (within > 0.0 && near);
        }
    }
    keep
}
