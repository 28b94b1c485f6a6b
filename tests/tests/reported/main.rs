//! Cases that broke other libraries, each with its source and one sentence of geometry, and analytic contacts.
//!
//! All right answers follow from geometry by hand. Every pair of boxes is computed on every backend, in both orders, in
//! the given pose and after a rigid motion. `mujoco` and `tight_inclusion` fuzz as these peers do. The book lists the cases in its chapter on reported cases.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod case;
mod certain;
mod solids;

mod analytic;
mod apart;
mod axes;
mod contacts;
mod floors;
mod pairs;

mod capsules;
mod lines;
mod planes;
mod spheres;
mod views;

mod frames;
mod worlds;

mod mujoco;
mod published;
mod rods;
mod tight_inclusion;

/// Rows of a fuzz test: this number, unless `OCTOSAT_ROWS` says otherwise.
fn rows(usual: usize) -> usize {
    std::env::var("OCTOSAT_ROWS").map_or(usual, |rows| rows.parse().unwrap())
}
