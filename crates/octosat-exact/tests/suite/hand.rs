//! Cases that are solved on paper.

use std::cmp::Ordering;

use octosat_exact::{Axis, Cast, CastTimes, Interval, Pair, SeparationSign, StoredBox};

use crate::UPRIGHT;

/// Turned about z by the angle whose cosine is 3/5 and whose sine is 4/5.
const THREE_FOUR_FIVE: [f32; 4] = [0.0, 0.0, 1.0, 2.0];

fn stored(center: [f32; 3], rotation: [f32; 4], half_extents: [f32; 3]) -> StoredBox {
    StoredBox::new(center, rotation, half_extents).expect("a box")
}

fn cube(center: [f32; 3], rotation: [f32; 4], half: f32) -> StoredBox {
    stored(center, rotation, [half; 3])
}

fn axis(number: u8) -> Axis {
    Axis::new(number).expect("an axis")
}

fn point(value: f64) -> Interval {
    Interval { lower: value, upper: value }
}

/// A grid of cubes overlaps exactly with its neighbors, of faces, edges and corners; also far from the origin.
#[test]
fn cubes_of_a_grid_touch_their_neighbors_only() {
    let origin = [1000.0, -8.0, 0.25];
    let middle = cube(origin, UPRIGHT, 0.125);
    for step in 0..125_u8 {
        let steps = [step % 5, step / 5 % 5, step / 25].map(|k| i16::from(k) - 2);
        let center = [0, 1, 2].map(|k| origin[k] + 0.25 * f32::from(steps[k]));
        let pair = Pair::new(&middle, &cube(center, UPRIGHT, 0.125));
        let is_neighbor = steps.iter().all(|k| k.abs() < 2);
        assert_eq!(pair.overlap(), is_neighbor, "{steps:?}");
        let touches = pair.separation_signs().contains(&SeparationSign::Touching);
        assert_eq!(touches, steps.iter().any(|k| k.abs() == 1), "{steps:?}");
    }
}

/// A cube of half extent 5 that is turned reaches 5·(3/5 + 4/5) = 7 along x. With its center at x, the separation is
/// x − 8 along face 0 of a, and 4/5·x − 5 − 7/5 = 4/5·(x − 8) along face 1 of b: both touch at 8.
#[test]
fn a_turned_cube_touches_at_the_rational_place() {
    let a = cube([0.0; 3], UPRIGHT, 1.0);
    for (x, sign, best, separation) in [
        (8.0_f32, SeparationSign::Touching, axis(0), 0.0),
        (8.0_f32.next_up(), SeparationSign::Apart, axis(0), 2.0_f64.powi(-20)),
        (8.0_f32.next_down(), SeparationSign::Overlapping, axis(4), -2.0_f64.powi(-21)),
    ] {
        let pair = Pair::new(&a, &cube([x, 0.0, 0.0], THREE_FOUR_FIVE, 5.0));
        assert_eq!(pair.separation_sign(axis(0)), sign);
        assert_eq!(pair.separation_sign(axis(4)), sign);
        assert_eq!(pair.separation(axis(0)), Some(point(separation)));
        assert_eq!(pair.overlap(), sign != SeparationSign::Apart);
        assert_eq!(pair.best_axis().axis, best);
        // Along z: −1 − 5.
        assert_eq!(pair.separation(axis(5)), Some(point(-6.0)));
    }
}

/// The length of a quaternion, and its sign, do not matter.
#[test]
fn proportional_quaternions_are_one_rotation() {
    let a = cube([0.0; 3], UPRIGHT, 1.0);
    for scale in [1.0, -1.0, 0.75, 1e-30, -1e36, 3.0e-45] {
        let rotation = [0.0, 0.0, scale, 2.0 * scale];
        let pair = Pair::new(&a, &cube([8.0, 0.0, 0.0], rotation, 5.0));
        let is_proportional = rotation[3].to_bits() == (2.0 * rotation[2]).to_bits();
        assert!(is_proportional);
        assert_eq!(pair.separation_sign(axis(0)), SeparationSign::Touching, "{scale}");
        assert_eq!(pair.best_axis().separation, point(0.0), "{scale}");
    }
}

/// Two rods that cross at a right angle at a distance of 3 along z: only the edges' axis separates them.
#[test]
fn crossed_rods_are_apart_along_their_edges() {
    let a = stored([0.0; 3], [1.0, 0.0, 0.0, 1.0], [4.0, 0.0, 0.0]);
    let b = stored([0.0, 0.0, 3.0], [0.0, 0.0, 1.0, 1.0], [4.0, 0.0, 0.0]);
    let pair = Pair::new(&a, &b);
    assert_eq!(pair.separation(axis(6)), Some(point(3.0)));
    let touching = Pair::new(&a, &stored([0.0; 3], [0.0, 0.0, 1.0, 1.0], [4.0, 0.0, 0.0]));
    assert!(touching.overlap() && !pair.overlap());
    assert_eq!(touching.separation(axis(6)), Some(point(0.0)));
    let beyond = stored([0.0, 4.0_f32.next_up(), 0.0], [0.0, 0.0, 1.0, 1.0], [4.0, 0.0, 0.0]);
    assert!(!Pair::new(&a, &beyond).overlap());
}

/// Cubes of half extent 5, one turned about x and one about y by the angle whose cosine is 3/5, at a distance of 14
/// along z. Both reach 7 along z. Edge 1 of a and edge 0 of b run along (0, 3, 4)/5 and (3, 0, −4)/5. Their cross
/// product is (−12, 12, −9)/25 of length 3·√41/25, the offset along it is 14·9/25, both reaches are 5·(12 + 15)/25,
/// and the separation is −48/√41.
#[test]
fn an_irrational_separation_is_between_two_floats() {
    let a = cube([0.0; 3], [1.0, 0.0, 0.0, 2.0], 5.0);
    let b = cube([0.0, 0.0, 14.0], [0.0, 1.0, 0.0, 2.0], 5.0);
    let pair = Pair::new(&a, &b);
    assert_eq!(pair.separation(axis(7)), Some(point(0.0)));
    assert!(pair.overlap());
    let Interval { lower, upper } = pair.separation(axis(9)).expect("edges that are not parallel");
    let expected = -48.0 / 41.0_f64.sqrt();
    assert!(lower < upper && upper - lower < 4e-15);
    assert!((lower - expected).abs() < 4e-15);
}

/// Equal separations are a tie, and the lowest number is the best axis.
#[test]
fn ties_are_found_and_go_to_the_lowest_number() {
    let a = cube([0.0; 3], UPRIGHT, 1.0);
    let pair = Pair::new(&a, &cube([0.5, 0.5, 0.5], UPRIGHT, 1.0));
    assert_eq!(pair.best_axis().axis, axis(0));
    assert_eq!(pair.best_axis().separation, point(-1.5));
    for face in 1..6 {
        assert_eq!(pair.compare_axes(axis(0), axis(face)), Some(Ordering::Equal));
    }
    assert_eq!(pair.compare_axes(axis(0), axis(6)), None);
    let nearer = [0.5, 0.5_f32.next_up(), 0.5];
    let pair = Pair::new(&a, &cube(nearer, UPRIGHT, 1.0));
    assert_eq!(pair.best_axis().axis, axis(1));
}

#[test]
fn a_box_contains_what_fits_exactly() {
    let room = cube([0.0; 3], UPRIGHT, 7.0);
    let contains = |inner: &StoredBox| Pair::new(&room, inner).contains();
    assert!(contains(&room));
    assert!(contains(&cube([0.0; 3], THREE_FOUR_FIVE, 5.0)));
    assert!(!contains(&cube([f32::from_bits(1), 0.0, 0.0], THREE_FOUR_FIVE, 5.0)));
    assert!(!contains(&cube([0.0; 3], THREE_FOUR_FIVE, 5.0_f32.next_up())));
    assert!(contains(&cube([7.0; 3], UPRIGHT, 0.0)));
    assert!(!contains(&cube([7.0, 7.0, 7.0_f32.next_up()], UPRIGHT, 0.0)));
}

/// b comes along x from 14 and touches when its center is at 8: after half of a step at 12 per step. It leaves at −8.
#[test]
fn a_cast_touches_at_the_rational_time() {
    let a = cube([0.0; 3], UPRIGHT, 1.0);
    let pair = Pair::new(&a, &cube([14.0, 0.0, 0.0], THREE_FOUR_FIVE, 5.0));
    let times = |x| Cast::new(pair, [x, 0.0, 0.0]).expect("a motion").times();
    for free in [12.0, -5.0, 0.0] {
        assert_eq!(times(free), CastTimes::Free);
    }
    for (speed, time) in [(-12.0, 0.5), (-6.0, 1.0), (-24.0, 0.25)] {
        let CastTimes::Touching { first, leave } = times(speed) else {
            panic!("no touch");
        };
        assert_eq!(first, point(time));
        // Thirds: between two neighboring floats.
        assert!(leave.lower.next_up() >= leave.upper);
        assert!((3.0 * leave.lower - 11.0 * time).abs() < 1e-14);
    }
}

#[test]
fn resting_and_sliding_boxes_share_points_all_the_time() {
    let a = cube([0.0; 3], UPRIGHT, 1.0);
    let pair = Pair::new(&a, &cube([2.0, 0.0, 0.0], UPRIGHT, 1.0));
    let times = |motion| Cast::new(pair, motion).expect("a motion").times();
    let penetrates = |motion| Cast::new(pair, motion).expect("a motion").penetrates();
    for motion in [[0.0; 3], [0.0, 4.0, 0.0], [1.0, 0.0, 0.0]] {
        assert!(!penetrates(motion), "{motion:?}");
    }
    assert!(penetrates([-1.0, 0.0, 0.0]));
    let until = |leave| CastTimes::OverlappingAtStart { leave };
    assert_eq!(times([0.0; 3]), until(point(f64::INFINITY)));
    assert_eq!(times([0.0, 4.0, 0.0]), until(point(0.5)));
    assert_eq!(times([1.0, 0.0, 0.0]), until(point(0.0)));
    assert_eq!(times([-1.0, 0.0, 0.0]), until(point(4.0)));
    // Grazing: b slides past with its face in the plane of a's face.
    let pair = Pair::new(&a, &cube([2.0, 4.0, 0.0], UPRIGHT, 1.0));
    let cast = Cast::new(pair, [0.0, -8.0, 0.0]).expect("a motion");
    assert_eq!(cast.times(), CastTimes::Touching { first: point(0.25), leave: point(0.75) });
    assert!(!cast.penetrates());
}

/// A point passes an edge of a cube at a single point of its path.
#[test]
fn passing_an_edge_at_a_point_is_no_penetration() {
    let a = cube([0.0; 3], UPRIGHT, 1.0);
    // A point that goes along x + y = 2 passes the edge at (1, 1), after half of the step.
    let pair = Pair::new(&a, &cube([2.0, 0.0, 0.5], UPRIGHT, 0.0));
    let cast = Cast::new(pair, [-2.0, 2.0, 0.0]).expect("a motion");
    assert_eq!(cast.times(), CastTimes::Touching { first: point(0.5), leave: point(0.5) });
    assert!(!cast.penetrates());
    assert_eq!(cast.compare_time(0.5), Some(Ordering::Equal));
    // A little lower, it cuts the edge off; a little higher, it misses.
    let nearer = [-2.0, 2.0_f32.next_down(), 0.0];
    assert!(Cast::new(pair, nearer).expect("a motion").penetrates());
    let farther = [-2.0, 2.0_f32.next_up(), 0.0];
    assert_eq!(Cast::new(pair, farther).expect("a motion").times(), CastTimes::Free);
}
