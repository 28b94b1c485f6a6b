//! Boxes and pairs that are forgotten, and boxes that get other numbers.

use octosat::{BoxStore, CacheMode, ContactCache, Engine, NEW_POINT, OrientedBox, Query};
use octosat_scenes::generate::Random;
use octosat_tests::{fastest_engines, standard_worlds};

use crate::bodies::{Bodies, Velocities};
use crate::common::{MODES, all, fresh, of_pair, predecessors};

fn heap() -> Bodies {
    Bodies::of_world(&standard_worlds(600, 45)[1])
}

/// Every pair that `is_new` is as a fresh cache has it, and the others are taken over.
fn assert_new(cache: &ContactCache, fresh: &octosat::Manifolds, is_new: impl Fn([u32; 2]) -> bool) {
    let mut counts = [0; 2];
    for touching in cache.manifolds().touching() {
        let is_new = is_new(touching.pair);
        counts[usize::from(is_new)] += 1;
        if is_new {
            let found = of_pair(cache.manifolds(), touching.index);
            assert_eq!(found, of_pair(fresh, touching.index));
            assert!(touching.previous.iter().all(|&place| place == NEW_POINT));
        } else {
            assert!(touching.manifold.is_reused() && touching.manifold.has_same_points());
        }
    }
    assert!(counts[0] > 100 && counts[1] > 5, "{counts:?}");
}

#[test]
fn forgotten_boxes_have_new_pairs() {
    let bodies = heap();
    for engine in fastest_engines() {
        for mode in MODES {
            let mut cache = ContactCache::new(mode);
            let fresh = fresh(&engine, bodies.query().margin(0.02), mode);
            for boxes in [[3, 17, 60], [0, 1, 2]] {
                bodies.cached(&engine, 0.02, &mut cache);
                boxes.iter().for_each(|&index| cache.forget_box(index));
                bodies.cached(&engine, 0.02, &mut cache);
                assert_new(&cache, &fresh, |pair| pair.iter().any(|index| boxes.contains(index)));
            }
            // A box that was never there.
            bodies.cached(&engine, 0.02, &mut cache);
            cache.forget_box(u32::MAX);
            cache.forget_box(u32::try_from(bodies.len()).expect("few boxes"));
            bodies.cached(&engine, 0.02, &mut cache);
            assert!(cache.manifolds().touching().all(|touching| touching.manifold.is_reused()));
        }
    }
}

#[test]
fn forgotten_pairs_are_new() {
    let mut bodies = heap();
    bodies.pairs.extend_from_within(..40);
    for engine in fastest_engines() {
        for mode in MODES {
            let mut cache = ContactCache::new(mode);
            let fresh = fresh(&engine, bodies.query().margin(0.02), mode);
            bodies.cached(&engine, 0.02, &mut cache);
            let forgotten = &bodies.pairs[5..25];
            forgotten.iter().for_each(|&pair| cache.forget_pair(pair));
            // The other way round, and a pair that is not there.
            let [a, b] = bodies.pairs[30];
            cache.forget_pair([b, a]);
            cache.forget_pair([u32::MAX, 0]);
            bodies.cached(&engine, 0.02, &mut cache);
            assert_new(&cache, &fresh, |pair| forgotten.contains(&pair));
            bodies.cached(&engine, 0.02, &mut cache);
            assert!(cache.manifolds().touching().all(|touching| touching.manifold.is_reused()));
        }
    }
}

#[test]
fn a_cache_that_was_cleared_knows_nothing() {
    let bodies = heap();
    let engine = Engine::new();
    for mode in [CacheMode::Steady, CacheMode::Reuse { motion: 0.02 }] {
        let mut cache = ContactCache::new(mode);
        let expected = all(&fresh(&engine, bodies.query().margin(0.02), mode));
        for _ in 0..3 {
            assert!(all(bodies.cached(&engine, 0.02, &mut cache)) == expected);
            assert_eq!(cache.began().count(), cache.manifolds().touching().count());
            bodies.cached(&engine, 0.02, &mut cache);
            cache.clear();
            assert_eq!(cache.mode(), mode);
            for list in [cache.manifolds(), cache.last_manifolds()] {
                assert!(list.manifolds().is_empty() && list.points().is_empty());
                assert!(list.surfaces().is_empty() && list.previous().is_empty());
            }
            assert_eq!(cache.began().count() + cache.ended().count(), 0);
        }
    }
}

/// Boxes that get other numbers again and again have the results that they would have had.
#[test]
fn renumbered_boxes_go_on() {
    for engine in fastest_engines() {
        for mode in MODES {
            for slotted in [false, true] {
                let mut random = Random::new(14);
                let mut straight = heap();
                let slots: Vec<u32> = (5..).take(straight.pairs.len()).collect();
                let velocities = Velocities::new(straight.len(), 4, [2e-4, 2e-4, 1e-5]);
                let [mut expected, mut cache] = [ContactCache::new(mode), ContactCache::new(mode)];
                let identity: Vec<u32> = (0..).take(straight.len()).collect();
                let mut numbers = identity.clone();
                for _ in 0..6 {
                    straight.cached(&engine, 0.02, &mut expected);
                    let bodies = straight.renumbered(&numbers);
                    let mut query = bodies.query().margin(0.02);
                    if slotted {
                        query = query.slots(&slots);
                    }
                    engine.manifolds_cached(query, &mut cache).expect("a valid query");
                    assert!(all(cache.manifolds()) == all(expected.manifolds()), "{mode:?}");
                    let mut other = identity.clone();
                    random.shuffle(&mut other);
                    cache.renumber_boxes(&other);
                    numbers.iter_mut().for_each(|number| *number = other[*number as usize]);
                    for (touching, before) in
                        cache.manifolds().touching().zip(expected.manifolds().touching())
                    {
                        let renumbered = before.pair.map(|index| numbers[index as usize]);
                        assert_eq!(touching.pair, renumbered);
                    }
                    straight.advance(&velocities);
                }
            }
        }
    }
}

/// An engine sorts its pairs again after it has renumbered its boxes: both lists ascend, and the old one with its
/// new numbers does not.
#[test]
fn sorted_pairs_are_found_after_renumbering() {
    let mut bodies = heap();
    bodies.pairs.sort_unstable();
    let count = u32::try_from(bodies.len()).expect("few boxes");
    let reversed: Vec<u32> = (0..count).rev().collect();
    let engine = Engine::new();
    let mut cache = ContactCache::default();
    for _ in 0..3 {
        bodies.cached(&engine, 0.02, &mut cache);
        cache.renumber_boxes(&reversed);
        bodies = bodies.renumbered(&reversed);
        bodies.pairs.sort_unstable();
        bodies.cached(&engine, 0.02, &mut cache);
        assert!(cache.manifolds().touching().count() > 100);
        assert!(cache.manifolds().touching().all(|touching| touching.manifold.is_reused()));
    }
}

/// Boxes that are gone leave holes, which others fill.
#[test]
fn boxes_that_are_gone_leave_nothing() {
    let bodies = heap();
    let engine = Engine::new();
    let half = bodies.len() / 2;
    let mut cache = ContactCache::default();
    bodies.cached(&engine, 0.02, &mut cache);
    // Every second box is kept; then others of the same poses take the numbers behind.
    let number = |k: usize| u32::try_from(k).expect("few boxes");
    let numbers: Vec<u32> =
        (0..2 * half).map(|k| if k % 2 == 0 { number(k / 2) } else { u32::MAX }).collect();
    cache.renumber_boxes(&numbers);
    let order: Vec<u32> = (0..bodies.len())
        .map(|k| number(if k % 2 == 0 { k / 2 } else { k / 2 + bodies.len().div_ceil(2) }))
        .collect();
    let bodies = bodies.renumbered(&order);
    bodies.cached(&engine, 0.02, &mut cache);
    let fresh = fresh(&engine, bodies.query().margin(0.02), CacheMode::REUSE);
    assert_new_or_kept(&cache, &fresh, |pair| pair.iter().any(|&index| index as usize >= half));
    // No number at all: every box is gone.
    cache.renumber_boxes(&[]);
    bodies.cached(&engine, 0.02, &mut cache);
    assert!(
        (0..bodies.pairs.len()).all(|pair| predecessors(&cache, pair).iter().all(Option::is_none))
    );
}

fn assert_new_or_kept(
    cache: &ContactCache,
    fresh: &octosat::Manifolds,
    is_new: impl Fn([u32; 2]) -> bool,
) {
    for touching in cache.manifolds().touching() {
        let is_new = is_new(touching.pair);
        assert_eq!(touching.manifold.is_reused(), !is_new, "{:?}", touching.pair);
        if is_new {
            let found = of_pair(cache.manifolds(), touching.index);
            assert_eq!(found, of_pair(fresh, touching.index));
        }
    }
}

#[test]
#[should_panic(expected = "two boxes get the number 4")]
fn two_boxes_with_one_number_are_refused() {
    let mut cache = ContactCache::default();
    heap().cached(&Engine::new(), 0.02, &mut cache);
    cache.renumber_boxes(&[1, 4, u32::MAX, u32::MAX, 4]);
}

/// Two cubes, and a third that is added where the second one is: nothing is known of it, on any backend.
#[test]
fn an_added_box_is_unknown_wherever_it_is() {
    let cube = |x| OrientedBox::new([x, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [0.5; 3]);
    for engine in octosat_tests::engines() {
        for mode in MODES {
            let mut cache = ContactCache::new(mode);
            let mut boxes = BoxStore::new();
            boxes.extend_from_boxes(&[cube(0.0), cube(5.0)]).expect("boxes");
            let mut is_reused = |boxes: &BoxStore, pairs: &[[u32; 2]]| {
                let found = engine.manifolds_cached(Query::new(boxes, pairs), &mut cache);
                found.expect("a query").manifolds().last().expect("a row").is_reused()
            };
            assert!(!is_reused(&boxes, &[[0, 1]]));
            boxes.insert(cube(5.0)).expect("a box");
            let found = [0; 3].map(|_| is_reused(&boxes, &[[0, 1], [0, 2]]));
            assert_eq!(found, [false, true, true]);
        }
    }
}

/// A thin rod that grows to the size of a cube, and then creeps: its gap is never told too large.
#[test]
fn a_growing_box_is_never_farther_than_told() {
    let mut cache = ContactCache::default();
    let (mut size, mut x) = (0.001_f32, 0.0_f32);
    let mut reused = 0;
    while x < 0.000_24 {
        if size < 1.0 {
            size = (1.09 * size).min(1.0);
        } else {
            x += 0.000_05;
        }
        let upright = [0.0, 0.0, 0.0, 1.0];
        let rod = OrientedBox::new([x, 0.0, 0.0], upright, [size, 1.0, 1.0]);
        let bodies = Bodies::two(rod, OrientedBox::new([3.0011, 0.0, 0.0], upright, [1.0; 3]));
        let row = bodies.cached(&Engine::new(), 0.0, &mut cache).manifolds()[0];
        let gap = f64::from(3.0011_f32) - 1.0 - f64::from(size) - f64::from(x);
        assert!(f64::from(-row.depth) <= gap + 1e-6, "{row:?} {gap}");
        reused += usize::from(row.is_reused());
    }
    assert!(reused > 10, "{reused}");
}
