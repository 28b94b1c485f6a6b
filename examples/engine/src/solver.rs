//! The solver: sequential impulses in substeps with soft contacts (Erin Catto, 2024), as in the tutorial.

use std::f32::consts::TAU;

use glam::{Mat3, Vec3};

use crate::FRAME;
use crate::body::Body;
use crate::contacts::Point;

const GRAVITY: Vec3 = Vec3::new(0.0, -9.81, 0.0); // meters per second squared
const SUBSTEPS: u8 = 8; // of a frame
const SUBSTEP: f32 = FRAME / SUBSTEPS as f32; // seconds
const PUSH_SPEED: f32 = 3.0; // meters per second: overlaps are removed no faster

// Contacts are springs with this angular frequency, far beyond critical damping.
const FREQUENCY: f32 = 0.25 * TAU / SUBSTEP;
const DAMPING: f32 = 2.0 * 10.0 + SUBSTEP * FREQUENCY;
const PUSH_RATE: f32 = FREQUENCY / DAMPING; // the part of an overlap that is removed per second
const SOFTNESS: f32 = 1.0 / (1.0 + SUBSTEP * FREQUENCY * DAMPING); // how much they give way: 0 is rigid

/// A contact point. Impulses act along the normal and along two directions across the normal.
struct Contact<'a> {
    point: &'a mut Point,
    arms: [Vec3; 2], // from the center of each body to the point, when the frame began
    directions: Mat3, // the normal, and two across
    masses: Vec3,    // the impulse that changes the speed along each direction by one
    impulses: Vec3,  // along each direction, of a substep
    friction: f32,
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
            arms,
            directions,
            masses,
            impulses: impulses.with_x(impulses.x.max(0.0)), // the normal may have turned
            friction: (a.friction * b.friction).sqrt(),
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

    fn solve(&mut self, bodies: &mut [Body], removes_overlap: bool) {
        for k in [1, 2, 0] {
            let (wanted, softness) = match k {
                0 if self.point.depth < 0.0 => (self.point.depth / SUBSTEP, 0.0), // a gap may close, and no more
                0 if removes_overlap => ((PUSH_RATE * self.point.depth).min(PUSH_SPEED), SOFTNESS),
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

/// Moves the bodies by a frame, and leaves impulses and depths in the points.
pub fn solve(bodies: &mut [Body], points: &mut [Point]) {
    bodies.iter_mut().for_each(Body::begin_frame);
    let mut contacts: Vec<_> = points.iter_mut().map(|point| Contact::new(point, bodies)).collect();
    for _ in 0..SUBSTEPS {
        for body in bodies.iter_mut().filter(|body| body.is_awake()) {
            body.velocity += SUBSTEP * GRAVITY;
        }
        contacts.iter().for_each(|contact| contact.push(bodies, contact.impulse()));
        contacts.iter_mut().for_each(|contact| contact.solve(bodies, true));
        bodies.iter_mut().filter(|body| body.is_awake()).for_each(|body| body.advance(SUBSTEP));
        for contact in &mut contacts {
            contact.point.depth -= SUBSTEP * contact.speed(bodies, 0);
        }
        contacts.iter_mut().for_each(|contact| contact.solve(bodies, false));
    }
    for contact in &mut contacts {
        contact.point.impulse = contact.impulse();
    }
}
