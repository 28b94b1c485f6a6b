//! Contact points on the surface of each box, in the boxes' own frames.

use bytemuck::Zeroable;
use octosat_lanes::{Arithmetic, Isa, Lanes, MAX_LANES, Row};

use super::faces::{FacePair, PlanePoint, columns};
use super::reduce::Packed;
use crate::choice::MetricFrame;
use crate::contacts::points::SurfacePoints;
use crate::frame::dot;

/// A point of each box, in lanes: a's in a's frame, b's in b's.
#[derive(Clone, Copy, Debug)]
pub(super) struct SurfaceLanes<F> {
    pub(super) on_a: [F; 3],
    pub(super) on_b: [F; 3],
}

impl<F: Lanes> SurfaceLanes<F> {
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
    /// Keeps the surface points of four packed points.
    #[inline(always)]
    pub(super) fn keep<I: Isa, A: Arithmetic>(
        &mut self,
        isa: I,
        faces: &FacePair<I>,
        packed: &Packed<I::Real>,
    ) {
        // Spelt out: as a loop it may stay rolled, with the points in memory.
        let [first, second, third, fourth] = packed.points;
        let first = SurfaceLanes::of_plane::<I, A>(isa, faces, first);
        self.keep_two(isa, 0, [first, SurfaceLanes::of_plane::<I, A>(isa, faces, second)]);
        let third = SurfaceLanes::of_plane::<I, A>(isa, faces, third);
        self.keep_two(isa, 3, [third, SurfaceLanes::of_plane::<I, A>(isa, faces, fourth)]);
    }

    /// Keeps one surface point.
    #[inline(always)]
    pub(super) fn keep_one<I: Isa>(&mut self, isa: I, point: SurfaceLanes<I::Real>) {
        self.keep_two(isa, 0, [point; 2]);
    }

    /// Keeps two surface points in three rows.
    #[inline(always)]
    fn keep_two<I: Isa>(&mut self, isa: I, row: usize, [one, two]: [SurfaceLanes<I::Real>; 2]) {
        let [[ax, ay, az], [bx, by, bz]] = [one.on_a, one.on_b];
        let [[cx, cy, cz], [dx, dy, dz]] = [two.on_a, two.on_b];
        isa.store_rows([ax, ay, az, bx], &mut self.rows[row]);
        isa.store_rows([by, bz, cx, cy], &mut self.rows[row + 1]);
        isa.store_rows([cz, dx, dy, dz], &mut self.rows[row + 2]);
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
