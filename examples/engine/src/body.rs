//! A body: what it is made of, where it is and how it moves.

use std::f32::consts::{FRAC_PI_2, PI};

use glam::{Mat3, Quat, Vec3};

use crate::FRAME;

/// The greatest spin in radians per second: a quarter turn per frame. Contacts that are found once per frame, and
/// impacts, do not follow faster turns.
const MOST_SPIN: f32 = FRAC_PI_2 / FRAME;

/// What a body is made of.
#[derive(Clone, Debug)]
pub enum Shape {
    /// All that is below y = 0.
    Ground,
    /// One box, or a compound of several.
    Boxes(Vec<Part>),
    /// A ball of this radius.
    Ball(f32),
}

/// A box of a body, along the axes of the body.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// From the center of the body to that of the box.
    pub center: Vec3,
    /// Half of its edges.
    pub half_extents: Vec3,
}

/// A body. Nothing moves it if its density is zero.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its number, which no other body ever has.
    pub id: u32,
    /// What it is made of.
    pub shape: Shape,
    /// The center of its mass.
    pub center: Vec3,
    /// Its rotation, of unit length.
    pub rotation: Quat,
    /// Of the center, in meters per second.
    pub velocity: Vec3,
    /// Its angular velocity, in radians per second.
    pub spin: Vec3,
    /// Two bodies rub with the root of the product of theirs.
    pub friction: f32,
    inverse_mass: f32,
    inverse_inertia: Mat3, // along the axes of the body
    /// For how many seconds it has stayed near this center and rotation.
    pub(crate) still: f32,
    pub(crate) anchor: (Vec3, Quat),
    /// The number of its island if it sleeps.
    pub(crate) island: Option<u32>,
    /// Center and rotation at the start of the frame, and how far it has turned since.
    pub(crate) start: (Vec3, Quat),
    turn: Vec3,
    // The inverse mass, and inertia along the world's axes, in this frame; zero for bodies that sleep.
    mobility: (f32, Mat3),
}

impl Body {
    /// The ground.
    #[must_use]
    pub fn ground() -> Self {
        Self::new(Shape::Ground, Vec3::ZERO, 0.0, Mat3::ZERO)
    }

    /// A box.
    #[must_use]
    pub fn cuboid(center: Vec3, half_extents: Vec3, density: f32) -> Self {
        Self::compound(center, &[Part { center: Vec3::ZERO, half_extents }], density)
    }

    /// A compound of boxes that do not overlap.
    #[must_use]
    pub fn compound(center: Vec3, parts: &[Part], density: f32) -> Self {
        let mass = |part: &Part| density * 8.0 * part.half_extents.element_product();
        let sum: f32 = parts.iter().map(mass).sum();
        // The center of mass becomes that of the body.
        let middle = parts.iter().map(|part| mass(part) * part.center).sum::<Vec3>();
        let middle = if sum > 0.0 { middle / sum } else { middle };
        let parts: Vec<_> =
            parts.iter().map(|part| Part { center: part.center - middle, ..*part }).collect();
        let inertia = parts.iter().fold(Mat3::ZERO, |inertia, part| {
            let (own, arm) = (part.half_extents * part.half_extents / 3.0, part.center);
            let [x, y, z] = [own.x, own.y, own.z];
            let own = Mat3::from_diagonal(Vec3::new(y + z, z + x, x + y));
            let outer = Mat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z);
            inertia
                + (own + Mat3::from_diagonal(Vec3::splat(arm.length_squared())) - outer)
                    * mass(part)
        });
        Self::new(Shape::Boxes(parts), center + middle, sum, inertia)
    }

    /// A ball.
    #[must_use]
    pub fn ball(center: Vec3, radius: f32, density: f32) -> Self {
        let mass = density * 4.0 / 3.0 * PI * radius * radius * radius;
        let inertia = Mat3::from_diagonal(Vec3::splat(0.4 * mass * radius * radius));
        Self::new(Shape::Ball(radius), center, mass, inertia)
    }

    fn new(shape: Shape, center: Vec3, mass: f32, inertia: Mat3) -> Self {
        let moves = mass > 0.0;
        Self {
            id: 0,
            shape,
            center,
            rotation: Quat::IDENTITY,
            velocity: Vec3::ZERO,
            spin: Vec3::ZERO,
            friction: 0.6,
            inverse_mass: if moves { 1.0 / mass } else { 0.0 },
            inverse_inertia: if moves { inertia.inverse() } else { Mat3::ZERO },
            still: 0.0,
            anchor: (center, Quat::IDENTITY),
            island: None,
            start: (center, Quat::IDENTITY),
            turn: Vec3::ZERO,
            mobility: (0.0, Mat3::ZERO),
        }
    }

    /// Whether anything ever moves it.
    #[must_use]
    pub fn is_movable(&self) -> bool {
        self.inverse_mass > 0.0
    }

    /// Whether it moves in this frame.
    #[must_use]
    pub fn is_awake(&self) -> bool {
        self.is_movable() && self.island.is_none()
    }

    /// The boxes that it is made of.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        if let Shape::Boxes(parts) = &self.shape { parts } else { &[] }
    }

    /// How far its points are at most from where they are with this center and rotation.
    pub(crate) fn distance_from(&self, (center, rotation): (Vec3, Quat)) -> f32 {
        self.center.distance(center) + self.reach() * self.rotation.angle_between(rotation)
    }

    /// How far its points are from its center at most.
    pub(crate) fn reach(&self) -> f32 {
        match &self.shape {
            Shape::Ground => 0.0,
            Shape::Ball(radius) => *radius,
            Shape::Boxes(parts) => {
                let reach = |part: &Part| part.center.length() + part.half_extents.length();
                parts.iter().map(reach).fold(0.0, f32::max)
            }
        }
    }

    pub(crate) fn begin_frame(&mut self) {
        let axes = Mat3::from_quat(self.rotation);
        let inverse_inertia = axes * self.inverse_inertia * axes.transpose();
        let moves = self.is_awake();
        self.mobility =
            if moves { (self.inverse_mass, inverse_inertia) } else { (0.0, Mat3::ZERO) };
        (self.start, self.turn) = ((self.center, self.rotation), Vec3::ZERO);
    }

    /// The velocity of the point that is `arm` away from the center.
    pub(crate) fn velocity_at(&self, arm: Vec3) -> Vec3 {
        self.velocity + self.spin.cross(arm)
    }

    /// How far this point has moved since the frame began.
    pub(crate) fn moved(&self, arm: Vec3) -> Vec3 {
        self.center - self.start.0 + self.turn.cross(arm)
    }

    /// The change of speed of this point along a direction by a unit impulse there.
    pub(crate) fn speed_by_unit_impulse(&self, arm: Vec3, direction: Vec3) -> f32 {
        let torque = arm.cross(direction);
        self.mobility.0 + torque.dot(self.mobility.1 * torque)
    }

    pub(crate) fn push(&mut self, arm: Vec3, impulse: Vec3) {
        self.velocity += self.mobility.0 * impulse;
        self.spin += self.mobility.1 * arm.cross(impulse);
    }

    pub(crate) fn advance(&mut self, seconds: f32) {
        self.spin = self.spin.clamp_length_max(MOST_SPIN);
        self.turn += seconds * self.spin;
        self.center += seconds * self.velocity;
        self.rotation = (Quat::from_scaled_axis(seconds * self.spin) * self.rotation).normalize();
    }
}
