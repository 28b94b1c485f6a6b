//! Four of more candidates: the first, and the three that span the largest area with it.

use super::super::arithmetic::{ma, ms};
use super::clip::Candidate;
use super::faces::PlanePoint;
use crate::tolerances::{FIRST_POINT_SLOPE, REACH_NOISE};

/// Keeps the first and the three that span the largest area with it. A candidate that is chosen twice counts once.
///
/// The first is the deepest if the faces are clearly tilted against each other, else the extreme in a direction. It is
/// an end of a diagonal of the four. For each other end, the best two are the farthest on either side of the diagonal.
pub(super) fn keep_four(candidates: &mut Vec<Candidate>) {
    let all: Vec<PlanePoint> = candidates.iter().map(|candidate| candidate.point).collect();
    let [slope_u, slope_v] = FIRST_POINT_SLOPE;
    let score = |point: PlanePoint| ma(slope_u, point.u, ms(slope_v, point.v, point.gap));
    let mut first = 0;
    for place in 1..all.len() {
        if score(all[place]) > score(all[first]) {
            first = place;
        }
    }
    let start = all[first];
    let away =
        |point: &PlanePoint| PlanePoint { u: point.u - start.u, v: point.v - start.v, gap: 0.0 };
    let points: Vec<PlanePoint> = all.iter().map(away).collect();
    let other_end = largest(&points, |line| {
        let across = points.iter().map(|&other| line.cross(other));
        let [least, most] = across.fold([0.0_f32; 2], |[least, most], across| {
            [if across < least { across } else { least }, if most < across { across } else { most }]
        });
        // Where all lie on a line, the farthest.
        let length_squared = ma(line.u, line.u, line.v * line.v);
        ma(REACH_NOISE, length_squared, most - least)
    });
    let mut chosen = vec![Some(first), other_end];
    if let Some(end) = other_end {
        chosen.push(largest(&points, |point| points[end].cross(point)));
        chosen.push(largest(&points, |point| 0.0 - points[end].cross(point)));
    }
    let mut place = 0..;
    candidates.retain(|_| chosen.contains(&place.next()));
}

/// The index of the point with the largest positive score, the first of equals.
fn largest(points: &[PlanePoint], score: impl Fn(PlanePoint) -> f32) -> Option<usize> {
    let mut best = (0.0, None);
    for (place, &point) in points.iter().enumerate() {
        let score = score(point);
        if best.0 < score {
            best = (score, Some(place));
        }
    }
    best.1
}
