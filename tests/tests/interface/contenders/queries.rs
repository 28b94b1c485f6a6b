//! Queries about the pairs of one frame.

use std::ptr::{null, null_mut};

use octosat::{BoxView, Casts, CoveredFaces, Engine, Impacts, Manifolds, Motions, Query, Sides};
use octosat_c::*;
use octosat_check::queries::{
    casts, covered, distances, impacts, intersections, moved, pairs, verdicts,
};
use octosat_check::{Setting, uniform};

use super::InC;
use super::contest::{Contest, Word, lent_boxes};
use super::frames::contacts_of;
use crate::common::{Covered, assert_same, no_covered, no_list, no_manifolds};

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
        }
    }
}

impl InC for intersections::Intersections {
    const TWO_LISTS: bool = true;

    fn compare(&self, frames: &[Contest<'_, ()>]) {
        for frame in frames {
            frame.rows_by(octosat_intersections, |engine, query, out| {
                engine.intersections(query, out)
            });
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
            let world = frame.world;
            let times = world.times(frame.case, frame.pairs).expect("boxes of this case");
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
#[expect(clippy::large_enum_variant, reason = "a test has one")]
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
    frame.rows(
        |engine, query, out| engine.penetrations(moved(query, own, times), out),
        // SAFETY: a query, handles and lists of our own, and buffers of as many rows; as below.
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
