//! Boxes to be drawn.

use glam::{DMat3, DQuat, DVec3};

/// A box.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Solid {
    /// The center in the world, meters.
    pub center: DVec3,
    /// The rotation from the box to the world, of length one.
    pub rotation: DQuat,
    /// Half extents in meters.
    pub half_extents: DVec3,
}

/// The way in which a box is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Like most boxes.
    Usual,
    /// Highlighted: the box that the picture is about.
    Focus,
    /// In the color of the link of this index.
    Link(usize),
    /// Gray and transparent: something next to a robot.
    Obstacle,
    /// Pale and behind the others: it is much larger than they are.
    Large,
}

/// A box with its axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    pub(crate) index: usize,
    pub(crate) center: DVec3,
    /// Unit, in the world.
    pub(crate) axes: [DVec3; 3],
    pub(crate) half: DVec3,
    pub(crate) role: Role,
}

impl Body {
    pub(crate) fn new(index: usize, solid: &Solid) -> Self {
        let DMat3 { x_axis, y_axis, z_axis } = DMat3::from_quat(solid.rotation);
        let axes = [x_axis, y_axis, z_axis];
        Self { index, center: solid.center, axes, half: solid.half_extents, role: Role::Usual }
    }

    /// The corner on these sides, each 1 or -1; larger numbers give points outside the box.
    pub(crate) fn corner(&self, sides: [f64; 3]) -> DVec3 {
        (0..3).fold(self.center, |point, axis| {
            point + sides[axis] * self.half[axis] * self.axes[axis]
        })
    }

    /// All corners.
    pub(crate) fn corners(&self) -> [DVec3; 8] {
        std::array::from_fn(|corner| {
            self.corner([0, 1, 2].map(|axis| if corner >> axis & 1 == 1 { 1.0 } else { -1.0 }))
        })
    }

    /// How far the box reaches from its center along a unit direction, in meters.
    pub(crate) fn reach(&self, direction: DVec3) -> f64 {
        (0..3).map(|axis| self.half[axis] * self.axes[axis].dot(direction).abs()).sum()
    }

    /// The distance of a point from the box, in meters.
    pub(crate) fn distance(&self, point: DVec3) -> f64 {
        let along = self.axes.map(|axis| (point - self.center).dot(axis).abs());
        (DVec3::from(along) - self.half).max(DVec3::ZERO).length()
    }

    /// Whether a ray from outside the box hits it.
    pub(crate) fn is_met(&self, origin: DVec3, direction: DVec3) -> bool {
        let offset = origin - self.center;
        let mut enter = 0.0_f64;
        let mut leave = f64::INFINITY;
        for axis in 0..3 {
            let start = offset.dot(self.axes[axis]);
            let speed = direction.dot(self.axes[axis]);
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
    use glam::DQuat;

    /// Meters: the effect of rounding on lengths of a few meters.
    const ROUNDING: f64 = 1e-12;

    /// Two by four by six meters at (10, 0, 0), turned a quarter about z.
    fn turned() -> Body {
        let solid = Solid {
            center: DVec3::new(10.0, 0.0, 0.0),
            rotation: DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2),
            half_extents: DVec3::new(1.0, 2.0, 3.0),
        };
        Body::new(0, &solid)
    }

    #[test]
    fn corners_turn_with_the_box() {
        for corner in turned().corners() {
            let offset = (corner - DVec3::new(10.0, 0.0, 0.0)).abs();
            assert!(offset.abs_diff_eq(DVec3::new(2.0, 1.0, 3.0), ROUNDING), "{corner:?}");
        }
        let diagonal = DVec3::new(0.6, 0.8, 0.0);
        assert!((turned().reach(diagonal) - (0.6 * 2.0 + 0.8 * 1.0)).abs() < ROUNDING);
    }

    #[test]
    fn distances_and_rays() {
        let body = turned();
        assert!((body.distance(DVec3::new(15.0, 0.0, 7.0)) - 5.0).abs() < ROUNDING);
        assert!(body.distance(DVec3::new(11.5, 0.0, 0.0)).abs() < ROUNDING);
        assert!(body.is_met(DVec3::ZERO, DVec3::X));
        assert!(!body.is_met(DVec3::ZERO, -DVec3::X));
        assert!(!body.is_met(DVec3::new(0.0, 1.5, 0.0), DVec3::X));
    }
}
