//! A chunk of pairs, the unit of scheduling, and the batches of lanes it is eaten in.

use octosat_lanes::{BoundedPairs, Isa, MAX_LANES, PairBuffer, PairSide};

use crate::frame::Layout;
use crate::query::Margin;
use crate::view::View;

/// Boxes or rectangles, some pairs of them, and the pairs' margins.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'rows, 'pairs, L: Layout> {
    pub(crate) view: View<'rows, L>,
    pub(crate) pairs: BoundedPairs<'pairs>,
    pub(crate) margin: Margin<'pairs>,
    /// How many batches ahead rows are asked for; zero: not at all.
    pub(crate) prefetch_batches: usize,
}

/// Both sides of one batch of pairs, in lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides<I: Isa, L: Layout> {
    pub(crate) a: L::Rows<I>,
    pub(crate) b: L::Rows<I>,
}

/// Room for the last pairs of a chunk, repeated to a whole batch, and their margins.
pub(crate) struct TailBuffer {
    pairs: PairBuffer,
    margins: [f32; MAX_LANES],
}

impl TailBuffer {
    pub(crate) fn new() -> Self {
        Self { pairs: PairBuffer::new(), margins: [0.0; MAX_LANES] }
    }
}

/// The margins of fewer pairs than lanes for a whole batch.
pub(crate) fn padded_margin<'b>(
    margin: Margin<'_>,
    lanes: usize,
    buffer: &'b mut [f32; MAX_LANES],
) -> Margin<'b> {
    match margin {
        Margin::PerPair(margins) => {
            buffer[..margins.len()].copy_from_slice(margins);
            Margin::PerPair(&buffer[..lanes])
        }
        Margin::Uniform(margin) => Margin::Uniform(margin),
        Margin::None => Margin::None,
    }
}

impl Margin<'_> {
    /// The margins of the batch that starts at `first`, in metres.
    #[inline(always)]
    pub(crate) fn lanes<I: Isa>(self, isa: I, first: usize) -> I::Real {
        match self {
            Margin::None => isa.splat(0.0),
            Margin::Uniform(margin) => isa.splat(margin),
            Margin::PerPair(margins) => isa.load(&margins[first..]),
        }
    }
}

impl<'rows, L: Layout> Chunk<'rows, '_, L> {
    /// The number of pairs.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.pairs.pairs().len()
    }

    /// The chunk's pairs of a range, with their margins.
    #[inline(always)]
    pub(crate) fn slice(&self, range: core::ops::Range<usize>) -> Self {
        Self { pairs: self.pairs.slice(range.clone()), margin: self.margin.slice(range), ..*self }
    }

    /// The chunk, which holds fewer pairs than lanes but at least one, as a whole batch.
    ///
    /// Kernels see whole batches only, so their loops have one shape.
    pub(crate) fn padded<'b>(
        &self,
        lanes: usize,
        buffer: &'b mut TailBuffer,
    ) -> Chunk<'rows, 'b, L> {
        let margin = padded_margin(self.margin, lanes, &mut buffer.margins);
        let pairs = self.pairs.padded(lanes, &mut buffer.pairs);
        Chunk { view: self.view, pairs, margin, prefetch_batches: self.prefetch_batches }
    }

    /// Runs `work` on every batch of a chunk of whole ones, with the number of its first pair and its
    /// margins.
    ///
    /// The kind of margin is asked once: asked in a loop whose body is short, the compiler makes three
    /// loops of it that jump into each other.
    #[inline(always)]
    pub(crate) fn for_each_batch<I: Isa>(
        &self,
        isa: I,
        work: impl FnMut(usize, &Sides<I, L>, I::Real),
    ) {
        if let Margin::PerPair(margins) = self.margin {
            self.batches(
                isa,
                #[inline(always)]
                |first| isa.load(&margins[first..]),
                work,
            );
        } else {
            let margin = self.margin.lanes(isa, 0);
            self.batches(
                isa,
                #[inline(always)]
                |_| margin,
                work,
            );
        }
    }

    /// The same with the margins of a batch as a function of its first pair.
    #[inline(always)]
    fn batches<I: Isa>(
        &self,
        isa: I,
        margins: impl Fn(usize) -> I::Real,
        mut work: impl FnMut(usize, &Sides<I, L>, I::Real),
    ) {
        let mut first = 0;
        while first < self.len() {
            self.prefetch(isa, first);
            work(first, &self.load(isa, first), margins(first));
            first += I::LANES;
        }
    }

    /// Loads the batch that starts at `first`.
    #[inline(always)]
    pub(crate) fn load<I: Isa>(&self, isa: I, first: usize) -> Sides<I, L> {
        let [a, b] = L::load(isa, &self.view, &self.pairs.slice(first..first + I::LANES));
        Sides { a, b }
    }

    /// Loads the pairs at `positions`, one a lane.
    #[inline(always)]
    pub(crate) fn load_at<I: Isa>(&self, isa: I, positions: &[u32]) -> Sides<I, L> {
        let mut buffer = PairBuffer::new();
        let [a, b] = L::load(isa, &self.view, &self.pairs.pick(positions, &mut buffer));
        Sides { a, b }
    }

    /// Asks the cache for the rows of a batch to come.
    #[inline(always)]
    pub(crate) fn prefetch<I: Isa>(&self, isa: I, first: usize) {
        let start = first + self.prefetch_batches * I::LANES;
        if self.prefetch_batches > 0 && start + I::LANES <= self.len() {
            let batch = self.pairs.slice(start..start + I::LANES);
            L::prefetch(isa, &self.view, &batch, PairSide::A);
            L::prefetch(isa, &self.view, &batch, PairSide::B);
        }
    }

    /// The margins of the batch that starts at `first`, in metres.
    #[inline(always)]
    pub(crate) fn margins<I: Isa>(&self, isa: I, first: usize) -> I::Real {
        self.margin.lanes(isa, first)
    }

    /// The margins of the pairs at `positions`, in metres.
    #[inline(always)]
    pub(crate) fn margins_at<I: Isa>(&self, isa: I, positions: &[u32]) -> I::Real {
        match self.margin {
            Margin::None => isa.splat(0.0),
            Margin::Uniform(margin) => isa.splat(margin),
            Margin::PerPair(margins) => {
                let mut picked = [0.0; MAX_LANES];
                for (margin, &position) in picked.iter_mut().zip(positions) {
                    *margin = margins[position as usize];
                }
                isa.load(&picked)
            }
        }
    }
}
