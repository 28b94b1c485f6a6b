//! Tasks over rayon: the caller's pool if called inside one, else the global pool.

use octosat_lanes::{BoundedPairs, PairOutOfBounds};
use rayon::prelude::*;

use super::Task;

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
    boxes: usize,
) -> Result<BoundedPairs<'_>, PairOutOfBounds> {
    pairs
        .par_chunks(PAIRS_A_CHECK)
        .map(|part| BoundedPairs::check(part, boxes).ok())
        .reduce_with(|left, right| left?.joined(&right?, pairs))
        .flatten()
        .map_or_else(|| BoundedPairs::check(pairs, boxes), Ok)
}

/// How many pairs a thread checks at a time: checking is some twenty times faster than a query.
const PAIRS_A_CHECK: usize = 1 << 16;
