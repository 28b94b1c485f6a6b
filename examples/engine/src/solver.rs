//! The solver: sequential impulses in substeps with soft contacts (Erin Catto, 2024), as in the tutorial.

use std::f32::consts::TAU;

use glam::{Mat3, Vec3};

use crate::FRAME;
use crate::body::Body;
use crate::contacts::Point;

const PUSH_SPEED: f32 = 3.0; // meters per second: overlaps are removed no faster

// Contacts of bodies that move, and with those that carry them, for example the ground.
const SPRINGS: [Spring; 2] = [Spring::new(0.125 * TAU), Spring::new(0.25 * TAU)];

/// How a contact removes overlaps: as a spring, far beyond critical damping.
#[derive(Clone, Copy)]
struct Spring {
    push: f32,     // the part of an overlap that is removed per substep
    softness: f32, // how much it gives way: 0 is rigid
}

impl Spring {
    /// A spring with an angular frequency in radians per substep. With twice the frequency of [`SPRINGS`] stacks tremble.
    const fn new(frequency: f32) -> Self {
        let damping = 2.0 * 10.0 + frequency;
        Self { push: frequency / damping, softness: 1.0 / (1.0 + frequency * damping) }
    }
}

/// The number of substeps of a frame. Contacts of large and small boxes give way by the same length under their weight, and
/// by less with more substeps: towers of blocks of a few centimeters need 16, houses of cards 32.
#[derive(Clone, Copy, Debug)]
pub struct Substeps(pub u16);

impl Default for Substeps {
    fn default() -> Self {
        Self(8)
    }
}

/// A contact point. Impulses act along the normal and along two directions across the normal.
struct Contact<'a> {
    point: &'a mut Point,
    depth: f32,       // when the frame began
    arms: [Vec3; 2],  // from the center of each body to the point, when the frame began
    directions: Mat3, // the normal, and two across
    masses: Vec3,     // the impulse that changes the speed along each direction by one
    impulses: Vec3,   // along each direction, of a substep
    friction: f32,
    spring: Spring,
}

impl<'a> Contact<'a> {
    fn new(point: &'a mut Point, bodies: &[Body]) -> Self {
        let [a, b] = point.bodies.map(|index| &bodies[index]);
        let arms = [a, b].map(|body| point.position - body.center);
        let (s, t) = point.normal.any_orthonormal_pair();
        let directions = [point.normal, s, t];
        let speed = |n| a.speed_by_unit_impulse(arms[0], n) + b.speed_by_unit_impulse(arms[1], n);
        let masses = directions.map(|direction| 1.0 / speed(direction)).into();
        let directions = Mat3::from_cols_array_2d(&directions.map(Into::into));
        let impulses = directions.transpose() * point.impulse;
        Self {
            depth: point.depth,
            arms,
            directions,
            masses,
            impulses: impulses.with_x(impulses.x.max(0.0)), // the normal may have turned
            friction: (a.friction * b.friction).sqrt(),
            spring: SPRINGS[usize::from(!(a.is_movable() && b.is_movable()))],
            point,
        }
    }

    fn impulse(&self) -> Vec3 {
        self.directions * self.impulses
    }

    fn push(&self, bodies: &mut [Body], impulse: Vec3) {
        bodies[self.point.bodies[0]].push(self.arms[0], -impulse);
        bodies[self.point.bodies[1]].push(self.arms[1], impulse);
    }

    /// How fast b moves away from a along a direction.
    fn speed(&self, bodies: &[Body], k: usize) -> f32 {
        let [a, b] = self.point.bodies.map(|index| &bodies[index]);
        self.directions.col(k).dot(b.velocity_at(self.arms[1]) - a.velocity_at(self.arms[0]))
    }

    /// Finds the depth after the motion of the frame so far, turns included.
    fn follow(&mut self, bodies: &[Body]) {
        let [a, b] = self.point.bodies.map(|index| &bodies[index]);
        let moved = b.moved(self.arms[1]) - a.moved(self.arms[0]);
        self.point.depth = self.depth - self.point.normal.dot(moved);
    }

    fn solve(&mut self, bodies: &mut [Body], seconds: f32, removes_overlap: bool) {
        let (depth, Spring { push, softness }) = (self.point.depth, self.spring);
        for k in [1, 2, 0] {
            let (wanted, softness) = match k {
                0 if depth < 0.0 => (depth / seconds, 0.0), // a gap may close, and no more
                0 if removes_overlap => ((push * depth / seconds).min(PUSH_SPEED), softness),
                _ => (0.0, 0.0),
            };
            let rigid = (wanted - self.speed(bodies, k)) * self.masses[k];
            let impulse = self.impulses[k] + (1.0 - softness) * rigid - softness * self.impulses[k];
            let limit = self.friction * self.impulses.x;
            let impulse = if k == 0 { impulse.max(0.0) } else { impulse.clamp(-limit, limit) };
            self.push(bodies, (impulse - self.impulses[k]) * self.directions.col(k));
            self.impulses[k] = impulse;
        }
    }
}

/// Moves some bodies by a frame, and leaves impulses and depths in the points.
pub fn solve(bodies: &mut [Body], moving: &[u32], points: &mut [Point], substeps: Substeps) {
    let seconds = FRAME / f32::from(substeps.0);
    let each = |bodies: &mut [Body], action: fn(&mut Body, f32)| {
        moving.iter().for_each(|&index| action(&mut bodies[index as usize], seconds));
    };
    each(bodies, |body, _| body.begin_frame());
    let mut contacts: Vec<_> = points.iter_mut().map(|point| Contact::new(point, bodies)).collect();
    for _ in 0..substeps.0 {
        each(bodies, Body::fall);
        contacts.iter().for_each(|contact| contact.push(bodies, contact.impulse()));
        contacts.iter_mut().for_each(|contact| contact.solve(bodies, seconds, true));
        each(bodies, Body::advance);
        contacts.iter_mut().for_each(|contact| contact.follow(bodies));
        contacts.iter_mut().for_each(|contact| contact.solve(bodies, seconds, false));
    }
    for contact in &mut contacts {
        contact.point.impulse = contact.impulse();
    }
}
