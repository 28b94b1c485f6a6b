//! The solver: sequential impulses in substeps with soft contacts, after Erin Catto ("Solver 2D", 2024).
//!
//! Contacts are found once per frame. Each substep begins with the impulses of the last one, corrects them with soft
//! contacts that push overlap out, moves the bodies, and takes the speed of the push-out away with rigid contacts.

use std::f32::consts::TAU;

use glam::Vec3;
use octosat::ContactCache;

use crate::body::Body;

const GRAVITY: Vec3 = Vec3::new(0.0, -9.81, 0.0);
const FRICTION: f32 = 0.6;
const SUBSTEPS: u16 = 8;

/// The spring of a contact: its frequency as a part of that of the substeps, and its damping as a multiple of critical
/// damping. Contacts with bodies that never move carry all others, and are stiffer.
const FREQUENCY: f32 = 0.125;
const FIXED_STIFFNESS: f32 = 2.0;
const DAMPING: f32 = 10.0;

/// Greatest speed at which overlap is pushed out, in meters per second.
const PUSH_OUT_SPEED: f32 = 3.0;

/// The coefficients of a spring that is stable in steps of any length (Catto, "Soft Constraints", 2011).
#[derive(Clone, Copy)]
struct Spring {
    bias_rate: f32,
    mass_scale: f32,
    impulse_scale: f32,
}

impl Spring {
    fn new(frequency: f32, seconds: f32) -> Self {
        let angular = TAU * frequency / seconds;
        let damped = 2.0 * DAMPING + seconds * angular;
        let stiffness = seconds * angular * damped;
        let impulse_scale = 1.0 / (1.0 + stiffness);
        Self { bias_rate: angular / damped, mass_scale: stiffness * impulse_scale, impulse_scale }
    }
}

/// A contact point. Impulses act along the normal and along two directions across the normal.
struct Contact {
    place: usize,
    bodies: [usize; 2],
    arms: [Vec3; 2],
    directions: [Vec3; 3],
    masses: [f32; 3],
    impulses: [f32; 3],
    gap: f32,
    spring: Spring,
}

impl Contact {
    fn push(&self, bodies: &mut [Body], impulse: Vec3) {
        bodies[self.bodies[0]].push(self.arms[0], -impulse);
        bodies[self.bodies[1]].push(self.arms[1], impulse);
    }

    /// The sum of the impulses.
    fn impulse(&self) -> Vec3 {
        let [n, s, t] = self.directions;
        self.impulses[0] * n + self.impulses[1] * s + self.impulses[2] * t
    }

    /// How b moves against a, by the motion of one body at its arm.
    fn relative(&self, bodies: &[Body], motion: impl Fn(&Body, Vec3) -> Vec3) -> Vec3 {
        let [a, b] = self.bodies.map(|index| &bodies[index]);
        motion(b, self.arms[1]) - motion(a, self.arms[0])
    }

    /// Corrects the impulses, with a spring or rigidly.
    fn solve(&mut self, bodies: &mut [Body], spring: Option<Spring>, seconds: f32) {
        let before = self.impulse();
        let velocity = self.relative(bodies, Body::velocity_at);
        let [normal, ..] = self.directions;

        let limit = FRICTION * self.impulses[0];
        let [_, s, t] =
            [0, 1, 2].map(|k| self.impulses[k] - self.masses[k] * self.directions[k].dot(velocity));
        let scale = (limit / (s * s + t * t).sqrt().max(f32::MIN_POSITIVE)).min(1.0);
        [self.impulses[1], self.impulses[2]] = [scale * s, scale * t];
        self.push(bodies, self.impulse() - before);

        let before = self.impulses[0];
        let speed = normal.dot(self.relative(bodies, Body::velocity_at));
        let gap = self.gap + normal.dot(self.relative(bodies, Body::moved));
        let change = match spring {
            // The bodies may close the gap, and no more.
            _ if gap > 0.0 => -self.masses[0] * (speed + gap / seconds),
            Some(spring) => {
                let bias = (spring.bias_rate * gap).max(-PUSH_OUT_SPEED);
                -self.masses[0] * spring.mass_scale * (speed + bias) - spring.impulse_scale * before
            }
            None => -self.masses[0] * speed,
        };
        self.impulses[0] = (before + change).max(0.0);
        self.push(bodies, (self.impulses[0] - before) * normal);
    }
}

/// The solver, with the impulse at each place of the last frame's contact points.
#[derive(Default)]
pub(crate) struct Solver {
    contacts: Vec<Contact>,
    impulses: Vec<Vec3>,
}

impl Solver {
    /// Moves the bodies by `seconds`, with the contacts of the current frame.
    pub(crate) fn step(&mut self, bodies: &mut [Body], cache: &mut ContactCache, seconds: f32) {
        bodies.iter_mut().for_each(Body::begin);
        let substep = seconds / f32::from(SUBSTEPS);
        self.prepare(bodies, cache, substep);
        for _ in 0..SUBSTEPS {
            for body in bodies.iter_mut().filter(|body| body.inverse_mass > 0.0) {
                body.velocity += substep * GRAVITY;
            }
            for contact in &self.contacts {
                contact.push(bodies, contact.impulse());
            }
            for contact in &mut self.contacts {
                contact.solve(bodies, Some(contact.spring), substep);
            }
            bodies.iter_mut().for_each(|body| body.advance(substep));
            for contact in &mut self.contacts {
                contact.solve(bodies, None, substep);
            }
        }
        self.impulses.clear();
        self.impulses.resize(cache.manifolds().points().len(), Vec3::ZERO);
        for contact in &self.contacts {
            self.impulses[contact.place] = contact.impulse();
        }
    }

    /// Makes the contacts of the frame. A point with a predecessor starts with the impulse of the predecessor.
    fn prepare(&mut self, bodies: &[Body], cache: &mut ContactCache, seconds: f32) {
        let springs = [FREQUENCY, FIXED_STIFFNESS * FREQUENCY];
        let [free, fixed] = springs.map(|frequency| Spring::new(frequency, seconds));
        self.contacts.clear();
        for link in cache.links().contacts() {
            let touching = link.touching;
            let pair = touching.pair.map(|index| index as usize);
            let [a, b] = pair.map(|index| &bodies[index]);
            let normal = Vec3::from(touching.manifold.normal);
            let (s, t) = normal.any_orthonormal_pair();
            let directions = [normal, s, t];
            let predecessors = link.predecessors();
            let places = touching.manifold.first as usize..;
            for ((place, point), predecessor) in places.zip(touching.points).zip(predecessors) {
                let arms = [a, b].map(|body| Vec3::from(point.position) - body.center);
                let last = predecessor.map_or(Vec3::ZERO, |place| self.impulses[place as usize]);
                self.contacts.push(Contact {
                    place,
                    bodies: pair,
                    arms,
                    directions,
                    masses: directions.map(|direction| {
                        1.0 / (a.speed_by_unit_impulse(arms[0], direction)
                            + b.speed_by_unit_impulse(arms[1], direction))
                    }),
                    impulses: [normal.dot(last).max(0.0), s.dot(last), t.dot(last)],
                    gap: -point.depth,
                    spring: if a.inverse_mass > 0.0 { free } else { fixed },
                });
            }
        }
    }
}
