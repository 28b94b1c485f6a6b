//! The boolean query on rectangles.

use octosat_lanes::{Arithmetic, Isa, Lanes};

use super::axes::projections;
use super::frame::{Plane, plane_frame};
use crate::axes::Projection;
use crate::batches::{Batches, Pairs, Sides};
use crate::bools::{Answers, Bools};
use crate::engine::queries::OverlapQuery;
use crate::engine::{BitKernel, Engine};
use crate::query::{Margin, Query, QueryError};

/// The query; see [`crate::Engine::overlaps`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct RectangleOverlaps;

impl BitKernel<Pairs<'_, Plane>> for RectangleOverlaps {
    const NANOSECONDS: usize = 2;

    fn bits<I: Isa, A: Arithmetic>(
        self,
        isa: I,
        batches: &Batches<'_, Pairs<'_, Plane>>,
        words: &mut [u64],
    ) {
        isa.enter(
            #[inline(always)]
            || match batches.margin {
                Margin::None => batches.pack(
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
                        within::<I>(axes, batches.margins(isa, first))
                    },
                ),
            },
        );
    }
}

/// Both rectangles on the four axes.
#[inline(always)]
fn on_axes<I: Isa, A: Arithmetic>(sides: &Sides<I, Plane>) -> [Projection<I::Real>; 4] {
    projections::<_, A>(&plane_frame::<_, A>(&sides.a, &sides.b))
}

impl OverlapQuery for Query<'_, Plane> {
    fn overlaps(
        self,
        engine: &Engine,
        out: &mut (impl Answers + ?Sized),
    ) -> Result<(), QueryError> {
        ask(engine, &self, out.into())
    }
}

/// Runs the query; compiled with this crate whatever the output is.
fn ask(engine: &Engine, query: &Query<'_, Plane>, out: Bools<'_>) -> Result<(), QueryError> {
    let batches = engine.accept(query, out.lengths(query.pairs.len()))?;
    engine.fill_bools(RectangleOverlaps, &batches, out);
    Ok(())
}

/// The lanes that no axis separates by more than the margin.
#[inline(always)]
fn within<I: Isa>([a, b, c, d]: [Projection<I::Real>; 4], margin: I::Real) -> I::Mask {
    a.gap().at_most(margin)
        & b.gap().at_most(margin)
        & c.gap().at_most(margin)
        & d.gap().at_most(margin)
}
