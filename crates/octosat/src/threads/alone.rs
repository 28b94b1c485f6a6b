//! The functions of `threads` on the calling thread.

use core::ops::Range;

use octosat_lanes::Row;

/// Items between two tests of whether a check has failed: enough to vectorize.
const BLOCK: usize = 1024;

/// The number of threads that a call would use.
pub(crate) fn available() -> usize {
    1
}

/// Runs `work` on every task.
pub(crate) fn share<T: Send>(
    _workers: usize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    tasks.for_each(work);
}

/// Runs `work` on every task with the first state.
pub(crate) fn share_with<S: Send, T: Send>(
    states: &mut [S],
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T, &mut S) + Sync,
) {
    let Some(state) = states.first_mut() else { return };
    tasks.for_each(|task| work(task, state));
}

/// Sorts a list; equal values are the same.
pub(crate) fn sort<T: Ord + Send>(list: &mut [T]) {
    list.sort_unstable();
}

/// Whether `holds` is true of every block of the range.
pub(crate) fn all(range: Range<usize>, holds: impl Fn(Range<usize>) -> bool + Sync) -> bool {
    let mut start = range.start;
    while start < range.end {
        let end = range.end.min(start + BLOCK);
        if !holds(start..end) {
            return false;
        }
        start = end;
    }
    true
}

/// Changes columns of one length in one part, or in some; `change` gets the index of a part's first rows.
pub(crate) fn parts<const COLUMNS: usize>(
    columns: [&mut [Row]; COLUMNS],
    change: impl Fn(usize, [&mut [Row]; COLUMNS]) + Sync,
) {
    change(0, columns);
}
