//! Boxes that stand, lean and rock on a plane.

use glam::{DQuat, DVec3};
use octosat::{BoxStore, Engine, HalfSpace, HalfSpaceContacts, OrientedBox, Query};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::{store_of, upright};

fn ground() -> HalfSpace {
    HalfSpace::new([0.0, 0.0, 1.0], 0.0).unwrap()
}

fn contacts_of(boxes: &BoxStore, plane: &HalfSpace, margin: f32) -> HalfSpaceContacts {
    let mut rows = [HalfSpaceContacts::default()];
    let query = Query::each(boxes, plane).within(margin);
    Engine::new().manifolds(query, &mut rows[..]).unwrap();
    rows[0]
}

fn overlaps(boxes: &BoxStore, plane: &HalfSpace, margin: f32) -> bool {
    let mut out = [false];
    Engine::new().overlaps(Query::each(boxes, plane).within(margin), &mut out).unwrap();
    out[0]
}

fn corners(contacts: &HalfSpaceContacts) -> Vec<u8> {
    contacts.iter().map(|contact| contact.corner).collect()
}

/// A rotation as stores take it.
fn turned(axis: [f64; 3], angle: f64) -> [f32; 4] {
    DQuat::from_axis_angle(DVec3::from(axis).normalize(), angle).as_quat().to_array()
}

#[test]
fn a_face_has_four_contacts_an_edge_two_a_corner_one() {
    let plane = HalfSpace::new([0.0, 0.0, 1.0], 1.0).unwrap();
    let half = [0.5, 1.0, 2.0];
    let contacts = contacts_of(&store_of([upright([3.0, 4.0, 2.75], half)]), &plane, 0.0);
    assert_eq!((contacts.face().code(), corners(&contacts)), (4, vec![0, 1, 2, 3]));
    for contact in contacts.iter() {
        assert_eq!((contact.depth, contact.position[2]), (0.25, 0.875));
    }
    // Turned about x, so that an edge along x is lowest.
    let edge = store_of([OrientedBox::new([0.0, 0.0, 3.1], turned([1.0, 0.0, 0.0], 0.2), half)]);
    assert_eq!(corners(&contacts_of(&edge, &plane, 0.0)), [0, 1]);
    assert_eq!(corners(&contacts_of(&edge, &plane, 1.0)), [0, 1, 2, 3]);
    let corner = store_of([OrientedBox::new([0.0, 0.0, 3.1], turned([1.0, 1.0, 0.0], 0.2), half)]);
    assert_eq!(corners(&contacts_of(&corner, &plane, 0.0)), [1]);
    assert!(contacts_of(&store_of([upright([0.0, 0.0, 3.2], half)]), &plane, 0.1).is_empty());
}

#[test]
fn plates_rods_and_points_have_each_contact_once() {
    for (half, expected) in [
        ([1.0, 1.0, 0.0], 4),
        ([1.0, 0.0, 0.0], 2),
        ([0.0, 1.0, 0.0], 2),
        ([0.0, 0.0, 1.0], 1),
        ([0.0, 1.0, 1.0], 2),
        ([0.0, 0.0, 0.0], 1),
    ] {
        let contacts = contacts_of(&store_of([upright([0.0; 3], half)]), &ground(), 0.0);
        assert_eq!(contacts.len(), expected, "{half:?}");
    }
}

/// As a box rocks about its place of rest, its corners come and go and keep their numbers.
#[test]
fn numbers_of_corners_persist_while_a_box_rocks() {
    for step in 0..200 {
        let axis = DVec3::new(1.0, 0.3, 0.0).normalize();
        let rotation = DQuat::from_axis_angle(axis, 0.2 * (f64::from(step) * 0.1).sin());
        let boxes =
            store_of([OrientedBox::new([0.0, 0.0, 1.0], rotation.as_quat().to_array(), [1.0; 3])]);
        let contacts = contacts_of(&boxes, &ground(), 0.05);
        assert_eq!(contacts.face().code(), 4);
        for contact in contacts.iter() {
            let side = |bit: u8| f64::from(contact.corner >> bit & 1) * 2.0 - 1.0;
            let expected = -((rotation * DVec3::new(side(0), side(1), side(2))).z + 1.0);
            assert!((f64::from(contact.depth) - expected).abs() < 1e-6, "{contact:?} {step}");
        }
    }
}

/// A box turned by quarters that stands on a plane, to the last digit of what it is made of.
#[test]
fn a_box_at_rest_has_four_contacts_however_it_is_turned() {
    let quarter = std::f64::consts::FRAC_PI_2;
    let mut random = Random::new(31);
    let mut standing = 0;
    for round in 0..960 {
        let turn = |axis, times| DQuat::from_axis_angle(axis, quarter * f64::from(times));
        let rotation = turn(DVec3::Z, round % 4)
            * turn(DVec3::X, round / 4 % 4)
            * turn(DVec3::Y, round / 16 % 4);
        let half = DVec3::from([0; 3].map(|_| random.range(0.05, 2.0)));
        let reach = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| (rotation * axis).z.abs());
        let away = if round % 2 == 0 { 0.0 } else { 100.0 };
        let center =
            [random.range(-away, away), random.range(-away, away), DVec3::from(reach).dot(half)];
        let boxes = store_of([OrientedBox::new(
            center.map(narrow),
            rotation.as_quat().to_array(),
            half.as_vec3().into(),
        )]);
        let contacts = contacts_of(&boxes, &ground(), 0.0);
        let expected = if overlaps(&boxes, &ground(), 0.0) { 4 } else { 0 };
        standing += usize::from(expected == 4);
        assert_eq!(contacts.len(), expected, "{boxes:?} {contacts:?}");
        assert!(contacts.iter().all(|contact| (0.0..1e-5).contains(&contact.depth)));
        assert_eq!(contacts_of(&boxes, &ground(), 1e-4).len(), 4, "{boxes:?}");
    }
    assert!(standing > 300, "{standing}");
}

/// Lifted by its depth a box touches within rounding; it has contacts exactly if it overlaps.
#[test]
fn lifting_by_the_depth_leaves_nothing_below_and_contacts_are_where_there_is_overlap() {
    let mut random = Random::new(32);
    let mut counts = [0; 2];
    for _ in 0..4000 {
        let half = [0; 3].map(|_| narrow(random.range(0.05, 2.0)));
        let rotation = random.rotation().map(narrow);
        let offset = narrow(random.range(-9.0, 9.0));
        let plane = HalfSpace::new(random.direction().map(narrow), offset).unwrap();
        let normal = DVec3::from(plane.normal().map(f64::from));
        let mut center = DVec3::from(random.vector(-3.0, 3.0));
        let mut depths = [0.0];
        for _ in 0..3 {
            let boxes = store_of([OrientedBox::new(center.as_vec3().into(), rotation, half)]);
            let query = Query::each(&boxes, &plane);
            Engine::new().penetrations(query, &mut depths).unwrap();
            center += f64::from(depths[0]) * normal;
        }
        assert!(depths[0].abs() <= 1e-5, "{depths:?} of {plane:?}");
        let boxes = store_of([OrientedBox::new(center.as_vec3().into(), rotation, half)]);
        for margin in [0.0, 1e-7, 0.01] {
            let contacts = contacts_of(&boxes, &plane, margin);
            let touches = overlaps(&boxes, &plane, margin);
            assert_eq!(touches, !contacts.is_empty(), "{boxes:?} {plane:?} {contacts:?}");
            assert!(contacts.iter().all(|contact| contact.depth >= -margin), "{contacts:?}");
            counts[usize::from(touches)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}
