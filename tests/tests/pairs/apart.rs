//! Separated boxes that are nearest at corners and edges.

use std::cell::RefCell;
use std::collections::BTreeSet;

use octosat::{ContactKind, OrientedBox};
use octosat_reference::convex::{ContactSettings, Placed, Polyhedron, Pose, contacts};
use octosat_scenes::generate::Random;
use octosat_tests::{
    Quaternion, Vector, along, columns, cross, cube_rotations, dot, length, narrow, product, turn,
};

use crate::common::{NO_TURN, boxed, check_manifolds, reference};

/// The first name of closest points on two edges: 160 for closest points, and 16 corners.
const FIRST_OF_EDGES: u32 = 176;

/// Half extents of which some are small or zero.
fn mixed_half_extents(random: &mut Random) -> Vector {
    [(); 3].map(|()| [1.0, 1.0, 1e-4, 0.0][random.below(4)] * random.range(0.1, 1.0))
}

/// The point of an edge, and the side of its box, that are farthest along a direction.
fn on_edge(
    random: &mut Random,
    axes: &[Vector; 3],
    half: Vector,
    edge: usize,
    out: Vector,
) -> Vector {
    let mut point = [0.0; 3];
    for k in 0..3 {
        let share = if k == edge { random.range(-0.95, 0.95) } else { dot(axes[k], out).signum() };
        point = along(point, share * half[k], axes[k]);
    }
    point
}

/// Two boxes of these half extents whose edges cross at this distance, nearest there; none where they are parallel.
fn crossing(
    gap: f64,
    random: &mut Random,
    [half_a, half_b]: [Vector; 2],
    (rotations, [i, j]): ([Quaternion; 2], [usize; 2]),
) -> Option<[OrientedBox; 2]> {
    let [axes_a, axes_b] = rotations.map(columns);
    let normal = cross(axes_a[i], axes_b[j]);
    if length(normal) < 1e-9 {
        return None;
    }
    let turned_round = [-1.0, 1.0][random.below(2)] / length(normal);
    let out = normal.map(|component| component * turned_round);
    let on_a = on_edge(random, &axes_a, half_a, i, out);
    let on_b = on_edge(random, &axes_b, half_b, j, out.map(|component| -component));
    let center = along(along(on_a, gap, out), -1.0, on_b);
    Some([boxed([0.0; 3], rotations[0], half_a), boxed(center, rotations[1], half_b)])
}

/// Boxes of which each two that follow each other are nearest at a crossing of edges.
fn crossings(count: usize, seed: u64) -> Vec<OrientedBox> {
    let mut random = Random::new(seed);
    let cube = cube_rotations();
    let mut boxes = Vec::new();
    while boxes.len() < 2 * count {
        let rotation = match random.below(3) {
            0 => random.rotation(),
            _ => {
                let angle = [0.0, 1e-8, 1e-6, 1e-4, 1e-3, 0.1, std::f64::consts::FRAC_PI_4];
                let axes = [[0.0, 0.0, 1.0], [1.0, 1.0, 0.0], random.direction()];
                let turned = turn(axes[random.below(3)], angle[random.below(7)]);
                product(turned, cube[random.below(24)])
            }
        };
        let placed = ([NO_TURN, rotation], [random.below(3), random.below(3)]);
        let halves = [mixed_half_extents(&mut random), mixed_half_extents(&mut random)];
        let gap = random.choose(&[1e-4, 0.01, 0.3, 1.0]);
        boxes.extend(crossing(gap, &mut random, halves, placed).into_iter().flatten());
    }
    boxes
}

/// Where the elements of a rotation are zero or nearly so, edges lie along faces and several crossings are as near.
#[test]
fn edges_that_cross_at_a_distance_are_found() {
    let boxes = crossings(6_000, 17);
    let names = RefCell::new(BTreeSet::new());
    check_manifolds("crossings", &boxes, 2.0, |pair, row, points, _| {
        assert!(!points.is_empty(), "{pair} {row:?}");
        if row.kind() == ContactKind::Closest {
            names.borrow_mut().insert(points[0].feature.0);
        }
    });
    // Most such pairs have an edge contact; faces that are nearly as good leave some to the search.
    let names = names.into_inner();
    let of_edges = names.range(FIRST_OF_EDGES..).count();
    eprintln!("{of_edges} pairs of edges by name");
    assert!(of_edges > 60, "{names:?}");
}

/// Where edges touch, their crossing is all that there is within a margin of zero. Bringing it onto the face of a
/// takes it away by the slack and a rounding where this face is across the normal and those of b are at 45 degrees.
#[test]
fn edges_that_touch_have_a_contact_where_they_do() {
    let mut random = Random::new(31);
    let mut boxes = Vec::new();
    while boxes.len() < 4_000 {
        let halves = [(); 2].map(|()| [(); 3].map(|()| random.range(0.1, 1.0)));
        let gap = [0.0, -3e-8, -1e-7][random.below(3)];
        let placed = if random.below(4) == 0 {
            let rotations = [random.rotation(), random.rotation()];
            (rotations, [random.below(3), random.below(3)])
        } else {
            let angle = random.range(0.01, 0.06);
            let normal = [angle.cos(), angle.sin(), 0.0];
            let diagonal = turn([0.0, 0.0, 1.0], angle + std::f64::consts::FRAC_PI_4);
            let crossed = product(turn(normal, random.range(0.05, 1.5)), diagonal);
            ([NO_TURN, crossed], [2, 2])
        };
        boxes.extend(crossing(gap, &mut random, halves, placed).into_iter().flatten());
    }
    let kinds = RefCell::new([0; 2]);
    check_manifolds("touching edges", &boxes, 0.0, |pair, row, _, _| {
        assert_ne!(row.kind(), ContactKind::Fallback, "{pair} {row:?}");
        kinds.borrow_mut()[usize::from(row.kind() == ContactKind::Edge)] += 1;
    });
    assert!(kinds.borrow()[1] > 1000, "{kinds:?}");
}

/// Faces that look at each other may be within the margin far from where the boxes are nearest: here at an edge 5.6 mm
/// from an edge, while the faces along that axis have a point in common 17.9 mm apart. The nearest features have the
/// contact then.
#[test]
fn a_speculative_contact_shows_how_near_the_boxes_are() {
    let boxes = [
        boxed(
            [0.0; 3],
            [0.055_605_352, 0.918_366_73, -0.333_567_113, -0.205_532_29],
            [0.5, 0.3, 0.2],
        ),
        boxed(
            [0.339_427_203, 0.720_748_246, -0.474_267_9],
            [-0.786_569_536, 0.270_055_503, 0.114_771_038, -0.543_328_643],
            [0.5, 0.3, 0.2],
        ),
    ];
    check_manifolds("near each other", &boxes, 0.1, |_, row, points, _| {
        assert_eq!(row.kind(), ContactKind::Closest);
        assert!((points[0].depth + 0.005_61).abs() < 1e-5, "{points:?}");
    });
}

/// A patch shows how near the boxes are whichever candidates it is made of: corners of either box, or crossings.
#[test]
fn patches_apart_stay_patches() {
    let eighth = std::f64::consts::FRAC_PI_8;
    let mut boxes = Vec::new();
    for half in [[0.5, 0.25, 0.5], [4.0, 0.25, 4.0], [4.0, 0.25, 0.5]] {
        for (angle, tilt) in [(0.0, 0.0), (eighth, 0.0), (0.1, 1e-4)] {
            let rotation = product(turn([0.0, 0.0, 1.0], tilt), turn([0.0, 1.0, 0.0], angle));
            boxes.push(boxed([0.0; 3], NO_TURN, [1.0, 0.25, 1.0]));
            boxes.push(boxed([0.0, 0.505, 0.0], rotation, half));
        }
    }
    check_manifolds("patches apart", &boxes, 0.02, |pair, row, points, _| {
        assert_eq!(row.kind(), ContactKind::Face, "{pair} {row:?}");
        assert!(points.len() >= 4, "{pair} {points:?}");
    });
}

/// As polyhedra, boxes apart that are near somewhere have a contact that is barely farther apart than they are, though their faces may
/// have only a farther corner in common.
#[test]
fn speculative_contacts_show_how_near_the_boxes_are() {
    let half_extents = [0.5, 0.3, 0.2];
    let shape = Polyhedron::cuboid(narrow(half_extents)).unwrap();
    let placed = |given: &OrientedBox| {
        Placed::new(&shape, &Pose::new(given.pose.center, given.pose.rotation).unwrap())
    };
    let settings = ContactSettings::with_margin(0.1).unwrap();
    let mut random = Random::new(31);
    let mut apart = 0;
    for _ in 0..4_000 {
        let distance = random.range(0.5, 1.1);
        let center = random.direction().map(|component| component * distance);
        let pair = [[0.0; 3], center].map(|center| boxed(center, random.rotation(), half_extents));
        let reference = reference(&pair);
        let distance = reference.closest_points().distance;
        if reference.separations().separation <= 0.0 || !(1e-4..0.09).contains(&distance) {
            continue;
        }
        apart += 1;
        let manifold = contacts(&placed(&pair[0]), &placed(&pair[1]), &settings);
        let depths = manifold.points.iter().map(|point| f64::from(point.depth));
        let nearest = -depths.fold(f64::NEG_INFINITY, f64::max);
        assert!(nearest >= distance - 1e-6, "{distance} {manifold:?}");
        assert!(nearest <= 1.05 * distance + 1e-5, "{distance} {manifold:?}");
    }
    assert!(apart > 200, "{apart}");
}
