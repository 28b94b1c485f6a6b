//! Axis, depth and normal of pairs of rectangles.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes, Singles};

use super::axes::{axis_parts, best_edge, world_normal};
use super::frame::{plane_frame, rectangles};
use crate::call::batches::{PairLanes, Pairs};
use crate::call::checks::accept;
use crate::call::engine::{Engine, PenetrationQuery};
use crate::call::error::{Lengths, QueryError};
use crate::call::formula::{Each, RowFormula};
use crate::call::length::{Takes, WITHIN};
use crate::call::query::Query;
use crate::rectangles::results::{NON_FINITE_AXIS, RectanglePenetration};

/// The query; see [`crate::Engine::penetrations`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct RectanglePenetrations;

impl RowFormula<Pairs<'_, 2>> for RectanglePenetrations {
    type Row = RectanglePenetration;

    const NANOSECONDS: usize = 2;

    /// Normal, depth, and the axis as a whole word.
    #[inline(always)]
    fn batch<I: Isa, A: Arithmetic>(
        self,
        isa: I,
        sides: &PairLanes<I, 2>,
        farthest: I::Real,
        rows: &mut [RectanglePenetration],
    ) {
        let [a, b] = rectangles(sides);
        let frame = plane_frame::<_, A>(&a, &b);
        let edge = best_edge::<I, A>(isa, &frame);
        let separation = edge.best.separation;
        let parts = axis_parts(isa, &frame, edge.best.code);
        let [x, y] = world_normal(isa, [a.rotation, b.rotation], &parts);
        let near = separation.at_most(farthest) & edge.finite;
        let depth = Lanes::select(edge.finite, isa.splat(0.0) - separation, isa.splat(f32::NAN));
        let not_finite = isa.splat_integer(i32::from(NON_FINITE_AXIS));
        let code = IntegerLanes::select(edge.finite, edge.best.code, not_finite);
        let row = [x.keep(near), y.keep(near), depth, Singles::from_bits(code)];
        isa.store_rows(row, bytemuck::cast_slice_mut(rows));
    }
}

impl PenetrationQuery for Query<'_, 2> {
    type Row = RectanglePenetration;

    fn penetrations(
        self,
        engine: &Engine,
        out: &mut [RectanglePenetration],
    ) -> Result<(), QueryError> {
        let lengths = Lengths { found: out.len(), expected: self.pairs.len() };
        let batches =
            accept(engine, &self, Takes { query: "penetrations", word: Some(WITHIN) }, lengths)?;
        engine.fill_rows(Each(RectanglePenetrations), &batches, out);
        Ok(())
    }
}
