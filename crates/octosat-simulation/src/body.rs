//! Boxes with mass: pose, velocity and inertia.

use crate::{DVec3, Mat3, Quat, Vec3};

/// The pose of a box, relative to an origin near it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// The center relative to the origin, in meters.
    pub center: Vec3,
    /// The rotation from box to world.
    pub rotation: Quat,
}

impl Pose {
    /// A pose without rotation.
    #[must_use]
    pub fn at(x: f32, y: f32, z: f32) -> Self {
        Self { center: Vec3::new(x, y, z), rotation: Quat::IDENTITY }
    }
}

/// A solid box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// The center in the world, in meters. It is an `f64`, which has steps of 10⁻¹² m at 10 km.
    pub center: DVec3,
    /// The rotation from box to world.
    pub rotation: Quat,
    /// Half its extents along its own axes, in meters.
    pub half_extents: Vec3,
    /// Velocity of the center, in meters per second. The velocity of a kinematic body rotates with the body.
    pub linear_velocity: Vec3,
    /// Angular velocity in the world, in radians per second.
    pub angular_velocity: Vec3,
    /// The inverse of the mass, in 1/kg; zero for a body that forces do not move.
    pub inverse_mass: f32,
    /// The inverses of the moments of inertia about the body's axes, in 1/(kg·m²); zero if torques do not rotate it.
    pub inverse_inertia: Vec3,
}

impl Body {
    /// A body that does not move. Its pose is relative to the world's origin.
    #[must_use]
    pub fn fixed(half_extents: Vec3, pose: Pose) -> Self {
        Self {
            center: pose.center.as_dvec3(),
            rotation: pose.rotation,
            half_extents,
            linear_velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            inverse_mass: 0.0,
            inverse_inertia: Vec3::ZERO,
        }
    }

    /// A body that moves around the world's z axis with the angular velocity `turning`, in radians per second. Forces
    /// do not change its motion.
    ///
    /// In each frame of `seconds`, the center moves along a chord of its circle, so the center stays on the circle.
    #[must_use]
    pub fn going_round(half_extents: Vec3, pose: Pose, turning: f32, seconds: f32) -> Self {
        let way = Quat::from_rotation_z(turning * seconds) * pose.center - pose.center;
        Self {
            linear_velocity: way / seconds,
            angular_velocity: Vec3::new(0.0, 0.0, turning),
            ..Self::fixed(half_extents, pose)
        }
    }

    /// A resting body of this density in kg/m³; its pose is relative to the world's origin.
    #[must_use]
    pub fn solid(half_extents: Vec3, pose: Pose, density: f32) -> Self {
        let mass = density * 8.0 * half_extents.x * half_extents.y * half_extents.z;
        let squared = half_extents * half_extents;
        let sums = Vec3::new(squared.y + squared.z, squared.z + squared.x, squared.x + squared.y);
        let inertia = sums * (mass / 3.0);
        Self {
            inverse_mass: 1.0 / mass,
            inverse_inertia: Vec3::ONE / inertia,
            ..Self::fixed(half_extents, pose)
        }
    }

    /// Whether forces do not move the body. The body may have a constant motion.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.inverse_mass <= 0.0
    }

    /// Whether the body never moves.
    #[must_use]
    pub fn is_still(&self) -> bool {
        let speeds = [self.linear_velocity, self.angular_velocity];
        self.is_fixed() && speeds == [Vec3::ZERO; 2]
    }

    /// Whether the pose and the velocities are finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.center.is_finite()
            && self.rotation.is_finite()
            && self.linear_velocity.is_finite()
            && self.angular_velocity.is_finite()
    }

    /// The mass in kilograms; zero for a body that forces do not move.
    #[must_use]
    pub fn mass(&self) -> f32 {
        if self.is_fixed() { 0.0 } else { 1.0 / self.inverse_mass }
    }

    /// The moments of inertia about the body's axes; zero for a body that torques do not rotate.
    #[must_use]
    pub fn inertia(&self) -> Vec3 {
        if self.is_fixed() { Vec3::ZERO } else { Vec3::ONE / self.inverse_inertia }
    }

    /// The kinetic energy in joules.
    #[must_use]
    pub fn kinetic_energy(&self) -> f32 {
        let turning = self.rotation.inverse() * self.angular_velocity;
        0.5 * (self.mass() * self.linear_velocity.length_squared()
            + (self.inertia() * turning * turning).element_sum())
    }

    /// The inverse inertia in world coordinates: the matrix from an angular impulse to a change of angular velocity.
    #[must_use]
    pub fn world_inverse_inertia(&self) -> Mat3 {
        let axes = Mat3::from_quat(self.rotation);
        axes * Mat3::from_diagonal(self.inverse_inertia) * axes.transpose()
    }
}

/// The angular velocity, along a box's own axes, of a free box after `seconds`.
///
/// One Newton step of the implicit rule for Euler's equations (Catto, "Numerical Methods", Game
/// Developers Conference 2015): unlike the explicit rule it never gains energy.
#[must_use]
pub fn free_turning(turning: Vec3, inertia: Vec3, seconds: f32) -> Vec3 {
    let momentum = inertia * turning;
    let residual = turning.cross(momentum) * seconds;
    let slope = Mat3::from_diagonal(inertia)
        + (cross_matrix(turning) * Mat3::from_diagonal(inertia) - cross_matrix(momentum)) * seconds;
    turning - slope.inverse() * residual
}

/// The matrix whose product with a vector is the cross product with it.
fn cross_matrix(v: Vec3) -> Mat3 {
    Mat3::from_cols(Vec3::new(0.0, v.z, -v.y), Vec3::new(-v.z, 0.0, v.x), Vec3::new(v.y, -v.x, 0.0))
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;
    use crate::narrow_phase::ManifoldList;
    use crate::solver::{Solver, SolverSettings};

    #[test]
    fn a_cube_has_the_inertia_of_a_cube() {
        let cube = Body::solid(Vec3::splat(0.5), Pose::at(0.0, 0.0, 0.0), 6.0);
        assert!((cube.mass() - 6.0).abs() < 1e-5);
        assert!((cube.inertia() - Vec3::ONE).length() < 1e-6);
    }

    #[test]
    fn what_goes_round_stays_on_its_circle() {
        let pose = Pose::at(3.0, 4.0, 1.0);
        let start = Body::going_round(Vec3::ONE, pose, 0.5, 1.0 / 60.0);
        let mut bodies = [start];
        let (mut solver, settings) = (Solver::default(), SolverSettings::default());
        for frame in 1_u16..=2_000 {
            solver.step(&mut bodies, &ManifoldList::default(), &settings, 1.0 / 60.0);
            let angle = 0.5 * f64::from(frame) / 60.0;
            let turned = DQuat::from_rotation_z(angle);
            assert!(bodies[0].center.distance(turned * start.center) < 1e-3, "{frame} {bodies:?}");
            assert!(bodies[0].rotation.dot(turned.as_quat()).abs() > 0.99999, "{frame} {bodies:?}");
        }
    }

    #[test]
    fn free_turning_gains_no_energy_and_wobbles() {
        let inertia = Vec3::new(1.0, 2.0, 3.0);
        let energy = |w: Vec3| (inertia * w * w).element_sum();
        let start = Vec3::new(0.01, 5.0, 0.01);
        let mut turning = start;
        let mut flipped = false;
        for _ in 0..4_800 {
            turning = free_turning(turning, inertia, 1.0 / 480.0);
            flipped |= turning.y < 0.0;
        }
        assert!(energy(turning) <= energy(start) * 1.001, "{turning}");
        assert!(flipped, "turning about the middle axis must tumble");
    }
}
