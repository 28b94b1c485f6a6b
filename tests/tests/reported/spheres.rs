//! Boxes against spheres: depth, normal and the nearest point of the box.

use octosat::{Query, Sphere, SphereContact};
use octosat_check::engines;
use octosat_scenes::generate::narrow as rounded;
use octosat_tests::{Vector, along, columns, length, narrow, wide};

use crate::case::ROUNDOFF;
use crate::solids::{Motion, Solid, X, Y, Z, directions, distance, minus, scaled, store, unit};

/// Roundoffs by which depth and distance can be off, for each meter of distance, half extents and radius: 18 and four
/// times the deviation of the quaternion by the book, and 16 for rounding the boxes and spheres themselves.
const DEPTH: f64 = 18.0 + 17.5 + 16.0;

/// How many times that the nearest point can be off.
const POINT: f64 = 3.0;

/// Roundoffs by which positions are off in addition, for each meter of their coordinates.
const WORLD: f64 = 12.0;

/// Roundoffs by which the normal of a face can be turned: 5 for a column of the matrix, and 16 for rounding the box.
const TURN: f64 = 5.0 + 16.0;

/// A sphere.
#[derive(Clone, Copy, Debug)]
struct Ball {
    center: Vector,
    radius: f64,
}

/// What is right of a box and a sphere.
#[derive(Clone, Copy, Debug)]
struct Right {
    normal: Vector,
    depth: f64,
    point: Vector,
}

fn ball(center: Vector, radius: f64) -> Ball {
    Ball { center, radius }
}

/// Asks every engine after a motion.
fn check_after(source: &str, motion: &Motion, of: &Solid, ball: Ball, right: Right) {
    let (of, center) = (of.moved(motion), motion.point(ball.center));
    let (normal, point) = (motion.direction(right.normal), motion.point(right.point));
    let extents: f64 = of.half.iter().sum();
    let far = ROUNDOFF * (length(of.center) + length(center));
    let bound = DEPTH * ROUNDOFF * (distance(of.center, center) + extents + ball.radius) + far;
    let between = (ball.radius - right.depth).abs();
    let turn = TURN * ROUNDOFF + if between > 0.0 { POINT * bound / between } else { 0.0 };
    let sphere = Sphere::new(narrow(center), rounded(ball.radius)).unwrap();
    let boxes = store(&[of]);
    for engine in engines() {
        let (mut rows, mut hits) = ([SphereContact::default()], [false]);
        let query = Query::each(&boxes, &sphere);
        engine.manifolds(query, &mut rows[..]).unwrap();
        engine.overlaps(query, &mut hits).unwrap();
        let row = rows[0];
        let shown = format!("{source}: {row:?} {right:?} {of:?} {ball:?} {engine:?}");
        assert!((f64::from(row.depth) - right.depth).abs() <= bound, "{bound} {shown}");
        assert!((f64::from(row.distance) - ball.radius + right.depth).abs() <= bound, "{shown}");
        assert!(distance(wide(row.normal), normal) <= turn, "{turn} {shown}");
        let place = POINT * bound + WORLD * ROUNDOFF * (length(of.center) + extents);
        assert!(distance(wide(row.point), point) <= place, "{place} {shown}");
        if right.depth.abs() > bound {
            assert_eq!(hits[0], right.depth > 0.0, "{shown}");
        }
    }
}

/// The same as given and after the usual motion.
fn check(source: &str, of: &Solid, ball: Ball, right: Right) {
    check_after(source, &Motion::NONE, of, ball, right);
    check_after(source, &Motion::usual(), of, ball, right);
}

/// A sphere around a point on the surface of the box leaves through a face there: of several, through the first.
#[test]
fn a_center_on_an_edge_or_a_corner_has_a_contact() {
    let cube = Solid::cube([0.0; 3], 1.0);
    for center in [[1.0, 1.0, 0.0], [1.0; 3]] {
        let right = Right { normal: X, depth: 1.0, point: center };
        check_after("dimforge/parry #34", &Motion::NONE, &cube, ball(center, 1.0), right);
    }
}

#[test]
fn a_ball_near_a_cuboid_of_a_screen_touches_its_lower_face() {
    let cube = Solid::cube([0.0, 4.0, 0.0], 0.5);
    let center = [0.051_793_8, 3.051_788_15, 0.0];
    let right = Right { normal: minus(Y), depth: 0.051_788_15, point: [0.051_793_8, 3.5, 0.0] };
    check("dimforge/parry, ball_cuboid_contact", &cube, ball(center, 0.5), right);
}

#[test]
fn a_sphere_keeps_its_depth_when_its_center_is_in_the_box() {
    let box_at = Solid::upright([0.0, 0.0, -0.255], [0.5, 0.5, 0.25]);
    for step in 1..=20_i32 {
        let z = -0.0005 * f64::from(step);
        let right = Right { normal: Z, depth: -z, point: [0.0, 0.0, -0.005] };
        let source = "google-deepmind/mujoco #2206, engine_collision_box_test, BoxSphere";
        check_after(source, &Motion::NONE, &box_at, ball([0.0, 0.0, z], 0.005), right);
    }
}

#[test]
fn a_center_in_the_box_has_the_normal_of_the_nearest_face() {
    let of = Solid::upright([0.0; 3], [1.0, 2.0, 3.0]);
    let source = "idmillington/cyclone-physics #34, luxengine/tornago #4";
    let right = |normal, inside: f64, point| Right { normal, depth: 0.25 + inside, point };
    check_after(source, &Motion::NONE, &of, ball([0.0; 3], 0.25), right(X, 1.0, X));
    for (center, right) in [
        ([0.5, 0.0, 0.0], right(X, 0.5, X)),
        ([0.0, 1.9, 0.0], right(Y, 0.1, [0.0, 2.0, 0.0])),
        ([0.2, 0.3, 2.9], right(Z, 0.1, [0.2, 0.3, 3.0])),
    ] {
        check(source, &of, ball(center, 0.25), right);
    }
}

#[test]
fn the_nearest_point_of_a_box_is_on_its_near_face() {
    let of = Solid::upright([0.0, 5.0, 3.0], [5.0, 1.0, 5.0]);
    let right = Right { normal: minus(Y), depth: -3.0, point: [0.0, 4.0, 0.0] };
    check("flexible-collision-library/fcl #127", &of, ball([0.0; 3], 1.0), right);
}

#[test]
fn a_sphere_at_each_face_edge_and_corner_has_the_direction_from_there() {
    let half = [1.0, 2.0, 3.0];
    for way in directions() {
        let (normal, point) = (unit(way), [0, 1, 2].map(|k| way[k] * half[k]));
        let center = along(point, 0.9, normal);
        let right = Right { normal, depth: 0.1, point };
        let of = Solid::upright([0.0; 3], half);
        check("flexible-collision-library/fcl #76", &of, ball(center, 1.0), right);
    }
}

#[test]
fn a_sphere_next_to_a_unit_box_has_a_normal() {
    let right = Right { normal: minus(X), depth: 0.1, point: [-0.5, 0.0, 0.0] };
    let cube = Solid::cube([0.0; 3], 0.5);
    check("coal-library/coal #344", &cube, ball([-0.9, 0.0, 0.0], 0.5), right);
}

#[test]
fn a_sphere_half_in_a_plate_has_its_depth_anywhere() {
    let of = Solid::upright([0.0; 3], [0.0575, 0.005, 0.001_25]);
    let radius = 0.0015;
    for (i, j) in (0..49_i32).map(|place| (place % 7 - 3, place / 7 - 3)) {
        let [x, y] = [0.016 * f64::from(i), 0.0016 * f64::from(j)];
        // The sides are farther away than the top, which is a quarter of a millimeter below the center.
        let center = [x, y, 0.001_25 + radius / 2.0];
        let right = Right { normal: Z, depth: radius / 2.0, point: [x, y, 0.001_25] };
        check(
            "FCL, test_fcl_sphere_box.cpp, LargeBoxSmallSphere",
            &of,
            ball(center, radius),
            right,
        );
    }
}

#[test]
fn fcl_spheres_touch_a_box_at_the_sum_of_their_extents() {
    let cube = Solid::cube([0.0; 3], 2.5);
    for place in [22.501, 22.4, 30.0] {
        let right = Right { normal: X, depth: 22.5 - place, point: scaled(X, 2.5) };
        let source = "FCL, test_fcl_geometric_shapes.cpp, sphere and box";
        check(source, &cube, ball(scaled(X, place), 20.0), right);
    }
    let sphere = Sphere::new([22.5, 0.0, 0.0], 20.0).unwrap();
    for engine in engines() {
        let mut hits = [false];
        engine.overlaps(Query::each(&store(&[cube]), &sphere), &mut hits).unwrap();
        assert!(hits[0], "exactly touching is overlapping");
    }
}

#[test]
fn a_plate_without_height_stops_spheres() {
    let plate = Solid::upright([0.0; 3], [2.0, 0.0, 2.0]);
    let source = "godotengine/godot #101893";
    for (height, normal) in [(0.4, Y), (-0.4, minus(Y))] {
        let right = Right { normal, depth: 0.1, point: [0.0; 3] };
        check(source, &plate, ball([0.0, height, 0.0], 0.5), right);
    }
    let right = Right { normal: Y, depth: 0.5, point: [0.0; 3] };
    check_after(source, &Motion::NONE, &plate, ball([0.0; 3], 0.5), right);
}

/// A point is a sphere without radius. From the corner the way is (2, 3, 6), of length 7; from an edge (3, 4), of 5.
#[test]
fn points_have_their_distance_from_a_box() {
    let of = Solid::upright([0.5, -1.0, 2.0], [1.0, 2.0, 3.0]).turned([1.0, -2.0, 0.5], 0.7);
    let axes = columns(of.rotation);
    let world = |local: Vector| (0..3).fold(of.center, |place, k| along(place, local[k], axes[k]));
    for (local, way) in [
        ([1.0, 2.0, 3.0], [2.0, 3.0, 6.0]),
        ([1.0, 2.0, 0.5], [3.0, 4.0, 0.0]),
        ([0.25, -2.0, 1.0], [0.0, -2.0, 0.0]),
    ] {
        let point = world(local);
        let center = world(along(local, 1.0, way));
        let between = length(way);
        let normal = scaled(along(center, -1.0, point), 1.0 / between);
        let right = Right { normal, depth: -between, point };
        check("NASA-AMMOS/3DTilesRendererJS PR #623", &of, ball(center, 0.0), right);
    }
}

#[test]
fn a_sphere_above_the_gap_of_two_cubes_is_on_their_edges_or_tops() {
    let source = "panda3d/panda3d #1673";
    let cubes = [-2.0, 2.0].map(|y| Solid::cube([0.0, y, 0.0], 1.0));
    let off = [0.0, -0.3, 0.5];
    let right = Right { normal: unit(off), depth: 1.0 - length(off), point: [0.0, 1.0, 1.0] };
    check(source, &cubes[1], ball([0.0, 0.7, 1.5], 1.0), right);
    let off = [0.0, 1.7, 0.5];
    let right = Right { normal: unit(off), depth: 1.0 - length(off), point: [0.0, -1.0, 1.0] };
    check(source, &cubes[0], ball([0.0, 0.7, 1.5], 1.0), right);
    let right = Right { normal: Z, depth: 0.5, point: [0.0, 1.3, 1.0] };
    check(source, &cubes[1], ball([0.0, 1.3, 1.5], 1.0), right);
}

#[test]
fn panda3d_spheres_into_a_box() {
    let source = "panda3d/panda3d, tests/collide/test_into_box.py";
    let of = Solid::upright([0.0; 3], [2.0, 3.0, 4.0]);
    let right = Right { normal: Z, depth: 3.0, point: [0.0, 0.0, 4.0] };
    check_after(source, &Motion::NONE, &of, ball([0.0, 0.0, 4.0], 3.0), right);
    let right = Right { normal: Z, depth: 0.0, point: [0.0, 0.0, 4.0] };
    check(source, &of, ball([0.0, 0.0, 10.0], 6.0), right);
    let off = [98.0, 97.0, 96.0];
    let right = Right { normal: unit(off), depth: 100.0 - length(off), point: of.half };
    check(source, &of, ball([100.0; 3], 100.0), right);
}

#[test]
fn directxmath_spheres_around_a_unit_box() {
    let source = "microsoft/DirectXMath, obox.cpp, Sphere-OBox";
    let cube = Solid::cube([0.0; 3], 1.0);
    for way in directions() {
        let off = scaled(way, 1.1);
        let right = Right { normal: unit(way), depth: 1.0 - length(off), point: way };
        check(source, &cube, ball(scaled(way, 2.1), 1.0), right);
    }
    let right =
        Right { normal: unit([0.0, 1.0, 2.0]), depth: 10.0 - 5.0_f64.sqrt(), point: [1.0; 3] };
    check(source, &cube, ball([1.0, 2.0, 3.0], 10.0), right);
    let off = [9.0, -4.0, 3.0];
    let right = Right { normal: unit(off), depth: 2.0 - length(off), point: [1.0, -1.0, 1.0] };
    check(source, &cube, ball([10.0, -5.0, 4.0], 2.0), right);
}

#[test]
fn jolt_spheres_on_an_upright_rod() {
    let source = "jrouwe/JoltPhysics, CollideShapeTests, SphereVsBox";
    let rod = Solid::upright([0.0; 3], [10.0, 1.0, 1.0]).turned(Z, std::f64::consts::FRAC_PI_2);
    let right = Right { normal: X, depth: 0.5, point: [1.0, 7.0, 0.5] };
    check(source, &rod, ball([1.5, 7.0, 0.5], 1.0), right);
    let right = Right { normal: Y, depth: 0.25, point: [0.5, 10.0, 0.25] };
    check(source, &rod, ball([0.5, 10.75, 0.25], 1.0), right);
}

#[test]
fn mjx_a_small_sphere_on_a_box() {
    let cube = Solid::cube([0.0; 3], 0.5);
    let source = "google-deepmind/mujoco, MJX collision_driver_test, sphere and box";
    let right = Right { normal: Z, depth: 0.01, point: [0.1, 0.2, 0.5] };
    check(source, &cube, ball([0.1, 0.2, 0.54], 0.05), right);
    let right = Right { normal: Z, depth: -0.01, point: [0.1, 0.2, 0.5] };
    check(source, &cube, ball([0.1, 0.2, 0.56], 0.05), right);
}
