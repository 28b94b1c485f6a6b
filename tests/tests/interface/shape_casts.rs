//! Wrong casts of spheres and capsules are rejected by name.

use std::ptr::null;

use bytemuck::{Zeroable, cast_slice};
use octosat_c::*;
use octosat_scenes::generate::cloud;

use crate::common::{Boxes, boxes_of, engine, no_error, pairs_of, query, text};
use crate::round::Lists;

/// Displacements of all lengths up to some meters.
fn displacements(count: usize) -> Vec<[f32; 3]> {
    (0..count).map(|k| [(k % 7) as f32 - 3.0, 0.5 * (k % 5) as f32 - 1.0, 0.25]).collect()
}

/// Casts of spheres must fail with a status, an index and a text, and write nothing.
fn assert_rejected(casts: &OctosatCasts, (status, place, message): (OctosatStatus, u64, &str)) {
    let (engine, lists) = (engine(OCTOSAT_BACKEND_AUTO).unwrap(), Lists::new(4));
    let before = [OctosatShapeCast { time: -7.0, ..OctosatShapeCast::zeroed() }; 3];
    let (mut rows, mut error) = (before, no_error());
    let (out, error_out, given) = (rows.as_mut_ptr(), &raw mut error, lists.given_spheres());
    // SAFETY: handles, lists, and a buffer of as many rows; what is wrong with the question must be found.
    let found = unsafe { octosat_sphere_casts(engine.raw, casts, given, out, 3, error_out) };
    assert_eq!((found, error.place), (status, place), "{}", text(&error));
    assert!(text(&error).contains(message), "{}", text(&error));
    assert_eq!(cast_slice::<_, u8>(&rows), cast_slice::<_, u8>(&before));
}

/// Three pairs of boxes and spheres.
fn three(boxes: &Boxes, pairs: &[OctosatPair]) -> OctosatShapeQuery {
    let (boxes, pair_count) = (boxes.raw, pairs.len());
    OctosatShapeQuery { boxes, pairs: pairs.as_ptr(), pair_count, ..OctosatShapeQuery::default() }
}

#[test]
fn rejected_displacements_of_shapes_are_named() {
    let (boxes, pairs) = (boxes_of(&cloud(6, 0, 8)), pairs_of(&[[0, 0], [1, 1], [5, 3]]));
    let asked = three(&boxes, &pairs);
    let mut moves = displacements(6);
    moves[1][2] = f32::NAN;
    let usual = OctosatCasts {
        motions: moves[2..].as_ptr(),
        motion_count: 3,
        shape_query: &raw const asked,
        ..OctosatCasts::default()
    };
    let (bad, of_b) = (OCTOSAT_BAD_ARGUMENT, moves[2..].as_ptr());
    let uniform = OctosatCasts { per_box: 2, motion_count: 1, ..usual };
    let no_place = OCTOSAT_NO_PLACE;
    for (casts, expected) in [
        (
            OctosatCasts { motions: moves.as_ptr(), ..usual },
            (OCTOSAT_BAD_SETTING, 1, "the displacement of pairs[1] is"),
        ),
        (
            OctosatCasts { motions: moves[1..].as_ptr(), ..uniform },
            (OCTOSAT_BAD_SETTING, OCTOSAT_NO_PLACE, "the displacement of all pairs is"),
        ),
        (
            OctosatCasts { motion_count: 2, ..usual },
            (OCTOSAT_BAD_LENGTH, no_place, "the number of pairs is 3"),
        ),
        (
            OctosatCasts { motion_count: 2, ..uniform },
            (OCTOSAT_BAD_LENGTH, no_place, "casts.motions is 2, but must be 1"),
        ),
        (
            OctosatCasts { motions_of_b: of_b, motion_count_of_b: 4, ..uniform },
            (bad, no_place, "casts.per_box is 2"),
        ),
        (
            OctosatCasts { per_box: 1, ..usual },
            (bad, no_place, "the displacements are for one list"),
        ),
        (
            OctosatCasts { per_box: 3, ..usual },
            (bad, no_place, "casts.per_box is 3, which is not 0, 1 or 2"),
        ),
    ] {
        assert_rejected(&casts, expected);
    }
}

#[test]
fn casts_of_shapes_take_a_query_about_shapes_and_casts_of_boxes_one_about_boxes() {
    let (boxes, pairs) = (boxes_of(&cloud(6, 0, 8)), pairs_of(&[[0, 0], [1, 1], [5, 3]]));
    let (asked, of_boxes) = (three(&boxes, &pairs), query(&boxes, &pairs));
    let within = OctosatShapeQuery { within: 0.5, ..asked };
    let moves = displacements(3);
    let usual = OctosatCasts {
        motions: moves.as_ptr(),
        motion_count: 3,
        shape_query: &raw const asked,
        ..OctosatCasts::default()
    };
    let both = OctosatCasts { query: &raw const of_boxes, ..usual };
    let bad = OCTOSAT_BAD_ARGUMENT;
    for (casts, status, message) in [
        (both, bad, "casts.query is for casts of boxes"),
        (OctosatCasts { shape_query: null(), ..usual }, OCTOSAT_NULL, "casts.shape_query is null"),
        (
            OctosatCasts { shape_query: &raw const within, ..usual },
            bad,
            "casts of shapes takes no `within`",
        ),
        (OctosatCasts { stored_poses: 2, ..usual }, bad, "casts.stored_poses is 2"),
    ] {
        assert_rejected(&casts, (status, OCTOSAT_NO_PLACE, message));
    }
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let (mut rows, mut error) = ([OctosatCast::default(); 3], no_error());
    let (casts, out, error_out) = (&raw const both, rows.as_mut_ptr(), &raw mut error);
    // SAFETY: handles, lists, and a buffer of as many rows.
    let found = unsafe { octosat_casts(engine.raw, casts, out, 3, error_out) };
    assert_eq!(found, bad);
    assert!(text(&error).contains("casts.shape_query is for casts of spheres and capsules"));
}
