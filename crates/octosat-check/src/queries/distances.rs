//! Signed distances of pairs of boxes, with points of both.

use bytemuck::{Pod, Zeroable};
use octosat::{Distance, Engine, Query as PairQuery};
use octosat_reference::float64::ReferencePair;
use octosat_reference::plain;
use proptest::prelude::*;

use super::answers::filled;
use crate::strategies::{self, KINDS};
use crate::{
    Asked, Basis, Call, Case, Facts, Failure, Finding, Query, Round, Verb, map_rows, share, uniform,
};

/// Distances of pairs of boxes, with a margin and without.
#[derive(Clone, Copy, Debug)]
pub struct Distances;

/// Both answers about a pair.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct DistanceRow {
    all: Distance,
    within_margin: Distance,
}

impl DistanceRow {
    /// The answer without a margin, and the one with it.
    pub fn answers(&self) -> [Distance; 2] {
        [self.all, self.within_margin]
    }
}

/// One of this number of rounds of a search is about worlds with boxes in several pairs, and as many about pairs whose
/// closest points are not on faces.
const ROUNDS_PER_WORLD: u64 = 4;

impl Query for Distances {
    type Row = DistanceRow;
    type World = ();
    type Memory = ();
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "distances",
            about: "pairs of boxes: signed distances and the points that show them, up to a margin",
            verbs: const { &[Verb::of("distances", "boxes")] },
            bases: &[Basis::Unit],
            avx2_nanoseconds: 28,
            ..Facts::OF_PAIRS
        }
    }

    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        let (turn, facts) = (number / ROUNDS_PER_WORLD, self.facts());
        let kind = KINDS[usize::try_from(number).unwrap_or_default() % KINDS.len()];
        let round = match number % ROUNDS_PER_WORLD {
            0 => {
                let (name, world) = strategies::worlds(turn);
                strategies::usual(facts, name, world)
            }
            1 => strategies::near_kind(facts, turn),
            _ => strategies::usual(facts, kind.name, strategies::one_kind(kind)),
        };
        let own_margins = proptest::bool::weighted(0.25);
        (round, own_margins)
            .prop_map(|(mut round, own_margins)| {
                round.frames[0].setting.own_margins = own_margins;
                round
            })
            .boxed()
    }

    fn ask(&self, asked: &Asked<'_, ()>, _memory: &mut ()) -> Result<Vec<DistanceRow>, Failure> {
        let Asked { engine, case, rows, margin, .. } = *asked;
        let query = PairQuery::new(case.boxes.unit(), rows);
        let ask = |query| filled(rows.len(), |out| engine.distances(query, out));
        let (all, within) = (ask(query)?, ask(query.within(margin))?);
        let row = |pair: usize| DistanceRow { all: all[pair], within_margin: within[pair] };
        Ok((0..rows.len()).map(row).collect())
    }

    fn check(
        &self,
        asked: &Asked<'_, ()>,
        answers: &[DistanceRow],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { case, rows, .. } = *asked;
        Ok(map_rows(rows.len(), |row| {
            let boxes = rows[row].map(|index| case.boxes.oriented(index));
            let [a, b] = &boxes;
            let given = Given { boxes, reference: ReferencePair::oriented(a, b) };
            let DistanceRow { all, within_margin } = &answers[row];
            given.finding(all, None).and(given.finding(within_margin, asked.margin_at(row)))
        }))
    }

    fn calls<'a>(&self, case: &'a Case, _world: &'a ()) -> Vec<Call<'a>> {
        let query = PairQuery::new(case.boxes.unit(), &case.pairs);
        let within = query.within(uniform(case.setting.margin));
        let none = vec![Distance::default(); case.pairs.len()];
        let all = move |engine: &Engine, out: &mut [Distance]| Ok(engine.distances(query, out)?);
        let some = move |engine: &Engine, out: &mut [Distance]| Ok(engine.distances(within, out)?);
        let mut calls = vec![Call::new("distances", none.clone(), all, Distance::overlaps)];
        if case.setting.margin > 0.0 {
            calls.push(Call::new("distances-within", none, some, Distance::overlaps));
        }
        calls
    }
}

/// A pair, for which answers are checked.
struct Given {
    boxes: [octosat_reference::OrientedBox; 2],
    reference: ReferencePair,
}

impl Given {
    /// What the references find in an answer.
    fn finding(&self, row: &Distance, margin: Option<f32>) -> Finding {
        let Self { boxes: [a, b], reference } = self;
        let report = reference.distance_report(row, margin.map(f64::from));
        let mut finding = Finding::new(None, share(report.worst(), 1.0));
        finding.holds(report.faults.is_empty(), &format!("{:?}", report.faults));
        finding.same_bits(row, &plain::distance(a, b, margin));
        finding.about(|| {
            let (exact, bound) = (reference.signed_distance(), report.bound);
            format!(
                " ({row:?} of {a:?} and {b:?}, margin {margin:?}; float64 {exact:e} m, bound {bound:e} m)"
            )
        })
    }
}
