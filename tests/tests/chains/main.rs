//! Chains in named cases: what may touch, what is rejected, and bits that once depended on a batch. `octosat fuzz` checks
//! configurations and joint motions of other chains.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod among;
mod bits;
mod extremes;
mod hulls;
mod link_pairs;
mod model;
mod padding;
mod rejected;
mod settings;
mod worlds;
