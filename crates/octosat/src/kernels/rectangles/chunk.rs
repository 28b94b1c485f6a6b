//! A chunk of pairs of rectangles, and the batches of lanes it is eaten in.

use octosat_lanes::{BoundedPairs, Isa, MAX_LANES, PairBuffer, PairSide};

use super::frame::RectangleRows;
use crate::query::Margin;
use crate::rectangles::RectangleView;

/// Rectangles, some pairs of them, and the pairs' margins.
#[derive(Clone, Copy, Debug)]
pub struct RectangleChunk<'rectangles, 'pairs> {
    pub(crate) view: RectangleView<'rectangles>,
    pub(crate) pairs: BoundedPairs<'pairs>,
    pub(crate) margin: Margin<'pairs>,
    /// How many batches ahead rows are asked for; zero: not at all.
    pub(crate) prefetch_batches: usize,
}

/// Both sides of one batch of pairs, in lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RectangleSides<F> {
    pub(crate) a: RectangleRows<F>,
    pub(crate) b: RectangleRows<F>,
}

/// Room for the last pairs of a chunk, repeated to a whole batch, and their margins.
pub(crate) struct RectangleTail {
    pairs: PairBuffer,
    margins: [f32; MAX_LANES],
}

impl RectangleTail {
    pub(crate) fn new() -> Self {
        Self { pairs: PairBuffer::new(), margins: [0.0; MAX_LANES] }
    }
}

impl<'rectangles> RectangleChunk<'rectangles, '_> {
    /// The number of pairs.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.pairs.pairs().len()
    }

    /// The chunk's pairs of a range, with their margins.
    pub(crate) fn slice(&self, range: core::ops::Range<usize>) -> Self {
        Self { pairs: self.pairs.slice(range.clone()), margin: self.margin.slice(range), ..*self }
    }

    /// The chunk, which holds fewer pairs than lanes but at least one, as a whole batch.
    pub(crate) fn padded<'b>(
        &self,
        lanes: usize,
        buffer: &'b mut RectangleTail,
    ) -> RectangleChunk<'rectangles, 'b> {
        let margin = match self.margin {
            Margin::PerPair(margins) => {
                buffer.margins[..margins.len()].copy_from_slice(margins);
                Margin::PerPair(&buffer.margins[..lanes])
            }
            Margin::Uniform(margin) => Margin::Uniform(margin),
            Margin::None => Margin::None,
        };
        let pairs = self.pairs.padded(lanes, &mut buffer.pairs);
        RectangleChunk { view: self.view, pairs, margin, prefetch_batches: self.prefetch_batches }
    }

    /// Loads the batch that starts at `first`.
    #[inline(always)]
    pub(crate) fn load<I: Isa>(&self, isa: I, first: usize) -> RectangleSides<I::Real> {
        let batch = self.pairs.slice(first..first + I::LANES);
        RectangleSides {
            a: self.load_side(isa, &batch, PairSide::A),
            b: self.load_side(isa, &batch, PairSide::B),
        }
    }

    #[inline(always)]
    fn load_side<I: Isa>(
        &self,
        isa: I,
        batch: &BoundedPairs<'_>,
        side: PairSide,
    ) -> RectangleRows<I::Real> {
        let [pose, half] = isa.load_rows(&self.view.columns(), batch, side);
        RectangleRows {
            center: [pose[0], pose[1]],
            rotation: [pose[2], pose[3]],
            half_extents: [half[0], half[1]],
        }
    }

    /// Asks the cache for the rows of a batch to come.
    #[inline(always)]
    pub(crate) fn prefetch<I: Isa>(&self, isa: I, first: usize) {
        let start = first + self.prefetch_batches * I::LANES;
        if self.prefetch_batches > 0 && start + I::LANES <= self.len() {
            let batch = self.pairs.slice(start..start + I::LANES);
            for side in [PairSide::A, PairSide::B] {
                isa.prefetch_rows(&self.view.columns(), &batch, side);
            }
        }
    }
}
