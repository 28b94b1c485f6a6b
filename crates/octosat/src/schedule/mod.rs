//! Splitting a call into tasks, over the thread pool or on the calling thread.
//!
//! Tasks are ranges of pairs whose results go straight to their places in the caller's buffer, so
//! the order of results is the order of pairs at any number of threads.

mod gather;
#[cfg(feature = "parallel")]
mod threads;

use core::ops::Range;

use octosat_lanes::{BoundedPairs, PairOutOfBounds};

pub(crate) use self::gather::{PairRows, gather};

/// How many pairs one task holds: some tens of microseconds of work, enough that handing a task to
/// another thread costs nothing beside it. A multiple of every batch and of the bits of a word.
pub(crate) const PAIRS_A_TASK: usize = 4096;

/// How a call may be split.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schedule {
    /// The number of pairs.
    pub(crate) pairs: usize,
    /// Whether the calling thread must do it alone.
    pub(crate) sequential: bool,
}

impl Schedule {
    /// Whether it may and should be split over threads.
    fn may_split(self) -> bool {
        cfg!(feature = "parallel") && !self.sequential && self.pairs > PAIRS_A_TASK
    }
}

/// A range of pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    pub(crate) first: usize,
    len: usize,
}

impl Task {
    fn new(number: usize, pairs: usize) -> Self {
        let first = number * PAIRS_A_TASK;
        Self { first, len: PAIRS_A_TASK.min(pairs - first) }
    }

    pub(crate) fn range(self) -> Range<usize> {
        self.first..self.first + self.len
    }
}

/// Runs `work` on every task with its part of the output, `elements` of them for a full task.
pub(crate) fn for_each_task<T: Send>(
    schedule: Schedule,
    out: &mut [T],
    elements: usize,
    work: impl Fn(Task, &mut [T]) + Send + Sync,
) {
    #[cfg(feature = "parallel")]
    if schedule.may_split() {
        return threads::for_each_task(schedule.pairs, out, elements, work);
    }
    for (number, part) in out.chunks_mut(elements).enumerate() {
        work(Task::new(number, schedule.pairs), part);
    }
}

/// Proves every index of the pairs to be below the number of boxes, or shapes, of its side.
pub(crate) fn check_pairs(
    schedule: Schedule,
    pairs: &[[u32; 2]],
    counts: [usize; 2],
) -> Result<BoundedPairs<'_>, PairOutOfBounds> {
    if schedule.may_split() {
        #[cfg(feature = "parallel")]
        return threads::check_pairs(pairs, counts);
    }
    BoundedPairs::check_sides(pairs, counts)
}
