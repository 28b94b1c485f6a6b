//! Every query gives the bits of the Rust interface, for every list length, backend and setting.

use std::ptr::{null, null_mut};

use crate::common::{
    assert_same, boxes_of, contacts_of, engine, lent, no_error, no_list, no_manifolds, pairs_of,
    query, scenes, store,
};
use bytemuck::{Zeroable, cast_slice};
use octosat::{
    Contacts, Engine, Impact, Impacts, Manifolds, Penetration, PointLimit, PointOrigin, Query,
};
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
    let origin = OCTOSAT_ORIGIN_CENTER_OF_A;
    let all = OctosatContacts { limit: 8, origin, surfaces: 1, ..OctosatContacts::default() };
    let (held, mut manifolds) = (no_manifolds(), Manifolds::new());
    for options in [OctosatContacts::default(), all] {
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
                    let contacts = OctosatContacts { query: &raw const asked, ..options };
                    let list = find(&engine, &contacts, &held);
                    let of_engine = match options.limit {
                        4 => Contacts::new(of_engine),
                        _ => Contacts::new(of_engine)
                            .limit(PointLimit::Eight)
                            .origin(PointOrigin::CenterOfA)
                            .surfaces(true),
                    };
                    Engine::new().manifolds(of_engine, &mut manifolds).unwrap();
                    assert_same(&list, &manifolds);
                }
            }
        }
    }
}

fn find(
    engine: &crate::common::Engine,
    contacts: &OctosatContacts,
    held: &crate::common::Manifolds,
) -> OctosatManifoldList {
    let mut list = no_list();
    // SAFETY: handles, a query and a list of our own.
    let status =
        unsafe { octosat_manifolds(engine.raw, contacts, held.raw, &raw mut list, null_mut()) };
    assert_eq!(status, OCTOSAT_OK);
    list
}

#[test]
fn the_status_of_a_manifold_is_what_it_says() {
    let (engine, held) = (engine(OCTOSAT_BACKEND_AUTO).unwrap(), no_manifolds());
    let mut manifolds = Manifolds::new();
    let mut seen = 0;
    for scene in scenes() {
        let (boxes, store, pairs) = (boxes_of(&scene), store(&scene), pairs_of(&scene.pairs));
        let asked = OctosatQuery { margin: 0.01, ..query(&boxes, &pairs) };
        let list = find(&engine, &contacts_of(&asked), &held);
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

#[test]
fn impacts_are_those_of_the_engine() {
    for scene in scenes() {
        let (boxes, store) = (boxes_of(&scene), store(&scene));
        // The same boxes one place further, so that everything moves.
        let mut moved = scene.clone();
        moved.position.rotate_left(1);
        moved.rotation.rotate_left(1);
        let (ends, end_store) = (boxes_of(&moved), self::store(&moved));
        let pairs = pairs_of(&scene.pairs);
        for engine in BACKENDS.into_iter().filter_map(engine) {
            let others = [null(), boxes.raw.cast_const()].into_iter().cycle();
            let options = IMPACT_OPTIONS.into_iter().cycle();
            for ((count, (tolerance, rounds)), others) in
                lengths(pairs.len()).zip(options).zip(others)
            {
                let asked = OctosatQuery { margin: 0.01, others, ..query(&boxes, &pairs[..count]) };
                let given = OctosatImpacts {
                    tolerance,
                    rounds,
                    query: &raw const asked,
                    ends: ends.raw,
                    ends_of_b: if others.is_null() { null() } else { ends.raw.cast_const() },
                    ..OctosatImpacts::default()
                };
                let mut rows = vec![OctosatImpact::zeroed(); count];
                let (given, out) = (&raw const given, rows.as_mut_ptr());
                // SAFETY: handles, and buffers of so many rows.
                let status = unsafe { octosat_impacts(engine.raw, given, out, count, null_mut()) };
                assert_eq!(status, OCTOSAT_OK);
                let expected = Query::new(&store, &scene.pairs[..count]).margin(0.01);
                let expected =
                    Impacts::new(expected, &end_store).tolerance(tolerance).rounds(rounds);
                let mut impacts = vec![Impact::default(); count];
                Engine::new().impacts(expected, &mut impacts).unwrap();
                assert_eq!(cast_slice::<_, u8>(&rows), cast_slice::<_, u8>(&impacts));
            }
        }
    }
}

/// Tolerances and rounds; a tolerance of zero is zero.
const IMPACT_OPTIONS: [(f32, u32); 3] = [(0.01, 64), (0.5, 3), (0.0, 64)];

#[test]
fn wrong_impacts_are_rejected() {
    let scene = scenes().into_iter().next().expect("a scene");
    let (boxes, engine) = (boxes_of(&scene), engine(OCTOSAT_BACKEND_AUTO).expect("an engine"));
    let pairs = pairs_of(&scene.pairs);
    let asked = query(&boxes, &pairs);
    let mut other = scene.clone();
    let first = scene.pairs[0][0] as usize;
    other.half_extents[first][1] += 1.0;
    let mut fewer = scene.clone();
    fewer.half_extents.pop();
    fewer.position.pop();
    fewer.rotation.pop();
    let (other, fewer) = (boxes_of(&other), boxes_of(&fewer));
    let cases = [
        (other.raw, (0.01, 64), OCTOSAT_BAD_BOX, first as u64),
        (fewer.raw, (0.01, 64), OCTOSAT_BAD_LENGTH, OCTOSAT_NO_PLACE),
        (boxes.raw, (f32::NAN, 64), OCTOSAT_BAD_SETTING, OCTOSAT_NO_PLACE),
        (boxes.raw, (0.01, 0), OCTOSAT_BAD_SETTING, OCTOSAT_NO_PLACE),
        (null_mut(), (0.01, 64), OCTOSAT_NULL, OCTOSAT_NO_PLACE),
    ];
    for (ends, (tolerance, rounds), expected, place) in cases {
        let query = &raw const asked;
        let given = OctosatImpacts { tolerance, rounds, query, ends, ..OctosatImpacts::default() };
        let before = OctosatImpact { time: 9.0, axis: 9, state: 9, reserved: [9; 2] };
        let mut rows = vec![before; pairs.len()];
        let mut error = no_error();
        // SAFETY: handles or null, and buffers of so many rows.
        let status = unsafe {
            let (given, out) = (&raw const given, rows.as_mut_ptr());
            octosat_impacts(engine.raw, given, out, pairs.len(), &raw mut error)
        };
        assert_eq!((status, error.place), (expected, place));
        assert!(rows.iter().all(|row| bytemuck::bytes_of(row) == bytemuck::bytes_of(&before)));
    }
}
