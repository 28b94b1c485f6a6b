//! Distances give the bits of the Rust interface, and reject what it rejects.

use std::ptr::null_mut;

use bytemuck::{Zeroable, cast_slice};
use octosat_c::*;

use crate::common::{boxes_of, engine, pairs_of, query, scenes};

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
        // SAFETY: handles, and buffers of as many rows.
        let status =
            unsafe { octosat_distances(engine.raw, &raw const asked, out, count, null_mut()) };
        assert_eq!(status, expected);
        assert_eq!(cast_slice::<_, u8>(&rows), cast_slice::<_, u8>(&before));
    }
}
