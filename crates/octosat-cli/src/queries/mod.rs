//! `--query`: boxes against other shapes, which are derived from a seed around the boxes.

// In the order in which a check goes: shapes, what is asked, how, and what is said of it; then commands.
mod plane;
mod shapes;
mod world;

mod answers;
mod ask;
mod listing;

mod check;
mod judge;
mod judge_rectangles;
mod resolve;
mod timed;

mod convex;

mod bench;
mod fuzz;
mod run;
mod shrink;
mod upright;
mod verify;

use clap::ValueEnum;

use crate::choices::Basis;
use crate::failure::Failure;

pub(crate) use bench::bench;
pub(crate) use fuzz::fuzz;
pub(crate) use run::run;
pub(crate) use verify::verify;

/// What boxes are asked against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum QueryChoice {
    /// The solid below a plane: overlap and contacts, which take a margin, and depth.
    HalfSpace,
    /// Spheres: overlap, which takes a margin, and normal, depth, nearest point.
    Spheres,
    /// Axis-aligned boxes: overlap, which takes a margin, and the bounds of each box.
    Aabbs,
    /// Views: by the planes, and by all axes.
    Frustum,
    /// Segments and rays: where they enter and leave; and the closest points of two segments.
    Segments,
    /// The boxes seen from above, as rectangles in the plane of x and y: overlap, penetration and
    /// contacts of the recording's pairs, all of which take a margin. In the unit basis only.
    Rectangles,
    /// The positional resolver on the recording's pairs: one displacement a box.
    Resolve,
    /// The recording's pairs as general convex polyhedra, in scalar code: overlap, penetration, and
    /// contacts, which take a margin. In the unit basis only; a box without volume is refused.
    Convex,
}

impl QueryChoice {
    /// All that the engine answers.
    #[cfg(test)]
    pub(crate) const ALL: [Self; 7] = [
        Self::HalfSpace,
        Self::Spheres,
        Self::Aabbs,
        Self::Frustum,
        Self::Segments,
        Self::Rectangles,
        Self::Resolve,
    ];

    /// The bases that it can be asked in.
    pub(crate) fn bases(self) -> &'static [Basis] {
        match self {
            Self::Rectangles | Self::Convex => &[Basis::Unit],
            _ => &Basis::ALL,
        }
    }

    /// The bases to check: the one asked for by name, or all that there are.
    pub(crate) fn checked_bases(self, asked: Option<Basis>) -> Result<Vec<Basis>, Failure> {
        match asked {
            None => Ok(self.bases().to_vec()),
            Some(basis) if self.bases().contains(&basis) => Ok(vec![basis]),
            Some(basis) => {
                let (basis, name) = (basis.name(), self.name());
                Err(Failure::new(format!("--basis {basis}: {name} have no such basis")))
            }
        }
    }

    /// Whether rows are pairs of boxes, and not of a box and a shape.
    pub(crate) fn is_of_pairs(self) -> bool {
        matches!(self, Self::Rectangles | Self::Convex)
    }

    /// Whether any query of the choice takes a margin.
    pub(crate) fn takes_margin(self) -> bool {
        match self {
            Self::HalfSpace | Self::Spheres | Self::Aabbs | Self::Rectangles | Self::Convex => true,
            Self::Frustum | Self::Segments | Self::Resolve => false,
        }
    }

    /// Refuses a margin that no query of the choice takes.
    pub(crate) fn check_margin(self, margin: f32) -> Result<(), Failure> {
        if margin > 0.0 && !self.takes_margin() {
            let name = self.name();
            return Err(Failure::new(format!(
                "--margin {margin}: no query of {name} takes a margin"
            )));
        }
        Ok(())
    }

    /// Whether it needs the pairs of boxes, and no shapes.
    pub(crate) fn needs_pairs(self) -> bool {
        matches!(self, Self::Rectangles | Self::Resolve | Self::Convex)
    }

    /// What its rows are.
    pub(crate) fn rows(self) -> &'static str {
        match self {
            Self::Rectangles | Self::Convex => "pairs",
            Self::Resolve => "boxes",
            _ => "boxes and shapes",
        }
    }

    /// What the second number of a row stands for.
    pub(crate) fn other(self) -> &'static str {
        if self.needs_pairs() { "box" } else { "shape" }
    }

    /// The name the command line uses.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::HalfSpace => "half-space",
            Self::Spheres => "spheres",
            Self::Aabbs => "aabbs",
            Self::Frustum => "frustum",
            Self::Segments => "segments",
            Self::Rectangles => "rectangles",
            Self::Resolve => "resolve",
            Self::Convex => "convex",
        }
    }
}
