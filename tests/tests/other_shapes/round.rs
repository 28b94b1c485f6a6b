//! Documented rules of pairs without a box: spheres, capsules and half-spaces.
#![expect(clippy::float_cmp, reason = "shapes along the axes have results without rounding")]

use octosat::{
    Capsule, CapsuleContact, CapsuleContacts, Engine, Face, HalfSpace, Query, Sphere, SphereContact,
};
use octosat_tests::wrong_length;

fn sphere(center: [f32; 3], radius: f32) -> Sphere {
    Sphere::new(center, radius).unwrap()
}

fn capsule(start: [f32; 3], end: [f32; 3], radius: f32) -> Capsule {
    Capsule::new(start, end, radius).unwrap()
}

/// The row of one pair with a sphere.
macro_rules! contact {
    ($a:expr, $b:expr) => {{
        let mut rows = [SphereContact::default()];
        let (a, b) = ([$a], [$b]);
        let query = Query::new((&a, &b), &[[0, 0]]);
        Engine::new().manifolds(query, &mut rows[..]).unwrap();
        rows[0]
    }};
}

/// The row of one pair with a capsule.
macro_rules! contacts {
    ($a:expr, $b:expr, $within:expr) => {{
        let mut rows = [CapsuleContacts::default()];
        let (a, b) = ([$a], [$b]);
        let query = Query::new((&a, &b), &[[0, 0]]).within($within);
        Engine::new().manifolds(query, &mut rows[..]).unwrap();
        rows[0]
    }};
}

fn listed(row: &CapsuleContacts) -> Vec<([f32; 3], f32, u8)> {
    row.iter()
        .map(|CapsuleContact { position, depth, feature }| (position, depth, feature))
        .collect()
}

#[test]
fn spheres_next_to_each_kind_of_shape_have_the_stated_rows() {
    let up = [0.0, 0.0, 1.0];
    let row = |normal, depth, point, distance| SphereContact { normal, depth, point, distance };
    let ball = sphere([0.0, 0.0, 2.0], 0.75);
    let round = contact!(sphere([0.0, 0.0, 0.5], 0.5), ball);
    assert_eq!(round, row(up, -0.25, [0.0, 0.0, 1.0], 1.0));
    let plane = HalfSpace::new(up, 1.5).unwrap();
    assert_eq!(contact!(plane, ball), row(up, 0.25, [0.0, 0.0, 1.5], 0.5));
    let log = capsule([-1.0, 0.0, 0.5], [1.0, 0.0, 0.5], 0.5);
    assert_eq!(contact!(log, ball), row(up, -0.25, [0.0, 0.0, 1.0], 1.0));
    // Beyond an end of the core.
    let beyond = contact!(log, sphere([4.0, 0.0, 0.5], 1.0));
    assert_eq!(beyond, row([1.0, 0.0, 0.0], -1.5, [1.5, 0.0, 0.5], 2.5));
}

#[test]
fn centers_at_a_core_leave_across_it() {
    let origin = sphere([0.0; 3], 0.5);
    let row = contact!(origin, origin);
    assert_eq!((row.normal, row.depth, row.distance), ([0.0, 1.0, 0.0], 1.0, -0.5));
    for (end, normal) in [
        ([2.0, 0.0, 0.0], [0.0, 1.0, 0.0]),
        ([0.0, 0.0, 2.0], [0.0, 1.0, 0.0]),
        ([0.0, -2.0, 0.0], [1.0, 0.0, 0.0]),
        ([0.0; 3], [0.0, 1.0, 0.0]),
    ] {
        let core = capsule(end.map(|c: f32| -c), end, 0.25);
        let row = contact!(core, origin);
        assert_eq!((row.normal, row.depth, row.distance), (normal, 0.75, -0.25), "{end:?}");
        let row = contacts!(origin, core, 0.0);
        assert_eq!((row.normal, row.depth, row.len()), (normal, 0.75, 1), "{end:?}");
        assert_eq!(core.normal_at([0.0; 3]), normal);
    }
    assert_eq!(origin.normal_at([0.0; 3]), [0.0, 1.0, 0.0]);
    assert_eq!(origin.normal_at([0.0, 3.0, -4.0]), [0.0, 0.6, -0.8]);
}

#[test]
fn gaps_of_any_size_between_spheres_have_a_unit_normal() {
    for exponent in -44..12 {
        let gap: f32 = format!("1e{exponent}").parse().unwrap();
        let row = contact!(sphere([0.0; 3], 0.0), sphere([0.0, 0.0, -gap], 0.0));
        let normal = row.normal.map(f32::to_bits);
        assert_eq!(normal, [0.0_f32, 0.0, -1.0].map(f32::to_bits), "{gap:e}");
        assert!((row.distance / gap - 1.0).abs() < 1e-6, "{gap:e}: {}", row.distance);
    }
}

#[test]
fn a_capsule_rests_on_the_ground_with_the_ends_that_are_near() {
    let ground = HalfSpace::new([0.0, 0.0, 1.0], 1.0).unwrap();
    let level = contacts!(ground, capsule([0.0, 0.0, 1.25], [2.0, 0.0, 1.25], 0.5), 0.0);
    let expected = [([0.0, 0.0, 1.0], 0.25, 0), ([2.0, 0.0, 1.0], 0.25, 1)];
    assert_eq!((level.normal, level.depth, level.face()), ([0.0, 0.0, 1.0], 0.25, Face::MISS));
    assert_eq!(listed(&level), expected);
    let tilted = capsule([0.0, 0.0, 1.75], [2.0, 0.0, 1.25], 0.5);
    assert_eq!(listed(&contacts!(ground, tilted, 0.125)), [([2.0, 0.0, 1.0], 0.25, 1)]);
    let both = contacts!(ground, tilted, 0.25);
    assert_eq!(listed(&both), [([0.0, 0.0, 1.0], -0.25, 0), ([2.0, 0.0, 1.0], 0.25, 1)]);
    // One end, if both are the same; none, if it is far.
    let ball = capsule([0.0, 0.0, 1.75], [0.0, 0.0, 1.75], 0.5);
    assert_eq!(listed(&contacts!(ground, ball, 0.25)), [([0.0, 0.0, 1.0], -0.25, 0)]);
    let far = contacts!(ground, ball, 0.125);
    assert_eq!((far.depth, far.len(), far.face()), (-0.25, 0, Face::MISS));
}

#[test]
fn a_sphere_touches_a_capsule_where_it_is_nearest() {
    let core = capsule([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.5);
    for (center, normal, point, feature) in [
        ([0.5, 0.0, 1.0], [0.0, 0.0, -1.0], [0.5, 0.0, 0.5], 2),
        ([2.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [1.5, 0.0, 0.0], 1),
        ([-2.0, 0.0, 0.0], [1.0, 0.0, 0.0], [-1.5, 0.0, 0.0], 0),
    ] {
        let row = contacts!(sphere(center, 0.5), core, 0.0);
        assert_eq!((row.normal, row.depth), (normal, 0.0));
        assert_eq!(listed(&row), [(point, 0.0, feature)]);
    }
}

/// A capsule of 1 m along x, and one above it turned by this angle about z.
fn crossed_by(angle: f32) -> CapsuleContacts {
    let (x, y) = (0.5 * angle.cos(), 0.5 * angle.sin());
    let above = capsule([0.2 - x, -y, 0.1875], [0.2 + x, y, 0.1875], 0.1);
    contacts!(capsule([-0.5, 0.0, 0.0], [0.5, 0.0, 0.0], 0.1), above, 0.0)
}

#[test]
fn nearly_parallel_capsules_have_two_contacts_and_crossed_ones_have_one() {
    for angle in [0.0, 1e-7, 1e-5, 1e-3, 0.01, 0.03] {
        let row = crossed_by(angle);
        assert_eq!(row.len(), 2, "{angle}");
        let features: Vec<u8> = row.iter().map(|contact| contact.feature).collect();
        assert_eq!(features, [0, 3], "{angle}");
        let places: Vec<f32> = row.iter().map(|contact| contact.position[0]).collect();
        assert!((places[0] + 0.3).abs() < 3e-4 && places[1] == 0.5, "{angle}: {places:?}");
        for contact in row.iter() {
            assert!((contact.depth - row.depth).abs() < 0.02 * 0.2, "{angle}: {contact:?}");
        }
    }
    for angle in [0.1, 0.3, 1.5] {
        let row = crossed_by(angle);
        let contact = row.iter().next().unwrap();
        assert_eq!((row.len(), contact.feature, contact.depth), (1, 4, row.depth), "{angle}");
        assert!((contact.position[0] - 0.2).abs() < 1e-5, "{angle}");
    }
}

#[test]
fn long_cores_that_are_slightly_crossed_touch_between_their_ends() {
    let a = capsule([-9.0, 0.0, 0.0], [9.0, 0.0, 0.0], 0.1);
    let b = capsule([-9.0, -0.09, 0.1875], [9.0, 0.09, 0.1875], 0.1);
    let row = contacts!(a, b, 0.5);
    assert_eq!(row.len(), 1);
    assert!((row.depth - 0.0125).abs() < 1e-6, "{row:?}");
}

/// Both ends lose little, but a tenth of a radian is more than capsules that lie along each other have.
#[test]
fn short_capsules_that_are_crossed_have_one_contact() {
    let a = capsule([-0.2, 0.0, 0.0], [0.2, 0.0, 0.0], 0.25);
    for (height, contacts) in [(0.01, 2), (0.02, 1)] {
        let b = capsule([-0.2, -height, 0.46875], [0.2, height, 0.46875], 0.25);
        assert_eq!(contacts!(a, b, 0.0).len(), contacts, "{height}");
    }
}

/// How far the cores of two capsules are apart along a direction.
fn separation(normal: [f32; 3], a: &Capsule, b: &Capsule) -> f64 {
    let along = |point: [f32; 3]| -> f64 {
        (0..3).map(|k| f64::from(normal[k]) * f64::from(point[k])).sum()
    };
    let [a, b] = [a, b].map(|capsule| [capsule.start(), capsule.end()].map(along));
    b[0].min(b[1]) - a[0].max(a[1])
}

/// Found by searches: next to each other's ends, and almost parallel.
#[test]
fn normals_of_cores_that_almost_meet_do_not_lean_along_them() {
    for (a, b, most) in [
        (
            [[0.074230865, -0.98210937, 0.17306343], [0.025060678, -0.80589193, -0.005694413]],
            [[0.024786908, -0.8058234, -0.0054828296], [-0.0063336217, -0.69355464, -0.11959956]],
            5e-4,
        ),
        (
            [[-0.9872941, 0.028633462, -0.15630268], [0.23896894, 5.914988, 2.9277492]],
            [[0.23898141, 5.914969, 2.9277802], [-0.1285885, 6.2451463, 3.2759814]],
            5e-5,
        ),
        (
            [[0.9476121, -0.021441346, 0.31870297], [0.7249797, -1.2247596, 0.053628206]],
            [[0.72498155, -1.2247591, 0.053624496], [0.6095924, -1.0599325, 0.019147333]],
            1e-5,
        ),
    ] {
        let [a, b] = [a, b].map(|[start, end]| capsule(start, end, 0.0));
        let row = contacts!(a, b, 1.0);
        let lost = -f64::from(row.depth) - separation(row.normal, &a, &b);
        assert!(lost < most, "{row:?}: {lost}");
    }
}

#[test]
fn of_two_tilted_capsules_the_deeper_end_is_listed_and_the_other_if_it_is_near() {
    let a = capsule([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.5);
    let b = capsule([-1.0, 0.0, 1.0], [1.0, 0.0, 1.0625], 0.5);
    assert_eq!(contacts!(a, b, 0.03125).len(), 1);
    let row = contacts!(a, b, 0.0625);
    let features: Vec<u8> = row.iter().map(|contact| contact.feature).collect();
    assert_eq!((features, row.depth), (vec![2, 3], 0.0));
}

#[test]
fn cores_that_meet_leave_along_their_common_perpendicular() {
    let a = capsule([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.5);
    let crossing = capsule([0.0, -1.0, 0.0], [0.0, 1.0, 0.0], 0.25);
    let row = contacts!(a, crossing, 0.0);
    assert_eq!((row.normal, row.depth), ([0.0, 0.0, 1.0], 0.75));
    assert_eq!(listed(&row), [([0.0, 0.0, 0.5], 0.75, 4)]);
    // The smallest offset chooses the side.
    for height in [1e-5_f32, -1e-5, 1e-30, -1e-30] {
        let row = contacts!(a, capsule([0.0, -1.0, height], [0.0, 1.0, height], 0.25), 0.0);
        assert_eq!(row.normal, [0.0, 0.0, height.signum()], "{height:e}");
    }
    // In one line, and the same twice.
    for other in [a, capsule([0.5, 0.0, 0.0], [3.0, 0.0, 0.0], 0.5)] {
        let row = contacts!(a, other, 0.0);
        assert_eq!((row.normal, row.depth, row.len()), ([0.0, 1.0, 0.0], 1.0, 2));
    }
    let point = contacts!(sphere([0.0; 3], 1.0), capsule([0.0; 3], [0.0; 3], 1.0), 0.0);
    assert_eq!((point.normal, point.depth, point.len()), ([0.0, 1.0, 0.0], 2.0, 1));
}

#[test]
fn errors_of_pairs_of_shapes_name_the_list_and_leave_everything() {
    let balls = [sphere([0.0; 3], 1.0); 3];
    let mut rows = [SphereContact { depth: 7.0, ..SphereContact::default() }; 1];
    let error = Engine::new().manifolds(Query::new((&balls, &balls), &[[0, 3]]), &mut rows[..]);
    let words = "pairs[0][1] is 3, but the number of spheres is 3";
    assert_eq!(error.unwrap_err().to_string(), words);
    let near = Query::new((&balls, &balls), &[[0, 1]]).within(0.5);
    assert!(Engine::new().manifolds(near, &mut rows[..]).is_err());
    let none: &[[u32; 2]] = &[];
    let error = Engine::new().manifolds(Query::new((&balls, &balls), none), &mut rows[..]);
    assert_eq!(error.unwrap_err().to_string(), wrong_length(0, 1));
    assert_eq!(rows[0].depth, 7.0);
}
