//! Casts give the bits of the Rust interface, and reject what it rejects.

use std::ptr::{null, null_mut};

use bytemuck::{Zeroable, cast_slice};
use octosat::{Cast, Engine, Motions, Query};
use octosat_c::*;

use crate::common::{boxes_of, engine, pairs_of, query, scenes, store};

/// A displacement per pair or box, of all lengths up to some meters.
fn displacements(count: usize) -> Vec<[f32; 3]> {
    (0..count).map(|k| [(k % 7) as f32 - 3.0, 0.5 * (k % 5) as f32 - 1.0, 0.25]).collect()
}

#[test]
fn casts_are_those_of_the_engine() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    for scene in scenes() {
        let (boxes, store) = (boxes_of(&scene), store(&scene));
        let pairs = pairs_of(&scene.pairs);
        for (per_box, count) in [(0, pairs.len()), (1, store.len())] {
            let data = displacements(count);
            let motions = OctosatMotions { data: data.as_ptr(), count, per_box };
            let asked = OctosatQuery { grown: 0.01, ..query(&boxes, &pairs) };
            let mut rows = vec![OctosatCast::zeroed(); pairs.len()];
            let (out, len) = (rows.as_mut_ptr(), rows.len());
            let (asked, motions) = (&raw const asked, &raw const motions);
            // SAFETY: handles, and buffers of so many rows.
            let status = unsafe { octosat_casts(engine.raw, asked, motions, out, len, null_mut()) };
            assert_eq!(status, OCTOSAT_OK);
            let mut expected = vec![Cast::default(); pairs.len()];
            let query = Query::new(&store, &scene.pairs).grown(0.01);
            let motions =
                if per_box == 0 { Motions::PerPair(&data) } else { Motions::PerBox(&data) };
            Engine::new().casts(query, motions, &mut expected).unwrap();
            assert_eq!(cast_slice::<_, u8>(&rows), cast_slice::<_, u8>(&expected));
        }
    }
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
    let wrong = |status, data, count, per_box| (OctosatMotions { data, count, per_box }, status);
    for ((motions, expected), place) in [
        (wrong(OCTOSAT_BAD_SETTING, data.as_ptr(), count, 0), 1),
        (wrong(OCTOSAT_BAD_LENGTH, data.as_ptr(), count - 1, 0), OCTOSAT_NO_PLACE),
        (wrong(OCTOSAT_BAD_LENGTH, data.as_ptr(), 1, 1), OCTOSAT_NO_PLACE),
        (wrong(OCTOSAT_BAD_ARGUMENT, data.as_ptr(), count, 2), OCTOSAT_NO_PLACE),
        (wrong(OCTOSAT_NULL, null(), count, 0), OCTOSAT_NO_PLACE),
    ] {
        let before = vec![OctosatCast { time: -7.0, ..OctosatCast::zeroed() }; count];
        let mut rows = before.clone();
        let mut error = core::mem::MaybeUninit::<OctosatError>::uninit();
        let (asked, motions) = (&raw const asked, &raw const motions);
        let (out, error_out) = (rows.as_mut_ptr(), error.as_mut_ptr());
        // SAFETY: handles, and buffers of so many rows.
        let status = unsafe { octosat_casts(engine.raw, asked, motions, out, count, error_out) };
        // SAFETY: a failed call fills the error.
        let error = unsafe { error.assume_init() };
        assert_eq!((status, error.status, error.place), (expected, expected, place));
        assert_eq!(cast_slice::<_, u8>(&rows), cast_slice::<_, u8>(&before));
    }
}
