//! Contacts of cases that other engines get wrong.

use octosat::{ContactKind, OrientedBox, PointLimit};
use octosat_check::{Basis, Case, fastest};
use octosat_scenes::generate::Random;
use octosat_tests::{Vector, along, columns, dot, product, rotate, turn, wide};

use crate::common::{NO_TURN, answers, boxed, check_manifolds, frame_of};

/// `Box3D`: a stack 0.01 deep, tilted about four axes by 0 to 0.05 rad, always has four face points.
#[test]
fn a_tilted_stack_keeps_four_face_points() {
    let mut boxes = Vec::new();
    for axis in [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.3, 0.0, -1.0]] {
        for angle in [0.0, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.02, 0.05] {
            boxes.push(boxed([0.0; 3], NO_TURN, [0.5; 3]));
            boxes.push(boxed([0.0, 0.99, 0.0], turn(axis, angle), [0.5; 3]));
        }
    }
    // A tilt of 0.05 rad lifts a corner by 0.07.
    check_manifolds("tilted stack", &boxes, 0.1, |pair, row, points, most| {
        assert_eq!(row.kind(), ContactKind::Face, "{pair} {row:?}");
        assert!(row.normal[1].abs() > 0.99, "{pair} {row:?}");
        if most == PointLimit::Four {
            assert_eq!(points.len(), 4, "{pair} {points:?}");
        }
    });
}

/// Two cubes turned by 45° against each other touch in an octagon, however small they are.
#[test]
fn an_octagon_patch_keeps_its_corners_at_any_size() {
    for half in [1e-3, 0.005, 0.5, 100.0] {
        let boxes = [
            boxed([0.0; 3], NO_TURN, [half; 3]),
            boxed(
                [0.0, 1.999 * half, 0.0],
                turn([0.0, 1.0, 0.0], std::f64::consts::FRAC_PI_4),
                [half; 3],
            ),
        ];
        check_manifolds("octagon", &boxes, 0.0, |_, row, points, most| {
            assert_eq!(points.len(), most.points(), "{row:?}");
            assert_eq!(row.kind(), ContactKind::Face);
        });
    }
}

/// An edge along the diagonal of the other face, its ends at or near that face's corners: corners
/// fall together, and fewer than four of many candidates span an area.
#[test]
fn an_edge_on_a_diagonal_keeps_its_points_apart() {
    let mut boxes = Vec::new();
    let rotation = turn([0.0, 1.0, 0.0], std::f64::consts::FRAC_PI_4);
    let across = rotate(rotation, [0.0, 0.0, 1.0]);
    for width in [1e-4, 0.3, std::f64::consts::FRAC_1_SQRT_2, 1.0, 1.5, 2.0] {
        for length in [0.9, 0.999_999, 1.0, 1.000_001, 1.1] {
            for shift in [-1e-6, 0.0, 1e-6, 1e-3] {
                let center = along([0.0, 1.9, 0.0], width + shift, across);
                let half = [length * std::f64::consts::SQRT_2, 1.0, width];
                boxes.push(boxed([0.0; 3], NO_TURN, [1.0; 3]));
                boxes.push(boxed(center, rotation, half));
            }
        }
    }
    check_manifolds("edge on a diagonal", &boxes, 0.01, |pair, row, points, _| {
        assert!(points.len() >= 2, "{pair} {row:?} {points:?}");
    });
}

/// Half of a face, cut off along its diagonal by a face that reaches just to its three corners: they
/// are found twice, and a corner may by rounding lie outside a triangle that it belongs to.
#[test]
fn a_triangle_of_doubled_corners_keeps_three_points() {
    let mut random = Random::new(77);
    let mut boxes = Vec::new();
    for _ in 0..1_000 {
        let [x, z] = [random.range(0.5, 1.5), random.range(0.5, 1.5)];
        let mut noise = || random.range(-6e-6, 6e-6);
        let diagonal = x.hypot(z);
        let rotation = turn([0.0, 1.0, 0.0], noise() - z.atan2(x));
        let width = x * z / diagonal;
        let across = rotate(rotation, [0.0, 0.0, 1.0]);
        let center = along([0.0, 1.9, 0.0], width + noise(), across);
        boxes.push(boxed([0.0; 3], NO_TURN, [x, 1.0, z]));
        boxes.push(boxed(center, rotation, [diagonal + noise(), 1.0, width + noise()]));
    }
    check_manifolds("triangle", &boxes, 0.01, |pair, row, points, _| {
        assert!(points.len() >= 3, "{pair} {row:?} {points:?}");
    });
}

/// Crossed thin beams meet in one point; turned a little out of the plane, still in one or two.
#[test]
fn crossed_beams_meet_where_they_cross() {
    let mut boxes = Vec::new();
    for roll in [0.0, 0.3, 0.785, 1.2] {
        for yaw in [0.2, 0.785, 1.57, 2.5] {
            for gap in [-0.05, -0.001, 0.0, 0.005, 0.015] {
                let lower = turn([1.0, 0.0, 0.0], roll);
                let upper = product(turn([0.0, 1.0, 0.0], yaw), lower);
                let reach = 0.1 * (f64::sin(roll).abs() + f64::cos(roll).abs());
                boxes.push(boxed([0.0; 3], lower, [1.5, 0.1, 0.1]));
                boxes.push(boxed([0.0, 2.0 * reach + gap, 0.0], upper, [1.2, 0.1, 0.1]));
            }
        }
    }
    check_manifolds("crossed beams", &boxes, 0.02, |pair, row, points, _| {
        assert!(!points.is_empty(), "{pair} {row:?}");
        for point in points {
            let [x, _, z] = point.position;
            // At 0.2 rad the beams run along each other for a meter.
            assert!(x.hypot(z) < 1.05, "{pair} {row:?} {points:?}");
        }
    });
}

/// A plate, two rods and a point that lie on a box.
#[test]
fn boxes_without_extent_have_contacts_too() {
    let ground = boxed([0.0; 3], NO_TURN, [1.0; 3]);
    let resting = |half: Vector| boxed([0.2, 1.0 + half[1], 0.1], NO_TURN, half);
    let rows = [[0.5, 0.0, 0.5], [0.5, 0.0, 0.0], [0.0, 0.0, 0.0], [0.5, 0.5, 0.0]];
    let boxes: Vec<OrientedBox> = rows.iter().flat_map(|&half| [ground, resting(half)]).collect();
    check_manifolds("resting without extent", &boxes, 0.0, |pair, row, points, _| {
        assert_eq!(points.len(), [4, 2, 1, 2][pair], "{row:?} {points:?}");
        // A plate that lies flat touches with its whole area.
        assert_eq!(row.is_degenerate(), pair != 0, "{row:?}");
    });
}

/// A box whose two faces look equally at the other, a tie that rounding decides.
#[test]
fn a_face_tie_at_45_degrees_is_decided_soundly() {
    let mut boxes = Vec::new();
    for noise in [-1e-6, -1e-7, -1e-8, 0.0, 1e-8, 1e-7, 1e-6] {
        for half in [[1.0, 1.0, 1.0], [1.0, 1.0, 3.0]] {
            let edge_down = turn([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_4 + noise);
            boxes.push(boxed([0.0; 3], NO_TURN, [3.0, 1.0, 3.0]));
            boxes.push(boxed([0.0, 1.0 + 2.0_f64.sqrt() - 0.01, 0.0], edge_down, half));
        }
    }
    check_manifolds("tie at 45 degrees", &boxes, 0.001, |pair, row, points, _| {
        assert_eq!(points.len(), 2, "the edge below: {pair} {row:?} {points:?}");
        assert!(points.iter().all(|point| point.position[0].abs() < 1e-4), "{points:?}");
    });
}

/// The largest gap along a face normal of an upright box at the origin and of another box, and that normal's
/// cosine with a direction.
fn best_face(
    half_extents: [Vector; 2],
    pose: (Vector, [Vector; 3]),
    direction: Vector,
) -> [f64; 2] {
    let [a, b] = half_extents;
    let (center, axes) = pose;
    let upright = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let reach = |half: Vector, of: [Vector; 3], normal: Vector| -> f64 {
        half.iter().zip(of).map(|(half, axis)| half * dot(axis, normal).abs()).sum()
    };
    let mut best = [f64::NEG_INFINITY, 0.0];
    for normal in upright.into_iter().chain(axes) {
        let gap = dot(center, normal).abs() - reach(a, upright, normal) - reach(b, axes, normal);
        if gap > best[0] {
            best = [gap, dot(normal, direction).abs()];
        }
    }
    best
}

/// `MuJoCo`: edges that are nearly parallel to the best face yield to it, and the pair gets a patch.
#[test]
fn edges_nearly_aligned_with_a_face_yield_to_it() {
    let mut random = Random::new(73);
    let (mut boxes, mut poses) = (Vec::new(), Vec::new());
    for _ in 0..4000 {
        let rotation = turn(random.vector(-1.0, 1.0), random.range(0.01, 0.1));
        let offset = [random.range(-1.8, 1.8), random.range(1.8, 1.95), random.range(-1.8, 1.8)];
        boxes.extend([boxed([0.0; 3], NO_TURN, [1.0; 3]), boxed(offset, rotation, [1.0; 3])]);
        poses.push((offset, columns(rotation)));
    }
    let case = Case::new(Basis::Unit, &frame_of(&boxes, 0.0)).unwrap();
    let engine = fastest();
    let mut yielded = 0;
    for (answer, &pose) in answers(&engine, &case).iter().zip(&poses) {
        let (winner, manifold) = (&answer.penetration, &answer.manifolds[0].row);
        let edge_gap = -f64::from(winner.depth);
        let [face_gap, cosine] = best_face([[1.0; 3]; 2], pose, wide(winner.normal));
        // Well within the rule: 8 degrees, and a face not deeper by more than 4.5 %.
        if winner.axis.code() >= 6 && cosine > 0.992 && edge_gap < face_gap - 0.04 * face_gap {
            let is_patch = manifold.kind() == ContactKind::Face && manifold.len > 1;
            assert!(is_patch, "{pose:?} {manifold:?}");
            yielded += 1;
        }
    }
    assert!(yielded > 30, "only {yielded} pairs show the rule");
}
