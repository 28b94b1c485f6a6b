//! Boxes against half-spaces: the same bits everywhere, and what float64 says.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{
    BoxStore, BoxView, Engine, HalfSpace, HalfSpaceContacts, OrientedBox, QueryError, ShapeQuery,
};
use octosat_reference::float64::{CornerAnswer, HalfSpaceAnswer, Plane};
use octosat_scenes::generate::Random;
use octosat_tests::{
    Against, Limit, ShapeTest, World, along, both_forms, check_backends, check_lengths,
    check_lonely_lanes, check_threads, columns, cube_rotations, dot, extreme_world,
    fastest_engines, narrow, reference_box, standard_worlds, turn, wide,
};

/// All queries about half-spaces at once, with one margin or one a row.
struct HalfSpaces {
    limit: Limit,
}

#[derive(Clone, Debug, PartialEq)]
struct Row {
    overlaps: bool,
    depth: u32,
    contacts: [u32; 16],
}

impl ShapeTest for HalfSpaces {
    type Shape = HalfSpace;
    type Row = Row;

    fn ask(
        &self,
        engine: &Engine,
        boxes: BoxView<'_>,
        against: Against<'_, HalfSpace>,
    ) -> Vec<Row> {
        let query = against.query(boxes);
        let rows = query.rows();
        let limit = self.limit.repeated(rows);
        let overlaps = both_forms(engine, query.margin(limit.margin()), rows);
        let mut depths = vec![-7.0; rows];
        engine.penetrations(query, &mut depths).unwrap();
        let stale: HalfSpaceContacts = bytemuck::cast([7.0_f32; 16]);
        let mut contacts = vec![stale; rows];
        engine.manifolds(query.margin(limit.margin()), &mut contacts[..]).unwrap();
        let rows = overlaps.into_iter().zip(depths).zip(contacts);
        rows.map(|((overlaps, depth), contacts)| Row {
            overlaps,
            depth: depth.to_bits(),
            contacts: bytemuck::cast(contacts),
        })
        .collect()
    }
}

/// Planes near some of the boxes of a world: along the world's axes, and any.
fn planes(world: &World, count: usize, seed: u64) -> Vec<HalfSpace> {
    let mut random = Random::new(seed);
    let mut planes = Vec::new();
    while planes.len() < count {
        let at = u32::try_from(random.below(world.store.len())).unwrap();
        let given = world.store.get(at).unwrap();
        let mut normal = random.direction();
        if planes.len() % 3 == 0 {
            normal = [0.0; 3];
            normal[random.below(3)] = if random.below(2) == 0 { 1.0 } else { -1.0 };
        }
        let size = given.half_extents.iter().fold(0.0_f32, |size, e| size.max(*e));
        let off = f64::from(size) * random.range(-1.5, 1.5);
        let point = along(wide(given.pose.center), off, normal);
        // Planes farther from the origin than a half-space may be are refused.
        planes.extend(HalfSpace::through(narrow(point), narrow(normal)));
    }
    planes
}

fn worlds() -> Vec<World> {
    let mut worlds = standard_worlds(1_500, 71);
    worlds.extend([extreme_world(1_501, true, 72), extreme_world(1_501, false, 73)]);
    worlds
}

#[test]
fn every_backend_gives_the_bits_of_one_lane() {
    for (number, world) in worlds().into_iter().enumerate() {
        let planes = planes(&world, 4, 74);
        let limit = if number % 2 == 0 { Limit::None } else { Limit::Uniform(0.25) };
        check_backends(&HalfSpaces { limit }, &world, &planes);
    }
}

#[test]
fn any_number_of_boxes_and_of_threads() {
    let world = extreme_world(9_001, false, 75);
    let planes = planes(&world, 5, 76);
    let boxes: Vec<_> = world.store.iter().take(40).collect();
    let query = HalfSpaces { limit: Limit::PerPair(vec![0.0, 1e-6, 0.3, 2.0, 1e5]) };
    check_lengths(&query, &boxes, &planes);
    check_threads(&query, &world, &planes);
}

#[test]
fn nan_is_alone_and_overlaps_nothing() {
    let world = extreme_world(100, false, 77);
    let planes = planes(&world, 5, 78);
    let bad = bytemuck::cast([f32::NAN; 4]);
    let query = HalfSpaces { limit: Limit::Uniform(1e3) };
    check_lonely_lanes(&query, &world, &planes, Some(bad));
    for row in query.ask_world(&Engine::new(), &world, Against::One(&bad)) {
        let contacts: HalfSpaceContacts = bytemuck::cast(row.contacts);
        assert!(!row.overlaps && f32::from_bits(row.depth).is_nan() && contacts.is_empty());
    }
}

#[test]
fn the_reference_agrees() {
    let [mut touching, mut listed] = [0, 0];
    for world in worlds() {
        let planes = planes(&world, 12, 79);
        for margin in [0.0, 0.1] {
            for engine in fastest_engines() {
                let query = HalfSpaces { limit: Limit::Uniform(margin) };
                for shape in &planes {
                    let rows = query.ask_world(&engine, &world, Against::One(shape));
                    for (index, row) in (0..).zip(&rows) {
                        let what = format!("{}, box {index}", world.name);
                        let reference = reference_box(&world, index);
                        listed += check(&reference, shape, (row, margin), &what);
                        touching += usize::from(row.overlaps);
                    }
                }
            }
        }
    }
    assert!(touching > 10_000 && listed > 2 * touching, "{touching} touch, {listed} contacts");
}

/// Fails unless a row is right; the number of its contacts.
fn check(
    reference: &octosat_reference::float64::ReferenceBox,
    shape: &HalfSpace,
    (row, margin): (&Row, f32),
    what: &str,
) -> usize {
    let plane = Plane { normal: shape.normal(), offset: shape.offset() };
    let what = format!("{what}, {plane:?}");
    let truth = reference.half_space_depth(&plane);
    let depth = f64::from(f32::from_bits(row.depth));
    assert!((depth - truth).abs() <= reference.half_space_band(&plane), "{what}: {depth}, {truth}");
    assert!(!reference.contradicts_half_space(&plane, margin, row.overlaps), "{what}");
    assert_eq!(row.overlaps, f32::from_bits(row.depth) >= -margin, "{what}");
    let contacts: HalfSpaceContacts = bytemuck::cast(row.contacts);
    let answers: Vec<CornerAnswer> = contacts
        .iter()
        .map(|c| CornerAnswer { position: c.position, depth: c.depth, corner: c.corner })
        .collect();
    assert_eq!((answers.len(), answers.is_empty()), (contacts.len(), contacts.is_empty()));
    // The kernel says which are there, and `iter` adds up their depths: to the bit the same.
    assert!(answers.iter().all(|answer| answer.depth >= -margin), "{what}: {answers:?}");
    let answer = HalfSpaceAnswer { face: contacts.face(), contacts: &answers, margin };
    assert_eq!(reference.half_space_fault(&plane, &answer), None, "{what}: {answer:?}");
    answers.len()
}

fn contacts_of(oriented: OrientedBox, plane: &HalfSpace, margin: f32) -> HalfSpaceContacts {
    let mut store = BoxStore::new();
    store.insert(oriented).unwrap();
    let mut rows = [HalfSpaceContacts::default()];
    let query = ShapeQuery::each(&store, plane).margin(margin);
    Engine::new().manifolds(query, &mut rows[..]).unwrap();
    rows[0]
}

fn corners(contacts: &HalfSpaceContacts) -> Vec<u8> {
    contacts.iter().map(|contact| contact.corner).collect()
}

#[test]
fn a_face_has_four_contacts_an_edge_two_a_corner_one() {
    let ground = HalfSpace::new([0.0, 0.0, 1.0], 1.0).unwrap();
    let half = [0.5, 1.0, 2.0];
    let flat = OrientedBox::new([3.0, 4.0, 2.75], [0.0, 0.0, 0.0, 1.0], half);
    let contacts = contacts_of(flat, &ground, 0.0);
    assert_eq!((contacts.face(), corners(&contacts)), (4, vec![0, 1, 2, 3]));
    for contact in contacts.iter() {
        assert_eq!(contact.depth.to_bits(), 0.25_f32.to_bits());
        assert_eq!(contact.position[2].to_bits(), 0.875_f32.to_bits());
    }
    // Turned about x, so that an edge along x is lowest.
    let tilted = |angle: f64, axis| narrow(turn(axis, angle));
    let edge = OrientedBox::new([0.0, 0.0, 3.1], tilted(0.2, [1.0, 0.0, 0.0]), half);
    assert_eq!(corners(&contacts_of(edge, &ground, 0.0)), [0, 1]);
    assert_eq!(corners(&contacts_of(edge, &ground, 1.0)), [0, 1, 2, 3]);
    let corner = OrientedBox::new([0.0, 0.0, 3.1], tilted(0.2, [1.0, 1.0, 0.0]), half);
    assert_eq!(corners(&contacts_of(corner, &ground, 0.0)), [1]);
    let above = OrientedBox::new([0.0, 0.0, 3.2], [0.0, 0.0, 0.0, 1.0], half);
    assert!(contacts_of(above, &ground, 0.1).is_empty());
}

#[test]
fn plates_rods_and_points_have_each_contact_once() {
    let ground = HalfSpace::new([0.0, 0.0, 1.0], 0.0).unwrap();
    for (half, expected) in [
        ([1.0, 1.0, 0.0], 4),
        ([1.0, 0.0, 0.0], 2),
        ([0.0, 1.0, 0.0], 2),
        ([0.0, 0.0, 1.0], 1),
        ([0.0, 1.0, 1.0], 2),
        ([0.0, 0.0, 0.0], 1),
    ] {
        let oriented = OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], half);
        let contacts = contacts_of(oriented, &ground, 0.0);
        assert_eq!(contacts.len(), expected, "{half:?}");
    }
}

/// As a box rocks about its place of rest, its corners come and go and keep their numbers.
#[test]
fn numbers_of_corners_persist_while_a_box_rocks() {
    let ground = HalfSpace::new([0.0, 0.0, 1.0], 0.0).unwrap();
    for step in 0..200 {
        let angle = 0.2 * (f64::from(step) * 0.1).sin();
        let rotation = turn([1.0, 0.3, 0.0], angle);
        let oriented = OrientedBox::new([0.0, 0.0, 1.0], narrow(rotation), [1.0; 3]);
        let contacts = contacts_of(oriented, &ground, 0.05);
        assert_eq!(contacts.face(), 4);
        for contact in contacts.iter() {
            let side = |bit: u8| f64::from(contact.corner >> bit & 1) * 2.0 - 1.0;
            let corner = octosat_tests::rotate(rotation, [side(0), side(1), side(2)]);
            let expected = -(corner[2] + 1.0);
            assert!((f64::from(contact.depth) - expected).abs() < 1e-6, "{contact:?} {step}");
        }
    }
}

/// Lifting a box by a contact's depth along the normal puts that corner on the plane.
#[test]
fn lifting_by_the_depth_leaves_nothing_below() {
    let world = &standard_worlds(500, 80)[0];
    let plane = planes(world, 1, 81)[0];
    let mut depths = vec![0.0; world.store.len()];
    let engine = Engine::new();
    engine.penetrations(ShapeQuery::each(&world.store, &plane), &mut depths).unwrap();
    let mut lifted = world.store.clone();
    for (index, depth) in (0..).zip(&depths) {
        let mut pose = world.store.get(index).unwrap().pose;
        let normal = wide(plane.normal());
        pose.center = narrow(along(wide(pose.center), f64::from(*depth), normal));
        lifted.set_pose(index, pose).unwrap();
    }
    let mut after = vec![0.0; world.store.len()];
    engine.penetrations(ShapeQuery::each(&lifted, &plane), &mut after).unwrap();
    for (index, depth) in (0..).zip(&after) {
        let center = wide(lifted.get(index).unwrap().pose.center);
        let far = dot(center, center).sqrt() + f64::from(plane.offset()).abs();
        assert!(f64::from(depth.abs()) <= 4e-6 * (far + 4.0), "box {index}: {depth}");
    }
}

#[test]
fn refusals_name_the_pair_and_write_nothing() {
    let world = extreme_world(10, false, 82);
    let planes = planes(&world, 2, 83);
    let engine = Engine::new();
    let mut out = vec![-7.0; 2];
    for (pairs, message) in [
        ([[9, 1], [10, 0]], "pairs[1][0] is 10, but there are 10 boxes"),
        ([[3, 2], [0, 0]], "pairs[0][1] is 2, but there are 2 half-spaces"),
    ] {
        let query = ShapeQuery::new(&world.store, &planes, &pairs);
        let error = engine.penetrations(query, &mut out).unwrap_err();
        assert!(matches!(error, QueryError::IndexOutOfRange { .. }));
        assert_eq!(error.to_string(), message);
    }
    let pairs = [[0, 0], [1, 1], [2, 0]];
    let query = ShapeQuery::new(&world.store, &planes, &pairs);
    let error = engine.penetrations(query, &mut out).unwrap_err();
    assert_eq!(error, QueryError::OutputLength { expected: 3, found: 2 });
    let mut hits = [true; 3];
    let error = engine.overlaps(query.margin(-1.0), &mut hits).unwrap_err();
    assert_eq!(error, QueryError::Margin { pair: None, margin: -1.0 });
    let error = engine.overlaps(query.margin(&[0.0, f32::NAN]), &mut hits).unwrap_err();
    assert_eq!(error, QueryError::MarginLength { expected: 3, found: 2 });
    assert!(hits == [true; 3] && out.iter().all(|depth| depth.to_bits() == (-7.0_f32).to_bits()));
}

/// A box turned by quarters that stands on a plane, to the last digit of what it is made of.
#[test]
fn a_box_at_rest_has_four_contacts_however_it_is_turned() {
    let mut random = Random::new(31);
    let mut standing = 0;
    for round in 0..40 {
        for rotation in cube_rotations() {
            let half_extents = [0; 3].map(|_| random.range(0.05, 2.0));
            let columns = columns(rotation);
            let reach: f64 = (0..3).map(|k| columns[k][2].abs() * half_extents[k]).sum();
            let away = if round % 2 == 0 { 0.0 } else { 100.0 };
            let center = [random.range(-away, away), random.range(-away, away), reach];
            let oriented = OrientedBox::new(narrow(center), narrow(rotation), narrow(half_extents));
            let floor = HalfSpace::new([0.0, 0.0, 1.0], 0.0).unwrap();
            let contacts = contacts_of(oriented, &floor, 0.0);
            if overlaps(oriented, &floor, 0.0) {
                standing += 1;
                assert_eq!(contacts.len(), 4, "{oriented:?} {contacts:?}");
            } else {
                assert!(contacts.is_empty(), "{oriented:?} {contacts:?}");
            }
            assert!(contacts.iter().all(|contact| (0.0..1e-5).contains(&contact.depth)));
            assert_eq!(contacts_of(oriented, &floor, 1e-4).len(), 4, "{oriented:?}");
        }
    }
    assert!(standing > 300, "{standing}");
}

#[test]
fn there_are_contacts_exactly_where_there_is_overlap() {
    let mut random = Random::new(32);
    let mut counts = [0; 2];
    for _ in 0..4000 {
        let half_extents = [0; 3].map(|_| random.range(0.05, 2.0));
        let rotation: [f32; 4] = narrow(random.rotation());
        let normal = random.direction();
        let plane = HalfSpace::new(narrow(normal), narrow([random.range(-9.0, 9.0)])[0]).unwrap();
        let mut center = narrow(random.vector(-3.0, 3.0));
        // Lifted by its depth a box touches within rounding.
        for _ in 0..2 {
            let oriented = OrientedBox::new(center, rotation, narrow(half_extents));
            let mut depths = [0.0];
            let mut boxes = BoxStore::new();
            boxes.insert(oriented).unwrap();
            let engine = Engine::new();
            engine.penetrations(ShapeQuery::each(&boxes, &plane), &mut depths).unwrap();
            center = narrow(along(wide(center), f64::from(depths[0]), wide(plane.normal())));
        }
        let oriented = OrientedBox::new(center, rotation, narrow(half_extents));
        for margin in [0.0, 1e-7, 0.01] {
            let contacts = contacts_of(oriented, &plane, margin);
            let touches = overlaps(oriented, &plane, margin);
            assert_eq!(touches, !contacts.is_empty(), "{oriented:?} {plane:?} {contacts:?}");
            assert!(contacts.iter().all(|contact| contact.depth >= -margin), "{contacts:?}");
            counts[usize::from(touches)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

fn overlaps(oriented: OrientedBox, plane: &HalfSpace, margin: f32) -> bool {
    let mut boxes = BoxStore::new();
    boxes.insert(oriented).unwrap();
    let mut out = [false];
    let query = ShapeQuery::each(&boxes, plane).margin(margin);
    Engine::new().overlaps(query, &mut out).unwrap();
    out[0]
}
