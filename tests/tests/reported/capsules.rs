//! Boxes against capsules: depth, normal and up to two contacts on the surface of the box.

use octosat::{Capsule, CapsuleContacts, Query};
use octosat_check::engines;
use octosat_scenes::generate::narrow as rounded;
use octosat_tests::{Vector, add, length, narrow, wide};

use crate::case::ROUNDOFF;
use crate::solids::{Motion, Point, Solid, X, Y, Z, distance, minus, scaled, store};

/// Roundoffs by which the depth can be off, for each meter of reach, radius and depth of the core: 36 and four times the
/// deviation of the quaternion by the book, and 16 for rounding box and capsule.
const DEPTH: f64 = 36.0 + 17.5 + 16.0;

/// The same for each meter of distance of the ends of the core from the box.
const ENDS: f64 = 1.0;

/// Roundoffs by which the normal of a face can be turned: 5 for a column of the matrix, and 16 for rounding the box.
const TURN: f64 = 5.0 + 16.0;

/// How many times that a contact can be off.
const POINT: f64 = 4.0;

/// The noise by which contacts are accepted, for each meter of reach, added up along the axes of the box; a contact can be
/// off by it twice.
const NOISE: f64 = 1e-6;

/// Roundoffs by which positions are off in addition, for each meter of their coordinates.
const WORLD: f64 = 12.0;

/// A capsule: the ends of its core, and its radius.
#[derive(Clone, Copy, Debug)]
struct Rounded {
    ends: [Vector; 2],
    radius: f64,
    margin: f64,
}

/// What is right of a box and a capsule: its contacts are on the surface of the box.
#[derive(Clone, Debug)]
struct Right {
    normal: Vector,
    depth: f64,
    contacts: Vec<Point>,
}

fn check(source: &str, of: &Solid, capsule: Rounded, right: &Right) {
    for motion in [Motion::NONE, Motion::usual()] {
        check_after(source, &motion, of, capsule, right);
    }
}

fn check_after(source: &str, motion: &Motion, of: &Solid, capsule: Rounded, right: &Right) {
    let (of, [start, end]) = (of.moved(motion), capsule.ends.map(|end| motion.point(end)));
    let extents: f64 = of.half.iter().sum();
    let middle = scaled(add(start, end), 0.5);
    let reach = distance(middle, of.center) + extents.min(distance(start, end) / 2.0);
    let outside = capsule.radius - right.depth;
    let far = ROUNDOFF * (length(of.center) + length(start) + length(end));
    let apart = distance(of.center, start) + distance(of.center, end);
    let size = reach + capsule.radius + (-outside).max(0.0);
    let bound = ROUNDOFF * (DEPTH * size + ENDS * apart) + far;
    let place = POINT * bound + 2.0 * 3.0_f64.sqrt() * NOISE * reach + WORLD * far;
    let turn = TURN * ROUNDOFF + if outside > 0.0 { POINT * bound / outside } else { 0.0 };
    let given = Capsule::new(narrow(start), narrow(end), rounded(capsule.radius)).unwrap();
    let boxes = store(&[of]);
    for engine in engines() {
        let (mut rows, mut hits) = ([CapsuleContacts::default()], [false]);
        let query = Query::each(&boxes, &given).within(rounded(capsule.margin));
        engine.manifolds(query, &mut rows[..]).unwrap();
        engine.overlaps(query, &mut hits).unwrap();
        let row = &rows[0];
        let shown = format!("{source}: {row:?} {right:?} {of:?} {engine:?}");
        assert!((f64::from(row.depth) - right.depth).abs() <= bound, "{bound} {shown}");
        let off = distance(wide(row.normal), motion.direction(right.normal));
        assert!(off <= turn, "{off} {shown}");
        assert_eq!(hits[0], right.depth >= -capsule.margin, "{shown}");
        assert_eq!(row.len(), right.contacts.len(), "{shown}");
        for expected in &right.contacts {
            let position = motion.point(expected.position);
            let is_there = row.iter().any(|found| {
                distance(wide(found.position), position) <= place
                    && (f64::from(found.depth) - expected.depth).abs() <= place
            });
            assert!(is_there, "{expected:?} {place} {shown}");
        }
    }
}

/// The core is 3 from the center of the box, the face at 0.5, the radius 2.
#[test]
fn fcl_an_upright_capsule_next_to_a_box() {
    let of = Solid::upright([0.0; 3], [0.5, 1.0, 2.0]);
    let capsule = Rounded { ends: [[3.0, 0.0, -2.0], [3.0, 0.0, 2.0]], radius: 2.0, margin: 1.0 };
    let contacts = [-2.0, 2.0].map(|z| Point::new([0.5, 0.0, z], -0.5)).to_vec();
    let right = Right { normal: X, depth: -0.5, contacts };
    check("FCL, test_fcl_capsule_box_1.cpp", &of, capsule, &right);
}

/// The core points at the face x = -0.5; its end is at -8, and the radius reaches to -6.
#[test]
fn fcl_a_capsule_that_points_at_a_box() {
    let of = Solid::upright([0.0; 3], [0.5, 1.0, 2.0]);
    let capsule = Rounded { ends: [[-12.0, 0.8, 1.5], [-8.0, 0.8, 1.5]], radius: 2.0, margin: 6.0 };
    let contacts = vec![Point::new([-0.5, 0.8, 1.5], -5.5)];
    let right = Right { normal: minus(X), depth: -5.5, contacts };
    check("FCL, test_fcl_capsule_box_2.cpp", &of, capsule, &right);
}

#[test]
fn mjx_a_capsule_on_a_box_has_two_contacts() {
    let of = Solid::cube([0.0; 3], 0.5);
    let capsule =
        Rounded { ends: [[-0.25, 0.0, 0.54], [0.25, 0.0, 0.54]], radius: 0.05, margin: 0.0 };
    let contacts = [-0.25, 0.25].map(|x| Point::new([x, 0.0, 0.5], 0.01)).to_vec();
    let right = Right { normal: Z, depth: 0.01, contacts };
    let source = "google-deepmind/mujoco, MJX collision_driver_test, capsule and box";
    check(source, &of, capsule, &right);
}

/// The box stands on the capsule, which is longer: the contacts are at the borders of its lower face.
#[test]
fn reactphysics3d_196_a_box_on_a_lying_capsule_is_pushed_out() {
    let of = Solid::cube([0.0, 1.9, 0.0], 1.0);
    let capsule = Rounded { ends: [[-5.0, 0.0, 0.0], [5.0, 0.0, 0.0]], radius: 1.0, margin: 0.0 };
    let contacts = [-1.0, 1.0].map(|x| Point::new([x, 0.9, 0.0], 0.1)).to_vec();
    let right = Right { normal: minus(Y), depth: 0.1, contacts };
    check("DanielChappuis/reactphysics3d #196", &of, capsule, &right);
}

#[test]
fn nimblephysics_13_a_standing_capsule_touches_the_floor_with_its_end() {
    let floor = Solid::upright([0.0; 3], [5.0, 0.5, 5.0]);
    let capsule =
        Rounded { ends: [[1.0, 0.55, -2.0], [1.0, 1.55, -2.0]], radius: 0.1, margin: 0.0 };
    let contacts = vec![Point::new([1.0, 0.5, -2.0], 0.05)];
    let right = Right { normal: Y, depth: 0.05, contacts };
    check("keenon/nimblephysics #13", &floor, capsule, &right);
}

/// The lower end of the core is 0.5 below the center of the capsule, and its surface another 0.5.
#[test]
fn parry_70_a_capsule_that_sinks_through_the_top_of_a_cuboid_overlaps_it_all_the_time() {
    let ground = Solid::cube([0.0, -50.0, 0.0], 50.0);
    for step in 0..40_i32 {
        let y = -0.49 + 0.975 * f64::from(step) / 39.0;
        let ends = [[0.0, y - 0.5, 0.0], [0.0, y + 0.5, 0.0]];
        let capsule = Rounded { ends, radius: 0.5, margin: 0.0 };
        // The upper end is half a meter above the center: below zero, its surface is in the ground, too.
        let depths = [1.0 - y, -y].into_iter().filter(|&depth| depth > 0.0);
        let contacts = depths.map(|depth| Point::new([0.0; 3], depth)).collect();
        let right = Right { normal: Y, depth: 1.0 - y, contacts };
        check_after("dimforge/parry #70", &Motion::NONE, &ground, capsule, &right);
    }
}

#[test]
fn dart_3321_the_normal_of_a_capsule_points_away_from_the_box() {
    let capsule =
        Rounded { ends: [[1.25, -0.25, 0.0], [1.25, 0.25, 0.0]], radius: 0.5, margin: 0.0 };
    let contacts = [-0.25, 0.25].map(|y| Point::new([1.0, y, 0.0], 0.25)).to_vec();
    let right = Right { normal: X, depth: 0.25, contacts };
    check("dartsim/dart #3321", &Solid::cube([0.0; 3], 1.0), capsule, &right);
}

/// The core passes the box from x = -8 to 12 a meter above its top.
#[test]
fn dart_3343_a_long_capsule_has_its_distance_between_its_ends() {
    let capsule =
        Rounded { ends: [[-8.0, 2.0, 0.25], [12.0, 2.0, 0.25]], radius: 0.25, margin: 1.0 };
    let contacts = [-1.0, 1.0].map(|x| Point::new([x, 1.0, 0.25], -0.75)).to_vec();
    let right = Right { normal: Y, depth: -0.75, contacts };
    check("dartsim/dart #3343", &Solid::cube([0.0; 3], 1.0), capsule, &right);
}
