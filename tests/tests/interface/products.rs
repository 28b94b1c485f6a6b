//! Questions about all pairs, and suppression: what is wrong is named, and nothing is written; lists say how long they are.

use std::ptr::{null, null_mut};

use bytemuck::{Zeroable, cast_slice};
use octosat_c::*;

use crate::common::{Boxes, boxes_of, column, engine, no_boxes};
use crate::errors::{Report, expect, report};
use crate::rectangles::Given;
use octosat_scenes::generate::cloud;

/// How many boxes and rectangles there are.
const COUNT: usize = 12;

/// Scores of as many.
const SCORES: [f32; COUNT] = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0, 5.0, 3.0, 5.0, 8.0];

fn all_pairs(boxes: &Boxes) -> OctosatAllPairs {
    OctosatAllPairs { boxes: boxes.raw, ..OctosatAllPairs::default() }
}

fn suppression(boxes: &Boxes) -> OctosatSuppression {
    let (boxes, scores) = (boxes.raw, SCORES.as_ptr());
    OctosatSuppression { boxes, scores, count: COUNT, ..OctosatSuppression::default() }
}

/// What all calls about a question of all pairs report, which must write nothing.
fn wrong_pairs(engine: *const OctosatEngine, asked: *const OctosatAllPairs) -> [Report; 3] {
    let mut matrix = [9.0_f32; COUNT * COUNT];
    let (mut above, mut pairs) = ([OctosatIouPair::zeroed(); 4], [OctosatPair::zeroed(); 4]);
    let mut found = 77;
    // SAFETY: pointers that are null or to values of our own, and buffers of as many rows.
    let reports = unsafe {
        [
            report(|error| {
                octosat_iou_matrix(engine, asked, matrix.as_mut_ptr(), COUNT * COUNT, error)
            }),
            report(|error| {
                octosat_iou_above(engine, asked, above.as_mut_ptr(), 4, &raw mut found, error)
            }),
            report(|error| {
                let out = pairs.as_mut_ptr();
                octosat_overlapping_pairs(engine, asked, out, 4, &raw mut found, error)
            }),
        ]
    };
    assert_eq!((matrix, found), ([9.0; COUNT * COUNT], 77));
    assert_eq!(above, [OctosatIouPair::zeroed(); 4]);
    assert_eq!(cast_slice::<_, u32>(&pairs), [0; 8]);
    reports
}

#[test]
fn wrong_questions_about_all_pairs_write_nothing() {
    let (boxes, engine) = (boxes_of(&cloud(COUNT, 4, 1)), engine(OCTOSAT_BACKEND_AUTO).unwrap());
    let good = all_pairs(&boxes);
    let not_lent = no_boxes();
    // SAFETY: a handle, and no columns.
    let status = unsafe { octosat_boxes_lend(not_lent.raw, 1, null(), 0, null_mut()) };
    assert_eq!(status, OCTOSAT_NULL);
    for (asked, status, text) in [
        (OctosatAllPairs { boxes: null(), ..good }, OCTOSAT_NULL, "asked.boxes is null"),
        (OctosatAllPairs { size: 0, ..good }, OCTOSAT_BAD_ARGUMENT, "OCTOSAT_ALL_PAIRS_DEFAULTS"),
        (OctosatAllPairs { others: not_lent.raw, ..good }, OCTOSAT_BAD_ARGUMENT, "lend"),
    ] {
        for found in wrong_pairs(engine.raw, &raw const asked) {
            expect(&found, status, OCTOSAT_NO_PLACE, text);
        }
    }
    for found in wrong_pairs(null(), &raw const good) {
        expect(&found, OCTOSAT_NULL, OCTOSAT_NO_PLACE, "engine is null");
    }
    for found in wrong_pairs(engine.raw, null()) {
        expect(&found, OCTOSAT_NULL, OCTOSAT_NO_PLACE, "asked is null");
    }
    // A least IoU is wrong, or of a query that takes none.
    for least in [1.5, -0.5, f32::NAN] {
        let asked = OctosatAllPairs { least, ..good };
        let [matrix, above, overlapping] = wrong_pairs(engine.raw, &raw const asked);
        expect(&above, OCTOSAT_BAD_SETTING, OCTOSAT_NO_PLACE, "`least` is");
        for found in [matrix, overlapping] {
            expect(&found, OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE, "asked.least is");
        }
    }
}

#[test]
fn buffers_of_all_pairs_must_be_there() {
    let (boxes, engine) = (boxes_of(&cloud(COUNT, 4, 1)), engine(OCTOSAT_BACKEND_AUTO).unwrap());
    let (asked, engine) = (all_pairs(&boxes), engine.raw);
    let (asked, mut out, mut found) = (&raw const asked, [9.0_f32; 9], 77);
    // SAFETY: pointers that are null or to values of our own, and buffers of as many rows.
    unsafe {
        let of_matrix = report(|error| octosat_iou_matrix(engine, asked, null_mut(), 144, error));
        expect(&of_matrix, OCTOSAT_NULL, OCTOSAT_NO_PLACE, "out is null");
        let first = out.as_mut_ptr();
        let of_matrix = report(|error| octosat_iou_matrix(engine, asked, first, 9, error));
        expect(&of_matrix, OCTOSAT_BAD_LENGTH, OCTOSAT_NO_PLACE, "out is 9, but must be 144");
        let count = &raw mut found;
        let of_list = report(|error| octosat_iou_above(engine, asked, null_mut(), 1, count, error));
        expect(&of_list, OCTOSAT_NULL, OCTOSAT_NO_PLACE, "out is null");
        let of_list = report(|error| {
            octosat_overlapping_pairs(engine, asked, null_mut(), 0, null_mut(), error)
        });
        expect(&of_list, OCTOSAT_NULL, OCTOSAT_NO_PLACE, "found is null");
        assert_eq!((out, found), ([9.0; 9], 77));
        // Without room, a list says how long it is.
        let status = octosat_overlapping_pairs(engine, asked, null_mut(), 0, count, null_mut());
        assert_eq!(status, OCTOSAT_OK);
    }
    assert!((1..77).contains(&found), "{found}");
}

#[test]
fn wrong_spheres_are_named() {
    let (boxes, engine) = (boxes_of(&cloud(COUNT, 4, 1)), engine(OCTOSAT_BACKEND_AUTO).unwrap());
    let given = [0.0, -1.0].map(|radius| OctosatSphere { center: [0.0; 3], radius });
    let spheres = OctosatSpheres { data: given.as_ptr(), count: 2 };
    let nowhere = OctosatSpheres { data: null(), count: 2 };
    let mut found = 77;
    for (boxes, spheres, status, place, text) in [
        (boxes.raw, spheres, OCTOSAT_BAD_SHAPE, 1, "shape 1"),
        (boxes.raw, nowhere, OCTOSAT_NULL, OCTOSAT_NO_PLACE, "the list of shapes is null"),
        (null_mut(), spheres, OCTOSAT_NULL, OCTOSAT_NO_PLACE, "boxes is null"),
    ] {
        let count = &raw mut found;
        // SAFETY: pointers that are null or to values of our own, and no room.
        let wrong = report(|error| unsafe {
            let out = null_mut();
            octosat_sphere_overlapping_pairs(engine.raw, boxes, spheres, out, 0, count, error)
        });
        expect(&wrong, status, place, text);
    }
    assert_eq!(found, 77);
}

#[test]
fn wrong_suppressions_write_nothing() {
    let (boxes, engine) = (boxes_of(&cloud(COUNT, 4, 1)), engine(OCTOSAT_BACKEND_AUTO).unwrap());
    let (good, mut bad_scores) = (suppression(&boxes), SCORES);
    bad_scores[7] = f32::NAN;
    let (none, few, with_nan) = (null(), COUNT - 1, bad_scores.as_ptr());
    let mut kept = [9_u32; COUNT];
    let mut count = 77;
    let nowhere = OCTOSAT_NO_PLACE;
    for (asked, status, place, text) in [
        (OctosatSuppression { boxes: null(), ..good }, OCTOSAT_NULL, nowhere, "asked.boxes"),
        (OctosatSuppression { scores: none, ..good }, OCTOSAT_NULL, nowhere, "asked.scores"),
        (OctosatSuppression { count: few, ..good }, OCTOSAT_BAD_LENGTH, nowhere, "must be 12"),
        (OctosatSuppression { most: 2.0, ..good }, OCTOSAT_BAD_SETTING, nowhere, "`most` is 2"),
        (OctosatSuppression { scores: with_nan, ..good }, OCTOSAT_BAD_SETTING, 7, "score"),
    ] {
        let (asked, out, found) = (&raw const asked, kept.as_mut_ptr(), &raw mut count);
        // SAFETY: pointers that are null or to values of our own, and a buffer of as many rows.
        let wrong = report(|error| unsafe {
            octosat_suppress(engine.raw, asked, out, COUNT, found, error)
        });
        expect(&wrong, status, place, text);
    }
    assert_eq!((kept, count), ([9; COUNT], 77));
}

#[test]
fn wrong_questions_about_rectangles_write_nothing() {
    let (handle, engine) = (Given::new(COUNT).assigned(), engine(OCTOSAT_BACKEND_AUTO).unwrap());
    let (rectangles, engine) = (handle.raw.cast_const(), engine.raw);
    let good = OctosatRectangleAllPairs { rectangles, ..OctosatRectangleAllPairs::default() };
    let without = OctosatRectangleAllPairs { rectangles: null(), ..good };
    let with_least = OctosatRectangleAllPairs { least: 1.5, ..good };
    let without_scores =
        OctosatRectangleSuppression { rectangles, ..OctosatRectangleSuppression::default() };
    let (mut matrix, mut found) = ([9.0_f32; COUNT * COUNT], 77);
    let (out, count, nothing) = (matrix.as_mut_ptr(), matrix.len(), null_mut());
    let first = &raw mut found;
    // SAFETY: pointers that are null or to values of our own, and buffers of as many rows.
    let reports = unsafe {
        let [without, with_least] = [&raw const without, &raw const with_least];
        let pairs = null_mut();
        [
            report(|error| octosat_rectangle_iou_matrix(engine, without, out, count, error)),
            report(|error| octosat_rectangle_iou_matrix(engine, with_least, out, count, error)),
            report(|error| octosat_rectangle_iou_matrix(engine, &raw const good, out, 9, error)),
            report(|error| {
                octosat_rectangle_iou_above(engine, with_least, nothing, 0, first, error)
            }),
            report(|error| {
                octosat_rectangle_overlapping_pairs(engine, with_least, pairs, 0, first, error)
            }),
            report(|error| {
                let asked = &raw const without_scores;
                octosat_rectangle_suppress(engine, asked, null_mut(), 0, first, error)
            }),
        ]
    };
    for (found, (status, text)) in reports.iter().zip([
        (OCTOSAT_NULL, "asked.rectangles is null"),
        (OCTOSAT_BAD_ARGUMENT, "asked.least is 1.5"),
        (OCTOSAT_BAD_LENGTH, "out is 9, but must be 144"),
        (OCTOSAT_BAD_SETTING, "`least` is 1.5"),
        (OCTOSAT_BAD_ARGUMENT, "asked.least is 1.5"),
        (OCTOSAT_BAD_LENGTH, "asked.scores is 0, but must be 12"),
    ]) {
        expect(found, status, OCTOSAT_NO_PLACE, text);
    }
    assert_eq!((matrix, found), ([9.0; COUNT * COUNT], 77));
}

#[test]
fn boxes_that_are_not_finite_share_nothing_and_are_kept() {
    let (engine, mut scene) = (engine(OCTOSAT_BACKEND_AUTO).unwrap(), cloud(3, 1, 1));
    // Three boxes at one place.
    for k in 1..3 {
        scene.position[k] = scene.position[0];
        scene.rotation[k] = scene.rotation[0];
        scene.half_extents[k] = scene.half_extents[0];
    }
    scene.position[1][0] = f32::NAN;
    let boxes = no_boxes();
    let columns = OctosatBoxColumns {
        centers: column(&scene.position, OCTOSAT_F32X3),
        rotations: column(&scene.rotation, OCTOSAT_F32X4),
        half_extents: column(&scene.half_extents, OCTOSAT_F32X3),
    };
    let scores = [1.0, 3.0, 2.0];
    let asked = all_pairs(&boxes);
    let suppression =
        OctosatSuppression { scores: scores.as_ptr(), count: 3, ..suppression(&boxes) };
    let (mut matrix, mut pairs) = ([9.0_f32; 9], [OctosatIouPair::zeroed(); 3]);
    let (mut kept, mut counts) = ([9_u32; 3], [77; 2]);
    // SAFETY: handles, columns that outlive the calls, and buffers of as many rows.
    let statuses = unsafe {
        let [above, suppressed] = counts.each_mut().map(|count| &raw mut *count);
        let (engine, asked, first) = (engine.raw, &raw const asked, pairs.as_mut_ptr());
        let (suppression, of_kept) = (&raw const suppression, kept.as_mut_ptr());
        [
            octosat_boxes_lend(boxes.raw, 3, &raw const columns, 1, null_mut()),
            octosat_iou_matrix(engine, asked, matrix.as_mut_ptr(), 9, null_mut()),
            octosat_iou_above(engine, asked, first, 3, above, null_mut()),
            octosat_suppress(engine, suppression, of_kept, 3, suppressed, null_mut()),
        ]
    };
    assert_eq!((statuses, counts), ([OCTOSAT_OK; 4], [1, 2]));
    let is_nan: Vec<_> = (0..9).filter(|&k| matrix[k].is_nan()).collect();
    assert_eq!(is_nan, [1, 3, 4, 5, 7]);
    assert_eq!(pairs[0], OctosatIouPair { a: 0, b: 2, iou: 1.0 });
    assert_eq!(kept, [1, 2, 9]);
}
