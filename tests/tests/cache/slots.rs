//! Pairs that are found by numbers of an engine's own.

use octosat::{ContactCache, Engine, NEW_POINT, QueryError};
use octosat_scenes::generate::Random;
use octosat_tests::{engines, standard_worlds};

use crate::bodies::{Bodies, Velocities};
use crate::common::{MODES, all, predecessors};

/// Pairs of a broad phase that keeps a slot for each as long as it lives.
#[derive(Clone, Default)]
struct Slots {
    free: Vec<u32>,
    used: u32,
}

impl Slots {
    fn take(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.used += 1;
            self.used - 1
        })
    }
}

/// Lists with slots, in which pairs come and go: never one in a slot that another had in the frame before.
fn lists(pairs: &[[u32; 2]], frames: usize) -> Vec<(Vec<[u32; 2]>, Vec<u32>)> {
    let mut random = Random::new(6);
    let mut slots = Slots::default();
    let mut list: Vec<([u32; 2], u32)> = Vec::new();
    let mut lists = Vec::new();
    for frame in 0..frames {
        let mut freed = Vec::new();
        if frame % 3 != 2 {
            let absent = pairs.iter().filter(|pair| list.iter().all(|(other, _)| other != *pair));
            let added: Vec<_> = absent.copied().filter(|_| random.unit() < 0.7).collect();
            list.retain(|&(_, slot)| {
                let is_kept = random.unit() < 0.9;
                freed.extend((!is_kept).then_some(slot));
                is_kept
            });
            list.extend(added.into_iter().map(|pair| (pair, slots.take())));
        }
        if frame % 4 == 3 {
            random.shuffle(&mut list);
        }
        slots.free.extend(freed);
        lists.push(list.iter().copied().unzip());
    }
    lists
}

#[test]
fn slots_give_the_same_results() {
    let start = Bodies::of_world(&standard_worlds(200, 33)[1]);
    let velocities = Velocities::new(start.len(), 6, [2e-4, 2e-4, 0.0]);
    let lists = lists(&start.pairs, 16);
    for engine in engines() {
        for mode in MODES {
            let [mut found, mut expected] = [ContactCache::new(mode), ContactCache::new(mode)];
            let mut bodies = start.clone();
            for (pairs, slots) in &lists {
                let query = bodies.query_about(pairs).margin(0.02);
                engine.manifolds_cached(query, &mut expected).expect("a valid query");
                engine.manifolds_cached(query.slots(slots), &mut found).expect("a valid query");
                assert!(all(found.manifolds()) == all(expected.manifolds()), "{mode:?}");
                bodies.advance(&velocities);
            }
        }
    }
}

/// The pairs of a frame, and their slots if they have any.
type Frame<'a> = (&'a [[u32; 2]], Option<&'a [u32]>);

/// Frames of two pairs in contact, by their slots, and for each pair of the last frame whether it was known.
fn known(frames: &[Frame<'_>]) -> Vec<bool> {
    let mut bodies = Bodies::of_world(&standard_worlds(100, 33)[1]);
    bodies.centers[1] = bodies.centers[0];
    bodies.centers[2] = bodies.centers[0];
    let engine = Engine::new();
    let mut cache = ContactCache::default();
    for (pairs, slots) in frames {
        let query = bodies.query_about(pairs);
        let query = slots.map_or(query, |slots| query.slots(slots));
        engine.manifolds_cached(query, &mut cache).expect("a valid query");
    }
    let of_pair = |touching: octosat::Touching<'_>| {
        let is_known = touching.previous[0] != NEW_POINT;
        assert_eq!(touching.manifold.is_reused(), is_known);
        is_known
    };
    let known: Vec<_> = cache.manifolds().touching().map(of_pair).collect();
    assert_eq!(known.len(), frames.last().expect("a frame").0.len());
    known
}

#[test]
fn a_slot_is_that_of_one_pair() {
    let [p, q] = [[0, 1], [1, 2]];
    let both: &[_] = &[p, q];
    let slots: &[_] = &[7, 3];
    assert_eq!(known(&[(both, Some(slots)), (both, Some(slots))]), [true; 2]);
    // The list in another order.
    assert_eq!(known(&[(both, Some(slots)), (&[q, p], Some(&[3, 7]))]), [true; 2]);
    // Handed to the other pair.
    assert_eq!(known(&[(both, Some(slots)), (both, Some(&[3, 7]))]), [false; 2]);
    assert_eq!(known(&[(&[p], Some(&[5])), (&[q], Some(&[5]))]), [false]);
    assert_eq!(known(&[(&[p], Some(&[5])), (&[[1, 0]], Some(&[5]))]), [false]);
    // Not there for a frame.
    let once = (both, Some(slots));
    assert_eq!(known(&[once, (&[p], Some(&[7])), once]), [true, false]);
    assert_eq!(known(&[once, (&[], Some(&[])), once]), [false; 2]);
    assert_eq!(known(&[once, (&[q, q], Some(&[3, 9])), (&[q, q], Some(&[9, 3]))]), [true; 2]);
    // A slot that had the pair two frames ago.
    assert_eq!(known(&[once, (both, Some(&[8, 3])), once]), [false, true]);
    // With slots and without by turns: pairs are looked for.
    assert_eq!(known(&[once, (both, None)]), [true; 2]);
    assert_eq!(known(&[(both, None), once]), [true; 2]);
    assert_eq!(known(&[once, (&[q], None), once]), [false, true]);
    assert_eq!(known(&[once, (both, None), (&[q, p], Some(slots))]), [true; 2]);
    // Large numbers.
    assert_eq!(known(&[(both, Some(&[1_000_000, 0])), (both, Some(&[1_000_000, 0]))]), [true; 2]);
}

/// A caller that breaks the rules gets contacts that are right all the same, and each point one predecessor.
#[test]
fn two_pairs_in_one_slot_do_no_harm() {
    let start = Bodies::of_world(&standard_worlds(200, 33)[1]);
    let engine = Engine::new();
    let mut random = Random::new(8);
    let mut cache = ContactCache::default();
    let velocities = Velocities::new(start.len(), 6, [2e-4, 2e-4, 0.0]);
    let mut bodies = start.clone();
    for _ in 0..10 {
        let mut pairs = bodies.pairs.clone();
        pairs.extend_from_slice(&bodies.pairs[..30]);
        random.shuffle(&mut pairs);
        let few = |_| u32::try_from(random.below(40)).expect("a small number");
        let slots: Vec<u32> = (0..pairs.len()).map(few).collect();
        let query = bodies.query_about(&pairs).margin(0.02).slots(&slots);
        engine.manifolds_cached(query, &mut cache).expect("a valid query");
        for pair in 0..pairs.len() {
            for from in predecessors(&cache, pair).into_iter().flatten() {
                let before = cache.last_manifolds().touching().find(|t| t.index == from[0]);
                assert_eq!(before.expect("a pair in contact").pair, pairs[pair]);
            }
        }
        bodies.advance(&velocities);
    }
}

#[test]
fn slots_that_do_not_fit_are_rejected() {
    let bodies = Bodies::of_world(&standard_worlds(100, 33)[1]);
    let engine = Engine::new();
    let count = bodies.pairs.len();
    let slots: Vec<u32> = (0..).take(count).collect();
    for wrong in [0, 1, count - 1] {
        let mut cache = ContactCache::default();
        let query = bodies.query().slots(&slots[..wrong]);
        let error = engine.manifolds_cached(query, &mut cache).expect_err("too few slots");
        assert_eq!(error, QueryError::SlotLength { expected: count, found: wrong });
    }
    let longer: Vec<u32> = (0..).take(count + 1).collect();
    let query = bodies.query().slots(&longer);
    let mut cache = ContactCache::default();
    let error = engine.manifolds_cached(query, &mut cache);
    let expected = QueryError::SlotLength { expected: count, found: count + 1 };
    assert_eq!(error.expect_err("too many slots"), expected);
    for slot in [1 << 26, 1 << 31, u32::MAX] {
        let mut slots = slots.clone();
        slots[13] = slot;
        let mut cache = ContactCache::default();
        let error = engine.manifolds_cached(bodies.query().slots(&slots), &mut cache);
        let expected = QueryError::SlotTooLarge { pair: 13, slot };
        assert_eq!(error.expect_err("a slot beyond all"), expected);
    }
    // Queries without a cache ignore them.
    let mut out = octosat::Manifolds::new();
    engine.manifolds(bodies.query().slots(&slots[..1]), &mut out).expect("a valid query");
    let mut without = octosat::Manifolds::new();
    engine.manifolds(bodies.query(), &mut without).expect("a valid query");
    assert!((0..count).all(|pair| of_pair_points(&out, pair) == of_pair_points(&without, pair)));
}

fn of_pair_points(contacts: &octosat::Manifolds, pair: usize) -> (octosat::Manifold, usize) {
    (contacts.manifolds()[pair], contacts.of(pair).len())
}
