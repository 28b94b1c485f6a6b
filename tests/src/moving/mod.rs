//! Small engines: what moves boxes by times of impact and by casts. The chapter about loops shows this code.

mod bodies;
mod steps;
mod walks;

pub use bodies::{Body, stored};
pub use steps::{Hit, Step, advance, step};
pub use walks::{Walk, Walker};
