//! The contacts of one pair as constraints on velocities.

use super::Substep;
use super::motion::Motion;
use super::soft::Softness;
use crate::Vec3;
use crate::body::Body;
use crate::narrow_phase::{MOST_POINTS, Manifold, ManifoldPoint};
use crate::tolerances as t;

/// What a pass over the contacts is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// Soft contacts that also work off overlap.
    PushOut,
    /// Rigid contacts that only stop approach.
    Relax,
}

/// One pair's contacts within a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactRow {
    a: usize,
    b: usize,
    normal: Vec3,
    /// Two unit directions along the surface.
    tangents: [Vec3; 2],
    softness: Softness,
    points: [PointRow; MOST_POINTS],
    len: usize,
}

/// One contact point within a frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PointRow {
    /// The point relative to each centre at the start of the frame.
    from_a: Vec3,
    from_b: Vec3,
    /// The gap at the start of the frame in metres, negative for overlap.
    gap: f32,
    normal_mass: f32,
    friction_mass: FrictionMass,
    normal_impulse: f32,
    friction_impulse: [f32; 2],
}

/// The inverse of the symmetric matrix that turns impulses along the tangents into speeds.
#[derive(Clone, Copy, Debug, Default)]
struct FrictionMass {
    diagonal: [f32; 2],
    off_diagonal: f32,
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
        let between = bodies[b].pose.centre - bodies[a].pose.centre;
        let (first, second) = manifold.normal.any_orthonormal_pair();
        let tangents = [first, second];
        let mut row = Self {
            a,
            b,
            normal: manifold.normal,
            tangents,
            softness,
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

    /// The points, in the manifold's order.
    pub(super) fn points(&self) -> &[PointRow] {
        &self.points[..self.len]
    }

    /// Takes over the impulses that a point had in the last frame.
    pub(super) fn set_impulse(&mut self, point: usize, normal: f32, friction: Vec3) {
        let along = self.tangents.map(|tangent| tangent.dot(friction));
        self.points[point].normal_impulse = normal;
        self.points[point].friction_impulse = along;
    }

    /// The impulse of a point along the normal, in newton seconds.
    pub(super) fn normal_impulse(&self, point: usize) -> f32 {
        self.points[point].normal_impulse
    }

    /// The impulse of a point along the surface, in world coordinates.
    pub(super) fn friction_impulse(&self, point: usize) -> Vec3 {
        self.along_surface(self.points[point].friction_impulse)
    }

    /// Applies the impulses of the last substep.
    pub(super) fn apply_kept_impulses(&self, motions: &mut [Motion]) {
        for point in self.points() {
            let impulse =
                self.normal * point.normal_impulse + self.along_surface(point.friction_impulse);
            self.push(motions, point, impulse);
        }
    }

    /// Corrects the impulses of all points, friction first so that the normals have the last word.
    pub(super) fn solve(&mut self, motions: &mut [Motion], pass: Pass, substep: Substep) {
        for index in 0..self.len {
            self.solve_friction(motions, index, substep);
        }
        for index in 0..self.len {
            self.solve_normal(motions, index, pass, substep);
        }
    }

    fn solve_friction(&mut self, motions: &mut [Motion], index: usize, substep: Substep) {
        let point = self.points[index];
        let sliding = self.relative_velocity(motions, &point);
        let wanted = point.friction_mass.impulse(self.tangents.map(|dir| dir.dot(sliding)));
        let limit = substep.friction * point.normal_impulse;
        let mut total = [0, 1].map(|k| point.friction_impulse[k] - wanted[k]);
        let length = (total[0] * total[0] + total[1] * total[1]).sqrt();
        if length > limit {
            total = total.map(|part| part * (limit / length));
        }
        let change = [0, 1].map(|k| total[k] - point.friction_impulse[k]);
        self.points[index].friction_impulse = total;
        self.push(motions, &point, self.along_surface(change));
    }

    fn solve_normal(&mut self, motions: &mut [Motion], index: usize, pass: Pass, substep: Substep) {
        let point = self.points[index];
        let moved = motions[self.b].moved(point.from_b) - motions[self.a].moved(point.from_a);
        let gap = point.gap + self.normal.dot(moved);
        let speed = self.normal.dot(self.relative_velocity(motions, &point));
        let soft = self.softness;
        let correction = if gap > 0.0 {
            // The bodies may close the gap within the substep, and no more.
            -point.normal_mass * (speed + gap / substep.seconds)
        } else if pass == Pass::PushOut {
            let push = (soft.bias_rate * gap).max(-t::PUSH_OUT_SPEED);
            -point.normal_mass * soft.mass_scale * (speed + push)
                - soft.impulse_scale * point.normal_impulse
        } else {
            -point.normal_mass * speed
        };
        let total = (point.normal_impulse + correction).max(0.0);
        self.points[index].normal_impulse = total;
        self.push(motions, &point, self.normal * (total - point.normal_impulse));
    }

    fn along_surface(&self, parts: [f32; 2]) -> Vec3 {
        self.tangents[0] * parts[0] + self.tangents[1] * parts[1]
    }

    fn relative_velocity(&self, motions: &[Motion], point: &PointRow) -> Vec3 {
        motions[self.b].velocity_at(point.from_b) - motions[self.a].velocity_at(point.from_a)
    }

    fn push(&self, motions: &mut [Motion], point: &PointRow, impulse: Vec3) {
        motions[self.a].push(-impulse, point.from_a);
        motions[self.b].push(impulse, point.from_b);
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
