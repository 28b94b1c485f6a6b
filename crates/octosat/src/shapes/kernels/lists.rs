//! Loads pairs of shapes from two lists as batches of lanes.

use core::ops::Range;

use octosat_lanes::{BoundedPairs, Isa, PairBuffer, PairSide};

use crate::call::batches::Source;
use crate::shapes::lanes::Shape;

/// Two lists of shapes, and pairs of an index of each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeLists<'a, A, B> {
    pub(crate) a: &'a [A],
    pub(crate) b: &'a [B],
    pub(crate) pairs: BoundedPairs<'a>,
}

/// One batch of pairs of shapes in lanes.
#[derive(Clone, Copy)]
pub(crate) struct LoadedPairs<I: Isa, A: Shape, B: Shape> {
    pub(crate) a: A::Lanes<I>,
    pub(crate) b: B::Lanes<I>,
}

impl<A: Shape, B: Shape> ShapeLists<'_, A, B> {
    #[inline(always)]
    fn both<I: Isa>(&self, isa: I, batch: &BoundedPairs<'_>) -> LoadedPairs<I, A, B> {
        LoadedPairs {
            a: A::load(isa, self.a, batch, PairSide::A),
            b: B::load(isa, self.b, batch, PairSide::B),
        }
    }
}

impl<A: Shape, B: Shape> Source for ShapeLists<'_, A, B> {
    type Batch<I: Isa> = LoadedPairs<I, A, B>;

    #[inline(always)]
    fn len(&self) -> usize {
        self.pairs.pairs().len()
    }

    /// Zero: there are no boxes, and shapes are too few to prefetch.
    fn boxes(&self) -> usize {
        0
    }

    #[inline(always)]
    fn slice(&self, range: Range<usize>) -> Self {
        Self { pairs: self.pairs.slice(range), ..*self }
    }

    #[inline(always)]
    fn load<I: Isa>(&self, isa: I, first: usize) -> LoadedPairs<I, A, B> {
        let mut buffer;
        let batch = if first + I::LANES <= self.len() {
            self.pairs.slice(first..first + I::LANES)
        } else {
            buffer = PairBuffer::new();
            self.pairs.padded(first, I::LANES, &mut buffer)
        };
        self.both(isa, &batch)
    }

    #[inline(always)]
    fn load_at<I: Isa>(&self, isa: I, positions: &[u32]) -> LoadedPairs<I, A, B> {
        let mut buffer = PairBuffer::new();
        self.both(isa, &self.pairs.pick(positions, &mut buffer))
    }

    #[inline(always)]
    fn prefetch<I: Isa>(&self, _isa: I, _first: usize) {}
}
