//! Boxes against other shapes: cases with exact answers, stated rules, and what constructors keep and reject.
//!
//! That all backends have the same bits, and right ones, is checked by octosat-check for every query; here it checks
//! boxes of all sizes, which the searches of both bases cannot have.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod closest;
mod extremes;
mod frustum;
mod half_space;
mod lines;
mod rejected;
mod spheres;
mod values;
mod views;

use octosat::{BoxStore, OrientedBox};

/// A store of one box.
fn one_box(center: [f32; 3], rotation: [f32; 4], half_extents: [f32; 3]) -> BoxStore {
    let mut boxes = BoxStore::new();
    boxes.insert(OrientedBox::new(center, rotation, half_extents)).unwrap();
    boxes
}

/// No rotation.
const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
