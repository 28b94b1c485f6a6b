//! The polyhedron: its construction from vertices and faces, and its parts.

use glam::DVec3;

use super::parts::{Edge, Face, Outline};
use super::{geometry, outline, topology};
use crate::convex::directions::Directions;
use crate::convex::pose::wide;

/// A convex polyhedron with volume, checked when it was made.
///
/// Coordinates are meters relative to the shape's own origin, which need not lie inside.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedron {
    vertices: Vec<[f32; 3]>,
    faces: Vec<Face>,
    edges: Vec<Edge>,
    outlines: Vec<Outline>,
    normals: Directions,
    directions: Directions,
    extent: f64,
}

impl Polyhedron {
    /// Makes a polyhedron from vertices in meters and faces, each a loop of vertex numbers that runs
    /// counterclockwise as seen from outside.
    ///
    /// Tolerances are parts of the largest distance of a vertex from the shape's origin. So model a shape near its
    /// origin, and place it with a [`Pose`](super::super::Pose): a cube of 1 m that is 1000 m away passes with a vertex
    /// that is millimeters off, and at 10⁵ m it seems to have no volume.
    ///
    /// `None` unless the shape is a closed, convex surface with volume, and its faces are planar within
    /// [`crate::convex::tolerances::FLATNESS_TOLERANCE`].
    ///
    /// ```
    /// use octosat_reference::convex::Polyhedron;
    ///
    /// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    /// assert_eq!(Polyhedron::new(&corners, &faces).unwrap().edges().len(), 6);
    /// assert_eq!(Polyhedron::new(&corners, &faces[..3]), None);
    /// ```
    #[must_use]
    pub fn new(vertices: &[[f32; 3]], faces: &[impl AsRef<[usize]>]) -> Option<Self> {
        let loops: Vec<&[usize]> = faces.iter().map(AsRef::as_ref).collect();
        if !topology::are_numbers(vertices.len(), &loops) {
            return None;
        }
        let surface = topology::surface(vertices.len(), &loops)?;
        let planes = geometry::planes(vertices, &loops)?;
        let faces: Vec<Face> = loops
            .iter()
            .zip(surface.edges_of_faces)
            .zip(planes)
            .map(|((vertices, edges), plane)| Face {
                vertices: vertices.to_vec(),
                edges,
                normal: plane.normal,
                offset: plane.offset,
            })
            .collect();
        let mut edges: Vec<Edge> = surface
            .edges
            .iter()
            .map(|edge| {
                let [from, to] = edge.vertices.map(|vertex| wide(vertices[vertex]));
                let direction = (to - from).normalize();
                Edge { vertices: edge.vertices, faces: edge.faces, direction, group: None }
            })
            .collect();
        let normals = unique(faces.iter().map(Face::normal));
        let directions = group_edges(&mut edges, &faces);
        let extent = geometry::extent(vertices);
        let outlines = outline::outlines(&faces, &edges);
        let vertices = vertices.to_vec();
        Some(Self { vertices, faces, edges, outlines, normals, directions, extent })
    }

    /// The vertices, meters.
    #[must_use]
    pub fn vertices(&self) -> &[[f32; 3]] {
        &self.vertices
    }

    /// The faces, in the order given.
    #[must_use]
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// The border of a face and its neighbors in the same plane, from which contacts are clipped.
    pub(crate) fn outline(&self, face: usize) -> &Outline {
        &self.outlines[face]
    }

    /// The edges, in the order in which the faces first use them.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The different face normals: none is parallel or opposite to another. Their number is the F of
    /// [`crate::convex::axis_bound`].
    #[must_use]
    pub fn face_normals(&self) -> &[DVec3] {
        self.normals.list()
    }

    /// The different directions of edges: none is parallel or opposite to another. Their number is the E of
    /// [`crate::convex::axis_bound`].
    #[must_use]
    pub fn edge_directions(&self) -> &[DVec3] {
        self.directions.list()
    }

    /// How far vertices lie from the shape's origin along each of its own axes at most, the sum of all three, meters.
    ///
    /// For a box this is the sum of its half extents.
    #[must_use]
    pub const fn extent(&self) -> f64 {
        self.extent
    }
}

/// Directions without parallels, in the order of [`Directions::sort`].
fn unique(directions: impl Iterator<Item = DVec3>) -> Directions {
    let mut unique = Directions::default();
    directions.for_each(|direction| unique.insert(direction));
    unique.sort();
    unique
}

/// The unique directions of the edges; the index of its direction is stored in each edge.
///
/// An edge between two faces in one plane has no direction here: its arc on the Gauss map has no length, so
/// every axis that it could give is the normal of those faces.
fn group_edges(edges: &mut [Edge], faces: &[Face]) -> Directions {
    let is_bent = |edge: &Edge| {
        let [left, right] = edge.faces.map(|face| faces[face].normal);
        !geometry::same_plane(left, right)
    };
    let directions = unique(edges.iter().filter(|edge| is_bent(edge)).map(Edge::direction));
    for edge in edges {
        edge.group = is_bent(edge).then(|| directions.nearest(edge.direction));
    }
    directions
}
