//! What `aabbs` and `cull` can be asked for.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use octosat::DepthRange;

use crate::choices::{BackendChoice, FrameRange, Way};
use crate::draw::{Up, numbers};
use crate::vector::narrow;

/// Write the axis-aligned box around each box of each frame.
///
/// The arrays `aabb_min` and `aabb_max` have the shape (frames, boxes, 3), float32, metres. They are
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

    /// Which code computes; `auto` is the fastest, `scalar` the one-lane mirror. There is no
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
        allow_hyphen_values = true,
        conflicts_with_all = ["look_from", "look_at", "up", "fov", "aspect", "near", "far"]
    )]
    pub(crate) view_projection: Option<Matrix>,

    /// Which clip depths the matrix keeps: `zero-to-one` (Direct3D, Vulkan, Metal, WebGPU, reversed
    /// or not) or `minus-one-to-one` (OpenGL).
    #[arg(
        long,
        value_enum,
        default_value_t = DepthChoice::ZeroToOne,
        conflicts_with_all = ["look_from", "look_at"]
    )]
    pub(crate) depth: DepthChoice,

    /// Where the camera stands, metres.
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, requires = "look_at")]
    pub(crate) look_from: Option<Point>,

    /// What it looks at, metres.
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, requires = "look_from")]
    pub(crate) look_at: Option<Point>,

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

    /// Metres from the camera to the near plane.
    #[arg(long, default_value_t = 0.1)]
    pub(crate) near: f32,

    /// Metres from the camera to the far plane.
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

/// A point of the world, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point(pub(crate) [f32; 3]);

/// Sixteen numbers, column after column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Matrix(pub(crate) [[f32; 4]; 4]);

impl FromStr for Point {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        numbers::<3>(text, "X,Y,Z").map(|numbers| Self(numbers.map(narrow)))
    }
}

impl FromStr for Matrix {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = numbers::<16>(text, "16 numbers between commas")?.map(narrow);
        let mut columns = [[0.0; 4]; 4];
        for (column, part) in columns.iter_mut().zip(numbers.chunks_exact(4)) {
            column.copy_from_slice(part);
        }
        Ok(Self(columns))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_matrices() {
        assert_eq!("1,-2,0.5".parse(), Ok(Point([1.0, -2.0, 0.5])));
        let text = "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16";
        let Matrix(columns) = text.parse().expect("sixteen numbers");
        assert_eq!(columns[1].map(f32::to_bits), [5.0_f32, 6.0, 7.0, 8.0].map(f32::to_bits));
        for bad in ["", "1,2", "1,2,3,4", "a,b,c", "nan,0,0", "inf,0,0"] {
            assert!(bad.parse::<Point>().is_err(), "{bad}");
            assert!(bad.parse::<Matrix>().is_err(), "{bad}");
        }
    }
}
