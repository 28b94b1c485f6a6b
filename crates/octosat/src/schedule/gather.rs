//! Tasks whose results differ in length, put one behind the other in the order of the pairs.

use super::Schedule;
#[cfg(feature = "parallel")]
use super::{PAIRS_A_TASK, threads};
use crate::contacts::{Contacts, Manifold, Part};

/// How many tasks run before their points are put in place: enough to keep many threads busy, few
/// enough that their points are still in the caches, and that memory is not needed twice.
#[cfg(feature = "parallel")]
const TASKS_A_WAVE: usize = 64;

/// Runs `work` on all pairs: it takes the number of the first pair, the pairs' rows, and the list
/// that their points go behind, which rows number from its own beginning.
pub(crate) fn gather(
    schedule: Schedule,
    out: &mut Contacts,
    work: impl Fn(usize, &mut [Manifold], &mut Part) + Send + Sync,
) {
    out.manifolds.resize(schedule.pairs, Manifold::default());
    out.whole.len = 0;
    #[cfg(feature = "parallel")]
    if schedule.may_split() {
        let Contacts { manifolds, whole, parts } = out;
        parts.resize_with(TASKS_A_WAVE, Part::default);
        for (wave, rows) in manifolds.chunks_mut(TASKS_A_WAVE * PAIRS_A_TASK).enumerate() {
            let first = wave * TASKS_A_WAVE * PAIRS_A_TASK;
            threads::fill_parts(rows, parts, |task, rows, part| {
                part.len = 0;
                work(first + task * PAIRS_A_TASK, rows, part);
            });
            append(whole, rows, parts);
        }
        return;
    }
    work(0, &mut out.manifolds, &mut out.whole);
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
