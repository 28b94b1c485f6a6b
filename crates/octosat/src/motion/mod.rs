//! Boxes that move during a step.
//!
//! Reading order is data-flow order:
//!
//! 1. `motions`: [`Motions`], which boxes move how far, checked and loaded with their pairs.
//! 2. `course` and `casts`: the kernel of boxes that move without turning, with a [`Cast`] per pair.
//! 3. `steps`: boxes at the start and at the end of a step, checked and loaded together.
//! 4. `impact`: the options of impacts. `impacts`: the kernel of boxes that move and turn, with an [`Impact`] per pair.

mod calls;
pub(crate) mod casts;
mod course;
mod impact;
pub(crate) mod impacts;
pub(crate) mod motions;
pub(crate) mod steps;

pub use impact::ImpactOptions;
pub use motions::Motions;
pub(crate) use octosat_rows::{Cast, Impact};
pub use steps::Ends;
