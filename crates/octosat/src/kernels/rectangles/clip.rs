//! What of the incident edge lies above the reference edge, and the closest corners otherwise.

use octosat_lanes::{Arithmetic, Isa, Lanes};

use super::axes::{AxisParts, BestEdge};
use super::facing::Facing;
use super::frame::select_pair;
use crate::tolerances::CORNER_DIRECTION_NOISE;

/// One contact point in the frame of the normal.
#[derive(Clone, Copy)]
pub(super) struct Point<F> {
    pub(super) position: [F; 2],
    pub(super) depth: F,
    /// The number of the feature, as a float.
    pub(super) feature: F,
}

/// What a batch answers, in the frame of the normal.
pub(super) struct Answer<I: Isa> {
    /// Minus the distance between two corners, minus the separation elsewhere.
    pub(super) depth: I::Real,
    /// The unit direction from the reference corner to the incident one, where `tilted`.
    pub(super) direction: [I::Real; 2],
    pub(super) first: Point<I::Real>,
    pub(super) second: Point<I::Real>,
    /// There is a first point.
    pub(super) any: I::Mask,
    /// There is a second one too.
    pub(super) both: I::Mask,
    /// The only point is between two corners.
    pub(super) single: I::Mask,
    /// The corners are apart, and nothing is closer.
    pub(super) corners: I::Mask,
    /// The corners are far enough apart for their gap to have a direction.
    pub(super) tilted: I::Mask,
    /// The rectangles are within the margin.
    pub(super) within: I::Mask,
}

/// One end of the incident edge, as it is and cut off at the reference edge's side.
#[derive(Clone, Copy)]
struct End<I: Isa> {
    corner: [I::Real; 2],
    cut: [I::Real; 2],
    /// The corner lies beyond the side.
    beyond: I::Mask,
}

/// An end of the incident edge and the point of the reference edge closest to it.
#[derive(Clone, Copy)]
struct Nearest<F> {
    gap: [F; 2],
    distance: F,
    middle: [F; 2],
    /// The corners' numbers.
    incident: F,
    reference: F,
}

/// The contact points of two edges that face each other.
#[inline(always)]
pub(super) fn clip<I: Isa, A: Arithmetic>(
    isa: I,
    face: &Facing<I::Real>,
    edge: &BestEdge<I>,
    parts: &AxisParts<I::Mask>,
    margin: I::Real,
) -> Answer<I> {
    let zero = isa.splat(0.0);
    let low = end::<I, A, false>(isa, face);
    let high = end::<I, A, true>(isa, face);
    let near = nearer(
        nearest::<I, A>(isa, face, low.corner, face.incident.low),
        nearest::<I, A>(isa, face, high.corner, face.incident.high),
    );
    let low_is_deeper = low.cut[0].at_most(high.cut[0]);
    let gap = Lanes::select(low_is_deeper, low.cut[0], high.cut[0]) - face.top;
    let separation = edge.best.separation;
    let apart = zero.less(separation);
    let nothing_above = !low.cut[1].at_most(high.cut[1]);
    let single = nothing_above | (apart & near.distance.less(gap));
    let corners = single & apart;
    let noise = isa.splat(CORNER_DIRECTION_NOISE) * face.scale;
    let depth = zero - Lanes::select(corners, near.distance, separation);
    let within = (zero - depth).at_most(margin) & edge.finite;

    let low_point = point::<I>(isa, face, &low, [face.incident.low, face.reference.low], parts);
    let high_point = point::<I>(isa, face, &high, [face.incident.high, face.reference.high], parts);
    let lone = Point { position: near.middle, depth, feature: pair::<I>(isa, &near, parts) };
    // The deeper of two points is always kept, also where its rounded depth misses the margin; of
    // two that coincide the first is.
    let lowest = zero - margin;
    let two = low.cut[1].less(high.cut[1]);
    let keep_low = low_is_deeper | lowest.at_most(low_point.depth) | !two;
    let keep_high = two & (!low_is_deeper | lowest.at_most(high_point.depth));
    let first = select_point(keep_low, &low_point, &high_point);
    Answer {
        depth,
        direction: [near.gap[0] / near.distance, near.gap[1] / near.distance],
        first: select_point(single, &lone, &first),
        second: high_point,
        any: within,
        both: within & keep_low & keep_high & !single,
        single,
        corners,
        tilted: corners & noise.less(near.distance),
        within,
    }
}

/// The end of the incident edge on the negative or the positive y side.
#[inline(always)]
fn end<I: Isa, A: Arithmetic, const HIGH: bool>(isa: I, face: &Facing<I::Real>) -> End<I> {
    let zero = isa.splat(0.0);
    let Facing { middle, rotation: [cosine, sine], .. } = *face;
    let half = if HIGH { face.half } else { zero - face.half };
    let side = if HIGH { face.side } else { zero - face.side };
    let corner =
        [A::subtract_product(half, sine, middle[0]), A::multiply_add(half, cosine, middle[1])];
    let beyond = if HIGH { side.less(corner[1]) } else { corner[1].less(side) };
    // The cosine is at least √½.
    let along = (side - middle[1]) / cosine;
    let cut = [A::subtract_product(along, sine, middle[0]), side];
    End { corner, cut: select_pair(beyond, cut, corner), beyond }
}

/// The point of the reference edge closest to an end of the incident edge.
#[inline(always)]
fn nearest<I: Isa, A: Arithmetic>(
    isa: I,
    face: &Facing<I::Real>,
    corner: [I::Real; 2],
    incident: I::Real,
) -> Nearest<I::Real> {
    let (zero, one, half) = (isa.splat(0.0), isa.splat(1.0), isa.splat(0.5));
    let [x, y] = corner;
    let low = zero - face.side;
    let foot = low.greater(face.side.lesser(y));
    let gap = [x - face.top, y - foot];
    // The length by the ratio of the components, whose squares might underflow or overflow.
    let [across, along] = [gap[0].abs(), gap[1].abs()];
    let longer = along.greater(across);
    let shorter = across.lesser(along);
    let ratio = Lanes::select(zero.less(longer), shorter / longer, zero);
    Nearest {
        gap,
        distance: longer * A::multiply_add(ratio, ratio, one).sqrt(),
        middle: [(x + face.top) * half, (y + foot) * half],
        incident,
        reference: Lanes::select(y.less(zero), face.reference.low, face.reference.high),
    }
}

/// The nearer of two; the first of equals.
#[inline(always)]
fn nearer<F: Lanes>(first: Nearest<F>, second: Nearest<F>) -> Nearest<F> {
    let closer = second.distance.less(first.distance);
    Nearest {
        gap: select_pair(closer, second.gap, first.gap),
        distance: F::select(closer, second.distance, first.distance),
        middle: select_pair(closer, second.middle, first.middle),
        incident: F::select(closer, second.incident, first.incident),
        reference: F::select(closer, second.reference, first.reference),
    }
}

/// A point on the incident edge; its corner is that of the reference edge where it was cut off.
///
/// Corner numbers are those of the incident and of the reference rectangle.
#[inline(always)]
fn point<I: Isa>(
    isa: I,
    face: &Facing<I::Real>,
    end: &End<I>,
    [incident, reference]: [I::Real; 2],
    parts: &AxisParts<I::Mask>,
) -> Point<I::Real> {
    let [x, y] = end.cut;
    let corner = Lanes::select(end.beyond, reference, incident);
    // The incident rectangle is a where the axis is b's, and the reference one is a elsewhere.
    let of_a = (end.beyond & !parts.of_b) | (!end.beyond & parts.of_b);
    Point {
        position: [(x + face.top) * isa.splat(0.5), y],
        depth: face.top - x,
        feature: corner + isa.splat(4.0).keep(of_a),
    }
}

/// The feature of two corners.
#[inline(always)]
fn pair<I: Isa>(isa: I, near: &Nearest<I::Real>, parts: &AxisParts<I::Mask>) -> I::Real {
    let of_a = Lanes::select(parts.of_b, near.incident, near.reference);
    let of_b = Lanes::select(parts.of_b, near.reference, near.incident);
    // Whole numbers, so nothing is rounded.
    isa.splat(8.0) + isa.splat(4.0) * of_a + of_b
}

/// One of two points.
#[inline(always)]
fn select_point<F: Lanes>(mask: F::Mask, yes: &Point<F>, no: &Point<F>) -> Point<F> {
    Point {
        position: select_pair(mask, yes.position, no.position),
        depth: F::select(mask, yes.depth, no.depth),
        feature: F::select(mask, yes.feature, no.feature),
    }
}
