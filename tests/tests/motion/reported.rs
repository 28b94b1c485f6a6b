//! Casts that users of other engines reported as wrong, by their reports.

use octosat::{CastState, OrientedBox};
use octosat_tests::upright;

use super::cast;

/// The directions to the faces, edges and vertices of a cube.
fn directions() -> impl Iterator<Item = [f32; 3]> {
    let signs = [-1.0, 0.0, 1.0];
    let all = signs.into_iter().flat_map(move |x| {
        signs.into_iter().flat_map(move |y| signs.into_iter().map(move |z| [x, y, z]))
    });
    all.filter(|way| way.iter().any(|part| *part != 0.0))
}

/// parry issue 405: what a time of zero means for shapes that overlap at the start, and one can leave a shape that one
/// touches.
#[test]
fn parry_405_overlapping_boxes_have_a_state_and_touching_ones_do_not_stick() {
    let (a, b) = (upright([0.0; 3], [0.5; 3]), upright([0.75, 0.125, 0.0], [0.5; 3]));
    let inwards = cast(a, b, [-1.0, 0.0, 0.0]);
    assert_eq!((inwards.state, inwards.time), (CastState::OVERLAPPING, 0.0));
    assert!((inwards.leave - 1.75).abs() < 2e-5, "{inwards:?}");
    assert_eq!(inwards.axis.face_of_a(), Some(0));
    let outwards = cast(a, b, [1.0, 0.0, 0.0]);
    assert_eq!((outwards.state, outwards.time), (CastState::OVERLAPPING, 0.0));
    assert!((outwards.leave - 0.25).abs() < 2e-5, "{outwards:?}");
    let resting = cast(a, b, [0.0; 3]);
    assert_eq!((resting.state, resting.leave), (CastState::OVERLAPPING, f32::INFINITY));

    let touching = upright([1.0, 0.125, 0.0], [0.5; 3]);
    for way in directions() {
        let row = cast(a, touching, way);
        let is_inwards = way[0] < 0.0;
        let expected = if is_inwards { (CastState::HIT, 0.0) } else { (CastState::FREE, 1.0) };
        assert_eq!((row.state, row.time), expected, "{way:?}: {row:?}");
    }
}

/// parry issues 429 and 430: times are too short, by more the larger the cuboid is: by 0.25 mm, 3.6 mm and 139 mm for
/// half extents of 5, 50 and 500 m.
#[test]
fn parry_429_and_430_times_do_not_fall_short_with_large_cuboids() {
    for half in [0.5_f32, 5.0, 50.0, 500.0] {
        for turned in [[0.0, 0.0, 0.0, 1.0], [0.0, 0.6, 0.0, 0.8]] {
            let ground = OrientedBox::new([0.0, -half, 0.0], turned, [half; 3]);
            let cube = upright([0.25 * half, 1.5, 0.125 * half], [0.5; 3]);
            let row = cast(ground, cube, [0.0, -4.0, 0.0]);
            assert_eq!(row.state, CastState::HIT, "{half}: {row:?}");
            let gap = f64::from(1.0 - 4.0 * row.time);
            // The reach is about the half extent, and 3 m of the fall and of the cube.
            let bound = 2.5e-6 * f64::from(2.0 * half + 4.0);
            assert!(gap >= 0.0 && gap <= bound, "{half}: {gap} m, bound {bound} m");
        }
    }
}

/// parry pull request 414: times against a cuboid of 10,000 m are up to ten times too small.
#[test]
fn parry_414_times_against_a_cuboid_of_ten_kilometers_are_right() {
    let ground = upright([0.0, -1.0, 0.0], [10_000.0, 1.0, 10_000.0]);
    for (x, z) in [(0.0, 0.0), (30.0, -20.0), (0.0, 300.0)] {
        for height in [0.01_f32, 0.1, 1.0] {
            let row = cast(ground, upright([x, height + 0.5, z], [0.5; 3]), [0.0, -2.0, 0.0]);
            let gap = height - 2.0 * row.time;
            let bound = 2.5e-6 * (x.abs() + z.abs() + 6.0);
            assert_eq!((row.state, row.axis.face_of_a()), (CastState::HIT, Some(1)));
            assert!(gap >= -1e-7 * height && gap <= bound, "{height} m at {x}, {z}: {gap} m");
        }
    }
    // As thick as wide: the centers are ten kilometers apart, and the bound grows with them.
    let ground = upright([0.0, -10_000.0, 0.0], [10_000.0; 3]);
    let row = cast(ground, upright([3.0, 1.5, 4.0], [0.5; 3]), [0.0, -2.0, 0.0]);
    assert!(row.state == CastState::HIT && row.time <= 0.5 && row.time > 0.48, "{row:?}");
}

/// box3d issue 32 and pull request 56: a cast of a box that rests on another reports a hit at 0 in every direction.
#[test]
fn box3d_32_and_56_a_resting_box_can_leave_in_every_direction_but_down() {
    let floor = upright([0.0, -0.5, 0.0], [8.0, 0.5, 8.0]);
    for center in [[0.0, 0.25, 0.0], [3.0, 0.25, -5.0]] {
        let player = upright(center, [0.25; 3]);
        assert_eq!(cast(floor, player, [0.0; 3]).state, CastState::FREE);
        for way in directions() {
            let row = cast(floor, player, way);
            if way[1] < 0.0 {
                assert_eq!((row.state, row.time), (CastState::HIT, 0.0), "{way:?}");
                assert_eq!(row.axis.face_of_a(), Some(1), "{way:?}");
            } else {
                assert_eq!((row.state, row.time), (CastState::FREE, 1.0), "{way:?}");
            }
        }
    }
    // The same on a slope, where nothing is a round number: along it and off it.
    let slope = [0.0, 0.0, 0.247_403_96, 0.968_912_4]; // half of 0.5 rad about z
    let (sine, cosine) = 0.5_f32.sin_cos();
    let (floor, player) = (
        OrientedBox::new([0.0; 3], slope, [8.0, 0.5, 8.0]),
        OrientedBox::new([-0.75 * sine, 0.75 * cosine, 0.0], slope, [0.25; 3]),
    );
    for (way, state) in [
        ([cosine, sine, 0.0], CastState::FREE),
        ([-cosine, -sine, 0.5], CastState::FREE),
        ([0.0, 1.0, 0.0], CastState::FREE),
        ([sine, -cosine, 0.0], CastState::HIT),
    ] {
        assert_eq!(cast(floor, player, way).state, state, "{way:?}");
    }
}

/// rapier.js issue 258: casts of a cuboid miss the ground and other cuboids on their way.
#[test]
fn rapier_js_258_no_cast_misses_what_is_on_its_way() {
    let ground = upright([0.0, -0.1, 0.0], [10.0, 0.1, 10.0]);
    let wall =
        OrientedBox::new([0.0, 2.0, 0.0], [0.0, 0.382_683_43, 0.0, 0.923_879_5], [0.05, 2.0, 3.0]);
    for step in 0..200_u16 {
        let part = f32::from(step) / 199.0;
        let (x, z) = (19.0 * part - 9.5, 9.5 - 19.0 * ((7.0 * part) % 1.0));
        let cube = upright([x, 2.0 + 8.0 * part, z], [0.5, 0.25, 0.5]);
        let row = cast(ground, cube, [0.0, -20.0, 0.0]);
        let touch = (1.75 + 8.0 * part) / 20.0;
        assert!(row.state == CastState::HIT && row.time <= touch, "at {x}, {z}: {row:?}");
        assert!(row.time > touch - 1e-5, "at {x}, {z}: {row:?}");
        // From all around to the other side of the wall, faster the longer it takes.
        let (sine, cosine) = (6.4 * part).sin_cos();
        let far = 5.0 + 40.0 * part;
        let bullet = upright([far * cosine, 2.0, far * sine], [0.02; 3]);
        let row = cast(wall, bullet, [-2.0 * far * cosine, 0.0, -2.0 * far * sine]);
        assert_eq!(row.state, CastState::HIT, "at {far} m: {row:?}");
        assert!(row.time > 0.1 && row.time < 0.5 && row.leave > 0.5, "at {far} m: {row:?}");
    }
}

/// godot issue 38367: a body that falls along a long slab, exactly flush, is stopped.
#[test]
fn godot_38367_a_body_falls_past_a_flush_slab() {
    let slab = upright([0.0; 3], [32.0, 8.0, 1.0]);
    let row = cast(slab, upright([40.0, 30.0, 0.0], [8.0, 8.0, 1.0]), [0.0, -100.0, 0.0]);
    assert_eq!(row.state, CastState::FREE, "{row:?}");
}
