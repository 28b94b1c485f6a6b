//! Half-spaces, rays and bounds give the bits of the Rust interface.

use std::ptr::null_mut;

use bytemuck::{Zeroable, cast_slice};
use octosat::{AxisAlignedBox, Engine, HalfSpace, HalfSpaceContacts, Ray, RayHit, ShapeQuery};
use octosat_c::*;

use crate::common::{Boxes, boxes_of, engine, pairs_of, scenes, store};

/// Pairs of every box with both shapes, each several times.
fn list(boxes: usize) -> Vec<[u32; 2]> {
    (0..3 * boxes).map(|k| [(k % boxes) as u32, (k % 2) as u32]).collect()
}

/// Every box against the first shape.
fn each(boxes: &Boxes) -> OctosatShapeQuery {
    let default = OctosatShapeQuery::default();
    OctosatShapeQuery { boxes: boxes.raw, within: 0.25, each: 1, ..default }
}

#[test]
fn half_spaces_are_those_of_the_engine() {
    let planes = [([0.0, 0.0, 1.0], 0.5), ([0.6, 0.8, 0.0], -1.0)];
    let given = planes.map(|(normal, offset)| OctosatHalfSpace { normal, offset });
    let of_engine = planes.map(|(normal, offset)| HalfSpace::new(normal, offset).unwrap());
    for scene in scenes() {
        let (boxes, store) = (boxes_of(&scene), store(&scene));
        let list = list(store.len());
        let pairs = pairs_of(&list);
        let each = each(&boxes);
        let listed =
            OctosatShapeQuery { pairs: pairs.as_ptr(), pair_count: pairs.len(), each: 0, ..each };
        let of_each = ShapeQuery::each(&store, &of_engine[0]).within(0.25);
        let of_listed = ShapeQuery::new(&store, &of_engine, &list).within(0.25);
        assert_half_spaces(&each, &given[..1], of_each);
        assert_half_spaces(&listed, &given, of_listed);
    }
}

fn assert_half_spaces(
    asked: &OctosatShapeQuery,
    given: &[OctosatHalfSpace],
    expected: ShapeQuery<'_, HalfSpace>,
) {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let given = OctosatHalfSpaces { data: given.as_ptr(), count: given.len() };
    let rows = expected.rows();
    let mut overlaps = vec![9_u8; rows];
    let mut found = vec![OctosatHalfSpaceManifold::zeroed(); rows];
    let (bytes, manifolds) = (overlaps.as_mut_ptr(), found.as_mut_ptr());
    // SAFETY: handles, and buffers of as many rows.
    let statuses = unsafe {
        [
            octosat_half_space_overlaps(engine.raw, asked, given, bytes, rows, null_mut()),
            octosat_half_space_manifolds(engine.raw, asked, given, manifolds, rows, null_mut()),
        ]
    };
    assert_eq!(statuses, [OCTOSAT_OK; 2]);
    let mut bools = vec![false; rows];
    Engine::new().overlaps(expected, bools.as_mut_slice()).unwrap();
    let mut contacts = vec![HalfSpaceContacts::default(); rows];
    Engine::new().manifolds(expected, contacts.as_mut_slice()).unwrap();
    for row in 0..rows {
        assert_eq!(overlaps[row], u8::from(bools[row]));
        assert_eq!(found[row].len as usize, contacts[row].len());
        for (point, contact) in found[row].points.iter().zip(contacts[row].iter()) {
            assert_eq!((point.position, point.depth), (contact.position, contact.depth));
            assert_eq!(point.feature, u32::from(contact.corner));
        }
    }
}

#[test]
fn rays_and_bounds_are_those_of_the_engine() {
    let lines = [([0.0, 0.0, 9.0], [0.1, 0.0, -1.0]), ([-20.0, 0.5, 0.5], [2.0, 0.0, 0.0])];
    let given = lines.map(|(origin, direction)| OctosatRay { origin, direction });
    let of_engine = lines.map(|(origin, direction)| Ray::new(origin, direction).unwrap());
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    for scene in scenes() {
        let (boxes, store) = (boxes_of(&scene), store(&scene));
        let (list, count) = (list(store.len()), store.len());
        let (rows, pairs) = (list.len(), pairs_of(&list));
        let listed = OctosatShapeQuery {
            pairs: pairs.as_ptr(),
            pair_count: rows,
            each: 0,
            within: 0.0,
            ..each(&boxes)
        };
        let rays = OctosatRays { data: given.as_ptr(), count: 2 };
        let mut hits = vec![OctosatRayHit::zeroed(); rows];
        let mut bounds = vec![OctosatAabb::zeroed(); count];
        let (first_hit, first_bounds) = (hits.as_mut_ptr(), bounds.as_mut_ptr());
        // SAFETY: handles, and buffers of as many rows.
        let statuses = unsafe {
            [
                octosat_hits(engine.raw, &raw const listed, rays, first_hit, rows, null_mut()),
                octosat_aabbs(engine.raw, boxes.raw, first_bounds, count, null_mut()),
            ]
        };
        assert_eq!(statuses, [OCTOSAT_OK; 2]);
        let mut expected = vec![RayHit::MISS; rows];
        Engine::new().hits(ShapeQuery::new(&store, &of_engine, &list), &mut expected).unwrap();
        assert_eq!(cast_slice::<_, u8>(&hits), cast_slice::<_, u8>(&expected));
        let mut expected = vec![AxisAlignedBox::default(); count];
        Engine::new().aabbs(&store, &mut expected).unwrap();
        for (found, expected) in bounds.iter().zip(&expected) {
            assert_eq!((found.min, found.max), (expected.min(), expected.max()));
        }
    }
}
