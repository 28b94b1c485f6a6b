//! The same bits on every backend, in any company, for any number of threads.

use octosat::{CacheMode, ContactCache, Engine, Margin, PointLimit, PointOrigin};
use octosat_scenes::generate::Random;
use octosat_tests::{
    ContactSettings, World, engines, octagons_at_the_tolerance, one_lane_engines, standard_worlds,
    with_threads,
};

use crate::bodies::{Bodies, Velocities};
use crate::common::{MODES, all, assert_numbered, frames, of_pair, predecessors, reused};

#[test]
fn every_backend_gives_the_bits_of_one_lane() {
    let engines = engines();
    let margin = Margin::Uniform(0.03);
    let world_points = ContactSettings { margin, ..ContactSettings::default() };
    let mut taken_over = 0;
    for world in standard_worlds(1_003, 31) {
        let margins: Vec<f32> =
            [0.0, 0.03, 0.2].into_iter().cycle().take(world.pairs.len()).collect();
        let relative = ContactSettings {
            margin: Margin::PerPair(&margins),
            limit: PointLimit::Eight,
            origin: PointOrigin::CenterOfA,
        };
        let frames = frames(&world, 7);
        let of_mode = MODES.map(|mode| [(mode, world_points), (mode, relative)]);
        for (mode, settings) in of_mode.concat() {
            for scalar in one_lane_engines() {
                let rounding = scalar.rounding();
                let mut run = |engine: &Engine| {
                    let mut cache = ContactCache::new(mode);
                    let mut found = Vec::new();
                    for frame in &frames {
                        let out = frame.cached_contacts(engine, &settings, &mut cache);
                        assert_numbered(out);
                        taken_over += reused(out);
                        found.push(all(out));
                    }
                    found
                };
                let expected = run(&scalar);
                for engine in engines.iter().filter(|e| e.rounding() == rounding) {
                    let backend = engine.backend();
                    for (number, (found, expected)) in run(engine).iter().zip(&expected).enumerate()
                    {
                        let what = format!("{}, {backend} {rounding} {mode:?}", world.name);
                        let difference = found.difference(expected);
                        assert!(found == expected, "{what}, frame {number}: {difference}");
                    }
                }
            }
        }
    }
    assert!(taken_over > 10_000, "{taken_over} manifolds were reused");
}

/// Boxes that move on, turn and grow, so that manifolds are kept for some frames and then computed.
#[test]
fn every_backend_gives_the_same_over_frames_of_motion() {
    for world in [&standard_worlds(1_003, 31)[1], &standard_worlds(1_003, 32)[2]] {
        let start = Bodies::of_world(world);
        let velocities = Velocities::new(start.len(), 5, [3e-4, 3e-4, 1e-4]);
        for mode in MODES {
            let run = |engine: &Engine| {
                let mut cache = ContactCache::new(mode);
                let mut bodies = start.clone();
                let mut found = Vec::new();
                for _ in 0..12 {
                    found.push(all(bodies.cached(engine, 0.02, &mut cache)));
                    bodies.advance(&velocities);
                }
                found
            };
            for scalar in one_lane_engines() {
                let expected = run(&scalar);
                for engine in engines().iter().filter(|e| e.rounding() == scalar.rounding()) {
                    assert!(run(engine) == expected, "{engine:?} {mode:?}");
                }
            }
        }
    }
}

/// Faces whose edges pass corners at about the slack, with eight points per pair.
#[test]
fn octagons_get_the_same_on_every_backend() {
    let world = octagons_at_the_tolerance();
    let settings = ContactSettings { limit: PointLimit::Eight, ..ContactSettings::default() };
    for mode in MODES {
        for rounding in one_lane_engines().iter().map(Engine::rounding) {
            let mut answers = Vec::new();
            for engine in engines().iter().filter(|engine| engine.rounding() == rounding) {
                let mut cache = ContactCache::new(mode);
                let mut found = Vec::new();
                let jittered = [(1e-3, 3), (1e-5, 4)];
                let jittered = jittered.map(|(step, seed)| world.jittered(seed, step, step));
                for frame in [&world, &jittered[0], &world, &world, &jittered[1]] {
                    let out = frame.cached_contacts(engine, &settings, &mut cache);
                    assert_numbered(out);
                    found.push(all(out));
                }
                let out = cache.manifolds();
                let eight = out.manifolds().iter().filter(|row| row.len == 8).count();
                assert!(eight > 100, "{eight} of {}", world.pairs.len());
                answers.push(found);
            }
            let first = &answers[0];
            assert!(answers.iter().all(|answer| answer == first), "{rounding} {mode:?}");
        }
    }
}

/// The first bodies of a heap, followed for some frames with a list of pairs per frame.
fn followed(
    engine: &Engine,
    mode: CacheMode,
    start: &Bodies,
    lists: &[Vec<[u32; 2]>],
) -> Vec<ContactCache> {
    let velocities = Velocities::new(start.len(), 6, [2e-4, 2e-4, 0.0]);
    let mut bodies = start.clone();
    let mut cache = ContactCache::new(mode);
    let mut caches = Vec::new();
    for list in lists {
        let query = bodies.query_about(list).margin(0.02);
        engine.manifolds_cached(query, &mut cache).expect("a valid query");
        caches.push(cache.clone());
        bodies.advance(&velocities);
    }
    caches
}

#[test]
fn a_pair_gets_the_same_in_any_company() {
    let start = Bodies::of_world(&standard_worlds(1_500, 33)[1]);
    for engine in engines() {
        for mode in MODES {
            let lists = vec![start.pairs.clone(); 3];
            let whole = followed(&engine, mode, &start, &lists);
            for (round, length) in (0..=17).chain([31, 511, 512, 513, 1_000, 1_025]).enumerate() {
                let count = start.pairs.len();
                let chosen: Vec<usize> =
                    (0..length).map(|k| (round * 131 + 7 * k) % count).collect();
                let list: Vec<_> = chosen.iter().map(|&pair| start.pairs[pair]).collect();
                let part = followed(&engine, mode, &start, &vec![list; 3]);
                for (part, whole) in part.iter().zip(&whole) {
                    assert_numbered(part.manifolds());
                    for (place, &pair) in chosen.iter().enumerate() {
                        let expected = of_pair(whole.manifolds(), pair);
                        assert_eq!(of_pair(part.manifolds(), place), expected, "{length}");
                    }
                }
            }
        }
    }
}

#[test]
fn shuffled_lists_give_each_pair_the_same() {
    let start = Bodies::of_world(&standard_worlds(1_200, 34)[2]);
    let mut random = Random::new(9);
    let straight = vec![start.pairs.clone(); 5];
    let shuffled: Vec<_> = straight
        .iter()
        .map(|pairs| {
            let mut pairs = pairs.clone();
            random.shuffle(&mut pairs);
            pairs
        })
        .collect();
    for engine in engines() {
        for mode in MODES {
            let expected = followed(&engine, mode, &start, &straight);
            let found = followed(&engine, mode, &start, &shuffled);
            for (frame, list) in shuffled.iter().enumerate() {
                let before = frame.checked_sub(1).map(|before| &shuffled[before]);
                for (place, &pair) in list.iter().enumerate() {
                    let number = start.pairs.iter().position(|other| *other == pair);
                    let number = number.expect("the pair is in the list");
                    let of_expected = of_pair(expected[frame].manifolds(), number);
                    assert_eq!(of_pair(found[frame].manifolds(), place), of_expected);
                    let from = predecessors(&found[frame], place);
                    let of_expected = predecessors(&expected[frame], number);
                    for (from, of_expected) in from.iter().zip(&of_expected) {
                        let from = from.map(|[at, k]| (before.expect("a frame before")[at], k));
                        let of_expected = of_expected.map(|[at, k]| (start.pairs[at], k));
                        assert_eq!(from, of_expected);
                    }
                }
            }
        }
    }
}

#[test]
fn threads_change_nothing() {
    let world = World::of_scene(octosat_scenes::generate::pile(20_000, 34));
    assert!(world.pairs.len() > 3 * 4096, "{}", world.pairs.len());
    let frames = frames(&world, 9);
    let settings = ContactSettings { margin: Margin::Uniform(0.01), ..Default::default() };
    let run = |engine: &Engine| {
        let mut cache = ContactCache::default();
        let of_frame = |frame: &World| all(frame.cached_contacts(engine, &settings, &mut cache));
        frames.iter().map(of_frame).collect::<Vec<_>>()
    };
    let engine = Engine::new();
    let alone = run(&with_threads(&engine, 1));
    for threads in [1, 2, 4, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.expect("a pool");
        for (number, (found, alone)) in pool.install(|| run(&engine)).iter().zip(&alone).enumerate()
        {
            let difference = found.difference(alone);
            assert!(found == alone, "{threads} threads, frame {number}: {difference}");
        }
    }
}

/// A cache may go from backend to backend and from thread to thread.
#[test]
fn a_cache_goes_on_with_another_backend() {
    let start = Bodies::of_world(&standard_worlds(600, 35)[1]);
    let velocities = Velocities::new(start.len(), 6, [2e-4, 2e-4, 0.0]);
    for scalar in one_lane_engines() {
        let others: Vec<_> =
            engines().into_iter().filter(|e| e.rounding() == scalar.rounding()).collect();
        let mut bodies = start.clone();
        let [mut alone, mut mixed] = [ContactCache::default(), ContactCache::default()];
        for frame in 0..8 {
            let expected = all(bodies.cached(&scalar, 0.02, &mut alone));
            let engine = with_threads(&others[frame % others.len()], frame % 3);
            let found = bodies.cached(&engine, 0.02, &mut mixed);
            assert!(all(found) == expected, "{frame} {engine:?}");
            assert!(reused(found) > 50 || frame < 2);
            bodies.advance(&velocities);
        }
    }
}
