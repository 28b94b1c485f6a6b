//! A batch of manifolds in memory, and how it is written into the caller's rows and places.
//!
//! The last step is done pair by pair, because pairs have different numbers of points. It is short: points
//! become rows of position and depth in whole batches before it. And it always writes four points, of which
//! the next pair overwrites those that do not count: a branch on their number would be mispredicted once per
//! pair.

use bytemuck::{Pod, Zeroable};
use octosat_lanes::{
    Arithmetic, IntegerLanes, Isa, Lanes, MAX_LANES, Mask, Row, Singles, unrolled,
};

use super::chunk::{ChunkResults, as_u32};
use super::faces::{FacePair, PlanePoint, columns};
use super::reduce::{PACKED, Packed};
use crate::contacts::{
    ContactPoint, ContactStatus, Feature, Manifold, ManifoldOptions, PointLimit, SurfacePoints,
};
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

/// Four points per lane, each of `N` numbers, in the layout of a list: each row holds four of their numbers.
#[derive(Zeroable)]
pub(super) struct ListRows<const N: usize> {
    rows: [[Row; MAX_LANES]; N],
}

impl<const N: usize> ListRows<N> {
    /// Writes the points of a lane, row by row. A list in between would copy them three times.
    #[inline(always)]
    fn write<T: Pod>(&self, lane: usize, four: &mut [T]) {
        let rows: &mut [[f32; 4]] = bytemuck::cast_slice_mut(four);
        for (to, row) in rows.iter_mut().zip(&self.rows) {
            *to = row[lane].0;
        }
    }

    /// Point `k` of a lane.
    #[inline(always)]
    pub(super) fn point<T: Pod>(&self, k: usize, lane: usize) -> T {
        let number = |at: usize| self.rows[(N * k + at) / 4][lane].0[(N * k + at) % 4];
        bytemuck::cast::<[f32; N], T>(core::array::from_fn(number))
    }
}

/// Four contact points per lane: position, depth and feature.
pub(super) type PointMemory = ListRows<5>;

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
        let [first, second, third, fourth] = packed.points;
        let [f0, f1, f2, f3] = packed.features.map(I::Real::from_bits);
        // Row by row, so that few points are in registers at a time.
        let [x0, y0, z0, d0] = world.place(isa, face, first);
        isa.store_rows([x0, y0, z0, d0], &mut self.rows[0]);
        let sum = (x0 + y0) + z0;
        let [x1, y1, z1, d1] = world.place(isa, face, second);
        isa.store_rows([f0, x1, y1, z1], &mut self.rows[1]);
        let sum = sum + ((x1 + y1) + z1);
        let [x2, y2, z2, d2] = world.place(isa, face, third);
        isa.store_rows([d1, f1, x2, y2], &mut self.rows[2]);
        let sum = sum + ((x2 + y2) + z2);
        let [x3, y3, z3, d3] = world.place(isa, face, fourth);
        isa.store_rows([z2, d2, f2, x3], &mut self.rows[3]);
        isa.store_rows([y3, z3, d3, f3], &mut self.rows[4]);
        sum + ((x3 + y3) + z3)
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

    /// How many points a lane has.
    #[inline(always)]
    fn count(&self, lane: usize) -> usize {
        usize::from(self.words[lane].to_le_bytes()[0])
    }

    /// The row of a lane, without the place of its first point.
    #[cfg(feature = "covered")]
    pub(super) fn row(&self, lane: usize) -> Manifold {
        let mut row = Manifold::zeroed();
        self.write(lane, 0, &mut row);
        row
    }

    /// Writes the row of a lane, given the place of its first point.
    #[inline(always)]
    fn write(&self, lane: usize, first: u32, row: &mut Manifold) {
        // As words: field by field, the normal and the last word would be written in parts.
        let [normal @ .., first_place, word] = bytemuck::cast_mut::<_, [u32; 6]>(row);
        *normal = self.normal[lane].0.map(f32::to_bits);
        *first_place = first;
        *word = self.words[lane].cast_unsigned().to_le();
    }
}

impl BatchMemory {
    /// Writes the rows at `positions` and their points, from place `end` on; returns the place after the last point.
    #[inline(always)]
    pub(super) fn write(
        &self,
        positions: &[u32],
        mut end: usize,
        out: &mut ChunkResults<'_>,
    ) -> usize {
        let ManifoldOptions { limit, surfaces, .. } = out.options;
        if limit == PointLimit::Eight {
            self.last_out_of_line(positions.len(), &self.last, &mut out.points[end..]);
        }
        if surfaces {
            self.surfaces_out_of_line(positions.len(), &mut out.surfaces[end..]);
        }
        let ChunkResults { manifolds, points, .. } = out;
        let (manifolds, points, first_place) = (&mut **manifolds, &mut **points, out.first_place);
        // `end` stays in a register: a round trip through memory takes as long as writing a pair.
        for (lane, &position) in positions.iter().enumerate() {
            self.first.write(lane, &mut points[end..end + PACKED]);
            let row = &mut manifolds[position as usize];
            self.rows.write(lane, first_place + as_u32(end), row);
            end += self.rows.count(lane);
        }
        end
    }

    /// Writes the points on the boxes for the first `lanes`; few queries ask for them.
    #[inline(never)]
    pub(super) fn surfaces_out_of_line(&self, lanes: usize, surfaces: &mut [SurfacePoints]) {
        self.last_out_of_line(lanes, &self.last_surfaces, surfaces);
        let mut end = 0;
        for lane in 0..lanes {
            self.first_surfaces.write(lane, &mut surfaces[end..end + PACKED]);
            end += self.rows.count(lane);
        }
    }

    /// Writes the points past the fourth for the first `lanes`; few queries ask for them.
    #[inline(never)]
    fn last_out_of_line<const N: usize, T: Pod>(
        &self,
        lanes: usize,
        last: &ListRows<N>,
        mut points: &mut [T],
    ) {
        for lane in 0..lanes {
            let count = self.rows.count(lane);
            for k in PACKED..count {
                points[k] = last.point(count - 1 - k, lane);
            }
            points = &mut points[count..];
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

/// Four surface points per lane.
pub(super) type SurfaceMemory = ListRows<6>;

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
}
