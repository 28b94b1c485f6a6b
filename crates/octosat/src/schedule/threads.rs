//! Tasks over rayon: the caller's pool if called inside one, else the global pool.

use octosat_lanes::{BoundedPairs, PairOutOfBounds};
use rayon::prelude::*;

use super::{PAIRS_A_TASK, PairRows, Task};
use crate::contacts::{ContactPoint, Manifold, Part};

/// Runs `work` on every task, in any order and on any thread.
pub(super) fn for_each_task<T: Send>(
    pairs: usize,
    out: &mut [T],
    elements: usize,
    work: impl Fn(Task, &mut [T]) + Send + Sync,
) {
    out.par_chunks_mut(elements)
        .enumerate()
        .for_each(|(number, part)| work(Task::new(number, pairs), part));
}

/// Proves every index of the pairs; the first offender is reported whatever the threads' order.
pub(super) fn check_pairs(
    pairs: &[[u32; 2]],
    counts: [usize; 2],
) -> Result<BoundedPairs<'_>, PairOutOfBounds> {
    pairs
        .par_chunks(PAIRS_A_CHECK)
        .map(|part| BoundedPairs::check_sides(part, counts).ok())
        .reduce_with(|left, right| left?.joined(&right?, pairs))
        .flatten()
        .map_or_else(|| BoundedPairs::check_sides(pairs, counts), Ok)
}

/// How many pairs a thread checks at a time: checking is some twenty times faster than a query.
const PAIRS_A_CHECK: usize = 1 << 16;

/// Runs `work` on every task of rows with a part of its own.
pub(super) fn fill_parts(
    rows: &mut PairRows<'_>,
    parts: &mut [Part],
    work: impl Fn(usize, PairRows<'_>, &mut Part) + Send + Sync,
) {
    let manifolds = rows.manifolds.par_chunks_mut(PAIRS_A_TASK).zip(parts.par_iter_mut());
    if rows.memory.is_empty() {
        manifolds.enumerate().for_each(|(task, (manifolds, part))| {
            work(task, PairRows { manifolds, memory: &mut [] }, part);
        });
        return;
    }
    let memory = rows.memory.par_chunks_mut(PAIRS_A_TASK);
    manifolds.zip(memory).enumerate().for_each(|(task, ((manifolds, part), memory))| {
        work(task, PairRows { manifolds, memory }, part);
    });
}

/// Copies the parts' points into `places`, one part behind the other, and renumbers their rows, of
/// which the first point is at `base`.
///
/// By halves and not over a list of places: such a list would have to be allocated.
pub(super) fn copy_parts(
    parts: &[Part],
    rows: &mut [Manifold],
    places: &mut [ContactPoint],
    base: usize,
) {
    let [part] = parts else {
        let (left, right) = parts.split_at(parts.len() / 2);
        let points = left.iter().map(|part| part.len).sum();
        let (left_rows, right_rows) = rows.split_at_mut(left.len() * PAIRS_A_TASK);
        let (left_places, right_places) = places.split_at_mut(points);
        rayon::join(
            || copy_parts(left, left_rows, left_places, base),
            || copy_parts(right, right_rows, right_places, base + points),
        );
        return;
    };
    places.copy_from_slice(part.points());
    #[expect(clippy::cast_possible_truncation, reason = "the engine bounds the number of points")]
    let base = base as u32;
    for row in rows {
        row.first += base;
    }
}
