//! Contacts of boxes of different sizes: floors, tables, rods and plates.

use octosat::ContactKind::Face;
use octosat::{PointLimit, Query};
use octosat_check::engines;
use octosat_scenes::generate::Random;
use octosat_tests::{Vector, along, columns, cube_rotations, wide};

use crate::case::{Case, contacts};
use crate::solids::{Solid, X, Y, Z, distance, minus, rectangle, scaled, store};

/// The middle, the corners and the middles of the sides of a square: x and z are -1, 0 or 1.
fn places() -> Vec<[f64; 2]> {
    [-1.0, 0.0, 1.0].into_iter().flat_map(|x| [-1.0, 0.0, 1.0].map(|z| [x, z])).collect()
}

#[test]
fn a_small_box_touches_every_face_near_every_edge() {
    let source = "schteppe/cannon.js #113, PR #76";
    for rotation in cube_rotations() {
        let large = Solid { rotation, ..Solid::cube([0.0; 3], 2.0) };
        for [x, z] in places() {
            let small = Solid::cube([1.5 * x, 2.24, 1.5 * z], 0.25);
            let center = [1.5 * x, 1.995, 1.5 * z];
            let points = rectangle(center, [scaled(X, 0.25), scaled(Z, 0.25)], 0.01);
            Case::new(source, "The small box is a centimeter in the top.", [large, small])
                .depth(Y, 0.01)
                .touching(Face, &points)
                .check();
        }
    }
}

#[test]
fn a_small_cube_on_a_large_one_has_its_own_corners() {
    let (sine, cosine) = 0.3_f64.sin_cos();
    let sides = [[cosine, 0.0, -sine], [sine, 0.0, cosine]].map(|side| scaled(side, 0.1));
    for [x, z] in places() {
        let cube = Solid::cube([2.2 * x, 2.599, 2.2 * z], 0.1).turned(Y, 0.3);
        let points = rectangle([2.2 * x, 2.4995, 2.2 * z], sides, 0.001);
        let geometry = "A cube of 20 cm, turned by 0.3, is a millimeter in one of 5 m.";
        Case::new("danfis/libccd #17", geometry, [Solid::cube([0.0; 3], 2.5), cube])
            .depth(Y, 0.001)
            .touching(Face, &points)
            .check();
    }
}

#[test]
fn no_contact_is_lost_as_the_floor_grows() {
    let points = rectangle([0.0, 0.0, 0.2495], [scaled(X, 0.1), scaled(Y, 0.1)], 0.001);
    for size in [1.0, 5.0, 20.0, 100.0, 1e4] {
        let floor = Solid::upright([0.0; 3], [size, size, 0.25]);
        let pair = [floor, Solid::cube([0.0, 0.0, 0.349], 0.1)];
        Case::new("google-deepmind/mujoco_warp #1430", "A millimeter in the floor.", pair)
            .depth(Z, 0.001)
            .touching(Face, &points)
            .check();
    }
}

#[test]
fn a_small_cube_near_the_rim_of_a_table_rests_on_the_top() {
    let table = Solid::upright([0.0; 3], [8.0, 6.0, 0.1]);
    for gap in [0.001, 0.0, -0.001] {
        for [x, y] in [[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]] {
            // Flush with both sides, and with its center above the corner.
            for (center, middle, half) in
                [([7.95, 5.95], [7.95, 5.95], 0.05), ([8.0, 6.0], [7.975, 5.975], 0.025)]
            {
                let cube = Solid::cube([x * center[0], y * center[1], 0.15 + gap], 0.05);
                let place = [x * middle[0], y * middle[1], 0.1 + gap / 2.0];
                let points = rectangle(place, [scaled(X, half), scaled(Y, half)], -gap);
                let geometry = "Above the corner of the table; never a side normal.";
                Case::new("newton-physics/newton PR #3248", geometry, [table, cube])
                    .within(0.005)
                    .depth(Z, -gap)
                    .touching(Face, &points)
                    .check();
            }
        }
    }
}

#[test]
fn a_small_box_in_a_wide_one_overlaps_it_everywhere() {
    let floor = Solid::upright([0.0; 3], [128.0, 1.0, 128.0]);
    for [x, z] in places() {
        let pair = [floor, Solid::upright([100.0 * x, 1.99, 100.0 * z], [0.5, 1.0, 0.5])];
        let center = [100.0 * x, 0.995, 100.0 * z];
        let points = rectangle(center, [scaled(X, 0.5), scaled(Z, 0.5)], 0.01);
        let source = "bulletphysics/bullet3 #1703, godotengine/godot #18794";
        Case::new(source, "A centimeter in the top.", pair)
            .depth(Y, 0.01)
            .touching(Face, &points)
            .check();
    }
}

#[test]
fn a_long_rod_has_its_points_where_it_is_in_the_box() {
    let source = "coal-library/coal #809";
    let unit = Solid::cube([0.0; 3], 0.5);
    let rod = Solid::upright([0.0; 3], [500.0, 0.0005, 0.0005]);
    Case::new(source, "Through the middle: out along y or z by 0.5 + 0.0005.", [unit, rod])
        .depth_along(&[Y, minus(Y), Z, minus(Z)], 0.5005)
        .check();
    let points = rectangle([0.0, 0.499_95, 0.0], [scaled(X, 0.5), scaled(Z, 0.0005)], 1e-4);
    Case::new(source, "On top, 0.1 mm deep, from side to side.", [unit, rod.shifted(0.5004, Y)])
        .depth(Y, 1e-4)
        .touching(Face, &points)
        .check();
}

/// The lowest vertex is below the top of the large box by the reach of the small one along z.
#[test]
fn the_deepest_vertex_is_a_contact() {
    let source = "FCL, test_fcl_geometric_shapes.cpp, testBoxBoxContactPoints";
    let mut random = Random::new(17);
    let floor = Solid::cube([0.0, 0.0, -50.0], 50.0);
    for _ in 0..100 {
        let rotation = random.rotation();
        let b = Solid { rotation, ..Solid::upright([0.0; 3], [5.0, 10.0, 15.0]) };
        let mut lowest = [0.0; 3];
        for (half, axis) in b.half.into_iter().zip(columns(rotation)) {
            lowest = along(lowest, -half * axis[2].signum(), axis);
        }
        let case = Case::new(source, "The floor's top is z = 0.", [floor, b]);
        let case = case.depth(Z, -lowest[2]);
        case.check();
        let boxes = store(&[floor, b]);
        let expected: Vector = [lowest[0], lowest[1], lowest[2] / 2.0];
        for engine in engines() {
            let found = contacts(&engine, Query::new(&boxes, &[[0, 1]]), PointLimit::Eight);
            let is_there = found.of(0).iter().any(|point| {
                let off = (f64::from(point.depth) + lowest[2]).abs();
                distance(wide(point.position), expected).max(off) <= case.place_bound()
            });
            assert!(is_there, "{source}: {expected:?} {:?}", found.of(0));
        }
    }
}

#[test]
fn a_plate_without_height_stops_boxes() {
    let source = "godotengine/godot #101893";
    let plate = Solid::upright([0.0; 3], [2.0, 0.0, 2.0]);
    let points = rectangle([0.0, -0.005, 0.0], [scaled(X, 0.5), scaled(Z, 0.5)], 0.01);
    Case::new(source, "A centimeter in.", [plate, Solid::cube([0.0, 0.49, 0.0], 0.5)])
        .depth(Y, 0.01)
        .touching(Face, &points)
        .check();
    Case::new(source, "Half-way through.", [plate, Solid::cube([0.0; 3], 0.5)])
        .depth_along(&[Y, minus(Y)], 0.5)
        .count(Face, 4)
        .check();
}

#[test]
fn a_box_just_above_a_plate_is_apart_in_every_rotation() {
    let source = "jrouwe/JoltPhysics, CollideShapeTests, TestCollideBoxVsConvexHull";
    let plate = Solid::upright([0.0; 3], [5.0, 0.5, 5.0]);
    for step in 0..48_i32 {
        let angle = f64::from(step) * std::f64::consts::TAU / 48.0;
        let (sine, cosine) = angle.sin_cos();
        let b = Solid::upright([1.0, 1.0005, -0.5], [1.0, 0.5, 0.25]).turned(Y, angle);
        let sides = [[cosine, 0.0, -sine], scaled([sine, 0.0, cosine], 0.25)];
        let points = rectangle([1.0, 0.500_25, -0.5], sides, -0.0005);
        let case = Case::new(source, "Half a millimeter above the plate.", [plate, b]);
        let case = case.depth(Y, -0.0005);
        case.clone().apart().check();
        case.within(0.001).touching(Face, &points).check();
    }
}
