//! What `aabbs` and `cull` can be asked for, and the view that `cull` is asked about.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use octosat::{DepthRange, Frustum, PerspectiveView};
use octosat_scenes::Recording;

use crate::choices::{BackendChoice, FrameRange, Up, Way, numbers};
use crate::failure::Failure;
use crate::input::recorded_up;
use octosat_scenes::generate::narrow;

/// Write the axis-aligned box around each box of each frame.
///
/// The arrays `aabb_min` and `aabb_max` have the shape (frames, boxes, 3), float32, meters. They are
/// conservative: no corner of a box is outside, whatever rounding does.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  octosat aabbs pile.npz --out bounds.npz")]
pub(crate) struct AabbsOptions {
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// Write which boxes of each frame a camera sees.
///
/// The array `containment` has the shape (frames, boxes), uint8: 0 outside, 1 intersecting, 2 inside.
/// By default a box is outside if it is so of one of the view's six planes; boxes beside an edge of
/// the view may be kept. Outside and inside are certain, whatever rounding does.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  octosat cull pile.npz --look-from 4,4,3 --look-at 0,0,0 --fov 60 --exact --out seen.npz"
)]
pub(crate) struct CullOptions {
    #[command(flatten)]
    pub(crate) engine: EngineOptions,

    #[command(flatten)]
    pub(crate) view: ViewOptions,

    /// Test all axes that an exact answer needs, 26 for a camera, and not the planes alone.
    #[arg(long)]
    pub(crate) exact: bool,
}

/// Which boxes, and what computes.
#[derive(Args, Debug)]
pub(crate) struct EngineOptions {
    /// A recording (npz); none: the embedded one.
    pub(crate) file: Option<PathBuf>,

    /// Write the results to this npz file.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Which code computes; `auto` is the fastest, `scalar` the kernels on one lane. There is no
    /// `reference` for these.
    #[arg(long, value_enum, default_value_t = BackendChoice::Auto)]
    pub(crate) backend: BackendChoice,

    #[command(flatten)]
    pub(crate) way: Way,

    /// Frames A to B, B not included; A.. and ..B work too.
    #[arg(long, value_name = "A..B")]
    pub(crate) frames: Option<FrameRange>,
}

/// A camera, or its matrix.
#[derive(Args, Debug)]
pub(crate) struct ViewOptions {
    /// The 16 numbers of the matrix that takes world points, as columns, to clip coordinates: column
    /// after column. In place of `--look-from` and `--look-at`, and of all that describes a camera.
    #[arg(
        long,
        value_name = "M00,M10,…,M33",
        value_parser = matrix,
        allow_hyphen_values = true,
        conflicts_with_all = ["look_from", "look_at", "up", "fov", "aspect", "near", "far"]
    )]
    pub(crate) view_projection: Option<[[f32; 4]; 4]>,

    /// Which clip depths the matrix keeps: `zero-to-one` (Direct3D, Vulkan, Metal, WebGPU, reversed
    /// or not) or `minus-one-to-one` (OpenGL).
    #[arg(
        long,
        value_enum,
        default_value_t = DepthChoice::ZeroToOne,
        conflicts_with_all = ["look_from", "look_at"]
    )]
    pub(crate) depth: DepthChoice,

    /// Where the camera stands, meters.
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true, requires = "look_at")]
    pub(crate) look_from: Option<[f32; 3]>,

    /// What it looks at, meters.
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true, requires = "look_from")]
    pub(crate) look_at: Option<[f32; 3]>,

    /// The axis that points up in the camera's view; if not given, against the gravity that the
    /// recording names, and y where it names none.
    #[arg(long, value_enum)]
    pub(crate) up: Option<Up>,

    /// Degrees from the bottom of the view to its top.
    #[arg(long, default_value_t = 60.0)]
    pub(crate) fov: f32,

    /// Width of the view over its height.
    #[arg(long, default_value_t = 16.0 / 9.0)]
    pub(crate) aspect: f32,

    /// Meters from the camera to the near plane.
    #[arg(long, default_value_t = 0.1)]
    pub(crate) near: f32,

    /// Meters from the camera to the far plane.
    #[arg(long, default_value_t = 1000.0)]
    pub(crate) far: f32,
}

/// Which clip depths a matrix keeps.
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

/// Column after column.
fn matrix(text: &str) -> Result<[[f32; 4]; 4], String> {
    numbers::<16>(text, "16 numbers between commas").map(|all| bytemuck::cast(all.map(narrow)))
}

impl ViewOptions {
    /// Rejects options without a view.
    ///
    /// clap could say that something is missing, but not that either two options or one of another
    /// name would do; and it rejects options of both ways at once.
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
            // Where the camera looks straight up or down: how to turn it.
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
