//! A small rigid-body world of boxes: it shows whether contact manifolds keep a simulation still.
//!
//! Modules in the order data passes in one frame:
//!
//! 1. [`scenes`]: what stands where at the start; [`body`]: boxes with mass.
//! 2. [`broad_phase`]: the pairs that may touch.
//! 3. [`narrow_phase`]: their contact manifolds, from octosat or from parry, the control.
//! 4. [`solver`]: the motion of one frame, in substeps with soft contacts.
//! 5. [`world`]: the four steps in a row; [`measure`] watches it, [`record`] keeps its frames,
//!    [`report`] tells what was seen.
//!
//! Everything is `f32` and runs in one written order, so a run can be repeated bit for bit.
//! [`tolerances`] holds every constant. Lengths are in metres, masses in kilograms, y is up.
#![forbid(unsafe_code)]

pub mod tolerances;

pub mod body;
pub mod scenes;

pub mod broad_phase;
pub mod narrow_phase;
pub mod solver;
pub mod world;

pub mod measure;
pub mod record;
pub mod report;

pub use parry3d::glamx::{Mat3, Quat, Vec3};
