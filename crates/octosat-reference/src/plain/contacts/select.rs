//! Four of more candidates: the first, and the three that span the largest weighted area with it.

use super::super::arithmetic::{greater, lesser};
use super::clip::Candidate;
use super::faces::{FacePair, PlanePoint};
use crate::tolerances::{
    FIRST_POINT_SLOPE, LEVEL_PART, LEVEL_WEIGHT, REACH_NOISE, TILTED_FACES_SINE_SQUARED,
};

/// Keeps the first and the three that span the largest weighted area with it. A candidate that is chosen twice counts
/// once.
///
/// The first is the deepest if the faces are clearly tilted against each other, else the extreme in a direction. It is
/// an end of a diagonal of the four. For each other end, the best two are the farthest on either side of the diagonal.
pub(super) fn keep_four(candidates: &mut Vec<Candidate>, faces: &FacePair) {
    let all: Vec<PlanePoint> = candidates.iter().map(|candidate| candidate.point).collect();
    let [slope_u, slope_v] = FIRST_POINT_SLOPE;
    let score = |point: PlanePoint| slope_u * point.u + (slope_v * point.v - point.gap);
    let mut first = 0;
    for place in 1..all.len() {
        if score(all[place]) > score(all[first]) {
            first = place;
        }
    }
    let start = all[first];
    let weights = Weights::new(&all, faces);
    let away = |point: &PlanePoint| {
        let weight = weights.of(point.gap);
        let [u, v] = [point.u - start.u, point.v - start.v];
        PlanePoint { u: weight * u, v: weight * v, gap: 0.0 }
    };
    let points: Vec<PlanePoint> = all.iter().map(away).collect();
    let other_end = largest(&points, |line| {
        let across = points.iter().map(|&other| line.cross(other));
        let [least, most] = across.fold([0.0_f32; 2], |[least, most], across| {
            [if across < least { across } else { least }, if most < across { across } else { most }]
        });
        // Where all lie on a line, the farthest.
        let length_squared = line.u * line.u + line.v * line.v;
        REACH_NOISE * length_squared + (most - least)
    });
    let mut chosen = vec![Some(first), other_end];
    if let Some(end) = other_end {
        chosen.push(largest(&points, |point| points[end].cross(point)));
        chosen.push(largest(&points, |point| 0.0 - points[end].cross(point)));
    }
    let mut place = 0..;
    candidates.retain(|_| chosen.contains(&place.next()));
}

/// How many times the vectors to candidates count, by their gaps.
struct Weights {
    /// What is added to one for the deepest candidate.
    added: f32,
    /// The least gap, and how fast the addition falls from there.
    least: f32,
    fall: f32,
}

impl Weights {
    /// Nothing is added between parallel faces; all of it between faces that are clearly tilted.
    fn new(points: &[PlanePoint], FacePair { out_b: [_, u, v], .. }: &FacePair) -> Self {
        let [parallel, tilted] = TILTED_FACES_SINE_SQUARED;
        let most = LEVEL_WEIGHT - 1.0;
        let beyond = u * u + v * v - parallel;
        let added = lesser(greater(beyond * (most / (tilted - parallel)), 0.0), most);
        let gaps = || points.iter().map(|point| point.gap);
        let least = gaps().fold(f32::INFINITY, f32::min);
        let highest = gaps().fold(f32::NEG_INFINITY, f32::max);
        Self { added, least, fall: added / (LEVEL_PART * (highest - least)) }
    }

    /// The weight of a candidate; if all gaps are equal, the addition is NaN, and no number is greater.
    fn of(&self, gap: f32) -> f32 {
        1.0 + greater(self.added - self.fall * (gap - self.least), 0.0)
    }
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
