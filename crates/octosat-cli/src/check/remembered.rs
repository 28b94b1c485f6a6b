//! Contacts with an eye on the frame before: the pairs as they are, then a little later.

use octosat::tolerances::RECYCLED_MOTION;
use octosat::{Coherence, Engine, Manifolds, PairMemory, QueryError};
use octosat_reference::judge::{JudgedPair, ManifoldReport, name_reach};

use super::answers::usual_setting;
use super::motion::Later;
use crate::manifolds::{PairManifold, points_are_numbered};
use crate::stores::Query;

/// The answers about two frames of pairs whose memory was empty.
#[derive(Clone, Debug, Default)]
pub(super) struct Remembered {
    /// Of the first frame, which nothing is remembered of.
    first: Manifolds,
    /// Of the frame after, computed and recycled.
    later: [Manifolds; 2],
    /// The memories after each of the three.
    memories: [Vec<PairMemory>; 3],
}

/// The answers about one pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RememberedAnswer<'a> {
    first: PairManifold<'a>,
    later: [PairManifold<'a>; 2],
    memories: [PairMemory; 3],
}

/// A pair a little later, for the judge.
pub(super) struct JudgedLater {
    pair: JudgedPair,
    /// Metres that its boxes have moved at most, together.
    moved: f64,
}

impl JudgedLater {
    pub(super) fn of(later: &Later, pair: [u32; 2]) -> Self {
        let moved = pair.iter().map(|&index| later.moved[index as usize]).sum();
        Self { pair: later.store.judged(pair), moved }
    }
}

impl Remembered {
    /// Asks about the pairs and about the same pairs later.
    pub(super) fn ask(
        &mut self,
        query: &Query<'_>,
        later: &Later,
        engine: &Engine,
    ) -> Result<(), QueryError> {
        let setting = usual_setting();
        let [first, steady, recycled] = &mut self.memories;
        first.clear();
        first.resize(query.pairs.len(), PairMemory::default());
        self.first = Manifolds::new();
        self.later = Default::default();
        query.manifolds_as(engine, setting, Coherence::On(first), &mut self.first)?;
        steady.clone_from(first);
        recycled.clone_from(first);
        let next = Query { store: &later.store, ..*query };
        let [computed, moved] = &mut self.later;
        next.manifolds_as(engine, setting, Coherence::On(steady), computed)?;
        next.manifolds_as(engine, setting, Coherence::recycle(recycled), moved)
    }

    pub(super) fn get(&self, pair: usize) -> RememberedAnswer<'_> {
        RememberedAnswer {
            first: PairManifold::of(&self.first, pair),
            later: self.later.each_ref().map(|contacts| PairManifold::of(contacts, pair)),
            memories: self.memories.each_ref().map(|memories| memories[pair]),
        }
    }

    pub(super) fn points_are_numbered(&self) -> bool {
        points_are_numbered(&self.first) && self.later.iter().all(points_are_numbered)
    }
}

impl RememberedAnswer<'_> {
    /// The first thing whose bits differ, in words.
    pub(super) fn difference(&self, other: &Self) -> Option<String> {
        let frames = [
            ("with an empty memory", self.first, other.first),
            ("with memory", self.later[0], other.later[0]),
            ("recycled", self.later[1], other.later[1]),
        ];
        let manifolds = frames.into_iter().find_map(|(how, own, expected)| {
            own.difference(&expected).map(|what| format!("{how}, {what}"))
        });
        manifolds.or_else(|| {
            let differ = self
                .memories
                .iter()
                .zip(&other.memories)
                .any(|(own, expected)| bytemuck::bytes_of(own) != bytemuck::bytes_of(expected));
            differ.then(|| format!("memory is {:?} instead of {:?}", self.memories, other.memories))
        })
    }

    /// What the float64 checker says about both manifolds of the frame after, by name.
    pub(super) fn reports(&self, later: &JudgedLater) -> [(&'static str, ManifoldReport); 2] {
        let [computed, recycled] = &self.later;
        let setting = usual_setting();
        let reach = name_reach(&later.pair, later.moved) + self.swing();
        let second = if recycled.row.is_recycled() {
            recycled.report_recycled(&later.pair, setting, f64::from(RECYCLED_MOTION))
        } else {
            // What is not recycled is computed, and was judged: see `contradiction`.
            ManifoldReport::default()
        };
        [("with memory", computed.report_steady(&later.pair, setting, reach)), ("recycled", second)]
    }

    /// Metres by which the two surfaces of a contact have moved against each other because the normal has
    /// turned: a point is found by its place on a's face, and b's surface is its depth away.
    fn swing(&self) -> f64 {
        let [before, now] = [&self.first.row, &self.later[0].row];
        let turned = (0..3).map(|k| f64::from(now.normal[k]) - f64::from(before.normal[k]));
        let turned = turned.map(|part| part * part).sum::<f64>().sqrt();
        let margin = f64::from(usual_setting().margin);
        turned * f64::from(before.depth.max(now.depth)).max(margin)
    }

    /// What is wrong whatever the boxes are, in words: an empty memory changes nothing about
    /// `stateless`, and what cannot be recycled is computed as without recycling.
    pub(super) fn contradiction(&self, stateless: &PairManifold<'_>) -> Option<String> {
        if let Some(what) = self.first.difference(stateless) {
            return Some(format!("with an empty memory, {what}"));
        }
        let [computed, recycled] = &self.later;
        if recycled.row.is_recycled() {
            return None;
        }
        recycled.difference(computed).map(|what| format!("not recycled, {what}"))
    }

    /// How many of the frame after have contacts.
    pub(super) fn manifolds(&self) -> usize {
        self.later.iter().filter(|manifold| !manifold.points.is_empty()).count()
    }

    /// The manifolds of the frame after, for a message.
    pub(super) fn describe(&self) -> String {
        format!("first {:?}, later {:?}", self.first, self.later)
    }
}
