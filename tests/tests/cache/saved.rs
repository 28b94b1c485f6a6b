//! A cache that was saved goes on as if it had not been, and nothing else passes for one.

use octosat::{CacheMode, ContactCache, Engine, NEW_POINT, PointLimit, RestoreError};
use octosat_scenes::generate::Random;
use octosat_tests::{fastest_engines, octagons_at_the_tolerance, standard_worlds};

use crate::bodies::{Bodies, Velocities};
use crate::common::{MODES, all, of_pair, reused};

/// A cache that has seen some frames of a small heap.
fn used(bodies: &mut Bodies, frames: usize) -> ContactCache {
    let velocities = Velocities::new(bodies.len(), 6, [2e-4, 2e-4, 0.0]);
    let mut cache = ContactCache::default();
    for _ in 0..frames {
        bodies.cached(&Engine::new(), 0.02, &mut cache);
        bodies.advance(&velocities);
    }
    cache
}

fn heap(pairs: usize) -> Bodies {
    Bodies::of_world(&standard_worlds(pairs, 61)[1])
}

#[test]
fn a_restored_cache_goes_on() {
    for (start, limit) in [
        (heap(400), PointLimit::Four),
        (Bodies::of_world(&octagons_at_the_tolerance()), PointLimit::Eight),
    ] {
        let slots: Vec<u32> = (3..).take(start.pairs.len()).collect();
        let velocities = Velocities::new(start.len(), 6, [2e-4, 2e-4, 1e-5]);
        for engine in fastest_engines() {
            for mode in MODES {
                for slotted in [false, true] {
                    let mut bodies = start.clone();
                    let [mut cache, mut control] =
                        [ContactCache::new(mode), ContactCache::new(mode)];
                    for frame in 0..8 {
                        cache = ContactCache::restore(&cache.save()).expect("a saved cache");
                        assert_eq!(cache.mode(), mode);
                        let pairs = 0..cache.manifolds().manifolds().len();
                        assert!(pairs.len() == start.pairs.len() || frame == 0);
                        let lists = [cache.manifolds(), control.manifolds()];
                        for pair in pairs {
                            let [found, expected] = lists.map(|list| of_pair(list, pair));
                            assert_eq!(found, expected);
                        }
                        // What was before the last call is not saved.
                        assert!(cache.last_manifolds().manifolds().is_empty());
                        assert_eq!(cache.ended().count(), 0);
                        let query = bodies.query().margin(0.02).limit(limit);
                        let query = if slotted { query.slots(&slots) } else { query };
                        engine.manifolds_cached(query, &mut cache).expect("a valid query");
                        engine.manifolds_cached(query, &mut control).expect("a valid query");
                        assert!(all(cache.manifolds()) == all(control.manifolds()), "{frame}");
                        let events =
                            |cache: &ContactCache| [cache.began().count(), cache.ended().count()];
                        assert_eq!(events(&cache), events(&control));
                        if frame % 3 != 2 {
                            bodies.advance(&velocities);
                        }
                    }
                    assert!(mode == MODES[0] || reused(cache.manifolds()) > 50);
                }
            }
        }
    }
}

#[test]
fn the_same_cache_is_saved_as_the_same_bytes() {
    let mut bodies = heap(300);
    let cache = used(&mut bodies, 5);
    let bytes = cache.save();
    assert_eq!(bytes, cache.save());
    assert_eq!(bytes, cache.clone().save());
    // Restored, it knows nothing of the call before the last.
    let restored = ContactCache::restore(&bytes).expect("a saved cache").save();
    assert_eq!(restored, ContactCache::restore(&restored).expect("a saved cache").save());
    let empty = ContactCache::default().save();
    let restored = ContactCache::restore(&empty).expect("a saved cache");
    assert!(restored.manifolds().manifolds().is_empty());
}

#[test]
fn what_was_forgotten_stays_forgotten() {
    let mut bodies = heap(300);
    let mut cache = used(&mut bodies, 3);
    bodies.cached(&Engine::new(), 0.02, &mut cache);
    for [is_box, is_pair] in [[true, false], [false, true], [true, true]] {
        if is_box {
            cache.forget_box(bodies.pairs[7][0]);
        }
        if is_pair {
            let touching = cache.manifolds().touching().next().expect("a pair in contact").pair;
            cache.forget_pair(touching);
        }
        let mut restored = ContactCache::restore(&cache.save()).expect("a saved cache");
        let expected = all(bodies.cached(&Engine::new(), 0.02, &mut cache));
        assert!(cache.manifolds().previous().contains(&NEW_POINT));
        assert!(all(bodies.cached(&Engine::new(), 0.02, &mut restored)) == expected);
    }
}

/// A pair that gets another slot is a new one, also after the cache was saved.
#[test]
fn slots_are_saved() {
    let bodies = heap(300);
    let slots: Vec<u32> = (3..).take(bodies.pairs.len()).collect();
    let mut other = slots.clone();
    other.rotate_left(1);
    let engine = Engine::new();
    let mut cache = ContactCache::default();
    engine.manifolds_cached(bodies.query().slots(&slots), &mut cache).expect("a valid query");
    let mut restored = ContactCache::restore(&cache.save()).expect("a saved cache");
    for slots in [&other, &other, &slots] {
        let query = bodies.query().slots(slots);
        let expected = all(engine.manifolds_cached(query, &mut cache).expect("a valid query"));
        let found = engine.manifolds_cached(query, &mut restored).expect("a valid query");
        assert!(all(found) == expected);
    }
}

#[test]
fn every_shorter_or_longer_list_of_bytes_is_an_error() {
    let mut bodies = heap(40);
    bodies.pairs.truncate(20);
    let bytes = used(&mut bodies, 3).save();
    for len in 0..bytes.len() {
        assert!(ContactCache::restore(&bytes[..len]).is_err(), "{len} of {}", bytes.len());
    }
    for more in [1, 3, 4, 8, 100] {
        let longer = [&bytes[..], &vec![0; more]].concat();
        assert_eq!(ContactCache::restore(&longer).err(), Some(RestoreError::Damaged));
    }
    let twice = [&bytes[..], &bytes[..]].concat();
    assert!(ContactCache::restore(&twice).is_err());
}

#[test]
fn every_changed_byte_is_an_error() {
    let mut bodies = heap(40);
    bodies.pairs.truncate(20);
    let bytes = used(&mut bodies, 3).save();
    let mut random = Random::new(5);
    for place in 0..bytes.len() {
        for change in [1, 0x80, 0xff, byte(&mut random).max(1)] {
            let mut changed = bytes.clone();
            changed[place] ^= change;
            let restored = ContactCache::restore(&changed);
            assert!(restored.is_err(), "byte {place} of {} changed by {change}", bytes.len());
        }
    }
    // Bytes that have changed their places, and several that have changed at once.
    for _ in 0..20_000 {
        let mut changed = bytes.clone();
        let places = [random.below(bytes.len()), random.below(bytes.len())];
        changed.swap(places[0], places[1]);
        if changed != bytes {
            assert!(ContactCache::restore(&changed).is_err(), "{places:?}");
        }
        for place in places {
            changed[place] = changed[place].wrapping_add(byte(&mut random));
        }
        if changed != bytes {
            assert!(ContactCache::restore(&changed).is_err(), "{places:?}");
        }
    }
}

fn byte(random: &mut Random) -> u8 {
    u8::try_from(random.below(256)).expect("a byte")
}

#[test]
fn foreign_bytes_are_an_error() {
    let mut random = Random::new(6);
    let is_foreign = |bytes: &[u8]| {
        let error = ContactCache::restore(bytes).expect_err("not a cache");
        assert!(!error.to_string().is_empty());
        error
    };
    assert_eq!(is_foreign(&[]), RestoreError::NotACache);
    assert_eq!(
        is_foreign(b"PK\x03\x04 something else, long enough to be read as a header of any kind"),
        RestoreError::NotACache
    );
    for len in (0..300).chain([1_000, 10_000]) {
        is_foreign(&vec![0; len]);
        is_foreign(&vec![0xff; len]);
        let mut bytes = vec![0; len];
        bytes.fill_with(|| byte(&mut random));
        is_foreign(&bytes);
    }
    // The start of a cache, then anything.
    let mut bodies = heap(40);
    bodies.pairs.truncate(20);
    let bytes = used(&mut bodies, 3).save();
    for round in 0..3_000 {
        let mut bytes = bytes.clone();
        let from = 1 + round % 200;
        bytes[from..].fill_with(|| byte(&mut random));
        is_foreign(&bytes);
    }
}

/// A mode that was changed since the last call has everything computed, saved or not.
#[test]
fn a_changed_mode_is_saved_as_changed() {
    let bodies = heap(400);
    let mut cache = ContactCache::new(CacheMode::Reuse { motion: 0.05 });
    for _ in 0..2 {
        bodies.cached(&Engine::new(), 0.02, &mut cache);
    }
    assert!(reused(cache.manifolds()) > 50, "{}", reused(cache.manifolds()));
    cache.set_mode(CacheMode::REUSE);
    let mut restored = ContactCache::restore(&cache.save()).expect("a saved cache");
    for cache in [&mut cache, &mut restored] {
        assert_eq!(cache.mode(), CacheMode::REUSE);
        assert_eq!(reused(bodies.cached(&Engine::new(), 0.02, cache)), 0);
    }
    assert_eq!(cache.save(), restored.save());
}
