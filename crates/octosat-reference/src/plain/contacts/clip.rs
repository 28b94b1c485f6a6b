//! The corners of the intersection of the rectangle and the parallelogram: candidates for contact points.
//!
//! Both outlines are walked in the same sense. Each of the eight edges has at most one piece inside the other
//! shape. Each corner of the intersection is the beginning of such a piece: the start of the edge, or the place
//! where the edge enters the other shape. Edge k leads from corner k to the next one, with a parameter from −1
//! to 1. Two strips of the other shape cut an interval out of it (Cyrus and Beck 1978, Liang and Barsky 1984).
//!
//! The edges of b are clipped by the rectangle grown by a slack, and the sides of a are those of the rectangle grown
//! by half of it. So of an edge and a side that lie on each other, only the edge counts, and of two that face each
//! other both count, one for either end of a strip. All points are moved back onto the rectangle.

use super::super::arithmetic::{clamped, greater, lesser, next, signed};
use super::faces::{FacePair, PlanePoint};
use crate::tolerances::{ALONG_SIDE, GROWN, SMALLEST_STEP};

/// A candidate, and the features that touch there.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) point: PlanePoint,
    pub(super) feature: u32,
}

/// The first feature numbers of vertices of a, and of edge-edge contacts.
pub(super) const CORNERS_OF_A: u32 = 8;
pub(super) const CROSSINGS: u32 = 16;

/// The number of an edge along an axis, from whether it is on the positive sides of the two axes after it.
pub(super) fn edge_number(axis: usize, [first, second]: [bool; 2]) -> u32 {
    [0, 4, 8][axis] + u32::from(first) + 2 * u32::from(second)
}

/// The number of a vertex, from whether it is on the positive sides of an axis and of the two after it.
fn corner_number(axis: usize, [own, first, second]: [bool; 3]) -> u32 {
    let [own, first, second] = [own, first, second].map(u32::from);
    own << axis | first << next(axis) | second << next(next(axis))
}

/// The feature number of two edges.
pub(super) fn crossing(edge_of_a: u32, edge_of_b: u32) -> u32 {
    CROSSINGS + 12 * edge_of_a + edge_of_b
}

/// The corners of the intersection: first those on edges of b, then those on sides of a.
pub(super) fn clip(faces: &FacePair) -> Vec<Candidate> {
    let of_b = (0..4).filter(|&k| is_distinct(&faces.b.half, k));
    let of_a = (0..4).filter(|&k| is_distinct(&faces.a.half, k));
    let mut candidates: Vec<Candidate> = of_b.filter_map(|k| edge_of_b(faces, k)).collect();
    candidates.extend(of_a.filter_map(|k| side_of_a(faces, k)));
    candidates
}

/// Whether an edge of a face counts: it has a length, or it is the first edge of a face that is a point.
fn is_distinct(half: &[f32; 3], k: usize) -> bool {
    half[1 + k % 2] != 0.0 || (k == 0 && half[2] == 0.0)
}

/// The reciprocal of a step across a strip. The step is kept away from zero. The slack is in the units of the
/// step.
fn inverse_step(step: f32, slack: f32) -> f32 {
    let tiny = shortest_step(slack);
    1.0 / if step.abs() <= tiny { tiny } else { step }
}

/// The shortest step; it also stands for all shorter ones, in either direction.
fn shortest_step(slack: f32) -> f32 {
    slack * ALONG_SIDE + SMALLEST_STEP
}

/// By how much the place where an edge enters a strip is moved if the edge runs along the strip: more than the
/// whole edge, because such an edge is inside or outside as a whole.
fn off_boundary(step: f32, slack: f32) -> f32 {
    if step.abs() <= shortest_step(slack) { 2.0 } else { 0.0 }
}

/// Where edge `k` passes the middle of a strip, from the middle of the edge and the inverse of its step.
fn passes(k: usize, middle: f32, inverse: f32) -> f32 {
    if k < 2 { -(middle * inverse) } else { middle * inverse }
}

/// Where b's edge `k` begins in the rectangle grown by the slack.
fn edge_of_b(faces: &FacePair, k: usize) -> Option<Candidate> {
    let FacePair { a, center, edges: [first, second], slack, .. } = faces;
    let [middle, half] = match k {
        0 => [center.moved(-1.0, *second), *first],
        1 => [center.moved(1.0, *first), *second],
        2 => [center.moved(1.0, *second), *first],
        _ => [center.moved(-1.0, *first), *second],
    };
    let cut = |middle: f32, step: f32, side: f32| {
        let inverse = inverse_step(step, *slack);
        let reach = (side + slack) * inverse.abs();
        let place = passes(k, middle, inverse);
        [(place - reach) - off_boundary(step, *slack), place + reach]
    };
    let [low_u, high_u] = cut(middle.u, half.u, a.half[1]);
    let [low_v, high_v] = cut(middle.v, half.v, a.half[2]);
    let (low, high) = (greater(low_u, low_v), lesser(high_u, high_v));
    if !(low <= high && low <= 1.0 && -1.0 <= high) {
        return None;
    }
    let place = if low <= -1.0 { -1.0 } else { low };
    let point = middle.moved(if k < 2 { place } else { -place }, half);
    // A point that only the slack keeps inside is moved onto the rectangle along b's face.
    let [u, v] = [clamped(point.u, a.half[1]), clamped(point.v, a.half[2])];
    let gap = (point.u - u) * (faces.out_b[1] * faces.inverse_b) + point.gap;
    let gap = (point.v - v) * (faces.out_b[2] * faces.inverse_b) + gap;
    let feature = if low <= -1.0 {
        corner_number(faces.b.axis, [faces.b.positive, k == 1 || k == 2, k >= 2])
    } else {
        // If the edge leads towards the positive side, it enters through the negative one.
        let step = if low_v < low_u { half.u } else { half.v };
        let positive = (step < -shortest_step(*slack)) == (k < 2);
        let side =
            if low_v < low_u { if positive { 1 } else { 3 } } else { if positive { 2 } else { 0 } };
        crossing(number_of_side(faces, side), number_of_edge(faces, k))
    };
    Some(Candidate { point: PlanePoint { u, v, gap }, feature })
}

/// Where a's side `k` begins in the parallelogram: the side of the rectangle grown by half the slack. Side 0 is on
/// the negative side of v, side 1 on the positive side of u.
fn side_of_a(faces: &FacePair, k: usize) -> Option<Candidate> {
    let FacePair { a, b, center, edges: [first, second], slack, .. } = faces;
    let area = first.cross(*second).abs();
    let half = GROWN * slack;
    let grown = [a.half[1] + half, a.half[2] + half];
    let (along, is_low) = (k % 2, k == 0 || k == 3);
    // If the outline of b runs clockwise, that of a is walked clockwise too.
    let counterclockwise = a.positive != b.positive;
    let step = signed(grown[along], counterclockwise);
    let cut = |edge: PlanePoint| {
        let slack = slack * (edge.u.abs() + edge.v.abs());
        // The cross product with an edge is linear over the plane, and at most the area inside the parallelogram.
        let growth = [grown[0] * edge.v, 0.0 - grown[1] * edge.u];
        let walked = [step * edge.v, 0.0 - step * edge.u][along];
        let inverse = inverse_step(walked, slack);
        let middle = 0.0 - center.cross(edge);
        let across = growth[1 - along];
        let middle = if is_low { middle - across } else { middle + across };
        let place = passes(k, middle, inverse);
        let reach = area * inverse.abs();
        let enters_low = ((inverse > 0.0) == counterclockwise) == (k < 2);
        (place - reach, place + reach, enters_low)
    };
    let (low_second, high_second, enters_3) = cut(*second);
    let (low_first, high_first, enters_0) = cut(PlanePoint { u: -first.u, v: -first.v, gap: 0.0 });
    let low = greater(low_second, low_first);
    let high = lesser(high_second, high_first);
    let is_corner = low <= -1.0;
    // If the rectangle is a line, its two long sides are the same, and edges of b give the crossings with it.
    let is_line = a.half[2 - along] == 0.0;
    if !(low < high && low < 1.0 && -1.0 < high) || (is_line && !is_corner) {
        return None;
    }
    let walked = greater(-1.0, low) * if k < 2 { step } else { -step };
    let walked = clamped(walked, a.half[1 + along]);
    let across = if is_low { -a.half[2 - along] } else { a.half[2 - along] };
    let [u, v] = if along == 0 { [walked, across] } else { [across, walked] };
    // The gap at which the line along the normal meets the plane of b's face.
    let level = (faces.center_b[0] - a.height()) * faces.out_b[0];
    let level = (faces.center_b[1] - u) * faces.out_b[1] + level;
    let gap = ((faces.center_b[2] - v) * faces.out_b[2] + level) * faces.inverse_b;
    let feature = if is_corner {
        let corner = if counterclockwise { k } else { (k + 1) % 4 };
        let sides = [a.positive, corner == 1 || corner == 2, corner >= 2];
        CORNERS_OF_A + corner_number(a.axis, sides)
    } else {
        let of_second = if enters_3 { 3 } else { 1 };
        let of_first = if enters_0 { 0 } else { 2 };
        let edge = if low_first < low_second { of_second } else { of_first };
        crossing(number_of_side(faces, k), number_of_edge(faces, edge))
    };
    Some(Candidate { point: PlanePoint { u, v, gap }, feature })
}

/// The edge number in box a of side `k` of its face.
fn number_of_side(faces: &FacePair, k: usize) -> u32 {
    let (axis, positive) = (next(faces.a.axis), faces.a.positive);
    if k.is_multiple_of(2) {
        edge_number(axis, [k == 2, positive])
    } else {
        edge_number(next(axis), [positive, k == 1])
    }
}

/// The edge number in box b of edge `k` of its face.
fn number_of_edge(faces: &FacePair, k: usize) -> u32 {
    let (axis, positive) = (next(faces.b.axis), faces.b.positive);
    if k.is_multiple_of(2) {
        edge_number(axis, [k == 2, positive])
    } else {
        edge_number(next(axis), [positive, k == 1])
    }
}
