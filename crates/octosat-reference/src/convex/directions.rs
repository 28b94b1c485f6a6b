//! A set of directions up to sign: the normals or edges of a shape, without parallels, for separating axes.

use core::cmp::Ordering;

use glam::DVec3;

use crate::convex::tolerances::SAME_DIRECTION_SINE;

/// Unit directions, no two of them parallel.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Directions {
    list: Vec<DVec3>,
}

impl Directions {
    /// The directions, each with a positive largest component.
    pub(crate) fn list(&self) -> &[DVec3] {
        &self.list
    }

    /// Adds a unit direction unless the set has it or its opposite.
    pub(crate) fn insert(&mut self, direction: DVec3) {
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
    pub(crate) fn nearest(&self, direction: DVec3) -> usize {
        let mut best = 0;
        for (number, &known) in self.list.iter().enumerate() {
            if known.dot(direction).abs() > self.list[best].dot(direction).abs() {
                best = number;
            }
        }
        best
    }
}

/// Whether two unit vectors are parallel or opposite within [`SAME_DIRECTION_SINE`].
fn same_line(p: DVec3, q: DVec3) -> bool {
    p.cross(q).length_squared() <= SAME_DIRECTION_SINE * SAME_DIRECTION_SINE
}

/// The direction or its opposite, such that the first of its largest components is positive.
fn canonical(direction: DVec3) -> DVec3 {
    let largest = direction.abs().max_position();
    if direction[largest] < 0.0 { -direction } else { direction }
}
