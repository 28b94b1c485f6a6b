//! Boxes against other shapes as in textbooks: one box at a time, with branches.

use super::boxes::rest_overlaps;
use super::matrix_box::{MatrixBox, column};
use crate::tolerances::TEXTBOOK_EPSILON;
use crate::vector::{difference, dot};

/// The least and the greatest coordinates of a box.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds {
    /// Meters.
    pub min: [f32; 3],
    /// Meters.
    pub max: [f32; 3],
}

/// The axis-aligned box around a box, without a safety margin.
///
/// C. Ericson, *Real-Time Collision Detection*, 2005, section 4.2.6.
#[must_use]
#[inline]
pub fn world_bounds(given: &MatrixBox) -> Bounds {
    let mut bounds = Bounds { min: given.center, max: given.center };
    for k in 0..3 {
        for (axis, extent) in given.axes.iter().zip(given.half_extents) {
            let reach = axis[k].abs() * extent;
            bounds.min[k] -= reach;
            bounds.max[k] += reach;
        }
    }
    bounds
}

/// How far the deepest corner of a box is below a plane, meters.
///
/// C. Ericson, *Real-Time Collision Detection*, 2005, section 5.2.3.
#[must_use]
#[inline]
pub fn half_space_depth(given: &MatrixBox, normal: [f32; 3], offset: f32) -> f32 {
    let mut radius = 0.0;
    for (axis, extent) in given.axes.iter().zip(given.half_extents) {
        radius += dot(normal, *axis).abs() * extent;
    }
    offset - dot(normal, given.center) + radius
}

/// Contacts of a box with a half-space.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlaneContacts {
    /// The point half-way between corner and plane, world, and the depth of the corner. Meters.
    pub points: [[f32; 4]; 4],
    /// The number of contacts.
    pub len: usize,
}

/// The corners below a plane, of the face that is most opposed to the plane's normal.
#[must_use]
#[inline]
pub fn half_space_contacts(given: &MatrixBox, normal: [f32; 3], offset: f32) -> PlaneContacts {
    let mut contacts = PlaneContacts::default();
    if half_space_depth(given, normal, offset) < 0.0 {
        return contacts;
    }
    let cosines = given.axes.map(|axis| dot(normal, axis));
    let mut main = 0;
    for k in 1..3 {
        if cosines[k].abs() > cosines[main].abs() {
            main = k;
        }
    }
    let side = if cosines[main] > 0.0 { -1.0 } else { 1.0 };
    let [low, high] = [[1, 2], [0, 2], [0, 1]][main];
    for (along_low, along_high) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
        let mut corner = given.center;
        for (k, side) in [(main, side), (low, along_low), (high, along_high)] {
            for (component, along) in corner.iter_mut().zip(given.axes[k]) {
                *component += side * given.half_extents[k] * along;
            }
        }
        let depth = offset - dot(normal, corner);
        if depth >= 0.0 {
            let [x, y, z] = core::array::from_fn(|k| corner[k] + 0.5 * depth * normal[k]);
            contacts.points[contacts.len] = [x, y, z, depth];
            contacts.len += 1;
        }
    }
    contacts
}

/// The contact of a box and a ball.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BallContact {
    /// Unit, world, from the box to the ball.
    pub normal: [f32; 3],
    /// The depth, meters.
    pub depth: f32,
    /// The nearest point of the box, world, meters.
    pub point: [f32; 3],
}

/// The squared distance of a point from a box, in square meters; zero inside.
///
/// C. Ericson, *Real-Time Collision Detection*, 2005, section 5.1.4.1.
#[must_use]
#[inline]
pub fn squared_distance(given: &MatrixBox, point: [f32; 3]) -> f32 {
    let offset = difference(point, given.center);
    let mut squared = 0.0;
    for (axis, extent) in given.axes.iter().zip(given.half_extents) {
        let along = dot(offset, *axis);
        let beyond = if along < -extent {
            along + extent
        } else if along > extent {
            along - extent
        } else {
            0.0
        };
        squared += beyond * beyond;
    }
    squared
}

/// The contact of a box and a ball: C. Ericson, *Real-Time Collision Detection*, 2005, section 5.1.4. If the
/// center is inside the box, the contact is at the nearest face.
#[must_use]
#[inline]
pub fn ball_contact(given: &MatrixBox, center: [f32; 3], radius: f32) -> BallContact {
    let offset = difference(center, given.center);
    let mut point = given.center;
    let mut inside = (f32::INFINITY, 0, 0.0);
    for (k, (axis, extent)) in given.axes.iter().zip(given.half_extents).enumerate() {
        let along = dot(offset, *axis);
        let clamped = along.clamp(-extent, extent);
        for (component, direction) in point.iter_mut().zip(axis) {
            *component += clamped * direction;
        }
        if extent - along.abs() < inside.0 {
            inside = (extent - along.abs(), k, if along < 0.0 { -1.0 } else { 1.0 });
        }
    }
    let (room, k, side) = inside;
    if room < 0.0 {
        let gap = difference(center, point);
        let distance = dot(gap, gap).sqrt();
        let normal = gap.map(|component| component / distance);
        return BallContact { normal, depth: radius - distance, point };
    }
    let normal = given.axes[k].map(|component| side * component);
    let point = core::array::from_fn(|k| center[k] + room * normal[k]);
    BallContact { normal, depth: radius + room, point }
}

/// Whether a box and an axis-aligned box overlap: returns at the first axis that separates them.
///
/// As [`overlap_early_exit`](super::overlap_early_exit), without the products with the world's axes.
#[must_use]
#[inline]
pub fn aligned_overlap_early_exit(aligned: &Bounds, b: &MatrixBox) -> bool {
    let mut rotation = [[0.0_f32; 3]; 3];
    let mut size = [[0.0_f32; 3]; 3];
    let mut offset = [0.0_f32; 3];
    let mut ha = [0.0_f32; 3];
    for i in 0..3 {
        ha[i] = 0.5 * (aligned.max[i] - aligned.min[i]);
        offset[i] = b.center[i] - 0.5 * (aligned.max[i] + aligned.min[i]);
        rotation[i] = column(&b.axes, i);
        size[i] = rotation[i].map(|entry| entry.abs() + TEXTBOOK_EPSILON);
        if offset[i].abs() > ha[i] + dot(b.half_extents, size[i]) {
            return false;
        }
    }
    rest_overlaps(&rotation, &size, offset, [ha, b.half_extents])
}
