//! Products of rectangles.

use alloc::vec::Vec;

use octosat_lanes::Isa;
use octosat_rows::{IouPair, RectangleIntersection};

use super::kernels::intersection::RectangleIntersections;
use super::kernels::overlap::RectangleOverlaps;
use super::view::RectangleView;
use crate::call::dispatch::BitKernel;
use crate::call::engine::Engine;
use crate::call::formula::Each;
use crate::call::question::{Question, verbs};
use crate::call::sides::Sides;
use crate::error::Error;
use crate::products::Suppression;
use crate::products::balls::Ball;
use crate::products::calls::products_of;
use crate::products::lists::{Crossed, Shares, batches, fill};
use crate::products::sparse::{Overlapping, list};

products_of!(RectangleView);

impl Crossed for Sides<RectangleView<'_>> {
    const IS_FLAT: bool = true;

    fn lens(&self) -> [usize; 2] {
        self.each().map(RectangleView::len)
    }

    fn is_one(&self) -> bool {
        matches!(self, Self::One(_))
    }

    fn ball(&self, side: usize, index: usize) -> Ball {
        let row = |column| self.each()[side].columns.row(column, index).unwrap_or_default().0;
        let [[x, y, cosine, sine], [a, b, ..]] = [row(0), row(1)];
        Ball::around([x, y, 0.0], &[cosine, sine], [a, b, 0.0])
    }

    fn overlaps<I: Isa>(&self, isa: I, pairs: &[[u32; 2]], words: &mut [u64]) {
        RectangleOverlaps.bits(isa, &batches(self, pairs), words);
    }
}

impl Shares for Sides<RectangleView<'_>> {
    fn ious<I: Isa>(&self, isa: I, pairs: &[[u32; 2]], ious: &mut [f32]) {
        let batches = batches(self, pairs);
        fill::<RectangleIntersection, _, _, _>(isa, Each(RectangleIntersections), &batches, ious);
    }
}
