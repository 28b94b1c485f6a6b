//! Casts of spheres and capsules give the bits of the Rust interface, and reject what it rejects.

use std::ptr::{null, null_mut};

use bytemuck::{Zeroable, cast_slice};
use octosat::{Casts, Engine, Motions, QueryError, ShapeCast, ShapePairs, ShapeQuery};
use octosat_c::*;

use crate::common::{Boxes, assert_rows, boxes_of, engine, no_error, pairs_of, query, store, text};
use crate::round::{Lists, crowd, mixed};

/// A function of the interface that casts a list of shapes.
type Ask<L> = unsafe extern "C" fn(
    *const OctosatEngine,
    *const OctosatCasts,
    L,
    *mut OctosatShapeCast,
    usize,
    *mut OctosatError,
) -> OctosatStatus;

/// Displacements of all lengths up to some meters.
fn displacements(count: usize) -> Vec<[f32; 3]> {
    (0..count).map(|k| [(k % 7) as f32 - 3.0, 0.5 * (k % 5) as f32 - 1.0, 0.25]).collect()
}

/// The three kinds of displacements of lists of these lengths, as the engine and as the interface take them.
fn kinds<'a>([of_pairs, of_a, of_b]: [&'a [[f32; 3]]; 3]) -> [(Motions<'a>, OctosatCasts); 3] {
    let default = OctosatCasts::default();
    let per_pair =
        OctosatCasts { motions: of_pairs.as_ptr(), motion_count: of_pairs.len(), ..default };
    let per_box = OctosatCasts {
        per_box: 1,
        motions: of_a.as_ptr(),
        motion_count: of_a.len(),
        motions_of_b: of_b.as_ptr(),
        motion_count_of_b: of_b.len(),
        ..default
    };
    let uniform = OctosatCasts { per_box: 2, motion_count: 1, ..per_pair };
    [
        (Motions::per_pair(of_pairs), per_pair),
        (Motions::per_box([of_a, of_b]), per_box),
        (Motions::uniform(of_pairs[0]), uniform),
    ]
}

/// Asks both about pairs of lists of these lengths, with displacements of each kind. All states must occur.
fn assert_same<L: Copy>(
    lens: [usize; 2],
    first: OctosatShapeQuery,
    (ask, second): (Ask<L>, L),
    own: impl Fn(&[[u32; 2]], (Motions<'_>, bool), &mut [ShapeCast]) -> Result<(), QueryError>,
) {
    let pairs = mixed(400, lens);
    let given = pairs_of(&pairs);
    let asked = OctosatShapeQuery { pairs: given.as_ptr(), pair_count: given.len(), ..first };
    let moves = [pairs.len(), lens[0], lens[1]].map(displacements);
    let mut counts = [0; 3];
    for backend in [OCTOSAT_BACKEND_PORTABLE, OCTOSAT_BACKEND_AVX2, OCTOSAT_BACKEND_AVX512] {
        let Some(engine) = engine(backend) else { continue };
        for (kind, (motions, casts)) in
            kinds(moves.each_ref().map(Vec::as_slice)).iter().enumerate()
        {
            let stored_poses = kind == 1;
            let casts = OctosatCasts {
                stored_poses: stored_poses.into(),
                shape_query: &raw const asked,
                ..*casts
            };
            let mut expected = vec![ShapeCast::default(); pairs.len()];
            own(&pairs, (*motions, stored_poses), &mut expected).unwrap();
            let mut found = vec![OctosatShapeCast::zeroed(); pairs.len()];
            let (out, rows) = (found.as_mut_ptr(), found.len());
            // SAFETY: handles, lists, and a buffer of as many rows.
            let status =
                unsafe { ask(engine.raw, &raw const casts, second, out, rows, null_mut()) };
            assert_eq!(status, OCTOSAT_OK);
            assert_rows(&pairs, cast_slice(&expected), &found);
            found.iter().for_each(|row| counts[usize::from(row.state.code())] += 1);
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn casts_against_boxes_have_the_bits_of_the_engine() {
    let (scene, lists) = (crowd(60, 8), Lists::new(25, 9));
    let (boxes, own_boxes) = (boxes_of(&scene), store(&scene));
    let first = OctosatShapeQuery { boxes: boxes.raw, ..OctosatShapeQuery::default() };
    let own = Engine::new();
    let casts: (Ask<_>, _) = (octosat_sphere_casts, lists.given_spheres());
    assert_same([60, 25], first, casts, |pairs, (motions, stored_poses), out| {
        let query = ShapeQuery::new(&own_boxes, &lists.spheres, pairs);
        own.casts(Casts::new(query, motions).stored_poses(stored_poses), out)
    });
    let casts: (Ask<_>, _) = (octosat_capsule_casts, lists.given_capsules());
    assert_same([60, lists.capsules.len()], first, casts, |pairs, (motions, stored_poses), out| {
        let query = ShapeQuery::new(&own_boxes, &lists.capsules, pairs);
        own.casts(Casts::new(query, motions).stored_poses(stored_poses), out)
    });
}

#[test]
fn casts_against_other_shapes_have_the_bits_of_the_engine() {
    let (lists, others) = (Lists::new(25, 9), Lists::new(40, 10));
    let (spheres, capsules) = (others.given_spheres(), others.given_capsules());
    let (half_spaces, own) = (others.given_half_spaces(), Engine::new());
    let plain = OctosatShapeQuery::default();
    let of_spheres = OctosatShapeQuery { spheres: &raw const spheres, ..plain };
    let of_capsules = OctosatShapeQuery { capsules: &raw const capsules, ..plain };
    let of_half_spaces = OctosatShapeQuery { half_spaces: &raw const half_spaces, ..plain };
    let lens = |a: usize| [a, lists.capsules.len()];
    let casts: (Ask<_>, _) = (octosat_capsule_casts, lists.given_capsules());
    assert_same(lens(40), of_spheres, casts, |pairs, (motions, stored_poses), out| {
        let query = ShapePairs::new(&others.spheres, &lists.capsules, pairs);
        own.casts(Casts::new(query, motions).stored_poses(stored_poses), out)
    });
    assert_same(
        lens(others.capsules.len()),
        of_capsules,
        casts,
        |pairs, (motions, stored), out| {
            let query = ShapePairs::new(&others.capsules, &lists.capsules, pairs);
            own.casts(Casts::new(query, motions).stored_poses(stored), out)
        },
    );
    let casts: (Ask<_>, _) = (octosat_sphere_casts, lists.given_spheres());
    assert_same([3, 25], of_half_spaces, casts, |pairs, (motions, stored_poses), out| {
        let query = ShapePairs::new(&others.half_spaces, &lists.spheres, pairs);
        own.casts(Casts::new(query, motions).stored_poses(stored_poses), out)
    });
}

#[test]
fn one_displacement_of_every_box_is_that_of_each_pair() {
    let (scene, lists) = (crowd(30, 8), Lists::new(4, 9));
    let (boxes, own_boxes) = (boxes_of(&scene), store(&scene));
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let asked = OctosatShapeQuery { boxes: boxes.raw, each: 1, ..OctosatShapeQuery::default() };
    let motion = [2.0, -1.0, 0.5];
    let casts = OctosatCasts {
        per_box: 2,
        motions: &raw const motion,
        motion_count: 1,
        shape_query: &raw const asked,
        ..OctosatCasts::default()
    };
    let mut expected = vec![ShapeCast::default(); 30];
    let query = ShapeQuery::each(&own_boxes, &lists.spheres[1]);
    Engine::new()
        .casts(Casts::new(query, Motions::per_pair(&[motion; 30])), &mut expected)
        .unwrap();
    let mut found = vec![OctosatShapeCast::zeroed(); 30];
    let given = lists.given_spheres();
    let one = OctosatSpheres { data: given.data.wrapping_add(1), count: 1 };
    // SAFETY: handles, lists, and a buffer of as many rows.
    let status = unsafe {
        octosat_sphere_casts(engine.raw, &raw const casts, one, found.as_mut_ptr(), 30, null_mut())
    };
    assert_eq!(status, OCTOSAT_OK);
    assert_rows(&[], cast_slice(&expected), &found);
    assert!(found.iter().any(|row| row.state == OctosatCastState::HIT));
}

/// Casts of spheres must fail with a status, an index and a text, and write nothing.
fn assert_rejected(casts: &OctosatCasts, (status, place, message): (OctosatStatus, u64, &str)) {
    let (engine, lists) = (engine(OCTOSAT_BACKEND_AUTO).unwrap(), Lists::new(4, 9));
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
    let (boxes, pairs) = (boxes_of(&crowd(6, 8)), pairs_of(&[[0, 0], [1, 1], [5, 3]]));
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
            (OCTOSAT_BAD_SETTING, 0, "the displacement of all pairs is"),
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
    let (boxes, pairs) = (boxes_of(&crowd(6, 8)), pairs_of(&[[0, 0], [1, 1], [5, 3]]));
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
