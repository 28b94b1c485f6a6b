//! The two faces of a contact in one plane: the rectangle of a's face, and a parallelogram, which is b's face
//! moved along the normal into the plane of a's face.
//!
//! A point of the plane stands for two points on a line along the normal, one on each face, and the gap between
//! them.

use super::super::arithmetic::{dot, next, signed};
use super::super::frame::Frame;

/// A point or a vector of the plane.
#[derive(Clone, Copy)]
pub(super) struct PlanePoint {
    /// Along the two axes of a after that of its face, from the center of a, meters.
    pub(super) u: f32,
    pub(super) v: f32,
    /// From a's face to b's along the normal, meters, negative for penetration.
    pub(super) gap: f32,
}

impl PlanePoint {
    /// `self + factor · step`.
    pub(super) fn moved(self, factor: f32, step: Self) -> Self {
        Self {
            u: factor * step.u + self.u,
            v: factor * step.v + self.v,
            gap: factor * step.gap + self.gap,
        }
    }

    pub(super) fn cross(self, other: Self) -> f32 {
        self.u * other.v - self.v * other.u
    }
}

/// A face of a box.
pub(super) struct Face {
    /// The axis that the face is perpendicular to, and whether the face is on its positive side.
    pub(super) axis: usize,
    pub(super) positive: bool,
    /// The half extents along this axis and the two after it.
    pub(super) half: [f32; 3],
}

impl Face {
    /// The face whose normal is most aligned with a direction, which is given along the box's axes.
    fn along(direction: [f32; 3], half_extents: [f32; 3]) -> Self {
        let axis = largest(direction);
        Self { axis, positive: direction[axis] > 0.0, half: turned(half_extents, axis) }
    }

    /// The signed height of the face along its axis.
    pub(super) fn height(&self) -> f32 {
        signed(self.half[0], self.positive)
    }
}

/// Both faces. Component 0 of a triple belongs to the axis of a's face, 1 and 2 to the axes after it.
pub(super) struct FacePair {
    pub(super) a: Face,
    pub(super) b: Face,
    /// The center of b's face, the axis of b that the face is perpendicular to, and the reciprocal of that
    /// axis' cosine with the normal.
    pub(super) center_b: [f32; 3],
    pub(super) out_b: [f32; 3],
    pub(super) inverse_b: f32,
    /// The center and the half edges of the parallelogram. The half sides of the rectangle are half extents of a.
    pub(super) center: PlanePoint,
    pub(super) edges: [PlanePoint; 2],
    /// Meters by which the rectangle is grown, so that edges that lie on each other are found once.
    pub(super) slack: f32,
}

impl FacePair {
    /// The face of a that is most aligned with a normal, which is given along the axes of a, and the face of b
    /// that is most opposed to it.
    pub(super) fn new(frame: &Frame, normal: [f32; 3]) -> Self {
        let cosines: [f32; 3] = std::array::from_fn(|j| dot(frame.axis_of_b(j), normal));
        let a = Face::along(normal, frame.own_a);
        let b = Face::along(cosines.map(|cosine| -cosine), frame.own_b);
        let [normal, offset] = [normal, frame.offset_a].map(|vector| turned(vector, a.axis));
        let [out_b, first, second] = [b.axis, next(b.axis), next(next(b.axis))]
            .map(|axis| turned(frame.axis_of_b(axis), a.axis));
        let center_b: [f32; 3] = std::array::from_fn(|k| b.height() * out_b[k] + offset[k]);
        Self {
            center_b,
            out_b,
            inverse_b: 1.0 / cosines[b.axis],
            center: projected([center_b[0] - a.height(), center_b[1], center_b[2]], normal),
            edges: [
                projected(first.map(|component| component * b.half[1]), normal),
                projected(second.map(|component| component * b.half[2]), normal),
            ],
            slack: frame.noise(),
            a,
            b,
        }
    }

    /// Whether a face has no area.
    pub(super) fn is_degenerate(&self) -> bool {
        [&self.a, &self.b].iter().any(|face| face.half[1] == 0.0 || face.half[2] == 0.0)
    }
}

/// The index of the largest magnitude, the first of equals.
fn largest(values: [f32; 3]) -> usize {
    let [x, y, z] = values.map(f32::abs);
    let first_two = if y > x { 1 } else { 0 };
    if z > [x, y][first_two] { 2 } else { first_two }
}

/// The components in cyclic order, from that of an axis on.
pub(super) fn turned(vector: [f32; 3], axis: usize) -> [f32; 3] {
    [vector[axis], vector[next(axis)], vector[next(next(axis))]]
}

/// A vector, moved along the normal into the plane. Its first component is perpendicular to the plane.
fn projected(vector: [f32; 3], normal: [f32; 3]) -> PlanePoint {
    let gap = vector[0] * (1.0 / normal[0]);
    PlanePoint { u: vector[1] - gap * normal[1], v: vector[2] - gap * normal[2], gap }
}
