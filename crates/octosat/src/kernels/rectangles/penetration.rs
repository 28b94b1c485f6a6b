//! Axis, depth and normal of pairs of rectangles.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes, Row};

use super::axes::{axis_parts, best_edge, world_normal};
use super::frame::{Plane, plane_frame};
use crate::kernels::PairQuery;
use crate::kernels::chunk::{Chunk, Sides};
use crate::rectangles::{NON_FINITE_AXIS, RectanglePenetration};

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
        let rows: &mut [Row] = bytemuck::cast_slice_mut(rows);
        chunk.for_each_batch(
            isa,
            #[inline(always)]
            |first, sides, margins| {
                isa.store_rows(batch::<I, A>(isa, sides, margins), &mut rows[first..]);
            },
        );
    }
}

/// The penetrations of a batch: normal, depth, and the axis as a whole word.
#[inline(always)]
fn batch<I: Isa, A: Arithmetic>(isa: I, sides: &Sides<I, Plane>, margins: I::Real) -> [I::Real; 4] {
    let frame = plane_frame::<_, A>(&sides.a, &sides.b);
    let edge = best_edge::<I, A>(isa, &frame);
    let separation = edge.best.separation;
    let parts = axis_parts(isa, &frame, edge.best.code);
    let [x, y] = world_normal(isa, [sides.a.rotation, sides.b.rotation], &parts);
    let near = separation.at_most(margins) & edge.finite;
    let depth = Lanes::select(edge.finite, isa.splat(0.0) - separation, isa.splat(f32::NAN));
    let not_finite = isa.splat_integer(i32::from(NON_FINITE_AXIS));
    let code = IntegerLanes::select(edge.finite, edge.best.code, not_finite);
    [x.keep(near), y.keep(near), depth, Lanes::from_bits(code)]
}
