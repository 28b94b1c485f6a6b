//! The boolean query on rectangles.

use octosat_lanes::{Arithmetic, Isa, Lanes, Mask};

use super::axes::projections;
use super::chunk::RectangleChunk;
use super::frame::plane_frame;
use crate::kernels::axes::Projection;
use crate::query::Margin;

/// Overlaps of a chunk of whole batches, one bit a pair, lowest bit first.
///
/// The kind of margin is asked once and not in the loop. Without a margin distances are compared
/// with radii, so that touching is exact.
#[inline(always)]
pub(crate) fn overlap_chunk<I: Isa, A: Arithmetic>(
    isa: I,
    chunk: &RectangleChunk<'_, '_>,
    words: &mut [u64],
) {
    match chunk.margin {
        Margin::None => sweep::<I, A>(
            isa,
            chunk,
            words,
            #[inline(always)]
            |[a, b, c, d], _| a.touches() & b.touches() & c.touches() & d.touches(),
        ),
        Margin::Uniform(margin) => {
            let margin = isa.splat(margin);
            sweep::<I, A>(
                isa,
                chunk,
                words,
                #[inline(always)]
                |projections, _| within::<I>(projections, margin),
            );
        }
        Margin::PerPair(margins) => sweep::<I, A>(
            isa,
            chunk,
            words,
            #[inline(always)]
            |projections, first| within::<I>(projections, isa.load(&margins[first..])),
        ),
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

/// Runs a test of the four axes over the batches of a chunk and packs its bits.
#[inline(always)]
fn sweep<I: Isa, A: Arithmetic>(
    isa: I,
    chunk: &RectangleChunk<'_, '_>,
    words: &mut [u64],
    test: impl Fn([Projection<I::Real>; 4], usize) -> I::Mask,
) {
    words.fill(0);
    let mut first = 0;
    while first < chunk.len() {
        chunk.prefetch(isa, first);
        let sides = chunk.load(isa, first);
        let frame = plane_frame::<_, A>(&sides.a, &sides.b);
        let near = test(projections::<_, A>(&frame), first);
        words[first / 64] |= u64::from(near.bits()) << (first % 64);
        first += I::LANES;
    }
}
