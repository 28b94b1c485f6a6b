//! Moved queries with known results.

use octosat::{
    BoxPose, BoxStore, Contacts, Distance, Engine, Manifolds, Motions, OrientedBox, PointOrigin,
    Query,
};
use octosat_scenes::generate::Random;
use octosat_tests::{UPRIGHT, neighbors, store_of, upright};

use super::world::{WAYS, Way, World};

/// A number of sixteenths, whose sums and products with halves are exact.
fn dyadic(random: &mut Random, most: u16) -> f32 {
    let sixteenths = u16::try_from(random.below(usize::from(2 * most))).unwrap();
    (f32::from(sixteenths) - f32::from(most)) / 16.0
}

/// With numbers of which none is rounded, moved boxes have the bits of a store of boxes that were moved by hand.
#[test]
fn boxes_whose_poses_are_exact_have_the_bits_of_a_second_store() {
    let random = &mut Random::new(8);
    let vector = |random: &mut Random, most| [0; 3].map(|_| dyadic(random, most));
    let (mut starts, mut moved, mut motions) = (Vec::new(), Vec::new(), Vec::new());
    let (mut ends, mut times) = (Vec::new(), Vec::new());
    // Of rotations by quarters of a turn, every product is exact, too.
    let rotations = [UPRIGHT, [0.5; 4], [1.0, 0.0, 0.0, 0.0]];
    for _ in 0..2_000 {
        let time = [0.0, 0.25, 0.5, 1.0][random.below(4)];
        for _ in 0..2 {
            let (center, motion) = (vector(random, 24), vector(random, 32));
            let half = vector(random, 16).map(f32::abs);
            let rotation = rotations[random.below(3)];
            let after = |part: f32| [0, 1, 2].map(|k| center[k] + part * motion[k]);
            starts.push(OrientedBox::new(center, rotation, half));
            moved.push(OrientedBox::new(after(time), rotation, half));
            ends.push(OrientedBox::new(after(1.0), rotation, half));
            motions.push(motion);
        }
        times.push(time);
    }
    let [starts, moved, ends] = [starts, moved, ends].map(store_of);
    let pairs = neighbors(starts.len());
    let ask = |query: Query<'_>| {
        let mut manifolds = Manifolds::new();
        let query = query.within(0.125);
        Engine::new().manifolds(query, &mut manifolds).unwrap();
        let points = manifolds.touching().flat_map(|one| one.points.to_vec()).collect::<Vec<_>>();
        let mut distances = vec![Distance::default(); pairs.len()];
        Engine::new().distances(query, &mut distances).unwrap();
        (manifolds.manifolds().to_vec(), points, distances)
    };
    let still = Query::new(&starts, &pairs);
    let expected = ask(Query::new(&moved, &pairs));
    assert!(expected.1.len() > 1_000, "{} points", expected.1.len());
    assert_eq!(ask(still.moved(Motions::per_box(&motions), &times)), expected);
    assert_eq!(ask(still.moved_to(&ends, &times)), expected);
}

/// At the start of the step, boxes that do not turn are where they are stored: only the frame of their positions
/// differs.
#[test]
fn at_time_zero_boxes_are_where_they_are_stored() {
    let mut world = World::random(200, 1_000, 9);
    world.times.fill(0.0);
    let engine = Engine::new();
    let ask = |query: Query<'_>| {
        let mut distances = vec![Distance::default(); world.pairs.len()];
        engine.distances(query, &mut distances).unwrap();
        let mut manifolds = Manifolds::new();
        let contacts = Contacts::new(query.within(0.1)).origin(PointOrigin::CenterOfA);
        engine.manifolds(contacts, &mut manifolds).unwrap();
        (distances, manifolds)
    };
    let (distances, manifolds) = ask(Query::new(&world.start, &world.pairs));
    for way in WAYS {
        let found = ask(world.query(way));
        if way != Way::ToEnds {
            assert_eq!(found.0, distances, "{way:?}");
            assert_eq!(found.1.manifolds(), manifolds.manifolds(), "{way:?}");
            continue;
        }
        // Rotations are made unit: boxes of a store are off it by a few units of roundoff.
        for (found, still) in found.0.iter().zip(&distances) {
            assert!((found.distance - still.distance).abs() < 5e-6, "{found:?} {still:?}");
        }
    }
}

/// Points in the world are where the boxes are at the time, and those relative to a do not depend on where it is.
#[test]
fn positions_are_where_the_boxes_are() {
    let mut start = BoxStore::new();
    start.insert(upright([10.0, 0.0, 0.0], [1.0; 3])).unwrap();
    start.insert(upright([10.0, 6.0, 0.0], [0.5; 3])).unwrap();
    let mut end = start.clone();
    end.set_pose(0, BoxPose::new([14.0, 0.0, 0.0], UPRIGHT)).unwrap();
    end.set_pose(1, BoxPose::new([14.0, -3.0, 0.0], UPRIGHT)).unwrap();
    let query = Query::new(&start, &[[0, 1]]).within(1e-3);
    let own = [[4.0, 0.0, 0.0], [4.0, -9.0, 0.0]];
    let pair = [[0.0, -9.0, 0.0]];
    let times = [0.5];
    let cases = [
        (query.moved(Motions::per_box(&own), &times), 12.0),
        (query.moved(Motions::per_pair(&pair), &times), 10.0),
        (query.moved_to(&end, &times), 12.0),
    ];
    for (query, x) in cases {
        for (origin, x) in [(PointOrigin::World, x), (PointOrigin::CenterOfA, 0.0)] {
            let mut manifolds = Manifolds::new();
            let contacts = Contacts::new(query).origin(origin);
            Engine::new().manifolds(contacts, &mut manifolds).unwrap();
            let points = manifolds.of(0);
            assert_eq!(points.len(), 4);
            for point in points {
                let [px, y, z] = point.position;
                assert_eq!(((px - x).abs(), y, z.abs()), (0.5, 1.0, 0.5), "{query:?} {point:?}");
                assert_eq!(point.depth.to_bits(), 0.0_f32.to_bits());
            }
        }
        let mut distance = [Distance::default()];
        Engine::new().distances(query, &mut distance).unwrap();
        let [on_x, on_y, _] = distance[0].on_a;
        assert_eq!([distance[0].distance, on_y].map(f32::to_bits), [0.0, 1.0].map(f32::to_bits));
        assert!((on_x - x).abs() <= 0.5, "{distance:?}");
    }
}
