//! Casts of boxes that are thinner than the cast bound, and of boxes with nearly parallel edges: nothing passes through.

use octosat::{BoxView, Cast, CastState, Engine, Motions, OrientedBox, Query};

use super::{cast, upright};

/// Boxes of no thickness, or of less than the bound, are not on both sides of each other, unless they are nearer than an
/// eighth of the bound.
#[test]
fn nothing_passes_through_what_is_thinner_than_the_bound() {
    let plate = upright([0.0; 3], [1.0, 1.0, 0.0]);
    let point = |z| upright([0.25, 0.25, z], [0.0; 3]);
    let down = [0.0, 0.0, -10.0];
    let cases = [
        (plate, upright([0.0, 0.0, 4e-6], [0.5, 0.5, 0.0]), down),
        (plate, point(4e-6), down),
        (upright([0.0; 3], [1.0, 1.0, 5e-7]), point(2e-6), down),
        (
            upright([0.0; 3], [0.001, 1.0, 1.0]),
            upright([-0.0025, 0.5, 0.0], [0.001; 3]),
            [16_000.0, 0.0, 0.0],
        ),
    ];
    for (a, b, motion) in cases {
        let row = cast(a, b, motion);
        assert!(row.touches(), "{a:?} {b:?}: {row:?}");
        assert!(row.time <= 1e-6, "{row:?}");
        // Away from each other they are free.
        let back = motion.map(|component| -component);
        let row = cast(a, b, back);
        assert_eq!(row.state, CastState::FREE, "{a:?} {b:?}: {row:?}");
    }
}

/// A point that is moved to each time and cast again never gets to the other side of a plate without thickness.
#[test]
fn a_point_that_is_stopped_by_a_plate_stays_on_its_side() {
    let plate = upright([0.0; 3], [1.0, 1.0, 0.0]);
    for way in [2.0_f32, 1e-2, 1e-4] {
        let mut z = 1.0_f32.min(way);
        for step in 0..50 {
            let row = cast(plate, upright([0.25, 0.25, z], [0.0; 3]), [0.0, 0.0, -way]);
            assert!(row.touches(), "step {step} of {way}, at {z}: {row:?}");
            z -= way * row.time.max(0.0);
            assert!(z > 0.0, "step {step} of {way}: {z}");
        }
    }
}

/// What rests on a plate without thickness is free, also at coordinates that are rounded.
#[test]
fn what_rests_on_a_plate_is_free() {
    let turned = [0.1, 0.2, 0.3, 0.927_361_85];
    let center = [12.3, -4.56, 7.89];
    let plate = OrientedBox::new(center, turned, [1.0, 1.0, 0.0]);
    let same = OrientedBox::new(center, turned, [0.5, 0.5, 0.0]);
    let row = cast(plate, same, [0.0; 3]);
    assert_eq!(row.state, CastState::FREE, "{row:?}");
}

/// Edges that are parallel but for components whose products leave the range of `f32`.
#[test]
fn nearly_parallel_edges_hide_no_touch() {
    let (tiny, next) = (1e-15_f32, 1e-15_f32.next_up());
    let cases = [
        ([[1e-30, 1e-9, 0.0, 1.0], [1e-30, 2e-9, 0.0, 1.0]], [1.0, 0.0, -1.0]),
        ([[tiny, tiny, 0.0, 1.0], [tiny, next, 0.0, 1.0]], [0.01, 0.0, -0.01]),
    ];
    for (rotations, motion) in cases {
        let centers = [[0.0; 3], [3.0, 0.0, 2.001]];
        let half_extents = [[4.0, 1.0, 1.0], [1.0; 3]];
        let view = BoxView::new(&centers, &rotations, &half_extents).unwrap();
        let mut row = [Cast::default()];
        let query = Query::new(view, &[[0, 1]]);
        Engine::new().casts(query, Motions::PerPair(&[motion]), &mut row).unwrap();
        assert_eq!(row[0].state, CastState::HIT, "{rotations:?}: {:?}", row[0]);
    }
    // The same at the start, where the boxes overlap.
    let rotations = [[1e-30, 0.0, 0.0, 1.0], [1e-30, 3e-15, 0.0, 1.0]];
    let view = BoxView::new(&[[0.0; 3], [0.5, 0.0, 0.5]], &rotations, &[[0.3; 3]; 2]).unwrap();
    let mut row = [Cast::default()];
    for motion in [[0.0; 3], [0.0, 0.0, -0.1]] {
        let query = Query::new(view, &[[0, 1]]);
        Engine::new().casts(query, Motions::PerPair(&[motion]), &mut row).unwrap();
        assert_eq!(row[0].state, CastState::OVERLAPPING, "{:?}", row[0]);
    }
}
