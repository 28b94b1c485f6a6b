//! Boxes with mass.

use glam::{Mat3, Quat, Vec3};
use octosat::BoxPose;

/// In kilograms per cubic meter: light wood.
const DENSITY: f32 = 500.0;

/// Greatest angular speed, in radians per second: contacts, found once per frame, cannot stop faster edges.
const MOST_SPIN: f32 = 30.0;

/// A solid box, and how far it has moved in the current frame.
#[derive(Clone, Default)]
pub(crate) struct Body {
    pub(crate) center: Vec3,
    pub(crate) rotation: Quat,
    pub(crate) half_extents: Vec3,
    pub(crate) velocity: Vec3,
    /// Angular velocity, along the axes of the world.
    pub(crate) spin: Vec3,
    /// Zero for a body that never moves.
    pub(crate) inverse_mass: f32,
    /// The inverse inertia about the axes of the box.
    inverse_inertia: Vec3,
    /// The inverse inertia along the axes of the world, at the start of the frame.
    world_inverse_inertia: Mat3,
    /// How far the center has moved, and how far the body has turned, since the start of the frame.
    shift: Vec3,
    turn: Vec3,
}

impl Body {
    /// A body that never moves.
    pub(crate) fn fixed(center: Vec3, half_extents: Vec3) -> Self {
        Self { center, half_extents, ..Self::default() }
    }

    /// A body at rest.
    pub(crate) fn solid(center: Vec3, rotation: Quat, half_extents: Vec3) -> Self {
        let inverse_mass = 1.0 / (DENSITY * 8.0 * half_extents.element_product());
        let Vec3 { x, y, z } = half_extents * half_extents;
        let inverse_inertia = 3.0 * inverse_mass / Vec3::new(y + z, z + x, x + y);
        Self { rotation, inverse_mass, inverse_inertia, ..Self::fixed(center, half_extents) }
    }

    /// Its pose for octosat.
    pub(crate) fn pose(&self) -> BoxPose {
        BoxPose::new(self.center.to_array(), self.rotation.to_array())
    }

    /// The half extents of its AABB.
    pub(crate) fn world_half_extents(&self) -> Vec3 {
        Mat3::from_quat(self.rotation).abs() * self.half_extents
    }

    /// Begins a frame.
    pub(crate) fn begin(&mut self) {
        let axes = Mat3::from_quat(self.rotation);
        self.world_inverse_inertia =
            axes * Mat3::from_diagonal(self.inverse_inertia) * axes.transpose();
        self.shift = Vec3::ZERO;
        self.turn = Vec3::ZERO;
    }

    /// The velocity of the point that is `arm` away from the center.
    pub(crate) fn velocity_at(&self, arm: Vec3) -> Vec3 {
        self.velocity + self.spin.cross(arm)
    }

    /// How far this point has moved since the start of the frame.
    pub(crate) fn moved(&self, arm: Vec3) -> Vec3 {
        self.shift + self.turn.cross(arm)
    }

    /// The change of speed of this point along a direction by a unit impulse there.
    pub(crate) fn speed_by_unit_impulse(&self, arm: Vec3, direction: Vec3) -> f32 {
        let torque = arm.cross(direction);
        self.inverse_mass + torque.dot(self.world_inverse_inertia * torque)
    }

    /// Changes the velocities by an impulse at this point.
    pub(crate) fn push(&mut self, arm: Vec3, impulse: Vec3) {
        self.velocity += self.inverse_mass * impulse;
        self.spin += self.world_inverse_inertia * arm.cross(impulse);
    }

    /// Moves on by the velocities.
    pub(crate) fn advance(&mut self, seconds: f32) {
        self.spin = self.spin.clamp_length_max(MOST_SPIN);
        self.shift += seconds * self.velocity;
        self.turn += seconds * self.spin;
        self.center += seconds * self.velocity;
        self.rotation = (Quat::from_scaled_axis(seconds * self.spin) * self.rotation).normalize();
    }
}
