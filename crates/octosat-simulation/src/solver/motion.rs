//! The motion of a body within a frame.

use crate::body::{Body, free_turning};
use crate::tolerances::{GRAVITY, MOST_TURNING};
use crate::{Mat3, Quat, Vec3};

/// A body's velocity, and how far it has moved since the frame began.
///
/// The moves of the substeps are summed up here, because the gaps of contacts follow them, and are
/// added to the body once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion {
    pub(super) linear: Vec3,
    pub(super) angular: Vec3,
    pub(super) inverse_mass: f32,
    pub(super) inverse_inertia: Mat3,
    shift: Vec3,
    turn: Quat,
}

impl Motion {
    /// The motion of a body at the start of a frame.
    pub(super) fn start(body: &Body) -> Self {
        Self {
            linear: body.linear_velocity,
            angular: body.angular_velocity,
            inverse_mass: body.inverse_mass,
            inverse_inertia: body.world_inverse_inertia(),
            shift: Vec3::ZERO,
            turn: Quat::IDENTITY,
        }
    }

    /// Changes the velocity as that of a body without contacts.
    pub(super) fn fall(&mut self, body: &Body, seconds: f32) {
        if body.is_fixed() {
            return;
        }
        self.linear.y -= GRAVITY * seconds;
        let rotation = (self.turn * body.rotation).normalize();
        let turning = rotation.inverse() * self.angular;
        self.angular = rotation * free_turning(turning, body.inertia(), seconds);
    }

    /// Moves on by the velocity.
    pub(super) fn advance(&mut self, seconds: f32) {
        if self.inverse_mass > 0.0 {
            self.angular = self.angular.clamp_length_max(MOST_TURNING);
        }
        self.shift += self.linear * seconds;
        let half = self.angular * (0.5 * seconds);
        let change = Quat::from_xyzw(half.x, half.y, half.z, 0.0) * self.turn;
        self.turn = (self.turn + change).normalize();
    }

    /// How far a point of the body has moved since the frame began, from where it was then
    /// relative to the center.
    pub(super) fn moved(&self, point: Vec3) -> Vec3 {
        let axis = self.turn.xyz();
        let across = axis.cross(point);
        // The rotated point minus the point, without subtracting them.
        self.shift + (across * self.turn.w + axis.cross(across)) * 2.0
    }

    /// The speed of a point of the body.
    pub(super) fn velocity_at(&self, point: Vec3) -> Vec3 {
        self.linear + self.angular.cross(point)
    }

    /// Changes the velocity by an impulse at a point of the body.
    pub(super) fn push(&mut self, impulse: Vec3, point: Vec3) {
        self.linear += impulse * self.inverse_mass;
        self.angular += self.inverse_inertia * point.cross(impulse);
    }

    /// Takes over the velocity of another state of the same body.
    pub(super) fn set_velocity(&mut self, other: &Self) {
        self.linear = other.linear;
        self.angular = other.angular;
    }

    /// Writes the end of the frame into the body.
    pub(super) fn finish(&self, body: &mut Body) {
        if body.is_still() {
            return;
        }
        body.linear_velocity = self.linear;
        body.angular_velocity = self.angular;
        if body.is_fixed() {
            // A kinematic body moves on a circle.
            body.linear_velocity = self.turn * self.linear;
        }
        body.center += self.shift.as_dvec3();
        body.rotation = (self.turn * body.rotation).normalize();
    }
}
