//! An earlier frame's manifold, moved along with boxes that hardly moved against each other.
//!
//! Each contact is a point of a's face and one of b's. Both move with their boxes; the normal keeps
//! its place on a. What has changed since the manifold was computed is bounded by how far any point
//! of b has moved in a's frame: |Δt| + |ΔR| · h, component by component.

use octosat_lanes::{Arithmetic, Exact, Isa, Lanes, MAX_LANES, Mask, Row};

use super::batch::Batch;
use super::faces::columns;
use super::plane::PlanePoint;
use super::recall::{Recalled, load, shape};
use super::rows::{TO_LOW_BITS, low_bits};
use crate::coherence::{POINTS, POSE, PairMemory};
use crate::contacts::{ContactPoint, Feature};
use crate::frame::{Basis, cross_component, dot};
use crate::kernels::choice::MetricFrame;

/// The most points of a manifold that is recycled.
pub(super) const KEPT_POINTS: usize = 4;

/// Manifolds as they were computed, in lanes.
pub(super) struct KeptManifold<I: Isa> {
    /// The unit normal along a's axes.
    pub(super) normal: [I::Real; 3],
    /// The centre of b seen from a.
    offset: [I::Real; 3],
    /// The axes of b seen from a.
    columns: [[I::Real; 3]; 3],
    points: [PlanePoint<I::Real>; KEPT_POINTS],
}

/// How far boxes may have moved: a part of their smallest half extent, and the margins of now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved<F> {
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

/// The smaller of two values.
#[inline(always)]
fn smaller<F: Lanes>(left: F, right: F) -> F {
    F::select(right.less(left), right, left)
}

impl<I: Isa> KeptManifold<I> {
    #[inline(always)]
    pub(super) fn load(isa: I, memory: &[PairMemory], positions: &[u32]) -> Self {
        let [
            [normal_x, normal_y, normal_z, offset_x],
            [offset_y, offset_z, first_x, first_y],
            [first_z, second_x, second_y, second_z],
            u,
            v,
            gap,
        ] = load(
            isa,
            memory,
            positions,
            [POSE[0], POSE[1], POSE[2], POINTS[0], POINTS[1], POINTS[2]],
        );
        let [first, second] = [[first_x, first_y, first_z], [second_x, second_y, second_z]];
        let mut points = [PlanePoint { u: u[0], v: v[0], gap: gap[0] }; KEPT_POINTS];
        for (k, point) in points.iter_mut().enumerate() {
            *point = PlanePoint { u: u[k], v: v[k], gap: gap[k] };
        }
        Self {
            normal: [normal_x, normal_y, normal_z],
            offset: [offset_x, offset_y, offset_z],
            columns: with_third(first, second),
            points,
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

    /// Whether the boxes are still as they were, but for a small motion.
    #[inline(always)]
    pub(super) fn fits<A: Arithmetic>(
        &self,
        isa: I,
        frame: &MetricFrame<I::Real>,
        recalled: &Recalled<I>,
        moved: Moved<I::Real>,
    ) -> I::Mask {
        let [a, b] = [frame.own_a, frame.own_b];
        let smallest_a = smaller(smaller(a[0], a[1]), a[2]);
        let smallest_b = smaller(smaller(b[0], b[1]), b[2]);
        let smallest = smaller(smallest_a, smallest_b);
        let limit = isa.splat(moved.part) * smallest;
        let turned = self.turned(frame);
        let mut squared = isa.splat(0.0);
        for k in 0..3 {
            let mut motion = (frame.offset_a[k] - self.offset[k]).abs();
            for j in 0..3 {
                motion = A::multiply_add(turned[j][k].abs(), b[j], motion);
            }
            squared = A::multiply_add(motion, motion, squared);
        }
        let solid = isa.splat(0.0).less(smallest);
        let fits = recalled.fits(shape::<I>(isa, frame), moved.margins, limit);
        solid & fits & squared.at_most(limit * limit)
    }

    /// Moves the points along and keeps them in memory; true for pairs with a point within the
    /// margin.
    #[inline(always)]
    pub(super) fn moved<A: Arithmetic, B: Basis>(
        &self,
        isa: I,
        batch: &Batch<'_, I, B>,
        recalled: &Recalled<I>,
        memory: &mut RecycledMemory,
    ) -> I::Mask {
        let [zero, half, low] = [isa.splat(0.0), isa.splat(0.5), isa.splat(TO_LOW_BITS)];
        let frame = batch.frame;
        let which = recalled.faces(isa).a;
        let extent = which.pick(frame.own_a);
        let top = Lanes::select(zero.less(which.pick(self.normal)), extent, zero - extent);
        let axes = B::axes::<I, A>(isa, &batch.sides.a);
        let origin = batch.origin(isa);
        let turned = self.turned(frame);
        let mut moved = frame.offset_a;
        for i in 0..3 {
            moved[i] = frame.offset_a[i] - self.offset[i];
        }
        let mut any = zero.less(zero);
        for (k, point) in self.points.iter().enumerate() {
            let on_a = which.turn_back([top, point.u, point.v]);
            // b's point as it was, along b's axes, and how it has moved. By differences: the places
            // themselves are as large as a, and their rounding would shake contacts with the ground.
            let mut from_center = on_a;
            let mut step = moved;
            for i in 0..3 {
                from_center[i] =
                    A::multiply_add(point.gap, self.normal[i], on_a[i]) - self.offset[i];
            }
            for j in 0..3 {
                let along = dot::<_, A>(self.columns[j], from_center);
                for i in 0..3 {
                    step[i] = A::multiply_add(along, turned[j][i], step[i]);
                }
            }
            let gap = point.gap + dot::<_, A>(self.normal, step);
            let mut middle = on_a;
            for i in 0..3 {
                step[i] = A::multiply_add(point.gap, self.normal[i], step[i]);
                middle[i] = A::multiply_add(half, step[i], on_a[i]);
            }
            let mut position = origin;
            for i in 0..3 {
                let along = dot::<_, A>(middle, [axes[0][i], axes[1][i], axes[2][i]]);
                position[i] = origin[i] + along;
            }
            let present = zero.less(recalled.features[k]) & gap.at_most(batch.margins);
            any = any | present;
            let [x, y, z] = position;
            isa.store_rows([x, y, z, zero - gap], &mut memory.points[k]);
            let feature = recalled.features[k] + (low - isa.splat(1.0));
            isa.store(feature, &mut memory.features[k]);
            memory.present[k] = present.bits();
        }
        any
    }
}

/// Points of a batch of recycled manifolds.
pub(super) struct RecycledMemory {
    /// Position, and the depth behind it.
    points: [[Row; MAX_LANES]; KEPT_POINTS],
    /// In the low bits.
    features: [[f32; MAX_LANES]; KEPT_POINTS],
    /// The lanes that have the point.
    present: [u32; KEPT_POINTS],
}

impl RecycledMemory {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            points: [[Row([0.0; 4]); MAX_LANES]; KEPT_POINTS],
            features: [[0.0; MAX_LANES]; KEPT_POINTS],
            present: [0; KEPT_POINTS],
        }
    }

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
        let feature = Feature(low_bits(self.features[k][lane]));
        ContactPoint { position: [x, y, z], depth, feature }
    }
}
