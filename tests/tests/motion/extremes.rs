//! Casts of boxes whose rotations are off unit length.

use octosat::{BoxView, Cast, CastState, Engine, Motions, Query};
use octosat_reference::OrientedBox;
use octosat_reference::float64::ReferenceCast;
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::neighbors;

/// The bound measures how far a rotation is off unit length, so that no view makes a time late.
#[test]
fn rotations_off_unit_length_make_no_time_late() {
    let mut random = Random::new(19);
    let (mut hits, mut wide) = (0, 0);
    for off in [-1e-6, 1e-6, -1e-4, 1e-4, -1e-2, 1e-2_f64] {
        let (mut centers, mut rotations, mut half_extents) = (Vec::new(), Vec::new(), Vec::new());
        let mut motions = Vec::new();
        for _ in 0..3_000 {
            let offset = random.vector(-3.0, 3.0);
            for center in [[0.0; 3], offset] {
                centers.push(center.map(narrow));
                let length = 1.0 + 0.5 * off;
                rotations.push(random.rotation().map(|part| narrow(length * part)));
                half_extents.push(random.vector(0.05, 1.0).map(narrow));
            }
            let aim = random.vector(-1.0, 1.0);
            motions.push([0, 1, 2].map(|k| narrow(aim[k] - offset[k])));
        }
        let pairs = neighbors(centers.len());
        let view = BoxView::unchecked(&centers, &rotations, &half_extents).unwrap();
        let mut rows = vec![Cast::default(); pairs.len()];
        let query = Query::new(view, &pairs);
        Engine::new()
            .casts(octosat::Casts::new(query, Motions::per_pair(&motions)), &mut rows)
            .unwrap();
        for ((row, pair), motion) in rows.iter().zip(&pairs).zip(&motions) {
            let [a, b] = pair.map(|index| {
                let index = index as usize;
                let (center, rotation) = (centers[index], rotations[index]);
                OrientedBox { center, rotation, half_extents: half_extents[index] }
            });
            let exact = ReferenceCast::new(&a, &b, motion.map(f64::from), 0.0);
            assert_eq!(exact.faults(row), [], "{off}: {row:?} of {a:?} and {b:?}");
            if row.state == CastState::HIT {
                hits += 1;
                // Without the measured deviation the bound would be about so small.
                wide += usize::from(exact.gap(row) > 1e-4);
            }
        }
    }
    assert!(hits > 2_000 && wide > 300, "{wide} of {hits} hits are early by the deviation");
}
