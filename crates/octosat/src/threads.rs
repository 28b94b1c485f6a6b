//! Splitting a call over threads: only where it pays, by estimated work, in tasks that threads take in turn.
//!
//! The calling thread always works itself. Others join in when they wake up, which takes 30 to 120 µs where
//! a pool sleeps; until then nothing waits for them. Tasks are ranges of rows whose results go straight to
//! their places in the caller's buffer, so no result depends on which thread did what.

use core::ops::Range;

/// Estimated work from which on a call is split, in nanoseconds: several times what waking a thread costs.
const SMALLEST_SPLIT: usize = 200_000;

/// Estimated work of one task, in nanoseconds: a small part of a split call, large beside taking a task.
const TASK: usize = 25_000;

/// Rows of a task are a multiple of this: of every batch, and of the bits of a word.
const TASK_UNIT: usize = 512;

/// How much work a call is, and how many threads it may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    /// The number of rows.
    pub(crate) rows: usize,
    /// What a row takes on this backend, in nanoseconds, about.
    pub(crate) row_nanoseconds: usize,
    /// The most threads; zero: all of the pool.
    pub(crate) threads: usize,
}

impl Load {
    /// How many rows a task has.
    pub(crate) fn task_rows(self) -> usize {
        (TASK / self.row_nanoseconds.max(1)).next_multiple_of(TASK_UNIT)
    }

    /// How many threads share the work; one: it is not split.
    pub(crate) fn workers(self) -> usize {
        let work = self.rows.saturating_mul(self.row_nanoseconds);
        if self.threads == 1 || work < SMALLEST_SPLIT {
            return 1;
        }
        let pool = pool_threads();
        let most = if self.threads == 0 { pool } else { self.threads.min(pool) };
        most.min(work / (SMALLEST_SPLIT / 2)).max(1)
    }
}

/// How many threads the pool has that a call would use.
#[cfg(feature = "parallel")]
fn pool_threads() -> usize {
    rayon::current_num_threads()
}

/// Without the feature `parallel` there is no pool.
#[cfg(not(feature = "parallel"))]
fn pool_threads() -> usize {
    1
}

/// Runs `work` on every task of `out`, which has `elements` for each full task.
pub(crate) fn for_each_task<T: Send>(
    load: Load,
    out: &mut [T],
    elements: usize,
    work: impl Fn(Range<usize>, &mut [T]) + Sync,
) {
    let rows = load.task_rows();
    let tasks = out.chunks_mut(elements).enumerate();
    share(load.workers(), tasks, |(number, part)| {
        let first = number * rows;
        work(first..load.rows.min(first + rows), part);
    });
}

/// Runs `work` on every task, over so many threads.
#[cfg(feature = "parallel")]
pub(crate) fn share<T: Send>(
    workers: usize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    if workers <= 1 {
        return tasks.for_each(work);
    }
    let tasks = Queue::new(tasks);
    on_threads(workers, &|| {
        while let Some(task) = tasks.take() {
            work(task);
        }
    });
}

/// Runs `work` on every task.
#[cfg(not(feature = "parallel"))]
pub(crate) fn share<T: Send>(
    _workers: usize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    tasks.for_each(work);
}

/// The same over as many threads as there are states, each with a state of its own.
#[cfg(feature = "parallel")]
pub(crate) fn share_with<S: Send, T: Send>(
    states: &mut [S],
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T, &mut S) + Sync,
) {
    let workers = states.len();
    let (tasks, states) = (Queue::new(tasks), Queue::new(states.iter_mut()));
    on_threads(workers, &|| {
        let Some(state) = states.take() else { return };
        while let Some(task) = tasks.take() {
            work(task, state);
        }
    });
}

/// The same with the first state.
#[cfg(not(feature = "parallel"))]
pub(crate) fn share_with<S: Send, T: Send>(
    states: &mut [S],
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T, &mut S) + Sync,
) {
    let Some(state) = states.first_mut() else { return };
    tasks.for_each(|task| work(task, state));
}

/// What threads take from in turn.
#[cfg(feature = "parallel")]
struct Queue<T>(std::sync::Mutex<T>);

#[cfg(feature = "parallel")]
impl<T: Iterator> Queue<T> {
    fn new(items: T) -> Self {
        Self(std::sync::Mutex::new(items))
    }

    /// The next item.
    fn take(&self) -> Option<T::Item> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next()
    }
}

/// Runs the same work on so many threads at once, the calling one among them.
///
/// Inside a pool nothing is allocated.
#[cfg(feature = "parallel")]
fn on_threads(threads: usize, work: &(impl Fn() + Sync)) {
    if rayon::current_thread_index().is_some() {
        return fan_out(threads, work);
    }
    // `rayon::join` would put the calling thread to sleep and wake two others one after the other.
    rayon::in_place_scope(|scope| {
        scope.spawn(|_| fan_out(threads - 1, work));
        work();
    });
}

/// Runs the same work so many times, where the pool has idle threads at the same time.
#[cfg(feature = "parallel")]
fn fan_out(threads: usize, work: &(impl Fn() + Sync)) {
    if threads <= 1 {
        return work();
    }
    let half = threads / 2;
    rayon::join(|| fan_out(threads - half, work), || fan_out(half, work));
}
