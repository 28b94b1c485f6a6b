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
    BoundedPairs::check(pairs, boxes)
}
