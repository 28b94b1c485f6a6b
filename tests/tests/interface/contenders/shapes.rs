//! Queries about boxes and other shapes, listed and all boxes against one shape.

use std::fmt::Debug;
use std::ptr::{null, null_mut};

use bytemuck::{Pod, Zeroable};
use octosat::sealed::verbs;
use octosat::{
    Against, AxisAlignedBox, BoxView, CapsuleContacts, Engine, Error, HalfSpaceContacts, Length,
    Query, Question,
};
use octosat_c::*;
use octosat_check::queries::{aabbs, capsules, half_space, lines, spheres};
use octosat_check::{stale, uniform};

use super::InC;
use super::contest::Contest;
use crate::common::{assert_rows, pairs_of};

/// A function of the interface about boxes and a list of shapes.
pub(super) type Ask<L, R> = unsafe extern "C" fn(
    *const OctosatEngine,
    *const OctosatShapeQuery,
    L,
    *mut R,
    usize,
    *mut OctosatError,
) -> OctosatStatus;

/// The boxes of a frame against shapes, as the engine and as the interface take them.
struct Shapes<'a, W, S, G, L> {
    frame: &'a Contest<'a, W>,
    shapes: &'a [S],
    given: Vec<G>,
    list: fn(*const G, usize) -> L,
    takes_within: bool,
}

impl<'a, W, S, G, L> Shapes<'a, W, S, G, L> {
    fn new(
        frame: &'a Contest<'a, W>,
        shapes: &'a [S],
        give: impl Fn(&S) -> G,
        list: fn(*const G, usize) -> L,
    ) -> Self {
        Self { frame, shapes, given: shapes.iter().map(give).collect(), list, takes_within: true }
    }

    /// The same for queries that take no `within`.
    fn without(self) -> Self {
        Self { takes_within: false, ..self }
    }

    /// Asks about all rows, then about every box and the first shape.
    fn rows<R: Pod + Debug>(
        &self,
        ask: Ask<L, R>,
        own: impl Fn(&Engine, Query<'_, Against<'_, BoxView<'_>, S>>, &mut [R]) -> Result<(), Error>,
    ) {
        let Some(first) = self.shapes.first() else { return };
        let (boxes, pairs) = (self.frame.case.boxes.unit(), pairs_of(self.frame.pairs));
        let (listed, each) =
            (Query::new((boxes, self.shapes), self.frame.pairs), Query::each(boxes, first));
        let plain = OctosatShapeQuery {
            boxes: self.frame.boxes.raw,
            within: if self.takes_within { self.frame.case.setting.margin } else { 0.0 },
            ..OctosatShapeQuery::default()
        };
        let (lengths, per_row) = match self.frame.lengths() {
            _ if !self.takes_within => (Length::None, null()),
            Length::PerPair(lengths) => (Length::PerPair(lengths), lengths.as_ptr()),
            other => (other, null()),
        };
        let (pair_count, pairs) = (pairs.len(), pairs.as_ptr());
        let asked = OctosatShapeQuery { pairs, pair_count, within_per_row: per_row, ..plain };
        self.same(ask, &own, (asked, self.shapes.len(), pair_count), listed.within(lengths));
        let asked = OctosatShapeQuery { each: 1, ..plain };
        self.same(ask, &own, (asked, 1, boxes.len()), each.within(uniform(plain.within)));
    }

    fn same<R: Pod + Debug>(
        &self,
        ask: Ask<L, R>,
        own: impl Fn(&Engine, Query<'_, Against<'_, BoxView<'_>, S>>, &mut [R]) -> Result<(), Error>,
        (asked, count, rows): (OctosatShapeQuery, usize, usize),
        query: Query<'_, Against<'_, BoxView<'_>, S>>,
    ) {
        let (mut expected, mut found) = (stale(rows), stale(rows));
        own(&self.frame.own, query, &mut expected).unwrap();
        let (list, out) = ((self.list)(self.given.as_ptr(), count), found.as_mut_ptr());
        let engine = self.frame.engine.raw;
        // SAFETY: handles, shapes and a buffer of so many rows.
        let status = unsafe { ask(engine, &raw const asked, list, out, found.len(), null_mut()) };
        assert_eq!(status, OCTOSAT_OK);
        assert_rows(self.frame.pairs, &expected, &found);
    }

    /// Asks which overlap.
    fn overlaps(&self, ask: Ask<L, u8>)
    where
        for<'q, 'o> Query<'q, Against<'q, BoxView<'q>, S>>:
            Question<verbs::Overlaps, Out<'o> = octosat::Answers<'o>>,
    {
        self.rows(ask, |engine, query, out| {
            made(out, false, |bools| engine.overlaps(query, bools), |&overlaps| overlaps.into())
        });
    }
}

/// Makes the interface's rows of the engine's.
pub(super) fn made<T: Clone, R>(
    out: &mut [R],
    before: T,
    ask: impl FnOnce(&mut [T]) -> Result<(), Error>,
    row: impl Fn(&T) -> R,
) -> Result<(), Error> {
    let mut rows = vec![before; out.len()];
    ask(&mut rows)?;
    out.iter_mut().zip(&rows).for_each(|(to, from)| *to = row(from));
    Ok(())
}

/// A shape in the layout of the interface, here and below.
pub(super) fn half_space(one: &octosat::HalfSpace) -> OctosatHalfSpace {
    OctosatHalfSpace { normal: one.normal(), offset: one.offset() }
}

pub(super) fn sphere(one: &octosat::Sphere) -> OctosatSphere {
    OctosatSphere { center: one.center(), radius: one.radius() }
}

pub(super) fn capsule(one: &octosat::Capsule) -> OctosatCapsule {
    OctosatCapsule { start: one.start(), end: one.end(), radius: one.radius() }
}

pub(super) fn ray(one: &octosat::Ray) -> OctosatRay {
    OctosatRay { origin: one.origin(), direction: one.direction() }
}

pub(super) fn segment(one: &octosat::Segment) -> OctosatSegment {
    OctosatSegment { start: one.start(), end: one.end() }
}

/// A contact in the layout of the interface.
fn point(position: [f32; 3], depth: f32, feature: u8) -> OctosatPoint {
    OctosatPoint { position, depth, feature: feature.into() }
}

impl InC for half_space::HalfSpaces {
    fn compare(&self, frames: &[Contest<'_, Self::World>]) {
        for frame in frames {
            let list = |data, count| OctosatHalfSpaces { data, count };
            let against = Shapes::new(frame, frame.world, half_space, list);
            against.overlaps(octosat_half_space_overlaps);
            against.rows(octosat_half_space_manifolds, |engine, query, out| {
                let ask = |rows: &mut [HalfSpaceContacts]| engine.manifolds(query, rows);
                made(out, HalfSpaceContacts::default(), ask, |row| {
                    let mut made = OctosatHalfSpaceManifold::zeroed();
                    for (to, one) in made.points.iter_mut().zip(row.iter()) {
                        *to = point(one.position, one.depth, one.corner);
                        made.len += 1;
                    }
                    made
                })
            });
            against.without().rows(octosat_half_space_penetrations, |engine, query, out| {
                engine.penetrations(query, out)
            });
        }
    }
}

impl InC for spheres::Spheres {
    fn compare(&self, frames: &[Contest<'_, Self::World>]) {
        for frame in frames {
            let list = |data, count| OctosatSpheres { data, count };
            let against = Shapes::new(frame, frame.world, sphere, list);
            against.overlaps(octosat_sphere_overlaps);
            against.without().rows(octosat_sphere_manifolds, |engine, query, out| {
                let ask = |rows: &mut [octosat::SphereContact]| engine.manifolds(query, rows);
                made(out, octosat::SphereContact::default(), ask, |&row| bytemuck::cast(row))
            });
        }
    }
}

impl InC for capsules::Capsules {
    fn compare(&self, frames: &[Contest<'_, Self::World>]) {
        for frame in frames {
            let list = |data, count| OctosatCapsules { data, count };
            let against = Shapes::new(frame, frame.world, capsule, list);
            against.overlaps(octosat_capsule_overlaps);
            against.rows(octosat_capsule_manifolds, |engine, query, out| {
                let ask = |rows: &mut [CapsuleContacts]| engine.manifolds(query, rows);
                made(out, CapsuleContacts::default(), ask, capsule_manifold)
            });
        }
    }
}

/// The contacts of a capsule in the layout of the interface.
pub(super) fn capsule_manifold(row: &CapsuleContacts) -> OctosatCapsuleManifold {
    let mut made = OctosatCapsuleManifold::zeroed();
    (made.normal, made.depth, made.face) = (row.normal, row.depth, row.face());
    for (to, one) in made.points.iter_mut().zip(row.iter()) {
        *to = point(one.position, one.depth, one.feature);
        made.len += 1;
    }
    made
}

/// An axis-aligned box in the layout of the interface.
fn corners(one: &AxisAlignedBox) -> OctosatAabb {
    OctosatAabb { min: one.min(), max: one.max() }
}

impl InC for aabbs::Aabbs {
    fn compare(&self, frames: &[Contest<'_, Self::World>]) {
        for frame in frames {
            let list = |data, count| OctosatAabbs { data, count };
            Shapes::new(frame, frame.world, corners, list).overlaps(octosat_aabb_overlaps);
            let (boxes, count) = (&frame.case.boxes, frame.case.boxes.len());
            let (mut expected, mut found) = (stale(count), stale(count));
            let ask = |rows: &mut [AxisAlignedBox]| frame.own.aabbs(boxes.unit(), rows);
            made(&mut expected, AxisAlignedBox::default(), ask, corners).unwrap();
            let (engine, boxes, out) = (frame.engine.raw, frame.boxes.raw, found.as_mut_ptr());
            // SAFETY: handles, and a buffer of so many rows.
            let status = unsafe { octosat_aabbs(engine, boxes, out, count, null_mut()) };
            assert_eq!(status, OCTOSAT_OK);
            assert_rows(&[], &expected, &found);
        }
    }
}

impl InC for lines::LinesOfSight {
    fn compare(&self, frames: &[Contest<'_, Self::World>]) {
        for frame in frames {
            let rays: Vec<_> = frame.world.iter().map(|lines| lines.ray).collect();
            let segments: Vec<_> = frame.world.iter().map(|lines| lines.segment).collect();
            let list = |data, count| OctosatRays { data, count };
            Shapes::new(frame, &rays, ray, list)
                .without()
                .rows(octosat_hits, |engine, query, out| engine.hits(query, out));
            let list = |data, count| OctosatSegments { data, count };
            let against = Shapes::new(frame, &segments, segment, list).without();
            against.rows(octosat_segment_hits, |engine, query, out| engine.hits(query, out));
            let lists = [0, segments.len() / 2].map(|first| &segments[first..]);
            let [a, b] = [0, segments.len() / 2].map(|first| OctosatSegments {
                data: against.given[first..].as_ptr(),
                count: segments.len() - first,
            });
            let (of_a, of_b) = (lists[0].len() as u32, lists[1].len() as u32);
            let pairs: Vec<_> = (0..of_a * of_b).map(|k| [k % of_a, k / of_a]).collect();
            let (mut expected, mut found) = (stale(pairs.len()), stale(pairs.len()));
            let query = Query::new((lists[0], lists[1]), &pairs);
            frame.own.closest_points(query, &mut expected).unwrap();
            let (given, len, out) = (pairs_of(&pairs), pairs.len(), found.as_mut_ptr());
            let (engine, given) = (frame.engine.raw, given.as_ptr());
            // SAFETY: handles, segments, pairs, and a buffer of so many rows.
            let status =
                unsafe { octosat_closest_points(engine, a, b, given, len, out, len, null_mut()) };
            assert_eq!(status, OCTOSAT_OK);
            assert_rows(&pairs, &expected, &found);
        }
    }
}
