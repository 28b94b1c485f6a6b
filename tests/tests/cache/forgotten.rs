//! Caches that are cleared, and boxes that get other numbers; what is forgotten is in `checked`.

use octosat::{ContactCache, Engine};
use octosat_scenes::generate::Random;

use crate::common::all;
use crate::frames::{MODES, Velocities, cached, fastest_engines, renumbered, wall};

#[test]
fn a_cache_that_was_cleared_knows_nothing() {
    let (frame, engine) = (wall(60, 45), Engine::new());
    for mode in MODES {
        let mut cache = ContactCache::new(mode);
        let expected = all(cached(&engine, &frame, &mut cache));
        for _ in 0..3 {
            cached(&engine, &frame, &mut cache);
            cache.clear();
            assert_eq!(cache.mode(), mode);
            let empty = all(&octosat::Manifolds::new());
            assert!(all(cache.manifolds()) == empty && all(cache.last_manifolds()) == empty);
            assert_eq!(cache.began().count() + cache.ended().count(), 0);
            assert!(all(cached(&engine, &frame, &mut cache)) == expected);
            assert_eq!(cache.began().count(), cache.manifolds().touching().count());
        }
    }
}

/// Boxes that get other numbers again and again have the results that they would have had.
#[test]
fn renumbered_boxes_go_on() {
    for (engine, mode) in fastest_engines().iter().flat_map(|one| MODES.map(|mode| (one, mode))) {
        for is_slotted in [false, true] {
            let mut random = Random::new(14);
            let mut straight = wall(60, 45);
            straight.slots = is_slotted.then(|| (5..).take(straight.pairs.len()).collect());
            let velocities = Velocities::new(straight.position.len(), 4, [2e-4, 2e-4, 1e-5]);
            let [mut expected, mut cache] = [ContactCache::new(mode), ContactCache::new(mode)];
            let mut numbers: Vec<u32> = (0..).take(straight.position.len()).collect();
            for _ in 0..6 {
                cached(engine, &straight, &mut expected);
                cached(engine, &renumbered(&straight, &numbers), &mut cache);
                assert!(all(cache.manifolds()) == all(expected.manifolds()), "{mode:?}");
                let mut other: Vec<u32> = (0..).take(numbers.len()).collect();
                random.shuffle(&mut other);
                cache.renumber_boxes(&other);
                numbers.iter_mut().for_each(|number| *number = other[*number as usize]);
                let pairs = expected.manifolds().touching().map(|before| before.pair);
                let pairs = pairs.map(|pair| pair.map(|index| numbers[index as usize]));
                assert!(cache.manifolds().touching().map(|now| now.pair).eq(pairs));
                velocities.advance(&mut straight);
            }
        }
    }
}

#[test]
#[should_panic(expected = "two boxes get the number 4")]
fn two_boxes_with_one_number_are_rejected() {
    let mut cache = ContactCache::default();
    cached(&Engine::new(), &wall(20, 45), &mut cache);
    cache.renumber_boxes(&[1, 4, u32::MAX, u32::MAX, 4]);
}
