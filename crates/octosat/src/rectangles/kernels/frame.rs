//! Two rectangles seen from one of them.

use octosat_lanes::{Isa, Lanes};

use crate::call::batches::{OfRows, PairsOf};
use crate::rectangles::rectangle::Rectangle;
use crate::tolerances::REACH_NOISE;

/// One rectangle per lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RectangleLanes<F> {
    pub(crate) center: [F; 2],
    pub(crate) rotation: [F; 2],
    pub(crate) half_extents: [F; 2],
}

/// Pairs of rectangles.
pub(crate) type RectanglePairs<'a> = PairsOf<'a, Rectangle, 2>;

impl OfRows<2> for Rectangle {
    type Lanes<I: Isa> = RectangleLanes<I::Real>;

    #[inline(always)]
    fn of_rows<I: Isa>([pose, half]: [[I::Real; 4]; 2]) -> RectangleLanes<I::Real> {
        RectangleLanes {
            center: [pose[0], pose[1]],
            rotation: [pose[2], pose[3]],
            half_extents: [half[0], half[1]],
        }
    }
}

/// Two rectangles seen along the axes of rectangle a, in meters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneFrame<F> {
    /// The rotation of b seen from a: cosine, sine.
    pub(crate) rotation: [F; 2],
    /// The center of b minus the center of a, along the axes of a.
    pub(crate) offset_a: [F; 2],
    /// The same along the axes of b.
    pub(crate) offset_b: [F; 2],
    pub(crate) half_a: [F; 2],
    pub(crate) half_b: [F; 2],
}

/// A vector rotated by a rotation: the product of two complex numbers.
#[inline(always)]
pub(crate) fn turn<F: Lanes>(rotation: [F; 2], vector: [F; 2]) -> [F; 2] {
    let [cosine, sine] = rotation;
    let [x, y] = vector;
    [cosine * x - sine * y, cosine * y + sine * x]
}

/// A vector rotated back by a rotation: the product with the conjugate.
///
/// Its components are the scalar products with the two axes of the rotated frame.
#[inline(always)]
pub(crate) fn turn_back<F: Lanes>(rotation: [F; 2], vector: [F; 2]) -> [F; 2] {
    let [cosine, sine] = rotation;
    let [x, y] = vector;
    [sine * y + cosine * x, cosine * y - sine * x]
}

/// The frame of a pair.
#[inline(always)]
pub(crate) fn plane_frame<F: Lanes>(a: &RectangleLanes<F>, b: &RectangleLanes<F>) -> PlaneFrame<F> {
    let rotation = turn_back(a.rotation, b.rotation);
    let offset = [b.center[0] - a.center[0], b.center[1] - a.center[1]];
    let offset_a = turn_back(a.rotation, offset);
    let offset_b = turn_back(rotation, offset_a);
    let (half_a, half_b) = (a.half_extents, b.half_extents);
    PlaneFrame { rotation, offset_a, offset_b, half_a, half_b }
}

/// How far rounding moves a place where two rectangles touch, in meters, by the rule of boxes: no such place is farther
/// from either center than the distance of the centers and the half extents of the smaller rectangle.
#[inline(always)]
pub(crate) fn noise<I: Isa>(isa: I, frame: &PlaneFrame<I::Real>) -> I::Real {
    let PlaneFrame { offset_a: [x, y], half_a: a, half_b: b, .. } = *frame;
    isa.splat(REACH_NOISE) * ((x.abs() + y.abs()) + (b[0] + b[1]).lesser(a[0] + a[1]))
}

/// One of two vectors.
#[inline(always)]
pub(crate) fn select_pair<F: Lanes>(mask: F::Mask, yes: [F; 2], no: [F; 2]) -> [F; 2] {
    [F::select(mask, yes[0], no[0]), F::select(mask, yes[1], no[1])]
}

/// A vector, rotated by a half turn in the lanes of the mask.
#[inline(always)]
pub(crate) fn flip<F: Lanes>(zero: F, mask: F::Mask, vector: [F; 2]) -> [F; 2] {
    select_pair(mask, [zero - vector[0], zero - vector[1]], vector)
}
