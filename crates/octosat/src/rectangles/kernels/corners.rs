//! The closest corners, used if no part of the incident edge lies above the reference edge or if a corner
//! next to it is nearer.

use octosat_lanes::{IntegerLanes, Isa, Lanes, Singles};

use super::axes::AxisParts;
use super::clip::{Clipped, Point};
use super::facing::Facing;
use super::frame::select_pair;

/// An end of the incident edge and the point of the reference edge closest to it.
#[derive(Clone, Copy)]
pub(super) struct Nearest<F: Singles> {
    /// From the reference edge to the end.
    gap: [F; 2],
    pub(super) distance: F,
    middle: [F; 2],
    /// The corners' numbers.
    incident: F::Integer,
    reference: F::Integer,
}

impl<F: Singles> Nearest<F> {
    /// The nearer of two; the first of equals.
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        let closer = other.distance.less(self.distance);
        Self {
            gap: select_pair(closer, other.gap, self.gap),
            distance: F::select(closer, other.distance, self.distance),
            middle: select_pair(closer, other.middle, self.middle),
            incident: IntegerLanes::select(closer, other.incident, self.incident),
            reference: IntegerLanes::select(closer, other.reference, self.reference),
        }
    }

    /// The unit direction from the reference edge to the end, if the gap is long enough to have one.
    #[inline(always)]
    pub(super) fn direction(&self) -> [F; 2] {
        [self.gap[0] / self.distance, self.gap[1] / self.distance]
    }

    /// Whether the gap is long enough that rounding does not decide its direction.
    #[inline(always)]
    pub(super) fn has_direction(&self, face: &Facing<F>) -> F::Mask {
        face.noise.less(self.distance)
    }

    /// The point half-way along the gap.
    #[inline(always)]
    pub(super) fn point<I: Isa<Real = F, Mask = F::Mask, Integer = F::Integer>>(
        &self,
        isa: I,
        depth: F,
        parts: &AxisParts<F::Mask>,
    ) -> Point<F> {
        let of_a = IntegerLanes::select(parts.of_b, self.incident, self.reference);
        let of_b = IntegerLanes::select(parts.of_b, self.reference, self.incident);
        let feature = isa.splat_integer(8) + of_a.shift_left(2) + of_b;
        Point { position: self.middle, depth, feature }
    }
}

/// The end of the incident edge nearest to the reference edge.
#[inline(always)]
pub(super) fn nearest<I: Isa>(
    isa: I,
    face: &Facing<I::Real>,
    clipped: &Clipped<I>,
) -> Nearest<I::Real> {
    let [low, high] = clipped.corners();
    let low = from_edge(isa, face, low, face.incident.low);
    let high = from_edge(isa, face, high, face.incident.high);
    low.or(high)
}

/// The point of the reference edge closest to an end of the incident edge.
#[inline(always)]
fn from_edge<I: Isa>(
    isa: I,
    face: &Facing<I::Real>,
    corner: [I::Real; 2],
    incident: I::Integer,
) -> Nearest<I::Real> {
    let (zero, one, half) = (isa.splat(0.0), isa.splat(1.0), isa.splat(0.5));
    let [x, y] = corner;
    let low = zero - face.side;
    let foot = low.greater(face.side.lesser(y));
    let gap = [x - face.top, y - foot];
    // The length from the ratio of the components, because their squares might underflow or overflow.
    let [across, along] = [gap[0].abs(), gap[1].abs()];
    let longer = along.greater(across);
    let shorter = across.lesser(along);
    let ratio = Lanes::select(zero.less(longer), shorter / longer, zero);
    Nearest {
        gap,
        distance: longer * (ratio * ratio + one).sqrt(),
        middle: [(x + face.top) * half, (y + foot) * half],
        incident,
        reference: IntegerLanes::select(y.less(zero), face.reference.low, face.reference.high),
    }
}
