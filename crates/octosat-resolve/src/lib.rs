#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]
//!
//! # Modules, in the order in which data passes
//!
//! 1. `settings`: how much of a depth is corrected, and who moves; `error`: what is rejected.
//! 2. `incidence`: for each box the pairs that it is in, in an order that no list order changes.
//! 3. `resolver`: [`Resolver`], one sum a box. `split`: the boxes are shared by threads if that pays.

mod error;
mod settings;

mod incidence;

mod resolver;
mod split;

pub use error::ResolveError;
pub use resolver::Resolver;
pub use settings::{InverseMasses, ResolveSettings, Sharing};
