//! The boolean query on rectangles.

use octosat_lanes::{Arithmetic, Isa, Lanes};

use super::axes::projections;
use super::frame::{plane_frame, rectangles};
use crate::axes::fifteen::Projection;
use crate::call::answers::Answers;
use crate::call::batches::{Batches, PairLanes, Pairs};
use crate::call::checks::accept;
use crate::call::dispatch::BitKernel;
use crate::call::engine::{Engine, OverlapQuery};
use crate::call::error::QueryError;
use crate::call::length::{Length, Takes, WITHIN};
use crate::call::query::Query;

/// The query; see [`crate::Engine::overlaps`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct RectangleOverlaps;

impl BitKernel<Pairs<'_, 2>> for RectangleOverlaps {
    const NANOSECONDS: usize = 2;

    fn bits<I: Isa, A: Arithmetic>(
        self,
        isa: I,
        batches: &Batches<'_, Pairs<'_, 2>>,
        words: &mut [u64],
    ) {
        isa.enter(
            #[inline(always)]
            || match batches.length {
                Length::None => batches.pack(
                    isa,
                    words,
                    #[inline(always)]
                    |first| {
                        let [a, b, c, d] = on_axes::<I, A>(&batches.load(isa, first));
                        a.touches() & b.touches() & c.touches() & d.touches()
                    },
                ),
                _ => batches.pack(
                    isa,
                    words,
                    #[inline(always)]
                    |first| {
                        let axes = on_axes::<I, A>(&batches.load(isa, first));
                        within::<I>(axes, batches.lengths(isa, first))
                    },
                ),
            },
        );
    }
}

/// Both rectangles on the four axes.
#[inline(always)]
fn on_axes<I: Isa, A: Arithmetic>(sides: &PairLanes<I, 2>) -> [Projection<I::Real>; 4] {
    let [a, b] = rectangles(sides);
    projections::<_, A>(&plane_frame::<_, A>(&a, &b))
}

impl OverlapQuery for Query<'_, 2> {
    fn overlaps(self, engine: &Engine, out: Answers<'_>) -> Result<(), QueryError> {
        let batches = accept(
            engine,
            &self,
            Takes { query: "overlaps", word: Some(WITHIN) },
            out.lengths(self.pairs.len()),
        )?;
        engine.fill_bools(RectangleOverlaps, &batches, out);
        Ok(())
    }
}

/// The lanes that no axis separates by more than `within`.
#[inline(always)]
fn within<I: Isa>([a, b, c, d]: [Projection<I::Real>; 4], farthest: I::Real) -> I::Mask {
    a.gap().at_most(farthest)
        & b.gap().at_most(farthest)
        & c.gap().at_most(farthest)
        & d.gap().at_most(farthest)
}
