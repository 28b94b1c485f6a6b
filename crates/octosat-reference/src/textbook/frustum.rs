//! A box against a frustum, one axis after the other, with a return at the first axis that separates.
//!
//! Planes: C. Ericson, *Real-Time Collision Detection*, 2005, section 5.2.3. The other axes: the
//! interval test on explicit corners, section 5.2.1, as in lectures on separating axes.

use super::matrix_box::MatrixBox;
use crate::vector::{difference, dot};

/// A frustum, prepared for the textbook's test: planes, corners, and edge directions.
#[derive(Clone, Debug, PartialEq)]
pub struct TextbookFrustum {
    /// Outward unit normals and offsets, meters, world space. Opposite planes are neighbors in the list.
    pub planes: [[f32; 4]; 6],
    /// The corners, meters, world space.
    pub corners: [[f32; 3]; 8],
    /// Edge directions, without repetitions.
    pub edges: Vec<[f32; 3]>,
}

/// `None` if the whole box is outside a plane. Otherwise whether the whole box is inside all planes.
#[must_use]
#[inline]
pub fn planes_early_exit(frustum: &TextbookFrustum, given: &MatrixBox) -> Option<bool> {
    let mut inside = true;
    for &[x, y, z, offset] in &frustum.planes {
        let normal = [x, y, z];
        let distance = dot(normal, given.center) - offset;
        let mut radius = 0.0;
        for (axis, half_extent) in given.axes.iter().zip(given.half_extents) {
            radius += half_extent * dot(normal, *axis).abs();
        }
        if distance > radius {
            return None;
        }
        inside &= distance <= -radius;
    }
    Some(inside)
}

/// Whether a box and a frustum overlap, over all axes.
#[must_use]
#[inline]
pub fn frustum_overlap_early_exit(frustum: &TextbookFrustum, given: &MatrixBox) -> bool {
    match planes_early_exit(frustum, given) {
        None => return false,
        Some(true) => return true,
        Some(false) => {}
    }
    for axis in given.axes {
        if separated(frustum, given, axis) {
            return false;
        }
        for &edge in &frustum.edges {
            if separated(frustum, given, cross(axis, edge)) {
                return false;
            }
        }
    }
    true
}

/// Whether the two intervals on an axis of any length are disjoint; false for an axis of length zero.
fn separated(frustum: &TextbookFrustum, given: &MatrixBox, axis: [f32; 3]) -> bool {
    let mut radius = 0.0;
    for (own, half_extent) in given.axes.iter().zip(given.half_extents) {
        radius += half_extent * dot(axis, *own).abs();
    }
    let [mut low, mut high] = [f32::INFINITY, f32::NEG_INFINITY];
    for &corner in &frustum.corners {
        let projection = dot(axis, difference(corner, given.center));
        low = low.min(projection);
        high = high.max(projection);
    }
    low > radius || high < -radius
}

fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
