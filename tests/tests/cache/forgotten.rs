//! Caches that are cleared, and rejected numbers of boxes. `checked` tests what is forgotten and renumbered.

use octosat::{ContactCache, Engine};

use crate::common::all;
use crate::frames::{MODES, cached, wall};

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

#[test]
#[should_panic(expected = "two boxes get the number 4")]
fn two_boxes_with_one_number_are_rejected() {
    let mut cache = ContactCache::default();
    cached(&Engine::new(), &wall(20, 45), &mut cache);
    cache.renumber_boxes(&[1, 4, u32::MAX, u32::MAX, 4]);
}
