//! Boxes that change their extents, jump, come and go, and queries that are asked otherwise than before.

use octosat::{
    BoxPose, BoxView, CacheMode, ContactCache, Engine, Manifold, OrientedBox, PointLimit,
    PointOrigin, Query,
};
use octosat_scenes::generate::Random;
use octosat_tests::{fastest_engines, standard_worlds};

use crate::bodies::{Bodies, Velocities};
use crate::common::{MODES, UPRIGHT, follow, fresh, of_pair, reused, without_flags};
use crate::oracle::Oracle;

/// Of frames in which two boxes beside each other along x have these extents, which are reused.
fn reused_frames<const N: usize>(frames: [[[f32; 3]; 2]; N], distance: f32) -> [bool; N] {
    let mut cache = ContactCache::default();
    frames.map(|[a, b]| {
        let bodies = Bodies::two(
            OrientedBox::new([0.0; 3], UPRIGHT, a),
            OrientedBox::new([distance, 0.0, 0.0], UPRIGHT, b),
        );
        bodies.cached(&Engine::new(), 0.02, &mut cache).manifolds()[0].is_reused()
    })
}

#[test]
fn extents_that_change_are_seen() {
    let [large, small] = [[0.5; 3], [0.25; 3]];
    let found = reused_frames([[large, small], [large, small], [small, large]], 0.74);
    assert_eq!(found, [false, true, false]);
    let before = [[0.5, 0.25, 0.5], [0.5, 0.5, 0.5]];
    let changes = [
        [[0.75, 0.125, 0.5], [0.5, 0.5, 0.5]],
        [[0.5, 0.5, 0.375], [0.5, 0.5, 0.5]],
        [[0.5, 0.25, 0.5], [0.25, 0.5, 0.75]],
        [[0.25, 0.25, 0.625], [0.5, 0.5, 0.5]],
        [[1.0, 0.5, 1.0], [0.25, 0.25, 0.25]],
        [[0.5, 0.5, 0.25], [0.5, 0.5, 0.5]],
        [[0.5, 0.26, 0.5], [0.5, 0.5, 0.5]],
    ];
    // Sizes that have no round relation, too.
    let scaled = |sizes: [[f32; 3]; 2], scale: f32| sizes.map(|size| size.map(|half| half * scale));
    for after in changes {
        for scale in [1.0, 0.7, 1.37, 0.1] {
            let [before, after] = [before, after].map(|sizes| scaled(sizes, scale));
            // Their sides along x touch by a hundredth, at first and where those do not change.
            let reused = reused_frames([before, before, after], 0.99 * scale);
            assert_eq!(reused, [false, true, false], "{before:?} became {after:?}");
        }
    }
}

/// One extent grows while another shrinks, in the ratio 355 to 113: a fingerprint of weights that are near
/// multiples of pi is blind to it.
#[test]
fn extents_that_change_in_any_ratio_are_seen() {
    let engine = Engine::new();
    let ratios: [[f32; 2]; 5] =
        [[355.0, -113.0], [113.0, -355.0], [22.0, -7.0], [1.0, -1.0], [2.0, -1.0]];
    let sizes = [0.03, 0.5];
    for (ratio, size) in ratios.into_iter().flat_map(|ratio| sizes.map(|size| (ratio, size))) {
        for places in [[0, 1], [1, 2], [2, 0]] {
            for mode in MODES {
                let mut bodies = Bodies::two(
                    OrientedBox::new([0.0; 3], UPRIGHT, [3.0, 1.0, 3.0]),
                    OrientedBox::new([0.1, 1.99, 0.2], UPRIGHT, [1.0; 3]),
                );
                let mut cache = ContactCache::new(mode);
                bodies.cached(&engine, 0.02, &mut cache);
                for (place, part) in places.into_iter().zip(ratio) {
                    let larger = f32::max(ratio[0].abs(), ratio[1].abs());
                    bodies.half_extents[1][place] += size * part / larger;
                }
                let found = bodies.cached(&engine, 0.02, &mut cache);
                let expected = bodies.stateless(&engine, 0.02);
                assert_eq!(without_flags(found, 0), without_flags(&expected, 0), "{ratio:?}");
                assert!(!found.manifolds()[0].is_reused());
            }
        }
    }
}

/// Boxes jump here and there, and come to rest where they were, somewhere else, or on each other.
#[test]
fn teleports_are_seen() {
    let start = Bodies::of_world(&standard_worlds(400, 41)[2]);
    for engine in fastest_engines() {
        let mut random = Random::new(8);
        let mut bodies = start.clone();
        let mut cache = ContactCache::default();
        let mut oracle = Oracle::new(&cache, 0.02);
        for frame in 0..30 {
            if frame % 3 != 2 {
                for _ in 0..bodies.len() / 6 {
                    let [from, to] = [random.below(start.len()), random.below(start.len())];
                    bodies.centers[to] = start.centers[from];
                    bodies.rotations[to] = start.rotations[random.below(start.len())];
                    if random.below(3) == 0 {
                        bodies.half_extents[to] = start.half_extents[from];
                    }
                }
            }
            bodies.cached(&engine, 0.02, &mut cache);
            oracle.look(&engine, &bodies, cache.manifolds());
        }
        assert!(oracle.seen.apart > 1_000 && oracle.seen.recomputed > 10, "{:?}", oracle.seen);
    }
}

#[test]
fn only_small_motion_is_reused() {
    let at = |center| BoxPose { center, rotation: UPRIGHT };
    let start = at([0.1, 0.995, 0.0]);
    let is_reused = |half_extents, next: BoxPose| {
        let found = follow(half_extents, &[start, next], Some(CacheMode::REUSE));
        found[1].manifolds()[0].is_reused()
    };
    let cubes = [[0.5; 3]; 2];
    assert!(is_reused(cubes, start));
    assert!(is_reused(cubes, at([0.1049, 0.995, 0.0])));
    assert!(!is_reused(cubes, at([0.1051, 0.995, 0.0])));
    // A thin box has a smaller limit.
    assert!(is_reused([[0.5, 0.495, 0.5], [0.5, 0.5, 0.05]], at([0.1004, 0.995, 0.0])));
    assert!(!is_reused([[0.5, 0.495, 0.5], [0.5, 0.5, 0.05]], at([0.1006, 0.995, 0.0])));
    // There and back again is a way, too.
    let there = at([0.1030, 0.995, 0.0]);
    let found = follow(cubes, &[start, there, start, there], Some(CacheMode::REUSE));
    let of_frame = |contacts: &octosat::Manifolds| contacts.manifolds()[0].is_reused();
    assert_eq!(found.iter().map(of_frame).collect::<Vec<_>>(), [false, true, false, true]);
}

/// The row of the only pair, with a margin of its own.
fn ask_one(bodies: &Bodies, margin: f32, cache: &mut ContactCache) -> Manifold {
    let margins = [margin];
    let query = bodies.query().margin(&margins);
    let found = Engine::new().manifolds_cached(query, cache).expect("a valid query");
    found.manifolds()[0]
}

#[test]
fn margins_that_grow_let_in_what_they_must() {
    // A plate that is tilted: two corners touch, two are 8 mm above the ground.
    let tilt = octosat_tests::narrow(octosat_tests::turn([0.0, 0.0, 1.0], 0.008));
    let ground = OrientedBox::new([0.0; 3], UPRIGHT, [5.0, 0.5, 5.0]);
    let plate = OrientedBox::new([0.0, 1.003, 0.0], tilt, [0.5; 3]);
    let bodies = Bodies::two(ground, plate);
    let ask = |margins: &[f32]| -> Vec<(usize, bool)> {
        let mut cache = ContactCache::default();
        let of_margin = |&margin: &f32| {
            let row = ask_one(&bodies, margin, &mut cache);
            (usize::from(row.len), row.is_reused())
        };
        margins.iter().map(of_margin).collect()
    };
    assert_eq!(ask(&[0.02, 0.02]), [(4, false), (4, true)]);
    // Points beyond a smaller margin end the reuse.
    assert_eq!(ask(&[0.02, 0.002, 0.002]), [(4, false), (2, false), (2, true)]);
    // A margin that grows by more than boxes may move lets in all points.
    assert_eq!(ask(&[0.002, 0.0065, 0.02]), [(2, false), (2, true), (4, false)]);
    assert_eq!(ask(&[0.002, 0.004, 0.006, 0.008]), [(2, false), (2, true), (2, true), (4, false)]);
    // Pairs apart, too.
    let apart = Bodies::two(ground, OrientedBox::new([0.0, 1.1, 0.0], UPRIGHT, [0.5; 3]));
    let mut cache = ContactCache::default();
    let found = [0.02, 0.05, 0.0999, 0.1001, 0.0999].map(|margin| {
        let row = ask_one(&apart, margin, &mut cache);
        (row.len > 0, row.is_reused())
    });
    let expected = [(false, false), (false, true), (false, true), (true, false), (false, false)];
    assert_eq!(found, expected);
    // A margin of all pairs that changes lets nothing be taken over, and everything in.
    let mut cache = ContactCache::default();
    for (margin, len) in [(0.002, 2), (0.0065, 2), (0.02, 4), (0.002, 2)] {
        let row = bodies.cached(&Engine::new(), margin, &mut cache).manifolds()[0];
        assert_eq!(usize::from(row.len), len);
        let row = bodies.cached(&Engine::new(), margin, &mut cache).manifolds()[0];
        assert!(row.is_reused());
    }
}

#[test]
fn margins_of_each_pair_and_of_each_frame_are_kept() {
    let start = Bodies::of_world(&standard_worlds(500, 42)[2]);
    for engine in fastest_engines() {
        let mut random = Random::new(12);
        let mut bodies = start.clone();
        let velocities = Velocities::new(bodies.len(), 9, [1e-4, 1e-4, 0.0]);
        let mut cache = ContactCache::default();
        for frame in 0..25 {
            let choices = [0.0, 0.002, 0.01, 0.03, 0.2];
            let margins: Vec<f32> =
                bodies.pairs.iter().map(|_| choices[random.below(5).min(frame / 2)]).collect();
            let query = bodies.query().margin(&margins);
            let found = engine.manifolds_cached(query, &mut cache).expect("a valid query");
            let mut expected = octosat::Manifolds::new();
            engine.manifolds(query, &mut expected).expect("a valid query");
            for (pair, &margin) in margins.iter().enumerate() {
                let [row, other] = [found, &expected].map(|contacts| contacts.manifolds()[pair]);
                let is_on_the_edge = (other.depth + margin).abs() < 1e-4;
                // Manifolds that are reused may be off by the motion; pairs apart may not.
                let off = if row.is_reused() && row.len > 0 { 0.01 } else { 1e-5 };
                let is_near = (other.depth + margin).abs() < off;
                assert!(is_on_the_edge || is_near || (row.len > 0) == (other.len > 0));
                for point in found.of(pair) {
                    assert!(point.depth >= -margin - 1e-5, "{point:?} {margin} {row:?}");
                }
            }
            bodies.advance(&velocities);
        }
    }
}

#[test]
fn other_limits_origins_and_modes_are_computed() {
    let bodies = Bodies::of_world(&standard_worlds(400, 43)[1]);
    let engine = Engine::new();
    let query = bodies.query().margin(0.02);
    let queries = [
        query,
        query.limit(PointLimit::Eight),
        query.limit(PointLimit::Eight).origin(PointOrigin::CenterOfA),
        query.origin(PointOrigin::CenterOfA),
        query,
    ];
    for mode in MODES {
        let mut cache = ContactCache::new(mode);
        for (number, query) in queries.into_iter().enumerate() {
            let found = engine.manifolds_cached(query, &mut cache).expect("a valid query");
            assert_eq!(found.manifolds().iter().filter(|row| row.is_reused()).count(), 0);
            let known = found.previous().iter().filter(|&&place| place != octosat::NEW_POINT);
            assert_eq!(known.count() > 100, number > 0, "predecessors stay");
            let found = engine.manifolds_cached(query, &mut cache).expect("a valid query");
            assert_eq!(reused(found), found.touching().count());
        }
    }
    let mut cache = ContactCache::new(CacheMode::Steady);
    for mode in [CacheMode::REUSE, CacheMode::Reuse { motion: 0.02 }, CacheMode::Steady] {
        bodies.cached(&engine, 0.02, &mut cache);
        cache.set_mode(mode);
        assert_eq!(cache.mode(), mode);
        let found = bodies.cached(&engine, 0.02, &mut cache);
        assert_eq!(reused(found), 0);
        assert!(found.previous().iter().all(|&place| place != octosat::NEW_POINT));
    }
}

/// Boxes are taken away from the end and come back, others take their numbers.
#[test]
fn boxes_come_and_go() {
    let start = Bodies::of_world(&standard_worlds(400, 44)[2]);
    let engine = Engine::new();
    let mut cache = ContactCache::default();
    let mut oracle = Oracle::new(&cache, 0.02);
    let mut random = Random::new(5);
    let mut all = start.clone();
    for frame in 0..40 {
        let len = start.len() - random.below(start.len() / 3);
        let mut bodies = all.clone();
        bodies.centers.truncate(len);
        bodies.rotations.truncate(len);
        bodies.half_extents.truncate(len);
        bodies.pairs.retain(|pair| pair.iter().all(|&index| (index as usize) < len));
        bodies.cached(&engine, 0.02, &mut cache);
        oracle.look(&engine, &bodies, cache.manifolds());
        if frame % 4 == 3 {
            // The last box takes the number of another, which is gone.
            let [gone, last] = [random.below(len / 2), len - 1];
            all.centers[gone] = all.centers[last];
            all.rotations[gone] = all.rotations[last];
            all.half_extents[gone] = all.half_extents[last];
        }
    }
    assert!(oracle.seen.apart > 1_000, "{:?}", oracle.seen);
    // What was not there is new, whatever the pairs were called.
    let mut few = start.clone();
    few.pairs.clear();
    few.cached(&engine, 0.02, &mut cache);
    let found = start.cached(&engine, 0.02, &mut cache);
    let expected = fresh(&engine, start.query().margin(0.02), CacheMode::REUSE);
    assert!((0..start.pairs.len()).all(|pair| of_pair(found, pair) == of_pair(&expected, pair)));
}

/// Surface points are an addition: asked for or not, rows, points and predecessors are the same.
#[test]
fn surfaces_change_nothing_else() {
    let start = Bodies::of_world(&standard_worlds(500, 45)[1]);
    let velocities = Velocities::new(start.len(), 9, [3e-4, 3e-4, 0.0]);
    for engine in fastest_engines() {
        for mode in MODES {
            let [mut with, mut without] = [ContactCache::new(mode), ContactCache::new(mode)];
            let mut bodies = start.clone();
            for _ in 0..12 {
                let found = bodies.cached(&engine, 0.02, &mut with);
                let view =
                    BoxView::unchecked(&bodies.centers, &bodies.rotations, &bodies.half_extents);
                let query = Query::new(view.expect("columns"), &bodies.pairs).margin(0.02);
                let expected = engine.manifolds_cached(query, &mut without).expect("valid");
                assert_eq!(found.manifolds(), expected.manifolds());
                assert_eq!(found.points(), expected.points());
                assert_eq!(found.previous(), expected.previous());
                bodies.advance(&velocities);
            }
        }
    }
}
