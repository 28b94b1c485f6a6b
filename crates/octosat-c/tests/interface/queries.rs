//! Every query gives the bits of the Rust interface, for every list length, backend and setting.

use std::ptr::{null, null_mut};

use crate::common::{boxes_of, engine, lent, no_manifolds, pairs_of, query, scenes, store};
use bytemuck::{Zeroable, cast_slice};
use octosat::{Engine, Penetration, PointLimit, PointOrigin, Query};
use octosat_c::*;
use octosat_scenes::generate::pile;

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
            for count in lengths(pairs.len()) {
                let asked = OctosatQuery { margin: 0.01, ..query(&boxes, &pairs[..count]) };
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
    let (mut manifolds, held) = (octosat::Manifolds::new(), no_manifolds());
    for scene in scenes() {
        let (boxes, store) = (boxes_of(&scene), store(&scene));
        let pairs = pairs_of(&scene.pairs);
        let margins: Vec<f32> =
            (0..pairs.len()).map(|p| if p % 3 == 0 { 0.0 } else { 0.02 }).collect();
        for engine in BACKENDS.into_iter().filter_map(engine) {
            for count in lengths(pairs.len()) {
                let plain = query(&boxes, &pairs[..count]);
                let full = OctosatQuery {
                    margins: margins.as_ptr(),
                    point_limit: 8,
                    origin: OCTOSAT_ORIGIN_CENTER_OF_A,
                    surfaces: 1,
                    ..plain
                };
                let of_engine = Query::new(&store, &scene.pairs[..count]);
                let of_engine_full = of_engine
                    .margin(&margins[..count])
                    .limit(PointLimit::Eight)
                    .origin(PointOrigin::CenterOfA)
                    .surfaces();
                for (asked, expected) in [(plain, of_engine), (full, of_engine_full)] {
                    let list = find(&engine, &asked, &held);
                    Engine::new().manifolds(expected, &mut manifolds).unwrap();
                    assert_same(&list, &manifolds);
                    assert!(list.previous.is_null());
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
    let mut list = bytes_of_a_list();
    // SAFETY: handles, a query and a list of our own.
    let status =
        unsafe { octosat_manifolds(engine.raw, asked, held.raw, &raw mut list, null_mut()) };
    assert_eq!(status, OCTOSAT_OK);
    list
}

fn bytes_of_a_list() -> OctosatManifoldList {
    OctosatManifoldList {
        manifolds: null(),
        pair_count: 7,
        points: null(),
        point_count: 7,
        surfaces: null(),
        previous: null(),
    }
}

fn assert_same(list: &OctosatManifoldList, manifolds: &octosat::Manifolds) {
    let surfaces = if list.surfaces.is_null() { 0 } else { list.point_count };
    // SAFETY: the list was lent a moment ago.
    let (rows, points, surfaces) = unsafe {
        (
            lent(list.manifolds, list.pair_count),
            lent(list.points, list.point_count),
            lent(list.surfaces, surfaces),
        )
    };
    assert_eq!(cast_slice::<_, u8>(rows), cast_slice::<_, u8>(manifolds.manifolds()));
    assert_eq!(cast_slice::<_, u8>(points), cast_slice::<_, u8>(manifolds.points()));
    assert_eq!(cast_slice::<_, u8>(surfaces), cast_slice::<_, u8>(manifolds.surfaces()));
}

#[test]
fn the_flags_of_a_manifold_are_what_they_say() {
    let scene = pile(200, 5);
    let (boxes, store, pairs) = (boxes_of(&scene), store(&scene), pairs_of(&scene.pairs));
    let asked = OctosatQuery { margin: 0.01, ..query(&boxes, &pairs) };
    let (engine, cache) =
        (engine(OCTOSAT_BACKEND_AUTO).unwrap(), crate::common::cache(OCTOSAT_CACHE_REUSE));
    let mut expected = octosat::ContactCache::default();
    let mut seen = 0;
    for _ in 0..2 {
        let mut list = bytes_of_a_list();
        // SAFETY: handles, a query and a list of our own.
        let (status, rows) = unsafe {
            let status = octosat_manifolds_cached(
                engine.raw,
                &raw const asked,
                cache.raw,
                &raw mut list,
                null_mut(),
            );
            (status, lent(list.manifolds, list.pair_count))
        };
        assert_eq!(status, OCTOSAT_OK);
        let of_engine = Query::new(&store, &scene.pairs).margin(0.01);
        let manifolds = Engine::new().manifolds_cached(of_engine, &mut expected).unwrap();
        for (row, manifold) in rows.iter().zip(manifolds.manifolds()) {
            let has = |flag| row.status & flag != 0;
            assert_eq!(has(OCTOSAT_IS_SAME_POINTS), manifold.has_same_points());
            assert_eq!(has(OCTOSAT_IS_AXIS_KEPT), manifold.is_axis_kept());
            assert_eq!(has(OCTOSAT_IS_DEGENERATE), manifold.is_degenerate());
            assert_eq!(has(OCTOSAT_IS_REUSED), manifold.is_reused());
            assert_eq!(row.status & OCTOSAT_KIND_MASK, manifold.kind() as u8);
            seen |= row.status & !OCTOSAT_KIND_MASK;
        }
    }
    assert_eq!(seen & OCTOSAT_IS_REUSED, OCTOSAT_IS_REUSED);
    assert_eq!(seen & OCTOSAT_IS_SAME_POINTS, OCTOSAT_IS_SAME_POINTS);
}
