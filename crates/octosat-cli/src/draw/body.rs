//! A box to be drawn.

use octosat_reference::OrientedBox;

use crate::vector::{Vector, along, dot, minus};

/// How a box is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// As one among others.
    Usual,
    /// As the one that the picture is about.
    Focus,
    /// Palely, behind the others: it is much larger than they are.
    Large,
}

/// A box with its axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub(super) index: usize,
    pub(super) center: Vector,
    /// Unit, in the world.
    pub(super) axes: [Vector; 3],
    pub(super) half: Vector,
    pub(super) role: Role,
}

impl Body {
    pub(super) fn new(index: usize, oriented: &OrientedBox, role: Role) -> Self {
        let [x, y, z, w] = oriented.rotation.map(f64::from);
        let axes = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
            [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
            [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
        ];
        let center = oriented.center.map(f64::from);
        Self { index, center, axes, half: oriented.half_extents.map(f64::from), role }
    }

    /// The corner on these sides, each 1 or -1; larger numbers leave the box.
    pub(super) fn corner(&self, sides: Vector) -> Vector {
        let mut point = self.center;
        for axis in 0..3 {
            point = along(point, sides[axis] * self.half[axis], self.axes[axis]);
        }
        point
    }

    /// All corners.
    pub(super) fn corners(&self) -> [Vector; 8] {
        std::array::from_fn(|corner| {
            let side = |axis: usize| if corner >> axis & 1 == 1 { 1.0 } else { -1.0 };
            self.corner([side(0), side(1), side(2)])
        })
    }

    /// How far a point is from the box, in metres.
    pub(super) fn distance(&self, point: Vector) -> f64 {
        let offset = minus(point, self.center);
        let beyond = |axis: usize| (dot(offset, self.axes[axis]).abs() - self.half[axis]).max(0.0);
        let beyond = [beyond(0), beyond(1), beyond(2)];
        dot(beyond, beyond).sqrt()
    }

    /// Whether a ray from outside the box meets it.
    pub(super) fn is_met(&self, origin: Vector, direction: Vector) -> bool {
        let offset = minus(origin, self.center);
        let mut enter = 0.0_f64;
        let mut leave = f64::INFINITY;
        for axis in 0..3 {
            let start = dot(offset, self.axes[axis]);
            let speed = dot(direction, self.axes[axis]);
            if speed == 0.0 {
                if start.abs() > self.half[axis] {
                    return false;
                }
                continue;
            }
            let middle = -start / speed;
            let reach = (self.half[axis] / speed).abs();
            enter = enter.max(middle - reach);
            leave = leave.min(middle + reach);
        }
        enter > 0.0 && enter <= leave
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Metres: what rounding of a rotation of float32 does to lengths of some metres.
    const ROUNDING: f64 = 1e-6;

    /// Two by four by six metres at (10, 0, 0), turned a quarter about z.
    fn turned() -> Body {
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let oriented = OrientedBox {
            center: [10.0, 0.0, 0.0],
            rotation: [0.0, 0.0, half, half],
            half_extents: [1.0, 2.0, 3.0],
        };
        Body::new(0, &oriented, Role::Usual)
    }

    #[test]
    fn corners_turn_with_the_box() {
        for corner in turned().corners() {
            let offset = minus(corner, [10.0, 0.0, 0.0]).map(f64::abs);
            let error = minus(offset, [2.0, 1.0, 3.0]).map(f64::abs);
            assert!(error.iter().all(|&error| error < ROUNDING), "{corner:?}");
        }
    }

    #[test]
    fn distances_and_rays() {
        let body = turned();
        assert!((body.distance([15.0, 0.0, 7.0]) - 5.0).abs() < ROUNDING);
        assert!(body.distance([11.5, 0.0, 0.0]).abs() < ROUNDING);
        assert!(body.is_met([0.0, 0.0, 0.0], [1.0, 0.0, 0.0]));
        assert!(!body.is_met([0.0, 0.0, 0.0], [-1.0, 0.0, 0.0]));
        assert!(!body.is_met([0.0, 1.5, 0.0], [1.0, 0.0, 0.0]));
    }
}
