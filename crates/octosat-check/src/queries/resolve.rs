//! The positional resolver on pairs of boxes.

use bytemuck::{Pod, Zeroable};
use octosat::{Engine, Length, Penetration, QueryError};
use octosat_reference::float64::{Push, ReferenceDisplacement, ResolveRules};
use octosat_resolve::{InverseMasses, ResolveSettings, Resolver, Sharing};

use super::answers::filled;
use crate::{Asked, Call, Case, Count, Facts, Failure, Finding, Query, Verb, map_rows, short};

/// How far each box is pushed by its pairs.
#[derive(Clone, Copy, Debug)]
pub struct Resolve;

/// The number of settings of displacements.
const SETTINGS: usize = 3;

/// One of this number of boxes is fixed.
const BOXES_PER_FIXED_ONE: usize = 10;

/// Different inverse masses, 1/kg: from 1 down in harmonic steps.
const MASSES: usize = 7;

/// The slop of the settings that have one, meters.
const SLOP: f32 = 0.01;

/// A box's displacement by each of the settings, meters.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct ResolveRow {
    displacements: [[f32; 3]; SETTINGS],
}

impl Query for Resolve {
    type Row = ResolveRow;
    type World = ();
    type Memory = Resolver;
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "resolve",
            about: "the positional resolver: how far each box is pushed by its pairs",
            verbs: const { &[Verb::of("penetrations", "boxes")] },
            takes_margin: false,
            smallest_length: Facts::OF_PAIRS.smallest_length,
            rows: "boxes",
            ..Facts::OF_SHAPES
        }
    }

    fn rows(&self, case: &Case, _world: &()) -> Vec<[u32; 2]> {
        (0..case.boxes.len()).map(|index| [short(index); 2]).collect()
    }

    fn ask(
        &self,
        asked: &Asked<'_, ()>,
        memory: &mut Resolver,
    ) -> Result<Vec<ResolveRow>, Failure> {
        let Asked { engine, case, rows, .. } = *asked;
        let penetrations = penetrations(engine, case)?;
        let resolver = with_pairs(memory, case)?;
        let masses = inverse_masses(case);
        let mut answers = vec![ResolveRow::zeroed(); rows.len()];
        for (number, settings) in settings(&masses).iter().enumerate() {
            let mut moves = vec![[f32::NAN; 3]; case.boxes.len()];
            resolver.displacements(&penetrations, settings, &mut moves)?;
            for (answer, row) in answers.iter_mut().zip(rows) {
                answer.displacements[number] = moves[row[0] as usize];
            }
        }
        Ok(answers)
    }

    fn check(
        &self,
        asked: &Asked<'_, ()>,
        answers: &[ResolveRow],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { engine, case, rows, .. } = *asked;
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

    /// The work of a frame, in the memory of the frame before: penetration, listing the pairs as after every broad
    /// phase, and displacements.
    fn calls<'a>(&self, case: &'a Case, _world: &'a ()) -> Vec<Call<'a>> {
        let rows = case.boxes.len();
        let mut penetrations = vec![Penetration::default(); case.pairs.len()];
        let (mut resolver, mut moves) = (Resolver::new(), vec![[0.0_f32; 3]; rows]);
        let run = move |engine: &Engine, count| {
            engine.penetrations(case.boxes.pairs(&case.pairs, Length::None), &mut penetrations)?;
            let settings = ResolveSettings::default();
            with_pairs(&mut resolver, case)?.displacements(&penetrations, &settings, &mut moves)?;
            let is_pushed = |moved: &&[f32; 3]| moved.iter().any(|part| *part != 0.0);
            let touching = || moves.iter().filter(is_pushed).count();
            Ok((count == Count::Touching).then(touching))
        };
        vec![Call { name: "resolve", rows, run: Box::new(run) }]
    }
}

/// A resolver for the threads that this is called on, with the pairs of a case.
fn with_pairs<'r>(resolver: &'r mut Resolver, case: &Case) -> Result<&'r Resolver, Failure> {
    // Outside of a pool the calling thread works alone.
    let threads = usize::from(rayon::current_thread_index().is_none());
    *resolver = std::mem::take(resolver).threads(threads);
    resolver.set_pairs(case.boxes.len(), &case.pairs)?;
    Ok(resolver)
}

/// The penetrations of all pairs.
fn penetrations(engine: &Engine, case: &Case) -> Result<Vec<Penetration>, QueryError> {
    let pairs = &case.pairs;
    filled(pairs.len(), |out| engine.penetrations(case.boxes.pairs(pairs, Length::None), out))
}

/// The inverse mass of each box; a copy of a box has that of the box.
fn inverse_masses(case: &Case) -> Vec<f32> {
    let originals = case.originals.max(1);
    let mass = |index: usize| {
        let index = index % originals;
        let step = 1 + index % MASSES;
        if index.is_multiple_of(BOXES_PER_FIXED_ONE) { 0.0 } else { 1.0 / step as f32 }
    };
    (0..case.boxes.len()).map(mass).collect()
}

/// The default; with inverse masses, a relaxation and a slop; and averaged.
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

/// What the float64 reference finds in a box's displacements.
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
