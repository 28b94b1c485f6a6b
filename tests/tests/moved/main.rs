//! Queries of boxes at times of their motion: the bits of boxes that are moved plainly, hits of casts and impacts, and
//! what is rejected.
//!
//! `octosat-check` compares all backends, orders and numbers of threads.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod bits;
mod hits;
mod normals;
mod rejected;
mod values;
mod world;
