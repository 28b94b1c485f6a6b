//! Pairs of boxes at a time of their motion: penetration, contacts and distance there.

use bytemuck::{Pod, Zeroable, bytes_of};
use octosat::tolerances::MAX_LENGTH;
use octosat::{
    Backend, Distance, DistanceState, Engine, Impacts as ImpactQuestion, Manifolds, Motions,
    Penetration, PointLimit, PointOrigin, Query as PairQuery,
};
use octosat_reference::OrientedBox;
use octosat_reference::float64::ReferenceStep;
use octosat_reference::plain::{self, PlainMoved, PlainSettings};
use octosat_scenes::generate::{Random, narrow};
use proptest::prelude::BoxedStrategy;

use super::answers::filled;
use super::impacts::{Ends, Impacts, steps};
use crate::manifolds::{ManifoldRow, is_zero};
use crate::{
    Asked, Basis, Call, Case, Count, Facts, Failure, Finding, Query, Round, Setting, Verb, Workers,
    map_rows, share, short, uniform,
};

/// Pairs of boxes on their way from a frame to the next one, mostly at their time of impact.
#[derive(Clone, Copy, Debug)]
pub struct Moved;

/// The poses at the end of the step, and how far each box moves.
#[derive(Debug, Default)]
pub struct MovedWorld {
    ends: Ends,
    motions: Vec<[f32; 3]>,
}

/// The answers about a pair of boxes that turn, and of boxes that do not.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct MovedRow {
    turned: Answers,
    straight: Answers,
}

/// The answers about a pair at its time.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct Answers {
    penetration: Penetration,
    distance: Distance,
    manifold: ManifoldRow,
}

/// One of this number of pairs is asked at another time than that of its impact.
const PAIRS_PER_OTHER_TIME: usize = 4;

/// How closely impacts are found for this.
const TOLERANCE: f32 = 1e-3;
const ROUNDS: u32 = 64;

/// Units of roundoff by which moving a pair is off, for each meter of its offset, its motion and its half extents.
const MOVED_ERROR: f64 = 8.0 / 16_777_216.0;

/// Quaternions whose product is less than this may turn either way.
const HALF_TURN: f64 = 1e-5;

impl Query for Moved {
    type Row = MovedRow;
    type World = MovedWorld;
    type Memory = Manifolds;
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "moved",
            about: "pairs of boxes that move and turn from a frame to the next, at a time in between: penetration, contacts and distance, with a margin",
            verbs: const {
                &[
                    Verb::of("penetrations", "boxes"),
                    Verb::of("manifolds", "boxes"),
                    Verb::of("distances", "boxes"),
                ]
            },
            bases: &[Basis::Unit],
            avx2_nanoseconds: 24,
            ..Facts::OF_PAIRS
        }
    }

    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        steps(number)
    }

    fn world(&self, case: &Case) -> Result<MovedWorld, Failure> {
        let ends = Impacts.world(case)?;
        let motion = |index| {
            let [from, to] = [case.boxes.oriented(index), ends.oriented(case, index)];
            // From one end of what is accepted to the other would be too far.
            [0, 1, 2].map(|k| (to.center[k] - from.center[k]).clamp(-MAX_LENGTH, MAX_LENGTH))
        };
        Ok(MovedWorld { motions: (0..short(case.boxes.len())).map(motion).collect(), ends })
    }

    fn ask(
        &self,
        asked: &Asked<'_, MovedWorld>,
        memory: &mut Manifolds,
    ) -> Result<Vec<MovedRow>, Failure> {
        let Asked { engine, case, world, rows, margin, .. } = *asked;
        let times = world.times(case, rows)?;
        let query = PairQuery::new(case.boxes.unit(), rows);
        let queries = [
            query.moved_to(world.ends.view(case)?, &times),
            query.moved(Motions::per_box(&world.motions), &times),
        ];
        let mut answers = vec![MovedRow::zeroed(); rows.len()];
        for (which, query) in queries.into_iter().enumerate() {
            let near = query.within(margin);
            let distances: Vec<Distance> = filled(rows.len(), |out| engine.distances(query, out))?;
            let penetrations: Vec<Penetration> =
                filled(rows.len(), |out| engine.penetrations(near, out))?;
            engine.manifolds(options(&case.setting).options().of(near), memory)?;
            for (row, answers) in answers.iter_mut().enumerate() {
                let of_which = [&mut answers.turned, &mut answers.straight];
                *of_which[which] = Answers {
                    penetration: penetrations[row],
                    distance: distances[row],
                    manifold: ManifoldRow::new(memory, row),
                };
            }
        }
        Ok(answers)
    }

    fn check(
        &self,
        asked: &Asked<'_, MovedWorld>,
        answers: &[MovedRow],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { case, world, rows, .. } = *asked;
        let times = world.times(case, rows)?;
        Ok(map_rows(rows.len(), |row| {
            let pair = rows[row];
            let starts = pair.map(|index| case.boxes.oriented(index));
            let ends = pair.map(|index| world.ends.oriented(case, index));
            let motions = pair.map(|index| world.motions[index as usize]);
            let time = times[row];
            let setting = case.setting_of(pair);
            let MovedRow { turned, straight } = &answers[row];
            let turning = PlainMoved::to(&starts, &ends, time);
            let along = PlainMoved::along(&starts, motions, time);
            let mut finding = exact_pose(&starts, &ends, time, &turned.penetration);
            finding.mismatch = difference(&turning, turned, &setting)
                .or_else(|| difference(&along, straight, &setting));
            finding.about(|| format!(" (at {time} from {starts:?} to {ends:?})"))
        }))
    }

    fn calls<'a>(&self, case: &'a Case, world: &'a MovedWorld) -> Vec<Call<'a>> {
        let (pairs, rows) = (&case.pairs, case.pairs.len());
        let (Ok(ends), Ok(times)) = (world.ends.view(case), world.times(case, pairs)) else {
            return Vec::new();
        };
        let query = PairQuery::new(case.boxes.unit(), pairs);
        let within = uniform(case.setting.margin);
        let of_call = times.clone();
        let penetrations = move |engine: &Engine, out: &mut [Penetration]| {
            Ok(engine.penetrations(query.moved_to(ends, &of_call).within(within), out)?)
        };
        let mut manifolds = Manifolds::new();
        let contacts = move |engine: &Engine, count| {
            let moved = query.moved(Motions::per_box(&world.motions), &times);
            engine.manifolds(moved.within(within), &mut manifolds)?;
            let touching = || manifolds.manifolds().iter().filter(|row| row.len > 0).count();
            Ok((count == Count::Touching).then(touching))
        };
        let none = vec![Penetration::default(); rows];
        vec![
            Call::new("moved-penetration", none, penetrations, Penetration::overlaps),
            Call { name: "moved-contacts", rows, run: Box::new(contacts) },
        ]
    }
}

/// Contacts in the world, with all points.
fn options(setting: &Setting) -> Setting {
    Setting { limit: PointLimit::Eight, origin: PointOrigin::World, ..*setting }
}

impl MovedWorld {
    /// The boxes at the end of the step.
    pub fn ends(&self) -> &Ends {
        &self.ends
    }

    /// How far each box moves.
    pub fn motions(&self) -> &[[f32; 3]] {
        &self.motions
    }

    /// When each pair is asked: the same wherever it is in a list.
    ///
    /// # Errors
    /// Boxes of another case.
    pub fn times(&self, case: &Case, pairs: &[[u32; 2]]) -> Result<Vec<f32>, Failure> {
        let engine = Workers::new(1)?.engine(Backend::Scalar)?;
        let query = PairQuery::new(case.boxes.unit(), pairs);
        let impacts = ImpactQuestion::new(query, self.ends.view(case)?);
        let impacts = impacts.tolerance(TOLERANCE).rounds(ROUNDS);
        let impacts = filled(pairs.len(), |out| engine.impacts(impacts, out))?;
        let seed = case.setting.shape_seed;
        Ok(pairs.iter().zip(impacts).map(|(&pair, impact)| time(seed, pair, impact.time)).collect())
    }
}

/// When a pair is asked that touches at a time.
fn time(seed: u64, pair: [u32; 2], impact: f32) -> f32 {
    let number = u64::from(pair[0]) << 32 | u64::from(pair[1]);
    let random = &mut Random::of_round(seed, number);
    if random.one_in(PAIRS_PER_OTHER_TIME) {
        let between = narrow(random.unit());
        return random.choose(&[0.0, 1.0, between, between]);
    }
    if impact.is_nan() { 0.5 } else { impact }
}

/// The difference between answers about a pair and the bits of the plain reference, if there is one.
fn difference(moved: &PlainMoved, answers: &Answers, setting: &Setting) -> Option<String> {
    let [a, b] = &moved.boxes;
    let Answers { penetration, distance, manifold } = answers;
    let own = plain::penetration(a, b, setting.margin);
    if bytes_of(penetration) != bytes_of(&own) {
        return Some(format!("{penetration:?} instead of {own:?}"));
    }
    let mut own = plain::distance(a, b, None);
    if matches!(own.state, DistanceState::APART | DistanceState::OVERLAPPING) {
        own.on_a = moved.in_world(own.on_a);
    }
    if bytes_of(distance) != bytes_of(&own) {
        return Some(format!("{distance:?} instead of {own:?}"));
    }
    let limit = PointLimit::Eight.points();
    let settings = PlainSettings { within: setting.margin, limit, relative: true };
    let mut own = plain::contacts(a, b, settings);
    for point in &mut own.points {
        point.position = moved.in_world(point.position);
    }
    (!manifold.is_plain(&own)).then(|| format!("{manifold:?} instead of {own:?}"))
}

/// Compares a depth with the separation of the exact poses at the time, along the same normal.
fn exact_pose(
    starts: &[OrientedBox; 2],
    ends: &[OrientedBox; 2],
    time: f32,
    row: &Penetration,
) -> Finding {
    let turns_either_way = starts.iter().zip(ends).any(|(start, end)| {
        let products = start.rotation.iter().zip(end.rotation);
        let product: f64 = products.map(|(&x, y)| f64::from(x) * f64::from(y)).sum();
        product.abs() < HALF_TURN
    });
    if is_zero(row.normal) || turns_either_way {
        return Finding::default();
    }
    let pair = ReferenceStep::new(starts, ends, 0.0).at(f64::from(time));
    let size = |[a, b]: &[OrientedBox; 2]| -> f64 {
        let offset = (0..3).map(|k| (f64::from(b.center[k]) - f64::from(a.center[k])).abs());
        offset.sum::<f64>()
    };
    let extents: f64 = starts.iter().flat_map(|one| one.half_extents.map(f64::from)).sum();
    let moved = MOVED_ERROR * (size(starts) + size(ends) + extents);
    let off = pair.separation_along(row.normal.map(f64::from)) + f64::from(row.depth);
    let share = share(off, pair.error_bound() + moved);
    let mut finding = Finding::new(None, share.min(1.0));
    finding.holds(share <= 1.0, "the depth is not that of the exact poses");
    finding
}
