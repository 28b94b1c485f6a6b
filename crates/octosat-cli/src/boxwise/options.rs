//! The options of `aabbs` and `cull`, and the view of `cull`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use octosat::{DepthRange, Frustum, PerspectiveView};
use octosat_scenes::Recording;

use crate::choices::{BackendChoice, FrameRange, Up, Way, numbers, written_file};
use crate::failure::Failure;
use crate::input::recorded_up;
use octosat_scenes::generate::narrow;

/// Write the axis-aligned bounding box (AABB) of each box of each frame.
///
/// The arrays `aabb_min` and `aabb_max` have the shape (frames, boxes, 3), float32, in meters. The bounds are
/// conservative: they contain every point of the box, despite rounding.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  octosat aabbs pile.npz --out bounds.npz")]
pub(crate) struct AabbsOptions {
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// Write which boxes of each frame a camera sees.
///
/// The array `containment` has the shape (frames, boxes), uint8: 0 outside, 1 intersecting, 2 inside.
/// By default, a box is outside if it is outside one of the six planes of the view, so boxes near an edge of the view may
/// count as intersecting. The results outside and inside are always correct, despite rounding.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  octosat cull pile.npz --look-from 4,4,3 --look-at 0,0,0 --fov 60 --exact --out seen.npz"
)]
pub(crate) struct CullOptions {
    #[command(flatten)]
    pub(crate) engine: EngineOptions,

    #[command(flatten)]
    pub(crate) view: ViewOptions,

    /// Test all axes that an exact result needs (26 for a camera) instead of only the planes.
    #[arg(long)]
    pub(crate) exact: bool,
}

/// The options of both commands: recording, results file and engine.
#[derive(Args, Debug)]
pub(crate) struct EngineOptions {
    /// A recording (npz); the default is the embedded one.
    pub(crate) file: Option<PathBuf>,

    /// Write the results to this npz file, not to standard output.
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    pub(crate) out: Option<PathBuf>,

    /// The code that computes: `auto` is the fastest backend, `scalar` the kernels on one lane. `reference` is not
    /// available for this command.
    #[arg(long, value_enum, default_value_t = BackendChoice::Auto)]
    pub(crate) backend: BackendChoice,

    #[command(flatten)]
    pub(crate) way: Way,

    /// Frames from A up to B, which is not included. A.. and ..B are also valid.
    #[arg(long, value_name = "A..B")]
    pub(crate) frames: Option<FrameRange>,
}

/// A camera, or its matrix.
#[derive(Args, Debug)]
pub(crate) struct ViewOptions {
    /// The matrix from world points (as column vectors) to clip coordinates: 16 numbers, column after column. It replaces
    /// `--look-from`, `--look-at` and the other camera options.
    #[arg(
        long,
        value_name = "M00,M10,…,M33",
        value_parser = matrix,
        allow_hyphen_values = true,
        conflicts_with_all = ["look_from", "look_at", "up", "fov", "aspect", "near", "far"]
    )]
    pub(crate) view_projection: Option<[[f32; 4]; 4]>,

    /// The range of clip depths in the view: `zero-to-one` (Direct3D, Vulkan, Metal, WebGPU, reversed or not) or
    /// `minus-one-to-one` (OpenGL).
    #[arg(
        long,
        value_enum,
        default_value_t = DepthChoice::ZeroToOne,
        conflicts_with_all = ["look_from", "look_at"]
    )]
    pub(crate) depth: DepthChoice,

    /// The position of the camera, in meters.
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true, requires = "look_at")]
    pub(crate) look_from: Option<[f32; 3]>,

    /// The point that the camera looks at, in meters.
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true, requires = "look_from")]
    pub(crate) look_at: Option<[f32; 3]>,

    /// The axis that points up in the camera's view; the default is opposite to the gravity in the recording, or y if the
    /// recording has none.
    #[arg(long, value_enum)]
    pub(crate) up: Option<Up>,

    /// The vertical angle of the view, in degrees.
    #[arg(long, default_value_t = 60.0)]
    pub(crate) fov: f32,

    /// The width of the view divided by its height.
    #[arg(long, default_value_t = 16.0 / 9.0)]
    pub(crate) aspect: f32,

    /// Meters from the camera to the near plane.
    #[arg(long, default_value_t = 0.1)]
    pub(crate) near: f32,

    /// Meters from the camera to the far plane.
    #[arg(long, default_value_t = 1000.0)]
    pub(crate) far: f32,
}

/// The range of clip depths in the view of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DepthChoice {
    /// 0 to 1.
    ZeroToOne,
    /// −1 to 1.
    MinusOneToOne,
}

impl From<DepthChoice> for DepthRange {
    fn from(choice: DepthChoice) -> Self {
        match choice {
            DepthChoice::ZeroToOne => Self::ZeroToOne,
            DepthChoice::MinusOneToOne => Self::MinusOneToOne,
        }
    }
}

fn point(text: &str) -> Result<[f32; 3], String> {
    numbers(text, "X,Y,Z").map(|numbers| numbers.map(narrow))
}

/// Parses a matrix, column after column.
fn matrix(text: &str) -> Result<[[f32; 4]; 4], String> {
    numbers::<16>(text, "16 numbers between commas").map(|all| bytemuck::cast(all.map(narrow)))
}

impl ViewOptions {
    /// Rejects options without a view.
    ///
    /// clap itself rejects a camera together with a matrix. It cannot express in a message that either the two camera
    /// options or the matrix are required, so this function reports a missing view.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.view_projection.is_none() && self.look_from.is_none() {
            let what = "--look-from and --look-at, or --view-projection, are needed";
            return Err(Failure::new(what));
        }
        Ok(())
    }

    /// The frustum of the matrix, or of the camera.
    pub(super) fn frustum(&self, recording: &Recording) -> Result<Frustum, Failure> {
        if let Some(columns) = self.view_projection {
            let frustum = Frustum::from_view_projection(columns, self.depth.into());
            return frustum.map_err(Failure::new);
        }
        let [eye, target] = [self.look_from, self.look_at].map(Option::unwrap_or_default);
        let up = self.up.unwrap_or_else(|| recorded_up(recording));
        let view = PerspectiveView {
            eye,
            target,
            up: up.direction(),
            vertical_angle: self.fov.to_radians(),
            aspect: self.aspect,
            near: self.near,
            far: self.far,
        };
        Frustum::perspective(&view).map_err(|error| {
            // A hint for a camera that looks along the upward axis.
            let moved = [0, 1, 2].map(|axis| (eye[axis] - target[axis]).abs() > 0.0);
            let straight = moved == [0, 1, 2].map(|axis| axis == up.axis());
            let hint = if straight { ": choose an axis across the view with --up" } else { "" };
            Failure::new(format!("{error}{hint}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_is_read_column_after_column() {
        let columns = matrix("1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16").expect("sixteen numbers");
        assert_eq!(columns[1].map(f32::to_bits), [5.0_f32, 6.0, 7.0, 8.0].map(f32::to_bits));
    }
}
