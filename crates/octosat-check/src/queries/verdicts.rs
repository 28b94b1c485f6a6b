//! Verdicts and clearances of pairs of boxes, which no rounding makes wrong.

use bytemuck::{Pod, Zeroable};
use octosat::{BoxStore, Engine, OrientedBox as Given, Query as PairQuery, Verdict};
use octosat_exact::{InputError, StoredBox};
use octosat_reference::OrientedBox;
use octosat_reference::float64::ReferencePair;
use octosat_reference::plain::CertainPair;
use proptest::prelude::*;

use super::answers::{filled, grown, same_bits, stale};
use crate::strategies::{self, KINDS};
use crate::{
    Asked, Basis, Boxes, Call, Case, Facts, Failure, Finding, Query, Round, Verb, map_rows, uniform,
};

/// Verdicts and clearances of pairs of boxes, of a store and of a view.
#[derive(Clone, Copy, Debug)]
pub struct Verdicts;

/// All answers about a pair: of the boxes of a store, and of the same boxes of a view.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct VerdictRow {
    /// Meters.
    pub clearances: [f32; 2],
    /// What is certain.
    pub verdicts: [Verdict; 2],
    /// Whether they overlap, exactly: 0 or 1.
    pub overlaps: [u8; 2],
}

impl Query for Verdicts {
    type Row = VerdictRow;
    type World = ();
    type Memory = ();
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "verdicts",
            about: "pairs of boxes: what is certain of overlap and distance, with a margin",
            verbs: const {
                &[
                    Verb::of("verdicts", "boxes"),
                    Verb::of("overlaps_exact", "boxes"),
                    Verb::of("clearances", "boxes"),
                ]
            },
            bases: &[Basis::Unit],
            smallest_length: 0.0,
            avx2_nanoseconds: 9,
            ..Facts::OF_PAIRS
        }
    }

    /// Worlds, pairs of one kind, and pairs that touch up to rounding, some of which a search has made worse.
    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        let turn = number / 4;
        let (name, world) = match number % 4 {
            0 => strategies::worlds(turn),
            1 => {
                let kind = KINDS[usize::try_from(turn).unwrap_or_default() % KINDS.len()];
                (kind.name, strategies::arranged(strategies::one_kind(kind)))
            }
            2 => strategies::barely_touching(turn),
            _ => ("searched", strategies::searched()),
        };
        strategies::with_smaller(strategies::usual(self.facts(), name, world))
    }

    fn ask(&self, asked: &Asked<'_, ()>, _memory: &mut ()) -> Result<Vec<VerdictRow>, Failure> {
        let Asked { engine, case, rows, margin, .. } = *asked;
        let store = stored(&case.boxes, 0)?;
        let mut halves = Vec::new();
        let grown = grown(margin, &mut halves);
        let queries = [PairQuery::new(&store, rows), PairQuery::new(case.boxes.unit(), rows)];
        let mut answers = vec![VerdictRow::zeroed(); rows.len()];
        for (number, query) in queries.into_iter().enumerate() {
            let query = query.grown(grown);
            let verdicts = filled(rows.len(), |out| engine.verdicts(query, out))?;
            let clearances = filled(rows.len(), |out| engine.clearances(query, out))?;
            let overlaps = exact_overlaps(engine, query, rows.len())?;
            for (row, answer) in answers.iter_mut().enumerate() {
                answer.overlaps[number] = overlaps[row].into();
                answer.verdicts[number] = verdicts[row];
                answer.clearances[number] = clearances[row];
            }
        }
        Ok(answers)
    }

    fn check(
        &self,
        asked: &Asked<'_, ()>,
        answers: &[VerdictRow],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { case, rows, .. } = *asked;
        let growth = case.setting.grown();
        Ok(map_rows(rows.len(), |row| {
            let boxes = rows[row].map(|index| case.boxes.oriented(index));
            let finding = finding(&boxes, &answers[row], growth);
            finding.about(|| format!(" ({:?} of {boxes:?}, grown by {growth:?})", answers[row]))
        }))
    }

    fn calls<'a>(&self, case: &'a Case, _world: &'a ()) -> Vec<Call<'a>> {
        let (pairs, rows) = (&case.pairs, case.pairs.len());
        let query = PairQuery::new(case.boxes.unit(), pairs).grown(uniform(case.setting.grown()));
        let verdicts = move |engine: &Engine, out: &mut [Verdict]| Ok(engine.verdicts(query, out)?);
        let clearances = move |engine: &Engine, out: &mut [f32]| Ok(engine.clearances(query, out)?);
        let is_overlapping = |verdict: &Verdict| *verdict == Verdict::OVERLAPPING;
        let unclear = |clearance: &f32| *clearance <= 0.0;
        let exact = move |engine: &Engine, out: &mut [bool]| Ok(engine.overlaps_exact(query, out)?);
        vec![
            Call::new("overlaps-exact", vec![false; rows], exact, |&overlaps| overlaps),
            Call::new("verdicts", vec![Verdict::UNDECIDED; rows], verdicts, is_overlapping),
            Call::new("clearances", vec![0.0; rows], clearances, unclear),
        ]
    }
}

/// The boxes from this one on in a store, which keeps their bits; a point instead of a box that a store rejects.
pub(super) fn stored(boxes: &Boxes, first: u32) -> Result<BoxStore, Failure> {
    let mut store = BoxStore::new();
    for index in first..crate::short(boxes.len()) {
        let OrientedBox { center, rotation, half_extents } = boxes.oriented(index);
        let point = Given::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [0.0; 3]);
        if store.insert(Given::new(center, rotation, half_extents)).is_err() {
            store.insert(point)?;
        }
    }
    Ok(store)
}

/// Asks for exact overlap as booleans and as bits; both must be the same.
fn exact_overlaps(
    engine: &Engine,
    query: PairQuery<'_>,
    rows: usize,
) -> Result<Vec<bool>, Failure> {
    let mut answers: Vec<bool> = (0..rows).map(|row| row % 3 == 0).collect();
    engine.overlaps_exact(query, &mut answers)?;
    let mut words = stale::<u64>(rows.div_ceil(64));
    engine.overlaps_exact(query, &mut words)?;
    same_bits(&answers, &words)?;
    Ok(answers)
}

/// What integers and the plain reference find in the answers about a pair.
fn finding(boxes: &[OrientedBox; 2], answer: &VerdictRow, growth: f32) -> Finding {
    let [a, b] = boxes;
    let exact = match exact_pair(boxes, growth) {
        Ok(exact) => exact,
        Err(error) => return Finding::of_fault(error.to_string()),
    };
    let (separated, depth) = (!exact.overlap_by_integers(), exact.best_axis().separation);
    let reference = ReferencePair::oriented(&larger(a, growth), &larger(b, growth));
    let mut finding = Finding::default();
    finding.holds(answer.overlaps == [u8::from(!separated); 2], "the exact boolean is wrong");
    let has_cores = boxes.iter().flat_map(|whole| whole.half_extents).all(|half| half >= -growth);
    if answer.verdicts.contains(&Verdict::OVERLAPPING) && growth < 0.0 && has_cores {
        let whole = ReferencePair::oriented(a, b);
        let deeper = -whole.separations().separation - 2.0 * f64::from(-growth);
        finding.holds(deeper > -whole.error_bound(), "the cores overlap, and the boxes by less");
    }
    for (number, is_stored) in [true, false].into_iter().enumerate() {
        let pair = CertainPair::new(a, b, growth, is_stored);
        let (verdict, clearance) = (answer.verdicts[number], answer.clearances[number]);
        let right = if separated { Verdict::SEPARATED } else { Verdict::OVERLAPPING };
        finding.holds(
            verdict == right || verdict == Verdict::UNDECIDED,
            &format!("{verdict}, but they are {right}"),
        );
        finding.error = finding.error.max(f64::from(pair.needed_part(separated)));
        let fault = reference.clearance_fault(clearance, pair.bounds()[1]);
        finding.holds(fault.is_none(), &format!("{fault:?}: clearance {clearance:e} m"));
        let is_deep = separated || f64::from(clearance) <= depth.upper;
        finding.holds(is_deep, &format!("clearance {clearance:e} m, but {depth:?}"));
        let (plain, bits) = (pair.verdict(), pair.clearance());
        // What float32 leaves undecided may be decided in float64.
        let is_plain = verdict == plain || plain == Verdict::UNDECIDED && verdict == right;
        if !is_plain || clearance.to_bits() != bits.to_bits() {
            let what = format!("{verdict}, {clearance:e} m instead of {plain:?}, {bits:e} m");
            finding.mismatch = Some(what);
        }
    }
    finding
}

/// A box that is grown as the engine grows it.
pub(super) fn larger(given: &OrientedBox, growth: f32) -> OrientedBox {
    let grown = |half: f32| if half + growth < 0.0 { 0.0 } else { half + growth };
    OrientedBox { half_extents: given.half_extents.map(grown), ..*given }
}

/// A pair of grown boxes for integers.
fn exact_pair(boxes: &[OrientedBox; 2], growth: f32) -> Result<octosat_exact::Pair, InputError> {
    let stored = |given: &OrientedBox| {
        let OrientedBox { center, rotation, half_extents } = larger(given, growth);
        StoredBox::new(center, rotation, half_extents)
    };
    Ok(octosat_exact::Pair::new(&stored(&boxes[0])?, &stored(&boxes[1])?))
}
