//! Pairs of shapes without a box give the bits of the Rust interface, and wrong lists are rejected.

use std::fmt::Debug;
use std::ptr::{null, null_mut};

use bytemuck::{Pod, Zeroable};
use octosat::{
    CapsuleContacts, Engine, HitQuery, Length, ManifoldQuery, OverlapQuery, QueryError, Ray,
    Segment, ShapePairs, SphereContact,
};
use octosat_c::*;
use octosat_check::stale;

use crate::common::{assert_rows, boxes_of, engine, no_error, pairs_of, text};
use crate::contenders::shapes::{Ask, capsule_manifold, made};
use crate::round::{Lists, crowd, mixed};

/// Two lists: of the engine, and the query of the interface with the first and the list of the second.
struct Sides<'a, A, B, L> {
    a: &'a [A],
    b: &'a [B],
    first: OctosatShapeQuery,
    list: fn(L, usize) -> L,
    second: L,
}

/// The same list with another length.
fn spheres(list: OctosatSpheres, count: usize) -> OctosatSpheres {
    OctosatSpheres { count, ..list }
}

/// The same list with another length.
fn capsules(list: OctosatCapsules, count: usize) -> OctosatCapsules {
    OctosatCapsules { count, ..list }
}

impl<A, B, L: Copy> Sides<'_, A, B, L> {
    /// Asks about listed pairs, also with a length of each, and about each first shape with one second shape.
    fn same<R: Pod + Debug>(
        &self,
        takes_within: bool,
        ask: Ask<L, R>,
        own: impl Fn(&Engine, ShapePairs<'_, A, B>, &mut [R]) -> Result<(), QueryError>,
    ) -> Vec<R> {
        let pairs = mixed(300, [self.a.len(), self.b.len()]);
        let each: Vec<_> = (0..self.a.len() as u32).map(|place| [place, 0]).collect();
        let lengths: Vec<f32> = (0..pairs.len()).map(|row| 0.125 * (row % 5) as f32).collect();
        let given = pairs_of(&pairs);
        let (pair_count, within_per_row) = (given.len(), lengths.as_ptr());
        let listed = OctosatShapeQuery { pairs: given.as_ptr(), pair_count, ..self.first };
        let mut asked = vec![
            (listed, &pairs, self.b.len(), Length::None),
            (OctosatShapeQuery { each: 1, ..self.first }, &each, 1, Length::None),
        ];
        if takes_within {
            let per_row = OctosatShapeQuery { within_per_row, ..listed };
            asked.push((per_row, &pairs, self.b.len(), Length::PerPair(&lengths)));
            let within = OctosatShapeQuery { each: 1, within: 0.25, ..self.first };
            asked.push((within, &each, 1, Length::Uniform(0.25)));
        }
        let mut all = Vec::new();
        for backend in [OCTOSAT_BACKEND_PORTABLE, OCTOSAT_BACKEND_AVX2, OCTOSAT_BACKEND_AVX512] {
            let Some(engine) = engine(backend) else { continue };
            for &(query, pairs, count, within) in &asked {
                let (mut expected, mut found) = (stale(pairs.len()), stale(pairs.len()));
                let question = ShapePairs::new(self.a, &self.b[..count], pairs).within(within);
                own(&Engine::new(), question, &mut expected).unwrap();
                let (list, out) = ((self.list)(self.second, count), found.as_mut_ptr());
                // SAFETY: handles, lists, and a buffer of as many rows.
                let status = unsafe {
                    ask(engine.raw, &raw const query, list, out, found.len(), null_mut())
                };
                assert_eq!(status, OCTOSAT_OK);
                assert_rows(pairs, &expected, &found);
                all.extend(found);
            }
        }
        all
    }

    /// Asks which overlap.
    fn overlaps(&self, ask: Ask<L, u8>)
    where
        for<'q> ShapePairs<'q, A, B>: OverlapQuery,
    {
        let bytes = self.same(true, ask, |engine, query, out| {
            made(out, false, |bools| engine.overlaps(query, bools), |&overlaps| overlaps.into())
        });
        assert!(bytes.contains(&0) && bytes.contains(&1));
    }
}

/// A first list of each kind, and the query that has it.
fn against_spheres<A>(lists: &Lists, a: &[A], first: OctosatShapeQuery)
where
    for<'q> ShapePairs<'q, A, octosat::Sphere>:
        OverlapQuery + ManifoldQuery<Output = [SphereContact]>,
{
    let second = lists.given_spheres();
    let sides = Sides { a, b: &lists.spheres, first, list: spheres, second };
    sides.overlaps(octosat_sphere_overlaps);
    sides.same(false, octosat_sphere_manifolds, |engine, query, out| {
        let ask = |rows: &mut [SphereContact]| engine.manifolds(query, rows);
        made(out, SphereContact::default(), ask, |&row| bytemuck::cast(row))
    });
}

/// The same for capsules.
fn against_capsules<A>(lists: &Lists, a: &[A], first: OctosatShapeQuery)
where
    for<'q> ShapePairs<'q, A, octosat::Capsule>:
        OverlapQuery + ManifoldQuery<Output = [CapsuleContacts]>,
{
    let second = lists.given_capsules();
    let sides = Sides { a, b: &lists.capsules, first, list: capsules, second };
    sides.overlaps(octosat_capsule_overlaps);
    let rows = sides.same(true, octosat_capsule_manifolds, |engine, query, out| {
        let ask = |rows: &mut [CapsuleContacts]| engine.manifolds(query, rows);
        made(out, CapsuleContacts::default(), ask, capsule_manifold)
    });
    assert!(rows.iter().all(|row| row.face == OctosatFace::MISS));
    assert!(rows.iter().any(|row| row.len == 0) && rows.iter().any(|row| row.len > 0));
}

/// The same for rays and segments, which go through all the shapes.
fn against_lines<A>(lists: &Lists, a: &[A], first: OctosatShapeQuery)
where
    for<'q> ShapePairs<'q, A, Ray>: HitQuery,
    for<'q> ShapePairs<'q, A, Segment>: HitQuery,
{
    let ends: Vec<_> = lists.spheres.iter().map(octosat::Sphere::center).collect();
    let given_rays: Vec<_> =
        ends.iter().map(|&origin| OctosatRay { origin, direction: [1.0, -0.5, 0.25] }).collect();
    let given_segments: Vec<_> = ends
        .iter()
        .zip(ends.iter().rev())
        .map(|(&start, &end)| OctosatSegment { start, end })
        .collect();
    let ray = |one: &OctosatRay| Ray::new(one.origin, one.direction).unwrap();
    let segment = |one: &OctosatSegment| Segment::new(one.start, one.end).unwrap();
    let rays: Vec<_> = given_rays.iter().map(ray).collect();
    let segments: Vec<_> = given_segments.iter().map(segment).collect();

    let second = OctosatRays { data: given_rays.as_ptr(), count: rays.len() };
    let list = |list, count| OctosatRays { count, ..list };
    let sides = Sides { a, b: &rays, first, list, second };
    let rows = sides.same(false, octosat_hits, |engine, query, out| engine.hits(query, out));
    assert!(rows.iter().any(|row| row.face == OctosatFace::ROUND));

    let second = OctosatSegments { data: given_segments.as_ptr(), count: segments.len() };
    let list = |list, count| OctosatSegments { count, ..list };
    let sides = Sides { a, b: &segments, first, list, second };
    sides.same(false, octosat_segment_hits, |engine, query, out| engine.hits(query, out));
}

#[test]
fn spheres_and_capsules_against_other_shapes_have_the_bits_of_the_engine() {
    let (lists, plain) = (Lists::new(40, 5), OctosatShapeQuery::default());
    let (spheres, capsules) = (lists.given_spheres(), lists.given_capsules());
    let half_spaces = lists.given_half_spaces();
    let of_spheres = OctosatShapeQuery { spheres: &raw const spheres, ..plain };
    let of_capsules = OctosatShapeQuery { capsules: &raw const capsules, ..plain };
    let of_half_spaces = OctosatShapeQuery { half_spaces: &raw const half_spaces, ..plain };
    against_spheres(&lists, &lists.spheres, of_spheres);
    against_spheres(&lists, &lists.capsules, of_capsules);
    against_spheres(&lists, &lists.half_spaces, of_half_spaces);
    against_capsules(&lists, &lists.spheres, of_spheres);
    against_capsules(&lists, &lists.capsules, of_capsules);
    against_capsules(&lists, &lists.half_spaces, of_half_spaces);
    against_lines(&lists, &lists.spheres, of_spheres);
    against_lines(&lists, &lists.capsules, of_capsules);
}

/// A query about a list of kinds that a call does not take, and what the message says.
#[test]
fn a_query_has_one_first_list_of_a_kind_that_the_call_takes() {
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let (lists, boxes, pairs) = (Lists::new(3, 5), boxes_of(&crowd(3, 5)), pairs_of(&[[0, 0]]));
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
        (&of_spheres, 1, OCTOSAT_BAD_ARGUMENT, "this query is about boxes: query.spheres"),
        (&of_half_spaces, 2, OCTOSAT_BAD_ARGUMENT, "query.half_spaces must be null"),
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
    let lists = Lists::new(3, 5);
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
    let not_a_number = OctosatShapeQuery { within: f32::NAN, ..of(&good, 0, 1) };
    let cases = [
        (of(&wrong, 0, 1), 1, OCTOSAT_BAD_SHAPE, 1, "query.spheres: shape 1: radius"),
        (of(&missing, 0, 1), 1, OCTOSAT_NULL, none, "query.spheres: the list of shapes is null"),
        (of(&good, 0, 2), 2, out_of_range, 1, "[0] is 1, but the number of spheres is 1"),
        (of(&good, 2, 1), 1, out_of_range, 0, "[1] is 40, but the number of capsules is 10"),
        (of(&good, 0, 1), 2, bad_length, none, "the length of out is 2"),
        (each, 1, bad_length, none, "the length of the list of shapes"),
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
    let (engine, lists) = (engine(OCTOSAT_BACKEND_AUTO).unwrap(), Lists::new(3, 5));
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
    let (lists, boxes) = (Lists::new(3, 5), boxes_of(&crowd(3, 5)));
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
