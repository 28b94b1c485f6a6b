//! Tasks whose results differ in length, put one behind the other in the order of the pairs.

use super::Schedule;
#[cfg(feature = "parallel")]
use super::{PAIRS_A_TASK, threads};
use crate::coherence::PairMemory;
use crate::contacts::{Contacts, Manifold, Part};

/// How many tasks run before their points are put in place: enough to keep many threads busy, few
/// enough that their points are still in the caches, and that memory is not needed twice.
#[cfg(feature = "parallel")]
const TASKS_A_WAVE: usize = 64;

/// What a query writes for each pair: a row, and what is remembered.
#[derive(Debug)]
pub(crate) struct PairRows<'a> {
    pub(crate) manifolds: &'a mut [Manifold],
    /// One a pair, or none at all.
    pub(crate) memory: &'a mut [PairMemory],
}

impl<'a> PairRows<'a> {
    /// The number of pairs.
    pub(crate) fn len(&self) -> usize {
        self.manifolds.len()
    }

    /// Takes the first `pairs` off, or all if there are fewer.
    pub(crate) fn take_front(&mut self, pairs: usize) -> Self {
        let pairs = pairs.min(self.manifolds.len());
        let memories = pairs.min(self.memory.len());
        let (manifolds, rest) = core::mem::take(&mut self.manifolds).split_at_mut(pairs);
        self.manifolds = rest;
        let (memory, rest) = core::mem::take(&mut self.memory).split_at_mut(memories);
        self.memory = rest;
        Self { manifolds, memory }
    }
}

/// Runs `work` on all pairs: it takes the number of the first pair, what the pairs write, and the
/// list that their points go behind, which rows number from its own beginning.
pub(crate) fn gather(
    schedule: Schedule,
    out: &mut Contacts,
    memory: &mut [PairMemory],
    work: impl Fn(usize, PairRows<'_>, &mut Part) + Send + Sync,
) {
    out.manifolds.resize(schedule.pairs, Manifold::default());
    out.whole.len = 0;
    #[cfg(feature = "parallel")]
    if schedule.may_split() {
        let Contacts { manifolds, whole, parts } = out;
        parts.resize_with(TASKS_A_WAVE, Part::default);
        let mut rest = PairRows { manifolds, memory };
        let mut first = 0;
        while rest.len() > 0 {
            let mut rows = rest.take_front(TASKS_A_WAVE * PAIRS_A_TASK);
            threads::fill_parts(&mut rows, parts, |task, rows, part| {
                part.len = 0;
                work(first + task * PAIRS_A_TASK, rows, part);
            });
            append(whole, rows.manifolds, parts);
            first += rows.len();
        }
        return;
    }
    work(0, PairRows { manifolds: &mut out.manifolds, memory }, &mut out.whole);
}

/// Puts the points of a wave behind those that are there.
#[cfg(feature = "parallel")]
fn append(whole: &mut Part, rows: &mut [Manifold], parts: &[Part]) {
    let parts = &parts[..rows.len().div_ceil(PAIRS_A_TASK)];
    let points = parts.iter().map(|part| part.len).sum();
    whole.make_room(points);
    let base = whole.len;
    let places = &mut whole.points[base..base + points];
    threads::copy_parts(parts, rows, places, base);
    whole.len += points;
}
