//! How a box turns during a step.
//!
//! A rotation is the linear interpolation of the two stored quaternions, normalized: it turns about an axis that is fixed in
//! the world and in the box, needs no sine, and meets both ends.

use octosat_lanes::{Isa, Lanes};

use crate::axes::boxes::relative_rotation;
use crate::vector::{dot, doubled, vector};

/// The rotations of a box during a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn<F> {
    /// The quaternion at the start.
    pub(crate) start: [F; 4],
    /// The quaternion at the end minus that at the start; of both signs of the end, the one that turns by less.
    pub(crate) change: [F; 4],
    /// The angular velocity along the box's axes times the squared length of the quaternion, in radians per step.
    pub(crate) twist: [F; 3],
}

impl<F: Lanes> Turn<F> {
    /// The turn from one quaternion to another, by at most half a turn.
    ///
    /// The quaternion at time t is q = start + t · change, and its angular velocity along the box's axes is
    /// 2 vec(q* · change) / |q|². The numerator does not depend on time, because change* · change has no vector part.
    /// Taken from the difference of the quaternions, it is relatively exact for small turns, too.
    #[inline(always)]
    pub(crate) fn between<I: Isa<Real = F>>(isa: I, start: [F; 4], end: [F; 4]) -> Self {
        let zero = isa.splat(0.0);
        let is_opposite = product(start, end).less(zero);
        let mut change = start;
        for (k, component) in change.iter_mut().enumerate() {
            *component = Lanes::select(is_opposite, zero - end[k], end[k]) - start[k];
        }
        let twist = doubled(vector(relative_rotation(start, change)));
        Self { start, change, twist }
    }

    /// The quaternion at a time of the step, which is shorter than one between start and end.
    #[inline(always)]
    pub(crate) fn quaternion(&self, time: F) -> [F; 4] {
        let mut rotation = self.start;
        for (k, component) in rotation.iter_mut().enumerate() {
            *component = time * self.change[k] + self.start[k];
        }
        rotation
    }
}

/// The scalar product of two quaternions.
#[inline(always)]
pub(crate) fn product<F: Lanes>(a: [F; 4], b: [F; 4]) -> F {
    a[3] * b[3] + dot(vector(a), vector(b))
}
