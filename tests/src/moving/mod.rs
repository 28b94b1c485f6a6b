//! Small engines: what moves boxes by times of impact and by casts. The chapters about loops and about characters show
//! this code.

mod bodies;
mod steps;
#[path = "../../../crates/octosat/examples/character/walker.rs"]
mod walker;
mod walks;

pub use bodies::{Body, stored};
pub use steps::{Hit, Step, advance, step};
pub use walker::{Character, Surroundings};
pub use walks::{Walk, Walker};
