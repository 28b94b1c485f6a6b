//! Distances of very small and very large boxes, far from the origin, of boxes without volume, and of rotations off unit
//! length.

use octosat::{BoxView, Distance, Engine, OrientedBox, Query};
use octosat_check::queries::distances::Distances;
use octosat_check::{Asked, Basis, Case, Frame, Query as _, Setting};
use octosat_reference::float64::ReferencePair;
use octosat_scenes::generate::{Random, narrow, worlds};

use super::check;

/// Factors for worlds of boxes of about a meter.
const SCALES: [f32; 8] = [1e-12, 1e-9, 1e-6, 1e-3, 1e3, 1e6, 1e9, 1e10];

#[test]
fn distances_hold_for_boxes_of_every_size() {
    let (engine, mut asked_at) = (Engine::new(), [0; SCALES.len()]);
    for (number, place) in
        (0..10).flat_map(|number| (0..SCALES.len()).map(move |place| (number, place)))
    {
        let scale = SCALES[place];
        let random = &mut Random::of_round(7, number);
        let scene = worlds::world(number, random);
        let margin = scale * worlds::margin(&scene, random);
        let mut frame = Frame::of_scene(&scene, Setting::new(margin, number));
        for vector in frame.position.iter_mut().chain(&mut frame.half_extents) {
            *vector = vector.map(|part| part * scale);
        }
        // Some worlds are far from the origin.
        if frame.position.as_flattened().iter().any(|part| part.abs() > 1e11) {
            continue;
        }
        asked_at[place] += frame.pairs.len();
        let case = Case::new(Basis::Unit, &frame).unwrap();
        let asked = Asked::list(&engine, &case, &(), &case.pairs);
        let answers = Distances.ask(&asked, &mut ()).unwrap();
        for finding in Distances.check(&asked, &answers, &mut ()).unwrap() {
            assert_eq!((finding.fault, finding.mismatch), (None, None), "times {scale}");
        }
    }
    assert!(asked_at.iter().all(|&pairs| pairs > 500), "{asked_at:?}");
}

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
        let pairs: Vec<_> = (0..3_000).map(|pair| [2 * pair, 2 * pair + 1]).collect();
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
