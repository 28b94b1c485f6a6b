//! The boolean query on rectangles.

use octosat_lanes::{Arithmetic, Isa, Lanes};

use super::axes::projections;
use super::frame::{Plane, plane_frame};
use crate::kernels::PairQuery;
use crate::kernels::axes::Projection;
use crate::kernels::chunk::{Chunk, Sides};
use crate::kernels::overlap::sweep;

/// Overlaps of a chunk, one bit a pair.
pub(crate) struct RectangleOverlaps;

impl PairQuery<Plane> for RectangleOverlaps {
    type Out = u64;

    #[inline(always)]
    fn chunk<I: Isa, A: Arithmetic>(isa: I, chunk: &Chunk<'_, '_, Plane>, words: &mut [u64]) {
        sweep(
            isa,
            chunk,
            words,
            #[inline(always)]
            |first| {
                let Sides { a, b } = chunk.load(isa, first);
                let frame = plane_frame::<_, A>(&a, &b);
                let [a, b, c, d] = projections::<_, A>(&frame);
                a.touches() & b.touches() & c.touches() & d.touches()
            },
            #[inline(always)]
            |first, margins| {
                let Sides { a, b } = chunk.load(isa, first);
                let frame = plane_frame::<_, A>(&a, &b);
                within::<I>(projections::<_, A>(&frame), margins)
            },
        );
    }
}

/// The lanes that no axis separates by more than the margin.
#[inline(always)]
fn within<I: Isa>([a, b, c, d]: [Projection<I::Real>; 4], margin: I::Real) -> I::Mask {
    a.gap().at_most(margin)
        & b.gap().at_most(margin)
        & c.gap().at_most(margin)
        & d.gap().at_most(margin)
}
