//! Verdicts and clearances, which no rounding makes wrong: cases with known results, boxes at the limits of what the
//! proofs cover, and what is rejected.
//!
//! `octosat-check` compares all backends, and every answer with exact integers and the plain reference.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod cases;
mod limits;
mod values;

use octosat::{BoxStore, Engine, OrientedBox, Query, Verdict};

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

/// The verdict and the clearance of two boxes with a margin.
fn ask(boxes: &BoxStore, margin: f32) -> (Verdict, f32) {
    let query = Query::new(boxes, &[[0, 1]]).margin(margin);
    let (mut verdicts, mut clearances) = ([Verdict::UNDECIDED], [f32::NAN]);
    Engine::new().verdicts(query, &mut verdicts).unwrap();
    Engine::new().clearances(query, &mut clearances).unwrap();
    (verdicts[0], clearances[0])
}
