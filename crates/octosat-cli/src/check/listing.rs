//! The pairs of a check in the orders and numbers in which the engine is asked.

/// A list of pairs made of the rows of another one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listing {
    pub(crate) pairs: Vec<[u32; 2]>,
    /// For each place the row of the other list.
    pub(crate) rows: Vec<usize>,
}

/// The lists for one thread and for several.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listings {
    pub(crate) sequential: Listing,
    pub(crate) threaded: Listing,
}

/// Fewest pairs that keep several threads busy: the engine splits a call from 200 µs of work on, and overlap, the
/// fastest query, takes 6 ns a pair on the fastest backend.
const FEWEST_THREADED: usize = 36_000;

/// The same for contacts, which take six times as long: 27 ns a pair.
const FEWEST_THREADED_CONTACTS: usize = 8_000;

impl Listing {
    /// These rows of a list of pairs.
    pub(crate) fn of_rows(pairs: &[[u32; 2]], rows: Vec<usize>) -> Self {
        Self { pairs: rows.iter().map(|&row| pairs[row]).collect(), rows }
    }
}

impl Listings {
    /// The list as it is for one thread, and again and again until several threads have work. In
    /// the repetitions a pair meets other neighbours and other lanes.
    pub(crate) fn in_order(pairs: &[[u32; 2]]) -> Self {
        let count = pairs.len();
        let threaded = if count == 0 { 0 } else { count.max(FEWEST_THREADED) };
        Self {
            sequential: Listing::of_rows(pairs, (0..count).collect()),
            threaded: Listing::of_rows(pairs, (0..threaded).map(|place| place % count).collect()),
        }
    }

    /// The list of a frame of a sequence, and so many copies of it; backwards, if wanted.
    pub(crate) fn of_frame(pairs: &[[u32; 2]], copies: usize, backwards: bool) -> Self {
        let count = pairs.len();
        let mut rows: Vec<usize> = (0..count).collect();
        if backwards {
            rows.reverse();
        }
        Self {
            threaded: Listing::of_rows(pairs, rows.repeat(copies)),
            sequential: Listing::of_rows(pairs, rows),
        }
    }

    /// How many copies of a list keep several threads busy with contacts, if the longest list of a sequence has so
    /// many pairs.
    pub(crate) fn copies(most_pairs: usize) -> usize {
        FEWEST_THREADED_CONTACTS.div_ceil(most_pairs.max(1))
    }

    pub(crate) fn of_threads(&self, threads: usize) -> &Listing {
        if threads == 1 { &self.sequential } else { &self.threaded }
    }
}
