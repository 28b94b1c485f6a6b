//! Verdicts, exact overlap and clearances give the bits of the Rust interface, and reject what it rejects.

use std::ptr::null_mut;

use octosat::{Engine, Query, Verdict};
use octosat_c::*;

use crate::common::{boxes_of, engine, pairs_of, query, scenes, store};

#[test]
fn certain_results_are_those_of_the_engine() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    for scene in scenes() {
        let (boxes, store) = (boxes_of(&scene), store(&scene));
        let pairs = pairs_of(&scene.pairs);
        for growth in [0.0, 0.01] {
            let asked = OctosatQuery { grown: growth, ..query(&boxes, &pairs) };
            let (asked, len) = (&raw const asked, pairs.len());
            let (mut verdicts, mut clearances) = (vec![7_u8; len], vec![7.0_f32; len]);
            let mut overlaps = vec![7_u8; len];
            let (bytes, lengths) = (verdicts.as_mut_ptr(), clearances.as_mut_ptr());
            let exact = overlaps.as_mut_ptr();
            // SAFETY: handles, and buffers of so many rows.
            let statuses = unsafe {
                [
                    octosat_overlaps_exact(engine.raw, asked, exact, len, null_mut()),
                    octosat_verdicts(engine.raw, asked, bytes, len, null_mut()),
                    octosat_clearances(engine.raw, asked, lengths, len, null_mut()),
                ]
            };
            assert_eq!(statuses, [OCTOSAT_OK; 3]);
            let query = Query::new(&store, &scene.pairs).grown(growth);
            let (mut certain, mut least) = (vec![Verdict::default(); len], vec![0.0; len]);
            let mut bools = vec![false; len];
            Engine::new().overlaps_exact(query, &mut bools).unwrap();
            assert_eq!(overlaps, bools.into_iter().map(u8::from).collect::<Vec<_>>());
            Engine::new().verdicts(query, &mut certain).unwrap();
            Engine::new().clearances(query, &mut least).unwrap();
            assert_eq!(verdicts, certain.iter().map(|one| one.code()).collect::<Vec<_>>());
            let bits =
                |lengths: &[f32]| lengths.iter().map(|one| one.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&clearances), bits(&least));
        }
    }
}

#[test]
fn rejected_queries_write_nothing() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let scene = scenes().into_iter().find(|scene| scene.pairs.len() > 2).unwrap();
    let (boxes, pairs) = (boxes_of(&scene), pairs_of(&scene.pairs));
    let asked = OctosatQuery { grown: -1.0, ..query(&boxes, &pairs) };
    let (mut verdicts, mut clearances) = (vec![7_u8; pairs.len()], vec![7.0_f32; pairs.len()]);
    let (bytes, lengths, len) = (verdicts.as_mut_ptr(), clearances.as_mut_ptr(), pairs.len());
    // SAFETY: handles, and buffers of so many rows.
    let statuses = unsafe {
        [
            octosat_overlaps_exact(engine.raw, &raw const asked, bytes, len, null_mut()),
            octosat_verdicts(engine.raw, &raw const asked, bytes, len, null_mut()),
            octosat_clearances(engine.raw, &raw const asked, lengths, len, null_mut()),
        ]
    };
    assert!(statuses.iter().all(|&status| status != OCTOSAT_OK));
    assert!(verdicts.iter().all(|&byte| byte == 7));
    assert!(clearances.iter().all(|&length| length.to_bits() == 7.0_f32.to_bits()));
}
