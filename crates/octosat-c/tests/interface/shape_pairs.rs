//! Pairs of shapes without a box give the bits of the Rust interface, and wrong lists are rejected.

use std::fmt::Debug;
use std::ptr::{null, null_mut};

use bytemuck::{Pod, Zeroable, cast_slice};
use octosat::{
    CapsuleContacts, Engine, HitQuery, Length, ManifoldQuery, OverlapQuery, QueryError, Ray,
    Segment, ShapePairs, SphereContact,
};
use octosat_c::*;
use octosat_check::stale;
use octosat_scenes::generate::cloud;

use crate::common::{assert_rows, boxes_of, engine, no_error, pairs_of, text};
use crate::contenders::shapes::{Ask, capsule_manifold, made};
use crate::round::{Lists, mixed};

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
    for<'q> ShapePairs<'q, A, octosat::Sphere>: OverlapQuery + ManifoldQuery<Output = [SphereContact]>,
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
    assert!(rows.iter().all(|row| row.face.code() == OCTOSAT_FACE_MISS.code()));
}
