//! One edge of each rectangle, seen along the normal; contacts are clipped from these edges.
//!
//! The rectangle whose axis won is the reference rectangle. Its frame is rotated by quarter turns until the
//! normal points along x, so that its edge is x = top from y = −side to y = side. The other one, the incident
//! rectangle, is rotated by quarter turns until its edge most opposed to the normal lies on its negative x
//! side. Quarter turns only exchange components and signs, so nothing is rounded, and no lane branches.

use octosat_lanes::{IntegerLanes, Isa, Lanes, Singles};

use super::axes::AxisParts;
use super::frame::{PlaneFrame, flip, noise, select_pair};

/// The two edges in the frame of the normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facing<F: Singles> {
    /// The position of the reference edge along the normal.
    pub(crate) top: F,
    /// Half the length of the reference edge.
    pub(crate) side: F,
    /// The middle of the incident edge.
    pub(crate) middle: [F; 2],
    /// The incident edge's frame: cosine (at least √½) and sine; it runs along (−sine, cosine).
    pub(crate) rotation: [F; 2],
    /// Half the incident edge's length.
    pub(crate) half: F,
    /// How far rounding moves a place where the rectangles touch, in meters.
    pub(crate) noise: F,
    /// The numbers of the incident edge's ends.
    pub(crate) incident: Ends<F::Integer>,
    /// The numbers of the reference edge's ends.
    pub(crate) reference: Ends<F::Integer>,
}

/// A value for each end of an edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends<N> {
    /// The end on the negative y side.
    pub(crate) low: N,
    /// The end on the positive y side.
    pub(crate) high: N,
}

/// The corners of edges: two bits for the corner at the low end, then two for the corner at the high end.
///
/// The edge's normal is the rectangle's first axis, that axis reversed, the second axis, or that axis
/// reversed. Bit k of a corner's number is set on the positive side of axis k.
const CORNERS: [i32; 8] = [0b11_01, 0b00_10, 0b10_11, 0b01_00, 0, 0, 0, 0];

/// The corner numbers of an edge whose normal is along the rectangle's first or second axis, in the positive
/// or the negative direction.
#[inline(always)]
fn corners<I: Isa>(isa: I, second: I::Mask, negative: I::Mask) -> Ends<I::Integer> {
    let edge = isa.splat_integer(2).keep(second) | isa.splat_integer(1).keep(negative);
    let corners = edge.look_up(&CORNERS);
    Ends { low: corners & isa.splat_integer(0b11), high: corners.shift_right(2) }
}

/// The edges that face each other along the winning axis.
#[inline(always)]
pub(crate) fn facing<I: Isa>(
    isa: I,
    frame: &PlaneFrame<I::Real>,
    parts: &AxisParts<I::Mask>,
) -> Facing<I::Real> {
    let zero = isa.splat(0.0);
    let AxisParts { of_b, second, backwards } = *parts;
    let PlaneFrame { rotation, offset_a, offset_b, half_a, half_b } = *frame;
    let own = select_pair(of_b, half_b, half_a);
    let other = select_pair(of_b, half_a, half_b);
    // The incident rectangle seen from the reference one.
    let [x, y] = select_pair(of_b, [zero - offset_b[0], zero - offset_b[1]], offset_a);
    let sine = Lanes::select(of_b, zero - rotation[1], rotation[1]);
    let cosine = rotation[0];
    // Rotated back by a quarter turn if the axis is the second one, and by a half turn if the incident
    // rectangle lies on its negative side.
    let top = Lanes::select(second, own[1], own[0]);
    let side = Lanes::select(second, own[0], own[1]);
    let center = [Lanes::select(second, y, x), Lanes::select(second, zero - x, y)];
    let turned = [Lanes::select(second, sine, cosine), Lanes::select(second, zero - cosine, sine)];
    // The normal of b's axis points from a to b, so the incident rectangle is on its other side.
    let negative = (of_b & !backwards) | (!of_b & backwards);
    let center = flip(zero, negative, center);
    let turned = flip(zero, negative, turned);
    // The same for the incident rectangle: the axis most parallel to the normal becomes its x.
    let swapped = turned[0].abs().less(turned[1].abs());
    let lead = Lanes::select(swapped, turned[1], turned[0]);
    let rest = Lanes::select(swapped, zero - turned[0], turned[1]);
    let opposed = lead.less(zero);
    let [cosine, sine] = flip(zero, opposed, [lead, rest]);
    let depth = Lanes::select(swapped, other[1], other[0]);
    let half = Lanes::select(swapped, other[0], other[1]);
    let middle = [center[0] - depth * cosine, center[1] - depth * sine];
    // Along x the incident edge lies on the negative side. With axes swapped, x is the negative second axis
    // if the leading component is positive.
    let incident_negative = (swapped & opposed) | (!swapped & !opposed);
    let Ends { low, high } = corners(isa, swapped, incident_negative);
    Facing {
        top,
        side,
        middle,
        rotation: [cosine, sine],
        half,
        noise: noise(isa, frame),
        // Seen along its own outward normal, an edge runs the other way.
        incident: Ends { low: high, high: low },
        reference: corners(isa, second, negative),
    }
}
