//! Every query gives the bits of the Rust interface, for every list length, backend and setting.

use std::ptr::null_mut;

use crate::common::{
    boxes_of, contacts_of, engine, lent, no_error, no_list, no_manifolds, pairs_of, query, scenes,
    store,
};
use bytemuck::cast;
use octosat::{Engine, Manifolds, Query};
use octosat_c::*;

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
        let asked = OctosatQuery { within: 0.01, ..query(&boxes, &pairs) };
        let list = find(&engine, &contacts_of(&asked), &held);
        // SAFETY: the list was lent a moment ago.
        let rows = unsafe { lent(list.manifolds, list.pair_count) };
        let of_engine = Query::new(&store, &scene.pairs).within(0.01);
        Engine::new().manifolds(of_engine, &mut manifolds).unwrap();
        for (row, manifold) in rows.iter().zip(manifolds.manifolds()) {
            assert_eq!(row.status & OCTOSAT_IS_DEGENERATE != 0, manifold.is_degenerate());
            assert_eq!(row.status & OCTOSAT_KIND_MASK, manifold.kind() as u8);
            assert_eq!(row.status & !(OCTOSAT_KIND_MASK | OCTOSAT_IS_DEGENERATE), 0);
            assert!(row.len != 0 || row.size_exponent == 0);
            seen |= row.status;
        }
    }
    assert_ne!(seen & OCTOSAT_IS_DEGENERATE, 0);
}

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
        let before =
            OctosatImpact { time: 9.0, axis: cast(9_u8), state: cast(9_u8), reserved: [9; 2] };
        let mut rows = vec![before; pairs.len()];
        let mut error = no_error();
        // SAFETY: handles or null, and buffers of as many rows.
        let status = unsafe {
            let (given, out) = (&raw const given, rows.as_mut_ptr());
            octosat_impacts(engine.raw, given, out, pairs.len(), &raw mut error)
        };
        assert_eq!((status, error.place), (expected, place));
        assert!(rows.iter().all(|row| bytemuck::bytes_of(row) == bytemuck::bytes_of(&before)));
    }
}
