//! Pairs without a box: spheres, capsules and lines against spheres, capsules and half-spaces.

use bytemuck::{Pod, Zeroable};
use octosat::ask::{AnyList, ShapeQuestion};
use octosat::{CapsuleContacts, Engine, Length, Ray, RayHit, Segment, SphereContact};
use octosat_reference::float64::{
    CapsuleAnswer, CapsulePoint, CapsuleSolid, GivenLine, GivenShape, LineAnswer,
    ReferenceRoundLine, RoundPair, SphereAnswer,
};
use octosat_scenes::generate::round::Obstacle;

use super::answers::{both_forms, filled};
use super::rounds::{self, Rounds};
use crate::facts::SMALLEST_OF_ROUND;
use crate::{
    Asked, Basis, Call, Case, Facts, Failure, Finding, Query, Verb, boolean, map_rows, short,
};

/// Pairs of spheres, capsules and half-spaces, and lines.
#[derive(Clone, Copy, Debug)]
pub struct RoundPairs;

/// The shapes of a frame, and lines next to its spheres and capsules.
#[derive(Debug, Default)]
pub struct RoundsAndLines {
    /// The shapes.
    pub shapes: Rounds,
    /// The lines, without end.
    pub rays: Vec<Ray>,
    /// The lines, up to their ends.
    pub segments: Vec<Segment>,
}

/// The kinds of obstacles of these pairs, which are no boxes: half-spaces, spheres, capsules.
const KINDS: [usize; 3] = [1, 2, 3];

/// Meters: rays reject directions without a component of at least this.
const SMALLEST_DIRECTION: f32 = 1e-12;

/// All answers about a row.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct RoundPairRow {
    /// By kind, of spheres and of capsules.
    pub overlaps: [[u32; 2]; 3],
    /// Zero: the rest has rows of sixteen bytes.
    padding: [u32; 2],
    /// By kind.
    pub spheres: [SphereContact; 3],
    /// By kind.
    pub capsules: [CapsuleContacts; 3],
    /// Of rays and of segments, against spheres and against capsules.
    pub hits: [[RayHit; 2]; 2],
}

impl Query for RoundPairs {
    type Row = RoundPairRow;
    type World = RoundsAndLines;
    type Memory = ();
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "round-pairs",
            about: "spheres, capsules and lines against spheres, capsules and half-spaces; contacts take a margin",
            verbs: const {
                &[
                    Verb::of("overlaps", "shapes, `Sphere`"),
                    Verb::of("overlaps", "shapes, `Capsule`"),
                    Verb::of("manifolds", "shapes, `Sphere`"),
                    Verb::of("manifolds", "shapes, `Capsule`"),
                    Verb::of("hits", "shapes, lines"),
                ]
            },
            bases: &[Basis::Unit],
            smallest_length: SMALLEST_OF_ROUND,
            rows: "round shapes",
            ..Facts::OF_SHAPES
        }
    }

    fn world(&self, case: &Case) -> Result<RoundsAndLines, Failure> {
        let shapes = Rounds::new(case, Obstacle::touched_by)?;
        let lines = Rounds::new(case, |obstacle, random, _| obstacle.passed(random, false))?;
        let (mut rays, mut segments) = (Vec::new(), Vec::new());
        for one in &lines.next_to[3][0] {
            let start = one.solid.start;
            let still = one.motion.iter().all(|component| component.abs() < SMALLEST_DIRECTION);
            let direction = if still { [0.0, 0.0, 1.0] } else { one.motion };
            let end = [0, 1, 2].map(|k| start[k] + one.motion[k]);
            let error = |error| Failure::new(format!("{error}"));
            rays.push(Ray::new(start, direction).map_err(error)?);
            segments.push(Segment::new(start, end).map_err(error)?);
        }
        Ok(RoundsAndLines { shapes, rays, segments })
    }

    fn rows(&self, case: &Case, _world: &RoundsAndLines) -> Vec<[u32; 2]> {
        rounds::rows(case)
    }

    fn ask(
        &self,
        asked: &Asked<'_, RoundsAndLines>,
        _memory: &mut (),
    ) -> Result<Vec<RoundPairRow>, Failure> {
        let RoundsAndLines { shapes, rays, segments } = asked.world;
        let Rounds { half_spaces, spheres, capsules, .. } = shapes;
        let (engine, count) = (asked.engine, asked.rows.len());
        let lists = [half_spaces[..].into(), spheres[..].into(), capsules[..].into()];
        let mut rows = vec![RoundPairRow::zeroed(); count];
        for (place, (kind, a)) in KINDS.into_iter().zip(lists).enumerate() {
            let (s, c) = (shapes.spheres_at(kind)?, shapes.capsules_at(kind)?);
            let (s, c) = (AnyList::Spheres(&s), AnyList::Capsules(&c));
            let near = [s, c].map(|b| question(asked.rows, [a, b], asked.margin));
            let overlaps = near.map(|near| both_forms(count, |out| near.overlaps(engine, out)));
            let [of_s, of_c] = overlaps;
            let (of_s, of_c, all) = (of_s?, of_c?, question(asked.rows, [a, s], Length::None));
            let spheres = filled(count, |out| all.sphere_manifolds(engine, out))?;
            let capsules = filled(count, |out| near[1].capsule_manifolds(engine, out))?;
            for (index, row) in rows.iter_mut().enumerate() {
                row.overlaps[place] = [of_s[index].into(), of_c[index].into()];
                (row.spheres[place], row.capsules[place]) = (spheres[index], capsules[index]);
            }
        }
        for (place, a) in lists[1..].iter().enumerate() {
            for (kind, b) in [rays[..].into(), segments[..].into()].into_iter().enumerate() {
                let lines = question(asked.rows, [*a, b], Length::None);
                let hits = filled(count, |out| lines.hits(engine, out))?;
                rows.iter_mut().zip(hits).for_each(|(row, hit)| row.hits[place][kind] = hit);
            }
        }
        Ok(rows)
    }

    fn check(
        &self,
        asked: &Asked<'_, RoundsAndLines>,
        answers: &[RoundPairRow],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        Ok(map_rows(asked.rows.len(), |place| {
            let (row, answer) = (asked.rows[place], &answers[place]);
            let touching =
                KINDS.into_iter().enumerate().fold(Finding::default(), |finding, (place, kind)| {
                    finding.and(touching(asked, row, [place, kind], answer))
                });
            touching.and(entered(asked, row, answer)).about(|| format!(", {answer:?}"))
        }))
    }

    /// None: no box is part of any row but through the shapes made from it.
    fn depends_on(&self, _case: &Case, _row: [u32; 2], _index: u32) -> bool {
        false
    }

    fn calls<'a>(&self, _case: &'a Case, world: &'a RoundsAndLines) -> Vec<Call<'a>> {
        let Rounds { spheres, capsules, .. } = &world.shapes;
        let pairs: Vec<[u32; 2]> = (0..short(spheres.len())).map(|index| [index; 2]).collect();
        let (rows, other) = (pairs.len(), pairs.clone());
        let (Ok(next), Ok(others)) = (world.shapes.spheres_at(2), world.shapes.capsules_at(3))
        else {
            return Vec::new();
        };
        let of_spheres = move |engine: &Engine, out: &mut [SphereContact]| {
            Ok(engine.manifolds(octosat::Query::new((spheres, &next), &pairs), out)?)
        };
        let of_capsules = move |engine: &Engine, out: &mut [CapsuleContacts]| {
            Ok(engine.manifolds(octosat::Query::new((capsules, &others), &other), out)?)
        };
        let (one, two) =
            (vec![SphereContact::default(); rows], vec![CapsuleContacts::default(); rows]);
        vec![
            Call::new("sphere-sphere", one, of_spheres, SphereContact::overlaps),
            Call::new("capsule-capsule", two, of_capsules, CapsuleContacts::overlaps),
        ]
    }
}

/// A question about pairs of two lists.
fn question<'a>(
    pairs: &'a [[u32; 2]],
    [a, b]: [AnyList<'a>; 2],
    within: Length<'a>,
) -> ShapeQuestion<'a> {
    ShapeQuestion { a, b, pairs: Some(pairs), within }
}

/// What the reference finds in how a sphere and a capsule touch an obstacle.
fn touching(
    asked: &Asked<'_, RoundsAndLines>,
    row: [u32; 2],
    [place, kind]: [usize; 2],
    answer: &RoundPairRow,
) -> Finding {
    let within = asked.case.setting.margin;
    let shapes = &asked.world.shapes;
    let a = shapes.obstacle(asked.case, kind, row[0]);
    let [sphere, capsule] =
        [0, 1].map(|shape: usize| shapes.next_to[kind][shape][row[1] as usize].solid);
    let sphere = CapsuleSolid { end: sphere.start, ..sphere };

    let pair = RoundPair::new(&a, &sphere);
    let SphereContact { normal, depth, point, distance } = answer.spheres[place];
    let report = pair.sphere_report(&SphereAnswer { normal, depth, point, distance });
    let fault = report.fault.map(|fault| format!("{fault:?} of {a:?} and {sphere:?}"));
    let near = answer.overlaps[place][0] == 1;
    let mut finding = Finding::new(fault, report.depth.min(1.0));
    finding.error = finding
        .error
        .max(boolean(near, pair.depth() + f64::from(within), pair.error_bound()).min(1.0));
    finding
        .holds(near == (depth >= -within), "the boolean about a sphere is not that of the depth");
    finding.holds(!pair.contradicts(within, near), "the boolean about a sphere is wrong");

    let pair = RoundPair::new(&a, &capsule);
    let contacts: Vec<CapsulePoint> = answer.capsules[place]
        .iter()
        .map(|c| CapsulePoint { position: c.position, depth: c.depth, feature: c.feature })
        .collect();
    let CapsuleContacts { normal, depth, .. } = answer.capsules[place];
    let face = answer.capsules[place].face().code();
    let report =
        pair.capsule_report(&CapsuleAnswer { normal, depth, face, contacts: &contacts, within });
    let fault = report.fault.map(|fault| format!("{fault:?} of {a:?} and {capsule:?}"));
    let near = answer.overlaps[place][1] == 1;
    let mut other = Finding::new(fault, report.depth.min(1.0));
    other.holds(near == (depth >= -within), "the boolean about a capsule is not that of the depth");
    other.holds(!pair.contradicts(within, near), "the boolean about a capsule is wrong");
    other.holds(face == 255, "there is a face");
    finding.and(other)
}

/// What the reference finds in where lines enter and leave spheres and capsules.
fn entered(asked: &Asked<'_, RoundsAndLines>, row: [u32; 2], answer: &RoundPairRow) -> Finding {
    let RoundsAndLines { shapes, rays, segments } = asked.world;
    let (ray, segment) = (&rays[row[1] as usize], &segments[row[1] as usize]);
    let along = [0, 1, 2].map(|k| f64::from(segment.end()[k]) - f64::from(segment.start()[k]));
    let lines = [
        GivenLine {
            start: ray.origin(),
            direction: ray.direction().map(f64::from),
            last: f64::INFINITY,
        },
        GivenLine { start: segment.start(), direction: along, last: 1.0 },
    ];
    let mut finding = Finding::default();
    for (place, kind) in [2, 3].into_iter().enumerate() {
        let GivenShape::Capsule(of) = shapes.obstacle(asked.case, kind, row[0]) else { continue };
        for (line, hit) in lines.iter().zip(answer.hits[place]) {
            let reference = ReferenceRoundLine::new(&of, line);
            let RayHit { entry, exit, face, .. } = hit;
            let fault = reference.fault(&LineAnswer { entry, exit, face: face.code() });
            let fault =
                fault.map(|fault| format!("{fault:?} of {line:?} and {of:?}, {reference:?}"));
            finding = finding.and(Finding::new(fault, 0.0));
        }
    }
    finding
}
