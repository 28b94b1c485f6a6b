//! A query that is rejected leaves the cache as it was.

use octosat::{CacheMode, ContactCache, Engine, QueryError};
use octosat_tests::standard_worlds;

use crate::bodies::{Bodies, Velocities};
use crate::common::{MODES, all};

/// Whether an error is the one that was expected.
type IsExpected<'a> = &'a dyn Fn(&QueryError) -> bool;

#[test]
fn after_an_error_the_cache_is_untouched() {
    let start = Bodies::of_world(&standard_worlds(200, 37)[1]);
    let velocities = Velocities::new(start.len(), 6, [2e-4, 2e-4, 0.0]);
    let engine = Engine::new();
    let count = start.pairs.len();
    let mut broken = start.pairs.clone();
    broken[7][1] = u32::MAX;
    let short = vec![0.0; count - 1];
    let slots: Vec<u32> = (0..).take(count - 1).collect();
    let mut not_a_margin = vec![0.0; count];
    not_a_margin[9] = f32::NAN;
    for mode in MODES {
        let mut bodies = start.clone();
        let [mut cache, mut control] = [ContactCache::new(mode), ContactCache::new(mode)];
        for _ in 0..5 {
            let expected = all(bodies.cached(&engine, 0.02, &mut control));
            assert!(all(bodies.cached(&engine, 0.02, &mut cache)) == expected);
            let last = all(cache.last_manifolds());
            let mut other = bodies.clone();
            other.advance(&Velocities::new(start.len(), 7, [0.1; 3]));
            let query = other.query().margin(0.02);
            let is_range = |error: &QueryError| matches!(error, QueryError::IndexOutOfRange { .. });
            let is_margin = |error: &QueryError| matches!(error, QueryError::Margin { .. });
            let is_length = |error: &QueryError| matches!(error, QueryError::MarginLength { .. });
            let is_slots = |error: &QueryError| matches!(error, QueryError::SlotLength { .. });
            let tried: [(_, IsExpected<'_>); 5] = [
                (other.query_about(&broken), &is_range),
                (query.margin(-1.0), &is_margin),
                (query.margin(&not_a_margin), &is_margin),
                (query.margin(&short), &is_length),
                (query.slots(&slots), &is_slots),
            ];
            for (query, is_expected) in tried {
                let error = engine.manifolds_cached(query, &mut cache).expect_err("an error");
                assert!(is_expected(&error), "{error}");
            }
            for motion in [-0.1, f32::NAN, f32::INFINITY] {
                cache.set_mode(CacheMode::Reuse { motion });
                let error = engine.manifolds_cached(query, &mut cache).expect_err("an error");
                assert!(matches!(error, QueryError::ReuseMotion { .. }), "{error}");
            }
            cache.set_mode(mode);
            assert!(all(cache.manifolds()) == expected && all(cache.last_manifolds()) == last);
            let events = |cache: &ContactCache| {
                let [began, ended] = [cache.began().count(), cache.ended().count()];
                [began, ended]
            };
            assert_eq!(events(&cache), events(&control));
            bodies.advance(&velocities);
        }
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let bodies = Bodies::of_world(&standard_worlds(100, 37)[1]);
    let mut cache = ContactCache::new(CacheMode::Reuse { motion: -1.0 });
    let engine = Engine::new();
    let error = engine.manifolds_cached(bodies.query(), &mut cache).expect_err("an error");
    assert_eq!(error.to_string(), "the motion is -1, which is not finite and at least zero");
    cache.set_mode(CacheMode::default());
    let error = engine.manifolds_cached(bodies.query().slots(&[]), &mut cache);
    let count = bodies.pairs.len();
    let expected = format!("there are 0 slots for {count} pairs");
    assert_eq!(error.expect_err("an error").to_string(), expected);
    let slots = vec![u32::MAX; count];
    let error = engine.manifolds_cached(bodies.query().slots(&slots), &mut cache);
    let expected = "slots[0] is 4294967295, more than a cache has room for";
    assert_eq!(error.expect_err("an error").to_string(), expected);
}
