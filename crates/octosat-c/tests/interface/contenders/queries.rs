//! Queries about the pairs of one frame.

use std::ptr::{null, null_mut};

use bytemuck::{Pod, bytes_of};
use octosat::{
    BoxView, Casts, CoveredFaces, Distance, Engine, Groups, Impacts, Least, Manifolds, Motions,
    Product, Query, Sides,
};
use octosat_c::*;
use octosat_check::queries::{casts, covered, distances, impacts, moved, pairs, verdicts};
use octosat_check::{Setting, stale, uniform};

use super::contest::{Contest, Word, lent_boxes};
use super::frames::contacts_of;
use super::{InC, assert_same_bits};
use crate::common::{Covered, assert_rows, assert_same, no_covered, no_list, no_manifolds};

/// Pairs of each group.
const PAIRS_PER_GROUP: usize = 5;

#[test]
fn overlaps_penetrations_and_contacts_have_the_bits_of_the_engine() {
    assert_same_bits(pairs::Pairs);
}

#[test]
fn verdicts_exact_overlaps_and_clearances_have_the_bits_of_the_engine() {
    assert_same_bits(verdicts::Verdicts);
}

#[test]
fn distances_and_groups_have_the_bits_of_the_engine() {
    assert_same_bits(distances::Distances);
}

#[test]
fn casts_have_the_bits_of_the_engine() {
    assert_same_bits(casts::Casts);
}

#[test]
fn impacts_have_the_bits_of_the_engine() {
    assert_same_bits(impacts::Impacts);
}

#[test]
fn moved_queries_have_the_bits_of_the_engine() {
    assert_same_bits(moved::Moved);
}

#[test]
fn contacts_with_covered_faces_have_the_bits_of_the_engine() {
    assert_same_bits(covered::Covered);
}

impl InC for pairs::Pairs {
    const TWO_LISTS: bool = true;

    fn compare(&self, frames: &[Contest<'_, ()>]) {
        for frame in frames {
            frame.bools_by(octosat_overlaps, |engine, query, out| engine.overlaps(query, out));
            frame.rows_by(octosat_penetrations, |engine, query, out| {
                engine.penetrations(query, out)
            });
            for setting in pairs::contact_settings(&frame.case.setting) {
                compare_contacts(frame, &setting, None);
            }
        }
    }
}

impl InC for verdicts::Verdicts {
    const TWO_LISTS: bool = true;
    const WORD: Word = Word::Grown;

    fn compare(&self, frames: &[Contest<'_, ()>]) {
        for frame in frames {
            frame.rows_by(octosat_verdicts, Engine::verdicts);
            frame.rows_by(octosat_clearances, Engine::clearances);
            frame.bools_by(octosat_overlaps_exact, |engine, query, out| {
                engine.overlaps_exact(query, out)
            });
        }
    }
}

impl InC for distances::Distances {
    const TWO_LISTS: bool = true;

    fn compare(&self, frames: &[Contest<'_, ()>]) {
        for frame in frames {
            frame.rows_by(octosat_distances, Engine::distances);
            compare_groups(frame);
        }
    }
}

impl InC for casts::Casts {
    const TWO_LISTS: bool = true;
    const WORD: Word = Word::Grown;

    /// The boxes b of two lists move as others of a do, so that the sides cannot be exchanged.
    fn compare(&self, frames: &[Contest<'_, casts::Moving>]) {
        for frame in frames {
            let (of_pairs, of_boxes) = (frame.world.of_pairs(frame.pairs), frame.world.of_boxes());
            let of_b: Vec<_> = of_boxes.iter().rev().copied().collect();
            let of_b = frame.has_two_lists().then_some(&of_b[..]);
            let per_box = match of_b {
                Some(of_b) => Motions::per_box([of_boxes, of_b]),
                None => Motions::per_box(of_boxes),
            };
            let own = [Motions::per_pair(&of_pairs), per_box];
            // Room for rounded poses is required for one of both.
            for ((own, data), per_box) in own.into_iter().zip([&of_pairs[..], of_boxes]).zip(0..) {
                frame.rows(
                    |engine, query, out| {
                        engine.casts(Casts::new(query, own).stored_poses(per_box == 1), out)
                    },
                    // SAFETY: handles and motions of our own, and a buffer of as many rows.
                    |e, query, out, n| unsafe {
                        let (motions, motion_count) = (data.as_ptr(), data.len());
                        let of_b = of_b.filter(|_| per_box == 1);
                        let plain = OctosatCasts {
                            motions_of_b: of_b.map_or(null(), <[_]>::as_ptr),
                            motion_count_of_b: of_b.map_or(0, <[_]>::len),
                            stored_poses: per_box,
                            ..OctosatCasts::default()
                        };
                        let casts = OctosatCasts { per_box, query, motions, motion_count, ..plain };
                        octosat_casts(e, &raw const casts, out, n, null_mut())
                    },
                );
            }
        }
    }
}

impl InC for impacts::Impacts {
    const TWO_LISTS: bool = true;
    const WORD: Word = Word::Grown;

    /// The boxes a of two lists rest, and the boxes b move, so that the sides cannot be exchanged.
    fn compare(&self, frames: &[Contest<'_, impacts::Ends>]) {
        for frame in frames {
            let moved = frame.world.view(frame.case).expect("columns of one length");
            let [centers, rotations] = frame.world.columns();
            let ends = lent_boxes([centers, rotations, &frame.case.boxes.half_extents]);
            let (own, given): (Sides<BoxView<'_>>, _) = if frame.has_two_lists() {
                ([frame.case.boxes.unit(), moved].into(), [frame.boxes.raw, ends.raw])
            } else {
                (moved.into(), [ends.raw, null_mut()])
            };
            for (tolerance, rounds) in impacts::OPTIONS {
                frame.rows(
                    |engine, query, out| {
                        let impacts = Impacts::new(query, own);
                        engine.impacts(impacts.tolerance(tolerance).rounds(rounds), out)
                    },
                    // SAFETY: handles of our own, and a buffer of as many rows.
                    |e, query, out, n| unsafe {
                        let [ends, ends_of_b] = given.map(<*mut _>::cast_const);
                        let plain = OctosatImpacts { query, ends, ends_of_b, ..Default::default() };
                        let impacts = OctosatImpacts { tolerance, rounds, ..plain };
                        octosat_impacts(e, &raw const impacts, out, n, null_mut())
                    },
                );
            }
        }
    }
}

impl InC for moved::Moved {
    const TWO_LISTS: bool = true;

    /// The boxes a of two lists rest, and the boxes b move, so that the sides cannot be exchanged.
    fn compare(&self, frames: &[Contest<'_, moved::MovedWorld>]) {
        for frame in frames {
            let (world, times) = (frame.world, frame.world.times(frame.case, frame.pairs));
            let end = world.ends().view(frame.case).expect("columns of one length");
            let [centers, rotations] = world.ends().columns();
            let lent = lent_boxes([centers, rotations, &frame.case.boxes.half_extents]);
            let (motions, rest) = (world.motions(), vec![[0.0; 3]; world.motions().len()]);
            let plain = OctosatMoved {
                times: times.as_ptr(),
                time_count: times.len(),
                ..OctosatMoved::default()
            };
            let (ends, end_handles): (Sides<BoxView<'_>>, _) = if frame.has_two_lists() {
                ([frame.case.boxes.unit(), end].into(), [frame.boxes.raw, lent.raw])
            } else {
                (end.into(), [lent.raw, null_mut()])
            };
            let [ends_of_a, ends_of_b] = end_handles.map(<*mut _>::cast_const);
            let given = OctosatMoved { ends: ends_of_a, ends_of_b, ..plain };
            compare_moved(frame, &given, (&OwnMotion::To(ends), &times));
            let count = motions.len();
            let plain = OctosatMoved { per_box: 1, motion_count: count, ..plain };
            let (own, of_a, of_b) = if frame.has_two_lists() {
                (Motions::per_box([&rest[..], motions]), rest.as_ptr(), motions.as_ptr())
            } else {
                (Motions::per_box(motions), motions.as_ptr(), null())
            };
            let motion_count_of_b = if of_b.is_null() { 0 } else { count };
            let given =
                OctosatMoved { motions: of_a, motions_of_b: of_b, motion_count_of_b, ..plain };
            compare_moved(frame, &given, (&OwnMotion::Along(own), &times));
        }
    }
}

/// How boxes of the engine get where they are asked.
enum OwnMotion<'a> {
    Along(Motions<'a>),
    To(Sides<BoxView<'a>>),
}

/// Penetrations and distances of boxes at their times.
fn compare_moved<W>(
    frame: &Contest<'_, W>,
    given: &OctosatMoved,
    (own, times): (&OwnMotion<'_>, &[f32]),
) {
    fn moved<'a>(query: Query<'a>, own: &OwnMotion<'a>, times: &'a [f32]) -> Query<'a> {
        match own {
            OwnMotion::Along(motions) => query.moved(*motions, times),
            OwnMotion::To(ends) => query.moved_to(*ends, times),
        }
    }
    // SAFETY, here and below: a query, handles and lists of our own, and buffers of as many rows.
    frame.rows(
        |engine, query, out| engine.penetrations(moved(query, own, times), out),
        |engine, query, out, count| unsafe {
            let asked = OctosatQuery { moved: given, ..*query };
            octosat_penetrations(engine, &raw const asked, out, count, null_mut())
        },
    );
    frame.rows(
        |engine, query, out| engine.distances(moved(query, own, times), out),
        // SAFETY: as above.
        |engine, query, out, count| unsafe {
            let asked = OctosatQuery { moved: given, ..*query };
            octosat_distances(engine, &raw const asked, out, count, null_mut())
        },
    );
}

impl InC for covered::Covered {
    const TWO_LISTS: bool = true;

    /// Of two lists, only the boxes b have covered faces.
    fn compare(&self, frames: &[Contest<'_, covered::CoveredWorld>]) {
        for frame in frames {
            let (faces, held) = (frame.world.faces(), no_covered());
            let list = OctosatCoveredList {
                masks: faces.masks().as_ptr(),
                count: faces.len(),
                rectangles: faces.rectangles().as_ptr(),
                rectangle_count: faces.rectangles().len(),
            };
            // SAFETY: a handle and arrays of our own.
            let status = unsafe { octosat_covered_of_parts(held.raw, &raw const list, null_mut()) };
            assert_eq!(status, OCTOSAT_OK);
            for setting in covered::covered_settings(&frame.case.setting) {
                compare_contacts(frame, &setting, Some((faces, &held)));
            }
        }
    }
}

/// Contacts by a setting, with covered faces if there are some.
fn compare_contacts<W>(
    frame: &Contest<'_, W>,
    setting: &Setting,
    covered: Option<(&CoveredFaces, &Covered)>,
) {
    let mut expected = Manifolds::new();
    let query = Query::new(frame.sides(), frame.pairs).within(uniform(setting.margin));
    let mut own = setting.options().of(query);
    let (held, mut list) = (no_manifolds(), no_list());
    let plain = frame.asked(Word::Within);
    let asked = OctosatQuery { within: setting.margin, within_per_pair: null(), ..plain };
    let mut given = contacts_of(&asked, setting);
    if let Some((faces, covered)) = covered {
        (own, given.covered, given.covered_of_b) = if frame.has_two_lists() {
            (own.covered([None, Some(faces)]), null(), covered.raw.cast_const())
        } else {
            (own.covered(faces), covered.raw.cast_const(), null())
        };
    }
    frame.own.manifolds(own, &mut expected).unwrap();
    let (engine, given) = (frame.engine.raw, &raw const given);
    // SAFETY: handles, a question and a list of our own.
    let status = unsafe { octosat_manifolds(engine, given, held.raw, &raw mut list, null_mut()) };
    assert_eq!(status, OCTOSAT_OK);
    assert_same(&list, &expected);
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

/// The pairs of a frame in groups, and ranges of its boxes with each other.
fn compare_groups(frame: &Contest<'_, ()>) {
    let (len, boxes) = (frame.pairs.len(), frame.case.boxes.len() as u32);
    let bounds: Vec<usize> = (0..len).step_by(PAIRS_PER_GROUP).chain([len]).collect();
    let none = OctosatGroups { bounds: null(), products: null(), count: bounds.len() };
    let groups = OctosatGroups { bounds: bounds.as_ptr(), ..none };
    same_groups(frame, &groups, |word| {
        (Groups::new(frame.query(word), &bounds), frame.asked(word))
    });
    let ranges = (0..boxes).step_by(PAIRS_PER_GROUP).map(|start| [start, boxes.min(start + 3)]);
    let ranges: Vec<_> = ranges.map(|range| (range, [boxes / 3, boxes / 2])).collect();
    let of_engine =
        |&([a, a_end], [b, b_end]): &([u32; 2], [u32; 2])| Product::new(a..a_end, b..b_end);
    let products: Vec<Product> = ranges.iter().map(of_engine).collect();
    let given: Vec<_> = ranges
        .into_iter()
        .map(|([a_start, a_end], [b_start, b_end])| OctosatProduct {
            a_start,
            a_end,
            b_start,
            b_end,
        })
        .collect();
    let groups = OctosatGroups { products: given.as_ptr(), count: given.len(), ..none };
    same_groups(frame, &groups, |word| {
        let of_engine = Groups::of_products(frame.case.boxes.unit(), &products);
        let length = frame.case.setting.margin;
        let asked = frame.asked(word);
        let plain = OctosatQuery { pairs: null(), pair_count: 0, ..asked };
        let asked = OctosatQuery { within_per_pair: null(), grown_per_pair: null(), ..plain };
        match word {
            // In C, zero is no cut-off of distances.
            _ if length <= 0.0 => (of_engine, asked),
            Word::Within => (of_engine.within(length), asked),
            Word::Grown => (of_engine.grown(length), asked),
        }
    });
}

/// Any overlap, the least clearance and the least distance of groups.
fn same_groups<'a>(
    frame: &Contest<'_, ()>,
    given: &OctosatGroups,
    ask: impl Fn(Word) -> (Groups<'a>, OctosatQuery),
) {
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
    let mut least = vec![Least::<f32>::default(); given.count];
    let (groups, asked) = ask(Word::Grown);
    frame.own.least_clearances(groups, &mut least).unwrap();
    let least = least.iter().map(|least| (least.pair, least.row.to_bits()));
    let found = in_groups(frame, (&asked, given), octosat_least_clearances);
    let found = found.iter().map(|found| ([found.pair.a, found.pair.b], found.clearance.to_bits()));
    assert!(least.eq(found));
}

/// What the interface writes for groups.
fn in_groups<R: Pod>(
    frame: &Contest<'_, ()>,
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
