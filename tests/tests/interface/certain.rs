//! Verdicts, exact overlap and clearances give the bits of the Rust interface, and reject what it rejects.

use std::ptr::null_mut;

use octosat_c::*;

use crate::common::{boxes_of, engine, pairs_of, query, scenes};

#[test]
fn rejected_queries_write_nothing() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let scene = scenes().into_iter().find(|scene| scene.pairs.len() > 2).unwrap();
    let (boxes, pairs) = (boxes_of(&scene), pairs_of(&scene.pairs));
    let asked = OctosatQuery { grown: f32::NAN, ..query(&boxes, &pairs) };
    let (mut verdicts, mut clearances) =
        (vec![bytemuck::cast::<u8, OctosatVerdict>(7); pairs.len()], vec![7.0_f32; pairs.len()]);
    let (bytes, lengths, len) = (verdicts.as_mut_ptr(), clearances.as_mut_ptr(), pairs.len());
    // SAFETY: handles, and buffers of as many rows.
    let statuses = unsafe {
        [
            octosat_overlaps_exact(engine.raw, &raw const asked, bytes.cast(), len, null_mut()),
            octosat_verdicts(engine.raw, &raw const asked, bytes, len, null_mut()),
            octosat_clearances(engine.raw, &raw const asked, lengths, len, null_mut()),
        ]
    };
    assert!(statuses.iter().all(|&status| status != OCTOSAT_OK));
    assert!(verdicts.iter().all(|&byte| byte == bytemuck::cast::<u8, OctosatVerdict>(7)));
    assert!(clearances.iter().all(|&length| length.to_bits() == 7.0_f32.to_bits()));
}
