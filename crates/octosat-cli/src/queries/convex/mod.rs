//! `--query convex`: pairs of boxes as general convex polyhedra, one at a time in float64, beside the
//! box kernels; and, in the checks, other solids of the boxes' sizes.

// In the order in which a check goes: solids, where they are, what is true of two, what is said of an
// answer; then commands.
mod bodies;
mod forms;

mod truth;

mod asked;
mod kernels;
mod promises;

mod checker;
mod tally;

mod bench;
mod columns;
mod run;
mod scenes;
mod verify;

pub(super) use bench::bench;
pub(super) use checker::{ConvexChecker, Setting, Shapes};
pub(super) use run::run;
pub(super) use scenes::scene;
pub(super) use verify::verify;
