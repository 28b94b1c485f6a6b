//! Queries of boxes at times of their motion: what is rejected, structures of older programs, and directions of axes.

use std::ptr::{null, null_mut};

use octosat_c::*;

use crate::common::{boxes_of, engine, pairs_of, query, scenes};

#[test]
fn rejected_moved_queries_name_the_time_and_write_nothing() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let scene = scenes().into_iter().find(|scene| scene.pairs.len() > 2).unwrap();
    let (boxes, pairs) = (boxes_of(&scene), pairs_of(&scene.pairs));
    let count = pairs.len();
    let (motions, mut times) = (vec![[0.0_f32; 3]; count], vec![0.5_f32; count]);
    times[2] = 1.5;
    let usual = OctosatMoved {
        times: times.as_ptr(),
        time_count: count,
        motions: motions.as_ptr(),
        motion_count: count,
        ..OctosatMoved::default()
    };
    let ends = boxes.raw.cast_const();
    let none = OctosatMoved { motions: null(), motion_count: 0, ..usual };
    let cases = [
        (usual, OCTOSAT_BAD_SETTING, 2, 1.5),
        (OctosatMoved { ends, ..none }, OCTOSAT_BAD_SETTING, 2, 1.5),
        (OctosatMoved { time_count: 2, ..usual }, OCTOSAT_BAD_LENGTH, OCTOSAT_NO_PLACE, f32::NAN),
        (OctosatMoved { times: null(), ..usual }, OCTOSAT_NULL, OCTOSAT_NO_PLACE, f32::NAN),
        (OctosatMoved { ends, ..usual }, OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE, f32::NAN),
        (OctosatMoved { per_box: 2, ..usual }, OCTOSAT_BAD_LENGTH, OCTOSAT_NO_PLACE, f32::NAN),
        (OctosatMoved { per_box: 3, ..usual }, OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE, f32::NAN),
        (OctosatMoved { time_count: 2, ..none }, OCTOSAT_BAD_LENGTH, OCTOSAT_NO_PLACE, f32::NAN),
        (OctosatMoved { size: 8, ..usual }, OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE, f32::NAN),
    ];
    for (moved, expected, place, value) in cases {
        let asked = OctosatQuery { moved: &raw const moved, ..query(&boxes, &pairs) };
        let mut rows = vec![7_u8; count];
        let mut error = core::mem::MaybeUninit::<OctosatError>::uninit();
        let (out, error_out) = (rows.as_mut_ptr(), error.as_mut_ptr());
        // SAFETY: handles, lists and a buffer of as many rows.
        let status =
            unsafe { octosat_overlaps(engine.raw, &raw const asked, out, count, error_out) };
        // SAFETY: a failed call fills the error.
        let error = unsafe { error.assume_init() };
        assert_eq!((status, error.status, error.place), (expected, expected, place), "{moved:?}");
        assert_eq!(error.value.is_nan(), value.is_nan());
        assert!(value.is_nan() || error.value.to_bits() == value.to_bits());
        assert_eq!(rows, vec![7; count]);
    }
}

#[test]
fn casts_and_products_reject_moved_boxes_and_older_structures_have_none() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let scene = scenes().into_iter().find(|scene| scene.pairs.len() > 2).unwrap();
    let (boxes, pairs) = (boxes_of(&scene), pairs_of(&scene.pairs));
    let count = pairs.len();
    let (motions, times) = (vec![[0.0_f32; 3]; count], vec![0.5_f32; count]);
    let moved = OctosatMoved {
        times: times.as_ptr(),
        time_count: count,
        motions: motions.as_ptr(),
        motion_count: count,
        ..OctosatMoved::default()
    };
    let asked = OctosatQuery { moved: &raw const moved, ..query(&boxes, &pairs) };
    let casts = OctosatCasts {
        query: &raw const asked,
        motions: motions.as_ptr(),
        motion_count: count,
        ..OctosatCasts::default()
    };
    let mut rows = vec![OctosatCast::default(); count];
    let out = rows.as_mut_ptr();
    // SAFETY: handles, lists and a buffer of as many rows, here and below.
    let status = unsafe { octosat_casts(engine.raw, &raw const casts, out, count, null_mut()) };
    assert_eq!(status, OCTOSAT_BAD_ARGUMENT);

    let product = OctosatProduct { a_start: 0, a_end: 1, b_start: 0, b_end: 1 };
    let groups = OctosatGroups { bounds: null(), products: &raw const product, count: 1 };
    let of_products = OctosatQuery { pairs: null(), pair_count: 0, ..asked };
    let mut any = 7_u8;
    let (given, groups) = (&raw const of_products, &raw const groups);
    // SAFETY: as above.
    let status =
        unsafe { octosat_any_overlap(engine.raw, given, groups, &raw mut any, 1, null_mut()) };
    assert_eq!((status, any), (OCTOSAT_BAD_ARGUMENT, 7));

    // What follows the structure of an older program is not its own.
    let older = size_of::<OctosatQuery>() - size_of::<usize>();
    let older = OctosatQuery { size: u32::try_from(older).unwrap(), ..asked };
    let casts = OctosatCasts { query: &raw const older, ..casts };
    // SAFETY: as above.
    let status = unsafe { octosat_casts(engine.raw, &raw const casts, out, count, null_mut()) };
    assert_eq!(status, OCTOSAT_OK);
}

#[test]
fn directions_of_axes_are_those_of_rust() {
    let rotations = [[0.1_f32, 0.2, 0.3, 0.9], [0.0, 0.0, 0.6, 0.8]];
    let toward = [0.3_f32, -1.0, 0.2];
    for code in (0..15).chain([255]) {
        let (axis, mut normal) = (OctosatAxis::from_code(code), [7.0_f32; 3]);
        let [a, b] = rotations.each_ref().map(|rotation| &raw const *rotation);
        // SAFETY: pointers to values of our own.
        let status = unsafe {
            let out = &raw mut normal;
            octosat_axis_normal(axis, a, b, &raw const toward, out, null_mut())
        };
        assert_eq!(status, OCTOSAT_OK);
        let expected = axis.normal(rotations, toward).unwrap_or_default();
        assert_eq!(normal.map(f32::to_bits), expected.map(f32::to_bits), "{code}");
    }
    // SAFETY: a null pointer is rejected.
    let status = unsafe {
        let axis = OctosatAxis::from_code(0);
        octosat_axis_normal(axis, null(), null(), null(), null_mut(), null_mut())
    };
    assert_eq!(status, OCTOSAT_NULL);
}
