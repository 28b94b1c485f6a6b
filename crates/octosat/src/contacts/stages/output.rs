//! A batch of manifolds in memory, and how it is written into the caller's rows and places.
//!
//! The last step is done pair by pair, because pairs have different numbers of points. It is short: points
//! become rows of position and depth in whole batches before it. And it always writes four points, of which
//! the next pair overwrites those that do not count: a branch on their number would be mispredicted once per
//! pair.

use bytemuck::Zeroable;
use octosat_lanes::{
    Arithmetic, IntegerLanes, Isa, Lanes, MAX_LANES, Mask, Row, Singles, unrolled,
};

use super::faces::{FacePair, PlanePoint, columns};
use super::reduce::{PACKED, Packed};
use crate::contacts::{ContactPoint, ContactStatus, Feature, Manifold, SurfacePoints};
use crate::frame::{MetricFrame, dot};
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

/// The parts of a pair's row but for its normal and the place of its first point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcomes<F: Singles> {
    /// The number of points.
    pub(super) count: F::Integer,
    pub(super) depth: F,
    pub(super) code: F::Integer,
    pub(super) status: F::Integer,
    /// The size of the smaller box in the highest byte.
    pub(super) size: F::Integer,
}

/// A status as a number in every lane.
#[inline(always)]
pub(super) fn number<I: Isa>(isa: I, status: ContactStatus) -> I::Integer {
    isa.splat_integer(status.number())
}

impl<F: Singles> WorldFace<F> {
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
    pub(super) fn store<I: Isa, A: Arithmetic>(
        &mut self,
        isa: I,
        world: &WorldFace<I::Real>,
        packed: &Packed<I::Real>,
    ) -> I::Real {
        let mut face = world.origin;
        for (component, out) in face.iter_mut().zip(world.axes[0]) {
            *component = A::multiply_add(world.top, out, *component);
        }
        let mut sums = [isa.splat(0.0); PACKED];
        unrolled::<PACKED>(
            #[inline(always)]
            |k| {
                let row = world.place(isa, face, packed.points[k]);
                isa.store_integers(packed.features[k], &mut self.features[k]);
                isa.store_rows(row, &mut self.rows[k]);
                sums[k] = (row[0] + row[1]) + row[2];
            },
        );
        (sums[0] + sums[1]) + (sums[2] + sums[3])
    }

    #[inline(always)]
    fn point(&self, k: usize, lane: usize) -> ContactPoint {
        let Row([x, y, z, depth]) = self.rows[k][lane];
        let feature = Feature(self.features[k][lane].cast_unsigned());
        ContactPoint { position: [x, y, z], depth, feature }
    }
}

/// One batch in memory; kept from batch to batch, so that it is cleared once.
#[derive(Zeroable)]
pub(super) struct BatchMemory {
    /// The first four points of each pair.
    pub(super) first: PointMemory,
    /// The last four in reverse order, for pairs that have more than four.
    pub(super) last: PointMemory,
    pub(super) rows: RowMemory,
    /// The same points on the boxes.
    pub(super) first_surfaces: SurfaceMemory,
    pub(super) last_surfaces: SurfaceMemory,
}

/// Rows of a batch, without the numbers of their first points.
#[derive(Zeroable)]
pub(super) struct RowMemory {
    /// The normal, followed by the depth.
    normal: [Row; MAX_LANES],
    /// The last word of each row: how many points, the axis, the status and the size, from the lowest byte on.
    words: [i32; MAX_LANES],
}

impl RowMemory {
    /// Stores a batch of rows.
    #[inline(always)]
    pub(super) fn store<I: Isa>(
        &mut self,
        isa: I,
        normal: [I::Real; 3],
        outcomes: Outcomes<I::Real>,
    ) {
        let Outcomes { count, depth, code, status, size } = outcomes;
        isa.store_rows([normal[0], normal[1], normal[2], depth], &mut self.normal);
        let word = (count | size) | (code.shift_left(8) | status.shift_left(16));
        isa.store_integers(word, &mut self.words);
    }

    /// Replaces rows of some lanes by rows of input that is not finite; no valid box has one. Returns whether there are
    /// none.
    #[inline(always)]
    pub(super) fn reject<M: Mask>(&mut self, lanes: M) -> bool {
        let is_none = lanes.bits() == 0;
        if !is_none {
            self.reject_out_of_line(lanes.bits());
        }
        is_none
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

    /// Writes the same points on the boxes for the first `lanes`; few queries ask for them.
    #[inline(never)]
    pub(super) fn surfaces_out_of_line(&self, lanes: usize, mut surfaces: &mut [SurfacePoints]) {
        for lane in 0..lanes {
            let count = usize::from(self.rows.row(lane).len);
            self.first_surfaces.write(lane, &mut surfaces[..PACKED]);
            for k in PACKED..count {
                surfaces[k] = self.last_surfaces.point(count - 1 - k, lane);
            }
            surfaces = &mut surfaces[count..];
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
    pub(super) fn store<I: Isa>(
        &mut self,
        isa: I,
        outcome: ClosestOutcome<I::Real>,
        point: PlacedPoint<I::Real>,
        feature: I::Integer,
    ) {
        let PlacedPoint { position, depth } = point;
        let [x, y, z] = outcome.normal;
        isa.store_rows([x, y, z, Singles::from_bits(outcome.code)], &mut self.normal);
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
pub(super) struct ClosestOutcome<F: Singles> {
    pub(super) normal: [F; 3],
    pub(super) code: F::Integer,
}

/// A contact's position and depth, in lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedPoint<F> {
    pub(super) position: [F; 3],
    pub(super) depth: F,
}

/// A point of each box, in lanes: a's in a's frame, b's in b's.
#[derive(Clone, Copy, Debug)]
pub(super) struct SurfaceLanes<F> {
    pub(super) on_a: [F; 3],
    pub(super) on_b: [F; 3],
}

impl<F: Singles> SurfaceLanes<F> {
    /// Two points that are both given in a's frame.
    #[inline(always)]
    pub(super) fn of_points<A: Arithmetic>(
        frame: &MetricFrame<F>,
        on_a: [F; 3],
        [x, y, z]: [F; 3],
    ) -> Self {
        let [of_x, of_y, of_z] = frame.offset_a;
        let from_center = [x - of_x, y - of_y, z - of_z];
        let mut on_b = from_center;
        for (component, axis) in on_b.iter_mut().zip(columns(frame)) {
            *component = dot::<_, A>(axis, from_center);
        }
        Self { on_a, on_b }
    }

    /// The two points that a point of the plane stands for: on a's face, and on b's face along the normal.
    #[inline(always)]
    fn of_plane<I: Isa<Real = F, Mask = F::Mask>, A: Arithmetic>(
        isa: I,
        faces: &FacePair<I>,
        point: PlanePoint<F>,
    ) -> Self {
        let on_face = [faces.top, point.u, point.v];
        let mut from_center = on_face;
        for (k, component) in from_center.iter_mut().enumerate() {
            *component =
                A::multiply_add(point.gap, faces.normal[k], on_face[k]) - faces.center_b[k];
        }
        let [out, first, second] = faces.axes_b;
        let half = faces.half_b[0];
        let side_b = Lanes::select(faces.positive_b, half, isa.splat(0.0) - half);
        let along = [
            dot::<_, A>(out, from_center) + side_b,
            dot::<_, A>(first, from_center),
            dot::<_, A>(second, from_center),
        ];
        Self { on_a: faces.which_a.turn_back(on_face), on_b: faces.which_b.turn_back(along) }
    }
}

/// The rows that four surface points fill.
const ROWS: usize = 6;

/// Four surface points per lane, in the layout of a list: each row holds four of their 24 numbers.
#[derive(Zeroable)]
pub(super) struct SurfaceMemory {
    rows: [[Row; MAX_LANES]; ROWS],
}

impl SurfaceMemory {
    /// Stores the surface points of four packed points; returns a number that is finite if all coordinates are.
    #[inline(always)]
    pub(super) fn store<I: Isa, A: Arithmetic>(
        &mut self,
        isa: I,
        faces: &FacePair<I>,
        packed: &Packed<I::Real>,
    ) -> I::Real {
        let mut sums = [isa.splat(0.0); 2];
        unrolled::<2>(
            #[inline(always)]
            |k| {
                let one = SurfaceLanes::of_plane::<I, A>(isa, faces, packed.points[2 * k]);
                let two = SurfaceLanes::of_plane::<I, A>(isa, faces, packed.points[2 * k + 1]);
                sums[k] = self.store_two(isa, 3 * k, [one, two]);
            },
        );
        sums[0] + sums[1]
    }

    /// Stores one surface point; returns such a number.
    #[inline(always)]
    pub(super) fn store_one<I: Isa>(&mut self, isa: I, point: SurfaceLanes<I::Real>) -> I::Real {
        self.store_two(isa, 0, [point; 2])
    }

    /// Stores two surface points in three rows.
    #[inline(always)]
    fn store_two<I: Isa>(
        &mut self,
        isa: I,
        row: usize,
        [one, two]: [SurfaceLanes<I::Real>; 2],
    ) -> I::Real {
        let [[ax, ay, az], [bx, by, bz]] = [one.on_a, one.on_b];
        let [[cx, cy, cz], [dx, dy, dz]] = [two.on_a, two.on_b];
        isa.store_rows([ax, ay, az, bx], &mut self.rows[row]);
        isa.store_rows([by, bz, cx, cy], &mut self.rows[row + 1]);
        isa.store_rows([cz, dx, dy, dz], &mut self.rows[row + 2]);
        (((ax + ay) + (az + bx)) + ((by + bz) + (cx + cy))) + ((cz + dx) + (dy + dz))
    }

    /// Writes the points of a lane, row by row. A list in between would copy them three times.
    #[inline(always)]
    pub(super) fn write(&self, lane: usize, four: &mut [SurfacePoints]) {
        let rows: &mut [[f32; 4]] = bytemuck::cast_slice_mut(four);
        for (to, row) in rows.iter_mut().zip(&self.rows) {
            *to = row[lane].0;
        }
    }

    /// Point `k` of a lane.
    #[inline(always)]
    pub(super) fn point(&self, k: usize, lane: usize) -> SurfacePoints {
        let number = |at: usize| self.rows[(6 * k + at) / 4][lane].0[(6 * k + at) % 4];
        SurfacePoints {
            on_a: [number(0), number(1), number(2)],
            on_b: [number(3), number(4), number(5)],
        }
    }
}
