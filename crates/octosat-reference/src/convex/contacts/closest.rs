//! Finds the closest points of separated polyhedra by testing all pairs of edges.
//!
//! This includes vertices against edges and against each other. A vertex opposite to the inside of a face is
//! not searched here: the face's normal then shows the whole distance, so it is the axis, and clipping finds
//! the vertex. Few pairs need this search, so it is simple.

use glam::DVec3;

use super::types::Feature;
use crate::convex::sat::{Pair, Side};
use crate::convex::tolerances::PARALLEL_SEGMENTS_SINE_SQUARED;

/// The closest points of two shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ClosestPoints {
    pub(super) on_a: DVec3,
    pub(super) on_b: DVec3,
    /// Meters.
    pub(super) distance: f64,
    /// Unit, from a to b; only rounding, or zero, if they touch.
    pub(super) normal: DVec3,
    pub(super) feature: Feature,
}

impl ClosestPoints {
    /// The nearer of two, the first of equals.
    fn nearer(best: Option<Self>, [on_a, on_b]: [DVec3; 2], feature: Feature) -> Option<Self> {
        let towards = on_b - on_a;
        let distance = towards.length();
        if best.is_some_and(|best| best.distance <= distance) {
            return best;
        }
        let normal = if distance > 0.0 { towards * (1.0 / distance) } else { DVec3::ZERO };
        Some(Self { on_a, on_b, distance, normal, feature })
    }
}

/// Finds the closest points of separated shapes.
pub(super) fn closest(pair: &Pair<'_>) -> Option<ClosestPoints> {
    let mut best = None;
    for a in 0..pair.a.edges().len() {
        for b in 0..pair.b.edges().len() {
            let found = closest_of_segments(pair.edge(Side::A, a), pair.edge(Side::B, b));
            let points = [found.on_first, found.on_second];
            best = ClosestPoints::nearer(best, points, Feature::Edges { a, b });
        }
    }
    best
}

/// The closest points of two segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ClosestOfSegments {
    pub(super) on_first: DVec3,
    pub(super) on_second: DVec3,
    /// Whether both lie between the ends, so that neither was clamped to an end.
    pub(super) inside: bool,
}

/// The closest points of two segments of nonzero length, each given by its ends.
///
/// On the lines S + t d and S' + t' d' the shortest way is at right angles to both. With w = S − S',
/// a = d·d, b = d·d', c = d·w, e = d'·d', f = d'·w this is t = (b f − c e) / (a e − b²) and
/// t' = (b t + f) / e. Clamping both on their own would be wrong: t is clamped, t' follows and is
/// clamped, and t follows again (C. Ericson, *Real-Time Collision Detection*, 2005, section 5.1.9).
pub(super) fn closest_of_segments(first: [DVec3; 2], second: [DVec3; 2]) -> ClosestOfSegments {
    let d = first[1] - first[0];
    let d_second = second[1] - second[0];
    let w = first[0] - second[0];
    let [a, b, c] = [d, d_second, w].map(|other| d.dot(other));
    let [e, f] = [d_second, w].map(|other| d_second.dot(other));
    let determinant = a * e - b * b;
    // For parallel lines, any point is as good as any other, so the first end is taken.
    let free = if determinant > PARALLEL_SEGMENTS_SINE_SQUARED * a * e {
        (b * f - c * e) / determinant
    } else {
        0.0
    };
    let mut t = free.clamp(0.0, 1.0);
    let follows = (b * t + f) / e;
    let t_second = follows.clamp(0.0, 1.0);
    let is_between = |t: f64| (0.0..=1.0).contains(&t);
    if !is_between(follows) {
        t = ((b * t_second - c) / a).clamp(0.0, 1.0);
    }
    ClosestOfSegments {
        on_first: first[0] + d * t,
        on_second: second[0] + d_second * t_second,
        inside: is_between(free) && is_between(follows),
    }
}
