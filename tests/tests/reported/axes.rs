//! Pairs that decide between axes: each of the fifteen alone, boxes in all rotations, and matrices mixed up.

use octosat::{BoxPose, ContactKind, Engine, Query};
use octosat_check::engines;
use octosat_scenes::generate::Random;
use octosat_tests::{Vector, along, columns, cross, dot, length, narrow, turn, wide};

use crate::case::Case;
use crate::solids::{Point, Solid, X, Y, Z, directions, distance, minus, scaled, store, unit};

fn overlap(engine: &Engine, pair: [Solid; 2]) -> bool {
    let mut found = [false];
    engine.overlaps(Query::new(&store(&pair), &[[0, 1]]), &mut found).unwrap();
    found[0]
}

/// All engines agree on whether two boxes overlap, in both orders.
fn assert_overlap(pair: [Solid; 2], expected: bool, source: &str) {
    let [a, b] = pair;
    for engine in engines() {
        for pair in [[a, b], [b, a]] {
            assert_eq!(overlap(&engine, pair), expected, "{source}: {engine:?} {pair:#?}");
        }
    }
}

/// The sum of the half axes of a box that point in a direction; those across it, and one more, are left out.
fn farthest(of: &Solid, direction: Vector, left_out: Option<usize>) -> Vector {
    let mut place = [0.0; 3];
    for (k, axis) in columns(of.rotation).into_iter().enumerate() {
        let cosine = dot(axis, direction);
        if cosine.abs() > 1e-9 && left_out != Some(k) {
            place = along(place, cosine.signum() * of.half[k], axis);
        }
    }
    place
}

/// The places of b for which a and b touch are the surface of a zonotope, the sum of their six axes. Each pair of axes
/// makes one of its faces, so each of the fifteen directions alone separates boxes just off the middle of a face.
#[test]
fn drake_boxes_overlap_each_axis_alone_decides() {
    let source = "RobotLocomotion/drake, boxes_overlap_test.cc, AllCases";
    let geometry = "b is off the middle of one face of the zonotope of all touching places.";
    let a = Solid::upright([0.0; 3], [2.0, 4.0, 3.0]);
    // Every edge of one crosses every edge of the other at 48 degrees or more.
    let rotation = turn([1.0; 3], std::f64::consts::FRAC_PI_3);
    let b = Solid { rotation, ..Solid::upright([0.0; 3], [3.5, 2.0, 1.5]) };
    let (of_a, of_b) = ([X, Y, Z], columns(rotation));
    for gap in [0.01, -0.01] {
        for normal in of_a.into_iter().chain(of_b) {
            let middle = along(farthest(&a, normal, None), 1.0, farthest(&b, normal, None));
            let b = b.shifted(1.0, middle).shifted(gap, normal);
            Case::new(source, geometry, [a, b]).within(0.02).depth(normal, -gap).check();
        }
        for (i, j) in (0..9).map(|edges| (edges / 3, edges % 3)) {
            let normal = unit(cross(of_a[i], of_b[j]));
            let on_a = farthest(&a, normal, Some(i));
            let middle = along(on_a, 1.0, farthest(&b, normal, Some(j)));
            let b = b.shifted(1.0, middle).shifted(gap, normal);
            let point = Point::new(along(on_a, gap / 2.0, normal), -gap);
            Case::new(source, geometry, [a, b])
                .within(0.02)
                .depth(normal, -gap)
                .touching(ContactKind::Edge, &[point])
                .check();
        }
    }
}

/// A cube contains the ball of its half extent and is within the ball of √3 times that.
#[test]
fn mathgeolib_50_and_directxmath_cubes_in_any_rotation_by_their_balls() {
    let mut random = Random::new(50);
    let centers = [[-58.54, -57.58, 87.16], [-59.53, -50.44, 83.27]];
    let between = distance(centers[0], centers[1]);
    for _ in 0..200 {
        let rotations = [random.rotation(), random.rotation()];
        let cubes = |half: f64| {
            [0, 1].map(|k| Solid { rotation: rotations[k], ..Solid::cube(centers[k], half) })
        };
        let source = "juj/MathGeoLib PR #50";
        // Both balls together are a hundredth shorter, or longer, than the way between the centers.
        assert_overlap(cubes(0.99 * between / 12.0_f64.sqrt()), false, source);
        assert_overlap(cubes(1.01 * between / 2.0), true, source);
        let pair = |way: Vector, reach: f64| {
            let a = Solid { rotation: rotations[0], ..Solid::cube([0.0; 3], 1.0) };
            let b = Solid { rotation: rotations[1], ..Solid::cube([0.0; 3], 0.5) };
            [a, b.shifted(reach / length(way), way)]
        };
        let way = random.direction();
        let source = "microsoft/DirectXMath, obox.cpp, euler angles";
        assert_overlap(pair(way, 1.01 * 1.5 * 3.0_f64.sqrt()), false, source);
        assert_overlap(pair(way, 0.99 * 1.5), true, source);
    }
}

/// Unit cubes on a grid around one: at 1.9 half extents all overlap it, at 2.1 none.
#[test]
fn directxmath_obox_grids_of_upright_cubes() {
    for way in directions() {
        for (step, expected) in [(1.9, true), (2.1, false)] {
            let pair = [Solid::cube([0.0; 3], 1.0), Solid::cube(scaled(way, step), 1.0)];
            assert_overlap(pair, expected, "microsoft/DirectXMath, obox.cpp, OBox-OBox");
        }
    }
}

#[test]
fn joml_379_a_matrix_read_by_rows_loses_the_overlap() {
    let source = "JOML-CI/JOML #379";
    let solid = |center: [f32; 3], columns: [[f32; 3]; 3], half: [f32; 3]| {
        let pose = BoxPose::from_rotation_matrix(center, columns).unwrap();
        Solid { center: wide(center), rotation: wide(pose.rotation), half: wide(half) }
    };
    let a = solid(
        [0.0, 4.0, 0.0],
        [
            [-0.410_577_77, 0.115_571_92, -0.904_471_76],
            [-0.719_388_9, 0.568_439_1, 0.399_195],
            [0.560_273, 0.814_567_3, -0.150_247_59],
        ],
        [1.978_900_4, 4.866_001, 6.115_001],
    );
    let b = solid(
        [-7.0, -2.0, -2.0],
        [
            [0.306_882_32, 0.386_751_9, 0.869_624_2],
            [0.942_357_8, -0.251_505_1, -0.220_696_42],
            [0.133_360_07, 0.887_225, -0.441_641_15],
        ],
        [22.54, 3.140_250_2, 0.747_750_04],
    );
    // A point that is within 0.81 of each half extent of both.
    let witness = [-2.67, 0.26, 2.49];
    for of in [&a, &b] {
        let offset = along(witness, -1.0, of.center);
        for (axis, half) in columns(of.rotation).into_iter().zip(of.half) {
            assert!(dot(offset, axis).abs() < 0.81 * half, "{source}: the point is in both boxes");
        }
    }
    let point = Solid::upright(witness, [0.0; 3]);
    for pair in [[a, b], [a, point], [b, point]] {
        assert_overlap(pair, true, source);
    }
}

/// In the plane across their common edge, a and b have corners that touch; a step along z overlaps or separates them.
#[test]
fn mathgeolib_12_boxes_that_share_a_part_of_an_edge() {
    let source = "juj/MathGeoLib #12";
    // The matrix of the report as columns: x to (0, -1/2, -√3/2), y to (0, √3/2, -1/2), z to x.
    let sine = 0.75_f64.sqrt();
    let of_b = [[0.0, -0.5, -sine], [0.0, sine, -0.5], X];
    let pose = BoxPose::from_rotation_matrix([0.0; 3], of_b.map(narrow)).unwrap();
    let corner = of_b.into_iter().fold([0.0; 3], |sum, axis| along(sum, 1.0, axis));
    let a = Solid::between([0.0; 3], [1.0; 3]);
    let b = Solid { rotation: wide(pose.rotation), ..Solid::cube(corner, 1.0) };
    let step = 1.0 / 64.0;
    Case::new(
        source,
        "Moved into a by a step along z, b is √3/2 steps deep along its x axis.",
        [a, b.shifted(step, Z)],
    )
    .depth(of_b[0], sine * step)
    .check();
    Case::new(source, "Moved away by a step along z.", [a, b.shifted(-step, Z)])
        .depth(minus(Z), -step)
        .apart()
        .check();
}
