//! A small rigid-body world of boxes: it shows whether contact manifolds keep a simulation still.
//!
//! Modules in the order data passes in one frame:
//!
//! 1. [`scenes`]: what stands where at the start; [`body`]: boxes with mass.
//! 2. [`placed`]: the bodies relative to a local origin near them.
//! 3. [`broad_phase`]: the pairs that may touch.
//! 4. [`narrow_phase`]: their contact manifolds, from octosat or from parry, the control.
//! 5. [`solver`]: the motion of one frame, in substeps with soft contacts.
//! 6. [`world`]: the steps in a row; [`measure`] watches it, [`sinking`] with a reference of its own,
//!    [`record`] keeps its frames, and [`times`] lets all narrow phases race over them.
//! 7. [`trial`]: a scene from its start to what was seen of it, a [`run`]; [`report`] tells it, [`goals`] says
//!    what was missed.
//!
//! [`agreement`] stands apart: it compares contacts with those that another engine recorded.
//!
//! Everything runs in one written order, so a run can be repeated bit for bit. Everything is `f32`
//! but the bodies' centers, which are `f64`: far from the world's origin contacts are as good as
//! near it, because both phases and the solver see centers relative to the local origin or to each
//! other, and steps of motion are added to the `f64`.
//! [`tolerances`] holds every constant. Lengths are in meters, masses in kilograms, y is up.
#![forbid(unsafe_code)]

pub mod tolerances;

pub mod body;
pub mod scenes;

pub mod placed;

pub mod broad_phase;
pub mod narrow_phase;
pub mod solver;
pub mod world;

pub mod sinking;

pub mod measure;
pub mod record;
pub mod report;
pub mod run;
pub mod times;

pub mod goals;
pub mod trial;

pub mod agreement;

pub use glam::{DVec3, Mat3, Quat, Vec3};
