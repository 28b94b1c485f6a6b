#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]
//!
//! # Modules, in the order in which data passes
//!
//! 1. `settings`: how much of a depth is corrected, and how it is divided; `error`: why input is rejected.
//! 2. `incidence`: the pairs of each box, in an order that does not depend on the order of the list.
//! 3. `resolver`: [`Resolver`], one sum per box. `split`: splits the boxes over threads if that pays.

mod error;
mod settings;

mod incidence;

mod resolver;
mod split;

pub use error::ResolveError;
pub use resolver::Resolver;
pub use settings::{InverseMasses, ResolveSettings, Sharing};
