//! An earlier frame's manifold, moved along with boxes that hardly moved against each other.
//!
//! Each contact is a point of a's face and one of b's. Both move with their boxes; the normal keeps
//! its place on a. What has changed since the manifold was computed is bounded by how far any point
//! of b has moved in a's frame: |Δt| + |ΔR| · h, component by component.

use bytemuck::Zeroable;
use octosat_lanes::{Arithmetic, Exact, IntegerLanes, Isa, Lanes, MAX_LANES, Mask, Row};

use super::batch::{Batch, Remembered};
use super::faces::{Which, columns};
use super::plane::PlanePoint;
use super::recall::{LastFeatures, Memories, Recalled, shape};
use crate::choice::MetricFrame;
use crate::coherence::{POINTS, POSE};
use crate::contacts::{ContactPoint, Feature};
use crate::frame::{Unit, cross_component, dot};

/// The most points of a manifold that is recycled.
pub(super) const KEPT_POINTS: usize = 4;

/// Manifolds as they were computed, in lanes.
pub(super) struct KeptManifold<I: Isa> {
    /// The unit normal along a's axes.
    pub(super) normal: [I::Real; 3],
    /// The center of b seen from a.
    offset: [I::Real; 3],
    /// The axes of b seen from a.
    columns: [[I::Real; 3]; 3],
}

/// How far boxes have moved, squared; how far they may, as a part of their smallest half extent; and the
/// margins of now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved<F> {
    pub(super) squared: F,
    pub(super) part: f32,
    pub(super) margins: F,
}

/// Two axes of b and the third, which is made of them both then and now, so that boxes that did not
/// move have not moved by rounding either.
#[inline(always)]
fn with_third<F: Lanes>(first: [F; 3], second: [F; 3]) -> [[F; 3]; 3] {
    let mut third = first;
    for (k, component) in third.iter_mut().enumerate() {
        *component = cross_component::<_, Exact>(first, second, k);
    }
    [first, second, third]
}

impl<I: Isa> KeptManifold<I> {
    #[inline(always)]
    pub(super) fn load(isa: I, memories: &Memories<'_>) -> Self {
        let [
            [normal_x, normal_y, normal_z, offset_x],
            [offset_y, offset_z, first_x, first_y],
            [first_z, second_x, second_y, second_z],
        ] = memories.load(isa, POSE);
        let [first, second] = [[first_x, first_y, first_z], [second_x, second_y, second_z]];
        Self {
            normal: [normal_x, normal_y, normal_z],
            offset: [offset_x, offset_y, offset_z],
            columns: with_third(first, second),
        }
    }

    /// How the axes of b have turned, seen from a.
    #[inline(always)]
    fn turned(&self, frame: &MetricFrame<I::Real>) -> [[I::Real; 3]; 3] {
        let [first, second, _] = columns(frame);
        let mut turned = with_third(first, second);
        for (now, before) in turned.iter_mut().zip(self.columns) {
            for (component, was) in now.iter_mut().zip(before) {
                *component = *component - was;
            }
        }
        turned
    }

    /// The rows of the matrix that takes a vector of b as it was to how it has changed: zero, and not
    /// by rounding something else, where b has not turned.
    #[inline(always)]
    fn turn<A: Arithmetic>(&self, frame: &MetricFrame<I::Real>) -> [[I::Real; 3]; 3] {
        let turned = self.turned(frame);
        let mut turn = turned;
        for (i, row) in turn.iter_mut().enumerate() {
            for (k, entry) in row.iter_mut().enumerate() {
                let then = [self.columns[0][k], self.columns[1][k], self.columns[2][k]];
                *entry = dot::<_, A>([turned[0][i], turned[1][i], turned[2][i]], then);
            }
        }
        turn
    }

    /// The square of how far any point of b has moved at most, seen from a.
    #[inline(always)]
    pub(super) fn motion_squared<A: Arithmetic>(
        &self,
        isa: I,
        frame: &MetricFrame<I::Real>,
    ) -> I::Real {
        let turned = self.turned(frame);
        let mut squared = isa.splat(0.0);
        for k in 0..3 {
            let mut motion = (frame.offset_a[k] - self.offset[k]).abs();
            for j in 0..3 {
                motion = A::multiply_add(turned[j][k].abs(), frame.own_b[j], motion);
            }
            squared = A::multiply_add(motion, motion, squared);
        }
        squared
    }

    /// Whether the boxes are still as they were, but for a small motion.
    #[inline(always)]
    pub(super) fn fits(
        &self,
        isa: I,
        frame: &MetricFrame<I::Real>,
        recalled: &Recalled<I>,
        moved: Moved<I::Real>,
    ) -> I::Mask {
        let [a, b] = [frame.own_a, frame.own_b];
        let smallest_a = a[2].lesser(a[1].lesser(a[0]));
        let smallest_b = b[2].lesser(b[1].lesser(b[0]));
        let smallest = smallest_b.lesser(smallest_a);
        let limit = isa.splat(moved.part) * smallest;
        let solid = isa.splat(0.0).less(smallest);
        let fits = recalled.fits(shape::<I>(isa, frame), moved.margins, limit);
        solid & fits & moved.squared.at_most(limit * limit)
    }

    /// Moves the points along and keeps them in memory; the least gap of those within the margin,
    /// infinite where there are none.
    #[inline(always)]
    pub(super) fn moved<A: Arithmetic>(
        &self,
        isa: I,
        batch: &Batch<'_, I>,
        remembered: Remembered<'_, I>,
        recycled: &mut RecycledMemory,
    ) -> I::Real {
        let Remembered { recalled, memories } = remembered;
        let zero = isa.splat(0.0);
        let frame = batch.frame;
        let which = recalled.faces(isa).a;
        let extent = which.pick(frame.own_a);
        let mut step = frame.offset_a;
        for i in 0..3 {
            step[i] = frame.offset_a[i] - self.offset[i];
        }
        // Only here: loaded with the pose, the points went to the stack and back.
        let [u, v, gap] = memories.load(isa, POINTS);
        let LastFeatures(features) = LastFeatures::load(isa, &memories);
        let motion = Motion {
            batch,
            points: [u, v, gap],
            features,
            which,
            top: Lanes::select(zero.less(which.pick(self.normal)), extent, zero - extent),
            axes: Unit::axes::<I, A>(isa, &batch.sides.a),
            step,
            turn: self.turn::<A>(frame),
        };
        // Spelt out: a loop over the points stays rolled.
        let least = self.move_one::<A>(isa, &motion, recycled, 0);
        let least = least.lesser(self.move_one::<A>(isa, &motion, recycled, 1));
        let least = least.lesser(self.move_one::<A>(isa, &motion, recycled, 2));
        least.lesser(self.move_one::<A>(isa, &motion, recycled, 3))
    }

    /// Moves point `k` along; its gap where there is such a point within the margin, else infinity.
    #[inline(always)]
    fn move_one<A: Arithmetic>(
        &self,
        isa: I,
        motion: &Motion<'_, I>,
        recycled: &mut RecycledMemory,
        k: usize,
    ) -> I::Real {
        let [zero, half] = [isa.splat(0.0), isa.splat(0.5)];
        let Motion { batch, features, which, top, axes, turn, .. } = motion;
        let [u, v, gap] = &motion.points;
        let point = PlanePoint { u: u[k], v: v[k], gap: gap[k] };
        let on_a = which.turn_back([*top, point.u, point.v]);
        // b's point as it was, and how it has moved. By differences: the places themselves are as
        // large as a, and their rounding would shake contacts with the ground.
        let mut from_center = on_a;
        let mut step = motion.step;
        for i in 0..3 {
            from_center[i] = A::multiply_add(point.gap, self.normal[i], on_a[i]) - self.offset[i];
        }
        for i in 0..3 {
            step[i] = step[i] + dot::<_, A>(turn[i], from_center);
        }
        let gap = point.gap + dot::<_, A>(self.normal, step);
        let mut middle = on_a;
        for i in 0..3 {
            step[i] = A::multiply_add(point.gap, self.normal[i], step[i]);
            middle[i] = A::multiply_add(half, step[i], on_a[i]);
        }
        let [x, y, z] = batch.placed::<A>(isa, axes, middle);
        let present = isa.splat_integer(0).less(features[k]) & gap.at_most(batch.margins);
        isa.store_rows([x, y, z, zero - gap], &mut recycled.points[k]);
        isa.store_integers(features[k] - isa.splat_integer(1), &mut recycled.features[k]);
        recycled.present[k] = present.bits();
        Lanes::select(present, gap, isa.splat(f32::INFINITY))
    }
}

/// How boxes have moved since their manifolds were computed, seen from a.
struct Motion<'a, I: Isa> {
    batch: &'a Batch<'a, I>,
    /// The points' places in the plane of a's face, u and v, and the gaps there.
    points: [[I::Real; KEPT_POINTS]; 3],
    /// 1 + the feature of each point, zero for none.
    features: [I::Integer; KEPT_POINTS],
    /// The axis of a's face, and the face's signed height along it.
    which: Which<I>,
    top: I::Real,
    /// The axes of a in world coordinates.
    axes: [[I::Real; 3]; 3],
    /// How b's center has moved, and, by rows, how a vector of b's turns, less itself.
    step: [I::Real; 3],
    turn: [[I::Real; 3]; 3],
}

/// Points of a batch of recycled manifolds.
#[derive(Zeroable)]
pub(super) struct RecycledMemory {
    /// Position, and the depth behind it.
    points: [[Row; MAX_LANES]; KEPT_POINTS],
    features: [[i32; MAX_LANES]; KEPT_POINTS],
    /// The lanes that have the point.
    present: [u32; KEPT_POINTS],
}

impl RecycledMemory {
    /// Writes a lane's points to the front of `points`, which has room for [`KEPT_POINTS`]; their
    /// number.
    #[inline(always)]
    pub(super) fn write(&self, lane: usize, points: &mut [ContactPoint]) -> u8 {
        let four = &mut points[..KEPT_POINTS];
        let [first, second, third, fourth] = self.present;
        // All points that come before one that counts mostly count too: then none has to move.
        let gaps = (!first & second) | (!second & third) | (!third & fourth);
        let mut len = 0;
        if gaps >> lane & 1 == 0 {
            for (k, point) in four.iter_mut().enumerate() {
                *point = self.point(k, lane);
                len += (self.present[k] >> lane & 1) as u8;
            }
        } else {
            for (k, present) in self.present.iter().enumerate() {
                if present >> lane & 1 == 1 {
                    four[usize::from(len)] = self.point(k, lane);
                    len += 1;
                }
            }
        }
        len
    }

    #[inline(always)]
    fn point(&self, k: usize, lane: usize) -> ContactPoint {
        let Row([x, y, z, depth]) = self.points[k][lane];
        let feature = Feature(self.features[k][lane].cast_unsigned());
        ContactPoint { position: [x, y, z], depth, feature }
    }
}
