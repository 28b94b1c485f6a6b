//! Four of more candidates: the deepest, and three that span a large area with it (Gregorius, GDC 2015).

use super::super::arithmetic::{greater, ma};
use super::clip::Candidate;
use super::faces::PlanePoint;

/// Keeps the deepest, the farthest from it, the farthest from their line, and the farthest outside of their
/// triangle, if one is outside. A candidate that is chosen twice counts once.
pub(super) fn keep_four(candidates: &mut Vec<Candidate>) {
    let points: Vec<PlanePoint> = candidates.iter().map(|candidate| candidate.point).collect();
    let deepest = best(&points, |point| 0.0 - point.gap);
    let start = points[deepest];
    let farthest = best(&points, |point| {
        let away = point.moved(-1.0, start);
        ma(away.u, away.u, away.v * away.v)
    });
    let line = points[farthest].moved(-1.0, start);
    let widest = best(&points, |point| (line.cross(point) - line.cross(start)).abs());

    // The largest distance of a point outside a side of the triangle, times the side's length, for either
    // orientation of the triangle.
    let other = points[widest].moved(-1.0, start);
    let turn = line.cross(other);
    let sense = if 0.0 <= turn { -1.0 } else { 1.0 };
    let outside = |point| {
        let first = sense * (line.cross(point) - line.cross(start));
        let last = sense * (other.cross(point) - other.cross(start));
        greater(-last, greater((last - first) - turn.abs(), first))
    };
    let outermost = best(&points, outside);
    let mut chosen = vec![deepest, farthest, widest];
    if outside(points[outermost]) > 0.0 {
        chosen.push(outermost);
    }
    let mut place = 0..;
    candidates.retain(|_| place.next().is_some_and(|place| chosen.contains(&place)));
}

/// The index of the point with the largest score, the first of equals.
fn best(points: &[PlanePoint], score: impl Fn(PlanePoint) -> f32) -> usize {
    (0..points.len()).fold(
        0,
        |best, place| {
            if score(points[place]) > score(points[best]) { place } else { best }
        },
    )
}
