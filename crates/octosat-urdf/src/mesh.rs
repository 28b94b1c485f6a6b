//! Elements `mesh` of a robot description become solids.

use octosat::{BoxPose, Solid};

use crate::element::Element;
use crate::error::UrdfError;
use crate::meshes::{Meshes, OuterHull};
use crate::pose::Pose;

/// The solids of an element `mesh`, in the frame of its link, given the pose of its collision.
pub(crate) fn solids(
    mesh: Element<'_>,
    pose: Pose,
    meshes: &Meshes,
) -> Result<Vec<Solid>, UrdfError> {
    let file = mesh.required_attribute("filename")?;
    let scale = mesh.numbers("scale")?.unwrap_or([1.0; 3]);
    let hulls = meshes.placed(file, scale, pose).map_err(|error| mesh.error(error.to_string()))?;
    Ok(hulls.iter().map(solid).collect())
}

/// The solid of an outer hull, in the frame of its link.
fn solid(hull: &OuterHull) -> Solid {
    Solid::hull(BoxPose::IDENTITY, &hull.points, hull.radius)
}
