//! Covered faces: found and set as in the Rust interface, and contacts that leave none of them.

use std::ptr::{null, null_mut};

use bytemuck::{Zeroable, cast_slice};
use octosat::{CoveredFaces, covered_faces};
use octosat_c::*;

use crate::common::{
    boxes_of, contacts_of, engine, lent, no_covered, no_error, no_list, no_manifolds, pairs_of,
    query, store, text,
};
use octosat_scenes::generate::{Scene, cloud};

/// Four tiles in a row, of which the last is lower, and a cube over the seam of the first two.
fn floor() -> Scene {
    let mut scene = cloud(5, 0, 1);
    scene.half_extents = vec![[0.5; 3]; 5];
    scene.position = vec![
        [0.0, -0.5, 0.0],
        [1.0, -0.5, 0.0],
        [2.0, -0.5, 0.0],
        [3.0, -1.0, 0.0],
        [-0.001, 0.498, 0.0],
    ];
    scene.rotation = vec![[0.0, 0.0, 0.0, 1.0]; 5];
    scene.pairs = vec![[0, 4], [1, 4], [2, 4], [3, 4]];
    scene
}

#[test]
fn covered_faces_are_those_of_the_engine() {
    let scene = floor();
    let (boxes, store) = (boxes_of(&scene), store(&scene));
    let (covered, mut list) = (no_covered(), no_faces());
    // SAFETY: handles and values of our own.
    let statuses = unsafe {
        [
            octosat_covered_find(covered.raw, boxes.raw, 1e-4, null_mut()),
            octosat_covered_list(covered.raw, &raw mut list, null_mut()),
        ]
    };
    assert_eq!(statuses, [OCTOSAT_OK; 2]);
    let found = covered_faces(&store, 1e-4).unwrap();
    assert_list(&list, &found);
    assert!(list.rectangle_count > 0, "the side of the third tile is open in part");

    // Only the tiles cover each other.
    let masks: Vec<u8> = found.masks()[..4].iter().copied().chain([0]).collect();
    let of_tiles = |index: u32| index < 4;
    let rectangles: Vec<_> =
        found.rectangles().iter().copied().filter(|part| of_tiles(part.index)).collect();
    let given = OctosatCoveredList {
        masks: masks.as_ptr(),
        count: masks.len(),
        rectangles: rectangles.as_ptr(),
        rectangle_count: rectangles.len(),
    };
    let faces = CoveredFaces::of_parts(&masks, &rectangles).unwrap();
    // SAFETY: as above.
    let status = unsafe { octosat_covered_of_parts(covered.raw, &raw const given, null_mut()) };
    assert_eq!(status, OCTOSAT_OK);
    // SAFETY: as above.
    let status = unsafe { octosat_covered_list(covered.raw, &raw mut list, null_mut()) };
    assert_eq!(status, OCTOSAT_OK);
    assert_list(&list, &faces);
}

#[test]
fn faces_that_are_wrong_are_rejected() {
    let scene = floor();
    let (boxes, pairs, covered) = (boxes_of(&scene), pairs_of(&scene.pairs), no_covered());
    let rejected = |status: OctosatStatus, error: &OctosatError, expected: (i32, u64, &str)| {
        assert_eq!((status, error.status, error.place), (expected.0, expected.0, expected.1));
        assert!(text(error).contains(expected.2), "{}", text(error));
    };
    let mut error = no_error();
    // SAFETY: handles and values of our own.
    let status = unsafe { octosat_covered_find(covered.raw, boxes.raw, -1.0, &raw mut error) };
    rejected(status, &error, (OCTOSAT_BAD_SETTING, OCTOSAT_NO_PLACE, "tolerance is -1"));

    let masks = [0_u8, 64];
    let wrong = OctosatCoveredList { masks: masks.as_ptr(), count: 2, ..no_faces() };
    // SAFETY: as above.
    let status = unsafe { octosat_covered_of_parts(covered.raw, &raw const wrong, &raw mut error) };
    rejected(status, &error, (OCTOSAT_BAD_ARGUMENT, 1, "masks[1]"));

    let odd = [OctosatCoveredRectangle {
        face: OctosatFace::STARTS_INSIDE,
        ..OctosatCoveredRectangle::zeroed()
    }];
    let wrong =
        OctosatCoveredList { count: 1, rectangles: odd.as_ptr(), rectangle_count: 1, ..wrong };
    // SAFETY: as above.
    let status = unsafe { octosat_covered_of_parts(covered.raw, &raw const wrong, &raw mut error) };
    rejected(status, &error, (OCTOSAT_BAD_ARGUMENT, 0, "rectangles[0] is of a face"));

    // The handle still has the faces of no boxes.
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let held = no_manifolds();
    let asked = query(&boxes, &pairs);
    let contacts = OctosatContacts { covered: covered.raw, ..contacts_of(&asked) };
    let mut list = no_list();
    // SAFETY: as above.
    let status = unsafe {
        octosat_manifolds(engine.raw, &raw const contacts, held.raw, &raw mut list, &raw mut error)
    };
    rejected(
        status,
        &error,
        (OCTOSAT_BAD_LENGTH, OCTOSAT_NO_PLACE, "of 0 boxes, but the number of boxes is 5"),
    );
}

fn no_faces() -> OctosatCoveredList {
    OctosatCoveredList { masks: null(), count: 0, rectangles: null(), rectangle_count: 0 }
}

fn assert_list(list: &OctosatCoveredList, faces: &CoveredFaces) {
    // SAFETY: the handle of the list was not changed since it was filled.
    let (masks, rectangles) =
        unsafe { (lent(list.masks, list.count), lent(list.rectangles, list.rectangle_count)) };
    assert_eq!(masks, faces.masks());
    assert_eq!(cast_slice::<_, u8>(rectangles), cast_slice::<_, u8>(faces.rectangles()));
}
