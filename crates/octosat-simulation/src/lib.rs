//! A small rigid-body simulation of boxes. It tests whether stacks stay at rest with octosat's contact manifolds.
//!
//! Modules in the order data passes in one frame:
//!
//! 1. [`scenes`]: bodies at the start of a run; [`body`]: boxes with mass.
//! 2. [`placed`]: the bodies relative to a local origin near them, and the pairs of them that may touch.
//! 3. [`narrow_phase`]: their contact manifolds, from octosat or from parry, the control.
//! 4. [`solver`]: the motion of one frame, in substeps with soft contacts. [`fast`]: the first time of impact on the way.
//! 5. [`world`]: all steps of a frame in order. [`measure`] observes energy, drift and contacts, [`sinking`] measures
//!    depths with the float64 reference, [`tipping`] how straight boxes fall, and [`record`] keeps the frames.
//! 6. [`trial`]: runs a scene from start to end; [`places`]: the results of runs of one scene. [`report`] prints
//!    them, and [`goals`] finds missed goals.
//!
//! [`agreement`] is not part of a run: it compares contacts with those that another engine recorded. [`floors`] slides
//! boxes over floors of many boxes, with and without covered faces.
//!
//! The order of all computations is fixed, so a run can be repeated bit for bit. Everything is `f32`, except for the
//! centers of bodies, which are `f64`. Both phases and the solver use centers relative to a local origin or to each
//! other, and motion is added to the `f64` centers. So contacts far from the world's origin are as good as near it.
//! [`tolerances`] holds every constant. Lengths are in meters, masses in kilograms, y is up.
#![forbid(unsafe_code)]

pub mod tolerances;

pub mod body;
pub mod scenes;

pub mod placed;

pub mod narrow_phase;

pub mod fast;
pub mod solver;
pub mod world;

pub mod sinking;
pub mod tipping;

pub mod measure;
pub mod places;
pub mod record;
pub mod report;

pub mod goals;
pub mod trial;

pub mod agreement;

pub mod floors;

pub use glam::{DVec3, Mat3, Quat, Vec3};
