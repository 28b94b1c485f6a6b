//! Groups of pairs, of lists and of products.

use std::ptr::{null, null_mut};

use bytemuck::{Pod, bytes_of};
use octosat::{Distance, Groups, Least, Product};
use octosat_c::*;
use octosat_check::queries::groups::{Grouped, Stores};
use octosat_check::stale;

use super::InC;
use super::contest::{Contest, Word};
use crate::common::assert_rows;

/// Pairs of each group.
const PAIRS_PER_GROUP: usize = 5;

/// Groups without pairs.
const NONE: OctosatGroups = OctosatGroups { bounds: null(), products: null(), count: 0 };

impl InC for Grouped {
    const TWO_LISTS: bool = true;

    fn compare(&self, frames: &[Contest<'_, Stores>]) {
        for frame in frames {
            match self {
                Self::Lists => compare_lists(frame),
                Self::Products => compare_products(frame),
            }
        }
    }
}

/// A function of the interface with one answer per group.
type AskGroups<R> = unsafe extern "C" fn(
    *const OctosatEngine,
    *const OctosatQuery,
    *const OctosatGroups,
    *mut R,
    usize,
    *mut OctosatError,
) -> OctosatStatus;

/// The pairs of a frame in groups.
fn compare_lists(frame: &Contest<'_, Stores>) {
    let len = frame.pairs.len();
    let bounds: Vec<usize> = (0..len).step_by(PAIRS_PER_GROUP).chain([len]).collect();
    let groups = OctosatGroups { bounds: bounds.as_ptr(), count: bounds.len(), ..NONE };
    same_groups(frame, &groups, |word| {
        (Groups::new(frame.query(word), &bounds), frame.asked(word))
    });
}

/// Ranges of the boxes of a frame with each other.
fn compare_products(frame: &Contest<'_, Stores>) {
    let boxes = frame.case.boxes.len() as u32;
    let (b_start, b_end) = (boxes / 3, boxes / 2);
    let range =
        |a_start: u32| OctosatProduct { a_start, a_end: boxes.min(a_start + 3), b_start, b_end };
    let given: Vec<_> = (0..boxes).step_by(PAIRS_PER_GROUP).map(range).collect();
    let of_engine = |&OctosatProduct { a_start, a_end, b_start, b_end }: &OctosatProduct| {
        Product::new(a_start..a_end, b_start..b_end)
    };
    let products: Vec<Product> = given.iter().map(of_engine).collect();
    let groups = OctosatGroups { products: given.as_ptr(), count: given.len(), ..NONE };
    same_groups(frame, &groups, |word| {
        let of_engine = Groups::of_products(frame.sides(), &products);
        let length = frame.case.setting.margin;
        let asked = frame.asked(word);
        let plain = OctosatQuery { pairs: null(), pair_count: 0, ..asked };
        let asked = OctosatQuery { within_per_pair: null(), grown_per_pair: null(), ..plain };
        match word {
            // In C, zero is no cut-off of distances.
            _ if length == 0.0 => (of_engine, asked),
            Word::Within => (of_engine.within(length), asked),
            Word::Grown => (of_engine.grown(length), asked),
        }
    });
}

/// Any overlap, the least clearance and the least distance of groups.
fn same_groups<'a>(
    frame: &Contest<'_, Stores>,
    given: &OctosatGroups,
    ask: impl Fn(Word) -> (Groups<'a>, OctosatQuery),
) {
    let (groups, asked) = ask(Word::Grown);
    let mut least = vec![Least::<f32>::default(); given.count];
    frame.own.least_clearances(groups, &mut least).unwrap();
    let least = least.iter().map(|least| (least.pair, least.row.to_bits()));
    let found = in_groups(frame, (&asked, given), octosat_least_clearances);
    let found = found.iter().map(|found| ([found.pair.a, found.pair.b], found.clearance.to_bits()));
    assert!(least.eq(found));
    // Boxes can be smaller, but no distance is.
    if frame.case.setting.margin < 0.0 {
        return;
    }
    let mut any = vec![false; given.count];
    let (groups, asked) = ask(Word::Within);
    frame.own.any_overlap(groups, &mut any).unwrap();
    let any: Vec<u8> = any.into_iter().map(u8::from).collect();
    assert_rows(&[], &any, &in_groups(frame, (&asked, given), octosat_any_overlap));
    let mut least = vec![Least::<Distance>::default(); given.count];
    frame.own.least_distances(groups, &mut least).unwrap();
    let least = least.iter().map(|least| (least.pair, bytes_of(&least.row)));
    let found = in_groups(frame, (&asked, given), octosat_least_distances);
    let found = found.iter().map(|found| ([found.pair.a, found.pair.b], bytes_of(&found.row)));
    assert!(least.eq(found));
}

/// What the interface writes for groups.
fn in_groups<R: Pod>(
    frame: &Contest<'_, Stores>,
    (asked, groups): (&OctosatQuery, &OctosatGroups),
    ask: AskGroups<R>,
) -> Vec<R> {
    let (count, mut found) = (groups.count, stale::<R>(groups.count));
    let out = found.as_mut_ptr();
    // SAFETY: handles and groups of our own, and a buffer of as many rows.
    let status = unsafe { ask(frame.engine.raw, asked, groups, out, count, null_mut()) };
    assert_eq!(status, OCTOSAT_OK);
    found
}
