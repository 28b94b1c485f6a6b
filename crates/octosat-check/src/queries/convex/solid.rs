//! Convex polyhedra at the places of boxes.

use glam::{DQuat, DVec3};
use octosat_convex::{Placed, Polyhedron, Pose, PoseError};

/// A polyhedron with a pose, and how exact its faces are.
#[derive(Clone, Debug)]
pub struct Solid {
    pub(super) shape: Polyhedron,
    pub(super) pose: Pose,
    /// Unit quaternion x, y, z, w of the pose.
    pub(super) rotation: [f32; 4],
    /// Meters: the largest distance of a vertex from the plane of its face, or above the plane of another.
    pub(super) unevenness: f64,
    /// The inverse sine of half the smallest angle of a face, at least one: how much farther out two sides meet
    /// that are both moved outwards.
    pub(super) sharpness: f64,
}

/// A solid with its vertices turned into the world.
#[derive(Clone, Debug)]
pub struct Body<'s> {
    pub(super) solid: &'s Solid,
    pub(super) placed: Placed<'s>,
}

impl Solid {
    /// A polyhedron at the place of a box: center in meters and unit quaternion x, y, z, w.
    ///
    /// # Errors
    /// A place that is not finite, or a quaternion that is not of unit length.
    pub fn new(shape: Polyhedron, center: [f32; 3], rotation: [f32; 4]) -> Result<Self, PoseError> {
        let pose = Pose::new(center, rotation)?;
        let points: Vec<DVec3> = shape.vertices().iter().copied().map(wide).collect();
        let [mut unevenness, mut sharpness] = [0.0_f64, 1.0_f64];
        for face in shape.faces() {
            let height = |point: DVec3| point.dot(face.normal().into());
            let corners: Vec<DVec3> = face.vertices().iter().map(|&k| points[k]).collect();
            let lowest = corners.iter().map(|&corner| height(corner)).fold(f64::INFINITY, f64::min);
            unevenness = unevenness.max(highest(&points, face.normal().into()) - lowest);
            sharpness = sharpness.max(sharpest(&corners));
        }
        Ok(Self { shape, pose, rotation, unevenness, sharpness })
    }

    /// The vertices in the world, relative to the center.
    pub(super) fn turned(&self) -> Vec<DVec3> {
        let rotation = DQuat::from_array(self.rotation.map(f64::from)).normalize();
        self.shape.vertices().iter().map(|&vertex| rotation * wide(vertex)).collect()
    }
}

impl<'s> Body<'s> {
    /// The solid, ready for queries.
    #[must_use]
    pub fn new(solid: &'s Solid) -> Self {
        Self { solid, placed: Placed::new(&solid.shape, &solid.pose) }
    }

    pub(super) fn center(&self) -> DVec3 {
        self.placed.center().into()
    }

    /// The outward unit normal of a face.
    pub(super) fn normal(&self, face: usize) -> DVec3 {
        self.placed.normals()[face].into()
    }

    /// The unit direction of an edge.
    pub(super) fn edge(&self, edge: usize) -> DVec3 {
        self.placed.edges()[edge].into()
    }

    /// Meters that each vertex lies along a direction, relative to the center.
    pub(super) fn heights(&self, direction: DVec3) -> Vec<f64> {
        let vertices = self.placed.vertices().iter();
        vertices.map(|&vertex| direction.dot(vertex.into())).collect()
    }

    /// Meters that a point of the world lies above the highest face plane; negative inside.
    pub(super) fn outside(&self, point: DVec3) -> f64 {
        let local = point - self.center();
        let faces = self.solid.shape.faces().iter().enumerate();
        let heights = faces.map(|(number, face)| self.normal(number).dot(local) - face.offset());
        heights.fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Meters that the farthest of some points lies along a direction.
pub(super) fn highest(points: &[DVec3], direction: DVec3) -> f64 {
    points.iter().map(|&point| point.dot(direction)).fold(f64::NEG_INFINITY, f64::max)
}

pub(super) fn wide(vector: [f32; 3]) -> DVec3 {
    vector.map(f64::from).into()
}

/// The inverse sine of half the smallest angle of a polygon.
fn sharpest(corners: &[DVec3]) -> f64 {
    let count = corners.len();
    let at = |k: usize| {
        let [next, last] = [k + 1, k + count - 1].map(|other| corners[other % count] - corners[k]);
        // Half the distance of the tips of two unit vectors is the sine of half their angle.
        2.0 / next.normalize_or_zero().distance(last.normalize_or_zero())
    };
    (0..count).map(at).fold(1.0, f64::max)
}
