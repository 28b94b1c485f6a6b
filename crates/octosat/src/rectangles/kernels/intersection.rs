//! The area that pairs of rectangles share.

use octosat_lanes::{Isa, Lanes, Mask, Singles};
use octosat_rows::RectangleIntersection;

use super::axes::projections;
use super::frame::{
    PlaneFrame, RectangleLanes, RectanglePairs, noise, plane_frame, select_pair, turn_back,
};
use crate::call::batches::Both;
use crate::call::formula::RowFormula;
use crate::intersections::order::is_smaller;
use crate::intersections::plane::{PlanePair, area};
use crate::intersections::shared::{Shared, store};
use crate::rectangles::rectangle::Rectangle;
use crate::vector::is_finite;

/// Areas from this on, in the noise of the pair times the half extents of the smaller rectangle, are of rectangles that overlap
/// as computed, too: 1,074 units of roundoff.
///
/// If `overlaps` says no, the rectangles overlap along an axis by at most 16 units of the reach, so they share at most three times
/// as much times the half extents. The area is off by 32 units, and rotations of views add up to 200 to both.
const SURE_AREA: f32 = 64.0;

/// The query; see [`crate::Engine::intersections`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct RectangleIntersections;

impl RowFormula<RectanglePairs<'_>> for RectangleIntersections {
    type Row = RectangleIntersection;

    const NANOSECONDS: usize = 8;

    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        Both { a, b }: &Both<I, Rectangle, 2>,
        _lengths: I::Real,
        rows: &mut [RectangleIntersection],
    ) {
        let Intersected { shared, finite } = intersected(isa, a, b);
        store(isa, &shared, finite, rows);
    }
}

/// What the rectangles of a batch share, and which of them are finite.
pub(crate) struct Intersected<I: Isa> {
    pub(crate) shared: Shared<I::Real>,
    pub(crate) finite: I::Mask,
}

/// What the rectangles of a batch share: nothing if `overlaps` says so of either order of the pair.
#[inline(always)]
pub(crate) fn intersected<I: Isa>(
    isa: I,
    a: &RectangleLanes<I::Real>,
    b: &RectangleLanes<I::Real>,
) -> Intersected<I> {
    let [a, b] = larger_first(a, b);
    let frame = plane_frame(&a, &b);
    let PlaneFrame { rotation, offset_a: offset, half_a, half_b, .. } = frame;
    let pair = PlanePair { rotation, offset, half_extents: [half_a, half_b] };
    let size = area(isa, &pair);
    // Few areas are so small that `overlaps` may not report the pair.
    let sure = isa.splat(SURE_AREA) * (noise(isa, &frame) * (half_b[0] + half_b[1]));
    let unsure = isa.splat(0.0).less(size) & size.less(sure);
    let size = if unsure.bits() == 0 { size } else { size.keep(!unsure | touches(&frame, &a, &b)) };
    let four = isa.splat(4.0);
    let sizes = [four * (half_a[0] * half_a[1]), four * (half_b[0] * half_b[1])];
    // What is not finite in either pose is in one of these; extents are in the union.
    let finite = is_finite(isa, (offset[0] + offset[1]) + (rotation[0] + rotation[1]));
    Intersected { shared: Shared::new(isa.splat(0.0), size, sizes), finite }
}

/// The rectangles, of each pair the larger one first.
#[inline(always)]
fn larger_first<F: Lanes>(a: &RectangleLanes<F>, b: &RectangleLanes<F>) -> [RectangleLanes<F>; 2] {
    let of_a = [&a.half_extents, &a.center];
    let swap = is_smaller(of_a, &a.rotation, [&b.half_extents, &b.center], &b.rotation);
    [select(swap, b, a), select(swap, a, b)]
}

#[inline(always)]
fn select<F: Lanes>(
    mask: F::Mask,
    yes: &RectangleLanes<F>,
    no: &RectangleLanes<F>,
) -> RectangleLanes<F> {
    RectangleLanes {
        center: select_pair(mask, yes.center, no.center),
        rotation: select_pair(mask, yes.rotation, no.rotation),
        half_extents: select_pair(mask, yes.half_extents, no.half_extents),
    }
}

/// The lanes that `overlaps` reports in both orders of the pair: these differ by the rounding of offsets.
#[inline(always)]
fn touches<F: Singles>(
    frame: &PlaneFrame<F>,
    a: &RectangleLanes<F>,
    b: &RectangleLanes<F>,
) -> F::Mask {
    let [p, q, r, s] = projections(frame);
    let back = [a.center[0] - b.center[0], a.center[1] - b.center[1]];
    let own = turn_back(b.rotation, back);
    let [cosine, sine] = frame.rotation;
    let other = turn_back([cosine, -sine], own);
    let exchanged = other[0].abs().at_most(p.radius)
        & other[1].abs().at_most(q.radius)
        & own[0].abs().at_most(r.radius)
        & own[1].abs().at_most(s.radius);
    p.touches() & q.touches() & r.touches() & s.touches() & exchanged
}
