//! The float64 facts about contacts against paper.

use crate::common::{Draw, UPRIGHT, difference, distance, normalized, oriented, turned};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{ReferencePair, largest_area};
use octosat_scenes::generate::Random;

const UP: [f64; 3] = [0.0, 0.0, 1.0];

/// Meters; half extents and centers of a few meters are rounded to float32.
const ROUNDING: f64 = 1e-6;

fn expect_distance(a: &OrientedBox, b: &OrientedBox, expected: f64) {
    for pair in [ReferencePair::oriented(a, b), ReferencePair::oriented(b, a)] {
        let closest = pair.closest_points();
        assert!((closest.distance - expected).abs() < ROUNDING, "{closest:?}, {expected}");
        assert!((distance(closest.on_a, closest.on_b) - expected).abs() < ROUNDING);
    }
}

#[test]
fn distances_are_those_of_paper() {
    let a = oriented([0.0; 3], UPRIGHT, [0.5; 3]);
    let quarter = std::f64::consts::FRAC_PI_4;
    let root = std::f64::consts::SQRT_2;
    // Face to face, edge along edge, corner to corner.
    expect_distance(&a, &oriented([0.3, 0.2, 1.25], UPRIGHT, [0.5; 3]), 0.25);
    expect_distance(&a, &oriented([0.3, 1.3, 1.4], UPRIGHT, [0.5; 3]), 0.5);
    expect_distance(&a, &oriented([1.1, 1.2, 1.2], UPRIGHT, [0.5; 3]), 0.3);
    // An edge above a face, and two crossed edges.
    expect_distance(&a, &oriented([0.0, 0.0, 1.5], turned(0, quarter), [0.5; 3]), 1.0 - 0.5 * root);
    let on_edge = oriented([0.0; 3], turned(0, quarter), [0.5; 3]);
    let crossed = oriented([0.0, 0.0, 1.5], turned(1, quarter), [0.5; 3]);
    expect_distance(&on_edge, &crossed, 1.5 - root);
    // Points, rods and plates.
    expect_distance(&a, &oriented([0.0, 3.5, 4.5], UPRIGHT, [0.0; 3]), 5.0);
    expect_distance(&a, &oriented([0.0, 3.5, 4.5], UPRIGHT, [7.0, 0.0, 0.0]), 5.0);
    expect_distance(&a, &oriented([9.0, 0.0, 4.5], UPRIGHT, [0.0, 0.0, 9.0]), 8.5);
    expect_distance(&a, &oriented([0.0, 0.0, 4.5], turned(2, 0.3), [9.0, 9.0, 0.0]), 4.0);
}

/// The distance is the largest separation over all directions, and that of the closest points
/// reaches it.
#[test]
fn the_way_between_the_closest_points_separates_by_the_distance() {
    let mut random = Random::new(31);
    let mut apart = 0;
    for _ in 0..4_000 {
        let halves = [0; 2].map(|_| random.magnitudes(0.1, 1.0));
        let a = oriented(random.within(1.0), random.any_rotation(), halves[0]);
        let b = oriented(random.within(2.0), random.any_rotation(), halves[1]);
        let pair = ReferencePair::oriented(&a, &b);
        let separation = pair.separations().separation;
        if separation < 1e-3 {
            continue;
        }
        apart += 1;
        let closest = pair.closest_points();
        let way = difference(closest.on_b, closest.on_a);
        assert!((pair.separation_along(way) - closest.distance).abs() < 1e-9, "{a:?} {b:?}");
        assert!(closest.distance >= separation - 1e-12);
    }
    assert!(apart > 500, "only {apart} were apart");
}

#[test]
fn an_offset_stack_has_the_corners_of_its_overlap() {
    let a = oriented([0.0; 3], UPRIGHT, [0.5; 3]);
    let b = oriented([0.3, 0.4, 0.99], UPRIGHT, [0.5; 3]);
    let candidates = ReferencePair::oriented(&a, &b).contact_candidates([0.0, 0.0, 7.0]);
    assert_eq!(candidates.len(), 4);
    for [x, y] in [[-0.2, -0.1], [0.5, -0.1], [0.5, 0.5], [-0.2, 0.5]] {
        let found = candidates.iter().any(|candidate| {
            distance(candidate.position, [x, y, 0.495]) < ROUNDING
                && (candidate.separation + 0.01).abs() < ROUNDING
        });
        assert!(found, "{x} {y}: {candidates:?}");
    }
    let places: Vec<_> = candidates.iter().map(|candidate| candidate.position).collect();
    assert!((largest_area(&places, UP, None) - 0.42).abs() < ROUNDING);
}

#[test]
fn a_turned_cube_on_another_has_eight_corners() {
    let quarter = std::f64::consts::FRAC_PI_4;
    let a = oriented([0.0; 3], UPRIGHT, [0.5; 3]);
    let b = oriented([0.0, 0.0, 1.0], turned(2, quarter), [0.5; 3]);
    let candidates = ReferencePair::oriented(&a, &b).contact_candidates(UP);
    assert_eq!(candidates.len(), 8);
    // A regular octagon of side √2 − 1; its largest quadrilateral is the square of the diameter.
    let places: Vec<_> = candidates.iter().map(|candidate| candidate.position).collect();
    let diameter_squared = 1.0 + (std::f64::consts::SQRT_2 - 1.0).powi(2);
    assert!((largest_area(&places, UP, None) - 0.5 * diameter_squared).abs() < ROUNDING);
}

/// A rod lying exactly along a rod, and a plate's edge on a plate: overlaps without an area.
#[test]
fn flat_boxes_have_candidates() {
    let rod = oriented([0.0; 3], UPRIGHT, [2.0, 0.0, 0.0]);
    let other = oriented([1.0, 0.0, 0.1], UPRIGHT, [2.0, 0.0, 0.0]);
    let candidates = ReferencePair::oriented(&rod, &other).contact_candidates(UP);
    let mut ends: Vec<_> = candidates.iter().map(|candidate| candidate.position[0]).collect();
    ends.sort_by(f64::total_cmp);
    assert_eq!(ends.len(), 2);
    assert!((ends[0] + 1.0).abs() < ROUNDING && (ends[1] - 2.0).abs() < ROUNDING);
}

#[test]
fn the_largest_area_is_that_of_paper() {
    let square = [[0.0, 0.0, 0.0], [2.0, 2.0, 9.0], [2.0, 0.0, 5.0], [0.0, 2.0, 1.0]];
    assert!((largest_area(&square, UP, None) - 4.0).abs() < 1e-12);
    assert!((largest_area(&square[..3], UP, None) - 2.0).abs() < 1e-12);
    assert!(largest_area(&square[..2], UP, None) < 1e-12);
    // A point inside does not add, and costs if it must be chosen.
    let mut five = square.to_vec();
    five.push([0.5, 0.5, 0.0]);
    assert!((largest_area(&five, UP, None) - 4.0).abs() < 1e-12);
    // With the three corners that are not next to it: their 2, and 1 for the point before them.
    assert!((largest_area(&five, UP, Some(4)) - 3.0).abs() < 1e-12);
    let slanted = normalized([1.0, 0.0, 1.0, 0.0]);
    let seen = [slanted[0], slanted[1], slanted[2]];
    let flat = [[0.0; 3], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0], [0.0, 2.0, 0.0]];
    assert!((largest_area(&flat, seen, None) - 4.0 / std::f64::consts::SQRT_2).abs() < 1e-12);
}
