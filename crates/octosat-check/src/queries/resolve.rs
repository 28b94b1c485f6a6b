//! The positional resolver on pairs of boxes.

use bytemuck::{Pod, Zeroable};
use octosat::{Engine, Margin, Penetration, QueryError};
use octosat_reference::float64::{Push, ReferenceDisplacement, ResolveRules};
use octosat_resolve::{InverseMasses, ResolveSettings, Resolver, Sharing};

use super::shapes::THREADED_ROWS;
use crate::boxes::Basis;
use crate::case::{Case, short};
use crate::facts::Facts;
use crate::failure::Failure;
use crate::finding::Finding;
use crate::map_rows;
use crate::query::{Answered, Asked, Call, Count, Query};

/// How far each box is pushed by its pairs.
#[derive(Clone, Copy, Debug)]
pub struct Resolve;

/// With how many settings displacements are asked for.
const SETTINGS: usize = 3;

/// Every so many boxes one is fixed.
const BOXES_PER_FIXED_ONE: usize = 10;

/// Different inverse masses, 1/kg: from 1 down in harmonic steps.
const MASSES: u16 = 7;

/// The slop of the settings that have one, meters.
const SLOP: f32 = 0.01;

/// A box's displacement by each of the settings, meters.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct ResolveRow {
    displacements: [[f32; 3]; SETTINGS],
}

/// Resolvers that are kept, so that their memory is used again.
#[derive(Debug)]
pub struct Resolvers {
    /// For one thread, which no pool is called from.
    alone: Resolver,
    pooled: Resolver,
}

impl Default for Resolvers {
    fn default() -> Self {
        Self { alone: Resolver::new().threads(1), pooled: Resolver::new() }
    }
}

impl Resolvers {
    /// The resolver for the threads that this is called in, with the pairs of a case.
    fn of_pairs(&mut self, case: &Case) -> Result<&Resolver, Failure> {
        let is_pooled = rayon::current_thread_index().is_some();
        let resolver = if is_pooled { &mut self.pooled } else { &mut self.alone };
        resolver.set_pairs(case.boxes.len(), &case.pairs).map_err(Failure::new)?;
        Ok(resolver)
    }
}

impl Query for Resolve {
    type Row = ResolveRow;
    type World = ();
    type Memory = Resolvers;
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "resolve",
            about: "the positional resolver: how far each box is pushed by its pairs",
            bases: &Basis::ALL,
            takes_margin: false,
            usual_margin: 0.0,
            smallest_length: 1e-15,
            rows: "boxes",
            has_rows_of_boxes: true,
            fewest_threaded: THREADED_ROWS,
            remembers: false,
        }
    }

    fn world(&self, _case: &Case) -> Result<(), Failure> {
        Ok(())
    }

    fn rows(&self, case: &Case, _world: &()) -> Vec<[u32; 2]> {
        (0..case.boxes.len()).map(|index| [short(index); 2]).collect()
    }

    fn memory(&self, _number: usize) -> Resolvers {
        Resolvers::default()
    }

    fn ask(
        &self,
        asked: &Asked<'_, ()>,
        memory: &mut Resolvers,
    ) -> Result<Vec<ResolveRow>, Failure> {
        let Asked { engine, case, rows, .. } = *asked;
        let penetrations = penetrations(engine, case)?;
        let resolver = memory.of_pairs(case)?;
        let masses = inverse_masses(case);
        let mut answers = vec![ResolveRow::zeroed(); rows.len()];
        for (number, settings) in settings(&masses).iter().enumerate() {
            let mut moves = vec![[f32::NAN; 3]; case.boxes.len()];
            resolver.displacements(&penetrations, settings, &mut moves).map_err(Failure::new)?;
            for (answer, row) in answers.iter_mut().zip(rows) {
                answer.displacements[number] = moves[row[0] as usize];
            }
        }
        Ok(answers)
    }

    fn check(
        &self,
        answered: &Answered<'_, (), ResolveRow>,
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Answered { engine, case, rows, answers, .. } = *answered;
        let truth = true_displacements(engine, case)?;
        Ok(map_rows(rows.len(), |place| {
            let [index, _] = rows[place];
            finding(&truth.each_ref().map(|truth| truth[index as usize]), &answers[place])
        }))
    }

    /// On itself and on those that it has a pair with.
    fn depends_on(&self, case: &Case, row: [u32; 2], index: u32) -> bool {
        row[0] == index
            || case.pairs.iter().any(|pair| pair.contains(&row[0]) && pair.contains(&index))
    }

    /// What a frame takes: penetration, the pairs listed as after every broad phase, and displacements; in memory of
    /// the frame before.
    fn calls<'a>(&self, case: &'a Case, _world: &'a ()) -> Vec<Call<'a>> {
        let rows = case.boxes.len();
        let mut penetrations = vec![Penetration::default(); case.pairs.len()];
        let (mut resolvers, mut moves) = (Resolvers::default(), vec![[0.0_f32; 3]; rows]);
        let run = move |engine: &Engine, count| {
            case.boxes.penetrations(engine, &case.pairs, Margin::None, &mut penetrations)?;
            let resolver = resolvers.of_pairs(case)?;
            let settings = ResolveSettings::default();
            resolver.displacements(&penetrations, &settings, &mut moves).map_err(Failure::new)?;
            let is_pushed = |moved: &&[f32; 3]| moved.iter().any(|part| *part != 0.0);
            let touching = || moves.iter().filter(is_pushed).count();
            Ok((count == Count::Touching).then(touching))
        };
        vec![Call { name: "resolve", rows, run: Box::new(run) }]
    }
}

/// The penetrations of all pairs.
fn penetrations(engine: &Engine, case: &Case) -> Result<Vec<Penetration>, QueryError> {
    let mut rows = vec![Penetration::default(); case.pairs.len()];
    case.boxes.penetrations(engine, &case.pairs, Margin::None, &mut rows)?;
    Ok(rows)
}

/// The inverse mass of each box; a copy of a box has that of the box.
fn inverse_masses(case: &Case) -> Vec<f32> {
    let originals = case.originals.max(1);
    let mass = |index: usize| {
        let index = index % originals;
        let step = u16::try_from(index % usize::from(MASSES)).unwrap_or(0);
        if index.is_multiple_of(BOXES_PER_FIXED_ONE) { 0.0 } else { 1.0 / f32::from(1 + step) }
    };
    (0..case.boxes.len()).map(mass).collect()
}

/// As it is by default; by inverse masses, in part and with a slop; and averaged.
fn settings(masses: &[f32]) -> [ResolveSettings<'_>; SETTINGS] {
    let default = ResolveSettings::default();
    let masses = InverseMasses::PerBox(masses);
    [
        default,
        ResolveSettings { relaxation: 0.3, slop: SLOP, masses, ..default },
        ResolveSettings { relaxation: 0.9, sharing: Sharing::Average, masses, ..default },
    ]
}

/// The true displacements of all boxes by each of the settings, of the penetrations that an engine finds.
fn true_displacements(
    engine: &Engine,
    case: &Case,
) -> Result<[Vec<ReferenceDisplacement>; SETTINGS], QueryError> {
    let rows = penetrations(engine, case)?;
    let push = |(&pair, row): (&[u32; 2], &Penetration)| Push {
        pair,
        normal: row.normal,
        depth: row.depth,
    };
    let pushes: Vec<Push> = case.pairs.iter().zip(&rows).map(push).collect();
    let masses = inverse_masses(case);
    Ok(settings(&masses).map(|settings| {
        let rules = ResolveRules {
            relaxation: settings.relaxation,
            slop: settings.slop,
            average: settings.sharing == Sharing::Average,
            inverse_masses: match settings.masses {
                InverseMasses::Equal => None,
                InverseMasses::PerBox(masses) => Some(masses),
            },
        };
        ReferenceDisplacement::of_boxes(case.boxes.len(), &pushes, &rules)
    }))
}

/// What the float64 reference says about a box's displacements.
fn finding(truth: &[ReferenceDisplacement; SETTINGS], row: &ResolveRow) -> Finding {
    let mut finding = Finding::default();
    for (number, (truth, moved)) in truth.iter().zip(row.displacements).enumerate() {
        let error = truth.error(moved);
        if error <= 1.0 {
            finding.error = finding.error.max(error);
        } else {
            let what = format!("moves by {moved:?}, not {truth:?}, by the settings {number}");
            finding = finding.and(Finding::of_fault(what));
        }
    }
    finding
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_right_number_is_right_and_the_next_one_is_a_fault() {
        // A pair 0.7 m deep along a normal on which nothing comes out even.
        let rules =
            ResolveRules { relaxation: 1.0, slop: 0.0, average: false, inverse_masses: None };
        let push = Push { pair: [0, 1], normal: [0.36, 0.48, 0.8], depth: 0.7 };
        let truth = ReferenceDisplacement::of_boxes(2, &[push], &rules);
        let right = truth[1].displacement.map(octosat_scenes::generate::narrow);
        let mut row = ResolveRow { displacements: [right; SETTINGS] };
        assert_eq!(finding(&[truth[1]; SETTINGS], &row), Finding::default());
        row.displacements[1][2] = row.displacements[1][2].next_up();
        let fault = finding(&[truth[1]; SETTINGS], &row).fault.expect("a rounding too many");
        assert!(fault.ends_with("the settings 1"), "{fault}");
        assert!(finding(&[truth[0]; SETTINGS], &row).fault.is_some(), "the other way");
    }
}
