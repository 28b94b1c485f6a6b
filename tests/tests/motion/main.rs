//! Boxes that move during a step: cases with known results, those that other engines got wrong, and what is rejected.
//!
//! `octosat-check` checks every answer against the references and compares all backends.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod casts;
mod extremes;
mod reported;
mod starts;
mod thin;
mod values;

use octosat::{BoxStore, Cast, Casts, Engine, Motions, OrientedBox, Query};

/// No rotation.
const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// A box that is not turned.
fn upright(center: [f32; 3], half_extents: [f32; 3]) -> OrientedBox {
    OrientedBox::new(center, UPRIGHT, half_extents)
}

/// A store of two boxes.
fn two(a: OrientedBox, b: OrientedBox) -> BoxStore {
    let mut boxes = BoxStore::new();
    boxes.insert(a).unwrap();
    boxes.insert(b).unwrap();
    boxes
}

/// The cast of b past a.
fn cast(a: OrientedBox, b: OrientedBox, motion: [f32; 3]) -> Cast {
    let mut row = [Cast::default()];
    let boxes = two(a, b);
    let query = Query::new(&boxes, &[[0, 1]]);
    Engine::new().casts(Casts::new(query, Motions::per_pair(&[motion])), &mut row).unwrap();
    row[0]
}
