//! Contact points in memory, in the layout of their lists: in the world, and on the surfaces of both boxes.

use bytemuck::{Pod, Zeroable};
use octosat_lanes::{Isa, Lanes, MAX_LANES, Row, Singles, repeated, unrolled};

use super::faces::{FacePair, PlanePoint, columns};
use super::reduce::Packed;
use crate::axes::frame::Frame;
use crate::vector::dot;

/// Four points per lane, each of `NUMBERS` numbers, in the layout of a list: each row holds four of their numbers.
#[derive(Zeroable)]
pub(super) struct ListRows<const NUMBERS: usize> {
    rows: [[Row; MAX_LANES]; NUMBERS],
}

impl<const NUMBERS: usize> ListRows<NUMBERS> {
    /// Writes the points of a lane, row by row. A list in between would copy them three times.
    #[inline(always)]
    pub(super) fn write<T: Pod>(&self, lane: usize, four: &mut [T]) {
        let rows: &mut [[f32; 4]] = bytemuck::cast_slice_mut(four);
        for (to, row) in rows.iter_mut().zip(&self.rows) {
            *to = row[lane].0;
        }
    }

    /// Point `k` of a lane.
    #[inline(always)]
    pub(super) fn point<T: Pod>(&self, k: usize, lane: usize) -> T {
        let number = |at: usize| self.rows[(NUMBERS * k + at) / 4][lane].0[(NUMBERS * k + at) % 4];
        bytemuck::cast::<[f32; NUMBERS], T>(core::array::from_fn(number))
    }
}

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

/// Four contact points per lane: position, depth and feature.
pub(super) type PointMemory = ListRows<5>;

impl PointMemory {
    /// Stores points in the world; returns a number that is finite if all coordinates are.
    #[inline(always)]
    pub(super) fn store<I: Isa>(
        &mut self,
        isa: I,
        world: &WorldFace<I::Real>,
        packed: &Packed<I::Real>,
    ) -> I::Real {
        let mut face = world.origin;
        for (component, out) in face.iter_mut().zip(world.axes[0]) {
            *component = world.top * out + *component;
        }
        let [first, second, third, fourth] = packed.points;
        let [f0, f1, f2, f3] = packed.features;
        // Row by row, so that few points are in registers at a time.
        let [x0, y0, z0, d0] = world.place(isa, face, first);
        isa.store_rows([x0, y0, z0, d0], &mut self.rows[0]);
        let sum = (x0 + y0) + z0;
        let [x1, y1, z1, d1] = world.place(isa, face, second);
        isa.store_rows([Singles::from_bits(f0), x1, y1, z1], &mut self.rows[1]);
        let sum = sum + ((x1 + y1) + z1);
        let [x2, y2, z2, d2] = world.place(isa, face, third);
        isa.store_rows([d1, Singles::from_bits(f1), x2, y2], &mut self.rows[2]);
        let sum = sum + ((x2 + y2) + z2);
        let [x3, y3, z3, d3] = world.place(isa, face, fourth);
        isa.store_rows([z2, d2, Singles::from_bits(f2), x3], &mut self.rows[3]);
        isa.store_rows([y3, z3, d3, Singles::from_bits(f3)], &mut self.rows[4]);
        sum + ((x3 + y3) + z3)
    }
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
    pub(super) fn of_points(frame: &Frame<F>, on_a: [F; 3], [x, y, z]: [F; 3]) -> Self {
        let [of_x, of_y, of_z] = frame.offset_a;
        let from_center = [x - of_x, y - of_y, z - of_z];
        let mut on_b = from_center;
        for (component, axis) in on_b.iter_mut().zip(columns(frame)) {
            *component = dot(axis, from_center);
        }
        Self { on_a, on_b }
    }

    /// The two points that a point of the plane stands for: on a's face, and on b's face along the normal.
    #[inline(always)]
    fn of_plane<I: Isa<Real = F, Mask = F::Mask>>(
        isa: I,
        faces: &FacePair<I>,
        point: PlanePoint<F>,
    ) -> Self {
        let on_face = [faces.top, point.u, point.v];
        let mut from_center = on_face;
        for (k, component) in from_center.iter_mut().enumerate() {
            *component = (point.gap * faces.normal[k] + on_face[k]) - faces.center_b[k];
        }
        let [out, first, second] = faces.axes_b;
        let half = faces.half_b[0];
        let side_b = Lanes::select(faces.positive_b, half, isa.splat(0.0) - half);
        let along =
            [dot(out, from_center) + side_b, dot(first, from_center), dot(second, from_center)];
        Self { on_a: faces.which_a.turn_back(on_face), on_b: faces.which_b.turn_back(along) }
    }
}

/// Four surface points per lane.
pub(super) type SurfaceMemory = ListRows<6>;

impl SurfaceMemory {
    /// Stores the surface points of four packed points; returns a number that is finite if all coordinates are.
    #[inline(always)]
    pub(super) fn store<I: Isa>(
        &mut self,
        isa: I,
        faces: &FacePair<I>,
        packed: &Packed<I::Real>,
    ) -> I::Real {
        let mut sums = repeated::<2, _>(isa.splat(0.0));
        unrolled::<2>(
            #[inline(always)]
            |k| {
                let one = SurfaceLanes::of_plane(isa, faces, packed.points[2 * k]);
                let two = SurfaceLanes::of_plane(isa, faces, packed.points[2 * k + 1]);
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
