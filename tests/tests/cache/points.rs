//! Which point continues which, of contacts that were changed between the frames.

use octosat::{ContactCache, ContactPoint, Engine, Feature, Manifold, Manifolds};
use octosat_check::ContactOptions;
use octosat_reference::links::predecessor_fault;
use octosat_scenes::generate::Random;
use octosat_tests::{add, frame_of, narrow, upright, wide};

use crate::follow::{Followed, contact_frame};
use crate::parts::Parts;
use crate::worlds::{MARGIN, OPTIONS, World};

/// The same contacts, except for a change to the row and the points of each pair.
fn changed(
    of: &Manifolds,
    mut change: impl FnMut(&mut Manifold, &mut [ContactPoint]),
) -> Manifolds {
    let mut parts = Parts::of(of);
    for row in parts.manifolds.iter_mut().filter(|row| row.len > 0) {
        let (first, len) = (row.first as usize, usize::from(row.len));
        change(row, &mut parts.points[first..first + len]);
    }
    parts.contacts().expect("parts of contacts")
}

/// The predecessors, numbers within those of the pair, if the last frame had these contacts of the same rows.
fn predecessors(
    world: &World,
    options: ContactOptions,
    last: &Manifolds,
) -> Vec<Vec<Option<usize>>> {
    let mut cache = ContactCache::from(last.clone());
    cache.next_frame();
    Engine::new().manifolds_cached(options.of(world.query()), &mut cache).expect("a valid query");
    let links = cache.links().contacts().zip(last.touching());
    let of_link = |(link, last): (octosat::Link<'_>, octosat::Touching<'_>)| {
        assert_eq!(link.last.map(|last| last.index), Some(last.index));
        let number = |place: Option<u32>| place.map(|place| (place - last.manifold.first) as usize);
        link.predecessors().map(number).collect()
    };
    links.map(of_link).collect()
}

/// How near a point must be to one of the last frame, meters.
fn near_by(row: &Manifold) -> f64 {
    2.0_f64.powi(i32::from(row.size_exponent) - 127) / 64.0
}

/// Features that no point of the next frame has: closest points of certain edges.
const LOST: u32 = 310;

/// Features that are lost at random, and points that have moved by up to twice the distance, in any order.
#[test]
fn points_of_other_features_continue_the_nearest() {
    let world = World::wall(100, 33);
    for options in OPTIONS {
        let now = world.contacts(&Engine::new(), options);
        let mut counts = [0; 2];
        for seed in 0..20 {
            let mut random = Random::new(seed);
            let last = changed(&now, |row, points| {
                random.shuffle(points);
                // Sizes that no query writes do no harm.
                if random.one_in(9) {
                    row.size_exponent = random.choose(&[0, 1, 254, 255]);
                }
                let reach = (2.0 * near_by(row)).min(1.0);
                for (number, point) in (LOST..).zip(points) {
                    if random.one_in(2) {
                        let moved = random.vector(-reach, reach);
                        point.position = narrow(add(wide(point.position), moved));
                        point.feature = Feature(number);
                    }
                }
            });
            let frames = [&now, &last].map(contact_frame);
            let found = predecessors(&world, options, &last);
            for ((found, now), last) in
                found.iter().zip(frames[0].contacts()).zip(frames[1].contacts())
            {
                assert_eq!(predecessor_fault(now, Some(last), found), None, "{now:?} {last:?}");
                found.iter().for_each(|place| counts[usize::from(place.is_some())] += 1);
                let mut places: Vec<_> = found.iter().flatten().collect();
                places.sort_unstable();
                assert!(places.is_sorted_by(|one, other| one < other), "two points continue one");
            }
        }
        assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    }
}

/// A cube on a floor, in either order, of which all points have lost their features: they continue points up to the
/// distance and no farther. It is 0.8 to 1.6 % of the half extents of the cube.
#[test]
fn the_nearest_point_may_not_be_far() {
    for half in [1e-3, 0.011, 0.25, 0.333, 1.0, 7.0] {
        let floor = upright([0.0; 3], [100.0 * half; 3]);
        let cube = upright([0.0, 101.0 * half, 0.0], [half; 3]);
        let mut world = World::from(frame_of(&[floor, cube, cube, floor], MARGIN));
        world.margins = vec![MARGIN * half; 2];
        let now = world.contacts(&Engine::new(), OPTIONS[0]);
        for row in now.manifolds() {
            let part = near_by(row) / f64::from(3.0 * half);
            assert!(row.len == 4 && (0.0078..=0.015_626).contains(&part), "{row:?} {part}");
        }
        for (part, is_near) in [(0.0, true), (0.99, true), (1.01, false), (3.0, false)] {
            let last = changed(&now, |row, points| {
                for (number, point) in (LOST..).zip(points) {
                    let along = [0.6, 0.48, 0.64].map(|k| k * part * near_by(row));
                    point.position = narrow(add(wide(point.position), along));
                    point.feature = Feature(number);
                }
            });
            let expected = [0, 1, 2, 3].map(|number| is_near.then_some(number));
            assert_eq!(predecessors(&world, OPTIONS[0], &last), [expected; 2], "{half} {part}");
        }
    }
}

/// Four points or eight, with surfaces or without: the model does not know the options.
#[test]
fn options_may_change_from_frame_to_frame() {
    let (mut followed, mut world) = (Followed::default(), World::wall(60, 45));
    for (seed, options) in (0..12).zip(OPTIONS[..2].iter().cycle()) {
        world.shake(seed, 0.01);
        followed.options = *options;
        followed.frame(&Engine::new(), &world);
    }
}

/// Near the world's origin, where positions from the centers are nearly the same.
#[test]
fn positions_from_another_origin_are_not_compared() {
    let world = World::crowd(12).with(&[[0, 1], [2, 3], [4, 5], [6, 7], [8, 9], [10, 11]]);
    // How many points continue one of another feature.
    let others = |options: [ContactOptions; 2]| -> usize {
        let (mut cache, mut moved, mut count) = (ContactCache::new(), world.clone(), 0);
        for (seed, options) in (0..20).zip(options.into_iter().cycle()) {
            moved.shake(seed, 2e-3);
            cache.next_frame();
            let contacts = options.of(moved.query());
            Engine::new().manifolds_cached(contacts, &mut cache).expect("a valid query");
            let links = cache.links();
            for link in links.contacts() {
                let points = link.touching.points.iter().zip(link.predecessors());
                let last = |place: u32| links.last_manifolds().points()[place as usize].feature;
                count += points
                    .filter(|(point, place)| {
                        place.is_some_and(|place| last(place) != point.feature)
                    })
                    .count();
            }
        }
        count
    };
    assert!(others([OPTIONS[0], OPTIONS[1]]) > 0);
    assert!(others([OPTIONS[2], OPTIONS[2]]) > 0);
    assert_eq!(others([OPTIONS[0], OPTIONS[2]]), 0);
}
