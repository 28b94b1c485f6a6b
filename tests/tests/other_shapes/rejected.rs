//! Rejected queries of boxes and shapes, and bounds of views.

use octosat::{AxisAlignedBox, BoxView, Engine, HalfSpace, Query};
use octosat_check::queries::aabbs::Aabbs;
use octosat_check::{Basis, Boxes, Case, Checked, Plan, Rows, Workers};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::{frame_of, sentence, store_of, upright, wrong_length};

#[test]
fn errors_name_the_pair_and_write_nothing() {
    let boxes = store_of([upright([0.0; 3], [1.0; 3])]);
    let planes = [HalfSpace::new([0.0, 0.0, 1.0], 0.0).unwrap(); 2];
    let engine = Engine::new();
    let mut depths = vec![-7.0; 2];
    for (pairs, message) in [
        ([[0, 1], [1, 0]], "pairs[1][0] is 1, but the number of boxes is 1"),
        ([[0, 2], [0, 0]], "pairs[0][1] is 2, but the number of half-spaces is 2"),
    ] {
        let query = Query::new((&boxes, &planes), &pairs);
        let error = engine.penetrations(query, &mut depths).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let pairs = [[0, 0], [0, 1], [0, 0]];
    let query = Query::new((&boxes, &planes), &pairs);
    let mut hits = [true; 3];
    for (error, expected) in [
        (engine.penetrations(query, &mut depths), wrong_length(3, 2)),
        (
            engine.overlaps(query.within(-1.0), &mut hits),
            "`within` is -1, but must be finite and at least zero".to_owned(),
        ),
        (
            engine.overlaps(query.within(&[0.0, f32::NAN]), &mut hits),
            "`within` has length 2, but must have one value per pair: 3".to_owned(),
        ),
    ] {
        assert_eq!(sentence(error), expected);
    }
    assert!(hits == [true; 3] && depths == [-7.0; 2]);
    let stale = AxisAlignedBox::new([-7.0; 3], [7.0; 3]).unwrap();
    for found in [0, 2] {
        let mut bounds = vec![stale; found];
        let error = engine.aabbs(&boxes, &mut bounds);
        assert_eq!(sentence(error), wrong_length(1, found));
        assert!(bounds.iter().all(|bounds| *bounds == stale));
    }
}

/// A borrowed rotation may be off unit length; the bounds must hold the box of the normalized one.
#[test]
fn bounds_of_rotations_at_the_limit_of_a_view_hold_the_box() {
    let mut random = Random::new(67);
    let mut columns: [Rows; 3] = Default::default();
    for number in 0..4_000 {
        let off = [1.0 - 0.9e-6, 1.0 + 0.9e-6][number % 2];
        let row = |[x, y, z]: [f64; 3]| [x, y, z, 0.0].map(narrow);
        columns[0].push(row(random.vector(-10.0, 10.0)));
        columns[1].push(random.rotation().map(|component| narrow(component * off)));
        columns[2].push(row(random.vector(0.0, 2.0).map(|e| if e < 0.4 { 0.0 } else { e })));
    }
    let [centers, rotations, half_extents] = columns;
    assert!(BoxView::new(&centers, &rotations, &half_extents).is_ok());
    let case = Case::new(Basis::Unit, &frame_of(&[], 0.0)).unwrap();
    let boxes = Boxes { centers, rotations, half_extents, axes: None };
    let case = Case { originals: boxes.len(), boxes, ..case };
    let plan = Plan { workers: Workers::all(&[1]).unwrap(), is_thorough: false };
    let mut checker = Aabbs.checker(Basis::Unit, &plan).unwrap();
    checker.check(&case).unwrap();
    assert_eq!(checker.report().faults(), 0, "{:#?}", checker.report().differences);
}

/// Far from the origin an axis-aligned box and a box are as near to each other as anywhere.
#[test]
fn axis_aligned_boxes_far_from_the_origin_lose_nothing() {
    let far = 1_048_576.0;
    let region =
        AxisAlignedBox::new([far, far, -far], [far + 1.125, far + 1.0, 1.0 - far]).unwrap();
    for (off, expected) in [(0.0, true), (0.125, true), (0.25, false)] {
        let boxes = store_of([upright([far + 1.5 + off, far, -far], [0.5; 3])]);
        let mut hits = [!expected];
        Engine::new().overlaps(Query::each(&boxes, &region), &mut hits).unwrap();
        assert_eq!(hits, [expected]);
    }
}
