//! Wrong queries about pairs of shapes without a box are rejected by name.

use std::ptr::{null, null_mut};

use bytemuck::Zeroable;
use octosat_c::*;
use octosat_scenes::generate::cloud;

use crate::common::{boxes_of, engine, no_error, pairs_of, text};
use crate::round::Lists;

/// A query about a list of kinds that a call does not take, and what the message says.
#[test]
fn a_query_has_one_first_list_of_a_kind_that_the_call_takes() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let (lists, boxes, pairs) = (Lists::new(3), boxes_of(&cloud(3, 0, 5)), pairs_of(&[[0, 0]]));
    let (spheres, capsules) = (lists.given_spheres(), lists.given_capsules());
    let half_spaces = lists.given_half_spaces();
    let (listed, none) = (pairs.as_ptr(), OctosatShapeQuery::default());
    let none = OctosatShapeQuery { pairs: listed, pair_count: 1, ..none };
    let of_spheres = OctosatShapeQuery { spheres: &raw const spheres, ..none };
    let with_boxes = OctosatShapeQuery { boxes: boxes.raw, ..of_spheres };
    let all = OctosatShapeQuery {
        capsules: &raw const capsules,
        half_spaces: &raw const half_spaces,
        ..with_boxes
    };
    let of_half_spaces = OctosatShapeQuery { half_spaces: &raw const half_spaces, ..none };
    let odd = (&raw const spheres).wrapping_byte_add(1);
    let misaligned = OctosatShapeQuery { spheres: odd, ..none };
    let mut byte = 9_u8;
    let mut hit = OctosatRayHit { entry: 9.0, exit: 9.0, ..OctosatRayHit::MISS };
    let ray = OctosatRay { origin: [0.0; 3], direction: [1.0; 3] };
    let rays = OctosatRays { data: &raw const ray, count: 1 };
    let of = |query: &OctosatShapeQuery, verb: u8| {
        let mut error = no_error();
        let (raw, out, error_out) = (engine.raw, &raw mut byte, &raw mut error);
        // SAFETY: handles, lists, and buffers of one row; what is wrong with the query must be found.
        let status = unsafe {
            match verb {
                0 => octosat_sphere_overlaps(raw, query, spheres, out, 1, error_out),
                1 => octosat_half_space_overlaps(raw, query, half_spaces, out, 1, error_out),
                _ => octosat_hits(raw, query, rays, &raw mut hit, 1, error_out),
            }
        };
        assert_eq!(status, error.status);
        (status, text(&error))
    };
    let cases = [
        (&none, 0, OCTOSAT_NULL, "query.boxes is null, and so are"),
        (&with_boxes, 0, OCTOSAT_BAD_ARGUMENT, "query has 2 of boxes, spheres, capsules"),
        (&all, 0, OCTOSAT_BAD_ARGUMENT, "query has 4 of boxes, spheres, capsules"),
        (&misaligned, 0, OCTOSAT_BAD_ARGUMENT, "query.spheres is not aligned"),
        (&of_spheres, 1, OCTOSAT_BAD_ARGUMENT, "there are no overlaps of spheres and half-spaces"),
        (&of_half_spaces, 2, OCTOSAT_BAD_ARGUMENT, "there are no hits of half-spaces and rays"),
    ];
    let mut of = of;
    for (query, verb, expected, message) in cases {
        let (status, text) = of(query, verb);
        assert!(status == expected && text.contains(message), "{status}: {text}");
    }
    assert_eq!((byte, hit.entry, hit.exit), (9, 9.0, 9.0));
}

#[test]
fn wrong_lists_and_pairs_are_named_and_write_nothing() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let lists = Lists::new(3);
    let capsules = lists.given_capsules();
    let given = [1.0, -1.0].map(|radius| OctosatSphere { center: [0.0; 3], radius });
    let [good, wrong] = [1, 2].map(|count| OctosatSpheres { data: given.as_ptr(), count });
    let missing = OctosatSpheres { data: null(), count: 1 };
    let pairs = pairs_of(&[[0, 0], [1, 0], [0, 40]]);
    let of = |spheres: &OctosatSpheres, first: usize, pair_count| OctosatShapeQuery {
        spheres: &raw const *spheres,
        pairs: pairs[first..].as_ptr(),
        pair_count,
        ..OctosatShapeQuery::default()
    };
    let (none, out_of_range, bad_length) =
        (OCTOSAT_NO_PLACE, OCTOSAT_OUT_OF_RANGE, OCTOSAT_BAD_LENGTH);
    let each = OctosatShapeQuery { each: 1, ..of(&good, 0, 0) };
    let both = OctosatShapeQuery { each: 1, ..of(&good, 0, 2) };
    let not_a_number = OctosatShapeQuery { within: f32::NAN, ..of(&good, 0, 1) };
    let cases = [
        (of(&wrong, 0, 1), 1, OCTOSAT_BAD_SHAPE, 1, "query.spheres: shape 1: radius"),
        (of(&missing, 0, 1), 1, OCTOSAT_NULL, none, "query.spheres: the list of shapes is null"),
        (of(&good, 0, 2), 2, out_of_range, 1, "[0] is 1, but the number of spheres is 1"),
        (of(&good, 2, 1), 1, out_of_range, 0, "[1] is 40, but the number of capsules is 3"),
        (of(&good, 0, 1), 2, bad_length, none, "the length of out is 2"),
        (each, 1, bad_length, none, "without pairs there must be one shape"),
        (both, 1, bad_length, none, "query.each is 1, but query.pair_count is 2, not 0"),
        (not_a_number, 1, OCTOSAT_BAD_SETTING, none, "`within` is NaN"),
    ];
    for (query, count, status, place, message) in cases {
        let (mut rows, mut error) = ([9_u8; 2], no_error());
        let (out, error_out, asked) = (rows.as_mut_ptr(), &raw mut error, &raw const query);
        // SAFETY: handles, lists, and a buffer of at least as many rows.
        let found =
            unsafe { octosat_capsule_overlaps(engine.raw, asked, capsules, out, count, error_out) };
        let text = text(&error);
        assert_eq!((found, error.place, rows), (status, place, [9; 2]), "{text}");
        assert!(text.contains(message), "{text}");
    }
}

#[test]
fn contacts_of_spheres_take_no_length() {
    let (engine, lists) = (engine(OCTOSAT_BACKEND_AUTO).unwrap(), Lists::new(3));
    let (spheres, pairs) = (lists.given_spheres(), pairs_of(&[[0, 1]]));
    let query = OctosatShapeQuery {
        spheres: &raw const spheres,
        pairs: pairs.as_ptr(),
        pair_count: 1,
        within: 0.5,
        ..OctosatShapeQuery::default()
    };
    let (mut contact, mut error) = (OctosatSphereContact::zeroed(), no_error());
    let (out, error_out) = (&raw mut contact, &raw mut error);
    // SAFETY: handles, lists, and a buffer of one row.
    let status = unsafe {
        octosat_sphere_manifolds(engine.raw, &raw const query, spheres, out, 1, error_out)
    };
    assert_eq!(status, OCTOSAT_BAD_ARGUMENT);
    assert!(text(&error).contains("manifolds of spheres takes no `within`"), "{}", text(&error));
    assert!(bytemuck::bytes_of(&contact).iter().all(|&byte| byte == 0));
}

#[test]
fn queries_of_older_programs_are_about_boxes() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let (lists, boxes) = (Lists::new(3), boxes_of(&cloud(3, 0, 5)));
    let older = size_of::<OctosatShapeQuery>() - 3 * size_of::<usize>();
    let query = OctosatShapeQuery {
        size: older as u32,
        each: 1,
        boxes: boxes.raw,
        // What follows the structure of an older program is not its own.
        spheres: core::ptr::dangling(),
        ..OctosatShapeQuery::default()
    };
    let (spheres, mut rows) = (OctosatSpheres { count: 1, ..lists.given_spheres() }, [9_u8; 3]);
    let out = rows.as_mut_ptr();
    // SAFETY: handles, lists, and a buffer of as many rows.
    let status = unsafe {
        octosat_sphere_overlaps(engine.raw, &raw const query, spheres, out, 3, null_mut())
    };
    assert_eq!(status, OCTOSAT_OK);
    assert!(rows.iter().all(|&byte| byte <= 1));
}
