//! Groups that do not fit are named.

use std::ptr::null;

use bytemuck::Zeroable;
use octosat_c::*;

use crate::common::{boxes_of, engine, no_error, pairs_of, query, scenes};

/// Groups without pairs.
const NONE: OctosatGroups = OctosatGroups { bounds: null(), products: null(), count: 0 };

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
