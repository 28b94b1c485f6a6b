//! A small physics engine on octosat, to read and to copy from. The chapter "An engine" of the book explains it.
//!
//! A frame, in data-flow order: [`world`] copies poses into stores, `pairs` lists what may touch, `contacts` finds the
//! points and the impulses that they start with, `solver` moves the bodies, `bullets` stops those that are too fast, and
//! `sleep` lets bodies rest. Fixed bodies are in a world of octosat, and cost a frame nothing where nothing moves. Meters, seconds, kilograms; y points up.
#![forbid(unsafe_code)]

pub mod body;
pub mod contacts;
pub mod solver;
pub mod world;

mod bullets;
mod pairs;
mod sleep;

pub use body::{Body, Shape};
pub use contacts::{Key, Point};
pub use world::World;

/// What comes of calls that fail if a number is not finite or too large for octosat.
pub type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

/// The length of a frame in seconds.
pub const FRAME: f32 = 1.0 / 60.0;
