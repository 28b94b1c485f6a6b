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
mod spheres;
mod values;
mod views;

use octosat::{BoxStore, Frustum, OrientedBox};
use octosat_check::queries::frustum::Views;
use octosat_check::{Basis, Case, Frame, Query, Setting};
use octosat_tests::frame_of;

/// A store of one box.
fn one_box(center: [f32; 3], rotation: [f32; 4], half_extents: [f32; 3]) -> BoxStore {
    let mut boxes = BoxStore::new();
    boxes.insert(OrientedBox::new(center, rotation, half_extents)).unwrap();
    boxes
}

/// Cameras, boxes and leaning volumes around a cube, as the search for failures makes them.
fn views_around(center: [f32; 3], half_extent: f32, seed: u64) -> Vec<Frustum> {
    let cube = OrientedBox::new(center, UPRIGHT, [half_extent; 3]);
    let frame = Frame { setting: Setting::new(0.0, seed), ..frame_of(&[cube], 0.0) };
    Views.world(&Case::new(Basis::Unit, &frame).unwrap()).unwrap()
}

/// No rotation.
const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
