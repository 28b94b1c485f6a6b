//! Chooses four of many contacts by the rule of the engine: an extreme one, and the three that span the largest area
//! with it.
//!
//! That is no search over triples: the first is an end of a diagonal of the four, and the other two are the farthest on
//! either side of that diagonal.

use crate::tolerances::{FIRST_POINT_SLOPE, REACH_NOISE};

/// A contact point seen along the normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlatPoint {
    /// The place along two perpendicular unit directions across the normal, meters.
    pub position: [f64; 2],
    /// The depth along the normal, meters.
    pub depth: f64,
}

/// Chooses at most four of the contact points of two faces, and returns their numbers in the order of the choice.
///
/// The first is the deepest after depths are tilted by a slope in a fixed direction, so that of nearly equal depths noise
/// does not change it from step to step, and the other three with it.
#[must_use]
pub fn four_points(points: &[FlatPoint]) -> Vec<usize> {
    let early = |point: &FlatPoint| point.depth + product(FIRST_POINT_SLOPE, point.position);
    let first = best(points.iter().map(early));
    let away = |point: &FlatPoint| [0, 1].map(|k| point.position[k] - points[first].position[k]);
    let away: Vec<[f64; 2]> = points.iter().map(away).collect();
    // Twice the area of a triangle with the first.
    let across = |p: [f64; 2], q: [f64; 2]| product(p, [q[1], -q[0]]);
    let sides = |&end: &[f64; 2]| {
        let farthest = |sign: f64| best(away.iter().map(|&other| sign * across(end, other)));
        [farthest(1.0), farthest(-1.0)]
    };
    let wide = |end: &[f64; 2]| {
        let [left, right] = sides(end).map(|side| across(*end, away[side]));
        // Where all lie on a line, the farthest.
        left - right + REACH_NOISE * product(*end, *end)
    };
    let end = best(away.iter().map(wide));
    let [left, right] = sides(&away[end]);
    let mut chosen = vec![first];
    for number in [end, left, right] {
        if !chosen.contains(&number) {
            chosen.push(number);
        }
    }
    chosen
}

fn product(p: [f64; 2], q: [f64; 2]) -> f64 {
    p[0] * q[0] + p[1] * q[1]
}

/// The number of the largest score, the first of equals.
fn best(scores: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (number, score) in scores.enumerate() {
        if score > best.1 {
            best = (number, score);
        }
    }
    best.0
}
