//! Loads pairs of shapes from two lists as batches of lanes.

use core::ops::Range;

use octosat_lanes::{BoundedPairs, Isa, MAX_LANES, PairBuffer, PairSide};

use crate::call::batches::Source;
use crate::shapes::lanes::Shape;

/// Two lists of shapes, and which of each are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeLists<'a, A, B> {
    pub(crate) a: &'a [A],
    pub(crate) b: &'a [B],
    pub(crate) which: Compared<'a>,
}

/// The shapes of the rows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Compared<'a> {
    /// A range of a in order, each with the only shape of b.
    Each { first: usize, len: usize },
    /// Index pairs: of a, then of b.
    Pairs(BoundedPairs<'a>),
}

impl Compared<'_> {
    /// The indices of a row.
    #[cfg(feature = "motion")]
    pub(crate) fn pair(&self, row: usize) -> [usize; 2] {
        match self {
            Self::Each { first, .. } => [first + row, 0],
            Self::Pairs(pairs) => pairs.pairs()[row].map(|index| index as usize),
        }
    }
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
        match &self.which {
            Compared::Each { len, .. } => *len,
            Compared::Pairs(pairs) => pairs.pairs().len(),
        }
    }

    /// Zero: there are no boxes, and shapes are too few to prefetch.
    fn boxes(&self) -> usize {
        0
    }

    #[inline(always)]
    fn slice(&self, range: Range<usize>) -> Self {
        let which = match self.which {
            Compared::Each { first, .. } => {
                Compared::Each { first: first + range.start, len: range.len() }
            }
            Compared::Pairs(pairs) => Compared::Pairs(pairs.slice(range)),
        };
        Self { which, ..*self }
    }

    #[inline(always)]
    fn load<I: Isa>(&self, isa: I, first: usize) -> LoadedPairs<I, A, B> {
        let Compared::Pairs(pairs) = &self.which else {
            return self.load_at(isa, &positions(first, self.len())[..I::LANES]);
        };
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

    #[inline(always)]
    fn load_at<I: Isa>(&self, isa: I, positions: &[u32]) -> LoadedPairs<I, A, B> {
        let mut buffer = PairBuffer::new();
        let batch = match &self.which {
            Compared::Each { first, .. } => {
                let mut places = [0; MAX_LANES];
                for (place, position) in places.iter_mut().zip(positions) {
                    #[expect(
                        clippy::cast_possible_truncation,
                        reason = "there are at most 2^32 rows"
                    )]
                    {
                        *place = *first as u32 + position;
                    }
                }
                BoundedPairs::with_only(&places[..positions.len()], self.a.len(), &mut buffer)
            }
            Compared::Pairs(pairs) => pairs.pick(positions, &mut buffer),
        };
        self.both(isa, &batch)
    }

    #[inline(always)]
    fn prefetch<I: Isa>(&self, _isa: I, _first: usize) {}
}

/// The indices from `first` on, padded with the last of `len`.
#[inline(always)]
fn positions(first: usize, len: usize) -> [u32; MAX_LANES] {
    let mut positions = [0; MAX_LANES];
    for (position, place) in positions.iter_mut().zip(first..) {
        #[expect(clippy::cast_possible_truncation, reason = "there are at most 2^32 rows")]
        {
            *position = place.min(len - 1) as u32;
        }
    }
    positions
}
