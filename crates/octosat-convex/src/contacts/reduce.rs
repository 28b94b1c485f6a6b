//! Chooses four of many contacts: the deepest, and three that span a large area with it.
//!
//! D. Gregorius, "Robust Contact Creation for Physics Simulations", GDC 2015, takes the same steps:
//! the deepest, the farthest from it, the farthest from their line, the farthest outside the
//! triangle. The last one looks at all three sides of the triangle, as in the engine.

use super::types::Touch;
use crate::vector::{Vector, cross, difference, dot, length_squared};

/// At most four contacts, in the order in which they were chosen.
pub(super) fn to_four(touches: &[Touch], normal: Vector) -> Vec<Touch> {
    // Twice the area of a triangle seen along the normal; negative if it runs clockwise.
    let area =
        |p: Vector, q: Vector, r: Vector| dot(cross(difference(q, p), difference(r, p)), normal);
    let flat = |vector: Vector| length_squared(cross(vector, normal));
    let Some(deepest) = best(touches, |touch| touch.depth, f64::NEG_INFINITY) else {
        return Vec::new();
    };
    let mut chosen = vec![deepest];
    let first = deepest.position;
    let away = |touch: &Touch| flat(difference(touch.position, first));
    let Some(farthest) = best(touches, away, 0.0) else { return chosen };
    chosen.push(farthest);
    let second = farthest.position;
    let wide = |touch: &Touch| area(first, second, touch.position).abs();
    let Some(widest) = best(touches, wide, 0.0) else { return chosen };
    chosen.push(widest);
    let third = widest.position;
    let turn = area(first, second, third).signum();
    let outside = |touch: &Touch| {
        let beyond = |p, q| -turn * area(p, q, touch.position);
        beyond(first, second).max(beyond(second, third)).max(beyond(third, first))
    };
    chosen.extend(best(touches, outside, 0.0));
    chosen
}

/// The contact with the largest score above a floor, the first of equals.
fn best(touches: &[Touch], score: impl Fn(&Touch) -> f64, floor: f64) -> Option<Touch> {
    let mut best = None;
    let mut most = floor;
    for touch in touches {
        let score = score(touch);
        if score > most {
            (best, most) = (Some(*touch), score);
        }
    }
    best
}
