//! Boxes in space as in the course slides: the smallest interpenetration, and one collision point.
//!
//! There are fifteen axes: six principal axes, and nine cross products. A principal axis means that a vertex of
//! one box is below a face of the other. A cross product means that two edges cross.

use crate::textbook::MatrixBox;
use crate::tolerances::SMALLEST_LENGTH_SQUARED;
use crate::vector::{cross, difference, dot, length, moved, scaled};

/// The first axis that is a cross product.
const FIRST_EDGE: u8 = 6;

/// The number of axes.
const AXES: u8 = 15;

/// The collision of two boxes in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpaceCollision {
    /// Unit, from a to b.
    pub normal: [f32; 3],
    /// Meters along the normal.
    pub depth: f32,
    /// The axis: 0 to 2 are those of a, 3 to 5 those of b, and 6 + 3·i + j is the cross product of a's axis i and
    /// b's axis j.
    pub axis: u8,
}

/// The two collision points of two boxes, one on each surface, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpaceCollisionPoints {
    /// The point of a: a vertex, a point of a face, or a point of an edge.
    pub on_a: [f32; 3],
    /// The point of b.
    pub on_b: [f32; 3],
}

impl SpaceCollisionPoints {
    /// The point half-way between both.
    #[must_use]
    pub fn middle(&self) -> [f32; 3] {
        moved(scaled(self.on_a, 0.5), 0.5, self.on_b)
    }
}

/// The smallest interpenetration, with half-projected sizes; none if an axis separates the boxes.
///
/// Cross products are normalized. Those of edges whose angle has a sine below 1e-7 are left out.
#[must_use]
pub fn collide_in_space(a: &MatrixBox, b: &MatrixBox) -> Option<SpaceCollision> {
    let offset = difference(b.center, a.center);
    let mut best: Option<SpaceCollision> = None;
    for code in 0..AXES {
        let Some(axis) = unit_axis(a, b, code) else { continue };
        let distance = dot(offset, axis);
        let depth = a.reach(axis) + b.reach(axis) - distance.abs();
        if depth < 0.0 {
            return None;
        }
        if best.is_none_or(|best| depth < best.depth) {
            let normal = if distance < 0.0 { scaled(axis, -1.0) } else { axis };
            best = Some(SpaceCollision { normal, depth, axis: code });
        }
    }
    best
}

/// The collision points of the axis of a collision.
///
/// Vertex and face: the vertex of the box that the axis does not belong to, and this vertex moved by the depth
/// along the normal. Two edges: the closest points of the lines through them.
#[must_use]
pub fn collision_points_in_space(
    a: &MatrixBox,
    b: &MatrixBox,
    collision: &SpaceCollision,
) -> SpaceCollisionPoints {
    let SpaceCollision { normal, depth, axis } = *collision;
    let backwards = scaled(normal, -1.0);
    if axis < 3 {
        let vertex = farthest(b, backwards, None);
        return SpaceCollisionPoints { on_a: moved(vertex, depth, normal), on_b: vertex };
    }
    if axis < FIRST_EDGE {
        let vertex = farthest(a, normal, None);
        return SpaceCollisionPoints { on_a: vertex, on_b: moved(vertex, depth, backwards) };
    }
    let [i, j] = edges_of(axis);
    let (middle_a, middle_b) = (farthest(a, normal, Some(i)), farthest(b, backwards, Some(j)));
    closest_on_lines([middle_a, a.axes[i]], [middle_b, b.axes[j]])
}

/// The axes of a and b that make a cross product.
fn edges_of(axis: u8) -> [usize; 2] {
    let number = usize::from(axis - FIRST_EDGE);
    [number / 3, number % 3]
}

/// The unit axis of a number; none for nearly parallel edges.
fn unit_axis(a: &MatrixBox, b: &MatrixBox, axis: u8) -> Option<[f32; 3]> {
    match axis {
        0..3 => Some(a.axes[usize::from(axis)]),
        3..FIRST_EDGE => Some(b.axes[usize::from(axis - 3)]),
        _ => {
            let [i, j] = edges_of(axis);
            let product = cross(a.axes[i], b.axes[j]);
            let long_enough = dot(product, product) >= SMALLEST_LENGTH_SQUARED;
            long_enough.then(|| scaled(product, 1.0 / length(product)))
        }
    }
}

/// The farthest vertex along a direction: the three half axes that lead along the direction, added to the center.
///
/// Without the half axis of an edge it is the middle of the farthest edge of that direction.
fn farthest(given: &MatrixBox, direction: [f32; 3], edge: Option<usize>) -> [f32; 3] {
    (0..3).filter(|&k| edge != Some(k)).fold(given.center, |vertex, k| {
        let axis = given.axes[k];
        moved(vertex, given.half_extents[k].copysign(dot(axis, direction)), axis)
    })
}

/// The closest points of two lines, each given by a point and a unit direction.
///
/// P. Bourke, "The shortest line between two lines in 3D", 1998, which the slides refer to. The lines must not be
/// parallel.
fn closest_on_lines(a: [[f32; 3]; 2], b: [[f32; 3]; 2]) -> SpaceCollisionPoints {
    let ([start_a, along_a], [start_b, along_b]) = (a, b);
    let apart = difference(start_b, start_a);
    let normal = cross(along_a, along_b);
    let squared = dot(normal, normal);
    let at_a = dot(cross(apart, along_b), normal) / squared;
    let at_b = dot(cross(apart, along_a), normal) / squared;
    SpaceCollisionPoints {
        on_a: moved(start_a, at_a, along_a),
        on_b: moved(start_b, at_b, along_b),
    }
}
