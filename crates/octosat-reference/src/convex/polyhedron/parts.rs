//! The parts of a polyhedron's surface: faces, edges, and the outlines of faces in one plane.

use glam::DVec3;

/// The border of a face and its neighbors in the same plane.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outline {
    /// Counterclockwise as seen from outside.
    pub(crate) vertices: Vec<usize>,
    /// Number k leads from vertex k to the next.
    pub(crate) edges: Vec<usize>,
    /// The face that each edge is a side of.
    pub(crate) faces: Vec<usize>,
}

/// A face of a polyhedron.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    pub(super) vertices: Vec<usize>,
    pub(super) edges: Vec<usize>,
    pub(super) normal: DVec3,
    pub(super) offset: f64,
}

impl Face {
    /// Its vertices, counterclockwise as seen from outside.
    #[must_use]
    pub fn vertices(&self) -> &[usize] {
        &self.vertices
    }

    /// Its edges; number k leads from vertex k of [`Face::vertices`] to the next.
    #[must_use]
    pub fn edges(&self) -> &[usize] {
        &self.edges
    }

    /// Its outward unit normal.
    #[must_use]
    pub const fn normal(&self) -> DVec3 {
        self.normal
    }

    /// The distance of the plane from the shape's origin along the normal, meters.
    #[must_use]
    pub const fn offset(&self) -> f64 {
        self.offset
    }
}

/// An edge of a polyhedron, and the two faces that meet there: an arc of the Gauss map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    pub(super) vertices: [usize; 2],
    pub(super) faces: [usize; 2],
    pub(super) direction: DVec3,
    pub(super) group: Option<usize>,
}

impl Edge {
    /// Its ends, in the direction in which the first of its faces uses it.
    #[must_use]
    pub const fn vertices(&self) -> [usize; 2] {
        self.vertices
    }

    /// The face on its left and the face on its right, as seen from outside.
    #[must_use]
    pub const fn faces(&self) -> [usize; 2] {
        self.faces
    }

    /// The unit direction from its first end to its second.
    #[must_use]
    pub const fn direction(&self) -> DVec3 {
        self.direction
    }

    /// The index of its direction in [`Polyhedron::edge_directions`](super::Polyhedron::edge_directions); `None` for
    /// an edge between two faces in one plane.
    #[must_use]
    pub const fn group(&self) -> Option<usize> {
        self.group
    }
}
