//! Pairs of pre-scaled boxes, as a source of batches.

use core::ops::Range;

use octosat_lanes::{BoundedPairs, Columns, Isa};

use super::frame::ScaledLanes;
use crate::call::batches::{Source, load_pairs, load_pairs_at, prefetch_pairs};

/// Pairs of pre-scaled boxes, as a source of batches.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScaledRows<'a> {
    pub(super) columns: [&'a Columns<'a, 4>; 2],
    pub(super) pairs: BoundedPairs<'a>,
}

impl Source for ScaledRows<'_> {
    type Batch<I: Isa> = [ScaledLanes<I::Real>; 2];

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
    fn load<I: Isa>(&self, isa: I, first: usize) -> [ScaledLanes<I::Real>; 2] {
        let [a, b] = load_pairs(isa, self.columns, self.pairs, first);
        [ScaledLanes::of_rows(a), ScaledLanes::of_rows(b)]
    }

    #[inline(always)]
    fn load_at<I: Isa>(&self, isa: I, positions: &[u32]) -> [ScaledLanes<I::Real>; 2] {
        let [a, b] = load_pairs_at(isa, self.columns, self.pairs, positions);
        [ScaledLanes::of_rows(a), ScaledLanes::of_rows(b)]
    }

    #[inline(always)]
    fn prefetch<I: Isa>(&self, isa: I, first: usize) {
        prefetch_pairs(isa, self.columns, self.pairs, first);
    }
}
