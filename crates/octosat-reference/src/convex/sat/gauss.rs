//! Decides which pairs of edges can be an axis: those whose arcs on the Gauss map cross.
//!
//! On the unit sphere, a face is the point of its normal, and an edge is the arc between the normals of its
//! two faces: all directions in which the edge is the farthest feature. An edge of a and an edge of b make a
//! face of the Minkowski difference b − a only if some direction n has a's edge farthest along n and b's edge
//! farthest along −n, so only if a's arc crosses the mirror image of b's arc. All other pairs have cross
//! products along which some vertex is farther; these are never the best.
//!
//! Let a's edge run along `u` with faces `l` on its left and `r` on its right, and n = s (u × v) for a sign
//! s. The arc leads from l to r turning about u, so n lies on it if (l × n) · u ≥ 0 and (n × r) · u ≥ 0. With
//! l · u = r · u = 0 that is s (l · v) ≥ 0 and −s (r · v) ≥ 0. For b's edge along `v` with faces `l'` and
//! `r'`, −n = s (v × u) likewise: s (l' · u) ≥ 0 and −s (r' · u) ≥ 0. Four scalar products decide, and they
//! give the sign of the axis, too. (Gregorius writes the same test with triple products of the four normals.)

use glam::DVec3;

use super::pair::{Pair, Side};
use crate::convex::tolerances::GAUSS_MAP_SLACK;

/// The signs with which the cross product of two edges may be an axis from a to b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signs {
    pub(super) plus: bool,
    pub(super) minus: bool,
}

impl Signs {
    /// Whether the arcs do not meet at all.
    pub(super) fn is_none(self) -> bool {
        !self.plus && !self.minus
    }
}

/// The signs for edge `a` of a and edge `b` of b.
///
/// Within the slack, both signs may pass, above all for nearly parallel edges.
pub(super) fn crossing(pair: &Pair<'_>, a: usize, b: usize) -> Signs {
    let [along_a, along_b] = [pair.a.edges()[a], pair.b.edges()[b]];
    let of_a = faces(pair, Side::A, a);
    let first = [of_a[0].dot(along_b), -of_a[1].dot(along_b)];
    let plus = first.iter().all(|&product| product >= -GAUSS_MAP_SLACK);
    let minus = first.iter().all(|&product| product <= GAUSS_MAP_SLACK);
    if !plus && !minus {
        return Signs { plus, minus };
    }
    let of_b = faces(pair, Side::B, b);
    let second = [of_b[0].dot(along_a), -of_b[1].dot(along_a)];
    Signs {
        plus: plus && second.iter().all(|&product| product >= -GAUSS_MAP_SLACK),
        minus: minus && second.iter().all(|&product| product <= GAUSS_MAP_SLACK),
    }
}

/// Whether an edge is the farthest feature along a unit direction perpendicular to it.
pub(super) fn on_arc(pair: &Pair<'_>, side: Side, edge: usize, direction: DVec3) -> bool {
    let along = pair.placed(side).edges()[edge];
    let [left, right] = faces(pair, side, edge);
    let turned = direction.cross(along);
    // (l × n) · u = l · (n × u), and (n × r) · u = −r · (n × u).
    left.dot(turned) >= -GAUSS_MAP_SLACK && right.dot(turned) <= GAUSS_MAP_SLACK
}

/// The perpendicular of two parallel edges in their common plane, from a's to b's, not normalized.
///
/// It is u × (w × u), with w from one edge to the other: w without its part along u. It matters only for the
/// separation of separated shapes. For the boolean, the face normals at the ends of the two arcs suffice: one
/// of them shows a gap if this direction does.
pub(super) fn between_parallel(pair: &Pair<'_>, a: usize, b: usize) -> DVec3 {
    let along = pair.a.edges()[a];
    let [from, _] = pair.edge(Side::A, a);
    let [to, _] = pair.edge(Side::B, b);
    along.cross((to - from).cross(along))
}

/// The normals of the faces on the left and on the right of an edge.
fn faces(pair: &Pair<'_>, side: Side, edge: usize) -> [DVec3; 2] {
    let placed = pair.placed(side);
    placed.shape().edges()[edge].faces().map(|face| placed.normals()[face])
}
