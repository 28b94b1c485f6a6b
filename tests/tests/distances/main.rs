//! Signed distances of pairs of boxes: cases with known results, those in which formulas fail that look right, and boxes of
//! every size.
//!
//! `octosat-check` checks every answer against the references and compares all backends.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod extremes;
mod near;
mod traps;
mod values;

use octosat::{BoxStore, Distance, Engine, OrientedBox, Query};
use octosat_reference::float64::ReferencePair;

/// No rotation.
const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// A box that is not turned.
fn upright(center: [f32; 3], half_extents: [f32; 3]) -> OrientedBox {
    OrientedBox::new(center, UPRIGHT, half_extents)
}

/// A store of pairs of boxes that follow each other.
fn store(boxes: impl IntoIterator<Item = OrientedBox>) -> (BoxStore, Vec<[u32; 2]>) {
    let mut store = BoxStore::new();
    let mut pairs = Vec::new();
    for (number, given) in boxes.into_iter().enumerate() {
        let index = store.insert(given).unwrap();
        if number % 2 == 1 {
            pairs.push([index - 1, index]);
        }
    }
    (store, pairs)
}

/// The distance of two boxes.
fn distance(a: OrientedBox, b: OrientedBox) -> Distance {
    let (boxes, pairs) = store([a, b]);
    let mut row = [Distance::default()];
    Engine::new().distances(Query::new(&boxes, &pairs), &mut row).unwrap();
    row[0]
}

/// Asks about pairs of boxes that follow each other, checks every answer, and returns the largest error in parts of its
/// bound.
fn check(boxes: impl IntoIterator<Item = OrientedBox>) -> f64 {
    let (boxes, pairs) = store(boxes);
    let mut rows = vec![Distance::default(); pairs.len()];
    Engine::new().distances(Query::new(&boxes, &pairs), &mut rows).unwrap();
    rows.iter().zip(&pairs).fold(0.0, |most: f64, (row, &pair)| {
        let [a, b] = pair.map(|index| {
            let OrientedBox { pose, half_extents } = boxes.get(index).unwrap();
            let (center, rotation) = (pose.center, pose.rotation);
            octosat_reference::OrientedBox { center, rotation, half_extents }
        });
        let report = ReferencePair::oriented(&a, &b).distance_report(row, None);
        assert!(report.faults.is_empty(), "{row:?} of {a:?} and {b:?}: {report:?}");
        most.max(report.error / report.bound)
    })
}
