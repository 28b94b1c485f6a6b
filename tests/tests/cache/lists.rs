//! A cache finds the pairs of the last list again, in lists of any order and mixture.

use std::collections::HashMap;

use octosat::{CacheMode, ContactCache, Engine, NEW_POINT};
use octosat_scenes::generate::Random;

use crate::common::assert_numbered;
use crate::frames::{MODES, of_boxes, query_about, upright};

type Pairs = Vec<[u32; 2]>;

/// How often each pair is in a list.
fn counts(pairs: impl IntoIterator<Item = [u32; 2]>) -> HashMap<[u32; 2], usize> {
    let mut counts = HashMap::new();
    pairs.into_iter().for_each(|pair| *counts.entry(pair).or_default() += 1);
    counts
}

/// Looks whether a list was found in the one before, of boxes that did not move: every pair that was in both has its
/// points, each has another predecessor, and no other pair has any.
fn assert_found(cache: &ContactCache, now: &[[u32; 2]], last: &[[u32; 2]]) {
    let what = || format!("{now:?} in {last:?}");
    assert_numbered(cache.manifolds());
    assert!(cache.manifolds().touching().map(|one| one.pair).eq(now.iter().copied()));
    // Those of before that are free, by the place of their first points.
    let before = cache.last_manifolds().touching();
    let mut free: HashMap<u32, _> = before.map(|one| (one.manifold.first, one)).collect();
    let mut known = Vec::new();
    for one in cache.manifolds().touching() {
        let is_known = one.previous[0] != NEW_POINT;
        assert_eq!(one.manifold.is_reused(), is_known, "{}", what());
        assert_eq!(one.manifold.has_same_points(), is_known, "{}", what());
        if is_known {
            let before = free.remove(&one.previous[0]).unwrap_or_else(|| panic!("{}", what()));
            assert_eq!((before.pair, before.points), (one.pair, one.points));
            let places = before.manifold.first..;
            assert!(one.previous.iter().copied().eq(places.take(one.points.len())));
            known.push(one.pair);
        } else {
            assert!(one.previous.iter().all(|&place| place == NEW_POINT));
        }
    }
    let (known, before) = (counts(known), counts(last.iter().copied()));
    for (pair, count) in counts(now.iter().copied()) {
        let of = |counts: &HashMap<_, _>| counts.get(&pair).copied().unwrap_or(0);
        assert_eq!(of(&known), count.min(of(&before)), "{pair:?} of {}", what());
    }
}

/// Asks about one list after the other, of so many boxes in one place: every pair of two touches, also that of a box
/// with itself.
fn follow(boxes: usize, modes: &[CacheMode], lists: &[Pairs]) {
    let at = |number: usize| upright([1e-3 * number as f32, 0.0, 0.0], [1.0; 3]);
    let crowd = of_boxes(&(0..boxes).map(at).collect::<Vec<_>>());
    for &mode in modes {
        let mut cache = ContactCache::new(mode);
        let mut last: &[[u32; 2]] = &[];
        for list in lists {
            let query = query_about(&crowd, list);
            Engine::new().manifolds_cached(query, &mut cache).expect("a valid query");
            assert_found(&cache, list, last);
            last = list;
        }
    }
}

/// A list of all pairs that ascends.
fn ascending(boxes: u32) -> Pairs {
    (0..boxes).flat_map(|a| (a + 1..boxes).map(move |b| [a, b])).collect()
}

fn small(random: &mut Random, bound: usize) -> u32 {
    u32::try_from(random.below(bound)).expect("a small number")
}

#[test]
fn equal_pairs_are_told_apart() {
    let mut random = Random::new(2);
    let mut lists = vec![vec![[0, 1]; 3], vec![[0, 1]; 7], vec![[0, 1]; 2], vec![[1, 0]; 2]];
    for _ in 0..200 {
        let len = random.below(30);
        lists.push((0..len).map(|_| [(); 2].map(|()| small(&mut random, 6))).collect());
    }
    follow(6, &MODES, &lists);
    // Lists that ascend, with more equal pairs than a chunk holds.
    let counts =
        [[700, 3, 1], [300, 5, 0], [900, 600, 2], [100, 700, 900], [513, 0, 511], [0, 1, 0]];
    let list = |counts: [usize; 3]| -> Pairs {
        let pairs = [[0, 1], [1, 2], [2, 3]].into_iter().zip(counts);
        pairs.flat_map(|(pair, count)| vec![pair; count]).collect()
    };
    follow(4, &MODES, &counts.map(list));
}

/// Every list of up to three pairs of two boxes or three, in that of any other order.
#[test]
fn pairs_are_found_in_every_order_of_short_lists() {
    let all = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [1, 1]];
    let list = |number: usize| -> Pairs {
        let digits = [number % 7, number / 7 % 7, number / 49];
        digits.into_iter().filter_map(|digit| all.get(digit).copied()).collect()
    };
    let pairs = (0..343).flat_map(|now| (now % 5..343).step_by(5).map(move |before| [before, now]));
    follow(3, &[CacheMode::Steady], &pairs.flatten().map(list).collect::<Vec<_>>());
}

#[test]
fn long_lists_are_found() {
    // A broad phase that loses pairs and finds others, in an order of its own, of far more pairs than are looked
    // ahead.
    let all = ascending(120);
    let mut random = Random::new(3);
    let mut lists = Vec::new();
    for frame in 0..12 {
        let kept = [0.999, 0.9, 0.5, 0.02][frame / 3];
        let mut list: Pairs = all.iter().copied().filter(|_| random.unit() < kept).collect();
        if frame % 3 == 2 {
            list.sort_unstable_by_key(|&[a, b]| [b, a]);
        }
        lists.push(list);
    }
    follow(120, &[CacheMode::REUSE], &lists);
    // A thousand boxes in a row on a ground that is the last of them, sorted as a broad phase sorts them.
    let neighbors = (0..997).map(|index| [index, index + 1]);
    let mut pairs: Pairs = neighbors.chain((0..998).map(|k| [998, k])).collect();
    octosat::order::sort_pairs(&mut pairs);
    assert!(!pairs.is_sorted());
    let some = pairs.iter().copied().filter(|pair| pair[1] % 3 > 0).collect();
    follow(999, &[CacheMode::REUSE], &[pairs.clone(), pairs.clone(), some, pairs]);
}
