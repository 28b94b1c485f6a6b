//! Wrong spheres, capsules, AABBs and segments are rejected, and nothing is written.

use std::ptr::null_mut;

use bytemuck::{Zeroable, cast_slice};
use octosat_c::*;

use crate::common::{boxes_of, engine, pairs_of, scenes};

#[test]
fn closest_points_of_wrong_lists_write_nothing() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let segments = [OctosatSegment::zeroed(); 8];
    let segments = OctosatSegments { data: segments.as_ptr(), count: 8 };
    let pairs = pairs_of(&[[0, 0], [0, 8]]);
    let mut rows = [OctosatClosestPoints::zeroed(); 2];
    rows[0].distance = 9.0;
    let before = rows;
    for (pair_count, count, expected) in [(1, 2, OCTOSAT_BAD_LENGTH), (2, 2, OCTOSAT_OUT_OF_RANGE)]
    {
        let (listed, out) = (pairs.as_ptr(), rows.as_mut_ptr());
        // SAFETY: handles, and buffers of so many rows.
        let status = unsafe {
            let (raw, error) = (engine.raw, null_mut());
            octosat_closest_points(raw, segments, segments, listed, pair_count, out, count, error)
        };
        assert_eq!(status, expected);
    }
    assert_eq!(cast_slice::<_, u8>(&rows), cast_slice::<_, u8>(&before));
}

#[test]
fn wrong_shapes_of_every_kind_name_their_place_and_write_nothing() {
    let scene = &scenes()[0];
    let (boxes, engine) = (boxes_of(scene), engine(OCTOSAT_BACKEND_AUTO).unwrap());
    let pairs = pairs_of(&[[0, 0], [1, 1]]);
    let (listed, pair_count) = (pairs.as_ptr(), pairs.len());
    let default = OctosatShapeQuery::default();
    let asked = OctosatShapeQuery { boxes: boxes.raw, pairs: listed, pair_count, ..default };
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
    // SAFETY: handles, and buffers of so many rows.
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
