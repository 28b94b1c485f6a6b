//! A query that is rejected leaves the cache as it was.

use octosat::{CacheMode, ContactCache, Engine, Manifolds, QueryError};

use crate::common::all;
use crate::frames::{MODES, Velocities, cached, query, query_about, wall};

#[test]
fn after_an_error_the_cache_is_untouched() {
    let start = wall(20, 37);
    let velocities = Velocities::new(start.position.len(), 6, [2e-4, 2e-4, 0.0]);
    let engine = Engine::new();
    let count = start.pairs.len();
    let mut broken = start.pairs.clone();
    broken[7][1] = u32::MAX;
    let short = vec![0.0; count - 1];
    let slots: Vec<u32> = (0..).take(count - 1).collect();
    let mut not_a_margin = vec![0.0; count];
    not_a_margin[9] = f32::NAN;
    for mode in MODES {
        let mut frame = start.clone();
        let [mut cache, mut control] = [ContactCache::new(mode), ContactCache::new(mode)];
        for _ in 0..5 {
            let expected = all(cached(&engine, &frame, &mut control));
            assert!(all(cached(&engine, &frame, &mut cache)) == expected);
            let last = all(cache.last_manifolds());
            let mut other = frame.clone();
            Velocities::new(start.position.len(), 7, [0.1; 3]).advance(&mut other);
            let query = query(&other);
            let error = |query, mode, cache: &mut ContactCache| {
                cache.set_mode(mode);
                engine.manifolds_cached(query, cache).expect_err("an error")
            };
            for (query, expected) in [
                (query_about(&other, &broken), "IndexOutOfRange "),
                (query.margin(-1.0), "Margin "),
                (query.margin(&not_a_margin), "Margin "),
                (query.margin(&short), "MarginLength "),
                (query.slots(&slots), "SlotLength "),
            ] {
                let error = format!("{:?}", error(query, mode, &mut cache));
                assert!(error.starts_with(expected), "{error}");
            }
            for motion in [-0.1, f32::NAN, f32::INFINITY] {
                let error = error(query, CacheMode::Reuse { motion }, &mut cache);
                assert!(matches!(error, QueryError::ReuseMotion { .. }), "{error}");
            }
            cache.set_mode(mode);
            assert!(all(cache.manifolds()) == expected && all(cache.last_manifolds()) == last);
            assert_eq!(cache.began().count(), control.began().count());
            assert_eq!(cache.ended().count(), control.ended().count());
            velocities.advance(&mut frame);
        }
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let frame = wall(20, 37);
    let engine = Engine::new();
    let mut cache = ContactCache::new(CacheMode::Reuse { motion: -1.0 });
    let error = engine.manifolds_cached(query(&frame), &mut cache).expect_err("an error");
    assert_eq!(error.to_string(), "the motion is -1, which is not finite and at least zero");
    let count = frame.pairs.len();
    let all: Vec<u32> = (0..).take(count + 1).collect();
    let error = |slots: &[u32]| {
        let mut cache = ContactCache::default();
        let query = query(&frame).slots(slots);
        engine.manifolds_cached(query, &mut cache).expect_err("slots that do not fit")
    };
    for found in [0, 1, count - 1, count + 1] {
        assert_eq!(error(&all[..found]), QueryError::SlotLength { expected: count, found });
    }
    assert_eq!(error(&[]).to_string(), format!("there are 0 slots for {count} pairs"));
    for slot in [1 << 26, 1 << 31, u32::MAX] {
        let mut slots = all[..count].to_vec();
        slots[13] = slot;
        assert_eq!(error(&slots), QueryError::SlotTooLarge { pair: 13, slot });
    }
    let too_large = "slots[0] is 4294967295, more than a cache has room for";
    assert_eq!(error(&vec![u32::MAX; count]).to_string(), too_large);
    // Queries without a cache ignore them.
    let found = [query(&frame), query(&frame).slots(&all[..1])].map(|query| {
        let mut out = Manifolds::new();
        engine.manifolds(query, &mut out).expect("a valid query");
        crate::common::all(&out)
    });
    assert!(found[0] == found[1]);
}
