//! Casts of boxes that are thinner than the cast bound, and of boxes with nearly parallel edges: nothing passes through.

use octosat::{BoxView, Cast, CastState, Casts, Engine, Motions, OrientedBox, Query};
use octosat_tests::{UPRIGHT, upright};

use super::cast;

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
            z -= way * row.time;
            assert!(z > 0.0, "step {step} of {way}: {z}");
        }
    }
}

/// Boxes without thickness in one plane are on no side of each other, so they overlap and can leave the plane.
#[test]
fn sheets_in_one_plane_overlap_and_can_leave_it() {
    let turned = [0.1, 0.2, 0.3, 0.927_361_85];
    for (center, rotation) in [([0.0; 3], UPRIGHT), ([12.3, -4.56, 7.89], turned)] {
        let plate = OrientedBox::new(center, rotation, [1.0, 1.0, 0.0]);
        let same = OrientedBox::new(center, rotation, [0.5, 0.5, 0.0]);
        let row = cast(plate, same, [0.0; 3]);
        assert_eq!(row.state, CastState::OVERLAPPING, "{row:?}");
        let axis = glam::DQuat::from_array(rotation.map(f64::from)).normalize() * glam::DVec3::Z;
        for way in [axis, -axis] {
            let row = cast(plate, same, way.to_array().map(octosat_scenes::generate::narrow));
            assert_eq!(row.state, CastState::FREE, "{row:?}");
        }
    }
}

/// Squares in one plane, and boxes as thin as the bound, stop at each other as squares in the plane do, cast after cast.
#[test]
fn squares_in_one_plane_do_not_pass_each_other() {
    for half in [0.0_f32, 1e-7, 1e-6, 1e-5, 1e-4] {
        let square = |x| upright([x, 0.0, 0.0], [0.5, 0.5, half]);
        let mut x = 3.0_f32;
        let mut states = Vec::new();
        for _ in 0..6 {
            let row = cast(square(0.0), square(x), [-1.5, 0.0, 0.0]);
            x -= 1.5 * row.time;
            states.push(row.state);
            assert!((1.0..=1.5).contains(&x), "half thickness {half}: at {x} m, {row:?}");
        }
        assert_eq!(states[0], CastState::FREE);
        assert!(states[1..].iter().all(|state| *state == CastState::HIT), "{half}: {states:?}");
        // Those that touch move into each other or apart, those that overlap do.
        let row = cast(square(0.0), square(1.0), [-1.5, 0.0, 0.0]);
        assert_eq!((row.state, row.time), (CastState::HIT, 0.0), "{half}");
        assert_eq!(cast(square(0.0), square(1.0), [1.5, 0.0, 0.0]).state, CastState::FREE);
        assert_eq!(cast(square(0.0), square(0.5), [1.5, 0.0, 0.0]).state, CastState::OVERLAPPING);
    }
}

/// Edges that are parallel except for components whose products leave the range of `f32`.
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
        Engine::new().casts(Casts::new(query, Motions::per_pair(&[motion])), &mut row).unwrap();
        assert_eq!(row[0].state, CastState::HIT, "{rotations:?}: {:?}", row[0]);
    }
    // The same at the start, where the boxes overlap.
    let rotations = [[1e-30, 0.0, 0.0, 1.0], [1e-30, 3e-15, 0.0, 1.0]];
    let view = BoxView::new(&[[0.0; 3], [0.5, 0.0, 0.5]], &rotations, &[[0.3; 3]; 2]).unwrap();
    let mut row = [Cast::default()];
    for motion in [[0.0; 3], [0.0, 0.0, -0.1]] {
        let query = Query::new(view, &[[0, 1]]);
        Engine::new().casts(Casts::new(query, Motions::per_pair(&[motion])), &mut row).unwrap();
        assert_eq!(row[0].state, CastState::OVERLAPPING, "{:?}", row[0]);
    }
}
