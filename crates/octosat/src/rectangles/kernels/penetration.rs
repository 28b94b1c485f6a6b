//! Axis, depth and normal of pairs of rectangles.

use octosat_lanes::{IntegerLanes, Isa, Lanes, Singles};
use octosat_rows::{RectangleAxis, RectanglePenetration};

use super::axes::{axis_parts, best_edge, world_normal};
use super::frame::{RectanglePairs, plane_frame};
use crate::call::batches::Both;
use crate::call::formula::RowFormula;
use crate::rectangles::rectangle::Rectangle;

/// The query; see [`crate::Engine::penetrations`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct RectanglePenetrations;

impl RowFormula<RectanglePairs<'_>> for RectanglePenetrations {
    type Row = RectanglePenetration;

    const NANOSECONDS: usize = 2;

    /// Normal, depth, and the axis as a whole word.
    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        Both { a, b }: &Both<I, Rectangle, 2>,
        farthest: I::Real,
        rows: &mut [RectanglePenetration],
    ) {
        let frame = plane_frame(a, b);
        let edge = best_edge(isa, &frame);
        let separation = edge.best.separation;
        let parts = axis_parts(isa, &frame, edge.best.code);
        let [x, y] = world_normal(isa, [a.rotation, b.rotation], &parts);
        let near = separation.at_most(farthest) & edge.finite;
        let depth = Lanes::select(edge.finite, isa.splat(0.0) - separation, isa.splat(f32::NAN));
        let not_finite = isa.splat_integer(i32::from(RectangleAxis::NON_FINITE.code()));
        let code = IntegerLanes::select(edge.finite, edge.best.code, not_finite);
        let row = [x.keep(near), y.keep(near), depth, Singles::from_bits(code)];
        isa.store_rows(row, rows);
    }
}
