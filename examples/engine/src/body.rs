//! A body: what it is made of, where it is and how it moves.

use std::f32::consts::{FRAC_PI_2, PI};

use glam::{Mat3, Quat, Vec3};
use octosat::{BoxPose, OrientedBox};

use crate::FRAME;

const GRAVITY: Vec3 = Vec3::new(0.0, -9.81, 0.0); // meters per second squared

/// The greatest spin in radians per second: a quarter turn per frame. Contacts that are found once per frame, and
/// impacts, do not follow faster turns.
const MOST_SPIN: f32 = FRAC_PI_2 / FRAME;

/// Half extents of the ground's box in meters. Its center is near, because the distance of centers is rounded.
const GROUND: Vec3 = Vec3::new(1_000.0, 10.0, 1_000.0);

/// What a body is made of, in the order of the sides of a pair: the ground is always a, and a ball always b.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// All that is below y = 0, in a square of two kilometers.
    #[default]
    Ground,
    /// A box.
    Cuboid,
    /// A ball.
    Ball,
}

/// A body. If its mass is zero, nothing changes its velocity and spin: a floor has none, a lift has some.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// Its id, which no other body ever has.
    pub id: u32,
    /// What it is made of.
    pub shape: Shape,
    /// Of its box, or of the cube in a ball: both reach as far.
    pub half_extents: Vec3,
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
    /// Whether it never sleeps, nor what it touches.
    pub is_restless: bool,
    inverse_mass: f32,
    inverse_inertia: Mat3, // along the axes of the body
    /// For how many seconds it has stayed near this center and rotation.
    pub(crate) still: f32,
    pub(crate) anchor: (Vec3, Quat),
    /// The number of its island if it sleeps.
    pub(crate) island: Option<u32>,
    pub(crate) parent: usize, // a body of its island, while islands are found
    /// Center and rotation at the start of the frame.
    pub(crate) start: (Vec3, Quat),
    // The motion since then. Rounded once per frame: stacks creep if each substep rounds centers and rotations.
    shift: Vec3,
    turn: Quat,
    // The inverse mass, and inertia along the world's axes, in this frame; zero for bodies that sleep.
    mobility: (f32, Mat3),
}

impl Body {
    /// The ground.
    pub fn ground() -> Self {
        Self::new(Shape::Ground, -GROUND.y * Vec3::Y, GROUND, 0.0, Mat3::ZERO)
    }

    /// A box.
    pub fn cuboid(center: Vec3, half_extents: Vec3, density: f32) -> Self {
        let mass = density * 8.0 * half_extents.element_product();
        let [x, y, z] = (mass / 3.0 * half_extents * half_extents).to_array();
        let inertia = Mat3::from_diagonal(Vec3::new(y + z, z + x, x + y));
        Self::new(Shape::Cuboid, center, half_extents, mass, inertia)
    }

    /// A ball.
    pub fn ball(center: Vec3, radius: f32, density: f32) -> Self {
        let mass = density * 4.0 / 3.0 * PI * radius * radius * radius;
        let inertia = Mat3::from_diagonal(Vec3::splat(0.4 * mass * radius * radius));
        Self::new(Shape::Ball, center, Vec3::splat(radius / 3_f32.sqrt()), mass, inertia)
    }

    /// A body of any mass and inertia.
    pub fn new(shape: Shape, center: Vec3, half_extents: Vec3, mass: f32, inertia: Mat3) -> Self {
        let moves = mass > 0.0;
        Self {
            shape,
            half_extents,
            center,
            friction: 0.6,
            inverse_mass: if moves { 1.0 / mass } else { 0.0 },
            inverse_inertia: if moves { inertia.inverse() } else { Mat3::ZERO },
            ..Self::default()
        }
    }

    /// The mass; zero if nothing changes its velocity.
    pub fn mass(&self) -> f32 {
        if self.is_movable() { 1.0 / self.inverse_mass } else { 0.0 }
    }

    /// Whether impulses ever move it.
    pub fn is_movable(&self) -> bool {
        self.inverse_mass > 0.0
    }

    /// Whether it moves by itself, and nothing stops it.
    pub fn is_driven(&self) -> bool {
        !self.is_movable() && [self.velocity, self.spin] != [Vec3::ZERO; 2]
    }

    /// Whether it never moves, and is a box or the ground: balls are few.
    pub(crate) fn is_fixed(&self) -> bool {
        !self.is_movable() && !self.is_driven() && self.shape != Shape::Ball
    }

    /// Whether impulses move it in this frame.
    pub fn is_awake(&self) -> bool {
        self.is_movable() && self.island.is_none()
    }

    /// Its center and rotation.
    pub(crate) fn place(&self) -> (Vec3, Quat) {
        (self.center, self.rotation)
    }

    /// Its box, or the cube in a ball.
    pub(crate) fn as_box(&self) -> OrientedBox {
        let pose = BoxPose::new(self.center.into(), self.rotation.into());
        OrientedBox { pose, half_extents: self.half_extents.into() }
    }

    /// How far its points are from its center at most.
    pub(crate) fn reach(&self) -> f32 {
        self.half_extents.length()
    }

    /// How far its points are at most from where they are with this center and rotation.
    pub(crate) fn distance_from(&self, (center, rotation): (Vec3, Quat)) -> f32 {
        self.center.distance(center) + self.reach() * self.rotation.angle_between(rotation)
    }

    /// How far its points have moved in the frame at most.
    pub(crate) fn path(&self) -> f32 {
        self.distance_from(self.start)
    }

    pub(crate) fn begin_frame(&mut self) {
        let axes = Mat3::from_quat(self.rotation);
        self.mobility = match self.is_awake() {
            true => (self.inverse_mass, axes * self.inverse_inertia * axes.transpose()),
            false => (0.0, Mat3::ZERO),
        };
        self.start = self.place();
        (self.shift, self.turn) = (Vec3::ZERO, Quat::IDENTITY);
    }

    /// The velocity of the point that is `arm` away from the center.
    pub(crate) fn velocity_at(&self, arm: Vec3) -> Vec3 {
        self.velocity + self.spin.cross(arm)
    }

    /// How far the point that was `arm` away from the center at the start of the frame has moved since.
    pub(crate) fn moved(&self, arm: Vec3) -> Vec3 {
        let axis = self.turn.xyz();
        let across = axis.cross(arm);
        self.shift + 2.0 * (self.turn.w * across + axis.cross(across))
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

    pub(crate) fn fall(&mut self, seconds: f32) {
        self.velocity += if self.is_awake() { seconds * GRAVITY } else { Vec3::ZERO };
    }

    pub(crate) fn advance(&mut self, seconds: f32) {
        if self.island.is_some() {
            return;
        }
        self.spin = self.spin.clamp_length_max(MOST_SPIN);
        self.shift += seconds * self.velocity;
        self.turn = (Quat::from_scaled_axis(seconds * self.spin) * self.turn).normalize();
        self.center = self.start.0 + self.shift;
        self.rotation = (self.turn * self.start.1).normalize();
    }
}
