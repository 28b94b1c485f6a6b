//! A chunk of boxes and shapes, and the batches of lanes it is eaten in.
//!
//! Against one shape the boxes are streamed in order and the shape stays in registers; a list of
//! pairs looks both up.

use octosat_lanes::{BoundedPairs, Isa, MAX_LANES, PairBuffer, PairSide, RowBuffer};

use crate::frame::Basis;
use crate::kernels::chunk::padded_margin;
use crate::query::Margin;
use crate::shapes::lanes::Shape;
use crate::view::View;

/// Boxes, what they are asked against, and the margins.
#[derive(Clone, Copy, Debug)]
pub struct ShapeChunk<'a, B: Basis, S: Shape> {
    pub(crate) view: View<'a, B>,
    pub(crate) source: Source<'a, S>,
    pub(crate) margin: Margin<'a>,
    /// How many batches ahead boxes of a list of pairs are asked for; zero: not at all.
    pub(crate) prefetch_batches: usize,
}

/// Which boxes and shapes a chunk is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source<'a, S> {
    /// A range of the boxes in order, with one shape.
    One { shape: &'a S, first: usize, len: usize },
    /// Index pairs: a box, then a shape.
    Pairs { shapes: &'a [S], pairs: BoundedPairs<'a> },
}

/// One batch in lanes.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a, I: Isa, B: Basis, S: Shape> {
    pub(crate) boxes: &'a B::Rows<I>,
    pub(crate) shapes: &'a S::Lanes<I>,
    /// Metres.
    pub(crate) margins: I::Real,
}

/// Room for the last rows of a chunk, repeated to a whole batch.
pub(crate) struct ShapeTail {
    boxes: RowBuffer,
    pairs: PairBuffer,
    margins: [f32; MAX_LANES],
}

impl ShapeTail {
    pub(crate) fn new() -> Self {
        Self { boxes: RowBuffer::new(), pairs: PairBuffer::new(), margins: [0.0; MAX_LANES] }
    }
}

impl<'a, B: Basis, S: Shape> ShapeChunk<'a, B, S> {
    /// The number of rows: boxes, or pairs of a box and a shape.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        match &self.source {
            Source::One { len, .. } => *len,
            Source::Pairs { pairs, .. } => pairs.pairs().len(),
        }
    }

    /// The rows of a range, with their margins.
    pub(crate) fn slice(&self, range: core::ops::Range<usize>) -> Self {
        let source = match self.source {
            Source::One { shape, first, .. } => {
                Source::One { shape, first: first + range.start, len: range.len() }
            }
            Source::Pairs { shapes, pairs } => {
                Source::Pairs { shapes, pairs: pairs.slice(range.clone()) }
            }
        };
        Self { source, margin: self.margin.slice(range), ..*self }
    }

    /// The chunk, which holds fewer rows than lanes but at least one, as a whole batch.
    pub(crate) fn padded<'b>(&self, lanes: usize, buffer: &'b mut ShapeTail) -> ShapeChunk<'b, B, S>
    where
        'a: 'b,
    {
        let margin = padded_margin(self.margin, lanes, &mut buffer.margins);
        let prefetch_batches = 0;
        match self.source {
            Source::One { shape, first, len } => {
                let view = self.view.padded(first..first + len, lanes, &mut buffer.boxes);
                let source = Source::One { shape, first: 0, len: lanes };
                ShapeChunk { view, source, margin, prefetch_batches }
            }
            Source::Pairs { shapes, pairs } => {
                let pairs = pairs.padded(lanes, &mut buffer.pairs);
                let source = Source::Pairs { shapes, pairs };
                ShapeChunk { view: self.view, source, margin, prefetch_batches }
            }
        }
    }

    /// Runs `work` on every batch of a chunk of whole ones, with the number of its first row.
    #[inline(always)]
    pub(crate) fn for_each_batch<I: Isa>(
        &self,
        isa: I,
        mut work: impl FnMut(usize, &Batch<'_, I, B, S>),
    ) {
        let mut row = 0;
        match &self.source {
            Source::One { shape, first, len } => {
                let shapes = S::splat(isa, shape);
                while row < *len {
                    let boxes = B::load_block(isa, &self.view, first + row);
                    let margins = self.margin.lanes(isa, row);
                    work(row, &Batch { boxes: &boxes, shapes: &shapes, margins });
                    row += I::LANES;
                }
            }
            Source::Pairs { shapes, pairs } => {
                while row < pairs.pairs().len() {
                    self.prefetch(isa, pairs, row + self.prefetch_batches * I::LANES);
                    let batch = pairs.slice(row..row + I::LANES);
                    let boxes = B::load_side(isa, &self.view, &batch, PairSide::A);
                    let shapes = S::load(isa, shapes, &batch);
                    let margins = self.margin.lanes(isa, row);
                    work(row, &Batch { boxes: &boxes, shapes: &shapes, margins });
                    row += I::LANES;
                }
            }
        }
    }

    /// Asks the cache for the boxes of a batch to come; shapes are few enough to stay in it.
    #[inline(always)]
    fn prefetch<I: Isa>(&self, isa: I, pairs: &BoundedPairs<'_>, start: usize) {
        if self.prefetch_batches > 0 && start + I::LANES <= pairs.pairs().len() {
            B::prefetch(isa, &self.view, &pairs.slice(start..start + I::LANES), PairSide::A);
        }
    }
}
