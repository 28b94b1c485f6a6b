//! Pairs are found again in lists of any order and mixture.

use std::collections::HashMap;

use octosat::{BoxPose, BoxStore, CacheMode, ContactCache, Engine, OrientedBox, Query};
use octosat_scenes::generate::Random;

use crate::common::{MODES, UPRIGHT, assert_numbered};

/// Boxes in one place: every pair of two touches, also that of a box with itself.
fn crowd(boxes: usize) -> BoxStore {
    let mut store = BoxStore::new();
    for number in 0..boxes {
        let pose = BoxPose { center: [1e-3 * number as f32, 0.0, 0.0], rotation: UPRIGHT };
        store.insert(OrientedBox { pose, half_extents: [1.0; 3] }).expect("a valid box");
    }
    store
}

/// How often each pair is in a list.
fn counts(pairs: &[[u32; 2]]) -> HashMap<[u32; 2], usize> {
    let mut counts = HashMap::new();
    pairs.iter().for_each(|&pair| *counts.entry(pair).or_default() += 1);
    counts
}

/// Looks whether a list was found in the one before, of boxes that did not move: every pair that was in both has its
/// points, each has another predecessor, and no other pair has any.
fn assert_found(cache: &ContactCache, now: &[[u32; 2]], last: &[[u32; 2]]) {
    let found = cache.manifolds();
    assert_numbered(found);
    assert_eq!(found.touching().count(), now.len());
    let mut taken = vec![false; cache.last_manifolds().points().len()];
    let mut known: HashMap<[u32; 2], usize> = HashMap::new();
    for touching in found.touching() {
        assert_eq!(touching.pair, now[touching.index]);
        let is_known = touching.previous[0] != octosat::NEW_POINT;
        assert_eq!(touching.manifold.is_reused(), is_known, "{now:?} in {last:?}");
        assert_eq!(touching.manifold.has_same_points(), is_known);
        if !is_known {
            assert!(touching.previous.iter().all(|&place| place == octosat::NEW_POINT));
            continue;
        }
        *known.entry(touching.pair).or_default() += 1;
        let mut before = cache.last_manifolds().touching();
        let before = before.find(|before| before.manifold.first == touching.previous[0]);
        let before = before.expect("the first point of a pair");
        assert_eq!((before.pair, before.points), (touching.pair, touching.points));
        for (&place, expected) in touching.previous.iter().zip(before.manifold.first..) {
            assert_eq!(place, expected);
            let taken = &mut taken[place as usize];
            assert!(!std::mem::replace(taken, true), "{now:?} in {last:?}");
        }
    }
    let before = counts(last);
    for (pair, count) in counts(now) {
        let expected = count.min(before.get(&pair).copied().unwrap_or(0));
        let known = known.get(&pair).copied().unwrap_or(0);
        assert_eq!(known, expected, "{pair:?} of {now:?} in {last:?}");
    }
}

/// Asks about one list after the other.
fn follow(store: &BoxStore, mode: CacheMode, lists: &[Vec<[u32; 2]>]) {
    let engine = Engine::new();
    let mut cache = ContactCache::new(mode);
    let mut last: &[[u32; 2]] = &[];
    for list in lists {
        engine
            .manifolds_cached(Query::new(store, list).surfaces(), &mut cache)
            .expect("a valid query");
        assert_found(&cache, list, last);
        last = list;
    }
}

/// A list of some hundred pairs that ascends.
fn ascending(boxes: u32) -> Vec<[u32; 2]> {
    (0..boxes).flat_map(|a| (a + 1..boxes).map(move |b| [a, b])).collect()
}

#[test]
fn changes_of_a_list_are_found() {
    let store = crowd(40);
    let all = ascending(40);
    let mut random = Random::new(1);
    let mut lists = vec![all.clone(), all.clone(), all[1..].to_vec(), all.clone()];
    // One is added in front, in the middle, at the end; and removed again.
    for place in [0, 300, all.len() - 1] {
        let mut without = all.clone();
        without.remove(place);
        lists.extend([without, all.clone()]);
    }
    // The last takes the place of one that is removed, again and again, and some are added.
    let mut list = all.clone();
    for _ in 0..20 {
        for _ in 0..5 {
            list.swap_remove(random.below(list.len()));
        }
        list.push([39, u32::try_from(random.below(39)).expect("a small number")]);
        lists.push(list.clone());
    }
    // Other orders, and other sides.
    list.reverse();
    lists.push(list.clone());
    for _ in 0..3 {
        random.shuffle(&mut list);
        lists.push(list.clone());
    }
    lists.push(list.iter().map(|&[a, b]| [b, a]).collect());
    lists.extend([Vec::new(), Vec::new(), all.clone(), Vec::new(), all]);
    for mode in MODES {
        follow(&store, mode, &lists);
    }
}

#[test]
fn equal_pairs_are_told_apart() {
    let store = crowd(6);
    let mut random = Random::new(2);
    for mode in MODES {
        let mut lists = vec![vec![[0, 1]; 3], vec![[0, 1]; 7], vec![[0, 1]; 2], vec![[1, 0]; 2]];
        for _ in 0..200 {
            let len = random.below(30);
            let mut index = || u32::try_from(random.below(6)).expect("a small number");
            lists.push((0..len).map(|_| [index(), index()]).collect());
        }
        follow(&store, mode, &lists);
    }
}

/// Lists that ascend, with more equal pairs than a chunk holds.
#[test]
fn equal_pairs_are_told_apart_across_chunks() {
    let store = crowd(4);
    let counts =
        [[700, 3, 1], [300, 5, 0], [900, 600, 2], [100, 700, 900], [513, 0, 511], [0, 1, 0]];
    let list = |counts: [usize; 3]| -> Vec<[u32; 2]> {
        let pairs = [[0, 1], [1, 2], [2, 3]].into_iter().zip(counts);
        pairs.flat_map(|(pair, count)| vec![pair; count]).collect()
    };
    for mode in MODES {
        follow(&store, mode, &counts.map(list));
    }
}

/// Every list of up to three pairs of two boxes or three, in that of any other order.
#[test]
fn pairs_are_found_in_every_order_of_short_lists() {
    let store = crowd(3);
    let all = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [1, 1]];
    let list = |number: usize| -> Vec<[u32; 2]> {
        let digits = [number % 7, number / 7 % 7, number / 49];
        digits.into_iter().filter_map(|digit| all.get(digit).copied()).collect()
    };
    let mut lists = Vec::new();
    for now in 0..343 {
        for before in (now % 5..343).step_by(5) {
            lists.extend([list(before), list(now)]);
        }
    }
    follow(&store, CacheMode::Steady, &lists);
}

/// A broad phase that loses pairs and finds others, in an order of its own, of far more pairs than are looked ahead.
#[test]
fn long_lists_are_found_after_many_changes() {
    let store = crowd(120);
    let all = ascending(120);
    let mut random = Random::new(3);
    let mut lists = Vec::new();
    for frame in 0..12 {
        let kept = [0.999, 0.9, 0.5, 0.02][frame / 3];
        let mut list: Vec<_> = all.iter().copied().filter(|_| random.unit() < kept).collect();
        if frame % 3 == 2 {
            list.sort_unstable_by_key(|&[a, b]| [b, a]);
        }
        lists.push(list);
    }
    follow(&store, CacheMode::REUSE, &lists);
}

/// A thousand boxes in a row on a ground that is the last of them, sorted as a broad phase sorts them.
#[test]
fn pairs_sorted_by_the_smaller_index_are_found() {
    let store = crowd(999);
    let ground = 998;
    let neighbors = (0..997).map(|index| [index, index + 1]);
    let mut pairs: Vec<[u32; 2]> = neighbors.chain((0..998).map(|k| [ground, k])).collect();
    octosat::order::sort_pairs(&mut pairs);
    assert!(!pairs.is_sorted());
    let some: Vec<_> = pairs.iter().copied().filter(|pair| pair[1] % 3 > 0).collect();
    follow(&store, CacheMode::REUSE, &[pairs.clone(), pairs.clone(), some, pairs]);
}
