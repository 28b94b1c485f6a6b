//! Pairs of boxes, the queries about them, and the stores that hold them.
//!
//! The runner of `octosat-check` compares all backends with each other and with the references. Here are boxes for the
//! runner, and more statements about the results of some of them.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod common;

mod engines;
mod worlds;

mod lists;
mod not_finite;

mod images;
mod properties;

mod apart;
mod cases;
mod fields;
mod floors;
mod found;
mod parallel_edges;
mod shapes;
mod sizes;
mod views;

mod orders;
mod poses;
mod scaled;
