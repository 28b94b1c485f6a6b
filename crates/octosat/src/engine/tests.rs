//! Lists long enough to be split into tasks give the rows of short ones, with the feature `parallel` and
//! without it. (Backends are compared in the package `octosat-tests`.)

use super::{Engine, PAIRS_A_TASK};
use crate::contacts::{ContactSettings, Contacts};
use crate::query::Margin;
use crate::results::Penetration;
use crate::shapes::{Against, HalfSpace, HalfSpaceContacts};
use crate::store::{BoxStore, OrientedBox};

const BOXES: u16 = 40;

/// Short lists, of a length that no task has.
const SHORT: usize = 97;

/// Boxes in a row, each turned a little more, so that neighbours overlap and others do not.
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
    let numbers = (0..boxes).cycle().take(2 * PAIRS_A_TASK + 300).enumerate();
    numbers.map(|(at, a)| [a, (a + 1 + u32::from(at % 3 == 0)) % boxes]).collect()
}

#[test]
fn overlaps_and_penetrations_of_long_lists() {
    let (boxes, pairs) = (boxes(), pairs());
    for engine in [Engine::new(), Engine::new().sequential()] {
        let mut overlaps = vec![false; pairs.len()];
        engine.overlap(&boxes, &pairs, Margin::None, &mut overlaps).expect("a valid query");
        let mut words = vec![u64::MAX; pairs.len().div_ceil(64)];
        engine.overlap_bits(&boxes, &pairs, Margin::None, &mut words).expect("a valid query");
        let mut rows = vec![Penetration::default(); pairs.len()];
        engine.penetration(&boxes, &pairs, Margin::None, &mut rows).expect("a valid query");
        assert!(overlaps.contains(&true) && overlaps.contains(&false));
        for (part, few) in pairs.chunks(SHORT).enumerate() {
            let first = part * SHORT;
            let mut expected = vec![Penetration::default(); few.len()];
            engine.penetration(&boxes, few, Margin::None, &mut expected).expect("a valid query");
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
    let settings = ContactSettings { margin: Margin::Uniform(0.05), ..ContactSettings::default() };
    for engine in [Engine::new(), Engine::new().sequential()] {
        let [mut all, mut some] = [Contacts::new(), Contacts::new()];
        engine.contacts(&boxes, &pairs, &settings, &mut all).expect("a valid query");
        assert!(all.points().len() > pairs.len() / 4, "{} points", all.points().len());
        for (part, few) in pairs.chunks(SHORT).enumerate() {
            engine.contacts(&boxes, few, &settings, &mut some).expect("a valid query");
            for pair in 0..few.len() {
                let at = part * SHORT + pair;
                assert_eq!(all.of(at), some.of(pair), "pair {at}");
                let [long, short] = [all.manifolds()[at], some.manifolds()[pair]];
                assert_eq!((long.normal, long.axis), (short.normal, short.axis), "pair {at}");
            }
        }
    }
}

#[test]
fn half_spaces_and_long_lists() {
    let (boxes, pairs) = (boxes(), pairs());
    let tilted = HalfSpace::new([0.6, 0.0, 0.8], 10.0).expect("a unit normal");
    let planes = vec![tilted; usize::from(BOXES)];
    let against = Against::Pairs { shapes: &planes, pairs: &pairs };
    for engine in [Engine::new(), Engine::new().sequential()] {
        let mut rows = vec![HalfSpaceContacts::default(); pairs.len()];
        engine.half_space_contacts(&boxes, against, Margin::None, &mut rows).expect("valid");
        let mut one_each = vec![HalfSpaceContacts::default(); boxes.len()];
        let one = Against::One(&tilted);
        engine.half_space_contacts(&boxes, one, Margin::None, &mut one_each).expect("valid");
        for (&[a, _], row) in pairs.iter().zip(&rows) {
            assert_eq!(*row, one_each[a as usize]);
        }
        assert!(
            rows.iter().any(|row| !row.is_empty()) && rows.iter().any(HalfSpaceContacts::is_empty)
        );
    }
}
