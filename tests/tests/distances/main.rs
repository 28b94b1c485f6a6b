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

use octosat::{Distance, Engine, OrientedBox, Query};
use octosat_reference::float64::ReferencePair;
use octosat_tests::{neighbors, plain, store_of};

/// The distance of two boxes.
fn distance(a: OrientedBox, b: OrientedBox) -> Distance {
    let (boxes, mut row) = (store_of([a, b]), [Distance::default()]);
    Engine::new().distances(Query::new(&boxes, &[[0, 1]]), &mut row).unwrap();
    row[0]
}

/// Asks about pairs of boxes that follow each other, checks every answer, and returns the largest error in parts of its
/// bound.
fn check(boxes: impl IntoIterator<Item = OrientedBox>) -> f64 {
    let boxes = store_of(boxes);
    let pairs = neighbors(boxes.len());
    let mut rows = vec![Distance::default(); pairs.len()];
    Engine::new().distances(Query::new(&boxes, &pairs), &mut rows).unwrap();
    rows.iter().zip(&pairs).fold(0.0, |most: f64, (row, &pair)| {
        let [a, b] = pair.map(|index| plain(boxes.get(index).unwrap()));
        let report = ReferencePair::oriented(&a, &b).distance_report(row, None);
        assert!(report.faults.is_empty(), "{row:?} of {a:?} and {b:?}: {report:?}");
        most.max(report.error / report.bound)
    })
}
