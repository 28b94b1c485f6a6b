//! A batch of manifolds in memory, and its way into the caller's rows.
//!
//! The last step is taken pair by pair, because pairs have different numbers of points. It is kept
//! short: points are turned into rows of position and depth by whole batches before; and it is
//! always four points that are written, the next pair's over those that did not count, because a
//! branch on their number would be guessed wrong once a pair.

use octosat_lanes::{Arithmetic, Isa, Lanes, MAX_LANES, Row};

use super::pack::{PACKED, Packed};
use super::plane::PlanePoint;
use super::settle::NoteMemory;
use crate::contacts::{ContactPoint, ContactStatus, Feature, Manifold};
use crate::kernels::low_bits::{TO_LOW_BITS, low_bits};
use crate::results::Axis;

/// Unit directions of box a's face, and a point, in world coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorldFace<F> {
    /// The centre of a, or zero where positions are to be relative to it.
    pub(super) origin: [F; 3],
    /// The axes of a from its face's own on.
    pub(super) axes: [[F; 3]; 3],
    /// The signed height of a's face along the first of them.
    pub(super) top: F,
    /// The unit normal.
    pub(super) normal: [F; 3],
}

/// What decides a pair's row, beside its points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verdicts<F> {
    pub(super) depth: F,
    pub(super) code: F,
    pub(super) status: F,
}

impl<F: Lanes> WorldFace<F> {
    /// The contact that a point of the plane stands for: its position, and its depth behind it.
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

/// Four points a lane: position and depth, and the feature in the low bits.
pub(super) struct PointMemory {
    rows: [[Row; MAX_LANES]; PACKED],
    features: [[f32; MAX_LANES]; PACKED],
}

impl PointMemory {
    #[inline(always)]
    fn new() -> Self {
        Self { rows: [[Row([0.0; 4]); MAX_LANES]; PACKED], features: [[0.0; MAX_LANES]; PACKED] }
    }

    /// Keeps points in the world.
    #[inline(always)]
    pub(super) fn keep<I: Isa, A: Arithmetic>(
        &mut self,
        isa: I,
        world: &WorldFace<I::Real>,
        packed: &Packed<I::Real>,
    ) {
        let mut face = world.origin;
        for (component, out) in face.iter_mut().zip(world.axes[0]) {
            *component = A::multiply_add(world.top, out, *component);
        }
        // Spelt out: as a loop it may stay rolled, with the points in memory.
        self.keep_one(isa, world, face, packed, 0);
        self.keep_one(isa, world, face, packed, 1);
        self.keep_one(isa, world, face, packed, 2);
        self.keep_one(isa, world, face, packed, 3);
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
    ) {
        isa.store(packed.features[k] + isa.splat(TO_LOW_BITS), &mut self.features[k]);
        isa.store_rows(world.place(isa, face, packed.points[k]), &mut self.rows[k]);
    }

    #[inline(always)]
    fn point(&self, k: usize, lane: usize) -> ContactPoint {
        let Row([x, y, z, depth]) = self.rows[k][lane];
        let feature = Feature(low_bits(self.features[k][lane]));
        ContactPoint { position: [x, y, z], depth, feature }
    }
}

/// One batch in memory; kept from batch to batch, so that it is cleared once a call.
pub(super) struct BatchMemory {
    /// The first four points of each pair.
    pub(super) first: PointMemory,
    /// The last four from the last on, of pairs that have more than four.
    pub(super) last: PointMemory,
    counts: [f32; MAX_LANES],
    pub(super) rows: RowMemory,
    pub(super) notes: NoteMemory,
}

/// Rows of a batch without points.
pub(super) struct RowMemory {
    normal: [Row; MAX_LANES],
    code: [f32; MAX_LANES],
    status: [f32; MAX_LANES],
}

impl RowMemory {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            normal: [Row([0.0; 4]); MAX_LANES],
            code: [0.0; MAX_LANES],
            status: [0.0; MAX_LANES],
        }
    }

    /// Keeps a batch of rows.
    #[inline(always)]
    pub(super) fn keep<I: Isa>(
        &mut self,
        isa: I,
        normal: [I::Real; 3],
        verdicts: Verdicts<I::Real>,
    ) {
        let low = isa.splat(TO_LOW_BITS);
        isa.store_rows([normal[0], normal[1], normal[2], verdicts.depth], &mut self.normal);
        isa.store(verdicts.code + low, &mut self.code);
        isa.store(verdicts.status + low, &mut self.status);
    }

    /// The row of a lane, without points.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "both numbers are below 256")]
    pub(super) fn row(&self, lane: usize) -> Manifold {
        let Row([x, y, z, depth]) = self.normal[lane];
        Manifold {
            normal: [x, y, z],
            depth,
            first: 0,
            len: 0,
            axis: Axis::from_code(low_bits(self.code[lane]) as u8),
            status: ContactStatus::from_bits(low_bits(self.status[lane]) as u8),
            ..Manifold::default()
        }
    }
}

impl BatchMemory {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            first: PointMemory::new(),
            last: PointMemory::new(),
            counts: [0.0; MAX_LANES],
            rows: RowMemory::new(),
            notes: NoteMemory::new(),
        }
    }

    /// Keeps the number of points that each lane has.
    #[inline(always)]
    pub(super) fn keep_counts<I: Isa>(&mut self, isa: I, counts: I::Real) {
        isa.store(counts + isa.splat(TO_LOW_BITS), &mut self.counts);
    }

    /// The row of a lane, its points written to the front of `points`, which has room for `limit`.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "there are at most eight points")]
    pub(super) fn write(&self, lane: usize, limit: usize, points: &mut [ContactPoint]) -> Manifold {
        let count = (low_bits(self.counts[lane]) as usize).min(limit);
        let (four, rest) = points[..limit].split_at_mut(PACKED);
        for (k, point) in four.iter_mut().enumerate() {
            *point = self.first.point(k, lane);
        }
        for (k, point) in (PACKED..count).zip(rest) {
            *point = self.last.point(count - 1 - k, lane);
        }
        Manifold { len: count as u8, ..self.rows.row(lane) }
    }
}

/// Manifolds of closest points, a batch of them.
pub(super) struct ClosestMemory {
    /// The normal, and in the low bits the axis number.
    normal: [Row; MAX_LANES],
    /// The position, and the depth behind it.
    point: [Row; MAX_LANES],
    feature: [f32; MAX_LANES],
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
    pub(super) fn new() -> Self {
        let rows = [Row([0.0; 4]); MAX_LANES];
        Self { normal: rows, point: rows, feature: [0.0; MAX_LANES] }
    }

    #[inline(always)]
    pub(super) fn keep<I: Isa>(
        &mut self,
        isa: I,
        verdict: ClosestVerdict<I::Real>,
        point: PlacedPoint<I::Real>,
        feature: I::Real,
    ) {
        let PlacedPoint { position, depth } = point;
        let [x, y, z] = verdict.normal;
        isa.store_rows([x, y, z, verdict.code + isa.splat(TO_LOW_BITS)], &mut self.normal);
        isa.store_rows([position[0], position[1], position[2], depth], &mut self.point);
        isa.store(feature + isa.splat(TO_LOW_BITS), &mut self.feature);
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "axis numbers are below 256")]
    pub(super) fn contact(&self, lane: usize) -> ClosestContact {
        let Row([nx, ny, nz, code]) = self.normal[lane];
        let Row([x, y, z, depth]) = self.point[lane];
        let feature = Feature(low_bits(self.feature[lane]));
        ClosestContact {
            normal: [nx, ny, nz],
            axis: Axis::from_code(low_bits(code) as u8),
            point: ContactPoint { position: [x, y, z], depth, feature },
        }
    }
}

/// The normal of closest points, and the number of an axis that separates the boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClosestVerdict<F> {
    pub(super) normal: [F; 3],
    pub(super) code: F,
}

/// A contact's position and depth, in lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedPoint<F> {
    pub(super) position: [F; 3],
    pub(super) depth: F,
}
