//! Spheres, capsules, AABBs, segments and frusta give the bits of the Rust interface, and reject what it rejects.

use std::ptr::{null, null_mut};

use bytemuck::{Pod, Zeroable, cast_slice};
use octosat::{
    AxisAlignedBox, Capsule, CapsuleContacts, ClosestPoints, Engine, HalfSpace, OverlapQuery,
    RayHit, Segment, ShapeQuery, Sphere, SphereContact,
};
use octosat_c::*;

use crate::common::{Boxes, boxes_of, engine, pairs_of, scenes, store};

/// Numbers between -4 and 4, the same in every run.
fn numbers(count: usize) -> Vec<[f32; 3]> {
    let number = |k: usize| ((k * 7919 + 13) % 1024) as f32 / 128.0 - 4.0;
    (0..count).map(|k| [number(3 * k), number(3 * k + 1), number(3 * k + 2)]).collect()
}

/// A query about listed pairs of boxes and shapes.
fn listed(boxes: &Boxes, pairs: &[OctosatPair], within: f32) -> OctosatShapeQuery {
    let (pairs, pair_count) = (pairs.as_ptr(), pairs.len());
    let default = OctosatShapeQuery::default();
    OctosatShapeQuery { boxes: boxes.raw, pairs, pair_count, within, ..default }
}

/// Pairs of every box with each of five shapes.
fn list(boxes: usize) -> Vec<[u32; 2]> {
    (0..5 * boxes).map(|k| [(k / 5) as u32, (k % 5) as u32]).collect()
}

/// The rows that a call fills.
fn rows<T: Pod>(count: usize, call: impl FnOnce(*mut T, usize) -> OctosatStatus) -> Vec<T> {
    let mut rows = vec![T::zeroed(); count];
    assert_eq!(call(rows.as_mut_ptr(), count), OCTOSAT_OK);
    rows
}

/// The bytes of the engine's booleans.
fn bytes(query: impl OverlapQuery, rows: usize) -> Vec<u8> {
    let mut bools = vec![false; rows];
    Engine::new().overlaps(query, bools.as_mut_slice()).unwrap();
    bools.into_iter().map(u8::from).collect()
}

#[test]
fn spheres_and_depths_below_planes_are_those_of_the_engine() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let given: Vec<_> =
        numbers(5).iter().map(|&center| OctosatSphere { center, radius: 0.7 }).collect();
    let of_engine: Vec<_> =
        given.iter().map(|one| Sphere::new(one.center, one.radius).unwrap()).collect();
    let spheres = OctosatSpheres { data: given.as_ptr(), count: given.len() };
    let plane = OctosatHalfSpace { normal: [0.0, 0.6, 0.8], offset: 0.25 };
    let plane_of_engine = HalfSpace::new(plane.normal, plane.offset).unwrap();
    let planes = OctosatHalfSpaces { data: &raw const plane, count: 1 };
    for scene in scenes() {
        let (boxes, store) = (boxes_of(&scene), store(&scene));
        let (list, count) = (list(store.len()), 5 * store.len());
        let pairs = pairs_of(&list);
        let asked = listed(&boxes, &pairs, 0.1);
        let query = ShapeQuery::new(&store, &of_engine, &list).within(0.1);
        // SAFETY: handles, and buffers of as many rows.
        let found = rows(count, |out, len| unsafe {
            octosat_sphere_overlaps(engine.raw, &raw const asked, spheres, out, len, null_mut())
        });
        assert_eq!(found, bytes(query, count));
        let touching = OctosatShapeQuery { within: 0.0, ..asked };
        // SAFETY: as above.
        let found: Vec<OctosatSphereContact> = rows(count, |out, len| unsafe {
            octosat_sphere_manifolds(engine.raw, &raw const touching, spheres, out, len, null_mut())
        });
        let mut expected = vec![SphereContact::default(); count];
        let query = ShapeQuery::new(&store, &of_engine, &list);
        Engine::new().manifolds(query, expected.as_mut_slice()).unwrap();
        assert_eq!(cast_slice::<_, u8>(&found), cast_slice::<_, u8>(&expected));

        let each = OctosatShapeQuery { pairs: null(), pair_count: 0, each: 1, ..touching };
        // SAFETY: as above.
        let found: Vec<f32> = rows(store.len(), |out, len| unsafe {
            octosat_half_space_penetrations(
                engine.raw,
                &raw const each,
                planes,
                out,
                len,
                null_mut(),
            )
        });
        let mut expected = vec![0.0_f32; store.len()];
        Engine::new()
            .penetrations(ShapeQuery::each(&store, &plane_of_engine), &mut expected)
            .unwrap();
        assert_eq!(cast_slice::<_, u8>(&found), cast_slice::<_, u8>(&expected));
    }
}

#[test]
fn capsules_are_those_of_the_engine() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let ends = numbers(10);
    let given: Vec<_> = (0..5)
        .map(|k| OctosatCapsule { start: ends[k], end: ends[k + 5], radius: 0.3 * k as f32 })
        .collect();
    let of_engine: Vec<_> =
        given.iter().map(|one| Capsule::new(one.start, one.end, one.radius).unwrap()).collect();
    let capsules = OctosatCapsules { data: given.as_ptr(), count: given.len() };
    let mut contacts = 0;
    for scene in scenes() {
        let (boxes, store) = (boxes_of(&scene), store(&scene));
        let (list, count) = (list(store.len()), 5 * store.len());
        let pairs = pairs_of(&list);
        let asked = listed(&boxes, &pairs, 0.1);
        let query = ShapeQuery::new(&store, &of_engine, &list).within(0.1);
        // SAFETY: handles, and buffers of as many rows.
        let found = rows(count, |out, len| unsafe {
            octosat_capsule_overlaps(engine.raw, &raw const asked, capsules, out, len, null_mut())
        });
        assert_eq!(found, bytes(query, count));
        // SAFETY: as above.
        let found: Vec<OctosatCapsuleManifold> = rows(count, |out, len| unsafe {
            octosat_capsule_manifolds(engine.raw, &raw const asked, capsules, out, len, null_mut())
        });
        let mut expected = vec![CapsuleContacts::default(); count];
        Engine::new().manifolds(query, expected.as_mut_slice()).unwrap();
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!((found.normal, found.depth), (expected.normal, expected.depth));
            assert_eq!((found.len as usize, found.face), (expected.len(), expected.face()));
            for (point, contact) in found.points.iter().zip(expected.iter()) {
                assert_eq!((point.position, point.depth), (contact.position, contact.depth));
                assert_eq!(point.feature, u32::from(contact.feature));
                contacts += 1;
            }
        }
    }
    assert!(contacts > 20, "only {contacts} contacts");
}

#[test]
fn aabbs_are_those_of_the_engine() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let given: Vec<_> = numbers(5)
        .iter()
        .map(|&min| OctosatAabb { min, max: min.map(|coordinate| coordinate + 1.5) })
        .collect();
    let of_engine: Vec<_> =
        given.iter().map(|one| AxisAlignedBox::new(one.min, one.max).unwrap()).collect();
    let aabbs = OctosatAabbs { data: given.as_ptr(), count: given.len() };
    for scene in scenes() {
        let (boxes, store) = (boxes_of(&scene), store(&scene));
        let (list, count) = (list(store.len()), 5 * store.len());
        let pairs = pairs_of(&list);
        let asked = listed(&boxes, &pairs, 0.1);
        // SAFETY: handles, and buffers of as many rows.
        let found = rows(count, |out, len| unsafe {
            octosat_aabb_overlaps(engine.raw, &raw const asked, aabbs, out, len, null_mut())
        });
        let query = ShapeQuery::new(&store, &of_engine, &list).within(0.1);
        assert_eq!(found, bytes(query, count));
    }
}

#[test]
fn segments_are_those_of_the_engine() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let ends = numbers(10);
    let given: Vec<_> =
        (0..5).map(|k| OctosatSegment { start: ends[k], end: ends[k + 5] }).collect();
    let of_engine: Vec<_> =
        given.iter().map(|one| Segment::new(one.start, one.end).unwrap()).collect();
    let segments = OctosatSegments { data: given.as_ptr(), count: given.len() };
    for scene in scenes() {
        let (boxes, store) = (boxes_of(&scene), store(&scene));
        let (list, count) = (list(store.len()), 5 * store.len());
        let pairs = pairs_of(&list);
        let asked = listed(&boxes, &pairs, 0.0);
        // SAFETY: handles, and buffers of as many rows.
        let found: Vec<OctosatRayHit> = rows(count, |out, len| unsafe {
            octosat_segment_hits(engine.raw, &raw const asked, segments, out, len, null_mut())
        });
        let mut expected = vec![RayHit::MISS; count];
        Engine::new().hits(ShapeQuery::new(&store, &of_engine, &list), &mut expected).unwrap();
        assert_eq!(cast_slice::<_, u8>(&found), cast_slice::<_, u8>(&expected));
    }
}

#[test]
fn closest_points_are_those_of_the_engine() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let ends = numbers(40);
    let given: Vec<_> =
        ends.chunks_exact(2).map(|ends| OctosatSegment { start: ends[0], end: ends[1] }).collect();
    let of_engine: Vec<_> =
        given.iter().map(|one| Segment::new(one.start, one.end).unwrap()).collect();
    let [a, b] = [&given[..12], &given[12..]]
        .map(|list| OctosatSegments { data: list.as_ptr(), count: list.len() });
    let mut list: Vec<_> = (0..96).map(|k| [k % 12, k / 12]).collect();
    let call = |listed: &[OctosatPair], out: *mut OctosatClosestPoints, len| {
        // SAFETY: handles, and buffers of as many rows.
        unsafe {
            octosat_closest_points(
                engine.raw,
                a,
                b,
                listed.as_ptr(),
                listed.len(),
                out,
                len,
                null_mut(),
            )
        }
    };
    let found = rows(list.len(), |out, len| call(&pairs_of(&list), out, len));
    let mut expected = vec![ClosestPoints::default(); list.len()];
    let [of_a, of_b] = [&of_engine[..12], &of_engine[12..]];
    Engine::new().closest_points(of_a, of_b, &list, &mut expected).unwrap();
    assert_eq!(cast_slice::<_, u8>(&found), cast_slice::<_, u8>(&expected));

    let before = found.clone();
    let mut kept = found;
    assert_eq!(call(&pairs_of(&list), kept.as_mut_ptr(), 95), OCTOSAT_BAD_LENGTH);
    list[90] = [0, 8];
    assert_eq!(call(&pairs_of(&list), kept.as_mut_ptr(), 96), OCTOSAT_OUT_OF_RANGE);
    assert_eq!(cast_slice::<_, u8>(&kept), cast_slice::<_, u8>(&before));
}

#[test]
fn wrong_shapes_of_every_kind_name_their_place_and_write_nothing() {
    let scene = &scenes()[0];
    let (boxes, engine) = (boxes_of(scene), engine(OCTOSAT_BACKEND_AUTO).unwrap());
    let pairs = pairs_of(&[[0, 0], [1, 1]]);
    let asked = listed(&boxes, &pairs, 0.0);
    let asked = &raw const asked;
    let (at, nan) = ([0.0; 3], [0.0, f32::NAN, 0.0]);
    let spheres = [1.0, -1.0].map(|radius| OctosatSphere { center: at, radius });
    let capsules = [at, nan].map(|end| OctosatCapsule { start: at, end, radius: 1.0 });
    let aabbs = [1.0, -1.0].map(|max| OctosatAabb { min: at, max: [max; 3] });
    let segments = [at, nan].map(|end| OctosatSegment { start: at, end });
    let spheres = OctosatSpheres { data: spheres.as_ptr(), count: 2 };
    let capsules = OctosatCapsules { data: capsules.as_ptr(), count: 2 };
    let aabbs = OctosatAabbs { data: aabbs.as_ptr(), count: 2 };
    let segments = OctosatSegments { data: segments.as_ptr(), count: 2 };
    let (mut bytes, mut hits) = ([9_u8; 2], [OctosatRayHit::zeroed(); 2]);
    let mut balls = [OctosatSphereContact::zeroed(); 2];
    let mut rods = [OctosatCapsuleManifold::zeroed(); 2];
    let mut points = [OctosatClosestPoints::zeroed(); 2];
    let first = bytes.as_mut_ptr();
    let mut errors = [const { core::mem::MaybeUninit::<OctosatError>::uninit() }; 7];
    let [e0, e1, e2, e3, e4, e5, e6] = errors.each_mut().map(|error| error.as_mut_ptr());
    // SAFETY: handles, and buffers of as many rows.
    let statuses = unsafe {
        [
            octosat_sphere_overlaps(engine.raw, asked, spheres, first, 2, e0),
            octosat_sphere_manifolds(engine.raw, asked, spheres, balls.as_mut_ptr(), 2, e1),
            octosat_capsule_overlaps(engine.raw, asked, capsules, first, 2, e2),
            octosat_capsule_manifolds(engine.raw, asked, capsules, rods.as_mut_ptr(), 2, e3),
            octosat_aabb_overlaps(engine.raw, asked, aabbs, first, 2, e4),
            octosat_segment_hits(engine.raw, asked, segments, hits.as_mut_ptr(), 2, e5),
            octosat_closest_points(
                engine.raw,
                segments,
                segments,
                pairs.as_ptr(),
                2,
                points.as_mut_ptr(),
                2,
                e6,
            ),
        ]
    };
    assert_eq!(statuses, [OCTOSAT_BAD_SHAPE; 7]);
    // SAFETY: failed calls fill their errors.
    let errors = errors.map(|error| unsafe { error.assume_init() });
    assert_eq!(errors.map(|error| error.place), [1; 7]);
    assert_eq!(bytes, [9; 2]);
    let written =
        [cast_slice::<_, u8>(&balls), cast_slice(&rods), cast_slice(&hits), cast_slice(&points)];
    assert!(written.iter().all(|rows| rows.iter().all(|&byte| byte == 0)));
}
