//! The four candidate axes of two rectangles: two edge normals of a and two of b.
//!
//! If two convex polygons share no point, the line of an edge separates them, so edge normals are the only
//! axes needed. In the plane, pairs of edges have no axis (S. Gottschalk, M. C. Lin, D. Manocha, "`OBBTree`",
//! SIGGRAPH 1996, section 5, without the third dimension).

use octosat_lanes::{IntegerLanes, Isa, Lanes, Singles};

use super::frame::{PlaneFrame, flip, select_pair};
use crate::axes::choice::BestAxis;
use crate::axes::fifteen::Projection;
use crate::vector::is_finite;

/// Both rectangles on the axis of one of them, of which `own` is the half extent along it.
///
/// `magnitudes` are those of the other one's axes along this one.
#[inline(always)]
fn projection<F: Singles>(own: F, other: [F; 2], magnitudes: [F; 2], offset: F) -> Projection<F> {
    let radius = other[0] * magnitudes[0] + own;
    let radius = other[1] * magnitudes[1] + radius;
    Projection { distance: offset.abs(), radius }
}

/// Both rectangles on the four axes: two of a, two of b.
#[inline(always)]
pub(crate) fn projections<F: Singles>(frame: &PlaneFrame<F>) -> [Projection<F>; 4] {
    let PlaneFrame { rotation, offset_a, offset_b, half_a, half_b } = *frame;
    let [cosine, sine] = [rotation[0].abs(), rotation[1].abs()];
    // Axis k of one and axis k of the other are at the rotation's angle; the other two pairs are a quarter
    // turn from it.
    [
        projection(half_a[0], half_b, [cosine, sine], offset_a[0]),
        projection(half_a[1], half_b, [sine, cosine], offset_a[1]),
        projection(half_b[0], half_a, [cosine, sine], offset_b[0]),
        projection(half_b[1], half_a, [sine, cosine], offset_b[1]),
    ]
}

/// The axis with the largest separation, and which lanes hold finite rectangles at all.
pub(crate) struct BestEdge<I: Isa> {
    pub(crate) best: BestAxis<I::Real>,
    pub(crate) finite: I::Mask,
}

/// The best of the four axes; the first of equals wins.
#[inline(always)]
pub(crate) fn best_edge<I: Isa>(isa: I, frame: &PlaneFrame<I::Real>) -> BestEdge<I> {
    let [first_of_a, second_of_a, first_of_b, second_of_b] = projections(frame);
    let (gap_a, gap_b) = (first_of_a.gap(), first_of_b.gap());
    let best = BestAxis { separation: gap_a, code: isa.splat_integer(0) };
    let best = better(best, second_of_a.gap(), isa.splat_integer(1));
    let best = better(best, gap_b, isa.splat_integer(2));
    let best = better(best, second_of_b.gap(), isa.splat_integer(3));
    // Together, these two gaps depend on every extent, the offset and the rotation, so a value that is not
    // finite shows here. An overflow of finite ones shows in the best.
    let finite = is_finite(isa, (gap_a + gap_b) + best.separation);
    BestEdge { best, finite }
}

#[inline(always)]
fn better<F: Singles>(best: BestAxis<F>, separation: F, code: F::Integer) -> BestAxis<F> {
    best.or(BestAxis { separation, code })
}

/// The properties of an axis number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AxisParts<M> {
    /// The axis is one of b's.
    pub(crate) of_b: M,
    /// It is the second axis of its rectangle.
    pub(crate) second: M,
    /// The center of b lies on its negative side.
    pub(crate) backwards: M,
}

/// The properties of the winning axis' number in each lane.
#[inline(always)]
pub(crate) fn axis_parts<I: Isa>(
    isa: I,
    frame: &PlaneFrame<I::Real>,
    code: I::Integer,
) -> AxisParts<I::Mask> {
    let one = isa.splat_integer(1);
    let of_b = one.less(code);
    let second = (code & one).equals(one);
    let PlaneFrame { offset_a, offset_b, .. } = frame;
    let offsets = select_pair(of_b, *offset_b, *offset_a);
    let backwards = Lanes::select(second, offsets[1], offsets[0]).less(isa.splat(0.0));
    AxisParts { of_b, second, backwards }
}

/// The unit direction of the winning axis in the world, from a to b.
///
/// If the offset of the centers along the axis is zero, it is the rectangle's own axis.
#[inline(always)]
pub(crate) fn world_normal<I: Isa>(
    isa: I,
    rotations: [[I::Real; 2]; 2],
    parts: &AxisParts<I::Mask>,
) -> [I::Real; 2] {
    let zero = isa.splat(0.0);
    let [a, b] = rotations;
    let [cosine, sine] = select_pair(parts.of_b, b, a);
    let x = Lanes::select(parts.second, zero - sine, cosine);
    let y = Lanes::select(parts.second, cosine, sine);
    flip(zero, parts.backwards, [x, y])
}
