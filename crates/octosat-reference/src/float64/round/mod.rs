//! Spheres and capsules in float64, against each other, against boxes and half-spaces, and against lines.
//!
//! A sphere is a capsule whose core is a point. `core`: how far a core is from a segment; `pair`: two shapes;
//! `contacts`, `lines` and `casts`: checks of what is reported about them; `bound`: the bound of casts.

mod bound;
mod casts;
mod contacts;
mod core;
mod lines;
mod pair;
mod ways;

pub use casts::{ReferenceShapeCast, ShapeCastAnswer, ShapeCastFault, ShapeCastReport};
pub use contacts::{RoundContactFault, RoundContactReport};
pub use lines::{ReferenceRoundLine, RoundLineFault};
pub use pair::{GivenShape, RoundPair};
