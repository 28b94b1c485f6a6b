//! Casts give the bits of the Rust interface, and reject what it rejects.

use std::ptr::{null, null_mut};

use bytemuck::{Zeroable, cast_slice};
use octosat_c::*;

use crate::common::{boxes_of, engine, pairs_of, query, scenes};

/// A displacement per pair or box, of all lengths up to some meters.
fn displacements(count: usize) -> Vec<[f32; 3]> {
    (0..count).map(|k| [(k % 7) as f32 - 3.0, 0.5 * (k % 5) as f32 - 1.0, 0.25]).collect()
}

#[test]
fn one_displacement_of_all_pairs_is_that_of_each_pair() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let scene = scenes().into_iter().next().unwrap();
    let (boxes, pairs) = (boxes_of(&scene), pairs_of(&scene.pairs));
    let (asked, count) = (query(&boxes, &pairs), pairs.len());
    let per_pair = vec![[1.0, -0.5, 0.25]; count];
    let found = [1, count].map(|motion_count| {
        let casts = OctosatCasts {
            per_box: if motion_count == 1 { 2 } else { 0 },
            query: &raw const asked,
            motions: per_pair.as_ptr(),
            motion_count,
            ..OctosatCasts::default()
        };
        let mut rows = vec![OctosatCast::zeroed(); count];
        let (casts, out) = (&raw const casts, rows.as_mut_ptr());
        // SAFETY: handles, and buffers of as many rows.
        let status = unsafe { octosat_casts(engine.raw, casts, out, count, null_mut()) };
        assert_eq!(status, OCTOSAT_OK);
        rows
    });
    let [uniform, per_pair] = found.each_ref();
    assert_eq!(cast_slice::<_, u8>(uniform), cast_slice::<_, u8>(per_pair));
    assert!(uniform.iter().any(|row| row.state == OctosatCastState::HIT));
}

#[test]
fn rejected_casts_name_the_displacement_and_write_nothing() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let scene = scenes().into_iter().find(|scene| scene.pairs.len() > 2).unwrap();
    let (boxes, pairs) = (boxes_of(&scene), pairs_of(&scene.pairs));
    let asked = query(&boxes, &pairs);
    let mut data = displacements(pairs.len());
    data[1][2] = f32::NAN;
    let count = pairs.len();
    let query = &raw const asked;
    let wrong = |status, motions, motion_count, per_box| {
        (OctosatCasts { per_box, query, motions, motion_count, ..OctosatCasts::default() }, status)
    };
    let (rounded, status) = wrong(OCTOSAT_BAD_ARGUMENT, data.as_ptr(), count, 0);
    let (odd, filled) =
        (OctosatCasts { stored_poses: 2, ..rounded }, OctosatCasts { reserved: 1, ..rounded });
    for ((casts, expected), place) in [
        ((odd, status), OCTOSAT_NO_PLACE),
        ((filled, status), OCTOSAT_NO_PLACE),
        (wrong(OCTOSAT_BAD_SETTING, data.as_ptr(), count, 0), 1),
        (wrong(OCTOSAT_BAD_LENGTH, data.as_ptr(), count - 1, 0), OCTOSAT_NO_PLACE),
        (wrong(OCTOSAT_BAD_LENGTH, data.as_ptr(), 1, 1), OCTOSAT_NO_PLACE),
        (wrong(OCTOSAT_BAD_LENGTH, data.as_ptr(), count, 2), OCTOSAT_NO_PLACE),
        (wrong(OCTOSAT_BAD_SETTING, data[1..].as_ptr(), 1, 2), OCTOSAT_NO_PLACE),
        (wrong(OCTOSAT_BAD_ARGUMENT, data.as_ptr(), count, 3), OCTOSAT_NO_PLACE),
        (wrong(OCTOSAT_NULL, null(), count, 0), OCTOSAT_NO_PLACE),
    ] {
        let before = vec![OctosatCast { time: -7.0, ..OctosatCast::zeroed() }; count];
        let mut rows = before.clone();
        let mut error = core::mem::MaybeUninit::<OctosatError>::uninit();
        let casts = &raw const casts;
        let (out, error_out) = (rows.as_mut_ptr(), error.as_mut_ptr());
        // SAFETY: handles, and buffers of as many rows.
        let status = unsafe { octosat_casts(engine.raw, casts, out, count, error_out) };
        // SAFETY: a failed call fills the error.
        let error = unsafe { error.assume_init() };
        assert_eq!((status, error.status, error.place), (expected, expected, place));
        assert_eq!(cast_slice::<_, u8>(&rows), cast_slice::<_, u8>(&before));
    }
}
