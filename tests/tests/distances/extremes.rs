//! Distances of boxes of every shape, far from the origin, and of rotations off unit length.

use octosat::{BoxView, Distance, Engine, OrientedBox, Query};
use octosat_reference::float64::ReferencePair;
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::neighbors;

use super::check;

/// Plates, rods and points, small boxes on large ones, and pairs far from the origin.
#[test]
fn distances_hold_for_boxes_of_every_shape() {
    let mut random = Random::new(21);
    let mut given = |offset: [f64; 3]| {
        let half = [0; 3].map(|_| {
            let extent = 10.0_f64.powf(random.range(-4.0, 3.0));
            if random.one_in(4) { 0.0 } else { extent }
        });
        let size = half.iter().sum::<f64>() + 0.01;
        let off = random.vector(-size, size);
        let center = [0, 1, 2].map(|k| narrow(offset[k] + off[k]));
        OrientedBox::new(center, random.rotation().map(narrow), half.map(narrow))
    };
    let mut places = Random::new(22);
    check((0..20_000).flat_map(|number| {
        let far = [0.0, 1e3, 1e6][number % 3];
        let offset = places.vector(-far, far);
        [given(offset), given(offset)]
    }));
}

/// The bound grows with how far a view's rotations are off unit length.
#[test]
fn rotations_off_unit_length_keep_their_bound() {
    let mut random = Random::new(19);
    for off in [-2e-6, -1e-6, 1e-6, 2e-6_f64] {
        let (mut centers, mut rotations, mut half_extents) = (Vec::new(), Vec::new(), Vec::new());
        for number in 0..6_000 {
            let reach = if number % 2 == 0 { 0.0 } else { 3.0 };
            centers.push(random.vector(-reach, reach).map(narrow));
            let length = 1.0 + 0.45 * off;
            rotations.push(random.rotation().map(|part| narrow(length * part)));
            half_extents.push(random.vector(0.05, 1.0).map(narrow));
        }
        let pairs = neighbors(centers.len());
        let view = BoxView::new(&centers, &rotations, &half_extents).unwrap();
        let mut rows = vec![Distance::default(); pairs.len()];
        Engine::new().distances(Query::new(view, &pairs), &mut rows).unwrap();
        for (row, pair) in rows.iter().zip(&pairs) {
            let [a, b] = pair.map(|index| octosat_reference::OrientedBox {
                center: centers[index as usize],
                rotation: rotations[index as usize],
                half_extents: half_extents[index as usize],
            });
            let report = ReferencePair::oriented(&a, &b).distance_report(row, None);
            assert!(report.faults.is_empty(), "{row:?} of {a:?} and {b:?}: {report:?}");
        }
    }
}
