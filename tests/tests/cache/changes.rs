//! Boxes that change their extents or move by exact amounts, and queries that change between frames: other modes, other
//! margins, without surface points.

use octosat::{BoxPose, CacheMode, ContactCache, Engine, Manifold, PointOrigin};
use octosat_check::Frame;
use octosat_scenes::generate::Random;

use crate::common::{assert_same_bits, follow, reused};
use crate::frames::{
    MODES, UPRIGHT, Velocities, cached, fastest_engines, octagons, of_boxes, pile, quaternion,
    query, stateless, turn, upright, wall,
};

/// Two boxes next to each other along x, asked about twice, and with other extents: it is seen.
fn assert_seen(before: [[f32; 3]; 2], after: [[f32; 3]; 2], center: [f32; 3]) {
    for mode in MODES {
        let mut cache = ContactCache::new(mode);
        let reused = [before, before, after].map(|[a, b]| {
            let frame = of_boxes(&[upright([0.0; 3], a), upright(center, b)]);
            cached(&Engine::new(), &frame, &mut cache).manifolds()[0].is_reused()
        });
        assert_eq!(reused, [false, true, false], "{before:?} became {after:?}");
    }
}

#[test]
fn extents_that_change_are_seen() {
    let [large, small] = [[0.5; 3], [0.25; 3]];
    assert_seen([large, small], [small, large], [0.74, 0.0, 0.0]);
    let scaled = |sizes: [[f32; 3]; 2], scale: f32| sizes.map(|size| size.map(|x| x * scale));
    for after in [
        [[0.75, 0.125, 0.5], [0.5, 0.5, 0.5]],
        [[0.5, 0.5, 0.375], [0.5, 0.5, 0.5]],
        [[0.5, 0.25, 0.5], [0.25, 0.5, 0.75]],
        [[0.25, 0.25, 0.625], [0.5, 0.5, 0.5]],
        [[1.0, 0.5, 1.0], [0.25, 0.25, 0.25]],
        [[0.5, 0.5, 0.25], [0.5, 0.5, 0.5]],
        [[0.5, 0.26, 0.5], [0.5, 0.5, 0.5]],
    ] {
        // Sizes that have no round relation, too. Sides along x touch by a hundredth where they do not change.
        for scale in [1.0, 0.7, 1.37, 0.1] {
            let before = scaled([[0.5, 0.25, 0.5], [0.5, 0.5, 0.5]], scale);
            assert_seen(before, scaled(after, scale), [0.99 * scale, 0.0, 0.0]);
        }
    }
    // One extent grows while another shrinks, in the ratio 355 to 113: a fingerprint of weights that are near
    // multiples of pi is blind to it.
    let ratios: [[f32; 2]; 5] =
        [[355.0, -113.0], [113.0, -355.0], [22.0, -7.0], [1.0, -1.0], [2.0, -1.0]];
    for (ratio, size) in ratios.into_iter().flat_map(|ratio| [(ratio, 0.03), (ratio, 0.5)]) {
        for places in [[0, 1], [1, 2], [2, 0]] {
            let mut changed = [1.0; 3];
            for (place, part) in places.into_iter().zip(ratio) {
                changed[place] += size * part / ratio[0].abs().max(ratio[1].abs());
            }
            let ground = [3.0, 1.0, 3.0];
            assert_seen([ground, [1.0; 3]], [ground, changed], [0.1, 1.99, 0.2]);
        }
    }
}

/// A thin rod that grows to the size of a cube, and then creeps: its gap is never told too large.
#[test]
fn a_growing_box_is_never_farther_than_told() {
    // Slowly, so that the growth alone may be taken over, too; and faster than any motion that may.
    for growth in [1.009_f32, 1.09] {
        let mut cache = ContactCache::new(CacheMode::REUSE);
        let (mut size, mut x) = (0.001_f32, 0.0_f32);
        let mut reused = 0;
        while x < 0.001 {
            if size < 1.0 {
                size = (growth * size).min(1.0);
            } else {
                x += 0.000_05;
            }
            let rod = upright([x, 0.0, 0.0], [size, 1.0, 1.0]);
            let mut frame = of_boxes(&[rod, upright([2.0011, 0.0, 0.0], [1.0; 3])]);
            frame.setting.margin = 0.0;
            let row = cached(&Engine::new(), &frame, &mut cache).manifolds()[0];
            let gap = f64::from(2.0011_f32) - 1.0 - f64::from(size) - f64::from(x);
            assert!(f64::from(-row.depth) <= gap + 1e-6, "{row:?} {gap}");
            reused += usize::from(row.is_reused());
        }
        assert!(reused > 10, "{growth}: {reused}");
    }
}

#[test]
fn only_small_motion_is_reused() {
    let at = |x| BoxPose { center: [x, 0.995, 0.0], rotation: UPRIGHT };
    let cubes = [[0.5; 3]; 2];
    // A thin box has a smaller limit.
    let thin = [[0.5, 0.495, 0.5], [0.5, 0.5, 0.05]];
    for (half_extents, path, expected) in [
        (cubes, &[0.1, 0.1][..], &[false, true][..]),
        (cubes, &[0.1, 0.1049], &[false, true]),
        (cubes, &[0.1, 0.1051], &[false, false]),
        (thin, &[0.1, 0.1004], &[false, true]),
        (thin, &[0.1, 0.1006], &[false, false]),
        // There and back again is a way, too.
        (cubes, &[0.1, 0.103, 0.1, 0.103], &[false, true, false, true]),
    ] {
        let poses: Vec<_> = path.iter().copied().map(at).collect();
        let found = follow(half_extents, &poses, Some(CacheMode::REUSE));
        let found: Vec<_> = found.iter().map(|one| one.manifolds()[0].is_reused()).collect();
        assert_eq!(found, expected, "{half_extents:?} {path:?}");
    }
}

#[test]
fn other_modes_are_computed() {
    let frame = wall(40, 43);
    let mut cache = ContactCache::new(CacheMode::Steady);
    let engine = Engine::new();
    for mode in [CacheMode::REUSE, CacheMode::Reuse { motion: 0.02 }, CacheMode::Steady] {
        cached(&engine, &frame, &mut cache);
        cache.set_mode(mode);
        let mut restored = ContactCache::restore(&cache.save()).expect("a saved cache");
        for cache in [&mut cache, &mut restored] {
            assert_eq!(cache.mode(), mode);
            let found = cached(&engine, &frame, cache);
            assert_eq!(reused(found), 0);
            assert!(found.previous().iter().all(|&place| place != octosat::NEW_POINT));
            let found = cached(&engine, &frame, cache);
            assert!(reused(found) == found.touching().count() && reused(found) > 50);
        }
        assert_eq!(cache.save(), restored.save());
    }
}

/// Surface points are an addition: asked for or not, rows, points and predecessors are the same.
#[test]
fn surfaces_change_nothing_else() {
    for (engine, mode) in fastest_engines().iter().flat_map(|one| MODES.map(|mode| (one, mode))) {
        let mut frame = wall(50, 45);
        let velocities = Velocities::new(frame.position.len(), 9, [3e-4, 3e-4, 0.0]);
        let [mut with, mut without] = [ContactCache::new(mode), ContactCache::new(mode)];
        for _ in 0..12 {
            let mut bare = frame.clone();
            bare.setting.surfaces = false;
            let found = [cached(engine, &frame, &mut with), &stateless(engine, &frame)];
            let others = [cached(engine, &bare, &mut without), &stateless(engine, &bare)];
            for (found, expected) in found.into_iter().zip(others) {
                assert_eq!(found.manifolds(), expected.manifolds());
                assert_eq!(found.points(), expected.points());
                assert_eq!(found.previous(), expected.previous());
                assert!(expected.surfaces().is_empty() && !found.surfaces().is_empty());
            }
            velocities.advance(&mut frame);
        }
    }
}

/// The rows of a frame's only pair, asked about with one margin after the other, each of the pair.
fn asked(frame: &Frame, margins: &[f32]) -> Vec<Manifold> {
    let mut cache = ContactCache::default();
    let row = |margin: &f32| {
        let query = query(frame).margin(std::slice::from_ref(margin));
        Engine::new().manifolds_cached(query, &mut cache).expect("a valid query").manifolds()[0]
    };
    margins.iter().map(row).collect()
}

#[test]
fn margins_that_grow_let_in_what_they_must() {
    // A plate that is tilted: two corners touch, two are 8 mm above the ground.
    let ground = upright([0.0; 3], [5.0, 0.5, 5.0]);
    let mut tilted = of_boxes(&[ground, upright([0.0, 1.003, 0.0], [0.5; 3])]);
    tilted.rotation[1] = quaternion(turn([0.0, 0.0, 1.0], 0.008));
    for (margins, expected) in [
        (&[0.02, 0.02][..], &[(4, false), (4, true)][..]),
        // Points beyond a smaller margin end the reuse.
        (&[0.02, 0.002, 0.002], &[(4, false), (2, false), (2, true)]),
        // A margin that grows by more than boxes may move lets in all points.
        (&[0.002, 0.0065, 0.02], &[(2, false), (2, true), (4, false)]),
        (&[0.002, 0.004, 0.006, 0.008], &[(2, false), (2, true), (2, true), (4, false)]),
    ] {
        let found: Vec<_> =
            asked(&tilted, margins).iter().map(|row| (row.len, row.is_reused())).collect();
        assert_eq!(found, expected, "{margins:?}");
    }
    // Pairs apart, too.
    let apart = of_boxes(&[ground, upright([0.0, 1.1, 0.0], [0.5; 3])]);
    let found = asked(&apart, &[0.02, 0.05, 0.0999, 0.1001, 0.0999]);
    let found: Vec<_> = found.iter().map(|row| (row.len > 0, row.is_reused())).collect();
    let expected = [(false, false), (false, true), (false, true), (true, false), (false, false)];
    assert_eq!(found, expected);
    // A margin of all pairs that changes lets nothing be taken over, and everything in.
    let mut cache = ContactCache::default();
    for (margin, len) in [(0.002, 2), (0.0065, 2), (0.02, 4), (0.002, 2)] {
        tilted.setting.margin = margin;
        assert_eq!(cached(&Engine::new(), &tilted, &mut cache).manifolds()[0].len, len);
        assert!(cached(&Engine::new(), &tilted, &mut cache).manifolds()[0].is_reused());
    }
}

/// On every backend, and near those without a cache.
#[test]
fn margins_of_each_pair_and_of_each_frame_are_kept() {
    for mut frame in [pile(50, 42), wall(50, 42), octagons()] {
        frame.setting.origin = PointOrigin::CenterOfA;
        let mut random = Random::new(12);
        let velocities = Velocities::new(frame.position.len(), 9, [1e-4, 1e-4, 0.0]);
        let mut next = |number: usize| {
            let choices = [0.0, 0.002, 0.01, 0.03, 0.2];
            let margin = |_| choices[random.below(5).min(number / 2)];
            let margins: Vec<f32> = frame.pairs.iter().map(margin).collect();
            velocities.advance(&mut frame);
            (frame.clone(), margins)
        };
        let frames: Vec<_> = (0..25).map(&mut next).collect();
        let queries: Vec<_> =
            frames.iter().map(|(frame, margins)| query(frame).margin(margins)).collect();
        assert_same_bits(&queries, |_| {});
        let mut cache = ContactCache::default();
        for (query, (_, margins)) in queries.into_iter().zip(&frames) {
            let found = Engine::new().manifolds_cached(query, &mut cache).expect("a valid query");
            let mut expected = octosat::Manifolds::new();
            Engine::new().manifolds(query, &mut expected).expect("a valid query");
            for (pair, &margin) in margins.iter().enumerate() {
                let [row, other] = [found, &expected].map(|contacts| contacts.manifolds()[pair]);
                // Manifolds that are reused may be off by the motion; pairs apart may not.
                let off = if row.is_reused() && row.len > 0 { 0.01 } else { 1e-4 };
                let is_near = (other.depth + margin).abs() < off;
                assert!(is_near || (row.len > 0) == (other.len > 0), "{row:?} {other:?}");
                let mut depths = found.of(pair).iter().map(|point| point.depth);
                assert!(depths.all(|depth| depth >= -margin - 1e-5), "{margin} {row:?}");
            }
        }
    }
}
