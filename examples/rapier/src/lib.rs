//! Box contacts of the physics engine rapier3d found by octosat, through rapier's public interface.
//!
//! Before each step [`batch::Batch`] lists rapier's pairs and finds the contacts of all boxes in one call. A query
//! dispatcher answers rapier's questions from them, and leaves all other shapes to parry.
#![forbid(unsafe_code)]

pub mod batch;
pub mod boxes;
pub mod dispatcher;
pub mod forecast;
#[path = "../../../crates/octosat-avian/examples/compare/measure.rs"]
pub mod measure;
#[path = "../../../crates/octosat-avian/examples/compare/report.rs"]
pub mod report;
#[path = "../../../crates/octosat-avian/examples/compare/scenes.rs"]
pub mod scenes;
pub mod world;
