//! A polyhedron in a pose: the input of every query, made once per body and step, not once per pair.

use glam::DVec3;

use crate::convex::polyhedron::Polyhedron;
use crate::convex::pose::Pose;
use crate::convex::pose::wide;

/// A polyhedron in a pose, with its vertices and directions rotated into the world.
///
/// Vertices stay relative to the shape's own origin, so a position far from the world's origin costs no
/// precision: queries use only the difference of two centers.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed<'s> {
    shape: &'s Polyhedron,
    center: DVec3,
    vertices: Vec<DVec3>,
    normals: Vec<DVec3>,
    edges: Vec<DVec3>,
    directions: Vec<DVec3>,
}

impl<'s> Placed<'s> {
    /// Places the polyhedron in a pose.
    #[must_use]
    pub fn new(shape: &'s Polyhedron, pose: &Pose) -> Self {
        let mut placed = Self {
            shape,
            center: DVec3::ZERO,
            vertices: Vec::with_capacity(shape.vertices().len()),
            normals: Vec::with_capacity(shape.faces().len()),
            edges: Vec::with_capacity(shape.edges().len()),
            directions: Vec::with_capacity(shape.edge_directions().len()),
        };
        placed.move_to(pose);
        placed
    }

    /// Moves the polyhedron to another pose, without allocating.
    pub fn move_to(&mut self, pose: &Pose) {
        let shape = self.shape;
        self.center = pose.origin();
        self.vertices.clear();
        self.vertices.extend(shape.vertices().iter().map(|&vertex| pose.to_world(wide(vertex))));
        self.normals.clear();
        self.normals.extend(shape.faces().iter().map(|face| pose.to_world(face.normal())));
        self.edges.clear();
        self.edges.extend(shape.edges().iter().map(|edge| pose.to_world(edge.direction())));
        self.directions.clear();
        self.directions.extend(shape.edge_directions().iter().map(|&along| pose.to_world(along)));
    }

    /// The shape.
    #[must_use]
    pub const fn shape(&self) -> &'s Polyhedron {
        self.shape
    }

    /// The shape's origin in the world, meters.
    #[must_use]
    pub const fn center(&self) -> DVec3 {
        self.center
    }

    /// The vertices relative to [`Placed::center`], along the world's axes, meters.
    #[must_use]
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// The outward unit normals of the faces, in the world.
    #[must_use]
    pub fn normals(&self) -> &[DVec3] {
        &self.normals
    }

    /// The unit directions of the edges, in the world.
    #[must_use]
    pub fn edges(&self) -> &[DVec3] {
        &self.edges
    }

    /// The directions of [`Polyhedron::edge_directions`], in the world.
    #[must_use]
    pub fn edge_directions(&self) -> &[DVec3] {
        &self.directions
    }

    /// The largest projection of a vertex on a direction, relative to the center.
    pub(crate) fn highest(&self, direction: DVec3) -> f64 {
        let heights = self.vertices.iter().map(|&vertex| vertex.dot(direction));
        heights.fold(f64::NEG_INFINITY, f64::max)
    }

    /// The smallest projection of a vertex on a direction, relative to the center.
    pub(crate) fn lowest(&self, direction: DVec3) -> f64 {
        let heights = self.vertices.iter().map(|&vertex| vertex.dot(direction));
        heights.fold(f64::INFINITY, f64::min)
    }

    /// The vertex farthest along a direction, the first of equals.
    pub(crate) fn farthest(&self, direction: DVec3) -> usize {
        let mut best = 0;
        let mut height = f64::NEG_INFINITY;
        for (number, &vertex) in self.vertices.iter().enumerate() {
            let projected = vertex.dot(direction);
            if projected > height {
                (best, height) = (number, projected);
            }
        }
        best
    }
}
