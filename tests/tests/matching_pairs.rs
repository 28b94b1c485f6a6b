//! Pairs of the last frame are found again in lists of any order and mixture.
#![forbid(unsafe_code)]

use octosat::matching::{NONE, carry_memories, match_pairs};
use octosat::order::sort_pairs;

#[test]
fn pairs_are_found_in_any_mixture() {
    let mut places = vec![7];
    match_pairs(&[], &[[0, 1]], &mut places);
    assert!(places.is_empty());
    match_pairs(&[[0, 1], [0, 1], [5, 6]], &[], &mut places);
    assert_eq!(places, [NONE; 3]);
    let all: Vec<[u32; 2]> = (0..50).map(|k| [k / 7, 10 + k]).collect();
    let now: Vec<[u32; 2]> = all.iter().copied().filter(|pair| pair[1] % 3 != 0).collect();
    let before: Vec<[u32; 2]> = all.iter().copied().filter(|pair| pair[1] % 2 != 0).collect();
    match_pairs(&now, &before, &mut places);
    for (pair, &place) in now.iter().zip(&places) {
        let expected = before.iter().position(|other| other == pair);
        assert_eq!((place != NONE).then_some(place as usize), expected);
    }
}

/// The first place of a pair, by looking at all.
fn by_looking(pair: [u32; 2], previous: &[[u32; 2]]) -> u32 {
    (0..).zip(previous).find(|(_, other)| **other == pair).map_or(NONE, |(place, _)| place)
}

fn assert_found(now: &[[u32; 2]], before: &[[u32; 2]]) {
    let mut places = vec![7; 3];
    match_pairs(now, before, &mut places);
    let expected: Vec<u32> = now.iter().map(|&pair| by_looking(pair, before)).collect();
    assert_eq!(places, expected, "{now:?} in {before:?}");
}

/// Every list of up to three pairs of two boxes or three, in that of any other order.
#[test]
fn pairs_are_found_in_every_order_of_short_lists() {
    let all = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [1, 1]];
    let list = |number: usize| -> Vec<[u32; 2]> {
        let digits = [number % 7, number / 7 % 7, number / 49];
        digits.into_iter().filter_map(|digit| all.get(digit).copied()).collect()
    };
    for now in 0..343 {
        for before in 0..343 {
            assert_found(&list(now), &list(before));
        }
    }
}

#[test]
fn pairs_sorted_by_the_smaller_index_are_found() {
    // The ground is the last box, and stands first in its pairs.
    let ground = 500;
    let mut before: Vec<[u32; 2]> = (0..499).map(|k| [k, k + 1]).collect();
    before.extend((0..499).step_by(2).map(|k| [ground, k]));
    sort_pairs(&mut before);
    assert_found(&before, &before);
    let now: Vec<[u32; 2]> = before.iter().copied().filter(|pair| pair[1] % 3 > 0).collect();
    assert_found(&now, &before);
    assert_found(&before, &now);
    // Other orders than that of the other list.
    let mut ascending = before.clone();
    ascending.sort_unstable();
    assert_found(&ascending, &before);
    assert_found(&before, &ascending);
    before.reverse();
    assert_found(&now, &before);
}

#[test]
fn lists_that_grow_are_moved_a_few_times() {
    let pairs: Vec<[u32; 2]> = (0..1000).map(|k| [k, k + 1]).collect();
    let (mut places, mut memories) = (Vec::new(), Vec::new());
    let mut rooms = [0; 2];
    let mut moves = 0;
    for len in 1..pairs.len() {
        match_pairs(&pairs[..len], &[], &mut places);
        carry_memories(&places, &[], &mut memories);
        let now = [places.capacity(), memories.capacity()];
        moves += usize::from(now != rooms);
        rooms = now;
    }
    assert!(moves < 30, "{moves}");
}
