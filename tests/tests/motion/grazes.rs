//! Casts past what they only touch are free, and those that get deeper hit: cases with known results.

use octosat::{CastState, OrientedBox};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::upright;

use super::cast;

const FREE: CastState = CastState::FREE;
const HIT: CastState = CastState::HIT;

/// Sides that lie on each other, also with a gap below the bound; a millimeter deeper they hit.
#[test]
fn flush_sides_slide_past_each_other() {
    let a = upright([0.0; 3], [0.5; 3]);
    for gap in [0.0, 1e-7, 1e-6, 1.5e-5, 2e-5, 1e-3] {
        let row = cast(a, upright([1.0 + gap, 3.0, 0.0], [0.5; 3]), [0.0, -8.0, 0.0]);
        assert_eq!((row.state, row.time, row.leave), (FREE, 1.0, 1.0), "{gap}: {row:?}");
    }
    let row = cast(a, upright([0.999, 3.0, 0.0], [0.5; 3]), [0.0, -8.0, 0.0]);
    assert!(row.state == HIT && row.time <= 0.25 && row.time > 0.249_99, "{row:?}");
}

/// The next voxel of a flush floor is as good as the one below, at any hover; onto it, a cast hits.
#[test]
fn a_box_slides_from_voxel_to_voxel() {
    for size in [0.1_f32, 1.0, 16.0] {
        for hover in [0.0, 1e-6, 1.2e-5, 9e-5, 1e-3] {
            let mover = upright([0.0, 0.4 * size + hover * size, 0.0], [0.4 * size; 3]);
            let voxel = |x: f32| upright([x * size, -0.5 * size, 0.0], [0.5 * size; 3]);
            for x in [0.0, 1.0, 2.0, 7.0] {
                let row = cast(voxel(x), mover, [10.0 * size, 0.0, 0.0]);
                assert_eq!(row.state, FREE, "{size} m, {hover}, voxel {x}: {row:?}");
            }
            let row = cast(voxel(1.0), mover, [10.0 * size, -size, 0.0]);
            assert_eq!(row.state, HIT, "{size} m, {hover}: {row:?}");
            assert!(row.time <= 0.01 && row.time > 0.0099, "{size} m, {hover}: {row:?}");
        }
    }
}

/// A wall whose foot is flush with the floor is no floor.
#[test]
fn a_box_that_slides_over_a_floor_hits_the_wall() {
    let mover = upright([0.0, 0.4, 0.0], [0.4; 3]);
    let row = cast(upright([3.0, 0.5, 0.0], [0.5; 3]), mover, [10.0, 0.0, 0.0]);
    assert!(row.state == HIT && row.time <= 0.21 && row.time > 0.209_99, "{row:?}");
}

/// Past corners and edges at 45 degrees, where two axes hand over to each other, and at other angles.
#[test]
fn corners_and_edges_that_only_touch_are_free() {
    let a = upright([0.0; 3], [0.5; 3]);
    let cases = [
        ([0.0, 2.0, 0.0], [2.0, -2.0, 0.0]),
        ([0.0, 1.25, 0.25], [1.25, -0.3125, 0.0]),
        ([-0.5, 0.5, 2.5], [2.5, 0.0, -2.5]),
        ([0.0, 2.0, 1.0], [2.0, -2.0, 0.0]),
        ([2.0, 0.0, 2.0], [-2.0, 2.0, -2.0]),
        // Corner at corner: all three sides at once.
        ([0.0, 1.5, 1.5], [2.0, -1.0, -1.0]),
        ([0.0, 2.0, 1.0], [1.0, -1.0, 0.0]),
    ];
    for (center, motion) in cases {
        let row = cast(a, upright(center, [0.5; 3]), motion);
        assert_eq!(row.state, FREE, "from {center:?} by {motion:?}: {row:?}");
        // Nearer to a by a millimeter, they hit.
        let center = center.map(|coordinate: f32| 0.999 * coordinate);
        let row = cast(a, upright(center, [0.5; 3]), motion);
        assert_eq!(row.state, HIT, "from {center:?} by {motion:?}: {row:?}");
    }
}

/// Edges that cross each other in the air: turned by 45 degrees about different axes, and turned together in any way.
#[test]
fn crossing_edges_that_only_touch_are_free() {
    let mut random = Random::new(3);
    let eighth = core::f64::consts::FRAC_PI_8;
    let about = |axis: glam::DVec3| glam::DQuat::from_axis_angle(axis, 2.0 * eighth);
    for number in 0..2_000 {
        let world = if number == 0 {
            glam::DQuat::IDENTITY
        } else {
            glam::DQuat::from_array(random.rotation())
        };
        let placed = |turn: glam::DQuat, center: glam::DVec3| {
            let (rotation, center) = ((world * turn).normalize(), world * center);
            OrientedBox::new(
                center.to_array().map(narrow),
                rotation.to_array().map(narrow),
                [0.5; 3],
            )
        };
        let (lower, upper) = (about(glam::DVec3::Z), about(glam::DVec3::X));
        let height = 2.0_f64.sqrt();
        let motion = (world * glam::DVec3::new(3.0, 0.0, 1.0)).to_array().map(narrow);
        for (sunk, state) in [(0.0, FREE), (1e-3, HIT)] {
            let from = glam::DVec3::new(-1.5, height - sunk, -0.5);
            // The edges of both are along z and along x, and pass each other at the middle of the step.
            let row = cast(placed(lower, glam::DVec3::ZERO), placed(upper, from), motion);
            assert_eq!(row.state, state, "{number}, {sunk}: {row:?}");
        }
    }
}

/// A cast that ends when the boxes touch is free, and so is the way back.
#[test]
fn a_cast_that_ends_at_a_touch_is_free() {
    let floor = upright([0.0, -0.5, 0.0], [0.5; 3]);
    let row = cast(floor, upright([0.1, 1.4, 0.0], [0.4; 3]), [0.25, -1.0, 0.0]);
    assert_eq!(row.state, FREE, "{row:?}");
    let landed = upright([0.35, 0.4, 0.0], [0.4; 3]);
    for (motion, state) in
        [([-0.25, 1.0, 0.0], FREE), ([3.0, 0.0, 0.0], FREE), ([0.0, -1.0, 0.0], HIT)]
    {
        assert_eq!(cast(floor, landed, motion).state, state, "{motion:?}");
    }
}
