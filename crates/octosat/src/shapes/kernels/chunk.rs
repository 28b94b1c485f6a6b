//! Loads boxes and shapes as batches of lanes.
//!
//! Against one shape, the boxes are read in order and the shape stays in registers. For a list of pairs, both
//! are looked up.

use core::ops::Range;

use octosat_lanes::{BoundedPairs, Isa, MAX_LANES, PairBuffer, PairSide};

use crate::axes::boxes::BoxLanes;
use crate::boxes::view::BoxView;
use crate::call::batches::{Batches, Source};
use crate::call::dispatch::BitKernel;
use crate::call::formula::Each;
use crate::shapes::lanes::Shape;

/// Boxes, and the shapes that they are compared with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxesAndShapes<'a, S: Shape> {
    pub(crate) boxes: &'a BoxView<'a>,
    pub(crate) which: Which<'a, S>,
}

/// The boxes and shapes of the rows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Which<'a, S> {
    /// A range of the boxes in order, each with one shape.
    Each { shape: &'a S, first: usize, len: usize },
    /// Index pairs: a box, then a shape.
    Pairs { shapes: &'a [S], pairs: BoundedPairs<'a> },
}

/// Boxes and shapes of one batch in lanes.
#[derive(Clone, Copy)]
pub(crate) struct LoadedShapes<I: Isa, S: Shape> {
    pub(crate) boxes: BoxLanes<I::Real>,
    pub(crate) shapes: S::Lanes<I>,
}

impl<S: Shape> Source for BoxesAndShapes<'_, S> {
    type Batch<I: Isa> = LoadedShapes<I, S>;

    #[inline(always)]
    fn len(&self) -> usize {
        match &self.which {
            Which::Each { len, .. } => *len,
            Which::Pairs { pairs, .. } => pairs.pairs().len(),
        }
    }

    fn boxes(&self) -> usize {
        self.boxes.len()
    }

    #[inline(always)]
    fn slice(&self, range: Range<usize>) -> Self {
        let which = match self.which {
            Which::Each { shape, first, .. } => {
                Which::Each { shape, first: first + range.start, len: range.len() }
            }
            Which::Pairs { shapes, pairs } => Which::Pairs { shapes, pairs: pairs.slice(range) },
        };
        Self { which, ..*self }
    }

    #[inline(always)]
    fn load<I: Isa>(&self, isa: I, first: usize) -> LoadedShapes<I, S> {
        match &self.which {
            Which::Each { shape, first: start, len } => {
                let boxes = if first + I::LANES <= *len {
                    BoxLanes::of_rows(isa.load_block(&self.boxes.columns, start + first))
                } else {
                    self.load_last(isa, first)
                };
                LoadedShapes { boxes, shapes: S::splat(isa, shape) }
            }
            Which::Pairs { shapes, pairs } => {
                let mut buffer;
                let batch = match pairs.whole(first, I::LANES) {
                    Some(batch) => batch,
                    None => {
                        buffer = PairBuffer::new();
                        pairs.padded(first, I::LANES, &mut buffer)
                    }
                };
                let boxes = isa.load_rows(&self.boxes.columns, &batch, PairSide::A);
                let boxes = BoxLanes::of_rows(boxes);
                LoadedShapes { boxes, shapes: S::load(isa, shapes, &batch, PairSide::B) }
            }
        }
    }

    #[inline(always)]
    fn load_at<I: Isa>(&self, isa: I, positions: &[u32]) -> LoadedShapes<I, S> {
        let mut buffer = PairBuffer::new();
        match &self.which {
            Which::Each { shape, first, .. } => {
                let mut indices = [0; MAX_LANES];
                for (index, &position) in indices.iter_mut().zip(positions) {
                    #[expect(
                        clippy::cast_possible_truncation,
                        reason = "boxes are numbered by u32"
                    )]
                    {
                        *index = *first as u32 + position;
                    }
                }
                let indices = &indices[..positions.len()];
                let batch = BoundedPairs::clamped(indices, self.boxes.len(), &mut buffer);
                let boxes = isa.load_rows(&self.boxes.columns, &batch, PairSide::A);
                let boxes = BoxLanes::of_rows(boxes);
                LoadedShapes { boxes, shapes: S::splat(isa, shape) }
            }
            Which::Pairs { shapes, pairs } => {
                let batch = pairs.pick(positions, &mut buffer);
                let boxes = isa.load_rows(&self.boxes.columns, &batch, PairSide::A);
                let boxes = BoxLanes::of_rows(boxes);
                LoadedShapes { boxes, shapes: S::load(isa, shapes, &batch, PairSide::B) }
            }
        }
    }

    /// Only for boxes of a list of pairs: boxes in order need no prefetch, and shapes are few enough to stay
    /// in the cache.
    #[inline(always)]
    fn prefetch<I: Isa>(&self, isa: I, first: usize) {
        if let Which::Pairs { pairs, .. } = &self.which {
            let batch = pairs.slice(first..first + I::LANES);
            isa.prefetch_rows(&self.boxes.columns, &batch, PairSide::A);
        }
    }
}

impl<S: Shape> BoxesAndShapes<'_, S> {
    /// Loads the boxes from `first` on, of which there are fewer than lanes.
    #[inline(always)]
    fn load_last<I: Isa>(&self, isa: I, first: usize) -> BoxLanes<I::Real> {
        let positions = positions_out_of_line(first, self.len());
        self.load_at(isa, &positions[..I::LANES]).boxes
    }
}

/// The indices from `first` on, padded with the last of `len`.
#[cold]
#[inline(never)]
fn positions_out_of_line(first: usize, len: usize) -> [u32; MAX_LANES] {
    let mut positions = [0; MAX_LANES];
    for (position, place) in positions.iter_mut().zip(first..) {
        #[expect(clippy::cast_possible_truncation, reason = "boxes are numbered by u32")]
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
