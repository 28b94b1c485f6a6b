//! The functions of `threads` on the pool of rayon in which a call is made, or on the global one.

use core::error::Error;
use core::ops::Range;
use std::sync::{Mutex, OnceLock, PoisonError};

use octosat_lanes::Row;
use rayon::prelude::*;

use super::alone;

/// Loops over at least this many rows are split; a shorter loop takes less time than waking threads costs.
const SMALLEST_SPLIT: usize = 1 << 16;

/// The most rows in one part of a split loop: about as many as the cache of a core holds.
const PART: usize = 1 << 13;

/// The number of threads that a call would use; one if the global pool cannot be started.
pub(crate) fn available() -> usize {
    if !is_inside() && !is_pool_started() {
        return alone::available();
    }
    rayon::current_num_threads()
}

/// Whether the calling thread is one of a pool.
fn is_inside() -> bool {
    rayon::current_thread_index().is_some()
}

/// Starts the global pool as its first use would, but without a panic if the system provides no threads.
///
/// WebAssembly without threads is left to rayon, whose global pool works on the calling thread there.
fn is_pool_started() -> bool {
    static STARTED: OnceLock<bool> = OnceLock::new();
    cfg!(target_family = "wasm")
        || *STARTED.get_or_init(|| match rayon::ThreadPoolBuilder::new().build_global() {
            Ok(()) => true,
            // An error without a source: the pool exists already.
            Err(error) => error.source().is_none(),
        })
}

/// Runs `work` on every task, over `workers` threads.
pub(crate) fn share<T: Send>(
    workers: usize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    if workers <= 1 {
        return alone::share(workers, tasks, work);
    }
    let tasks = Turns::new(tasks);
    on_threads(workers, &|| {
        while let Some(task) = tasks.take() {
            work(task);
        }
    });
}

/// The same over as many threads as there are states, each with a state of its own.
pub(crate) fn share_with<S: Send, T: Send>(
    states: &mut [S],
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T, &mut S) + Sync,
) {
    if states.len() <= 1 {
        return alone::share_with(states, tasks, work);
    }
    let workers = states.len();
    let (tasks, states) = (Turns::new(tasks), Turns::new(states.iter_mut()));
    on_threads(workers, &|| {
        let Some(state) = states.take() else { return };
        while let Some(task) = tasks.take() {
            work(task, state);
        }
    });
}

/// An iterator from which threads take items in turn.
struct Turns<T>(Mutex<T>);

impl<T: Iterator> Turns<T> {
    fn new(items: T) -> Self {
        Self(Mutex::new(items))
    }

    /// The next item. A poisoned lock is taken as it is, because the panic continues in the caller.
    fn take(&self) -> Option<T::Item> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).next()
    }
}

/// Runs the same work on `threads` threads at once, including the calling thread.
///
/// Inside a pool nothing is allocated. `dyn`, so that rayon's calls are compiled once, and not for each query.
fn on_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    if rayon::current_thread_index().is_some() {
        return fan_out(threads, work);
    }
    // `rayon::join` would put the calling thread to sleep and wake two others one after the other.
    rayon::in_place_scope(|scope| {
        scope.spawn(|_| fan_out(threads - 1, work));
        work();
    });
}

/// Runs the same work `threads` times, at the same time if the pool has idle threads.
fn fan_out(threads: usize, work: &(dyn Fn() + Sync)) {
    if threads <= 1 {
        return work();
    }
    let half = threads / 2;
    rayon::join(|| fan_out(threads - half, work), || fan_out(half, work));
}

/// Whether a loop over this number of rows is split. Outside a pool nothing is split, and no pool is started.
fn splits(count: usize) -> bool {
    count >= SMALLEST_SPLIT && is_inside()
}

/// Sorts a list; equal values are the same.
pub(crate) fn sort<T: Ord + Send>(list: &mut [T]) {
    if splits(list.len()) {
        list.par_sort_unstable();
    } else {
        alone::sort(list);
    }
}

/// Whether `holds` is true of every block of the range.
pub(crate) fn all(range: Range<usize>, holds: impl Fn(Range<usize>) -> bool + Sync) -> bool {
    if !splits(range.len()) {
        return alone::all(range, holds);
    }
    on_parts(range.len().div_ceil(PART), &|part| {
        let start = range.start + part * PART;
        alone::all(start..range.end.min(start + PART), &holds)
    })
}

/// Whether `holds` is true of every number below `parts`. Compiled once, as [`on_threads`].
fn on_parts(parts: usize, holds: &(dyn Fn(usize) -> bool + Sync)) -> bool {
    (0..parts).into_par_iter().all(holds)
}

/// Changes columns of one length in one part, or in some; `change` gets the index of a part's first rows.
pub(crate) fn parts<const COLUMNS: usize>(
    columns: [&mut [Row]; COLUMNS],
    change: impl Fn(usize, [&mut [Row]; COLUMNS]) + Sync,
) {
    if splits(columns.first().map_or(0, |column| column.len())) {
        halves(columns, 0, &change);
    } else {
        alone::parts(columns, change);
    }
}

/// Changes one half on another thread, if one is idle; `first` is the index of the first rows.
fn halves<const COLUMNS: usize>(
    columns: [&mut [Row]; COLUMNS],
    first: usize,
    change: &(dyn Fn(usize, [&mut [Row]; COLUMNS]) + Sync),
) {
    let len = columns.first().map_or(0, |column| column.len());
    if len <= PART {
        return change(first, columns);
    }
    let middle = len / 2;
    let mut lower: [&mut [Row]; COLUMNS] = core::array::from_fn(|_| Default::default());
    let mut upper: [&mut [Row]; COLUMNS] = core::array::from_fn(|_| Default::default());
    for (k, column) in columns.into_iter().enumerate() {
        (lower[k], upper[k]) = column.split_at_mut(middle);
    }
    rayon::join(|| halves(lower, first, change), || halves(upper, first + middle, change));
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Mutex;
    use std::thread::{self, ThreadId};
    use std::vec;
    use std::vec::Vec;

    use super::*;

    const COUNT: usize = 3 * SMALLEST_SPLIT + 5;

    /// The threads that a loop ran on.
    #[derive(Default)]
    struct Seen(Mutex<HashSet<ThreadId>>);

    impl Seen {
        fn here(&self) {
            self.0.lock().unwrap().insert(thread::current().id());
        }
    }

    /// A row of the bits of its index.
    fn counted(at: usize) -> Row {
        let bits = u32::try_from(at).unwrap();
        Row([f32::from_bits(bits); 4])
    }

    /// Runs loops over more rows than the fewest that are split.
    fn run(seen: &Seen) -> [Vec<Row>; 2] {
        let mut columns = [0, 1].map(|_| vec![Row::default(); COUNT]);
        parts(columns.each_mut().map(Vec::as_mut_slice), |start, [first, second]| {
            seen.here();
            for (at, (first, second)) in (start..).zip(first.iter_mut().zip(second)) {
                first.0 = counted(at).0;
                second.0[3] += 1.0;
            }
        });
        let holds = |block: Range<usize>| {
            seen.here();
            !block.contains(&COUNT)
        };
        assert!(all(0..COUNT, holds));
        assert!(!all(0..COUNT + 1, holds));
        let mut keys: Vec<_> = (0..COUNT).map(|at| at.wrapping_mul(7919) % COUNT).collect();
        sort(&mut keys);
        assert!(keys.is_sorted());
        columns
    }

    #[test]
    fn loops_stay_on_the_calling_thread_unless_it_is_in_a_pool() {
        let outside = Seen::default();
        let columns = run(&outside);
        assert_eq!(*outside.0.lock().unwrap(), HashSet::from([thread::current().id()]));
        assert!(!splits(usize::MAX));
        assert_eq!(columns[0], (0..COUNT).map(counted).collect::<Vec<_>>());
        assert_eq!(columns[1], vec![Row([0.0, 0.0, 0.0, 1.0]); COUNT]);
        let inside = Seen::default();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        assert_eq!(pool.install(|| run(&inside)), columns);
        assert!(pool.install(|| splits(SMALLEST_SPLIT) && !splits(SMALLEST_SPLIT - 1)));
        let threads = inside.0.lock().unwrap();
        assert!(!threads.contains(&thread::current().id()), "the work was in the pool");
    }
}
