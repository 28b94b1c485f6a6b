//! What engines write with casts and times of impact: loops that neither leak nor freeze, with nothing but the queries.
//!
//! The loops themselves are in `octosat_tests::moving`, and the book shows them.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod arms;
mod bars;
mod bullets;
mod chapter;
mod characters;
mod plates;
mod resting;
mod round;
mod terrain;
mod tiles;
mod walks;

/// The seconds of a frame.
const FRAME: f32 = 1.0 / 60.0;

/// Acceleration of free fall in meters per second squared.
const GRAVITY: f32 = 9.81;

/// Boxes that are smaller by this on every side: a skin of two millimeters between two of them.
const SKIN: f32 = -0.001;
