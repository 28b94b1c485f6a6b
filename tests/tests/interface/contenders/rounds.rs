//! Round shapes next to other shapes, and casts of them: the rows of the checker, asked of the interface.

use std::fmt::Debug;
use std::ptr::{null, null_mut};

use bytemuck::{Pod, Zeroable, cast, cast_slice};
use octosat::{Length, ShapeCast};
use octosat_c::*;
use octosat_check::queries::round_pairs::{RoundPairs, RoundsAndLines};
use octosat_check::queries::rounds::Rounds;
use octosat_check::queries::shape_casts::{MovingRounds, ShapeCasts};
use octosat_check::{Asked, Query, stale};

use super::InC;
use super::contest::Contest;
use super::shapes::{Ask, capsule, capsule_manifold, half_space, made, ray, segment, sphere};
use crate::common::{assert_rows, pairs_of};

/// A list that the interface reads.
struct Given<G, L> {
    rows: Vec<G>,
    list: fn(*const G, usize) -> L,
}

impl<G, L> Given<G, L> {
    fn new<S>(shapes: &[S], give: fn(&S) -> G, list: fn(*const G, usize) -> L) -> Self {
        Self { rows: shapes.iter().map(give).collect(), list }
    }

    fn list(&self) -> L {
        (self.list)(self.rows.as_ptr(), self.rows.len())
    }
}

type Spheres = Given<OctosatSphere, OctosatSpheres>;
type Capsules = Given<OctosatCapsule, OctosatCapsules>;

fn spheres(shapes: &[octosat::Sphere]) -> Spheres {
    Given::new(shapes, sphere, |data, count| OctosatSpheres { data, count })
}

fn capsules(shapes: &[octosat::Capsule]) -> Capsules {
    Given::new(shapes, capsule, |data, count| OctosatCapsules { data, count })
}

/// A query about the pairs of a frame, of which each kind of obstacles can be the first list.
struct Obstacles<'a> {
    pairs: Vec<OctosatPair>,
    boxes: *const OctosatBoxes,
    lengths: Length<'a>,
    lists: (OctosatHalfSpaces, OctosatSpheres, OctosatCapsules),
    _rows: (Given<OctosatHalfSpace, OctosatHalfSpaces>, Spheres, Capsules),
}

impl<'a> Obstacles<'a> {
    fn new<W>(frame: &'a Contest<'_, W>, shapes: &Rounds) -> Self {
        let list = |data, count| OctosatHalfSpaces { data, count };
        let half_spaces = Given::new(&shapes.half_spaces, half_space, list);
        let (spheres, capsules) = (spheres(&shapes.spheres), capsules(&shapes.capsules));
        Self {
            pairs: pairs_of(frame.pairs),
            boxes: frame.boxes.raw,
            lengths: frame.lengths(),
            lists: (half_spaces.list(), spheres.list(), capsules.list()),
            _rows: (half_spaces, spheres, capsules),
        }
    }

    /// The query about obstacles of a kind, without a length and with that of the frame.
    fn queries(&self, kind: usize) -> [OctosatShapeQuery; 2] {
        let (pairs, pair_count) = (self.pairs.as_ptr(), self.pairs.len());
        let (half_spaces, spheres, capsules) = &self.lists;
        let plain = OctosatShapeQuery { pairs, pair_count, ..OctosatShapeQuery::default() };
        let plain = match kind {
            0 => OctosatShapeQuery { boxes: self.boxes, ..plain },
            1 => OctosatShapeQuery { half_spaces, ..plain },
            2 => OctosatShapeQuery { spheres, ..plain },
            _ => OctosatShapeQuery { capsules, ..plain },
        };
        let (within, within_per_row) = match self.lengths {
            Length::PerPair(lengths) => (0.0, lengths.as_ptr()),
            Length::Uniform(length) => (length, null()),
            _ => (0.0, null()),
        };
        [plain, OctosatShapeQuery { within, within_per_row, ..plain }]
    }
}

impl<W> Contest<'_, W> {
    /// The rows of the checker.
    fn rows_of<Q: Query<World = W, Memory = ()>>(&self, query: Q) -> Vec<Q::Row> {
        let (engine, margin) = (&self.own, self.lengths());
        let (case, world, rows) = (self.case, self.world, self.pairs);
        query.ask(&Asked { engine, case, world, rows, margin, alone: None }, &mut ()).unwrap()
    }

    /// Asks the interface; other bits than those expected are a panic.
    fn same<L, R: Pod + Debug>(
        &self,
        (ask, list): (Ask<L, R>, L),
        query: &OctosatShapeQuery,
        expected: impl Iterator<Item = R>,
    ) {
        let expected: Vec<R> = expected.collect();
        let mut found = stale(expected.len());
        let (engine, out) = (self.engine.raw, found.as_mut_ptr());
        // SAFETY: handles, lists, and a buffer of as many rows.
        let status = unsafe { ask(engine, query, list, out, found.len(), null_mut()) };
        assert_eq!(status, OCTOSAT_OK);
        assert_rows(self.pairs, &expected, &found);
    }
}

impl InC for RoundPairs {
    fn compare(&self, frames: &[Contest<'_, RoundsAndLines>]) {
        for frame in frames {
            let (rows, RoundsAndLines { shapes, rays, segments }) =
                (frame.rows_of(*self), frame.world);
            let obstacles = Obstacles::new(frame, shapes);
            for (place, kind) in (1..4).enumerate() {
                let [plain, near] = &obstacles.queries(kind);
                let (s, c) = (shapes.spheres_at(kind).unwrap(), shapes.capsules_at(kind).unwrap());
                let (s, c) = (spheres(&s), capsules(&c));
                let near_of = |shape: usize| {
                    rows.iter().map(move |row| u8::from(row.overlaps[place][shape] == 1))
                };
                frame.same((octosat_sphere_overlaps, s.list()), near, near_of(0));
                frame.same((octosat_capsule_overlaps, c.list()), near, near_of(1));
                let contacts = rows.iter().map(|row| cast(row.spheres[place]));
                frame.same((octosat_sphere_manifolds, s.list()), plain, contacts);
                let contacts = rows.iter().map(|row| capsule_manifold(&row.capsules[place]));
                frame.same((octosat_capsule_manifolds, c.list()), near, contacts);
            }
            let list = |data, count| OctosatRays { data, count };
            let rays = Given::new(rays, ray, list);
            let list = |data, count| OctosatSegments { data, count };
            let lines = Given::new(segments, segment, list);
            for (place, kind) in [2, 3].into_iter().enumerate() {
                let [plain, _] = &obstacles.queries(kind);
                let hits = |line: usize| rows.iter().map(move |row| row.hits[place][line]);
                frame.same((octosat_hits, rays.list()), plain, hits(0));
                frame.same((octosat_segment_hits, lines.list()), plain, hits(1));
            }
            each_with_one(frame, &obstacles, shapes);
        }
    }
}

/// Asks about each sphere and one capsule.
fn each_with_one(frame: &Contest<'_, RoundsAndLines>, obstacles: &Obstacles<'_>, shapes: &Rounds) {
    let Some(one) = shapes.capsules.first() else { return };
    let mut expected = stale::<u8>(shapes.spheres.len());
    let query = octosat::Query::each(&shapes.spheres, one);
    let ask = |bools: &mut [bool]| frame.own.overlaps(query, bools);
    made(&mut expected, false, ask, |&overlaps| overlaps.into()).unwrap();
    let [plain, _] = obstacles.queries(2);
    let each = OctosatShapeQuery { each: 1, pairs: null(), pair_count: 0, ..plain };
    let given = capsules(std::slice::from_ref(one));
    frame.same((octosat_capsule_overlaps, given.list()), &each, expected.into_iter());
}

impl InC for ShapeCasts {
    fn compare(&self, frames: &[Contest<'_, MovingRounds>]) {
        for frame in frames {
            let (rows, MovingRounds { shapes, of_a, stored_poses }) =
                (frame.rows_of(*self), frame.world);
            let obstacles = Obstacles::new(frame, shapes);
            for (kind, shape) in (0..4).flat_map(|kind| [(kind, 0), (kind, 1)]) {
                let [plain, _] = obstacles.queries(kind);
                let of_b: Vec<[f32; 3]> =
                    shapes.next_to[kind][shape].iter().map(|round| round.motion).collect();
                let of_pairs: Vec<_> =
                    frame.pairs.iter().map(|row| of_b[row[1] as usize]).collect();
                let default = OctosatCasts {
                    shape_query: &raw const plain,
                    stored_poses: (*stored_poses).into(),
                    ..OctosatCasts::default()
                };
                let casts = match of_a {
                    Some(of_a) => OctosatCasts {
                        per_box: 1,
                        motions: of_a.as_ptr(),
                        motion_count: of_a.len(),
                        motions_of_b: of_b.as_ptr(),
                        motion_count_of_b: of_b.len(),
                        ..default
                    },
                    None => OctosatCasts {
                        motions: of_pairs.as_ptr(),
                        motion_count: of_pairs.len(),
                        ..default
                    },
                };
                let s = spheres(&shapes.spheres_at(kind).unwrap());
                let c = capsules(&shapes.capsules_at(kind).unwrap());
                let expected: Vec<ShapeCast> =
                    rows.iter().map(|row| row.casts[kind][shape]).collect();
                let mut found = vec![OctosatShapeCast::zeroed(); expected.len()];
                let (engine, casts) = (frame.engine.raw, &raw const casts);
                let (out, count) = (found.as_mut_ptr(), found.len());
                // SAFETY: handles, lists, and a buffer of as many rows.
                let status = unsafe {
                    match shape {
                        0 => octosat_sphere_casts(engine, casts, s.list(), out, count, null_mut()),
                        _ => octosat_capsule_casts(engine, casts, c.list(), out, count, null_mut()),
                    }
                };
                assert_eq!(status, OCTOSAT_OK);
                assert_rows(frame.pairs, cast_slice(&expected), &found);
            }
        }
    }
}
