//! Boxes that move during a step.
//!
//! Reading order is data-flow order:
//!
//! 1. `questions`: [`Casts`] and [`Impacts`], a query with what moves.
//! 2. `course` and `casts`: the kernel of boxes that move without turning, with a [`Cast`] per pair.
//!    `shape_casts`: the same for spheres and capsules, with a `ShapeCast` per row.
//! 3. `impacts`: the kernel of boxes that move and turn, with an [`Impact`] per pair.

mod calls;
pub(crate) mod casts;
mod course;
pub(crate) mod impacts;
mod questions;
#[cfg(feature = "shapes")]
mod shape_casts;

pub use crate::call::moved::Motions;
pub(crate) use octosat_rows::{Cast, Impact};
pub use questions::{Casts, Impacts};
