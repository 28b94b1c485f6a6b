//! Boxes that move during a step.
//!
//! Reading order is data-flow order:
//!
//! 1. `motions`: [`Motions`], which boxes move how far, checked and loaded with their pairs.
//! 2. `cast`: a [`Cast`] per pair, the result for boxes that move without turning. `course` and `casts`: its kernel.

mod cast;
pub(crate) mod casts;
mod course;
pub(crate) mod motions;

pub use cast::{Cast, CastState};
pub use motions::Motions;
