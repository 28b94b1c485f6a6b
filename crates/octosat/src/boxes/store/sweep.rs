//! Loops over whole columns: on the calling thread, or with the feature `parallel` split over the threads of the pool
//! that the caller is in.
//!
//! Outside a pool, or over few boxes, nothing is split and no pool is started. Every row is treated alone, so the bits
//! do not depend on the number of threads.

use octosat_lanes::Row;

#[cfg(feature = "parallel")]
pub(crate) use self::parallel::{all, parts, sort};
#[cfg(not(feature = "parallel"))]
pub(crate) use self::sequential::{all, parts, sort};

/// Changes the rows of columns of one length, which `change` gets with their place.
pub(crate) fn update<const N: usize>(
    columns: [&mut [Row]; N],
    change: impl Fn(usize, [&mut Row; N]) + Send + Sync,
) {
    parts(columns, |first, columns| {
        let len = columns.first().map_or(0, |column| column.len());
        let mut columns = columns.map(|column| &mut column[..len]);
        for at in 0..len {
            change(first + at, columns.each_mut().map(|column| &mut column[at]));
        }
    });
}

/// The loops on the calling thread.
mod sequential {
    use core::ops::Range;

    use octosat_lanes::Row;

    /// Items between two tests of whether a check has failed: enough to vectorize.
    const BLOCK: usize = 1024;

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

    /// Changes columns of one length in one part, or in some; `change` gets the place of a part's first rows.
    pub(crate) fn parts<const N: usize>(
        columns: [&mut [Row]; N],
        change: impl Fn(usize, [&mut [Row]; N]) + Send + Sync,
    ) {
        change(0, columns);
    }

    /// Sorts keys that are all different.
    pub(crate) fn sort<K: Ord + Send>(keys: &mut [K]) {
        keys.sort_unstable();
    }
}

/// The same loops, split over threads.
#[cfg(feature = "parallel")]
mod parallel {
    use core::ops::Range;

    use octosat_lanes::Row;
    use rayon::prelude::*;

    use super::sequential;

    /// Loops over at least this many boxes are split; a shorter loop takes less time than waking threads costs.
    const SMALLEST_SPLIT: usize = 1 << 16;

    /// The most boxes in one part of a split loop: about as many as the cache of a core holds.
    const PART: usize = 1 << 13;

    /// Whether a loop over so many boxes is split.
    fn splits(count: usize) -> bool {
        count >= SMALLEST_SPLIT && rayon::current_thread_index().is_some()
    }

    /// Whether `holds` is true of every block of the range.
    pub(crate) fn all(range: Range<usize>, holds: impl Fn(Range<usize>) -> bool + Sync) -> bool {
        if !splits(range.len()) {
            return sequential::all(range, holds);
        }
        (0..range.len().div_ceil(PART)).into_par_iter().all(|part| {
            let start = range.start + part * PART;
            sequential::all(start..range.end.min(start + PART), &holds)
        })
    }

    /// Changes columns of one length in one part, or in some; `change` gets the place of a part's first rows.
    pub(crate) fn parts<const N: usize>(
        columns: [&mut [Row]; N],
        change: impl Fn(usize, [&mut [Row]; N]) + Send + Sync,
    ) {
        if splits(columns.first().map_or(0, |column| column.len())) {
            halves(columns, 0, &change);
        } else {
            sequential::parts(columns, change);
        }
    }

    /// Changes one half on another thread, if one is idle; `first` is the place of the first rows.
    fn halves<const N: usize>(
        columns: [&mut [Row]; N],
        first: usize,
        change: &(impl Fn(usize, [&mut [Row]; N]) + Send + Sync),
    ) {
        let len = columns.first().map_or(0, |column| column.len());
        if len <= PART {
            return change(first, columns);
        }
        let middle = len / 2;
        let mut lower: [&mut [Row]; N] = core::array::from_fn(|_| Default::default());
        let mut upper: [&mut [Row]; N] = core::array::from_fn(|_| Default::default());
        for (k, column) in columns.into_iter().enumerate() {
            (lower[k], upper[k]) = column.split_at_mut(middle);
        }
        rayon::join(|| halves(lower, first, change), || halves(upper, first + middle, change));
    }

    /// Sorts keys that are all different.
    pub(crate) fn sort<K: Ord + Send>(keys: &mut [K]) {
        if splits(keys.len()) {
            keys.par_sort_unstable();
        } else {
            sequential::sort(keys);
        }
    }

    #[cfg(test)]
    mod tests {
        use std::collections::HashSet;
        use std::sync::Mutex;
        use std::thread::{self, ThreadId};
        use std::vec;
        use std::vec::Vec;

        use super::super::update;
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

        /// Runs loops over more rows than the fewest that are split.
        fn run(seen: &Seen) -> [Vec<Row>; 2] {
            let mut columns = [0, 1].map(|_| vec![Row::default(); COUNT]);
            update(columns.each_mut().map(Vec::as_mut_slice), |at, [first, second]| {
                seen.here();
                first.0 = [crate::boxes::store::rotation::round(at as f64); 4];
                second.0[3] += 1.0;
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
            let counted = |at: usize| Row([crate::boxes::store::rotation::round(at as f64); 4]);
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
}
