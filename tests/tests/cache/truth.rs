//! What is taken over is near the truth, by an oracle that is independent of the engine.

use octosat::{CacheMode, ContactCache, Engine};
use octosat_scenes::generate::Random;
use octosat_tests::{World, fastest_engines, standard_worlds};

use crate::bodies::{Bodies, Velocities};
use crate::closest::corner_to_corner;
use crate::oracle::{Oracle, Seen};

/// Boxes of standard scenes, and pairs of boxes near each other's corners; none a pair twice.
fn starts(seed: u64) -> Vec<Bodies> {
    let mut worlds = standard_worlds(400, seed);
    worlds.push(corner_to_corner(200));
    let starts = worlds.iter().map(|world| {
        let mut bodies = Bodies::of_world(world);
        bodies.pairs.sort_unstable();
        bodies.pairs.dedup();
        bodies
    });
    starts.collect()
}

/// Follows bodies whose velocities change every ten frames.
fn follow(start: &Bodies, mode: CacheMode, speeds: [f64; 3], engine: &Engine) -> Seen {
    let mut bodies = start.clone();
    let mut cache = ContactCache::new(mode);
    let mut oracle = Oracle::new(&cache, 0.02);
    for frame in 0..40 {
        bodies.cached(engine, 0.02, &mut cache);
        oracle.look(engine, &bodies, cache.manifolds());
        bodies.advance(&Velocities::new(bodies.len(), frame / 10, speeds));
    }
    oracle.seen
}

#[test]
fn reused_manifolds_are_those_of_boxes_that_barely_moved() {
    for engine in fastest_engines() {
        let mut all = Seen::default();
        let mut least = f64::INFINITY;
        for start in starts(36) {
            for (speeds, motion) in [
                ([1e-4, 1e-4, 0.0], 0.01),
                ([3e-4, 1e-3, 1e-4], 0.01),
                ([2e-3, 2e-3, 0.0], 0.05),
                ([1e-5, 0.0, 2e-4], 0.002),
            ] {
                let seen = follow(&start, CacheMode::Reuse { motion }, speeds, &engine);
                all.reused += seen.reused;
                all.recomputed += seen.recomputed;
                all.apart += seen.apart;
                all.largest_part = all.largest_part.max(seen.largest_part);
                least = least.min(seen.least_part);
            }
        }
        eprintln!("{all:?}, least {least}");
        assert!(all.reused > 10_000 && all.recomputed > 3_000 && all.apart > 3_000, "{all:?}");
        // What may be kept is kept: boxes go on in a straight line, so that a path is as long as a way.
        assert!(all.largest_part > 0.95, "{all:?}");
    }
}

#[test]
fn steady_manifolds_are_computed() {
    for engine in fastest_engines() {
        for start in starts(37) {
            let seen = follow(&start, CacheMode::Steady, [1e-4, 1e-4, 1e-5], &engine);
            assert_eq!(seen.reused, 0, "{seen:?}");
        }
    }
}

/// Boxes that only move, by as much in every frame: the motion is the sum of both, not more and not less.
#[test]
fn manifolds_are_kept_as_long_as_they_may_be() {
    let world = &standard_worlds(600, 38)[2];
    for motion in [0.002_f32, 0.004, 0.01] {
        let mut bodies = Bodies::of_world(world);
        let mut velocities = Velocities::new(bodies.len(), 3, [1e-4, 0.0, 0.0]);
        let mut random = Random::new(4);
        velocities.linear.fill_with(|| random.direction().map(|along| 1e-4 * along));
        let mut cache = ContactCache::new(CacheMode::Reuse { motion });
        let mut oracle = Oracle::new(&cache, 0.02);
        let engine = Engine::new();
        for _ in 0..25 {
            bodies.cached(&engine, 0.02, &mut cache);
            oracle.look(&engine, &bodies, cache.manifolds());
            bodies.advance(&velocities);
        }
        let Seen { reused, recomputed, largest_part, least_part, .. } = oracle.seen;
        eprintln!("{motion}: {:?}", oracle.seen);
        assert!(reused > 100 && recomputed > 20, "{:?}", oracle.seen);
        assert!(largest_part > 0.97, "{:?}", oracle.seen);
        // A point that leaves the margin ends it before.
        assert!(least_part > 0.0, "{:?}", oracle.seen);
    }
}

/// A box that is taken away to the end of the world and brought back is followed as closely as before.
#[test]
fn a_journey_hides_no_creeping() {
    for away in [1e3_f32, 1e9, 1e12] {
        for creep in [1e-6, 5e-5] {
            let mut bodies =
                Bodies::of_world(&World::of_scene(octosat_scenes::generate::wall(30, 3)));
            let engine = Engine::new();
            let mut cache = ContactCache::default();
            let mut oracle = Oracle::new(&cache, 0.02);
            let places = bodies.centers.clone();
            for center in bodies.centers.iter_mut().step_by(3) {
                center[1] = away;
            }
            bodies.cached(&engine, 0.02, &mut cache);
            oracle.look(&engine, &bodies, cache.manifolds());
            bodies.centers = places;
            // Along the joints, so that nothing else ends the reuse.
            let mut velocities = Velocities::new(bodies.len(), 1, [0.0; 3]);
            for (number, along) in velocities.linear.iter_mut().enumerate() {
                *along = [0.0, if number % 3 == 0 { creep } else { 0.0 }, 0.0];
            }
            for _ in 0..300 {
                bodies.cached(&engine, 0.02, &mut cache);
                oracle.look(&engine, &bodies, cache.manifolds());
                bodies.advance(&velocities);
            }
        }
    }
}

/// A turn of a large box moves what lies on its rim, although nothing else moves.
#[test]
fn turns_of_large_boxes_count_by_their_size() {
    let engine = Engine::new();
    for half in [2.0_f32, 50.0, 1_000.0] {
        let plate = octosat::OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [half, 0.5, half]);
        let at = [0.97 * half, 0.995, 0.97 * half];
        let cube = octosat::OrientedBox::new(at, [0.0, 0.0, 0.0, 1.0], [0.5; 3]);
        let mut bodies = Bodies::two(plate, cube);
        let mut velocities = Velocities::new(2, 1, [0.0; 3]);
        velocities.angular[0] = ([0.0, 1.0, 0.0], 3e-4 / f64::from(half));
        let mut cache = ContactCache::default();
        let mut oracle = Oracle::new(&cache, 0.02);
        for _ in 0..60 {
            bodies.cached(&engine, 0.02, &mut cache);
            oracle.look(&engine, &bodies, cache.manifolds());
            bodies.advance(&velocities);
        }
        eprintln!("{half}: {:?}", oracle.seen);
        assert!(oracle.seen.reused > 20 && oracle.seen.recomputed > 1, "{:?}", oracle.seen);
    }
}

/// Boxes that come nearer are still apart, by less, as long as they have come by less than their gap; along another
/// axis they would be farther apart.
#[test]
fn a_pair_apart_is_taken_over_by_its_gap() {
    let cube = |center| octosat::OrientedBox::new(center, [0.0, 0.0, 0.0, 1.0], [0.5; 3]);
    let engine = Engine::new();
    for mode in crate::common::MODES {
        let mut bodies = Bodies::two(cube([0.0; 3]), cube([1.01, 0.0, 0.0]));
        let mut cache = ContactCache::new(mode);
        let found = [1.01, 1.008, 1.006, 1.008, 1.0005].map(|x| {
            bodies.centers[1][0] = x;
            let row = bodies.cached(&engine, 0.001, &mut cache).manifolds()[0];
            (row.is_reused(), row.len > 0, (row.depth * 1e4).round())
        });
        let expected = [
            (false, false, -100.0),
            (true, false, -80.0),
            (true, false, -60.0),
            // The way back is a way, too.
            (true, false, -40.0),
            (false, true, -5.0),
        ];
        assert_eq!(found, expected);
    }
}
