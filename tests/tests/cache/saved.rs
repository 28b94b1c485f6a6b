//! A restored cache continues like the saved one, and any other bytes are rejected.

use octosat::{CacheMode, ContactCache, Engine, RestoreError};
use octosat_scenes::generate::Random;

use crate::common::{all, of_pair};
use crate::frames::{Velocities, cached, octagons, wall};

/// A cache that has seen three frames of 20 pairs, as bytes.
fn saved() -> Vec<u8> {
    let mut frame = wall(10, 61);
    frame.pairs.truncate(20);
    let velocities = Velocities::new(frame.position.len(), 6, [2e-4, 2e-4, 0.0]);
    let mut cache = ContactCache::default();
    for _ in 0..3 {
        cached(&Engine::new(), &frame, &mut cache);
        velocities.advance(&mut frame);
    }
    cache.save()
}

/// How it goes on is in `checked`.
#[test]
fn a_restored_cache_has_the_last_answer() {
    let mut cache = ContactCache::new(CacheMode::REUSE);
    for frame in [wall(40, 61), octagons(), octagons()] {
        cached(&Engine::new(), &frame, &mut cache);
        let bytes = cache.save();
        assert!(bytes == cache.save() && bytes == cache.clone().save());
        let restored = ContactCache::restore(&bytes).expect("a saved cache");
        assert_eq!(restored.mode(), cache.mode());
        let lists = [cache.manifolds(), restored.manifolds()];
        assert_eq!(lists.map(|list| list.manifolds().len()), [frame.pairs.len(); 2]);
        assert!(
            (0..frame.pairs.len()).all(|pair| of_pair(lists[0], pair) == of_pair(lists[1], pair))
        );
        // What was before the last call is not saved.
        assert!(restored.last_manifolds().manifolds().is_empty());
        assert_eq!(restored.ended().count(), 0);
        let again = ContactCache::restore(&restored.save()).expect("a saved cache");
        assert_eq!(again.save(), restored.save());
        let [mut one, mut other] = [cache.clone(), restored];
        let found = [&mut one, &mut other].map(|cache| all(cached(&Engine::new(), &frame, cache)));
        assert!(found[0] == found[1] && one.began().count() == other.began().count());
        assert_eq!(one.ended().count(), other.ended().count());
    }
}

#[test]
fn every_shorter_longer_or_changed_list_of_bytes_is_an_error() {
    let bytes = saved();
    let is_error = |bytes: &[u8]| ContactCache::restore(bytes).is_err();
    for len in 0..bytes.len() {
        assert!(is_error(&bytes[..len]), "{len} of {}", bytes.len());
    }
    for more in [1, 3, 4, 8, 100] {
        let longer = [&bytes[..], &vec![0; more]].concat();
        assert_eq!(ContactCache::restore(&longer).err(), Some(RestoreError::Damaged));
    }
    assert!(is_error(&[&bytes[..], &bytes[..]].concat()));
    let mut random = Random::new(5);
    for place in 0..bytes.len() {
        for change in [1, 0x80, 0xff, byte(&mut random).max(1)] {
            let mut changed = bytes.clone();
            changed[place] ^= change;
            assert!(is_error(&changed), "byte {place} of {} changed by {change}", bytes.len());
        }
    }
    // Bytes that have changed their places, and several that have changed at once.
    for _ in 0..20_000 {
        let mut changed = bytes.clone();
        let places = [random.below(bytes.len()), random.below(bytes.len())];
        changed.swap(places[0], places[1]);
        assert!(changed == bytes || is_error(&changed), "{places:?}");
        for place in places {
            changed[place] = changed[place].wrapping_add(byte(&mut random));
        }
        assert!(changed == bytes || is_error(&changed), "{places:?}");
    }
}

fn byte(random: &mut Random) -> u8 {
    u8::try_from(random.below(256)).expect("a byte")
}

#[test]
fn foreign_bytes_are_an_error() {
    let error = |bytes: &[u8]| ContactCache::restore(bytes).expect_err("not a cache");
    let archive = b"PK\x03\x04 something else, long enough to be read as a header of any kind";
    for bytes in [&b""[..], archive] {
        assert_eq!(error(bytes), RestoreError::NotACache);
        assert!(!error(bytes).to_string().is_empty());
    }
    let mut random = Random::new(6);
    for len in (0..300).chain([1_000, 10_000]) {
        error(&vec![0; len]);
        error(&vec![0xff; len]);
        error(&(0..len).map(|_| byte(&mut random)).collect::<Vec<_>>());
    }
    // The start of a cache, then anything.
    let bytes = saved();
    for round in 0..3_000 {
        let mut bytes = bytes.clone();
        bytes[1 + round % 200..].fill_with(|| byte(&mut random));
        error(&bytes);
    }
}
