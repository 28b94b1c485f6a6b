//! The edges of the second box: where they cross the walls of the first one, and the height along their part between them.

use octosat_lanes::{Isa, Lanes, per_axis};

use super::plane::Interval;
use super::seen::{LIMITS, Seen, UP};
use crate::vector::{Following, following};

/// An edge of the second box, by places along it, from the negative to the positive half extent.
#[derive(Clone, Copy)]
pub(super) struct Edge<F> {
    /// The part within the walls of both limits; without length if there is none.
    pub(super) part: Interval<F>,
    /// The height along this part.
    pub(super) heights: Heights<F>,
    /// Where it crosses the lower and the upper wall of each limit, or is nearest to it.
    pub(super) crossings: [[F; 2]; 2],
}

/// The edges along each axis, at the negative and the positive ends of the two axes that follow.
pub(super) type Edges<F> = [[[Edge<F>; 2]; 2]; 3];

/// Two integrals of the clamped height along a segment, for places t from 0 to 1.
#[derive(Clone, Copy)]
pub(super) struct Heights<F> {
    /// That of the height.
    pub(super) mean: F,
    /// That of t times the height.
    pub(super) moment: F,
}

/// All edges.
#[inline(always)]
pub(super) fn edges<I: Isa>(isa: I, seen: &Seen<I::Real>) -> Edges<I::Real> {
    per_axis(
        #[inline(always)]
        |axis| {
            [
                [edge(isa, seen, axis, [0, 0]), edge(isa, seen, axis, [0, 1])],
                [edge(isa, seen, axis, [1, 0]), edge(isa, seen, axis, [1, 1])],
            ]
        },
    )
}

/// The edge along an axis at an end of each of the two axes that follow.
#[inline(always)]
fn edge<I: Isa>(isa: I, seen: &Seen<I::Real>, axis: usize, ends: [usize; 2]) -> Edge<I::Real> {
    let Following { first, second } = following(axis);
    let half = seen.half[axis];
    let whole = Interval(-half, half);
    let mut part = whole;
    let mut crossings = [[half; 2]; 2];
    for (limit, &i) in LIMITS.iter().enumerate() {
        let place = seen.middle(i, [first, second], ends);
        let (walls, inverse) = (seen.walls[i], seen.inverse[limit][axis]);
        // NaN if the edge lies in the wall: it then begins at the lower and ends at the upper one.
        let lower = ((walls.0 - place) * inverse).greater(whole.0).lesser(whole.1);
        let upper = whole.clamp((walls.1 - place) * inverse);
        crossings[limit] = [lower, upper];
        part.0 = part.0.greater(lower.lesser(upper));
        part.1 = part.1.lesser(lower.greater(upper));
    }
    part.1 = part.1.greater(part.0);
    let middle = seen.middle(UP, [first, second], ends);
    let slope = seen.rotation[UP][axis];
    let between = [part.0 * slope + middle, part.1 * slope + middle];
    Edge { part, heights: heights(isa, seen.walls[UP], between), crossings }
}

/// The integrals of a height that goes linearly from one number to another, clamped to walls.
#[inline(always)]
pub(super) fn heights<I: Isa>(
    isa: I,
    walls: Interval<I::Real>,
    [from, to]: [I::Real; 2],
) -> Heights<I::Real> {
    let (zero, one, three) = (isa.splat(0.0), isa.splat(1.0), isa.splat(3.0));
    let inverse = one / (to - from).abs();
    let above = [(from - walls.1).greater(zero), (to - walls.1).greater(zero)];
    let below = [(walls.0 - from).greater(zero), (walls.0 - to).greater(zero)];
    // The part of the segment that is beyond: all of it if the height is constant.
    let part_above = (above[0].greater(above[1]) * inverse).lesser(one);
    let part_below = (below[0].greater(below[1]) * inverse).lesser(one);
    let cut =
        ((from + to) - part_above * (above[0] + above[1])) + part_below * (below[0] + below[1]);
    let weighted_above = above[0] * part_above + above[1] * (three - part_above);
    let weighted_below = below[0] * part_below + below[1] * (three - part_below);
    let weighted = isa.splat(2.0) * to + from;
    let weighted = (weighted - part_above * weighted_above) + part_below * weighted_below;
    Heights { mean: isa.splat(0.5) * cut, moment: isa.splat(1.0 / 6.0) * weighted }
}
