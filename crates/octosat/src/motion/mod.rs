//! Boxes that move during a step.
//!
//! Reading order is data-flow order:
//!
//! 1. `questions`: [`Casts`] and [`Impacts`], a query with what moves. `motions`: [`Motions`], which boxes move how far,
//!    checked and loaded with their pairs.
//! 2. `course` and `casts`: the kernel of boxes that move without turning, with a [`Cast`] per pair.
//!    `shape_casts`: the same for spheres and capsules, with a `ShapeCast` per row.
//! 3. `steps`: boxes at the start and at the end of a step, checked and loaded together.
//! 4. `impacts`: the kernel of boxes that move and turn, with an [`Impact`] per pair.
//! 5. `moved`: boxes at a time of their motion, checked and loaded. `at_times`: kernels of pairs of boxes about them.

pub(crate) mod at_times;
mod calls;
pub(crate) mod casts;
mod course;
pub(crate) mod impacts;
pub(crate) mod motions;
pub(crate) mod moved;
mod questions;
#[cfg(feature = "shapes")]
mod shape_casts;
pub(crate) mod steps;

pub use motions::Motions;
pub(crate) use octosat_rows::{Cast, Impact};
pub use questions::{CastQuery, Casts, Impacts};
