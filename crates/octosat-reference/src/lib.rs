#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

// Modules in reading order: what goes in, the plain source of the kernels, the independent reference, and
// the routines the field starts from.
mod boxes;
mod tolerances;

pub mod plain;

pub mod float64;

pub mod note;
pub mod slides;
pub mod textbook;

pub use boxes::{OrientedBox, Rectangle, ScaledBox};
