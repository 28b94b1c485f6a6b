//! Elements `mesh` of a robot description become solids.

use octosat::{BoxPose, OrientedBox, Solid};

use crate::element::Element;
use crate::error::UrdfError;
use crate::meshes::{Meshes, OuterHull};
use crate::pose::{Pose, round};

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

// SEAM: the one place where an outer hull becomes a solid. Until the engine has hulls, the solid is the bounding box along
// the axes of the link. Replace the body by `Solid::hull(&hull.points, hull.radius)`.
/// The solid of an outer hull, in the frame of its link.
fn solid(hull: &OuterHull) -> Solid {
    let ends = |axis: usize| {
        let along = hull.points.iter().map(|point| f64::from(point[axis]));
        let [low, high] = along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], at| {
            [low.min(at), high.max(at)]
        });
        [low - f64::from(hull.radius), high + f64::from(hull.radius)]
    };
    let ends = [ends(0), ends(1), ends(2)];
    let center = ends.map(|[low, high]| round(0.5 * (low + high)));
    let half = |axis: usize| {
        let center = f64::from(center[axis]);
        let [low, high] = ends[axis].map(|end| (end - center).abs());
        // The next number covers what rounding took away.
        round(low.max(high)).next_up()
    };
    let pose = BoxPose::new(center, [0.0, 0.0, 0.0, 1.0]);
    OrientedBox { pose, half_extents: [half(0), half(1), half(2)] }.into()
}
