//! A batch of manifolds in memory, and how it is written into the caller's rows.
//!
//! The last step is done pair by pair, because pairs have different numbers of points. It is short: points
//! become rows of position and depth in whole batches before it. And it always writes four points, of which
//! the next pair overwrites those that do not count: a branch on their number would be mispredicted once per
//! pair.

use bytemuck::Zeroable;
use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes, MAX_LANES, Mask, Row};

use super::faces::PlanePoint;
use super::reduce::{PACKED, Packed};
use super::surfaces::SurfaceMemory;
use crate::contacts::points::SurfacePoints;
use crate::contacts::{ContactPoint, ContactStatus, Feature, Manifold};
use crate::results::Axis;

/// Unit directions of box a's face, and a point, in world coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorldFace<F> {
    /// The center of a, or zero if positions are relative to it.
    pub(super) origin: [F; 3],
    /// The axes of a in cyclic order, beginning with that of its face.
    pub(super) axes: [[F; 3]; 3],
    /// The signed height of a's face along the first of them.
    pub(super) top: F,
    /// The unit normal.
    pub(super) normal: [F; 3],
}

/// The parts of a pair's row that do not depend on its points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcomes<F: Lanes> {
    /// The number of points.
    pub(super) count: F::Integer,
    pub(super) depth: F,
    pub(super) code: F::Integer,
    pub(super) status: F::Integer,
}

/// A status as a number in every lane.
#[inline(always)]
pub(super) fn number<I: Isa>(isa: I, status: ContactStatus) -> I::Integer {
    isa.splat_integer(status.number())
}

impl<F: Lanes> WorldFace<F> {
    /// The contact that a point of the plane stands for: its position, followed by its depth.
    #[inline(always)]
    fn place<I: Isa<Real = F>>(&self, isa: I, face: [F; 3], point: PlanePoint<F>) -> [F; 4] {
        let [_, u, v] = self.axes;
        let half = isa.splat(0.5);
        let mut position = face;
        for (k, component) in position.iter_mut().enumerate() {
            let on_face = (*component + point.u * u[k]) + point.v * v[k];
            *component = on_face + point.gap * (half * self.normal[k]);
        }
        let [x, y, z] = position;
        [x, y, z, isa.splat(0.0) - point.gap]
    }
}

/// Four points per lane: position, depth and feature.
#[derive(Zeroable)]
pub(super) struct PointMemory {
    rows: [[Row; MAX_LANES]; PACKED],
    features: [[i32; MAX_LANES]; PACKED],
}

impl PointMemory {
    /// Stores points in the world; returns a number that is finite if all coordinates are.
    #[inline(always)]
    pub(super) fn keep<I: Isa, A: Arithmetic>(
        &mut self,
        isa: I,
        world: &WorldFace<I::Real>,
        packed: &Packed<I::Real>,
    ) -> I::Real {
        let mut face = world.origin;
        for (component, out) in face.iter_mut().zip(world.axes[0]) {
            *component = A::multiply_add(world.top, out, *component);
        }
        // Spelt out: as a loop it may stay rolled, with the points in memory.
        let first = self.keep_one(isa, world, face, packed, 0);
        let second = self.keep_one(isa, world, face, packed, 1);
        let third = self.keep_one(isa, world, face, packed, 2);
        let fourth = self.keep_one(isa, world, face, packed, 3);
        (first + second) + (third + fourth)
    }

    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "a step of `keep`, spelt out four times")]
    fn keep_one<I: Isa>(
        &mut self,
        isa: I,
        world: &WorldFace<I::Real>,
        face: [I::Real; 3],
        packed: &Packed<I::Real>,
        k: usize,
    ) -> I::Real {
        let row = world.place(isa, face, packed.points[k]);
        isa.store_integers(packed.features[k], &mut self.features[k]);
        isa.store_rows(row, &mut self.rows[k]);
        (row[0] + row[1]) + row[2]
    }

    #[inline(always)]
    fn point(&self, k: usize, lane: usize) -> ContactPoint {
        let Row([x, y, z, depth]) = self.rows[k][lane];
        let feature = Feature(self.features[k][lane].cast_unsigned());
        ContactPoint { position: [x, y, z], depth, feature }
    }
}

/// One batch in memory; kept from batch to batch, so that it is cleared once per call.
#[derive(Zeroable)]
pub(super) struct BatchMemory {
    /// The first four points of each pair.
    pub(super) first: PointMemory,
    /// The last four in reverse order, for pairs that have more than four.
    pub(super) last: PointMemory,
    pub(super) rows: RowMemory,
    /// The same points on the boxes, and the hints for the next frame.
    pub(super) first_surfaces: SurfaceMemory,
    pub(super) last_surfaces: SurfaceMemory,
    pub(super) hints: [i32; MAX_LANES],
}

/// Rows of a batch, without the numbers of their first points.
#[derive(Zeroable)]
pub(super) struct RowMemory {
    /// The normal, followed by the depth.
    normal: [Row; MAX_LANES],
    /// The last word of each row: how many points, the axis and the status, from the lowest byte on.
    words: [i32; MAX_LANES],
}

impl RowMemory {
    /// Stores a batch of rows.
    #[inline(always)]
    pub(super) fn keep<I: Isa>(
        &mut self,
        isa: I,
        normal: [I::Real; 3],
        outcomes: Outcomes<I::Real>,
    ) {
        let Outcomes { count, depth, code, status } = outcomes;
        isa.store_rows([normal[0], normal[1], normal[2], depth], &mut self.normal);
        let word = count | (code.shift_left(8) | status.shift_left(16));
        isa.store_integers(word, &mut self.words);
    }

    /// Replaces rows of some lanes by rows of input that is not finite; no valid box has one.
    #[inline(always)]
    pub(super) fn reject<M: Mask>(&mut self, lanes: M) {
        if lanes.bits() != 0 {
            self.reject_out_of_line(lanes.bits());
        }
    }

    #[cold]
    #[inline(never)]
    fn reject_out_of_line(&mut self, mut lanes: u32) {
        let Manifold { normal: [x, y, z], depth, len, axis, status, .. } = Manifold::NOT_FINITE;
        let word = i32::from_le_bytes([len, axis.code(), status.byte(), 0]);
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            self.normal[lane] = Row([x, y, z, depth]);
            self.words[lane] = word;
            lanes &= lanes - 1;
        }
    }

    /// The row of a lane.
    #[inline(always)]
    pub(super) fn row(&self, lane: usize) -> Manifold {
        // As words: field by field, the last word would be written byte by byte.
        let [x, y, z, depth] = self.normal[lane].0.map(f32::to_bits);
        bytemuck::cast([x, y, z, depth, 0, self.words[lane].cast_unsigned().to_le()])
    }
}

impl BatchMemory {
    /// The row of a lane, its points written to `points`, which has room for as many as a pair may have.
    #[inline(always)]
    pub(super) fn write(&self, lane: usize, points: &mut [ContactPoint]) -> Manifold {
        let row = self.rows.row(lane);
        let count = usize::from(row.len);
        let (four, rest) = points.split_at_mut(PACKED);
        for (k, point) in four.iter_mut().enumerate() {
            *point = self.first.point(k, lane);
        }
        if count > PACKED {
            for (k, point) in (PACKED..count).zip(rest) {
                *point = self.last.point(count - 1 - k, lane);
            }
        }
        row
    }

    /// Writes the same points on the boxes.
    #[inline(always)]
    pub(super) fn write_surfaces(&self, lane: usize, len: u8, surfaces: &mut [SurfacePoints]) {
        let count = usize::from(len);
        let (four, rest) = surfaces.split_at_mut(PACKED);
        self.first_surfaces.write(lane, four);
        for (k, point) in (PACKED..count).zip(rest) {
            *point = self.last_surfaces.point(count - 1 - k, lane);
        }
    }
}

/// Manifolds of closest points, a batch of them.
#[derive(Zeroable)]
pub(super) struct ClosestMemory {
    /// The normal, and the bits of the axis number.
    normal: [Row; MAX_LANES],
    /// The position, followed by the depth.
    point: [Row; MAX_LANES],
    feature: [i32; MAX_LANES],
    /// The same points on the boxes.
    pub(super) surfaces: SurfaceMemory,
}

/// The contact of a pair of closest points.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClosestContact {
    pub(super) normal: [f32; 3],
    pub(super) axis: Axis,
    pub(super) point: ContactPoint,
}

impl ClosestMemory {
    #[inline(always)]
    pub(super) fn keep<I: Isa>(
        &mut self,
        isa: I,
        outcome: ClosestOutcome<I::Real>,
        point: PlacedPoint<I::Real>,
        feature: I::Integer,
    ) {
        let PlacedPoint { position, depth } = point;
        let [x, y, z] = outcome.normal;
        isa.store_rows([x, y, z, Lanes::from_bits(outcome.code)], &mut self.normal);
        isa.store_rows([position[0], position[1], position[2], depth], &mut self.point);
        isa.store_integers(feature, &mut self.feature);
    }

    #[inline(always)]
    pub(super) fn contact(&self, lane: usize) -> ClosestContact {
        let Row([nx, ny, nz, code]) = self.normal[lane];
        let Row([x, y, z, depth]) = self.point[lane];
        let feature = Feature(self.feature[lane].cast_unsigned());
        ClosestContact {
            normal: [nx, ny, nz],
            axis: Axis::from_number(code.to_bits().cast_signed()),
            point: ContactPoint { position: [x, y, z], depth, feature },
        }
    }
}

/// The normal of closest points, and the number of an axis that separates the boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClosestOutcome<F: Lanes> {
    pub(super) normal: [F; 3],
    pub(super) code: F::Integer,
}

/// A contact's position and depth, in lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedPoint<F> {
    pub(super) position: [F; 3],
    pub(super) depth: F,
}
