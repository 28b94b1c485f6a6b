//! Boxes against spheres: the same bits everywhere, and what float64 says.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{BoxStore, BoxView, Engine, OrientedBox, ShapeQuery, Sphere, SphereContact};
use octosat_reference::float64::{Ball, ReferenceBox, SphereAnswer};
use octosat_scenes::generate::Random;
use octosat_tests::{
    Against, Limit, ShapeTest, World, add, both_forms, check_backends, check_lengths,
    check_lonely_lanes, check_threads, columns, extreme_world, fastest_engines, narrow,
    reference_box, standard_worlds, wide,
};

/// All queries about spheres at once, with one margin or one a row.
struct Spheres {
    limit: Limit,
}

#[derive(Clone, Debug, PartialEq)]
struct Row {
    overlaps: bool,
    contact: [u32; 8],
}

impl ShapeTest for Spheres {
    type Shape = Sphere;
    type Row = Row;

    fn ask(&self, engine: &Engine, boxes: BoxView<'_>, against: Against<'_, Sphere>) -> Vec<Row> {
        let query = against.query(boxes);
        let rows = query.rows();
        let limit = self.limit.repeated(rows);
        let overlaps = both_forms(engine, query.margin(limit.margin()), rows);
        let stale = SphereContact { depth: -7.0, distance: 7.0, ..SphereContact::default() };
        let mut contacts = vec![stale; rows];
        engine.manifolds(query, &mut contacts[..]).unwrap();
        let rows = overlaps.into_iter().zip(contacts);
        rows.map(|(overlaps, contact)| Row { overlaps, contact: bytemuck::cast(contact) }).collect()
    }
}

/// Where a centre stands along one axis of a box, in half extents: on the axis, on a face, inside
/// and outside, hardly or far.
const PLACES: [f64; 10] = [0.0, 1.0, -1.0, 0.999_999_9, -1.000_000_1, 0.3, -0.8, 1.2, -2.5, 9.0];

/// A sphere for each box, standing at corners, edges and faces of it, in and out.
fn spheres(world: &World, seed: u64) -> Vec<Sphere> {
    let mut random = Random::new(seed);
    let boxes: Vec<OrientedBox> = world.store.iter().collect();
    let near = boxes.iter().map(|given| {
        let mut center = wide(given.pose.center);
        let extents = wide(given.half_extents);
        for (axis, extent) in columns(wide(given.pose.rotation)).into_iter().zip(extents) {
            let off = PLACES[random.below(PLACES.len())] * extent;
            center = add(center, axis.map(|component| component * off));
        }
        let largest = extents.iter().fold(0.0_f64, |largest, e| largest.max(*e));
        let radius = [0.0, 1e-3, 0.1, 1.0, 5.0][random.below(5)] * largest;
        let limit = |value: f32| value.clamp(-1e12, 1e12);
        Sphere::new(narrow(center).map(limit), limit(narrow([radius])[0])).unwrap()
    });
    near.collect()
}

fn own_pairs(world: &World) -> Vec<[u32; 2]> {
    (0..u32::try_from(world.store.len()).unwrap()).map(|index| [index, index]).collect()
}

fn worlds() -> Vec<World> {
    let mut worlds = standard_worlds(1_500, 91);
    worlds.extend([extreme_world(3_001, true, 92), extreme_world(3_001, false, 93)]);
    worlds
}

#[test]
fn every_backend_gives_the_bits_of_one_lane() {
    for (number, world) in worlds().into_iter().enumerate() {
        let spheres = spheres(&world, 94);
        let limit = if number % 2 == 0 { Limit::None } else { Limit::Uniform(0.25) };
        check_backends(&Spheres { limit }, &world, &spheres[..5]);
    }
}

#[test]
fn any_number_of_boxes_and_of_threads() {
    let world = extreme_world(9_001, false, 95);
    let spheres = spheres(&world, 96);
    let boxes: Vec<_> = world.store.iter().take(40).collect();
    let query = Spheres { limit: Limit::PerPair(vec![0.0, 1e-6, 0.3, 2.0, 1e5]) };
    check_lengths(&query, &boxes, &spheres);
    check_threads(&query, &world, &spheres);
}

#[test]
fn nan_is_alone_and_overlaps_nothing() {
    let world = extreme_world(100, false, 97);
    let query = Spheres { limit: Limit::Uniform(1e3) };
    let bad = bytemuck::cast([f32::NAN; 4]);
    check_lonely_lanes(&query, &world, &spheres(&world, 98), Some(bad));
    for component in 0..4 {
        let mut row = [0.0, 0.0, 0.0, 1.0];
        row[component] = f32::NAN;
        let bad: Sphere = bytemuck::cast(row);
        for row in query.ask_world(&Engine::new(), &world, Against::One(&bad)) {
            let contact: SphereContact = bytemuck::cast(row.contact);
            assert!(!row.overlaps && contact.depth.is_nan() && !contact.overlaps());
        }
    }
}

/// Each component of a box that is NaN makes it overlap nothing, wherever the sphere is.
#[test]
fn boxes_with_a_nan_overlap_nothing() {
    let query = Spheres { limit: Limit::Uniform(1e3) };
    for (column, component) in [(0, 0), (0, 2), (1, 1), (1, 3), (2, 0), (2, 1), (2, 2)] {
        let mut rows = [[0.0; 4], [0.0, 0.0, 0.0, 1.0], [1.0, 2.0, 3.0, 0.0]];
        rows[column][component] = f32::NAN;
        let view = BoxView::unchecked(&rows[..1], &rows[1..2], &rows[2..]).unwrap();
        for center in [[0.0; 3], [0.5, 1.8, -2.0], [4.0, 0.0, 0.0], [1.0, 5.0, 9.0]] {
            let sphere = Sphere::new(center, 100.0).unwrap();
            let rows = query.ask(&Engine::new(), view, Against::One(&sphere));
            assert!(!rows[0].overlaps, "column {column}, component {component}, {center:?}");
        }
    }
}

#[test]
fn the_reference_agrees() {
    let [mut touching, mut inside, mut all] = [0, 0, 0];
    for world in worlds() {
        let spheres = spheres(&world, 99);
        let pairs = own_pairs(&world);
        for margin in [0.0, 0.1] {
            for engine in fastest_engines() {
                let against = Against::Pairs { shapes: &spheres, pairs: &pairs };
                let query = Spheres { limit: Limit::Uniform(margin) };
                let rows = query.ask_world(&engine, &world, against);
                for (index, (row, sphere)) in (0..).zip(rows.iter().zip(&spheres)) {
                    let reference = reference_box(&world, index);
                    let contact = check(&reference, sphere, (row, margin), &world);
                    touching += usize::from(row.overlaps);
                    inside += usize::from(contact.distance < 0.0);
                    all += 1;
                }
            }
        }
    }
    assert!(touching > all / 4 && touching < all * 9 / 10, "{touching} of {all} touch");
    assert!(inside > all / 50, "{inside} of {all} inside");
}

/// Fails unless a row is right.
fn check(
    reference: &ReferenceBox,
    sphere: &Sphere,
    (row, margin): (&Row, f32),
    world: &World,
) -> SphereContact {
    let ball = Ball { center: sphere.center(), radius: sphere.radius() };
    let contact: SphereContact = bytemuck::cast(row.contact);
    let SphereContact { normal, depth, point, distance } = contact;
    let answer = SphereAnswer { normal, depth, point, distance };
    let fault = reference.sphere_fault(&ball, &answer);
    assert_eq!(fault, None, "{}, {ball:?}, {answer:?}, {reference:?}", world.name);
    assert!(!reference.contradicts_sphere(&ball, margin, row.overlaps), "{ball:?}, {answer:?}");
    assert_eq!(row.overlaps, depth >= -margin, "{ball:?}, {answer:?}");
    contact
}

fn contact_of(half_extents: [f32; 3], center: [f32; 3], radius: f32) -> SphereContact {
    let mut store = BoxStore::new();
    store.insert(OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], half_extents)).unwrap();
    let sphere = Sphere::new(center, radius).unwrap();
    let mut rows = [SphereContact::default()];
    Engine::new().manifolds(ShapeQuery::each(&store, &sphere), &mut rows[..]).unwrap();
    rows[0]
}

/// The documented rule for a centre that has no nearest point but itself.
#[test]
fn a_centre_inside_leaves_through_the_first_of_the_nearest_faces() {
    let normal_and_depth = |half, center| {
        let contact = contact_of(half, center, 0.5);
        (contact.normal, contact.depth, contact.point)
    };
    let cube = [1.0; 3];
    assert_eq!(normal_and_depth(cube, [0.0; 3]), ([1.0, 0.0, 0.0], 1.5, [1.0, 0.0, 0.0]));
    let low = [-0.75, 0.0, 0.5];
    assert_eq!(normal_and_depth(cube, low), ([-1.0, 0.0, 0.0], 0.75, [-1.0, 0.0, 0.5]));
    let tie = [0.25, -0.75, 0.75];
    assert_eq!(normal_and_depth(cube, tie), ([0.0, -1.0, 0.0], 0.75, [0.25, -1.0, 0.75]));
    let flat = [1.0, 2.0, 0.5];
    assert_eq!(normal_and_depth(flat, [0.0; 3]), ([0.0, 0.0, 1.0], 1.0, [0.0, 0.0, 0.5]));
    let on_the_face = [0.0, 1.0, 0.0];
    assert_eq!(normal_and_depth(cube, on_the_face), ([0.0, 1.0, 0.0], 0.5, [0.0, 1.0, 0.0]));
}

#[test]
fn a_gap_of_any_size_has_a_unit_normal() {
    for exponent in -44..12 {
        let gap = narrow([10.0_f64.powi(exponent)])[0];
        let contact = contact_of([0.0, 1.0, 1.0], [gap, 0.0, 0.0], 0.0);
        let bits = contact.normal.map(f32::to_bits);
        assert_eq!(bits, [1.0_f32, 0.0, 0.0].map(f32::to_bits), "{gap:e}");
        assert!((contact.distance / gap - 1.0).abs() < 1e-6, "{gap:e}: {}", contact.distance);
    }
}
