//! Boxes in the plane as in the course slides.
//!
//! There are four axes. The collision is the axis with the smallest interpenetration, the normal points from
//! center to center, and the collision points are a vertex and a point of a face. An axis is measured in two
//! ways: with intervals that are extended by every projected vertex, and with half-projected sizes and the
//! distance of the midpoints.
//!
//! Corrected: in the slides the depth is the *size of the overlapping interval*. This is too small if one
//! interval contains the other, because the way out is to the nearer end of the outer interval. Half-projected
//! sizes give the right depth. And the slides say that "objects do not intersect only iff there is a line". It
//! should be: two convex objects share no point exactly if such a line exists.

use crate::Rectangle;
use crate::vector::{difference, dot, moved};

/// A rectangle with its axes prepared: meters, world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneBox {
    /// Center, meters.
    pub center: [f32; 2],
    /// Unit axes: the columns of the model matrix in the slides.
    pub axes: [[f32; 2]; 2],
    /// Half of each edge's length, meters.
    pub half_extents: [f32; 2],
}

impl From<&Rectangle> for PlaneBox {
    fn from(rectangle: &Rectangle) -> Self {
        let [cosine, sine] = rectangle.rotation;
        let axes = [[cosine, sine], [-sine, cosine]];
        Self { center: rectangle.center, axes, half_extents: rectangle.half_extents }
    }
}

/// The collision of two boxes in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneCollision {
    /// Unit, from a to b.
    pub normal: [f32; 2],
    /// Meters along the normal.
    pub depth: f32,
    /// The axis: 0 and 1 are those of a, 2 and 3 those of b.
    pub axis: u8,
}

/// The collision points of a vertex and a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexOnFace {
    /// The vertex that is deepest in the other box, meters.
    pub vertex: [f32; 2],
    /// The point of the face that the vertex has passed through, meters.
    pub on_face: [f32; 2],
}

/// The smallest interpenetration, with half-projected sizes; none if an axis separates the boxes.
#[must_use]
#[inline]
pub fn collide(a: &PlaneBox, b: &PlaneBox) -> Option<PlaneCollision> {
    smallest(a, b, |axis| {
        let distance = dot(difference(b.center, a.center), axis);
        half_size(a, axis) + half_size(b, axis) - distance.abs()
    })
}

/// The smallest interpenetration, with intervals that are extended by one projected vertex after the other.
#[must_use]
pub fn collide_by_intervals(a: &PlaneBox, b: &PlaneBox) -> Option<PlaneCollision> {
    smallest(a, b, |axis| {
        let [low_a, high_a] = interval(a, axis);
        let [low_b, high_b] = interval(b, axis);
        // The shorter of the two ways out, and not the size of the intersection of the intervals.
        (high_a - low_b).min(high_b - low_a)
    })
}

/// The vertex and the point on the face of a collision. The axis belongs to one box, and the vertex to the other.
#[must_use]
pub fn collision_points(a: &PlaneBox, b: &PlaneBox, collision: &PlaneCollision) -> VertexOnFace {
    let [x, y] = collision.normal;
    if collision.axis < 2 {
        let vertex = farthest(b, [-x, -y]);
        return VertexOnFace { vertex, on_face: moved(vertex, collision.depth, [x, y]) };
    }
    let vertex = farthest(a, [x, y]);
    VertexOnFace { vertex, on_face: moved(vertex, -collision.depth, [x, y]) }
}

#[inline]
fn smallest(
    a: &PlaneBox,
    b: &PlaneBox,
    overlap: impl Fn([f32; 2]) -> f32,
) -> Option<PlaneCollision> {
    let offset = difference(b.center, a.center);
    let mut best: Option<PlaneCollision> = None;
    for (code, &axis) in (0..).zip(a.axes.iter().chain(&b.axes)) {
        let depth = overlap(axis);
        if depth < 0.0 {
            return None;
        }
        if best.is_none_or(|best| depth < best.depth) {
            let towards_a = dot(axis, offset) < 0.0;
            let normal = if towards_a { [-axis[0], -axis[1]] } else { axis };
            best = Some(PlaneCollision { normal, depth, axis: code });
        }
    }
    best
}

/// Half of a box's size along a direction: the sum of the magnitudes of the projected half axes.
#[inline]
fn half_size(given: &PlaneBox, direction: [f32; 2]) -> f32 {
    let [x, y] = given.half_extents;
    x * dot(given.axes[0], direction).abs() + y * dot(given.axes[1], direction).abs()
}

fn vertices(given: &PlaneBox) -> [[f32; 2]; 4] {
    let [x, y] = given.half_extents;
    [[x, y], [-x, y], [-x, -y], [x, -y]]
        .map(|[x, y]| moved(moved(given.center, x, given.axes[0]), y, given.axes[1]))
}

fn interval(given: &PlaneBox, axis: [f32; 2]) -> [f32; 2] {
    let [first, rest @ ..] = vertices(given).map(|vertex| dot(vertex, axis));
    rest.iter().fold([first, first], |[low, high], &next| [low.min(next), high.max(next)])
}

/// The farthest vertex along a direction: each half axis is added with the sign that leads along the direction.
fn farthest(given: &PlaneBox, direction: [f32; 2]) -> [f32; 2] {
    let mut vertex = given.center;
    for (axis, half) in given.axes.iter().zip(given.half_extents) {
        vertex = moved(vertex, half.copysign(dot(*axis, direction)), *axis);
    }
    vertex
}
