//! Reused manifolds are close to the float64 reference, by an oracle that shares no code with the engine.

use glam::DVec3;
use octosat::tolerances::REUSED_CLOSEST_MOTION;
use octosat::{CacheMode, ContactCache, ContactKind, Engine, PointLimit, PointOrigin};
use octosat_check::{Frame, Setting};
use octosat_scenes::generate::Random;

use crate::frames::{
    MODES, Velocities, cached, corner_to_corner, fastest_engines, narrow, of_boxes, pile,
    stateless, turn, upright, wall, wide, worlds,
};
use crate::oracle::Oracle;

/// Boxes of standard scenes, and pairs of boxes near each other's corners; none a pair twice.
fn starts(seed: u64) -> Vec<Frame> {
    let mut starts = worlds(200, seed);
    starts.push(corner_to_corner(200));
    for frame in &mut starts {
        frame.pairs.sort_unstable();
        frame.pairs.dedup();
    }
    starts
}

/// Follows boxes with the velocities of each frame.
fn follow(
    start: &Frame,
    mode: CacheMode,
    engine: &Engine,
    velocities: impl IntoIterator<Item = Velocities>,
) -> Oracle {
    let mut frame = start.clone();
    let mut cache = ContactCache::new(mode);
    let mut oracle = Oracle::new(&cache);
    for velocities in velocities {
        oracle.ask(engine, &frame, &mut cache);
        velocities.advance(&mut frame);
    }
    oracle
}

/// Velocities that change every ten frames.
fn changing(start: &Frame, speeds: [f64; 3]) -> impl Iterator<Item = Velocities> {
    (0..40).map(move |frame| Velocities::new(start.position.len(), frame / 10, speeds))
}

#[test]
fn reused_manifolds_are_those_of_boxes_that_barely_moved() {
    let [four, eight] = [PointLimit::Four, PointLimit::Eight];
    let [world, center] = [PointOrigin::World, PointOrigin::CenterOfA];
    for engine in fastest_engines() {
        let mut all = [0; 6];
        let mut largest_part: f64 = 0.0;
        for mut start in starts(36) {
            for (speeds, motion, limit, origin) in [
                ([1e-4, 1e-4, 0.0], 0.01, four, world),
                ([3e-4, 1e-3, 1e-4], 0.01, eight, world),
                ([2e-3, 2e-3, 0.0], 0.05, four, center),
                ([1e-5, 0.0, 2e-4], 0.002, eight, center),
                ([1e-7, 1e-7, 0.0], 0.01, four, world),
            ] {
                start.setting = Setting { limit, origin, ..start.setting };
                let mode = CacheMode::Reuse { motion };
                let seen = follow(&start, mode, &engine, changing(&start, speeds));
                let [_, face, edge, closest, ..] = seen.points;
                let counts = [seen.reused, seen.recomputed, seen.apart, face, edge, closest];
                all.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
                largest_part = largest_part.max(seen.largest_part);
                let velocities = changing(&start, speeds).take(10);
                assert_eq!(follow(&start, CacheMode::Steady, &engine, velocities).reused, 0);
            }
        }
        let fewest = [5_000, 1_500, 1_500, 50_000, 5_000, 5_000];
        assert!(all.iter().zip(fewest).all(|(&count, fewest)| count > fewest), "{all:?}");
        // What may be kept is kept: boxes go on in a straight line, so that a path is as long as a way.
        assert!(largest_part > 0.95, "{largest_part}");
    }
}

/// Boxes that only move, by as much in every frame: the motion is the sum of both, not more and not less.
#[test]
fn manifolds_are_kept_as_long_as_they_may_be() {
    let start = pile(60, 38);
    for motion in [0.002_f32, 0.004, 0.01] {
        let mut velocities = Velocities::new(start.position.len(), 3, [0.0; 3]);
        let mut random = Random::new(4);
        velocities.linear.fill_with(|| 1e-4 * DVec3::from(random.direction()));
        let mode = CacheMode::Reuse { motion };
        let Oracle { reused, recomputed, largest_part, least_part, .. } =
            follow(&start, mode, &Engine::new(), vec![velocities; 25]);
        assert!(reused > 100 && recomputed > 20, "{reused} {recomputed}");
        // A point that leaves the margin ends it before.
        assert!(largest_part > 0.97 && least_part > 0.0, "{largest_part} {least_part}");
    }
}

/// Relative to a's center points are as precise far from the origin as near it.
#[test]
fn far_from_the_origin_points_are_as_precise() {
    let mut frame = pile(30, 49);
    frame.setting.origin = PointOrigin::CenterOfA;
    for center in &mut frame.position {
        // On a grid of a 16th of a meter, which far coordinates keep.
        *center = center.map(|along| (along * 16.0).round() / 16.0 + 262_144.0);
    }
    // Turns move points without losing digits.
    let turns = Velocities::new(frame.position.len(), 3, [0.0, 2e-4, 0.0]);
    for engine in fastest_engines() {
        for mode in MODES {
            follow(&frame, mode, &engine, vec![turns.clone(); 6]);
        }
    }
}

/// A box that is taken away to the end of the world and brought back is followed as closely as before.
#[test]
fn a_journey_hides_no_creeping() {
    for away in [1e3_f32, 1e9, 1e12] {
        for creep in [1e-6, 5e-5] {
            let mut frame = wall(30, 3);
            let engine = Engine::new();
            let mut cache = ContactCache::default();
            let mut oracle = Oracle::new(&cache);
            let places = frame.position.clone();
            frame.position.iter_mut().step_by(3).for_each(|center| center[1] = away);
            oracle.ask(&engine, &frame, &mut cache);
            frame.position = places;
            // Along the joints, so that nothing else ends the reuse.
            let mut velocities = Velocities::new(frame.position.len(), 1, [0.0; 3]);
            velocities.linear.iter_mut().step_by(3).for_each(|along| *along = creep * DVec3::Y);
            for _ in 0..300 {
                oracle.ask(&engine, &frame, &mut cache);
                velocities.advance(&mut frame);
            }
        }
    }
}

/// A turn of a large box moves what lies on its rim, although nothing else moves.
#[test]
fn turns_of_large_boxes_count_by_their_size() {
    for half in [2.0_f32, 50.0, 1_000.0] {
        let plate = upright([0.0; 3], [half, 0.5, half]);
        let cube = upright([0.97 * half, 0.995, 0.97 * half], [0.5; 3]);
        let start = of_boxes(&[plate, cube]);
        let mut velocities = Velocities::new(2, 1, [0.0; 3]);
        velocities.angular[0] = turn(DVec3::Y, 3e-4 / f64::from(half));
        let Oracle { reused, recomputed, .. } =
            follow(&start, CacheMode::REUSE, &Engine::new(), vec![velocities; 60]);
        assert!(reused > 20 && recomputed > 1, "{half}: {reused} {recomputed}");
    }
}

/// Boxes jump here and there, and come to rest where they were, somewhere else, or on each other; those of the last
/// numbers are taken away and come back, or take the number of another.
#[test]
fn teleports_are_seen() {
    let start = pile(60, 41);
    for (engine, comes_and_goes) in
        fastest_engines().iter().flat_map(|one| [(one, false), (one, true)])
    {
        let mut random = Random::new(8);
        let mut all = start.clone();
        let mut cache = ContactCache::default();
        let mut oracle = Oracle::new(&cache);
        for number in 0..40 {
            let count = start.position.len();
            let len = count - if comes_and_goes { random.below(count / 3) } else { 0 };
            for _ in 0..if number % 3 == 2 { 0 } else { len / 6 } {
                let [from, to] = [random.below(len), random.below(len)];
                all.position[to] = start.position[from];
                all.rotation[to] = start.rotation[random.below(len)];
                if random.one_in(3) {
                    all.half_extents[to] = start.half_extents[from];
                }
            }
            let mut frame = all.clone();
            frame.position.truncate(len);
            frame.rotation.truncate(len);
            frame.half_extents.truncate(len);
            frame.pairs.retain(|pair| pair.iter().all(|&index| (index as usize) < len));
            oracle.ask(engine, &frame, &mut cache);
            if number % 4 == 3 && comes_and_goes {
                let [gone, last] = [random.below(len / 2), len - 1];
                all.position[gone] = all.position[last];
                all.rotation[gone] = all.rotation[last];
                all.half_extents[gone] = all.half_extents[last];
            }
        }
        assert!(oracle.apart > 1_000 && oracle.recomputed > 10, "{}", oracle.apart);
    }
}

/// Boxes that come nearer are still apart, by less, as long as they have come by less than their gap; along another
/// axis they would be farther apart.
#[test]
fn a_pair_apart_is_taken_over_by_its_gap() {
    // Where nothing that moves is taken over, every gap is exact until the boxes rest.
    let is_reused = [(CacheMode::REUSE, true, -40.0), (CacheMode::Steady, false, -80.0)];
    for (mode, moved, back) in is_reused {
        let mut frame = of_boxes(&[upright([0.0; 3], [0.5; 3]), upright([0.0; 3], [0.5; 3])]);
        frame.setting.margin = 0.001;
        let mut cache = ContactCache::new(mode);
        let found = [1.01, 1.008, 1.006, 1.008, 1.008, 1.008, 1.0005].map(|x| {
            frame.position[1][0] = x;
            let row = cached(&Engine::new(), &frame, &mut cache).manifolds()[0];
            (row.is_reused(), row.len > 0, (row.depth * 1e4).round())
        });
        let expected = [
            (false, false, -100.0),
            (moved, false, -80.0),
            (moved, false, -60.0),
            // The way back is a way, too.
            (moved, false, back),
            // Known well enough to be taken over only once the boxes rest.
            (moved, false, back),
            (true, false, back),
            (false, true, -5.0),
        ];
        assert_eq!(found, expected);
    }
}

/// Of the distance, and not only of the extents: of these cubes 5 mm would do.
#[test]
fn closest_points_are_reused_up_to_a_tenth_of_their_distance() {
    let cubes = corner_to_corner(0);
    let expected = stateless(&Engine::new(), &cubes);
    // Along the way from one to the other, which stays as it is.
    for part in [0.98, -0.98, 1.02, -1.02] {
        let mut frame = cubes.clone();
        let mut cache = ContactCache::default();
        cached(&Engine::new(), &frame, &mut cache);
        for (row, &[_, b]) in expected.manifolds().iter().zip(&cubes.pairs) {
            assert_eq!(row.kind(), ContactKind::Closest);
            let step = part * REUSED_CLOSEST_MOTION * row.depth.abs().min(0.049);
            let center = wide(frame.position[b as usize]);
            frame.position[b as usize] = narrow(center + f64::from(step) * wide(row.normal));
        }
        let mut rows = cached(&Engine::new(), &frame, &mut cache).manifolds().iter();
        assert!(rows.all(|row| row.is_reused() == (part.abs() < 1.0)), "{part}");
    }
}
