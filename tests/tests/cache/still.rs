//! Boxes that do not move at all keep their contacts bit for bit.

use octosat::{
    CacheMode, ContactCache, Engine, Manifold, Margin, OrientedBox, PointLimit, PointOrigin,
};
use octosat_scenes::generate::Random;
use octosat_tests::{
    ContactSettings, engines, fastest_engines, octagons_at_the_tolerance, standard_worlds,
};

use crate::bodies::{Bodies, Velocities};
use crate::common::{MODES, UPRIGHT, of_pair, reused};

/// A pair's words without flags.
fn numbers(cache: &ContactCache, pair: usize) -> Vec<u32> {
    let mut words = of_pair(cache.manifolds(), pair);
    words[5] &= 0x004f_ffff;
    words
}

#[test]
fn rows_and_points_stay_bitwise() {
    let mut worlds = standard_worlds(700, 36);
    worlds.push(octagons_at_the_tolerance());
    for engine in engines() {
        for world in &worlds {
            let relative = ContactSettings {
                margin: Margin::Uniform(0.05),
                limit: PointLimit::Eight,
                origin: PointOrigin::CenterOfA,
            };
            for (mode, settings) in MODES.into_iter().zip([ContactSettings::default(), relative]) {
                let mut cache = ContactCache::new(mode);
                // A path that is not zero: with an odd sum, gaps are not differences of exact numbers.
                world.jittered(1, 0.3, 0.3).cached_contacts(&engine, &settings, &mut cache);
                world.cached_contacts(&engine, &settings, &mut cache);
                let count = world.pairs.len();
                let first: Vec<_> = (0..count).map(|pair| numbers(&cache, pair)).collect();
                for _ in 0..3 {
                    world.cached_contacts(&engine, &settings, &mut cache);
                    for (pair, first) in first.iter().enumerate() {
                        assert_eq!(numbers(&cache, pair), *first, "{} {mode:?}", world.name);
                    }
                    let found = cache.manifolds();
                    assert_eq!(reused(found), found.touching().count());
                    for touching in found.touching() {
                        let places = touching.manifold.first..;
                        assert!(touching.previous.iter().zip(places).all(|(&p, k)| p == k));
                        assert!(touching.manifold.has_same_points());
                        assert!(!touching.manifold.is_axis_kept());
                    }
                }
            }
        }
    }
}

/// Gaps far smaller than the way that the boxes have come.
#[test]
fn tiny_gaps_stay_bitwise() {
    let cube = |x: f32| OrientedBox::new([x, 0.0, 0.0], UPRIGHT, [0.5; 3]);
    for gap in [1e-7_f32, 1e-6, 1e-4, 0.3] {
        for away in [1.0, 1e3, 1e6, 1e9] {
            let mut bodies = Bodies::two(cube(0.0), cube(1.0 + gap));
            let engine = Engine::new();
            let mut cache = ContactCache::default();
            bodies.centers[1][1] = away;
            bodies.cached(&engine, 0.0, &mut cache);
            bodies.centers[1][1] = 0.0;
            let first = bodies.cached(&engine, 0.0, &mut cache).manifolds()[0];
            for _ in 0..3 {
                let row = bodies.cached(&engine, 0.0, &mut cache).manifolds()[0];
                assert_eq!(row.depth.to_bits(), first.depth.to_bits(), "{gap} {away}");
            }
        }
    }
}

/// Each number of each box, changed by its last bit: a box that is not the same has moved.
#[test]
fn one_bit_ends_it() {
    let world = &standard_worlds(300, 37)[1];
    let start = Bodies::of_world(world);
    for engine in fastest_engines() {
        for place in 0..10 {
            let mut bodies = start.clone();
            let mut cache = ContactCache::new(CacheMode::Steady);
            bodies.cached(&engine, 0.02, &mut cache);
            let of_bits = |value: f32| f32::from_bits(value.to_bits() ^ 1);
            let is_changed = |index: usize| index % 3 == 1;
            for index in (0..bodies.len()).filter(|&index| is_changed(index)) {
                let value = match place {
                    0..3 => &mut bodies.centers[index][place],
                    3..7 => &mut bodies.rotations[index][place - 3],
                    _ => &mut bodies.half_extents[index][place - 7],
                };
                *value = of_bits(*value);
            }
            let found = bodies.cached(&engine, 0.02, &mut cache);
            for touching in found.touching() {
                let has_moved = touching.pair.iter().any(|&index| is_changed(index as usize));
                assert_eq!(touching.manifold.is_reused(), !has_moved, "number {place}");
            }
            assert!(reused(found) > 20 && reused(found) < found.touching().count());
        }
    }
}

/// Minus zero is not zero: the same contacts, by way of a box that has moved by nothing.
#[test]
fn signs_of_zero_change_no_depth() {
    let cube = |y: f32| OrientedBox::new([0.0, y, 0.0], UPRIGHT, [0.5; 3]);
    let mut bodies = Bodies::two(cube(0.0), cube(0.99));
    let mut cache = ContactCache::default();
    let engine = Engine::new();
    let depth = bodies.cached(&engine, 0.0, &mut cache).manifolds()[0].depth;
    bodies.centers[0] = [-0.0; 3];
    bodies.rotations[1] = [-0.0, -0.0, -0.0, -1.0];
    let found = bodies.cached(&engine, 0.0, &mut cache);
    assert!(found.manifolds()[0].is_reused());
    assert!((found.manifolds()[0].depth - depth).abs() < 1e-6);
    assert!(found.points().iter().all(|point| (point.depth - depth).abs() < 1e-6));
}

/// A clone of a cache goes on as the cache itself, in every frame after it, and so does the cache.
#[test]
fn a_clone_goes_on_like_the_original() {
    for (world, limit) in [
        (&standard_worlds(300, 37)[1], PointLimit::Four),
        (&octagons_at_the_tolerance(), PointLimit::Eight),
    ] {
        for engine in fastest_engines() {
            for mode in MODES {
                let mut bodies = Bodies::of_world(world);
                let velocities = Velocities::new(bodies.len(), 2, [2e-4, 2e-4, 0.0]);
                let mut random = Random::new(3);
                let mut cache = ContactCache::new(mode);
                for _ in 0..6 {
                    let mut pairs = bodies.pairs.clone();
                    pairs.truncate(pairs.len() - random.below(20));
                    let mut cloned = cache.clone();
                    let query = bodies.query_about(&pairs).margin(0.02).limit(limit);
                    engine.manifolds_cached(query, &mut cache).expect("a valid query");
                    engine.manifolds_cached(query, &mut cloned).expect("a valid query");
                    let same = (0..pairs.len()).all(|pair| {
                        of_pair(cache.manifolds(), pair) == of_pair(cloned.manifolds(), pair)
                    });
                    assert!(same && cloned.manifolds().previous() == cache.manifolds().previous());
                    if random.below(2) == 0 {
                        bodies.advance(&velocities);
                    }
                    cache = cloned;
                }
            }
        }
    }
}

/// A list of pairs whose points fill all the room that a query makes for them: also the last one is kept.
#[test]
fn the_last_point_of_a_full_list_is_kept() {
    let plate = OrientedBox::new([0.0; 3], UPRIGHT, [1.0, 0.5, 1.0]);
    let cube = OrientedBox::new([0.1, 0.99, 0.2], UPRIGHT, [0.5; 3]);
    for engine in engines() {
        for moves in [[0.0; 3], [1e-4, 2e-4, -1e-4]] {
            let mut bodies = Bodies::two(plate, cube);
            let mut cache = ContactCache::default();
            bodies.centers[1][1] -= 1e-6;
            bodies.cached(&engine, 0.02, &mut cache);
            bodies.centers[1][1] += 1e-6;
            bodies.cached(&engine, 0.02, &mut cache);
            for (center, step) in bodies.centers[1].iter_mut().zip(moves) {
                *center += step;
            }
            let expected = bodies.stateless(&engine, 0.02);
            let found = bodies.cached(&engine, 0.02, &mut cache);
            let row: Manifold = found.manifolds()[0];
            assert!(row.is_reused() && row.len == 4, "{row:?}");
            for (point, other) in found.points().iter().zip(expected.points()) {
                assert_eq!(point.feature, other.feature);
                let off = (0..3).map(|k| (point.position[k] - other.position[k]).abs());
                assert!(off.fold(0.0, f32::max) < 2e-4, "{point:?} {other:?}");
                assert!((point.depth - other.depth).abs() < 1e-6, "{point:?} {other:?}");
            }
        }
    }
}
