//! Boxes against other shapes: cases with exact results, documented rules, and the values that constructors keep and
//! reject.
//!
//! `octosat-check` checks every query against the references and compares all backends. Here the same checks run on
//! boxes of all sizes, which a search in both bases cannot have.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod capsules;
mod closest;
mod extremes;
mod frustum;
mod half_space;
mod lines;
mod rejected;
mod round;
mod round_lines;
mod round_lists;
mod spheres;
mod values;
mod views;

use octosat::Frustum;
use octosat_check::queries::frustum::Views;
use octosat_check::{Basis, Case, Frame, Query, Setting};
use octosat_tests::{frame_of, upright};

/// Cameras, boxes and leaning volumes around a cube, as the search for failures makes them.
fn views_around(center: [f32; 3], half_extent: f32, seed: u64) -> Vec<Frustum> {
    let cube = upright(center, [half_extent; 3]);
    let frame = Frame { setting: Setting::new(0.0, seed), ..frame_of(&[cube], 0.0) };
    Views.world(&Case::new(Basis::Unit, &frame).unwrap()).unwrap()
}
