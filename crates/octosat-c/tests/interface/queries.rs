//! Every query gives the bits of the Rust interface, for every list length, backend and setting.

use std::ptr::{null, null_mut};

use crate::common::{
    PLAIN, assert_same, boxes_of, engine, lent, no_list, no_manifolds, pairs_of, query, scenes,
    store,
};
use bytemuck::{Zeroable, cast_slice};
use octosat::{Engine, ManifoldOptions, Manifolds, Penetration, PointLimit, PointOrigin, Query};
use octosat_c::*;

const BACKENDS: [OctosatBackend; 4] =
    [OCTOSAT_BACKEND_AUTO, OCTOSAT_BACKEND_PORTABLE, OCTOSAT_BACKEND_AVX2, OCTOSAT_BACKEND_AVX512];

/// List lengths that fill no batch, one and several.
fn lengths(pairs: usize) -> impl Iterator<Item = usize> {
    (0..=17).chain([63, 64, 65, pairs])
}

#[test]
fn overlaps_and_penetrations_are_those_of_the_engine() {
    for scene in scenes() {
        let (boxes, store) = (boxes_of(&scene), store(&scene));
        let pairs = pairs_of(&scene.pairs);
        for engine in BACKENDS.into_iter().filter_map(engine) {
            let both = lengths(pairs.len())
                .flat_map(|count| [(count, null()), (count, boxes.raw.cast_const())]);
            for (count, others) in both {
                let asked = OctosatQuery { margin: 0.01, others, ..query(&boxes, &pairs[..count]) };
                let expected = Query::new(&store, &scene.pairs[..count]).margin(0.01);
                let mut overlaps = vec![9_u8; count];
                let mut rows = vec![OctosatPenetration::zeroed(); count];
                // SAFETY: handles and buffers of so many rows.
                let statuses = unsafe {
                    [
                        octosat_overlaps(
                            engine.raw,
                            &raw const asked,
                            overlaps.as_mut_ptr(),
                            count,
                            null_mut(),
                        ),
                        octosat_penetrations(
                            engine.raw,
                            &raw const asked,
                            rows.as_mut_ptr(),
                            count,
                            null_mut(),
                        ),
                    ]
                };
                assert_eq!(statuses, [OCTOSAT_OK; 2]);
                let mut bools = vec![false; count];
                Engine::new().overlaps(expected, bools.as_mut_slice()).unwrap();
                assert_eq!(overlaps, bools.iter().map(|&b| u8::from(b)).collect::<Vec<_>>());
                let mut penetrations = vec![Penetration::default(); count];
                Engine::new().penetrations(expected, &mut penetrations).unwrap();
                assert_eq!(cast_slice::<_, u8>(&rows), cast_slice::<_, u8>(&penetrations));
            }
        }
    }
}

#[test]
fn manifolds_are_those_of_the_engine() {
    let all = OctosatManifoldOptions { limit: 8, origin: OCTOSAT_ORIGIN_CENTER_OF_A, surfaces: 1 };
    let all_of_engine = ManifoldOptions {
        limit: PointLimit::Eight,
        origin: PointOrigin::CenterOfA,
        surfaces: true,
    };
    for (options, of_engine) in [(PLAIN, ManifoldOptions::default()), (all, all_of_engine)] {
        let (held, mut manifolds) = (no_manifolds(options), Manifolds::with(of_engine));
        for scene in scenes() {
            let (boxes, store) = (boxes_of(&scene), store(&scene));
            let pairs = pairs_of(&scene.pairs);
            let margins: Vec<f32> =
                (0..pairs.len()).map(|p| if p % 3 == 0 { 0.0 } else { 0.02 }).collect();
            for engine in BACKENDS.into_iter().filter_map(engine) {
                for count in lengths(pairs.len()) {
                    let plain = query(&boxes, &pairs[..count]);
                    let asked = OctosatQuery { margins: margins.as_ptr(), ..plain };
                    let of_engine =
                        Query::new(&store, &scene.pairs[..count]).margin(&margins[..count]);
                    let list = find(&engine, &asked, &held);
                    Engine::new().manifolds(of_engine, &mut manifolds).unwrap();
                    assert_same(&list, &manifolds);
                }
            }
        }
    }
}

fn find(
    engine: &crate::common::Engine,
    asked: &OctosatQuery,
    held: &crate::common::Manifolds,
) -> OctosatManifoldList {
    let mut list = no_list();
    // SAFETY: handles, a query and a list of our own.
    let status =
        unsafe { octosat_manifolds(engine.raw, asked, held.raw, &raw mut list, null_mut()) };
    assert_eq!(status, OCTOSAT_OK);
    list
}

#[test]
fn the_status_of_a_manifold_is_what_it_says() {
    let (engine, held) = (engine(OCTOSAT_BACKEND_AUTO).unwrap(), no_manifolds(PLAIN));
    let mut manifolds = Manifolds::new();
    let mut seen = 0;
    for scene in scenes() {
        let (boxes, store, pairs) = (boxes_of(&scene), store(&scene), pairs_of(&scene.pairs));
        let asked = OctosatQuery { margin: 0.01, ..query(&boxes, &pairs) };
        let list = find(&engine, &asked, &held);
        // SAFETY: the list was lent a moment ago.
        let rows = unsafe { lent(list.manifolds, list.pair_count) };
        let of_engine = Query::new(&store, &scene.pairs).margin(0.01);
        Engine::new().manifolds(of_engine, &mut manifolds).unwrap();
        for (row, manifold) in rows.iter().zip(manifolds.manifolds()) {
            assert_eq!(row.status & OCTOSAT_IS_DEGENERATE != 0, manifold.is_degenerate());
            assert_eq!(row.status & OCTOSAT_KIND_MASK, manifold.kind() as u8);
            assert_eq!(row.status & !(OCTOSAT_KIND_MASK | OCTOSAT_IS_DEGENERATE), 0);
            assert!(row.len != 0 || row.size == 0);
            seen |= row.status;
        }
    }
    assert_ne!(seen & OCTOSAT_IS_DEGENERATE, 0);
}
