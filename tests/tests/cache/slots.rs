//! Pairs found by slots that the caller gives them.

use octosat::{ContactCache, Engine, NEW_POINT};
use octosat_scenes::generate::Random;

use crate::frames::{Velocities, of_boxes, query_about, upright, wall};

/// The pairs of a frame, and their slots if they have any.
type Listed<'a> = (&'a [[u32; 2]], Option<&'a [u32]>);

/// Lists of pairs in contact one after the other, and for each pair of the last one whether it was known; also if the
/// cache is saved and restored before each.
fn known(lists: &[Listed<'_>]) -> Vec<bool> {
    let frame = of_boxes(&[upright([0.0; 3], [0.5, 0.3, 0.4]); 3]);
    let [mut cache, mut saved] = [ContactCache::default(), ContactCache::default()];
    for (pairs, slots) in lists {
        let query = query_about(&frame, pairs);
        let query = slots.map_or(query, |slots| query.slots(slots));
        saved = ContactCache::restore(&saved.save()).expect("a saved cache");
        for cache in [&mut cache, &mut saved] {
            Engine::new().manifolds_cached(query, cache).expect("a valid query");
        }
    }
    let [known, restored] = [&cache, &saved].map(|cache| -> Vec<bool> {
        let is_known = |one: octosat::Touching<'_>| {
            assert_eq!(one.manifold.is_reused(), one.previous[0] != NEW_POINT);
            one.manifold.is_reused()
        };
        cache.manifolds().touching().map(is_known).collect()
    });
    assert_eq!(known, restored);
    known
}

#[test]
fn a_slot_is_that_of_one_pair() {
    let [p, q] = [[0, 1], [1, 2]];
    let both: &[_] = &[p, q];
    let slots: &[_] = &[7, 3];
    let once: Listed<'_> = (both, Some(slots));
    let large: Listed<'_> = (both, Some(&[1_000_000, 0]));
    let cases: [(&[Listed<'_>], &[bool]); 14] = [
        (&[once, once], &[true; 2]),
        // The list in another order.
        (&[once, (&[q, p], Some(&[3, 7]))], &[true; 2]),
        // Handed to the other pair.
        (&[once, (both, Some(&[3, 7]))], &[false; 2]),
        (&[(&[p], Some(&[5])), (&[q], Some(&[5]))], &[false]),
        (&[(&[p], Some(&[5])), (&[[1, 0]], Some(&[5]))], &[false]),
        // Not there for a frame.
        (&[once, (&[p], Some(&[7])), once], &[true, false]),
        (&[once, (&[], Some(&[])), once], &[false; 2]),
        (&[once, (&[q, q], Some(&[3, 9])), (&[q, q], Some(&[9, 3]))], &[true; 2]),
        // A slot that had the pair two frames ago.
        (&[once, (both, Some(&[8, 3])), once], &[false, true]),
        // With slots and without by turns: pairs are looked for.
        (&[once, (both, None)], &[true; 2]),
        (&[(both, None), once], &[true; 2]),
        (&[once, (&[q], None), once], &[false, true]),
        (&[once, (both, None), (&[q, p], Some(slots))], &[true; 2]),
        (&[large, large], &[true; 2]),
    ];
    for (number, (lists, expected)) in cases.iter().enumerate() {
        assert_eq!(known(lists), *expected, "case {number}");
    }
}

/// A caller that breaks the rules gets contacts that are right all the same, and each point one predecessor.
#[test]
fn two_pairs_in_one_slot_do_no_harm() {
    let mut frame = wall(20, 33);
    let mut random = Random::new(8);
    let mut cache = ContactCache::default();
    let velocities = Velocities::new(frame.position.len(), 6, [2e-4, 2e-4, 0.0]);
    for _ in 0..10 {
        let mut pairs = frame.pairs.clone();
        pairs.extend_from_slice(&frame.pairs[..30]);
        random.shuffle(&mut pairs);
        let few = |_| u32::try_from(random.below(40)).expect("a small number");
        let slots: Vec<u32> = (0..pairs.len()).map(few).collect();
        let query = query_about(&frame, &pairs).slots(&slots);
        Engine::new().manifolds_cached(query, &mut cache).expect("a valid query");
        let mut pair_before = vec![None; cache.last_manifolds().points().len()];
        for one in cache.last_manifolds().touching() {
            pair_before[one.manifold.first as usize..][..one.points.len()].fill(Some(one.pair));
        }
        for touching in cache.manifolds().touching() {
            for &place in touching.previous.iter().filter(|place| **place != NEW_POINT) {
                assert_eq!(pair_before[place as usize].take(), Some(touching.pair));
            }
        }
        velocities.advance(&mut frame);
    }
}
