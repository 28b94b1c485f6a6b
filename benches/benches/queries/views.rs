//! Boxes that engines in double precision have turned by next to nothing, in a view of rows of 12 bytes, next to boxes that
//! stand upright.

use criterion::Criterion;
use octosat::{BoxStore, BoxView, Engine, Penetration, Query};
use octosat_check::{Basis, Frame, engines};

use crate::bench::{Bench, Order, name};

/// Components whose products leave the normal range of `f32`.
const SMALL: f32 = 1e-22;

pub(crate) fn measure(criterion: &mut Criterion, frame: &Frame, order: Order) {
    let Frame { half_extents, position, pairs, .. } = frame;
    let [upright, turned] =
        [0.0, SMALL].map(|small| vec![[small, -small, small, 1.0]; position.len()]);
    let ask = |engine: &Engine, view: BoxView<'_>, rows: &mut [Penetration]| {
        engine.penetrations(Query::new(view, pairs), rows).expect("a valid query");
    };
    let view = |rotations| BoxView::new(position, rotations, half_extents).expect("valid boxes");
    let of_store = || {
        let store = BoxStore::from_slices(position, &turned, half_extents).expect("valid boxes");
        let mut both = [(); 2].map(|()| vec![Penetration::default(); pairs.len()]);
        for engine in engines() {
            for (rows, view) in both.iter_mut().zip([store.view(), view(&turned)]) {
                ask(&engine, view, rows);
            }
            assert!(both[0] == both[1], "{engine:?}");
        }
    };
    let mut bench =
        Bench::new(criterion, &format!("penetration-of-view/{}", order.name()), of_store);
    let mut rows = vec![Penetration::default(); pairs.len()];
    for engine in engines() {
        for (which, rotations) in [("upright", &upright), ("turned", &turned)] {
            let name = format!("{}/{which}", name(&engine, Basis::Unit));
            let view = view(rotations);
            bench.work(&name, pairs.len(), || ask(&engine, view, &mut rows));
        }
    }
}
