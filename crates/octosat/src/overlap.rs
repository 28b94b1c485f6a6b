//! The boolean query: no square root, no division, and no early exit.
//!
//! An early exit gains nothing if many pairs overlap, because some lane always continues. Packing the
//! remaining pairs between faces and edges costs more than the edges it saves.

use octosat_lanes::{Arithmetic, Isa, Lanes};

use crate::axes::{
    Magnitudes, cofactors, edge_length_squared, edge_pair, face_of_a, face_of_b, magnitudes,
};
use crate::batches::{Batches, Pairs, Sides};
use crate::bools::{Answers, Bools};
use crate::engine::queries::OverlapQuery;
use crate::engine::{BitKernel, Engine};
use crate::frame::{Basis, Extent, Frame, Reach};
use crate::query::{Margin, Query, QueryError};
use crate::tolerances::PARALLEL_EDGES_SINE_SQUARED;

/// The lanes whose boxes share a point: no axis of the fifteen separates them. False for NaN.
#[inline(always)]
pub(crate) fn overlap<I: Isa, A: Arithmetic, R: Reach<I::Real>>(
    frame: &Frame<I::Real, R>,
) -> I::Mask {
    let magnitudes = magnitudes(frame);
    let cofactors = [
        cofactors::<_, _, A>(frame, 0),
        cofactors::<_, _, A>(frame, 1),
        cofactors::<_, _, A>(frame, 2),
    ];
    let mut touching = face_of_a::<_, _, A>(frame, &magnitudes, 0).touches();
    for i in 1..3 {
        touching = touching & face_of_a::<_, _, A>(frame, &magnitudes, i).touches();
    }
    for j in 0..3 {
        touching = touching & face_of_b::<_, _, A>(frame, &magnitudes, j).touches();
        for i in 0..3 {
            let edges = edge_pair::<_, _, A>(frame, &magnitudes, cofactors[i], i, j);
            touching = touching & edges.touches();
        }
    }
    touching
}

/// The lanes whose boxes no axis of the fifteen separates by more than the margin, in meters.
///
/// An edge pair's gap carries the length of its cross product; its square is compared with the
/// square of the margin at the same length, so that no root is needed.
#[inline(always)]
pub(crate) fn overlap_within<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &Frame<I::Real, Extent<I::Real>>,
    margin: I::Real,
) -> I::Mask {
    let magnitudes = magnitudes(frame);
    let zero = isa.splat(0.0);
    let positive_margin = zero.less(margin);
    let margin_squared = margin * margin;
    let mut near = face_of_a::<_, _, A>(frame, &magnitudes, 0).gap().at_most(margin);
    for i in 1..3 {
        near = near & face_of_a::<_, _, A>(frame, &magnitudes, i).gap().at_most(margin);
    }
    for j in 0..3 {
        near = near & face_of_b::<_, _, A>(frame, &magnitudes, j).gap().at_most(margin);
    }
    let parallel = isa.splat(PARALLEL_EDGES_SINE_SQUARED);
    let bound = MarginBound { zero, positive_margin, margin_squared, parallel };
    near & edges_within::<I, A, 0>(frame, &magnitudes, &bound)
        & edges_within::<I, A, 1>(frame, &magnitudes, &bound)
        & edges_within::<I, A, 2>(frame, &magnitudes, &bound)
}

/// A margin in the forms that gaps on axes of any length are compared with.
struct MarginBound<I: Isa> {
    zero: I::Real,
    positive_margin: I::Mask,
    margin_squared: I::Real,
    parallel: I::Real,
}

/// The lanes that no edge pair with edge `ROW` of box a separates by more than the margin.
#[inline(always)]
fn edges_within<I: Isa, A: Arithmetic, const ROW: usize>(
    frame: &Frame<I::Real, Extent<I::Real>>,
    magnitudes: &Magnitudes<I::Real>,
    bound: &MarginBound<I>,
) -> I::Mask {
    let cofactors = cofactors::<_, _, A>(frame, ROW);
    let mut near = !bound.zero.less(bound.zero);
    for j in 0..3 {
        let gap = edge_pair::<_, _, A>(frame, magnitudes, cofactors, ROW, j).gap();
        let length_squared = edge_length_squared::<_, _, A>(frame, ROW, j);
        // The squares of a tiny cross product and of a tiny gap would underflow unequally.
        let parallel = length_squared.less(bound.parallel);
        let within = (gap * gap).at_most(bound.margin_squared * length_squared) | parallel;
        let within = bound.positive_margin & within;
        near = near & (gap.at_most(bound.zero) | within);
    }
    near
}

/// The query; see [`crate::Engine::overlaps`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overlaps;

impl<B: Basis> BitKernel<Pairs<'_, B>> for Overlaps {
    const NANOSECONDS: usize = 8;

    fn bits<I: Isa, A: Arithmetic>(
        self,
        isa: I,
        batches: &Batches<'_, Pairs<'_, B>>,
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
                        let Sides { a, b } = batches.load(isa, first);
                        overlap::<I, A, _>(&B::overlap_frame::<I, A>(isa, &a, &b))
                    },
                ),
                _ => batches.pack(
                    isa,
                    words,
                    #[inline(always)]
                    |first| {
                        let Sides { a, b } = batches.load(isa, first);
                        let frame = B::metric_frame::<I, A>(isa, &a, &b);
                        overlap_within::<I, A>(isa, &frame, batches.margins(isa, first))
                    },
                ),
            },
        );
    }
}

impl OverlapQuery for Query<'_> {
    fn overlaps(
        self,
        engine: &Engine,
        out: &mut (impl Answers + ?Sized),
    ) -> Result<(), QueryError> {
        ask(engine, &self, out.into())
    }
}

/// Runs the query; compiled with this crate whatever the output is.
fn ask(engine: &Engine, query: &Query<'_>, out: Bools<'_>) -> Result<(), QueryError> {
    let batches = engine.accept(query, out.lengths(query.pairs.len()))?;
    engine.fill_bools(Overlaps, &batches, out);
    Ok(())
}
