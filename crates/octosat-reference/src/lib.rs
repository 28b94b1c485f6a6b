#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

// Modules in reading order: input, the scalar source of the kernels, the independent reference, and well-known
// routines as baselines.
mod boxes;
mod tolerances;
mod vector;

pub mod plain;

pub mod float64;

pub mod links;

pub mod convex;
pub mod note;
pub mod response;
pub mod slides;
pub mod textbook;

pub use boxes::{OrientedBox, Rectangle, ScaledBox};
