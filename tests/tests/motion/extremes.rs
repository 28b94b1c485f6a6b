//! Casts of very small and very large boxes, and of boxes whose rotations are off unit length.

use octosat::{BoxView, Cast, CastState, Engine, Motions, Query};
use octosat_check::queries::casts::Casts;
use octosat_check::{Asked, Basis, Case, Frame, Query as _, Setting};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{CastAnswer, CastKind, ReferenceCast};
use octosat_scenes::generate::{Random, narrow, worlds};

/// Factors for worlds of boxes of about a meter.
const SCALES: [f32; 8] = [1e-12, 1e-9, 1e-6, 1e-3, 1e3, 1e6, 1e9, 1e10];

#[test]
fn casts_hold_for_boxes_of_every_size() {
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
        let (world, rows) = (Casts.world(&case).unwrap(), &case.pairs);
        let asked = Asked::list(&engine, &case, &world, rows);
        let answers = Casts.ask(&asked, &mut ()).unwrap();
        for finding in Casts.check(&asked, &answers, &mut ()).unwrap() {
            assert_eq!((finding.fault, finding.mismatch), (None, None), "times {scale}");
        }
    }
    assert!(asked_at.iter().all(|&pairs| pairs > 500), "{asked_at:?}");
}

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
        let pairs: Vec<[u32; 2]> = (0..3_000).map(|pair| [2 * pair, 2 * pair + 1]).collect();
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
            let kind = match row.state {
                CastState::FREE => CastKind::Free,
                CastState::HIT => CastKind::Hit,
                _ => CastKind::Overlapping,
            };
            let (time, leave, axis) = (row.time, row.leave, row.axis.code());
            let answer = CastAnswer { time, leave, axis, kind };
            assert_eq!(exact.faults(&answer), [], "{off}: {row:?} of {a:?} and {b:?}");
            if row.state == CastState::HIT {
                hits += 1;
                // Without the measured deviation the bound would be about so small.
                wide += usize::from(exact.gap(&answer) > 1e-4);
            }
        }
    }
    assert!(hits > 2_000 && wide > 300, "{wide} of {hits} hits are early by the deviation");
}
