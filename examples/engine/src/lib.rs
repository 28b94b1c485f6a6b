//! A small physics engine on octosat, to read and to copy from. The chapter "An engine" of the book explains it.
//!
//! A frame, in data-flow order: [`world`] copies poses into stores, `pairs` lists what may touch, `contacts` finds the
//! points and their start impulses in `impulses`, `four` reduces those of compounds, `solver` moves the bodies, `bullets`
//! stops those that are too fast, and `sleep` lets bodies rest. Meters, seconds, kilograms; y points up.
#![forbid(unsafe_code)]

pub mod body;
pub mod four;
pub mod world;

mod bullets;
mod contacts;
mod impulses;
mod pairs;
mod sleep;
mod solver;

pub use body::{Body, Part, Shape};
pub use contacts::Point;
pub use impulses::Key;
pub use world::World;

/// The length of a frame in seconds.
pub const FRAME: f32 = 1.0 / 60.0;
