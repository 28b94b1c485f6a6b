//! The contacts of one pair as constraints on velocities, with springs and dampers that are stable in every substep.

use std::f32::consts::TAU;

use super::motion::Motion;
use crate::Vec3;
use crate::body::Body;
use crate::narrow_phase::{MOST_POINTS, Manifold, ManifoldPoint};
use crate::tolerances as t;

/// The settings of one substep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Substep {
    pub(super) seconds: f32,
    pub(super) friction: f32,
}

/// The kind of a pass over the contacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// Soft contacts that also work off overlap.
    PushOut,
    /// Rigid contacts that only stop approach.
    Relax,
}

/// The coefficients of an implicitly integrated spring (Catto, "Soft Constraints", 2011).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Softness {
    /// Speed at which a meter of overlap is worked off, in 1/s.
    pub(super) bias_rate: f32,
    /// The part of a rigid contact's impulse that a soft one applies.
    pub(super) mass_scale: f32,
    /// The part of the impulse so far that a soft contact gives back.
    pub(super) impulse_scale: f32,
}

impl Softness {
    /// A spring of this frequency, for substeps of this length.
    pub(super) fn new(hertz: f32, seconds: f32) -> Self {
        let angular = TAU * hertz;
        let damped = 2.0 * t::CONTACT_DAMPING + seconds * angular;
        let stiffness = seconds * angular * damped;
        let impulse_scale = 1.0 / (1.0 + stiffness);
        Self { bias_rate: angular / damped, mass_scale: stiffness * impulse_scale, impulse_scale }
    }
}

/// One pair's contacts within a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactRow {
    a: u32,
    b: u32,
    surface: Surface,
    points: [PointRow; MOST_POINTS],
    len: usize,
}

/// The data that all points of a pair share.
#[derive(Clone, Copy, Debug)]
struct Surface {
    normal: Vec3,
    /// Two unit directions along the surface.
    tangents: [Vec3; 2],
    softness: Softness,
}

/// One contact point within a frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PointRow {
    /// The point relative to each center at the start of the frame.
    from_a: Vec3,
    from_b: Vec3,
    /// The gap at the start of the frame in meters, negative for overlap.
    gap: f32,
    normal_mass: f32,
    friction_mass: FrictionMass,
    normal_impulse: f32,
    friction_impulse: [f32; 2],
}

/// The state of a point that is kept for the next frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PointState {
    /// The impulse along the normal, in newton seconds.
    pub(super) normal_impulse: f32,
    /// The impulse along the surface, in newton seconds; in world coordinates, because the tangents
    /// of the next frame may be others.
    pub(super) friction_impulse: Vec3,
}

/// The inverse of the symmetric matrix that turns impulses along the tangents into speeds.
#[derive(Clone, Copy, Debug, Default)]
struct FrictionMass {
    diagonal: [f32; 2],
    off_diagonal: f32,
}

/// The motions of a pair, copied while its contacts are corrected, so that they stay in registers.
#[derive(Clone, Copy, Debug)]
struct Couple {
    a: Motion,
    b: Motion,
}

impl ContactRow {
    /// The constraints of a manifold, without impulses.
    pub(super) fn new(
        manifold: &Manifold,
        bodies: &[Body],
        motions: &[Motion],
        softness: Softness,
    ) -> Self {
        let [a, b] = manifold.pair.map(|index| index as usize);
        let between = (bodies[b].center - bodies[a].center).as_vec3();
        let (first, second) = manifold.normal.any_orthonormal_pair();
        let tangents = [first, second];
        let mut row = Self {
            a: manifold.pair[0],
            b: manifold.pair[1],
            surface: Surface { normal: manifold.normal, tangents, softness },
            points: [PointRow::default(); MOST_POINTS],
            len: manifold.points().len(),
        };
        for (slot, point) in row.points.iter_mut().zip(manifold.points()) {
            let weights = PairWeights {
                a: &motions[a],
                b: &motions[b],
                from_a: point.position,
                from_b: point.position - between,
            };
            *slot = PointRow::new(point, &weights, manifold.normal, tangents);
        }
        row
    }

    /// Takes over the state that a point had at the end of the last frame.
    pub(super) fn set_state(&mut self, point: usize, state: &PointState) {
        let tangents = self.surface.tangents;
        let point = &mut self.points[point];
        point.normal_impulse = state.normal_impulse;
        point.friction_impulse = tangents.map(|tangent| tangent.dot(state.friction_impulse));
    }

    /// The states of the points at the end of the frame, in the manifold's order.
    pub(super) fn states(&self) -> impl Iterator<Item = PointState> {
        self.points[..self.len].iter().map(move |point| PointState {
            normal_impulse: point.normal_impulse,
            friction_impulse: self.surface.along(point.friction_impulse),
        })
    }

    /// Applies the impulses of the last substep.
    pub(super) fn apply_kept_impulses(&self, motions: &mut [Motion]) {
        let mut couple = self.couple(motions);
        for point in &self.points[..self.len] {
            let impulse = self.surface.normal * point.normal_impulse
                + self.surface.along(point.friction_impulse);
            couple.push(point, impulse);
        }
        self.store(motions, &couple);
    }

    /// Corrects the impulses of all points. Friction comes first, so that normal impulses are exact at the end.
    pub(super) fn solve(&mut self, motions: &mut [Motion], pass: Pass, substep: Substep) {
        let mut couple = self.couple(motions);
        for point in &mut self.points[..self.len] {
            point.correct_friction(&self.surface, &mut couple, substep);
        }
        for point in &mut self.points[..self.len] {
            point.correct_normal(&self.surface, &mut couple, pass, substep);
        }
        self.store(motions, &couple);
    }

    fn couple(&self, motions: &[Motion]) -> Couple {
        Couple { a: motions[self.a as usize], b: motions[self.b as usize] }
    }

    fn store(&self, motions: &mut [Motion], couple: &Couple) {
        motions[self.a as usize].set_velocity(&couple.a);
        motions[self.b as usize].set_velocity(&couple.b);
    }
}

impl Surface {
    fn along(&self, parts: [f32; 2]) -> Vec3 {
        self.tangents[0] * parts[0] + self.tangents[1] * parts[1]
    }
}

impl Couple {
    /// How far b has moved against a at the point since the frame began.
    fn shift(&self, point: &PointRow) -> Vec3 {
        self.b.moved(point.from_b) - self.a.moved(point.from_a)
    }

    /// The velocity of b against a at the point.
    fn velocity(&self, point: &PointRow) -> Vec3 {
        self.b.velocity_at(point.from_b) - self.a.velocity_at(point.from_a)
    }

    fn push(&mut self, point: &PointRow, impulse: Vec3) {
        self.a.push(-impulse, point.from_a);
        self.b.push(impulse, point.from_b);
    }
}

impl PointRow {
    /// Reduces sliding with friction, up to the limit from the normal impulse.
    fn correct_friction(&mut self, surface: &Surface, couple: &mut Couple, substep: Substep) {
        let velocity = couple.velocity(self);
        let speeds = surface.tangents.map(|tangent| tangent.dot(velocity));
        let wanted = self.friction_mass.impulse(speeds);
        let limit = substep.friction * self.normal_impulse;
        let mut total = [0, 1].map(|k| self.friction_impulse[k] - wanted[k]);
        let length = (total[0] * total[0] + total[1] * total[1]).sqrt();
        if length > limit {
            total = total.map(|part| part * (limit / length));
        }
        let change = [0, 1].map(|k| total[k] - self.friction_impulse[k]);
        self.friction_impulse = total;
        couple.push(self, surface.along(change));
    }

    fn correct_normal(
        &mut self,
        surface: &Surface,
        couple: &mut Couple,
        pass: Pass,
        substep: Substep,
    ) {
        let gap = self.gap + surface.normal.dot(couple.shift(self));
        let speed = surface.normal.dot(couple.velocity(self));
        let soft = surface.softness;
        let correction = if gap > 0.0 {
            // The bodies may close the gap within the substep, and no more.
            -self.normal_mass * (speed + gap / substep.seconds)
        } else if pass == Pass::PushOut {
            let push = (soft.bias_rate * gap).max(-t::PUSH_OUT_SPEED);
            -self.normal_mass * soft.mass_scale * (speed + push)
                - soft.impulse_scale * self.normal_impulse
        } else {
            -self.normal_mass * speed
        };
        let total = (self.normal_impulse + correction).max(0.0);
        let change = total - self.normal_impulse;
        self.normal_impulse = total;
        couple.push(self, surface.normal * change);
    }
}

/// How easily two bodies are moved at a point.
struct PairWeights<'a> {
    a: &'a Motion,
    b: &'a Motion,
    from_a: Vec3,
    from_b: Vec3,
}

impl PairWeights<'_> {
    /// The speed along one direction that an impulse along another gives.
    fn speed(&self, along: Vec3, impulse: Vec3) -> f32 {
        let turning = |motion: &Motion, from: Vec3| {
            from.cross(along).dot(motion.inverse_inertia * from.cross(impulse))
        };
        (self.a.inverse_mass + self.b.inverse_mass) * along.dot(impulse)
            + turning(self.a, self.from_a)
            + turning(self.b, self.from_b)
    }
}

impl PointRow {
    fn new(
        point: &ManifoldPoint,
        weights: &PairWeights<'_>,
        normal: Vec3,
        [first, second]: [Vec3; 2],
    ) -> Self {
        Self {
            from_a: weights.from_a,
            from_b: weights.from_b,
            gap: -point.depth,
            normal_mass: 1.0 / weights.speed(normal, normal),
            friction_mass: FrictionMass::inverse_of(
                [weights.speed(first, first), weights.speed(second, second)],
                weights.speed(first, second),
            ),
            normal_impulse: 0.0,
            friction_impulse: [0.0; 2],
        }
    }
}

impl FrictionMass {
    fn inverse_of(diagonal: [f32; 2], off_diagonal: f32) -> Self {
        let trace = diagonal[0] + diagonal[1];
        let determinant = (diagonal[0] * diagonal[1] - off_diagonal * off_diagonal)
            .max(t::FRICTION_DETERMINANT * trace * trace);
        Self {
            diagonal: [diagonal[1] / determinant, diagonal[0] / determinant],
            off_diagonal: -off_diagonal / determinant,
        }
    }

    fn impulse(&self, speeds: [f32; 2]) -> [f32; 2] {
        [
            self.diagonal[0] * speeds[0] + self.off_diagonal * speeds[1],
            self.off_diagonal * speeds[0] + self.diagonal[1] * speeds[1],
        ]
    }
}
