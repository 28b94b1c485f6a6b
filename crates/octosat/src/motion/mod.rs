//! Boxes that move during a step.
//!
//! Reading order is data-flow order:
//!
//! 1. `questions`: [`Casts`] and [`Impacts`], a query with what moves. `motions`: [`Motions`], which boxes move how far, checked and loaded with their pairs.
//! 2. `cast`: a [`Cast`] per pair, the result for boxes that move without turning. `course` and `casts`: its kernel.
//! 3. `steps`: boxes at the start and at the end of a step, checked and loaded together.
//! 4. `impact`: an [`Impact`] per pair, the result for boxes that move and turn. `impacts`: its kernel.

mod calls;
mod cast;
pub(crate) mod casts;
mod course;
mod impact;
pub(crate) mod impacts;
pub(crate) mod motions;
mod questions;
pub(crate) mod steps;

pub use cast::{Cast, CastState};
pub use impact::{Impact, ImpactState};
pub use motions::Motions;
pub use questions::{Casts, Impacts};
