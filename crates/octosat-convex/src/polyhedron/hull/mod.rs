//! Convex hulls of clouds of points: parry3d's quickhull, with its coplanar triangles merged to faces.

mod mesh;
mod stretch;

use core::fmt;
use std::collections::BTreeMap;

use glam::DVec3;
use parry3d::math::Vector as ParryVector;
use parry3d::transformation::try_convex_hull;

use super::solid::Polyhedron;
use crate::error::PolyhedronError;
use crate::pose::{narrow, wide};
use crate::tolerances::{LOST_POINT_TOLERANCE, MERGED_FACE_TOLERANCES};
use mesh::Mesh;
use stretch::Stretch;

/// How often the algorithm is run on a cloud, which is rotated each time.
///
/// Many points in one plane are not exactly in it in float32, which makes the algorithm fail for up to one
/// cloud in twenty. After a rotation, the same points are rounded differently.
const HULL_ATTEMPTS: usize = 6;

/// Why no hull was made for a cloud of points.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum HullError {
    /// A point is NaN or infinite.
    PointNotFinite {
        /// The point.
        point: usize,
    },
    /// All points lie in one plane or very near to one: nearer than a small part of the largest distance of a point
    /// from the origin.
    NoVolume {
        /// The largest distance of a point from that plane, meters.
        thickness: f64,
    },
    /// The hull algorithm gave up; the text is parry3d's.
    Failed(String),
    /// The result is not a valid polyhedron; vertices and faces have the numbers of the hull algorithm.
    NotAPolyhedron(PolyhedronError),
    /// The hull leaves a point outside.
    PointLost {
        /// The point.
        point: usize,
        /// How far it lies outside a face, meters.
        outside: f64,
    },
}

impl fmt::Display for HullError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PointNotFinite { point } => write!(f, "point {point} is not finite"),
            Self::NoVolume { thickness } => {
                write!(f, "no volume: all points lie within {thickness:.1e} m of one plane, ")?;
                write!(f, "too near for how far they are from the origin")
            }
            Self::Failed(reason) => write!(f, "no hull: {reason}"),
            Self::NotAPolyhedron(error) => write!(f, "the hull is no polyhedron: {error}"),
            Self::PointLost { point, outside } => {
                write!(f, "the hull leaves point {point} outside by {outside:.1e} m")
            }
        }
    }
}

impl std::error::Error for HullError {}

impl Polyhedron {
    /// Makes the convex hull of points in meters; triangles in one plane become one face.
    ///
    /// Every point lies in the hull within [`LOST_POINT_TOLERANCE`], and every vertex is one of the points. As in
    /// [`Polyhedron::new`], this tolerance is a part of the largest distance of a point from the origin. So the
    /// points should be near the origin.
    ///
    /// # Errors
    /// A point that is not finite, points without volume, or points for which no hull within this tolerance
    /// was found.
    pub fn hull(points: &[[f32; 3]]) -> Result<Self, HullError> {
        let finite = |point: &[f32; 3]| point.iter().all(|coordinate| coordinate.is_finite());
        if let Some(point) = points.iter().position(|point| !finite(point)) {
            return Err(HullError::PointNotFinite { point });
        }
        let cloud: Vec<DVec3> = points.iter().map(|&point| wide(point)).collect();
        let stretch =
            Stretch::new(&cloud).map_err(|thickness| HullError::NoVolume { thickness })?;
        let attempt = |turns| hull_of_turned(&cloud, &stretch, turns);
        attempt(0).or_else(|error| {
            let again = (1..HULL_ATTEMPTS).find_map(|turns| attempt(turns).ok());
            again.ok_or(match error {
                HullError::NotAPolyhedron(PolyhedronError::NoVolume { .. }) => {
                    HullError::NoVolume { thickness: stretch.thickness }
                }
                error => error,
            })
        })
    }
}

/// The checked hull of a cloud that is stretched and rotated a few times.
///
/// Triangles that lie nearly in one plane may make a face that is dented or that leaves a point outside; then
/// fewer triangles are merged.
fn hull_of_turned(
    cloud: &[DVec3],
    stretch: &Stretch,
    turns: usize,
) -> Result<Polyhedron, HullError> {
    let mesh = surface(cloud, stretch, turns)?;
    let merged = |part: &f64| {
        let hull = mesh.polyhedron(*part).map_err(HullError::NotAPolyhedron)?;
        check_points(cloud, &hull).map(|()| hull)
    };
    let [most, less @ ..] = &MERGED_FACE_TOLERANCES;
    merged(most).or_else(|error| less.iter().find_map(|part| merged(part).ok()).ok_or(error))
}

/// The triangles around a cloud, computed on the stretched and rotated points.
fn surface(cloud: &[DVec3], stretch: &Stretch, turns: usize) -> Result<Mesh, HullError> {
    let stretched: Vec<ParryVector> = cloud
        .iter()
        .map(|&point| ParryVector::from_array(narrow(stretch.apply(point, turns))))
        .collect();
    let (corners, triangles) =
        try_convex_hull(&stretched).map_err(|error| HullError::Failed(error.to_string()))?;
    // The algorithm returns corners as coordinates with the bits of its input.
    let bits = |corner: &ParryVector| corner.to_array().map(f32::to_bits);
    let originals: BTreeMap<[u32; 3], DVec3> =
        stretched.iter().map(bits).zip(cloud.iter().copied()).collect();
    let corners = corners.iter().map(|corner| originals[&bits(corner)]).collect();
    let triangles = triangles.iter().map(|triangle| triangle.map(|corner| corner as usize));
    Ok(Mesh { corners, triangles: triangles.collect() })
}

/// Rejects a hull that leaves a point of its cloud outside.
fn check_points(cloud: &[DVec3], hull: &Polyhedron) -> Result<(), HullError> {
    let reach = cloud.iter().copied().map(DVec3::length).fold(0.0, f64::max);
    let outside = |point: DVec3| {
        let above = hull.faces().iter().map(|face| face.normal().dot(point) - face.offset());
        above.fold(f64::NEG_INFINITY, f64::max)
    };
    for (point, outside) in cloud.iter().map(|&point| outside(point)).enumerate() {
        if outside > LOST_POINT_TOLERANCE * reach {
            return Err(HullError::PointLost { point, outside });
        }
    }
    Ok(())
}
