//! The part of the incident edge that lies above the reference edge.

use octosat_lanes::{IntegerLanes, Isa, Lanes, Singles};

use super::axes::AxisParts;
use super::facing::Facing;
use super::frame::select_pair;

/// One contact point in the frame of the normal.
#[derive(Clone, Copy)]
pub(super) struct Point<F: Singles> {
    pub(super) position: [F; 2],
    pub(super) depth: F,
    /// The number of the feature.
    pub(super) feature: F::Integer,
}

/// The part of the incident edge that lies above the reference edge, in the frame of the normal.
#[derive(Clone, Copy)]
pub(super) struct Clipped<I: Isa> {
    low: End<I>,
    high: End<I>,
    low_is_deeper: I::Mask,
}

/// One or two points of a pair.
#[derive(Clone, Copy)]
pub(super) struct Points<I: Isa> {
    pub(super) first: Point<I::Real>,
    pub(super) second: Point<I::Real>,
    /// Whether there is a second point.
    pub(super) both: I::Mask,
}

/// One end of the incident edge, unchanged and clipped at the reference edge's side.
#[derive(Clone, Copy)]
struct End<I: Isa> {
    corner: [I::Real; 2],
    cut: [I::Real; 2],
    /// The corner lies beyond the side.
    beyond: I::Mask,
}

/// Clips the incident edge at the reference edge's sides.
#[inline(always)]
pub(super) fn clip<I: Isa>(isa: I, face: &Facing<I::Real>) -> Clipped<I> {
    let low = end::<I, false>(isa, face);
    let high = end::<I, true>(isa, face);
    Clipped { low, high, low_is_deeper: low.cut[0].at_most(high.cut[0]) }
}

impl<I: Isa> Clipped<I> {
    /// No part of the incident edge lies above the reference edge.
    #[inline(always)]
    pub(super) fn nothing_is_above(&self) -> I::Mask {
        !self.low.cut[1].at_most(self.high.cut[1])
    }

    /// How far the deeper end is above the reference edge; negative: below.
    #[inline(always)]
    pub(super) fn gap(&self, face: &Facing<I::Real>) -> I::Real {
        Lanes::select(self.low_is_deeper, self.low.cut[0], self.high.cut[0]) - face.top
    }

    /// The ends within as points.
    #[inline(always)]
    pub(super) fn points(
        &self,
        isa: I,
        face: &Facing<I::Real>,
        parts: &AxisParts<I::Mask>,
        farthest: I::Real,
    ) -> Points<I> {
        let Self { low, high, low_is_deeper } = self;
        let [incident, reference] = [face.incident, face.reference];
        // A depth that misses `within` by rounding is at `within`, so that an edge that rests on another
        // has two points however it is rotated. The deeper of two points is always kept; if two coincide, the
        // first is kept.
        let lowest = isa.splat(0.0) - farthest;
        let first = point::<I>(isa, face, low, [incident.low, reference.low], parts);
        let second = point::<I>(isa, face, high, [incident.high, reference.high], parts);
        let least = lowest - face.noise;
        let two = low.cut[1].less(high.cut[1]);
        let keep_low = *low_is_deeper | least.at_most(first.depth) | !two;
        let keep_high = two & (!*low_is_deeper | least.at_most(second.depth));
        let first = Point { depth: lowest.greater(first.depth), ..first };
        let second = Point { depth: lowest.greater(second.depth), ..second };
        Points {
            first: select_point(keep_low, &first, &second),
            second,
            both: keep_low & keep_high,
        }
    }

    /// Both ends, not clipped.
    #[inline(always)]
    pub(super) fn corners(&self) -> [[I::Real; 2]; 2] {
        [self.low.corner, self.high.corner]
    }
}

/// The end of the incident edge on the negative or the positive y side.
#[inline(always)]
fn end<I: Isa, const HIGH: bool>(isa: I, face: &Facing<I::Real>) -> End<I> {
    let zero = isa.splat(0.0);
    let Facing { middle, rotation: [cosine, sine], .. } = *face;
    let half = if HIGH { face.half } else { zero - face.half };
    let side = if HIGH { face.side } else { zero - face.side };
    let corner = [middle[0] - half * sine, half * cosine + middle[1]];
    let beyond = if HIGH { side.less(corner[1]) } else { corner[1].less(side) };
    // The cosine is at least √½.
    let along = (side - middle[1]) / cosine;
    let cut = [middle[0] - along * sine, side];
    End { corner, cut: select_pair(beyond, cut, corner), beyond }
}

/// A point on the incident edge. If it was clipped, its corner is that of the reference edge.
///
/// Corner numbers are those of the incident and of the reference rectangle.
#[inline(always)]
fn point<I: Isa>(
    isa: I,
    face: &Facing<I::Real>,
    end: &End<I>,
    [incident, reference]: [I::Integer; 2],
    parts: &AxisParts<I::Mask>,
) -> Point<I::Real> {
    let [x, y] = end.cut;
    let corner = IntegerLanes::select(end.beyond, reference, incident);
    // The incident rectangle is a if the axis is b's; otherwise the reference rectangle is a.
    let of_a = (end.beyond & !parts.of_b) | (!end.beyond & parts.of_b);
    Point {
        position: [(x + face.top) * isa.splat(0.5), y],
        depth: face.top - x,
        feature: corner | isa.splat_integer(4).keep(of_a),
    }
}

/// One of two points.
#[inline(always)]
pub(super) fn select_point<F: Singles>(mask: F::Mask, yes: &Point<F>, no: &Point<F>) -> Point<F> {
    Point {
        position: select_pair(mask, yes.position, no.position),
        depth: F::select(mask, yes.depth, no.depth),
        feature: IntegerLanes::select(mask, yes.feature, no.feature),
    }
}
