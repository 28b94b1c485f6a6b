//! Wrong input is an error that says what is wrong, and writes nothing.

use core::ffi::c_void;
use std::ptr::{null, null_mut};

use bytemuck::cast;
use octosat_c::*;
use octosat_scenes::generate::{Scene, cloud};

use crate::common::{
    Boxes, boxes_of, cache, column, contacts_of, engine, no_boxes, no_error, no_list, no_manifolds,
    pairs_of, poses, query, text,
};

/// What a call about wrong input reported.
#[derive(Debug, PartialEq)]
pub(crate) struct Report {
    status: OctosatStatus,
    place: u64,
    text: String,
}

/// Calls something that must fail, and checks that error and status agree.
pub(crate) fn report(call: impl FnOnce(*mut OctosatError) -> OctosatStatus) -> Report {
    let mut error = no_error();
    let status = call(&raw mut error);
    assert_ne!(status, OCTOSAT_OK);
    assert_eq!(error.status, status);
    Report { status, place: error.place, text: text(&error) }
}

pub(crate) fn expect(found: &Report, status: OctosatStatus, place: u64, text: &str) {
    assert_eq!((found.status, found.place), (status, place), "{found:?}");
    assert!(found.text.contains(text), "{:?} does not contain {text:?}", found.text);
}

/// A query, of which one thing is wrong.
fn wrong_query(asked: &OctosatQuery, status: OctosatStatus, place: u64, text: &str) {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let (manifolds, cache) = (no_manifolds(), cache());
    let count = asked.pair_count.min(4);
    let mut bytes = [9_u8; 4];
    let mut rows =
        [OctosatPenetration { normal: [9.0; 3], depth: 9.0, axis: cast(9_u8), reserved: [9; 3] };
            4];
    let before = rows;
    let mut list = no_list();
    let contacts = contacts_of(asked);
    let contacts = &raw const contacts;
    // SAFETY: handles, and buffers of as many rows; what is wrong with the query must be found.
    let reports = unsafe {
        [
            report(|error| octosat_overlaps(engine.raw, asked, bytes.as_mut_ptr(), count, error)),
            report(|error| {
                octosat_penetrations(engine.raw, asked, rows.as_mut_ptr(), count, error)
            }),
            report(|error| {
                octosat_manifolds(engine.raw, contacts, manifolds.raw, &raw mut list, error)
            }),
            report(|error| {
                octosat_manifolds_cached(engine.raw, contacts, cache.raw, &raw mut list, error)
            }),
        ]
    };
    for found in &reports {
        expect(found, status, place, text);
    }
    assert_eq!(bytes, [9; 4]);
    assert_eq!(bytemuck::cast_slice::<_, u8>(&rows), bytemuck::cast_slice::<_, u8>(&before));
    assert_eq!((list.pair_count, list.place_count), (77, 77));
}

#[test]
fn a_wrong_query_is_rejected_by_every_verb() {
    let boxes = boxes_of(&cloud(10, 4, 1));
    let pairs = pairs_of(&[[0, 1], [2, 3], [4, 10], [5, 6]]);
    let good = query(&boxes, &pairs[..2]);
    let odd = pairs.as_ptr().wrapping_byte_add(2);
    let margins = [0.0, f32::INFINITY];

    let all = query(&boxes, &pairs);
    wrong_query(&all, OCTOSAT_OUT_OF_RANGE, 2, "pairs[2][1] is 10, but the number of boxes is 10");
    let query = OctosatQuery { within_per_pair: margins.as_ptr(), ..good };
    wrong_query(&query, OCTOSAT_BAD_SETTING, 1, "within[1] is inf");

    let nowhere = |query, status, text| wrong_query(&query, status, OCTOSAT_NO_PLACE, text);
    let [null_text, odd_text] = ["query.boxes is null", "query.pairs is not aligned to 4"];
    let size_text = "query.size is 0, not sizeof(OctosatQuery): begin with OCTOSAT_QUERY_DEFAULTS";
    nowhere(OctosatQuery { size: 0, ..good }, OCTOSAT_BAD_ARGUMENT, size_text);
    nowhere(OctosatQuery { boxes: null(), ..good }, OCTOSAT_NULL, null_text);
    nowhere(OctosatQuery { pairs: null(), ..good }, OCTOSAT_NULL, "query.pairs is null");
    nowhere(OctosatQuery { pairs: odd, ..good }, OCTOSAT_BAD_ARGUMENT, odd_text);
    nowhere(OctosatQuery { within: -1.0, ..good }, OCTOSAT_BAD_SETTING, "`within` is -1");
    nowhere(OctosatQuery { within: f32::NAN, ..good }, OCTOSAT_BAD_SETTING, "`within` is NaN");
}

#[test]
fn null_handles_and_wrong_lengths_are_rejected() {
    let (boxes, pairs) = (boxes_of(&cloud(10, 4, 2)), pairs_of(&[[0, 1], [2, 3], [4, 5], [6, 7]]));
    let (asked, engine) = (query(&boxes, &pairs), engine(OCTOSAT_BACKEND_AUTO).unwrap());
    let mut out = [9_u8; 5];
    // SAFETY: each pointer is null or to a value of our own, with as many bytes as are said.
    unsafe {
        let asked = &raw const asked;
        let first = out.as_mut_ptr();
        let found = report(|error| octosat_overlaps(null(), asked, first, 4, error));
        expect(&found, OCTOSAT_NULL, OCTOSAT_NO_PLACE, "engine is null");
        let found = report(|error| octosat_overlaps(engine.raw, null(), first, 4, error));
        expect(&found, OCTOSAT_NULL, OCTOSAT_NO_PLACE, "query is null");
        let found = report(|error| octosat_overlaps(engine.raw, asked, null_mut(), 4, error));
        expect(&found, OCTOSAT_NULL, OCTOSAT_NO_PLACE, "out is null");
        for wrong in [3, 5] {
            let found = report(|error| octosat_overlaps(engine.raw, asked, first, wrong, error));
            expect(&found, OCTOSAT_BAD_LENGTH, OCTOSAT_NO_PLACE, "but must be 4");
        }
        let contacts = contacts_of(&*asked);
        let asked = &raw const contacts;
        let found =
            report(|error| octosat_manifolds(engine.raw, asked, null_mut(), null_mut(), error));
        expect(&found, OCTOSAT_NULL, OCTOSAT_NO_PLACE, "manifolds is null");
        let manifolds = no_manifolds();
        let found =
            report(|error| octosat_manifolds(engine.raw, asked, manifolds.raw, null_mut(), error));
        expect(&found, OCTOSAT_NULL, OCTOSAT_NO_PLACE, "out is null");
    }
    assert_eq!(out, [9; 5]);
}

#[test]
fn null_handles_are_nothing_to_destroy_or_count() {
    // SAFETY: null pointers.
    unsafe {
        // No error is wanted.
        assert_eq!(octosat_overlaps(null(), null(), null_mut(), 4, null_mut()), OCTOSAT_NULL);
        assert_eq!(octosat_boxes_count(null()), 0);
        let mut count = 9;
        let began = octosat_cache_began(null_mut(), null_mut(), 0, &raw mut count, null_mut());
        assert_eq!((began, count), (OCTOSAT_NULL, 9));
        octosat_boxes_destroy(null_mut());
        octosat_engine_destroy(null_mut());
        octosat_manifolds_destroy(null_mut());
        octosat_cache_destroy(null_mut());
    }
}

fn assign(
    boxes: &Boxes,
    count: usize,
    given: &OctosatPoses,
    half_extents: OctosatColumn,
) -> Report {
    // SAFETY: columns of as many rows, or such as must be rejected.
    report(|error| unsafe { octosat_boxes_assign(boxes.raw, count, given, half_extents, error) })
}

#[test]
fn boxes_that_are_none_leave_the_boxes_as_they_were() {
    let scene = cloud(10, 0, 3);
    let boxes = boxes_of(&scene);
    let Scene { position, rotation, half_extents, .. } = &scene;
    let good = poses(column(position, OCTOSAT_F32X3), column(rotation, OCTOSAT_F32X4));
    let extents = column(half_extents, OCTOSAT_F32X3);

    let mut bad_centers = position.clone();
    bad_centers[4][1] = f32::NAN;
    let given = OctosatPoses { centers: column(&bad_centers, OCTOSAT_F32X3), ..good };
    expect(&assign(&boxes, 10, &given, extents), OCTOSAT_BAD_BOX, 4, "center component 1 is NaN");
    let mut far = vec![[0.0_f64; 3]; 10];
    far[6][2] = 1e300;
    let given = OctosatPoses { centers: column(&far, OCTOSAT_F64X3), ..good };
    expect(&assign(&boxes, 10, &given, extents), OCTOSAT_BAD_BOX, 6, "component 2 is inf");
    let given = OctosatPoses { origin: [f64::NAN, 0.0, 0.0], ..good };
    let found = assign(&boxes, 10, &given, extents);
    expect(&found, OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE, "poses.origin is not finite");
    let mut bad_rotations = rotation.clone();
    bad_rotations[9] = [0.5; 4].map(|component: f32| component * 1.1);
    let given = OctosatPoses { rotations: column(&bad_rotations, OCTOSAT_F32X4), ..good };
    expect(&assign(&boxes, 10, &given, extents), OCTOSAT_BAD_BOX, 9, "rotation squared length");
    let mut bad_extents = half_extents.clone();
    bad_extents[2][0] = -0.25;
    let wrong = column(&bad_extents, OCTOSAT_F32X3);
    expect(&assign(&boxes, 10, &good, wrong), OCTOSAT_BAD_BOX, 2, "below zero");

    assert_unchanged(&boxes, &scene);
}

/// The boxes are those of a scene.
fn assert_unchanged(boxes: &Boxes, scene: &Scene) {
    let expected = boxes_of(scene);
    for index in 0..scene.position.len() as u32 {
        let [found, expected] = [boxes, &expected].map(|boxes| {
            let mut found =
                OctosatBox { center: [9.0; 3], rotation: [9.0; 4], half_extents: [9.0; 3] };
            // SAFETY: a handle, and a box of our own.
            let status = unsafe { octosat_boxes_get(boxes.raw, index, &raw mut found, null_mut()) };
            assert_eq!(status, OCTOSAT_OK);
            format!("{found:?}")
        });
        assert_eq!(found, expected);
    }
}

#[test]
fn columns_that_do_not_fit_leave_the_boxes_as_they_were() {
    let scene = cloud(10, 0, 3);
    let boxes = boxes_of(&scene);
    let Scene { position, rotation, half_extents, .. } = &scene;
    let good = poses(column(position, OCTOSAT_F32X3), column(rotation, OCTOSAT_F32X4));
    let extents = column(half_extents, OCTOSAT_F32X3);
    let zeros = [[0.0_f32; 12]; 10];
    let matrices = column(&zeros, OCTOSAT_F32_ROWS_3X4);
    let two_poses = OctosatPoses { centers: matrices, ..good };
    let three_numbers = OctosatPoses { rotations: extents, ..good };
    let real_first = OctosatPoses { centers: column(rotation, OCTOSAT_F32_WXYZ), ..good };
    let in_the_plane = OctosatColumn { format: OCTOSAT_F32X2, ..extents };
    let flat = OctosatPoses { centers: in_the_plane, ..good };
    for (given, extents, expected) in [
        (good, OctosatColumn { format: 99, ..extents }, "the format of half_extents is 99"),
        (good, OctosatColumn { stride: 8, ..extents }, "less than a row of 12"),
        (good, OctosatColumn { stride: usize::MAX / 2, ..extents }, "fit no memory"),
        (good, matrices, "the format of half_extents is not one of vectors"),
        (real_first, extents, "the format of poses.centers is one of quaternions"),
        (flat, extents, "the format of poses.centers is not one of vectors of 3 numbers"),
        (good, in_the_plane, "the format of half_extents is not one of vectors of 3 numbers"),
        (three_numbers, extents, "four numbers"),
        (two_poses, extents, "poses.rotations has data, but poses.centers has matrices"),
    ] {
        let found = assign(&boxes, 10, &given, extents);
        expect(&found, OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE, expected);
    }
    let found = assign(&boxes, 10, &good, OctosatColumn { data: null(), ..extents });
    expect(&found, OCTOSAT_NULL, OCTOSAT_NO_PLACE, "half_extents is null");
    // Matrices of zeros are no rotations.
    let no_rotations = OctosatColumn { data: null(), ..good.rotations };
    let found = assign(&boxes, 10, &OctosatPoses { rotations: no_rotations, ..two_poses }, extents);
    expect(&found, OCTOSAT_BAD_BOX, 0, "axis 0");
    assert_unchanged(&boxes, &scene);
}

#[test]
fn indices_and_counts_that_do_not_fit_leave_the_boxes_as_they_were() {
    let scene = cloud(10, 0, 3);
    let boxes = boxes_of(&scene);
    let good =
        poses(column(&scene.position, OCTOSAT_F32X3), column(&scene.rotation, OCTOSAT_F32X4));
    // SAFETY: a handle, columns of ten rows.
    let found =
        report(|error| unsafe { octosat_boxes_set_poses(boxes.raw, 9, &raw const good, error) });
    assert_eq!(found.status, OCTOSAT_BAD_LENGTH, "{found:?}");
    let indices = [0_u32, 10];
    // SAFETY: as above, and two indices.
    let found = report(|error| unsafe {
        octosat_boxes_set_poses_of(boxes.raw, indices.as_ptr(), 2, &raw const good, error)
    });
    expect(&found, OCTOSAT_OUT_OF_RANGE, 1, "10");
    // SAFETY: a handle.
    let found = report(|error| unsafe { octosat_boxes_swap_remove(boxes.raw, 10, error) });
    expect(&found, OCTOSAT_OUT_OF_RANGE, 10, "the index is 10, but the number of boxes is 10");
    assert_unchanged(&boxes, &scene);
}

#[test]
fn rows_that_cannot_be_lent_are_rejected() {
    let scene = cloud(3, 0, 4);
    let doubles: Vec<[f64; 3]> = scene.position.iter().map(|row| row.map(f64::from)).collect();
    let (centers, rotations) =
        (column(&scene.position, OCTOSAT_F32X3), column(&scene.rotation, OCTOSAT_F32X4));
    let half_extents = column(&scene.half_extents, OCTOSAT_F32X3);
    let good = OctosatBoxColumns { centers, rotations, half_extents };
    let odd = |column: OctosatColumn| OctosatColumn {
        data: column.data.cast::<u8>().wrapping_add(2).cast::<c_void>(),
        ..column
    };
    let boxes = no_boxes();
    for wrong in [
        OctosatBoxColumns { centers: column(&doubles, OCTOSAT_F64X3), ..good },
        OctosatBoxColumns { centers: odd(centers), ..good },
        OctosatBoxColumns { half_extents: OctosatColumn { stride: 14, ..half_extents }, ..good },
        OctosatBoxColumns {
            rotations: OctosatColumn { format: OCTOSAT_F32X3, ..rotations },
            ..good
        },
    ] {
        // SAFETY: columns of two rows that would lie in the arrays, or must be rejected.
        let found =
            report(|error| unsafe { octosat_boxes_lend(boxes.raw, 2, &raw const wrong, 0, error) });
        expect(&found, OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE, "cannot be lent");
    }
}

#[test]
fn wrong_shapes_are_rejected() {
    let scene = cloud(4, 0, 5);
    let (boxes, engine) = (boxes_of(&scene), engine(OCTOSAT_BACKEND_AUTO).unwrap());
    let planes = [
        OctosatHalfSpace { normal: [0.0, 0.0, 1.0], offset: 0.0 },
        OctosatHalfSpace { normal: [0.0, 0.0, 2.0], offset: 0.0 },
    ];
    let mut out = [9_u8; 4];
    let asked = OctosatShapeQuery { boxes: boxes.raw, each: 1, ..OctosatShapeQuery::default() };
    let pairs = pairs_of(&[[0, 0], [3, 1]]);
    let listed = OctosatShapeQuery { pairs: pairs.as_ptr(), pair_count: 2, each: 0, ..asked };
    let no_pairs = OctosatShapeQuery { pair_count: 0, ..listed };
    for (asked, count, rows, status, place) in [
        (asked, 2, 4, OCTOSAT_BAD_SHAPE, 1),
        (asked, 0, 4, OCTOSAT_BAD_LENGTH, OCTOSAT_NO_PLACE),
        (asked, 1, 3, OCTOSAT_BAD_LENGTH, OCTOSAT_NO_PLACE),
        (listed, 1, 2, OCTOSAT_OUT_OF_RANGE, 1),
        (listed, 1, usize::MAX, OCTOSAT_BAD_LENGTH, OCTOSAT_NO_PLACE),
        (no_pairs, 1, 1, OCTOSAT_BAD_LENGTH, OCTOSAT_NO_PLACE),
        (OctosatShapeQuery { pairs: null(), ..listed }, 1, 2, OCTOSAT_NULL, OCTOSAT_NO_PLACE),
        (OctosatShapeQuery { size: 8, ..asked }, 1, 4, OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE),
        (OctosatShapeQuery { reserved: 1, ..asked }, 1, 4, OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE),
        (OctosatShapeQuery { each: 2, ..asked }, 1, 4, OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE),
    ] {
        let given = OctosatHalfSpaces { data: planes.as_ptr(), count };
        // SAFETY: handles, shapes and a buffer of at least as many rows.
        let found = report(|error| unsafe {
            octosat_half_space_overlaps(
                engine.raw,
                &raw const asked,
                given,
                out.as_mut_ptr(),
                rows,
                error,
            )
        });
        assert_eq!((found.status, found.place), (status, place), "{found:?}");
    }
    assert_eq!(out, [9; 4]);
}

#[test]
fn wrong_options_make_no_handles() {
    let engine_of = |backend| {
        let options = OctosatEngineOptions { backend, ..OctosatEngineOptions::default() };
        // SAFETY: options and an error of our own.
        creation(|error| unsafe { octosat_engine_create(&raw const options, error) })
    };
    assert_eq!(engine_of(9).status, OCTOSAT_BAD_ARGUMENT);
}

#[test]
fn contacts_with_wrong_options_are_rejected() {
    let (boxes, pairs) = (boxes_of(&cloud(10, 4, 2)), pairs_of(&[[0, 1]]));
    let (asked, engine) = (query(&boxes, &pairs), engine(OCTOSAT_BACKEND_AUTO).unwrap());
    let (manifolds, cache) = (no_manifolds(), cache());
    let plain = contacts_of(&asked);
    for (wrong, expected) in [
        (OctosatContacts { size: 12, ..plain }, "contacts.size is 12"),
        (OctosatContacts { limit: 5, ..plain }, "contacts.limit is 5"),
        (OctosatContacts { limit: 0, ..plain }, "contacts.limit is 0"),
        (OctosatContacts { origin: 2, ..plain }, "contacts.origin is 2"),
        (OctosatContacts { surfaces: 7, ..plain }, "contacts.surfaces is 7"),
    ] {
        let (contacts, mut list) = (&raw const wrong, no_list());
        // SAFETY: handles, a question, a list and an error of our own.
        let reports = unsafe {
            [
                report(|error| {
                    octosat_manifolds(engine.raw, contacts, manifolds.raw, &raw mut list, error)
                }),
                report(|error| {
                    octosat_manifolds_cached(engine.raw, contacts, cache.raw, &raw mut list, error)
                }),
            ]
        };
        for found in &reports {
            expect(found, OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE, expected);
        }
    }
}

/// Creates a handle, which must fail.
fn creation<T>(create: impl FnOnce(*mut OctosatError) -> *mut T) -> Report {
    let mut error = no_error();
    assert!(create(&raw mut error).is_null());
    Report { status: error.status, place: error.place, text: text(&error) }
}
