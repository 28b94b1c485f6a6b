//! Cuts the rows of a call into batches, one row per lane, and loads and transposes them.
//!
//! This is the only module that cuts lists, pads the last batch, and prefetches the rows of later batches.
//! Rows that continue to the next stage of a kernel wait in a [`Queue`](crate::call::queue::Queue).

use core::marker::PhantomData;
use core::ops::Range;

use octosat_lanes::{BoundedPairs, Columns, Isa, MAX_LANES, Mask, PairBuffer, PairSide};

use crate::axes::boxes::BoxLanes;
use crate::boxes::store::OrientedBox;
use crate::call::length::Length;
use crate::call::queue::MAX_CHUNK;

/// Rows are prefetched if there are at least this many boxes.
///
/// Below it the columns stay in the caches near the core, and prefetching costs more than it saves.
const PREFETCH_MIN_BOXES: usize = 1 << 15;

/// How many batches ahead rows are prefetched; 1 to 4 measured alike, 8 loses.
const PREFETCH_BATCHES: usize = 2;

/// The source of batches: columns, and the rows of the columns that a query needs.
pub(crate) trait Source: Copy + Send + Sync {
    /// One batch in lanes.
    type Batch<I: Isa>: Copy;

    /// The number of rows of results.
    fn len(&self) -> usize;

    /// The number of boxes that the rows are taken from.
    fn boxes(&self) -> usize;

    /// The rows of a range.
    fn slice(&self, range: Range<usize>) -> Self;

    /// Loads the batch from `first` on; past the end the last row is repeated.
    fn load<I: Isa>(&self, isa: I, first: usize) -> Self::Batch<I>;

    /// Loads the rows at `positions`, one per lane.
    fn load_at<I: Isa>(&self, isa: I, positions: &[u32]) -> Self::Batch<I>;

    /// Prefetches the whole batch from `first` on.
    fn prefetch<I: Isa>(&self, isa: I, first: usize);
}

/// A source, the lengths of its rows, and whether to prefetch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batches<'a, S> {
    pub(crate) source: S,
    pub(crate) length: Length<'a>,
    /// How many batches ahead rows are prefetched; zero: not at all.
    prefetch_batches: usize,
}

impl<'a, S: Source> Batches<'a, S> {
    /// The batches of a source and lengths that were checked against it.
    pub(crate) fn new(source: S, length: Length<'a>) -> Self {
        let is_small = source.boxes() < PREFETCH_MIN_BOXES;
        let prefetch_batches = if is_small { 0 } else { PREFETCH_BATCHES };
        Self { source, length, prefetch_batches }
    }

    /// The number of rows of results.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.source.len()
    }

    /// The rows of a range, with their lengths.
    #[inline(always)]
    pub(crate) fn slice(&self, range: Range<usize>) -> Self {
        Self { source: self.source.slice(range.clone()), length: self.length.slice(range), ..*self }
    }

    /// Runs `work` on every chunk of the rows of results, with its batches.
    #[inline(always)]
    pub(crate) fn for_each_chunk<R>(&self, rows: &mut [R], mut work: impl FnMut(&Self, &mut [R])) {
        let mut first = 0;
        for rows in rows.chunks_mut(MAX_CHUNK) {
            work(&self.slice(first..first + rows.len()), rows);
            first += rows.len();
        }
    }

    /// Loads the batch from `first` on; past the end the last row is repeated.
    #[inline(always)]
    pub(crate) fn load<I: Isa>(&self, isa: I, first: usize) -> S::Batch<I> {
        self.source.load(isa, first)
    }

    /// Loads the rows at `positions`, one per lane.
    #[inline(always)]
    pub(crate) fn load_at<I: Isa>(&self, isa: I, positions: &[u32]) -> S::Batch<I> {
        self.source.load_at(isa, positions)
    }

    /// Prefetches the rows of a batch to come.
    #[inline(always)]
    pub(crate) fn prefetch<I: Isa>(&self, isa: I, first: usize) {
        let start = first + self.prefetch_batches * I::LANES;
        if self.prefetch_batches > 0 && start + I::LANES <= self.len() {
            self.source.prefetch(isa, start);
        }
    }

    /// The lengths of the batch from `first` on, in meters; past the end the last one is repeated.
    #[inline(always)]
    pub(crate) fn lengths<I: Isa>(&self, isa: I, first: usize) -> I::Real {
        match self.length {
            Length::None => isa.splat(0.0),
            Length::Uniform(length) => isa.splat(length),
            Length::PerPair(lengths) => load_floats(isa, lengths, first),
        }
    }

    /// The length of a row, in meters.
    #[cfg(any(feature = "covered", feature = "exact"))]
    pub(crate) fn length_of(&self, row: usize) -> f32 {
        match self.length {
            Length::PerPair(lengths) => lengths[row],
            other => other.uniform(),
        }
    }

    /// The lengths of the rows at `positions`, in meters.
    #[inline(always)]
    pub(crate) fn lengths_at<I: Isa>(&self, isa: I, positions: &[u32]) -> I::Real {
        match self.length {
            Length::None => isa.splat(0.0),
            Length::Uniform(length) => isa.splat(length),
            Length::PerPair(lengths) => {
                let mut picked = const { [0.0; MAX_LANES] };
                for (length, &position) in picked.iter_mut().zip(positions) {
                    *length = lengths[position as usize];
                }
                isa.load(&picked)
            }
        }
    }

    /// Runs `work` on every batch: with the number of its first row, the batch and its lengths.
    #[inline(always)]
    pub(crate) fn for_each<I: Isa>(
        &self,
        isa: I,
        mut work: impl FnMut(usize, &S::Batch<I>, I::Real),
    ) {
        // The kind of length is matched outside the loop: inside a loop with a short body, the compiler makes
        // three loops of it that jump into each other.
        let uniform = [self.length.uniform(); MAX_LANES];
        let (mut first, len) = (0, self.len());
        while first < len {
            self.prefetch(isa, first);
            let batch = self.load(isa, first);
            let lengths = match self.length {
                Length::PerPair(lengths) => load_floats(isa, lengths, first),
                _ => isa.load(&uniform),
            };
            work(first, &batch, lengths);
            first += I::LANES;
        }
    }

    /// Runs `work` on every batch, with space for one row per lane; rows past the end are dropped.
    #[inline(always)]
    pub(crate) fn for_each_rows<I: Isa, R: Copy + Default>(
        &self,
        isa: I,
        rows: &mut [R],
        mut work: impl FnMut(usize, &S::Batch<I>, I::Real, &mut [R]),
    ) {
        let mut last = [R::default(); MAX_LANES];
        self.for_each(
            isa,
            #[inline(always)]
            |first, batch, lengths| {
                let is_whole = rows.len() - first >= I::LANES;
                let room = if is_whole { &mut rows[first..] } else { &mut last[..] };
                work(first, batch, lengths, &mut room[..I::LANES]);
                if !is_whole {
                    keep_out_of_line(&mut rows[first..], &last);
                }
            },
        );
    }

    /// Runs `test` on the batch at every row number and packs its answers, one bit per row, into words that
    /// are zero.
    #[inline(always)]
    pub(crate) fn pack<I: Isa>(
        &self,
        isa: I,
        words: &mut [u64],
        mut test: impl FnMut(usize) -> I::Mask,
    ) {
        let mut first = 0;
        while first < self.len() {
            self.prefetch(isa, first);
            // There is a word for every row. It is looked up with `get_mut`, because a panic is a way out of
            // the loop, which the compiler may put between two loops. The lookup comes before the test: after
            // the test, the compiler moves the whole test into the branch, out of the order in which its rows
            // are loaded.
            if let Some(word) = words.get_mut(first / 64) {
                *word |= u64::from(test(first).bits()) << (first % 64);
            }
            first += I::LANES;
        }
        let present = self.len() % 64;
        if let Some(last) = words.get_mut(self.len() / 64) {
            *last &= (1 << present) - 1;
        }
    }
}

/// The floats from `first` on; past the end the last one is repeated.
#[inline(always)]
pub(crate) fn load_floats<I: Isa>(isa: I, from: &[f32], first: usize) -> I::Real {
    match from.get(first..first + I::LANES) {
        Some(whole) => isa.load(whole),
        None => isa.load(&repeated_out_of_line(&from[first..])),
    }
}

/// Copies as many of the last batch's rows as there is room for.
///
/// Out of line, like all code that a batch rarely needs: inlined, it would be a loop inside the loop of each
/// kernel.
#[cold]
#[inline(never)]
pub(crate) fn keep_out_of_line<R: Copy>(room: &mut [R], last: &[R]) {
    for (row, last) in room.iter_mut().zip(last) {
        *row = *last;
    }
}

/// A few floats, padded with the last of them.
#[cold]
#[inline(never)]
fn repeated_out_of_line(from: &[f32]) -> [f32; MAX_LANES] {
    let mut floats = [from.last().copied().unwrap_or_default(); MAX_LANES];
    floats[..from.len()].copy_from_slice(from);
    floats
}

/// What rows of so many columns are of, such as boxes.
pub(crate) trait OfRows<const COLUMNS: usize>: Copy + Send + Sync {
    /// One per lane.
    type Lanes<I: Isa>: Copy;

    /// Makes lanes of rows in lanes.
    fn of_rows<I: Isa>(rows: [[I::Real; 4]; COLUMNS]) -> Self::Lanes<I>;
}

impl OfRows<3> for OrientedBox {
    type Lanes<I: Isa> = BoxLanes<I::Real>;

    #[inline(always)]
    fn of_rows<I: Isa>(rows: [[I::Real; 4]; 3]) -> BoxLanes<I::Real> {
        BoxLanes::of_rows(rows)
    }
}

/// Pairs of one kind; each side has its own columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairsOf<'a, K, const COLUMNS: usize> {
    pub(crate) columns: [&'a Columns<'a, COLUMNS>; 2],
    pub(crate) pairs: BoundedPairs<'a>,
    kind: PhantomData<K>,
}

/// Pairs of boxes.
pub(crate) type Pairs<'a> = PairsOf<'a, OrientedBox, 3>;

impl<'a, K, const COLUMNS: usize> PairsOf<'a, K, COLUMNS> {
    /// Pairs whose indices are those of rows of the columns.
    #[inline(always)]
    pub(crate) fn new(columns: [&'a Columns<'a, COLUMNS>; 2], pairs: BoundedPairs<'a>) -> Self {
        Self { columns, pairs, kind: PhantomData }
    }
}

/// Both sides of each pair of a batch, in lanes.
#[derive(Clone, Copy)]
pub(crate) struct Both<I: Isa, K: OfRows<COLUMNS>, const COLUMNS: usize> {
    pub(crate) a: K::Lanes<I>,
    pub(crate) b: K::Lanes<I>,
}

/// Both boxes of each pair of a batch.
pub(crate) type PairLanes<I> = Both<I, OrientedBox, 3>;

impl<K: OfRows<COLUMNS>, const COLUMNS: usize> Source for PairsOf<'_, K, COLUMNS> {
    type Batch<I: Isa> = Both<I, K, COLUMNS>;

    #[inline(always)]
    fn len(&self) -> usize {
        self.pairs.pairs().len()
    }

    fn boxes(&self) -> usize {
        let [a, b] = self.columns;
        a.rows().max(b.rows())
    }

    #[inline(always)]
    fn slice(&self, range: Range<usize>) -> Self {
        Self { pairs: self.pairs.slice(range), ..*self }
    }

    #[inline(always)]
    fn load<I: Isa>(&self, isa: I, first: usize) -> Both<I, K, COLUMNS> {
        let [a, b] = load_pairs(isa, self.columns, self.pairs, first);
        Both { a: K::of_rows::<I>(a), b: K::of_rows::<I>(b) }
    }

    #[inline(always)]
    fn load_at<I: Isa>(&self, isa: I, positions: &[u32]) -> Both<I, K, COLUMNS> {
        let [a, b] = load_pairs_at(isa, self.columns, self.pairs, positions);
        Both { a: K::of_rows::<I>(a), b: K::of_rows::<I>(b) }
    }

    #[inline(always)]
    fn prefetch<I: Isa>(&self, isa: I, first: usize) {
        prefetch_pairs(isa, self.columns, self.pairs, first);
    }
}

/// Loads both rows of each pair of the batch from `first` on; past the end the last pair is repeated.
#[inline(always)]
pub(crate) fn load_pairs<I: Isa, const COLUMNS: usize>(
    isa: I,
    columns: [&Columns<'_, COLUMNS>; 2],
    pairs: BoundedPairs<'_>,
    first: usize,
) -> [[[I::Real; 4]; COLUMNS]; 2] {
    let mut buffer;
    let batch = match pairs.whole(first, I::LANES) {
        Some(batch) => batch,
        None => {
            buffer = PairBuffer::new();
            pairs.padded(first, I::LANES, &mut buffer)
        }
    };
    isa.load_pairs(columns, &batch)
}

/// The same for the pairs at `positions`, one per lane.
#[inline(always)]
pub(crate) fn load_pairs_at<I: Isa, const COLUMNS: usize>(
    isa: I,
    columns: [&Columns<'_, COLUMNS>; 2],
    pairs: BoundedPairs<'_>,
    positions: &[u32],
) -> [[[I::Real; 4]; COLUMNS]; 2] {
    let mut buffer = PairBuffer::new();
    isa.load_pairs(columns, &pairs.pick(positions, &mut buffer))
}

/// Prefetches the rows of the whole batch of pairs from `first` on.
#[inline(always)]
pub(crate) fn prefetch_pairs<I: Isa, const COLUMNS: usize>(
    isa: I,
    [a, b]: [&Columns<'_, COLUMNS>; 2],
    pairs: BoundedPairs<'_>,
    first: usize,
) {
    let batch = pairs.slice(first..first + I::LANES);
    isa.prefetch_rows(a, &batch, PairSide::A);
    isa.prefetch_rows(b, &batch, PairSide::B);
}
