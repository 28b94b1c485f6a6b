//! Chooses four of many contacts by the rule of the engine: an extreme one, and the three that span the largest area
//! with it. Between tilted faces, vectors to contacts that are level with the deepest count up to twice.
//!
//! That is no search over triples: the first is an end of a diagonal of the four, and the other two are the farthest on
//! either side of that diagonal.

use crate::convex::tolerances::{
    FIRST_POINT_SLOPE, LEVEL_PART, LEVEL_WEIGHT, REACH_NOISE, TILTED_FACES_SINE_SQUARED,
};

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
/// does not change it from step to step, and the other three with it. How far the faces are tilted against each other is
/// that of the plane through the depths.
#[must_use]
pub fn four_points(points: &[FlatPoint]) -> Vec<usize> {
    let early = |point: &FlatPoint| point.depth + product(FIRST_POINT_SLOPE, point.position);
    let first = best(points.iter().map(early));
    let weights = Weights::new(points);
    let away = |point: &FlatPoint| {
        let weight = weights.of(point);
        [0, 1].map(|k| weight * (point.position[k] - points[first].position[k]))
    };
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

/// How many times the vectors to contacts count, by their depths.
struct Weights {
    /// What is added to one for the deepest contact.
    extra: f64,
    deepest: f64,
    /// How far below the deepest nothing is added.
    level: f64,
}

impl Weights {
    fn new(points: &[FlatPoint]) -> Self {
        let depths = || points.iter().map(|point| point.depth);
        let deepest = depths().fold(f64::NEG_INFINITY, f64::max);
        let highest = deepest - depths().fold(f64::INFINITY, f64::min);
        let [parallel, tilted] = TILTED_FACES_SINE_SQUARED;
        let part = (sine_squared(points) - parallel) / (tilted - parallel);
        let extra = (LEVEL_WEIGHT - 1.0) * part.clamp(0.0, 1.0);
        Self { extra, deepest, level: LEVEL_PART * highest }
    }

    /// The weight of a contact. Points on a line, or of one depth, give NaN, which adds nothing.
    fn of(&self, point: &FlatPoint) -> f64 {
        let fall = (self.deepest - point.depth) / self.level;
        1.0 + (self.extra * (1.0 - fall)).max(0.0)
    }
}

/// The squared sine of the angle between the faces, of which one is perpendicular to the normal: that of the plane
/// through the depths, which least squares fit.
fn sine_squared(points: &[FlatPoint]) -> f64 {
    let part = 1.0 / points.len() as f64;
    let mean = |of: &dyn Fn(&FlatPoint) -> f64| part * points.iter().map(of).sum::<f64>();
    let [x, y, z] = [mean(&|p| p.position[0]), mean(&|p| p.position[1]), mean(&|p| p.depth)];
    let of = |k: usize, p: &FlatPoint| [p.position[0] - x, p.position[1] - y, p.depth - z][k];
    let [xx, xy, yy] = [[0, 0], [0, 1], [1, 1]].map(|[i, j]| mean(&|p| of(i, p) * of(j, p)));
    let [xz, yz] = [0, 1].map(|k| mean(&|p| of(k, p) * of(2, p)));
    let area = xx * yy - xy * xy;
    let slope = [(xz * yy - yz * xy) / area, (yz * xx - xz * xy) / area];
    let squared = product(slope, slope);
    squared / (1.0 + squared)
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
