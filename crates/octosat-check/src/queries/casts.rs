//! Casts of pairs of boxes that move without turning.

use bytemuck::{Pod, Zeroable};
use octosat::{Cast, CastState, Casts as CastQuestion, Engine, Motions, Query as PairQuery};
use octosat_reference::float64::ReferenceCast;
use proptest::prelude::*;

use super::answers::{filled, grown};
use crate::strategies::{self, KINDS, PairMotion, box_motion, move_back};
use crate::{
    Asked, Basis, Boxes, Call, Case, Facts, Failure, Finding, Query, Round, Verb, map_rows, share,
    short, uniform,
};

/// Casts of pairs of boxes, with displacements per pair and per box.
#[derive(Clone, Copy, Debug)]
pub struct Casts;

/// The boxes that displacements are made for, and from which seed.
#[derive(Debug, Default)]
pub struct Moving {
    boxes: Option<Boxes>,
    seed: u64,
    /// One per box.
    per_box: Vec<[f32; 3]>,
    /// Whether poses at times are rounded, for every other seed.
    stored_poses: bool,
}

/// Both answers about a pair.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct CastRow {
    /// With one displacement per pair.
    pub per_pair: Cast,
    /// With one displacement per box.
    pub per_box: Cast,
}

/// One of this number of rounds of a search is about worlds with boxes in several pairs.
const ROUNDS_PER_WORLD: u64 = 4;

impl Query for Casts {
    type Row = CastRow;
    type World = Moving;
    type Memory = ();
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "casts",
            about: "pairs of boxes that move without turning: when they touch, with a margin",
            verbs: const { &[Verb::of("casts", "boxes")] },
            bases: &[Basis::Unit],
            avx2_nanoseconds: 9,
            ..Facts::OF_PAIRS
        }
    }

    /// Pairs of one kind, moved back along their displacements, and in some rounds worlds.
    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        if number.is_multiple_of(ROUNDS_PER_WORLD) {
            let (name, world) = strategies::worlds(number / ROUNDS_PER_WORLD);
            let rounds = strategies::usual(self.facts(), name, world);
            return strategies::with_smaller(rounds);
        }
        let turn = usize::try_from(number).unwrap_or_default();
        let kind = KINDS[turn % KINDS.len()];
        let pairs = strategies::arranged(strategies::one_kind(kind));
        strategies::with_smaller(strategies::usual(self.facts(), kind.name, pairs))
            .prop_map(|mut round| {
                round.frames.iter_mut().for_each(move_back);
                round
            })
            .boxed()
    }

    fn world(&self, case: &Case) -> Result<Moving, Failure> {
        let (boxes, seed) = (case.boxes.clone(), case.setting.shape_seed);
        let motion = |index| box_motion(seed, index, &boxes.oriented(index));
        let per_box = (0..short(boxes.len())).map(motion).collect();
        Ok(Moving { boxes: Some(boxes), seed, per_box, stored_poses: !seed.is_multiple_of(2) })
    }

    fn ask(&self, asked: &Asked<'_, Moving>, _memory: &mut ()) -> Result<Vec<CastRow>, Failure> {
        let Asked { engine, case, world, rows, margin, .. } = *asked;
        let mut halves = Vec::new();
        let query = PairQuery::new(case.boxes.unit(), rows).grown(grown(margin, &mut halves));
        let ask = |motions| {
            let casts = CastQuestion::new(query, motions).stored_poses(world.stored_poses);
            filled(rows.len(), |out| engine.casts(casts, out))
        };
        let of_pairs = world.of_pairs(rows);
        let per_pair = ask(Motions::per_pair(&of_pairs))?;
        let per_box = ask(Motions::per_box(&world.per_box))?;
        let row = |pair: usize| CastRow { per_pair: per_pair[pair], per_box: per_box[pair] };
        Ok((0..rows.len()).map(row).collect())
    }

    fn check(
        &self,
        asked: &Asked<'_, Moving>,
        answers: &[CastRow],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { case, world, rows, .. } = *asked;
        let growth = case.setting.grown();
        Ok(map_rows(rows.len(), |row| {
            let boxes = rows[row].map(|index| case.boxes.oriented(index));
            let of_boxes = rows[row].map(|index| world.per_box[index as usize]);
            let stored_poses = world.stored_poses;
            let given = |motions| Given { boxes, motions, growth, stored_poses };
            let CastRow { per_pair, per_box } = &answers[row];
            given([[0.0; 3], world.of_pair(rows[row])])
                .finding(per_pair)
                .and(given(of_boxes).finding(per_box))
        }))
    }

    fn calls<'a>(&self, case: &'a Case, world: &'a Moving) -> Vec<Call<'a>> {
        let (pairs, rows) = (&case.pairs, case.pairs.len());
        let query = PairQuery::new(case.boxes.unit(), pairs).grown(uniform(case.setting.grown()));
        let motions = world.of_pairs(pairs);
        let per_pair = move |engine: &Engine, out: &mut [Cast]| {
            Ok(engine.casts(CastQuestion::new(query, Motions::per_pair(&motions)), out)?)
        };
        let per_box = move |engine: &Engine, out: &mut [Cast]| {
            Ok(engine.casts(CastQuestion::new(query, Motions::per_box(&world.per_box)), out)?)
        };
        let none = vec![Cast::default(); rows];
        vec![
            Call::new("casts", none.clone(), per_pair, Cast::touches),
            Call::new("casts-per-box", none, per_box, Cast::touches),
        ]
    }
}

impl Moving {
    /// The displacement of a pair.
    fn of_pair(&self, pair: [u32; 2]) -> [f32; 3] {
        let Some(boxes) = &self.boxes else { return [0.0; 3] };
        let both = pair.map(|index| boxes.oriented(index));
        PairMotion::of_pair(self.seed, pair, both.each_ref()).motion
    }

    /// The displacement of each pair.
    pub fn of_pairs(&self, pairs: &[[u32; 2]]) -> Vec<[f32; 3]> {
        pairs.iter().map(|&pair| self.of_pair(pair)).collect()
    }

    /// The displacement of each box.
    pub fn of_boxes(&self) -> &[[f32; 3]] {
        &self.per_box
    }
}

/// A pair of boxes that move.
struct Given {
    boxes: [octosat_reference::OrientedBox; 2],
    /// The displacement of each box, meters.
    motions: [[f32; 3]; 2],
    growth: f32,
    stored_poses: bool,
}

impl Given {
    /// What the reference finds in an answer.
    fn finding(&self, row: &Cast) -> Finding {
        let Self { boxes: [a, b], motions: [of_a, of_b], .. } = self;
        let exact = [0, 1, 2].map(|k| f64::from(of_b[k]) - f64::from(of_a[k]));
        let reference = self.reference(exact);
        let faults = reference.faults(row);
        let off = match row.state {
            CastState::HIT => reference.gap(row).max(0.0),
            _ => 0.0,
        };
        let mut finding = Finding::new(None, share(off, reference.largest_gap()));
        finding.holds(faults.is_empty(), &format!("{faults:?}"));
        finding.holds(!self.overlaps_at(row), "the poses at the time overlap");
        finding.about(|| {
            let (touch, bound) = (reference.first_touch(), reference.bound());
            format!(
                " ({row:?} of {a:?} and {b:?}, {exact:?} m; float64 first touch {touch:?}, bound {bound:e} m)"
            )
        })
    }

    fn reference(&self, motion: [f64; 3]) -> ReferenceCast {
        let Self { boxes: [a, b], motions, growth, stored_poses } = self;
        let reference = ReferenceCast::new(a, b, motion, f64::from(*growth));
        if *stored_poses {
            reference.stored_poses([a, b], motions.map(|motion| motion.map(f64::from)))
        } else {
            reference
        }
    }

    /// Whether the boxes overlap where their rounded poses are at the time of a hit, which must not be if there is
    /// room.
    fn overlaps_at(&self, row: &Cast) -> bool {
        let Self { boxes: [a, b], motions: [of_a, of_b], growth, stored_poses } = self;
        if !stored_poses || row.state != CastState::HIT || row.time <= 0.0 {
            return false;
        }
        let [a, b] = [a.at_time(*of_a, row.time), b.at_time(*of_b, row.time)];
        ReferenceCast::new(&a, &b, [0.0; 3], f64::from(*growth)).overlaps_at_start()
    }
}
