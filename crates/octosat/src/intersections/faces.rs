//! The faces of the second box: the integral of the clamped height over the part of a face between the walls of the first one.
//!
//! Along level lines of the height, the integral over a face is one along its outline (Green): over four edges, and over
//! four lines in which the walls of the limits cut the face. On a rectangle, both ends of such a line are crossings of edges,
//! chosen by the signs of their slopes; a line that misses the face has no length.

use octosat_lanes::{Isa, Lanes};

use super::edges::{Edge, Edges, heights};
use super::plane::Interval;
use super::seen::{LIMITS, Seen, UP};
use crate::vector::{Following, following};

/// The squared slope below which a face counts as level, without unit: any direction in it then does.
///
/// Slopes are products of components of at least 1e-9, or differences of such. This one keeps squares in the normal range, and
/// is far below the rounding of a slope.
const LEVEL_FACE_SQUARED: f32 = 1e-30;

/// A face of the second box, with places along its two axes.
struct Face<'s, F> {
    seen: &'s Seen<F>,
    edges: &'s Edges<F>,
    /// The axis of its normal, and at which end of it the face is.
    axis: usize,
    end: usize,
    /// The direction in the face in which the height rises, of unit length.
    rise: [F; 2],
}

/// The integral of the clamped height over a face, except for the sign of the normal.
#[inline(always)]
pub(super) fn flux<I: Isa>(
    isa: I,
    seen: &Seen<I::Real>,
    edges: &Edges<I::Real>,
    axis: usize,
    end: usize,
) -> I::Real {
    let Following { first, second } = following(axis);
    let [u, v] = [seen.rotation[UP][first], seen.rotation[UP][second]];
    let squared = u * u + v * v;
    let level = squared.less(isa.splat(LEVEL_FACE_SQUARED));
    let length = squared.sqrt();
    let rise = [
        I::Real::select(level, isa.splat(1.0), u / length),
        I::Real::select(level, isa.splat(0.0), v / length),
    ];
    let face = Face { seen, edges, axis, end, rise };
    // Counterclockwise: along the first axis, at the positive end upwards, back, and downwards.
    let sides =
        (face.along_first(0) - face.along_first(1)) + (face.along_second(1) - face.along_second(0));
    let mut lines = isa.splat(0.0);
    for limit in 0..LIMITS.len() {
        lines = lines + (face.line(isa, limit, 0) - face.line(isa, limit, 1));
    }
    lines - sides
}

impl<F: Lanes> Face<'_, F> {
    /// The integral along the edge of the face that runs along its first axis, at an end of the second one.
    #[inline(always)]
    fn along_first(&self, at_second: usize) -> F {
        let Following { first, second } = following(self.axis);
        let Edge { part, heights, .. } = &self.edges[first][at_second][self.end];
        let half = self.seen.half[second];
        let place = if at_second == 0 { -half } else { half };
        let length = part.1 - part.0;
        let [u, v] = self.rise;
        let start = place * u - part.0 * v;
        (length * u) * (start * heights.mean - (length * v) * heights.moment)
    }

    /// The same along its second axis.
    #[inline(always)]
    fn along_second(&self, at_first: usize) -> F {
        let Following { first, second } = following(self.axis);
        let Edge { part, heights, .. } = &self.edges[second][self.end][at_first];
        let half = self.seen.half[first];
        let place = if at_first == 0 { -half } else { half };
        let length = part.1 - part.0;
        let [u, v] = self.rise;
        let start = part.0 * u - place * v;
        (length * v) * (start * heights.mean + (length * u) * heights.moment)
    }

    /// The integral along the line in which a wall of a limit cuts the face, between the walls of the other limit.
    #[inline(always)]
    fn line<I: Isa<Real = F>>(&self, isa: I, limit: usize, wall: usize) -> F {
        let (zero, one) = (isa.splat(0.0), isa.splat(1.0));
        let [from, way] = self.ends(zero, limit, wall);
        let other = LIMITS[1 - limit];
        let walls = self.seen.walls[other];
        let start = self.place(other, from);
        let inverse = one / (self.place(other, [from[0] + way[0], from[1] + way[1]]) - start);
        let parts = Interval(zero, one);
        let enters = parts.clamp((walls.0 - start) * inverse);
        let leaves = parts.clamp((walls.1 - start) * inverse);
        let low = enters.lesser(leaves);
        let length = enters.greater(leaves) - low;
        let part = [low * way[0] + from[0], low * way[1] + from[1]];
        let way = [length * way[0], length * way[1]];
        let between = [self.place(UP, part), self.place(UP, [part[0] + way[0], part[1] + way[1]])];
        let heights = heights(isa, self.seen.walls[UP], between);
        let [u, v] = self.rise;
        let (along, across) = (way[0] * u + way[1] * v, way[1] * u - way[0] * v);
        along * ((part[1] * u - part[0] * v) * heights.mean + across * heights.moment)
    }

    /// The place along an axis of the first box of a place in the face.
    #[inline(always)]
    fn place(&self, i: usize, [a, b]: [F; 2]) -> F {
        let Following { first, second } = following(self.axis);
        let row = self.seen.rotation[i];
        b * row[second] + (a * row[first] + self.seen.on_face(i, self.axis, self.end))
    }

    /// Where such a line enters the face, and its way to where it leaves: crossings of the four edges with the wall.
    #[inline(always)]
    fn ends(&self, zero: F, limit: usize, wall: usize) -> [[F; 2]; 2] {
        let Self { seen, edges, axis, end, .. } = *self;
        let Following { first, second } = following(axis);
        let bottom = edges[first][0][end].crossings[limit][wall];
        let top = edges[first][1][end].crossings[limit][wall];
        let left = edges[second][end][0].crossings[limit][wall];
        let right = edges[second][end][1].crossings[limit][wall];
        let falls = seen.inverse[limit][first].less(zero);
        let leans = seen.inverse[limit][second].less(zero);
        let from = [F::select(falls, top, bottom), F::select(leans, left, right)];
        let to = [F::select(falls, bottom, top), F::select(leans, right, left)];
        [from, [to[0] - from[0], to[1] - from[1]]]
    }
}
