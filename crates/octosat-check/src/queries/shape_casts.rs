//! Casts of spheres and capsules against boxes, half-spaces, spheres and capsules.

use bytemuck::{Pod, Zeroable};
use octosat::ask::{AnyList, ShapeQuestion};
use octosat::{CastState, Casts, Engine, Length, Motions, ShapeCast};
use octosat_reference::float64::{CapsuleSolid, GivenShape, ReferenceShapeCast, ShapeCastAnswer};
use octosat_scenes::generate::Random;
use octosat_scenes::generate::round::Obstacle;

use super::answers::filled;
use super::rounds::{self, OBSTACLES, Rounds};
use crate::facts::SMALLEST_OF_ROUND;
use crate::{
    Asked, Basis, Call, Case, Facts, Failure, Finding, Query, Verb, map_rows, share, short,
};

/// Casts of spheres and capsules.
#[derive(Clone, Copy, Debug)]
pub struct ShapeCasts;

/// The shapes of a frame, and how they move.
#[derive(Debug, Default)]
pub struct MovingRounds {
    /// The shapes.
    pub shapes: Rounds,
    /// The displacement of each obstacle; none if b alone moves.
    pub of_a: Option<Vec<[f32; 3]>>,
    /// Whether poses at times are rounded, for every other seed.
    pub stored_poses: bool,
}

/// The casts of a sphere and a capsule against an obstacle of each kind.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct ShapeCastRow {
    /// By kind, of the sphere and of the capsule.
    pub casts: [[ShapeCast; 2]; OBSTACLES],
}

impl Query for ShapeCasts {
    type Row = ShapeCastRow;
    type World = MovingRounds;
    type Memory = ();
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "shape-casts",
            about: "spheres and capsules that move: when they touch boxes, half-spaces, spheres and capsules",
            verbs: const {
                &[
                    Verb::of("casts", "boxes, round shapes"),
                    Verb::of("casts", "shapes, round shapes"),
                ]
            },
            bases: &[Basis::Unit],
            takes_margin: false,
            avx2_nanoseconds: 20,
            smallest_length: SMALLEST_OF_ROUND,
            rows: "round shapes",
            ..Facts::OF_SHAPES
        }
    }

    fn world(&self, case: &Case) -> Result<MovingRounds, Failure> {
        let seed = case.setting.shape_seed;
        // The largest quarter of all seeds.
        let is_thin = seed >> 62 == 3;
        let make = if is_thin { Obstacle::passed_thinly } else { Obstacle::passed };
        let shapes = Rounds::new(case, make)?;
        let motion = |index: usize| -> [f32; 3] {
            let random = &mut Random::of_round(seed, index as u64 % case.originals.max(1) as u64);
            random.vector(-1.0, 1.0).map(octosat_scenes::generate::narrow)
        };
        let moves = seed.is_multiple_of(3);
        let of_a = moves.then(|| (0..case.boxes.len()).map(motion).collect());
        Ok(MovingRounds { shapes, of_a, stored_poses: !seed.is_multiple_of(2) })
    }

    fn rows(&self, case: &Case, _world: &MovingRounds) -> Vec<[u32; 2]> {
        rounds::rows(case)
    }

    fn ask(
        &self,
        asked: &Asked<'_, MovingRounds>,
        _memory: &mut (),
    ) -> Result<Vec<ShapeCastRow>, Failure> {
        let mut rows = vec![ShapeCastRow::zeroed(); asked.rows.len()];
        for kind in 0..OBSTACLES {
            let answers = [asked.of_shape(kind, 0)?, asked.of_shape(kind, 1)?];
            for (shape, answers) in answers.into_iter().enumerate() {
                for (row, answer) in rows.iter_mut().zip(answers) {
                    row.casts[kind][shape] = answer;
                }
            }
        }
        Ok(rows)
    }

    fn check(
        &self,
        asked: &Asked<'_, MovingRounds>,
        answers: &[ShapeCastRow],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        Ok(map_rows(asked.rows.len(), |place| {
            let row = asked.rows[place];
            let casts = &answers[place].casts;
            let all = (0..OBSTACLES).flat_map(|kind| [[kind, 0], [kind, 1]]);
            all.fold(Finding::default(), |finding, [kind, shape]| {
                let given = Given::new(asked.case, asked.world, row, [kind, shape]);
                finding.and(given.finding(&casts[kind][shape]))
            })
        }))
    }

    fn depends_on(&self, _case: &Case, row: [u32; 2], index: u32) -> bool {
        row[0] == index
    }

    fn calls<'a>(&self, case: &'a Case, world: &'a MovingRounds) -> Vec<Call<'a>> {
        let shapes = &world.shapes;
        let (Ok(spheres), Ok(capsules)) = (shapes.spheres_at(0), shapes.capsules_at(0)) else {
            return Vec::new();
        };
        let [of_spheres, of_capsules] = [0, 1].map(|shape| motions(shapes, shape));
        let pairs: Vec<[u32; 2]> = (0..short(spheres.len())).map(|index| [index; 2]).collect();
        let (boxes, none, list) =
            (case.boxes.unit(), vec![ShapeCast::default(); pairs.len()], pairs.clone());
        let past_spheres = move |engine: &Engine, out: &mut [ShapeCast]| {
            let query = octosat::Query::new((boxes, &spheres), &pairs);
            Ok(engine.casts(Casts::new(query, Motions::per_pair(&of_spheres)), out)?)
        };
        let past_capsules = move |engine: &Engine, out: &mut [ShapeCast]| {
            let query = octosat::Query::new((boxes, &capsules), &list);
            Ok(engine.casts(Casts::new(query, Motions::per_pair(&of_capsules)), out)?)
        };
        vec![
            Call::new("sphere-casts", none.clone(), past_spheres, ShapeCast::touches),
            Call::new("capsule-casts", none, past_capsules, ShapeCast::touches),
        ]
    }
}

/// The displacements of the spheres or the capsules next to boxes.
fn motions(shapes: &Rounds, shape: usize) -> Vec<[f32; 3]> {
    shapes.next_to[0][shape].iter().map(|round| round.motion).collect()
}

impl Asked<'_, MovingRounds> {
    /// Asks about spheres, or capsules, past one kind of obstacles.
    fn of_shape(&self, kind: usize, shape: usize) -> Result<Vec<ShapeCast>, Failure> {
        let Rounds { half_spaces, spheres, capsules, .. } = &self.world.shapes;
        let a = match kind {
            0 => AnyList::Boxes(self.case.boxes.unit()),
            1 => AnyList::HalfSpaces(half_spaces),
            2 => AnyList::Spheres(spheres),
            _ => AnyList::Capsules(capsules),
        };
        match shape {
            0 => self.casts(kind, shape, a, AnyList::Spheres(&self.world.shapes.spheres_at(kind)?)),
            _ => {
                self.casts(kind, shape, a, AnyList::Capsules(&self.world.shapes.capsules_at(kind)?))
            }
        }
    }

    /// Asks about two lists, with displacements per pair or of both sides.
    fn casts(
        &self,
        kind: usize,
        shape: usize,
        a: AnyList<'_>,
        b: AnyList<'_>,
    ) -> Result<Vec<ShapeCast>, Failure> {
        let Self { engine, world, rows, .. } = self;
        let of_b: Vec<[f32; 3]> =
            world.shapes.next_to[kind][shape].iter().map(|round| round.motion).collect();
        let of_pairs: Vec<[f32; 3]> = rows.iter().map(|row| of_b[row[1] as usize]).collect();
        let motions = match &world.of_a {
            Some(of_a) => Motions::per_box([&of_a[..], &of_b]),
            None => Motions::per_pair(&of_pairs),
        };
        let asked = ShapeQuestion { a, b, pairs: Some(rows), within: Length::None };
        Ok(filled(rows.len(), |out| asked.casts(engine, motions, world.stored_poses, out))?)
    }
}

/// A cast as the reference takes it.
struct Given {
    a: GivenShape,
    b: CapsuleSolid,
    /// The displacement of each, meters.
    motions: [[f32; 3]; 2],
    stored_poses: bool,
}

impl Given {
    fn new(case: &Case, world: &MovingRounds, row: [u32; 2], [kind, shape]: [usize; 2]) -> Self {
        let MovingRounds { shapes, of_a, stored_poses } = world;
        let b = shapes.next_to[kind][shape][row[1] as usize];
        let of_a = of_a.as_ref().map_or([0.0; 3], |of_a| of_a[row[0] as usize]);
        Self {
            a: shapes.obstacle(case, kind, row[0]),
            b: b.solid,
            motions: [of_a, b.motion],
            stored_poses: *stored_poses,
        }
    }

    /// What the reference finds in an answer.
    fn finding(&self, row: &ShapeCast) -> Finding {
        let Self { a, b, motions, stored_poses, .. } = self;
        let motion = [0, 1, 2].map(|k| f64::from(motions[1][k]) - f64::from(motions[0][k]));
        let reference = ReferenceShapeCast::new(a, b, motion);
        let reference =
            if *stored_poses { reference.stored_poses(a, b, *motions) } else { reference };
        let ShapeCast { normal, time, point, state, .. } = *row;
        let report = reference.report(&ShapeCastAnswer { state, time, normal, point });
        let mut finding = Finding::new(None, share(report.worst(), 1.0));
        finding.holds(report.faults.is_empty(), &format!("{report:?}"));
        let is_hit = *stored_poses && state == CastState::HIT && time > 0.0;
        let overlap = is_hit && ReferenceShapeCast::overlaps_at(a, b, *motions, time);
        finding.holds(!overlap, "the poses at the time overlap");
        finding.about(|| {
            let (touch, bound) = (reference.first_touch(), reference.bound());
            format!(
                " ({row:?} of {a:?} and {b:?}, {motions:?} m; float64 first touch {touch:?}, bound {bound:e} m)"
            )
        })
    }
}
