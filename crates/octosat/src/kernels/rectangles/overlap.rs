//! The boolean query on rectangles.

use octosat_lanes::{Arithmetic, Isa, Lanes, Mask};

use super::axes::projections;
use super::chunk::RectangleChunk;
use super::frame::plane_frame;
use crate::query::Margin;

/// Overlaps of a chunk of whole batches, one bit a pair, lowest bit first.
#[inline(always)]
pub(crate) fn overlap_chunk<I: Isa, A: Arithmetic>(
    isa: I,
    chunk: &RectangleChunk<'_, '_>,
    words: &mut [u64],
) {
    // Without a margin distances are compared with radii, so that touching is exact.
    let touching = matches!(chunk.margin, Margin::None);
    words.fill(0);
    let mut first = 0;
    while first < chunk.len() {
        chunk.prefetch(isa, first);
        let sides = chunk.load(isa, first);
        let frame = plane_frame::<_, A>(&sides.a, &sides.b);
        let [a, b, c, d] = projections::<_, A>(&frame);
        let near = if touching {
            a.touches() & b.touches() & c.touches() & d.touches()
        } else {
            let margin = chunk.margins(isa, first);
            a.gap().at_most(margin)
                & b.gap().at_most(margin)
                & c.gap().at_most(margin)
                & d.gap().at_most(margin)
        };
        words[first / 64] |= u64::from(near.bits()) << (first % 64);
        first += I::LANES;
    }
}
