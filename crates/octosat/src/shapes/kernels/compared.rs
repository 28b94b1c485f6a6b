//! Loads two lists as batches of lanes.
//!
//! Against one shape, the other list is read in order and the shape stays in registers. For a list of pairs, both
//! are looked up.

use core::ops::Range;

use octosat_lanes::{BoundedPairs, Isa, MAX_LANES, PairBuffer, PairSide};

use crate::call::batches::{Batches, Source};
use crate::call::dispatch::BitKernel;
use crate::call::formula::Each;
use crate::shapes::lanes::{InEveryLane, InLanes};

/// A list of boxes or shapes, and the shapes that they are compared with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compared<'a, A: InLanes, B> {
    pub(crate) a: A::List<'a>,
    pub(crate) b: &'a [B],
    pub(crate) which: Which<'a, B>,
}

/// What is compared in each row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Which<'a, B> {
    /// A range of a in order, each with the only one of b.
    Each { only: &'a B, first: usize, len: usize },
    /// Index pairs: of a, then of b.
    Pairs(BoundedPairs<'a>),
}

impl<B> Which<'_, B> {
    /// The indices of a row.
    #[cfg(feature = "motion")]
    #[inline(always)]
    pub(crate) fn pair(&self, row: usize) -> [usize; 2] {
        match self {
            Self::Each { first, .. } => [first + row, 0],
            Self::Pairs(pairs) => pairs.pairs()[row].map(|index| index as usize),
        }
    }
}

/// Both sides of one batch in lanes.
#[derive(Clone, Copy)]
pub(crate) struct LoadedPairs<I: Isa, A: InLanes, B: InLanes> {
    pub(crate) a: A::Lanes<I>,
    pub(crate) b: B::Lanes<I>,
}

impl<A: InLanes, B: InEveryLane> Compared<'_, A, B> {
    #[inline(always)]
    fn both<I: Isa>(&self, isa: I, batch: &BoundedPairs<'_>) -> LoadedPairs<I, A, B> {
        let a = A::load(isa, self.a, batch, PairSide::A);
        LoadedPairs { a, b: B::load(isa, self.b, batch, PairSide::B) }
    }

    /// Loads of a from `first` on, of which there are fewer than lanes.
    #[inline(always)]
    fn load_last<I: Isa>(&self, isa: I, first: usize) -> A::Lanes<I> {
        let positions = positions_out_of_line(first, self.len());
        self.load_at(isa, &positions[..I::LANES]).a
    }
}

impl<A: InLanes, B: InEveryLane> Source for Compared<'_, A, B> {
    type Batch<I: Isa> = LoadedPairs<I, A, B>;

    #[inline(always)]
    fn len(&self) -> usize {
        match &self.which {
            Which::Each { len, .. } => *len,
            Which::Pairs(pairs) => pairs.pairs().len(),
        }
    }

    fn boxes(&self) -> usize {
        A::boxes(self.a)
    }

    #[inline(always)]
    fn slice(&self, range: Range<usize>) -> Self {
        let which = match self.which {
            Which::Each { only, first, .. } => {
                Which::Each { only, first: first + range.start, len: range.len() }
            }
            Which::Pairs(pairs) => Which::Pairs(pairs.slice(range)),
        };
        Self { which, ..*self }
    }

    #[inline(always)]
    fn load<I: Isa>(&self, isa: I, first: usize) -> LoadedPairs<I, A, B> {
        match &self.which {
            Which::Each { only, first: start, len } => {
                let a = if first + I::LANES <= *len {
                    A::load_block(isa, self.a, start + first)
                } else {
                    self.load_last(isa, first)
                };
                LoadedPairs { a, b: B::splat(isa, only) }
            }
            Which::Pairs(pairs) => {
                let mut buffer;
                let batch = match pairs.whole(first, I::LANES) {
                    Some(batch) => batch,
                    None => {
                        buffer = PairBuffer::new();
                        pairs.padded(first, I::LANES, &mut buffer)
                    }
                };
                self.both(isa, &batch)
            }
        }
    }

    #[inline(always)]
    fn load_at<I: Isa>(&self, isa: I, positions: &[u32]) -> LoadedPairs<I, A, B> {
        let mut buffer = PairBuffer::new();
        match &self.which {
            Which::Each { only, first, .. } => {
                let mut indices = [0; MAX_LANES];
                for (index, &position) in indices.iter_mut().zip(positions) {
                    #[expect(clippy::cast_possible_truncation, reason = "rows are numbered by u32")]
                    {
                        *index = *first as u32 + position;
                    }
                }
                let indices = &indices[..positions.len()];
                let batch = BoundedPairs::clamped(indices, A::len(self.a), &mut buffer);
                let a = A::load(isa, self.a, &batch, PairSide::A);
                LoadedPairs { a, b: B::splat(isa, only) }
            }
            Which::Pairs(pairs) => self.both(isa, &pairs.pick(positions, &mut buffer)),
        }
    }

    /// Only for boxes of a list of pairs: boxes in order need no prefetch, and shapes are few enough to stay
    /// in the cache.
    #[inline(always)]
    fn prefetch<I: Isa>(&self, isa: I, first: usize) {
        if let Which::Pairs(pairs) = &self.which {
            A::prefetch(isa, self.a, &pairs.slice(first..first + I::LANES));
        }
    }
}

/// The indices from `first` on, padded with the last of `len`.
#[cold]
#[inline(never)]
fn positions_out_of_line(first: usize, len: usize) -> [u32; MAX_LANES] {
    let mut positions = [0; MAX_LANES];
    for (position, place) in positions.iter_mut().zip(first..) {
        #[expect(clippy::cast_possible_truncation, reason = "rows are numbered by u32")]
        {
            *position = place.min(len - 1) as u32;
        }
    }
    positions
}

/// A query with one boolean per row, as one formula per batch.
pub(crate) trait TestFormula<S: Source>: Copy + Send + Sync {
    /// The lanes of one batch for which the result is true; false for NaN.
    fn batch<I: Isa>(self, isa: I, batch: &S::Batch<I>, farthest: I::Real) -> I::Mask;
}

impl<S: Source, Q: TestFormula<S>> BitKernel<S> for Each<Q> {
    const NANOSECONDS: usize = 3;

    fn bits<I: Isa>(self, isa: I, batches: &Batches<'_, S>, words: &mut [u64]) {
        isa.enter(
            #[inline(always)]
            || {
                batches.pack(
                    isa,
                    words,
                    #[inline(always)]
                    |first| {
                        let farthest = batches.lengths(isa, first);
                        self.0.batch(isa, &batches.load(isa, first), farthest)
                    },
                );
            },
        );
    }
}
