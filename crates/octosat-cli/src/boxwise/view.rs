//! The frustum that `cull` is asked about.

use octosat::{Frustum, PerspectiveView};
use octosat_scenes::Recording;

use super::options::{Matrix, Point, ViewOptions};
use crate::draw::{Up, recorded_up};
use crate::failure::Failure;

/// The frustum of a matrix, or of a camera.
pub(super) fn frustum(options: &ViewOptions, recording: &Recording) -> Result<Frustum, Failure> {
    if let Some(Matrix(columns)) = options.view_projection {
        return Frustum::from_view_projection(columns, options.depth.into()).map_err(Failure::new);
    }
    let (Some(Point(eye)), Some(Point(target))) = (options.look_from, options.look_at) else {
        return Err(Failure::new("--look-from and --look-at, or --view-projection, are needed"));
    };
    let up = match options.up.unwrap_or_else(|| recorded_up(recording)) {
        Up::X => [1.0, 0.0, 0.0],
        Up::Y => [0.0, 1.0, 0.0],
        Up::Z => [0.0, 0.0, 1.0],
    };
    let view = PerspectiveView {
        eye,
        target,
        up,
        vertical_angle: options.fov.to_radians(),
        aspect: options.aspect,
        near: options.near,
        far: options.far,
    };
    Frustum::perspective(&view).map_err(Failure::new)
}
