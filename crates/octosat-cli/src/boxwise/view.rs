//! The frustum that `cull` is asked about.

use octosat::{Frustum, FrustumError, PerspectiveView};
use octosat_scenes::Recording;

use super::options::{Matrix, Point, ViewOptions};
use crate::draw::{Up, recorded_up};
use crate::failure::Failure;

/// The two ways to tell a view; clap refuses options of both at once.
#[derive(Clone, Copy, Debug)]
pub(super) enum View {
    Matrix(Matrix),
    Camera { eye: Point, target: Point },
}

impl View {
    /// The way that was asked for.
    ///
    /// clap could say that something is missing, but not that either two options or one of another
    /// name would do.
    pub(super) fn asked(options: &ViewOptions) -> Result<Self, Failure> {
        match (options.view_projection, options.look_from, options.look_at) {
            (Some(matrix), ..) => Ok(Self::Matrix(matrix)),
            (None, Some(eye), Some(target)) => Ok(Self::Camera { eye, target }),
            _ => Err(Failure::new("--look-from and --look-at, or --view-projection, are needed")),
        }
    }

    /// The frustum of the matrix, or of the camera.
    pub(super) fn frustum(
        self,
        options: &ViewOptions,
        recording: &Recording,
    ) -> Result<Frustum, Failure> {
        match self {
            Self::Matrix(Matrix(columns)) => {
                Frustum::from_view_projection(columns, options.depth.into()).map_err(Failure::new)
            }
            Self::Camera { eye: Point(eye), target: Point(target) } => {
                let up = up(options, recording);
                let view = PerspectiveView {
                    eye,
                    target,
                    up,
                    vertical_angle: options.fov.to_radians(),
                    aspect: options.aspect,
                    near: options.near,
                    far: options.far,
                };
                Frustum::perspective(&view).map_err(|error| refused(&error, &view))
            }
        }
    }
}

/// What is wrong with a camera; where it looks straight up or down, how to turn it.
fn refused(error: &FrustumError, view: &PerspectiveView) -> Failure {
    let way = [0, 1, 2].map(|k| (view.target[k] - view.eye[k]).abs());
    let along_up = [0, 1, 2].map(|k| way[k] * view.up[k].abs());
    let most = |parts: [f32; 3]| parts.into_iter().fold(0.0, f32::max);
    let across = [0, 1, 2].map(|k| way[k] - along_up[k]);
    if most(along_up) > 0.0 && most(across) <= 0.0 {
        return Failure::new(format!("{error}: choose an axis across the view with --up"));
    }
    Failure::new(error)
}

/// The direction that points up in the camera's view.
fn up(options: &ViewOptions, recording: &Recording) -> [f32; 3] {
    match options.up.unwrap_or_else(|| recorded_up(recording)) {
        Up::X => [1.0, 0.0, 0.0],
        Up::Y => [0.0, 1.0, 0.0],
        Up::Z => [0.0, 0.0, 1.0],
    }
}
