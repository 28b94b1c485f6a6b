//! Groups give the answers of the Rust interface, and what does not fit is named.

use std::ptr::{null, null_mut};

use bytemuck::{Zeroable, bytes_of};
use octosat::{Distance, Engine, Groups, Least, Product};
use octosat_c::*;

use crate::common::{boxes_of, engine, no_error, pairs_of, query, scenes, store};

/// Groups without pairs.
const NONE: OctosatGroups = OctosatGroups { bounds: null(), products: null(), count: 0 };

#[test]
fn groups_of_products_are_those_of_the_engine() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    for scene in scenes() {
        let (boxes, store) = (boxes_of(&scene), store(&scene));
        let products: Vec<_> = (0..13)
            .map(|start| OctosatProduct {
                a_start: start,
                a_end: start + 3,
                b_start: 20,
                b_end: 40,
            })
            .collect();
        let of_products: Vec<_> =
            (0..13).map(|start| Product::new(start..start + 3, 20..40)).collect();
        let mut expected = [false; 13];
        Engine::new()
            .any_overlap(Groups::of_products(&store, &of_products).within(0.01), &mut expected)
            .unwrap();
        let asked = OctosatQuery { within: 0.01, ..query(&boxes, &[]) };
        let groups = OctosatGroups { products: products.as_ptr(), count: 13, ..NONE };
        least_rows_are_those_of_the_engine(engine.raw, &asked, &groups, {
            Groups::of_products(&store, &of_products)
        });
        let mut found = [9_u8; 13];
        // SAFETY: as above.
        let status = unsafe {
            octosat_any_overlap(engine.raw, &asked, &groups, found.as_mut_ptr(), 13, null_mut())
        };
        assert_eq!(status, OCTOSAT_OK);
        assert_eq!(found, expected.map(u8::from));
    }
}

fn least_rows_are_those_of_the_engine(
    engine: *const OctosatEngine,
    asked: &OctosatQuery,
    groups: &OctosatGroups,
    expected: Groups<'_>,
) {
    let count = groups.count;
    let mut clearances = vec![Least::<f32>::default(); count];
    let mut distances = vec![Least::<Distance>::default(); count];
    let grown = OctosatQuery { within: 0.0, grown: 0.01, ..*asked };
    Engine::new().least_clearances(expected.grown(0.01), &mut clearances).unwrap();
    Engine::new().least_distances(expected.within(0.01), &mut distances).unwrap();
    let mut found = vec![OctosatLeastClearance::zeroed(); count];
    let mut found_distances = vec![OctosatLeastDistance::zeroed(); count];
    // SAFETY: handles and buffers of as many groups, and no error.
    let statuses = unsafe {
        [
            octosat_least_clearances(engine, &grown, groups, found.as_mut_ptr(), count, null_mut()),
            octosat_least_distances(
                engine,
                asked,
                groups,
                found_distances.as_mut_ptr(),
                count,
                null_mut(),
            ),
        ]
    };
    assert_eq!(statuses, [OCTOSAT_OK; 2]);
    for (found, expected) in found.iter().zip(&clearances) {
        assert_eq!([found.pair.a, found.pair.b], expected.pair);
        assert_eq!(found.clearance.to_bits(), expected.row.to_bits());
    }
    for (found, expected) in found_distances.iter().zip(&distances) {
        assert_eq!([found.pair.a, found.pair.b], expected.pair);
        assert_eq!(bytes_of(&found.row), bytes_of(&expected.row));
    }
}

#[test]
fn groups_that_do_not_fit_are_named_and_nothing_is_written() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let scene = &scenes()[0];
    let boxes = boxes_of(scene);
    let pairs = pairs_of(&scene.pairs[..4]);
    let product = [OctosatProduct { a_start: 0, a_end: 61, ..OctosatProduct::zeroed() }];
    let bounds = [3_usize, 5];
    let of_list = OctosatGroups { bounds: bounds.as_ptr(), count: 2, ..NONE };
    let of_products = OctosatGroups { products: product.as_ptr(), count: 1, ..NONE };
    let both = OctosatGroups { products: product.as_ptr(), ..of_list };
    let [with_pairs, without] = [query(&boxes, &pairs), query(&boxes, &[])];
    for (asked, groups, status, place) in [
        (&with_pairs, &of_list, OCTOSAT_OUT_OF_RANGE, 1),
        (&without, &of_products, OCTOSAT_OUT_OF_RANGE, 0),
        (&with_pairs, &of_products, OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE),
        (&without, &both, OCTOSAT_BAD_ARGUMENT, OCTOSAT_NO_PLACE),
        (&with_pairs, &NONE, OCTOSAT_BAD_LENGTH, OCTOSAT_NO_PLACE),
    ] {
        let mut error = no_error();
        let mut out = [9_u8; 2];
        // SAFETY: handles and buffers of as many groups.
        let found = unsafe {
            octosat_any_overlap(
                engine.raw,
                asked,
                groups,
                out.as_mut_ptr(),
                groups.count,
                &raw mut error,
            )
        };
        assert_eq!((found, error.place, out), (status, place, [9; 2]));
    }
}
