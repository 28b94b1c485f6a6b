//! The closest points of two segments.

use crate::tolerances::PARALLEL_SEGMENTS_SINE_SQUARED;
use crate::vector::{Vector, along, difference, dot};

/// The closest points of two segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Closest {
    pub(super) on_first: Vector,
    pub(super) on_second: Vector,
    /// Whether both lie between the ends, so that neither was clamped to an end.
    pub(super) inside: bool,
}

/// The closest points of two segments of nonzero length, each given by its ends.
///
/// On the lines S + t d and S' + t' d' the shortest way is at right angles to both. With w = S − S',
/// a = d·d, b = d·d', c = d·w, e = d'·d', f = d'·w this is t = (b f − c e) / (a e − b²) and
/// t' = (b t + f) / e. Clamping both on their own would be wrong: t is clamped, t' follows and is
/// clamped, and t follows again (C. Ericson, *Real-Time Collision Detection*, 2005, section 5.1.9).
pub(super) fn closest(first: [Vector; 2], second: [Vector; 2]) -> Closest {
    let d = difference(first[1], first[0]);
    let d_second = difference(second[1], second[0]);
    let w = difference(first[0], second[0]);
    let [a, b, c] = [d, d_second, w].map(|other| dot(d, other));
    let [e, f] = [d_second, w].map(|other| dot(d_second, other));
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
    Closest {
        on_first: along(first[0], t, d),
        on_second: along(second[0], t_second, d_second),
        inside: is_between(free) && is_between(follows),
    }
}
