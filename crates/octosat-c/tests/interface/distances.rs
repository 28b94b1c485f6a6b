//! Distances give the bits of the Rust interface, and reject what it rejects.

use std::ptr::null_mut;

use bytemuck::{Zeroable, cast_slice};
use octosat::{Distance, Engine, Length, Query};
use octosat_c::*;

use crate::common::{boxes_of, engine, pairs_of, query, scenes, store};

#[test]
fn distances_are_those_of_the_engine() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    for scene in scenes() {
        let (boxes, store) = (boxes_of(&scene), store(&scene));
        let pairs = pairs_of(&scene.pairs);
        // A margin of zero is none, and zeros per pair are margins.
        let zeros = vec![0.0; pairs.len()];
        for (margin, margins, expected) in [
            (0.0, None, Length::None),
            (0.25, None, Length::Uniform(0.25)),
            (0.25, Some(&zeros), Length::Uniform(0.0)),
        ] {
            let margins = margins.map_or(std::ptr::null(), |margins: &Vec<f32>| margins.as_ptr());
            let asked =
                OctosatQuery { within: margin, within_per_pair: margins, ..query(&boxes, &pairs) };
            let mut rows = vec![OctosatDistance::zeroed(); pairs.len()];
            let (out, len) = (rows.as_mut_ptr(), rows.len());
            // SAFETY: handles, and buffers of so many rows.
            let status =
                unsafe { octosat_distances(engine.raw, &raw const asked, out, len, null_mut()) };
            assert_eq!(status, OCTOSAT_OK);
            let mut exact = vec![Distance::default(); pairs.len()];
            let query = Query::new(&store, &scene.pairs).within(expected);
            Engine::new().distances(query, &mut exact).unwrap();
            assert_eq!(cast_slice::<_, u8>(&rows), cast_slice::<_, u8>(&exact));
        }
    }
}

#[test]
fn rejected_distances_write_nothing() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let scene = scenes().into_iter().find(|scene| scene.pairs.len() > 2).unwrap();
    let (boxes, pairs) = (boxes_of(&scene), pairs_of(&scene.pairs));
    let before = vec![OctosatDistance { distance: -7.0, ..OctosatDistance::zeroed() }; pairs.len()];
    for (margin, count, expected) in
        [(f32::NAN, pairs.len(), OCTOSAT_BAD_SETTING), (0.0, pairs.len() - 1, OCTOSAT_BAD_LENGTH)]
    {
        let asked = OctosatQuery { within: margin, ..query(&boxes, &pairs) };
        let mut rows = before.clone();
        let out = rows.as_mut_ptr();
        // SAFETY: handles, and buffers of so many rows.
        let status =
            unsafe { octosat_distances(engine.raw, &raw const asked, out, count, null_mut()) };
        assert_eq!(status, expected);
        assert_eq!(cast_slice::<_, u8>(&rows), cast_slice::<_, u8>(&before));
    }
}
