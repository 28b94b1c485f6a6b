//! Normals of round shapes at given points.

use octosat_lanes::math;

use crate::boxes::rotation::round;
use crate::vector::{difference, dot, moved, squared};

/// The unit direction from the nearest place of a segment to a point. At a point of the segment, it is the
/// perpendicular direction nearest to +y, or to +x if the segment is within 45° of the y axis; for a segment that is a
/// point, +y.
pub(super) fn away_from([start, end]: [[f32; 3]; 2], point: [f32; 3]) -> [f32; 3] {
    let [start, end, point] = [start, end, point].map(|point| point.map(f64::from));
    let along = difference(end, start);
    let place = quotient(dot(along, difference(point, start)), squared(along)).clamp(0.0, 1.0);
    let from = if place < 1.0 { moved(start, along, place) } else { end };
    let mut gap = difference(point, from);
    if squared(gap) == 0.0 {
        let square = squared(along);
        let axis =
            if along[1] * along[1] > 0.5 * square { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
        gap = moved(axis, along, -quotient(dot(axis, along), square));
    }
    let length = math::sqrt(squared(gap));
    gap.map(|component| round(component / length))
}

/// A quotient, or zero if the divisor is zero.
fn quotient(dividend: f64, divisor: f64) -> f64 {
    if divisor == 0.0 { 0.0 } else { dividend / divisor }
}
