//! Pairs of boxes, what is asked about them, and the stores that hold them.
//!
//! That all backends have the bits of the references is the runner's to find: `octosat-check`. Here are the boxes on
//! which it has to, and what is to be said about some of them.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod common;

mod engines;
mod worlds;

mod lists;
mod not_finite;

mod images;
mod properties;
mod symmetry;

mod apart;
mod cases;
mod fields;
mod found;
mod parallel_edges;
mod shapes;
mod views;

mod convex;

mod orders;
mod poses;
mod scaled;
