//! Parting boxes: from how pairs penetrate to how far each box is to move.
//!
//! A positional correction step, as the well-known notes on boxes end with: each pair pushes its two
//! boxes apart along its normal, half of the depth each or in proportion to their inverse masses.
//! Boxes are shared by pairs, so what reaches a box is a sum.
//!
//! Reading order is data-flow order:
//!
//! 1. `settings`: how much of a depth is corrected, and who moves; `error`: what is refused.
//! 2. `incidence`: for each box the pairs that it is in, in an order that no list order changes.
//! 3. `resolver`: [`Resolver`], one sum a box, on any number of threads.

mod error;
mod incidence;
mod resolver;
mod settings;

pub use error::ResolveError;
pub use resolver::Resolver;
pub use settings::{InverseMasses, ResolveSettings, Sharing};
