//! Pairs of boxes that move and turn during a step: until when they are apart.

use bytemuck::{Pod, Zeroable};
use glam::{DQuat, DVec3};
use octosat::{BoxView, Engine, Impact, Impacts as ImpactQuestion, Query as PairQuery};
use octosat_reference::OrientedBox;
use octosat_reference::float64::ReferenceStep;
use octosat_scenes::generate::{Random, narrow};
use proptest::prelude::BoxedStrategy;

use super::answers::{filled, grown};
use crate::boxes::stored;
use crate::strategies::{self, KINDS};
use crate::{
    Asked, Basis, Call, Case, Facts, Failure, Finding, Query, Round, Rows, Verb, map_rows, uniform,
};

/// Times of impact from a frame to the next one. In a frame without a next one, each box moves and turns in its own
/// way.
#[derive(Clone, Copy, Debug)]
pub struct Impacts;

/// The tolerances and rounds that are checked: the usual ones, as near as rounding allows, and few rounds.
pub const OPTIONS: [(f32, u32); 3] = [(0.01, 64), (0.0, 200), (1e-3, 3)];

/// The answers about a pair, one per `OPTIONS`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct ImpactRow {
    impacts: [Impact; OPTIONS.len()],
}

/// The poses of all boxes at the end of the step.
#[derive(Debug, Default)]
pub struct Ends {
    centers: Rows,
    /// As they are lent, and as a store holds them, for boxes that are lent without checks.
    rotations: Rows,
    stored: Rows,
}

/// How far a box of a frame without a next one moves, in sums of its half extents, and how far it turns, in radians.
const OWN_MOTION: f64 = 1.0;

impl Ends {
    fn of(case: &Case) -> Self {
        let (centers, rotations) = match &case.ends {
            Some(ends) => (ends.centers.clone(), ends.rotations.clone()),
            None => Self::seeded(case),
        };
        let stored = rotations.iter().copied().map(stored).collect();
        Self { centers, rotations, stored }
    }

    /// Motions that depend on the number of a box and on the seed; copies of a box move alike.
    fn seeded(case: &Case) -> (Rows, Rows) {
        let Case { boxes, originals, setting, .. } = case;
        let (mut centers, mut rotations) = (Rows::new(), boxes.stored_rotations());
        for (index, rotation) in rotations.iter_mut().enumerate() {
            let number = (index % originals) as u64;
            let mut random = Random::of_round(setting.shape_seed, number);
            let size: f32 = boxes.half_extents[index].iter().sum();
            let shift = DVec3::from(random.vector(-OWN_MOTION, OWN_MOTION)) * f64::from(size);
            let [x, y, z, _] = boxes.centers[index].map(f64::from);
            let [x, y, z] = (DVec3::new(x, y, z) + shift).to_array().map(narrow);
            let half_turn = DVec3::from(random.vector(-0.5 * OWN_MOTION, 0.5 * OWN_MOTION));
            let turn = DQuat::from_vec4(half_turn.extend(1.0)).normalize();
            let turned = turn * DQuat::from_array(rotation.map(f64::from));
            centers.push([x, y, z, 0.0]);
            *rotation = turned.normalize().to_array().map(narrow);
        }
        (centers, rotations)
    }

    /// The centers and the rotations.
    pub fn columns(&self) -> [&[[f32; 4]]; 2] {
        [&self.centers, &self.rotations]
    }

    /// The boxes of a case at the end.
    ///
    /// # Errors
    /// Boxes of another case.
    pub fn view<'a>(&'a self, case: &'a Case) -> Result<BoxView<'a>, Failure> {
        let half_extents = &case.boxes.half_extents;
        let unchecked = |_| BoxView::unchecked(&self.centers, &self.stored, half_extents);
        Ok(BoxView::new(&self.centers, &self.rotations, half_extents).or_else(unchecked)?)
    }

    /// A box at the end.
    pub(super) fn oriented(&self, case: &Case, index: u32) -> OrientedBox {
        let [x, y, z, _] = self.centers[index as usize];
        let rotation = self.stored[index as usize];
        OrientedBox { center: [x, y, z], rotation, ..case.boxes.oriented(index) }
    }
}

/// The steps of a round.
pub(super) fn steps(number: u64) -> BoxedStrategy<Round> {
    let turn = usize::try_from(number % KINDS.len() as u64).unwrap_or_default();
    strategies::step(KINDS[turn])
}

impl Query for Impacts {
    type Row = ImpactRow;
    type World = Ends;
    type Memory = ();
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "impacts",
            about: "pairs of boxes that move and turn from a frame to the next: until when they are apart; takes a margin",
            verbs: const { &[Verb::of("impacts", "boxes that move and turn")] },
            bases: &[Basis::Unit],
            avx2_nanoseconds: 60,
            ..Facts::OF_PAIRS
        }
    }

    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        strategies::with_smaller(steps(number))
    }

    fn world(&self, case: &Case) -> Result<Ends, Failure> {
        Ok(Ends::of(case))
    }

    fn ask(&self, asked: &Asked<'_, Ends>, _memory: &mut ()) -> Result<Vec<ImpactRow>, Failure> {
        let Asked { engine, case, world, rows, margin, .. } = *asked;
        let (mut halves, ends) = (Vec::new(), world.view(case)?);
        let query = PairQuery::new(case.boxes.unit(), rows).grown(grown(margin, &mut halves));
        let mut answers = vec![ImpactRow::zeroed(); rows.len()];
        let question = ImpactQuestion::new(query, ends);
        for (number, (tolerance, rounds)) in OPTIONS.into_iter().enumerate() {
            let question = question.tolerance(tolerance).rounds(rounds);
            let impacts = filled(rows.len(), |out| engine.impacts(question, out))?;
            for (answer, impact) in answers.iter_mut().zip(impacts) {
                answer.impacts[number] = impact;
            }
        }
        Ok(answers)
    }

    fn check(
        &self,
        asked: &Asked<'_, Ends>,
        answers: &[ImpactRow],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { case, world, rows, .. } = *asked;
        Ok(map_rows(rows.len(), |row| {
            let pair = rows[row];
            let starts = pair.map(|index| case.boxes.oriented(index));
            let ends = pair.map(|index| world.oriented(case, index));
            let growth = case.setting_of(pair).grown();
            let reference = ReferenceStep::new(&starts, &ends, growth);
            let mut finding = Finding::default();
            for (impact, (tolerance, rounds)) in answers[row].impacts.iter().zip(OPTIONS) {
                let report = reference.check(impact, tolerance);
                let own = Finding::new(report.fault.map(|fault| format!("{fault:?}")), report.gap);
                finding = finding.and(own.about(|| {
                    format!(
                        " ({impact:?} from {starts:?} to {ends:?}, {tolerance}, {rounds} rounds)"
                    )
                }));
            }
            finding
        }))
    }

    fn calls<'a>(&self, case: &'a Case, world: &'a Ends) -> Vec<Call<'a>> {
        let Ok(ends) = world.view(case) else { return Vec::new() };
        let query = case.boxes.unit();
        let (pairs, grown) = (&case.pairs, uniform(case.setting.grown()));
        let call = move |engine: &Engine, out: &mut [Impact]| {
            let query = PairQuery::new(query, pairs).grown(grown);
            Ok(engine.impacts(ImpactQuestion::new(query, ends), out)?)
        };
        let rows = vec![Impact::default(); pairs.len()];
        vec![Call::new("impacts", rows, call, Impact::touches)]
    }
}
