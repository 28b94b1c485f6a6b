//! A set of directions up to sign: the normals or edges of a shape, without parallels, for separating axes.

use core::cmp::Ordering;

use crate::tolerances::SAME_DIRECTION_SINE;
use crate::vector::{Vector, cross, dot, length_squared, scaled};

/// Unit directions, no two of them parallel.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Directions {
    list: Vec<Vector>,
}

impl Directions {
    /// The directions, each with a positive largest component.
    pub(crate) fn list(&self) -> &[Vector] {
        &self.list
    }

    /// Adds a unit direction unless the set has it or its opposite.
    pub(crate) fn insert(&mut self, direction: Vector) {
        if self.list.iter().all(|&known| !same_line(known, direction)) {
            self.list.push(canonical(direction));
        }
    }

    /// Sorts directions along x first, then y, then z, so that a box has them in the order of its axes and
    /// ties between edge pairs are decided as in the engine.
    pub(crate) fn sort(&mut self) {
        self.list.sort_by(|p, q| {
            let unequal = (0..3).map(|k| q[k].total_cmp(&p[k])).find(|order| order.is_ne());
            unequal.unwrap_or(Ordering::Equal)
        });
    }

    /// The number of the direction that is most nearly parallel to this one.
    pub(crate) fn nearest(&self, direction: Vector) -> usize {
        let mut best = 0;
        for (number, &known) in self.list.iter().enumerate() {
            if dot(known, direction).abs() > dot(self.list[best], direction).abs() {
                best = number;
            }
        }
        best
    }
}

/// Whether two unit vectors are parallel or opposite within [`SAME_DIRECTION_SINE`].
fn same_line(p: Vector, q: Vector) -> bool {
    length_squared(cross(p, q)) <= SAME_DIRECTION_SINE * SAME_DIRECTION_SINE
}

/// The direction or its opposite, such that the first of its largest components is positive.
fn canonical(direction: Vector) -> Vector {
    let mut largest = 0;
    for k in 1..3 {
        if direction[k].abs() > direction[largest].abs() {
            largest = k;
        }
    }
    if direction[largest] < 0.0 { scaled(direction, -1.0) } else { direction }
}
