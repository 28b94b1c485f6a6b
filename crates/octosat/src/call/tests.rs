//! Lists long enough to be split into tasks give the rows of short ones, with the feature `parallel` and
//! without it. (Backends are compared in the package `octosat-tests`.)

use alloc::vec;
use alloc::vec::Vec;

use octosat_rows::Penetration;

use super::engine::Engine;
use crate::boxes::store::{BoxStore, OrientedBox};
use crate::call::options::EngineOptions;
use crate::call::query::Query;
use crate::contacts::manifolds::Manifolds;
#[cfg(feature = "shapes")]
use crate::shapes::{HalfSpace, HalfSpaceContacts};

const BOXES: u16 = 40;

/// More pairs than one task has, and enough work to be split.
const TASK_PAIRS: usize = 40_000;

/// Short lists, of a length that no task has.
const SHORT: usize = 97;

/// Boxes in a row, each rotated a little more, so that some neighbors overlap and others do not.
fn boxes() -> BoxStore {
    let mut boxes = BoxStore::new();
    for number in 0..BOXES {
        let number = f32::from(number);
        let (sine, cosine) = (0.1 * number).sin_cos();
        let center = [0.9 * number, 0.2 * sine, 0.3 * cosine];
        let given =
            OrientedBox::new(center, [0.0, 0.6 * sine, 0.8 * sine, cosine], [0.5, 0.4, 0.6]);
        boxes.insert(given).expect("a valid box");
    }
    boxes
}

/// Every box with one of the next two, over and over: more than two tasks.
fn pairs() -> Vec<[u32; 2]> {
    let boxes = u32::from(BOXES);
    let numbers = (0..boxes).cycle().take(TASK_PAIRS + 300).enumerate();
    numbers.map(|(at, a)| [a, (a + 1 + u32::from(at % 3 == 0)) % boxes]).collect()
}

/// An engine that splits, one that may use two threads, and one that stays on the calling thread.
fn engines() -> [Engine; 3] {
    [0, 2, 1].map(|threads| {
        let options = EngineOptions::new().threads(threads);
        Engine::with(options).expect("the default backend")
    })
}

#[test]
fn overlaps_and_penetrations_of_long_lists() {
    let (boxes, pairs) = (boxes(), pairs());
    for engine in engines() {
        let mut overlaps = vec![false; pairs.len()];
        engine.overlaps(Query::new(&boxes, &pairs), &mut overlaps).expect("a valid query");
        let mut words = vec![u64::MAX; pairs.len().div_ceil(64)];
        engine.overlaps(Query::new(&boxes, &pairs), &mut words).expect("a valid query");
        let mut rows = vec![Penetration::default(); pairs.len()];
        engine.penetrations(Query::new(&boxes, &pairs), &mut rows).expect("a valid query");
        assert!(overlaps.contains(&true) && overlaps.contains(&false));
        for (part, few) in pairs.chunks(SHORT).enumerate() {
            let first = part * SHORT;
            let mut expected = vec![Penetration::default(); few.len()];
            engine.penetrations(Query::new(&boxes, few), &mut expected).expect("a valid query");
            assert_eq!(rows[first..][..few.len()], expected);
            for (at, row) in expected.iter().enumerate() {
                let [at, overlaps] = [first + at, usize::from(overlaps[first + at])];
                assert_eq!(overlaps, usize::from(row.depth >= 0.0), "pair {at}");
                assert_eq!(words[at / 64] >> (at % 64) & 1, overlaps as u64, "pair {at}");
            }
        }
    }
}

#[test]
fn contacts_of_long_lists() {
    let (boxes, pairs) = (boxes(), pairs());
    for engine in engines() {
        let [mut all, mut some] = [Manifolds::new(), Manifolds::new()];
        engine.manifolds(Query::new(&boxes, &pairs).within(0.05), &mut all).expect("a valid query");
        let touching = all.touching_rows();
        assert!(touching.len() > pairs.len() / 8, "{} contacts", touching.len());
        let has_points = |row: &u32| all.manifolds()[*row as usize].len > 0;
        assert!(touching.is_sorted() && touching.iter().all(has_points));
        assert_eq!(touching.len(), all.manifolds().iter().filter(|row| row.len > 0).count());
        for (part, few) in pairs.chunks(SHORT).enumerate() {
            engine
                .manifolds(Query::new(&boxes, few).within(0.05), &mut some)
                .expect("a valid query");
            for pair in 0..few.len() {
                let at = part * SHORT + pair;
                assert_eq!(all.of(at), some.of(pair), "pair {at}");
                let [long, short] = [all.manifolds()[at], some.manifolds()[pair]];
                assert_eq!((long.normal, long.axis), (short.normal, short.axis), "pair {at}");
            }
        }
    }
}

#[cfg(feature = "shapes")]
#[test]
fn half_spaces_and_long_lists() {
    let (boxes, pairs) = (boxes(), pairs());
    let tilted = HalfSpace::new([0.6, 0.0, 0.8], 10.0).expect("a unit normal");
    let planes = vec![tilted; usize::from(BOXES)];
    let against = Query::new((&boxes, &planes), &pairs);
    for engine in engines() {
        let mut rows = vec![HalfSpaceContacts::default(); pairs.len()];
        engine.manifolds(against, &mut rows).expect("valid");
        let mut one_each = vec![HalfSpaceContacts::default(); boxes.len()];
        let one = Query::each(&boxes, &tilted);
        engine.manifolds(one, &mut one_each).expect("valid");
        for (&[a, _], row) in pairs.iter().zip(&rows) {
            assert_eq!(*row, one_each[a as usize]);
        }
        assert!(
            rows.iter().any(|row| !row.is_empty()) && rows.iter().any(HalfSpaceContacts::is_empty)
        );
    }
}
