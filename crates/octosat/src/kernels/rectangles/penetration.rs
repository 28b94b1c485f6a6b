//! Axis, depth and normal of pairs of rectangles.

use octosat_lanes::{Arithmetic, Isa, Lanes, MAX_LANES, Row};

use super::axes::{axis_parts, best_edge, world_normal};
use super::chunk::RectangleChunk;
use super::frame::plane_frame;
use crate::query::Margin;
use crate::rectangles::{NON_FINITE_AXIS, RectangleAxis, RectanglePenetration};

/// Adding this to a small whole number puts it into the low bits of the float.
pub(crate) const TO_LOW_BITS: f32 = 8_388_608.0;

/// Penetrations of a chunk of whole batches, in order.
#[inline(always)]
pub(crate) fn penetration_chunk<I: Isa, A: Arithmetic>(
    isa: I,
    chunk: &RectangleChunk<'_, '_>,
    rows: &mut [RectanglePenetration],
) {
    if let Margin::PerPair(margins) = chunk.margin {
        sweep::<I, A>(
            isa,
            chunk,
            rows,
            #[inline(always)]
            |first| isa.load(&margins[first..]),
        );
    } else {
        let margin = isa.splat(chunk.margin.uniform());
        sweep::<I, A>(
            isa,
            chunk,
            rows,
            #[inline(always)]
            |_| margin,
        );
    }
}

/// The same with the margins of a batch as a function of its first pair.
#[inline(always)]
fn sweep<I: Isa, A: Arithmetic>(
    isa: I,
    chunk: &RectangleChunk<'_, '_>,
    rows: &mut [RectanglePenetration],
    margins: impl Fn(usize) -> I::Real,
) {
    let zero = isa.splat(0.0);
    let mut first = 0;
    for batch in rows.chunks_exact_mut(I::LANES) {
        chunk.prefetch(isa, first);
        let sides = chunk.load(isa, first);
        let frame = plane_frame::<_, A>(&sides.a, &sides.b);
        let edge = best_edge::<I, A>(isa, &frame);
        let parts = axis_parts(isa, &frame, edge.best.code);
        let [x, y] = world_normal(isa, [sides.a.rotation, sides.b.rotation], &parts);
        let near = edge.best.separation.at_most(margins(first)) & edge.finite;
        let depth = Lanes::select(edge.finite, zero - edge.best.separation, isa.splat(f32::NAN));
        let not_finite = isa.splat(f32::from(NON_FINITE_AXIS));
        let code = Lanes::select(edge.finite, edge.best.code, not_finite);
        let mut stored = [Row([0.0; 4]); MAX_LANES];
        let code = code + isa.splat(TO_LOW_BITS);
        isa.store_rows([x.keep(near), y.keep(near), depth, code], &mut stored);
        for (row, stored) in batch.iter_mut().zip(&stored) {
            *row = penetration_of(stored);
        }
        first += I::LANES;
    }
}

#[inline(always)]
fn penetration_of(stored: &Row) -> RectanglePenetration {
    let Row([x, y, depth, code]) = *stored;
    RectanglePenetration { normal: [x, y], depth, axis: axis_of(code) }
}

/// The axis whose number stands in the low bits.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the number is the low byte")]
pub(crate) fn axis_of(code: f32) -> RectangleAxis {
    RectangleAxis::from_code(code.to_bits() as u8)
}
