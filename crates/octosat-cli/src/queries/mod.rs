//! `--query`: boxes against other shapes, which are derived from a seed around the boxes.

mod ask;
mod bench;
mod check;
mod fuzz;
mod judge;
mod run;
mod shapes;
mod timed;
mod verify;

use clap::ValueEnum;

pub(crate) use bench::bench;
pub(crate) use fuzz::fuzz;
pub(crate) use run::run;
pub(crate) use verify::verify;

/// What boxes are asked against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum QueryChoice {
    /// The solid below a plane: overlap, depth, contacts.
    HalfSpace,
    /// Spheres: overlap, normal, depth, nearest point.
    Spheres,
    /// Axis-aligned boxes: overlap, and the bounds of each box.
    Aabbs,
    /// Views: by the planes, and by all axes.
    Frustum,
    /// Segments and rays: where they enter and leave; and the closest points of two segments.
    Segments,
}

impl QueryChoice {
    /// The name the command line uses.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::HalfSpace => "half-space",
            Self::Spheres => "spheres",
            Self::Aabbs => "aabbs",
            Self::Frustum => "frustum",
            Self::Segments => "segments",
        }
    }
}
