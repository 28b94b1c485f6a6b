//! Axis, depth and normal of pairs of rectangles.

use octosat_lanes::{Arithmetic, Isa, Lanes, MAX_LANES, Row};

use super::axes::{axis_parts, best_edge, world_normal};
use super::frame::{Plane, plane_frame};
use crate::kernels::PairQuery;
use crate::kernels::chunk::{Chunk, Sides};
use crate::kernels::low_bits::TO_LOW_BITS;
use crate::rectangles::{NON_FINITE_AXIS, RectangleAxis, RectanglePenetration};

/// Penetrations of a chunk, in order.
pub(crate) struct RectanglePenetrations;

impl PairQuery<Plane> for RectanglePenetrations {
    type Out = RectanglePenetration;

    #[inline(always)]
    fn chunk<I: Isa, A: Arithmetic>(
        isa: I,
        chunk: &Chunk<'_, '_, Plane>,
        rows: &mut [RectanglePenetration],
    ) {
        chunk.for_each_batch(
            isa,
            #[inline(always)]
            |first, sides, margins| {
                let stored = batch::<I, A>(isa, sides, margins);
                for (row, stored) in rows[first..first + I::LANES].iter_mut().zip(&stored) {
                    *row = penetration_of(stored);
                }
            },
        );
    }
}

/// The penetrations of a batch: normal, depth, and the axis in the low bits.
#[inline(always)]
fn batch<I: Isa, A: Arithmetic>(
    isa: I,
    sides: &Sides<I, Plane>,
    margins: I::Real,
) -> [Row; MAX_LANES] {
    let frame = plane_frame::<_, A>(&sides.a, &sides.b);
    let edge = best_edge::<I, A>(isa, &frame);
    let separation = edge.best.separation;
    let parts = axis_parts(isa, &frame, edge.best.code);
    let [x, y] = world_normal(isa, [sides.a.rotation, sides.b.rotation], &parts);
    let near = separation.at_most(margins) & edge.finite;
    let depth = Lanes::select(edge.finite, isa.splat(0.0) - separation, isa.splat(f32::NAN));
    let not_finite = isa.splat(f32::from(NON_FINITE_AXIS));
    let code = Lanes::select(edge.finite, edge.best.code, not_finite) + isa.splat(TO_LOW_BITS);
    let mut stored = [Row([0.0; 4]); MAX_LANES];
    isa.store_rows([x.keep(near), y.keep(near), depth, code], &mut stored);
    stored
}

#[inline(always)]
fn penetration_of(stored: &Row) -> RectanglePenetration {
    let Row([x, y, depth, code]) = *stored;
    RectanglePenetration { normal: [x, y], depth, axis: axis_of(code) }
}

/// The axis whose number stands in the low bits.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the number is the low byte")]
fn axis_of(code: f32) -> RectangleAxis {
    RectangleAxis::from_code(code.to_bits() as u8)
}
