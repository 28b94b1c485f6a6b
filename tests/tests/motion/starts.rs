//! Casts of boxes that touch or overlap at the start: until when, and what the cast before let them do.

use octosat::{Cast, CastState};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::upright;

use super::cast;

/// The motion times the time is exact in float64.
fn assert_until(row: &Cast, motion: f32, reach: f32, bound: f64) {
    assert_eq!((row.state, row.time), (CastState::OVERLAPPING, 0.0), "{row:?}");
    let until = f64::from(row.leave) * f64::from(motion);
    let reach = f64::from(reach);
    assert!(until >= reach, "early by {} m: {row:?}", reach - until);
    assert!(until <= reach + bound, "{row:?}");
}

/// A point that moves by millimeters per step in a box of a kilometer: times are steps by the hundred thousand, and
/// float32 knows them to centiseconds.
#[test]
fn an_overlap_never_ends_early_however_late_it_ends() {
    let (half, motion) = (f32::from_bits(0x4432_b5c3), f32::from_bits(0x3be5_6042));
    let point = upright([0.0; 3], [0.0; 3]);
    let row = cast(upright([0.0; 3], [half; 3]), point, [motion, 0.0, 0.0]);
    assert_until(&row, motion, half, 0.02);
    let mut random = Random::new(44);
    for _ in 0..20_000 {
        let half = narrow(0.1 + random.decades(5) * 1e4);
        let motion = narrow(random.decades(8));
        let row = cast(upright([0.0; 3], [half; 3]), point, [motion, 0.0, 0.0]);
        if motion < half {
            // Four bounds of 40 units of roundoff for each meter of the half extents, three times the half extent, and
            // more for the displacement.
            let bound = 4.0 * (120.0 * f64::from(half) + 80.0 * f64::from(motion)) / 16_777_216.0;
            assert_until(&row, motion, half, bound);
        }
    }
}

/// A long cast lets boxes sink by a part of its bound. In a short one, whose bound is smaller, they touch all the same.
#[test]
fn what_a_long_cast_lets_sink_a_short_one_lets_slide() {
    let floor = upright([0.0, -0.5, 0.0], [0.5; 3]);
    let mover = |center| upright(center, [0.4; 3]);
    let long = cast(floor, mover([0.0, 0.4, 0.0]), [3.0, -8e-6, 0.0]);
    assert_eq!(long.state, CastState::FREE, "{long:?}");
    let sunk = mover([0.1, 0.399_992, 0.0]);
    for motion in [[0.01, 0.0, 0.0], [0.0; 3], [0.0, 1.0, 0.0], [-3.0, 0.0, 0.5]] {
        let short = cast(floor, sunk, motion);
        assert_eq!(short.state, CastState::FREE, "{motion:?}: {short:?}");
    }
    let down = cast(floor, sunk, [0.0, -1.0, 0.0]);
    assert_eq!((down.state, down.time), (CastState::HIT, 0.0), "{down:?}");
}

/// A mover that goes down by less than a bound in some of its steps ends neither in its floor nor stuck.
#[test]
fn a_mover_that_creeps_down_stays_on_its_floor() {
    let mut random = Random::new(7);
    let floor = upright([0.0, -0.5, 0.0], [50.0, 0.5, 50.0]);
    for _ in 0..100 {
        let mut center = [0.0, 0.4, 0.0_f32];
        for _ in 0..60 {
            let length = random.decades(4);
            let down = if random.one_in(4) { 1e-6 * random.decades(2) } else { 0.0 };
            let [x, z] = [0, 1].map(|_| narrow(random.range(-length, length)));
            let motion = [x, narrow(-down), z];
            let row = cast(floor, upright(center, [0.4; 3]), motion);
            assert_ne!(row.state, CastState::OVERLAPPING, "{center:?}, {motion:?}: {row:?}");
            for (coordinate, along) in center.iter_mut().zip(motion) {
                *coordinate += along * row.time;
            }
            center = [center[0].clamp(-9.0, 9.0), center[1], center[2].clamp(-9.0, 9.0)];
        }
    }
}

/// A mover that comes down on the edge of a tile, which it overlaps sideways by millimeters, is stopped from above: the
/// last axis that it entered is that of the side.
#[test]
fn a_hit_of_boxes_that_touch_has_the_axis_along_which_they_touch() {
    let tile = upright([-2.0, -0.5, -1.0], [0.5; 3]);
    let mover = upright([-1.102_533_7, 0.4, -1.425_809_1], [0.4; 3]);
    let row = cast(tile, mover, [-1.930_028_3, -4.064_244_7e-5, 2.275_428_3]);
    assert_eq!((row.state, row.time), (CastState::HIT, 0.0), "{row:?}");
    assert!([1, 4].contains(&row.axis.code()), "{row:?}");
}
