//! Compares the search for rows with a hash map.

use std::collections::HashMap;

use octosat_avian::pair_rows::PairRows;

/// Different pairs of so many boxes, one of which is in most of them.
fn pairs(boxes: u32, count: usize, seed: u32) -> Vec<[u32; 2]> {
    let mut state = seed;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 8
    };
    let mut seen = HashMap::new();
    let mut pairs = Vec::new();
    while pairs.len() < count {
        let a = if random() % 2 == 0 { 0 } else { random() % boxes };
        let b = random() % boxes;
        if a != b && seen.insert([a.min(b), a.max(b)], ()).is_none() {
            pairs.push(if random() % 2 == 0 { [a, b] } else { [b, a] });
        }
    }
    pairs
}

#[test]
fn every_pair_is_found_and_no_other() {
    let mut rows = PairRows::default();
    for (seed, (boxes, count)) in (0..).zip([(2, 0), (2, 1), (40, 100), (300, 1000), (40, 80)]) {
        let pairs = pairs(boxes, count, seed);
        rows.file(boxes as usize, &pairs);
        let by_pair: HashMap<_, _> = pairs.iter().copied().zip(0..).collect();
        for a in 0..boxes {
            for b in 0..boxes {
                let expected = by_pair.get(&[a, b]).or_else(|| by_pair.get(&[b, a])).copied();
                assert_eq!(rows.row([a, b]), expected, "[{a}, {b}] of {boxes} boxes");
            }
        }
    }
}
