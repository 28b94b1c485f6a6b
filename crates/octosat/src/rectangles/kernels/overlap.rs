//! The boolean query on rectangles.

use octosat_lanes::{Isa, Lanes};

use super::axes::projections;
use super::frame::{RectanglePairs, plane_frame};
use crate::axes::fifteen::Projection;
use crate::call::batches::{Batches, Both};
use crate::call::dispatch::BitKernel;
use crate::call::length::Length;
use crate::rectangles::rectangle::Rectangle;

/// The query; see [`crate::Engine::overlaps`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct RectangleOverlaps;

impl BitKernel<RectanglePairs<'_>> for RectangleOverlaps {
    const NANOSECONDS: usize = 2;

    fn bits<I: Isa>(self, isa: I, batches: &Batches<'_, RectanglePairs<'_>>, words: &mut [u64]) {
        isa.enter(
            #[inline(always)]
            || match batches.length {
                Length::None => batches.pack(
                    isa,
                    words,
                    #[inline(always)]
                    |first| {
                        let [a, b, c, d] = on_axes(&batches.load(isa, first));
                        a.touches() & b.touches() & c.touches() & d.touches()
                    },
                ),
                _ => batches.pack(
                    isa,
                    words,
                    #[inline(always)]
                    |first| {
                        let axes = on_axes(&batches.load(isa, first));
                        within::<I>(axes, batches.lengths(isa, first))
                    },
                ),
            },
        );
    }
}

/// Both rectangles on the four axes.
#[inline(always)]
fn on_axes<I: Isa>(Both { a, b }: &Both<I, Rectangle, 2>) -> [Projection<I::Real>; 4] {
    projections(&plane_frame(a, b))
}

/// The lanes that no axis separates by more than `within`.
#[inline(always)]
fn within<I: Isa>([a, b, c, d]: [Projection<I::Real>; 4], farthest: I::Real) -> I::Mask {
    a.gap().at_most(farthest)
        & b.gap().at_most(farthest)
        & c.gap().at_most(farthest)
        & d.gap().at_most(farthest)
}
