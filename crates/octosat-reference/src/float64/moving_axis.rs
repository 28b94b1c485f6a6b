//! Boxes along one of the fifteen axes while they move along a straight line without turning, in float64.

use super::pair::ReferencePair;
use crate::tolerances::REFERENCE_SMALLEST_SINE;
use crate::vector::{dot, length, unit_cross_product, unit_perpendicular};

/// Both boxes along a unit direction: separations on either side at the start, and how fast b moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovingAxis {
    pub(super) number: u8,
    /// How far b's near side is from a's far side, with b beyond a, and with b before a.
    pub(super) beyond: f64,
    pub(super) before: f64,
    pub(super) speed: f64,
    /// The sine of the angle between its edges; one for a face.
    pub(super) sine: f64,
}

/// The boxes on one side of each other along an axis, at two times, meters.
pub(super) struct Side {
    pub(super) separations: [f64; 2],
    /// How far b's center is on its side of a's.
    pub(super) distances: [f64; 2],
}

impl MovingAxis {
    pub(super) fn separation(&self, time: f64) -> f64 {
        let moved = self.speed * time;
        (self.beyond + moved).max(self.before - moved)
    }

    /// How far b's center is from a's at a time, signed.
    pub(super) fn distance(&self, time: f64) -> f64 {
        0.5 * (self.beyond - self.before) + self.speed * time
    }

    /// The boxes on either side of each other, from one time to another.
    pub(super) fn sides(&self, times: [f64; 2]) -> [Side; 2] {
        let [first, last] = times.map(|time| self.speed * time);
        let distances = times.map(|time| self.distance(time));
        let side = |sign: f64, apart: f64| Side {
            separations: [apart + sign * first, apart + sign * last],
            distances: distances.map(|distance| sign * distance),
        };
        [side(1.0, self.beyond), side(-1.0, self.before)]
    }
}

/// The axes of a pair and how b moves along them, without those of parallel edges.
pub(super) fn moving_axes(pair: &ReferencePair, motion: [f64; 3]) -> Vec<MovingAxis> {
    let (a, b) = (&pair.a, &pair.b);
    let mut axes = Vec::with_capacity(15);
    let mut add = |number: u8, direction: [f64; 3], sine: f64| {
        let [of_a, of_b] = [a.interval(direction), b.interval(direction)];
        let (beyond, before) = (of_b.low - of_a.high, of_a.low - of_b.high);
        axes.push(MovingAxis { number, beyond, before, speed: dot(motion, direction), sine });
    };
    for (number, &axis) in (0..).zip(a.axes.iter().chain(&b.axes)) {
        add(number, axis, 1.0);
    }
    let edges = a.axes.iter().flat_map(|&edge_a| b.axes.map(|edge_b| [edge_a, edge_b]));
    for (number, [edge_a, edge_b]) in (6..).zip(edges) {
        let product = unit_cross_product(edge_a, edge_b);
        let sine = length(product);
        if sine >= REFERENCE_SMALLEST_SINE {
            add(number, unit_perpendicular(product, edge_a), sine);
        }
    }
    axes
}
