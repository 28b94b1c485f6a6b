//! Contact points on the surface of each box, in the boxes' own frames.

use bytemuck::Zeroable;
use octosat_lanes::{Arithmetic, Isa, Lanes, MAX_LANES, Row};

use super::faces::{FacePair, columns};
use super::pack::{PACKED, Packed};
use super::plane::PlanePoint;
use crate::choice::MetricFrame;
use crate::contacts::lists::SurfacePoints;
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

    /// What a point of the plane stands for: the point of a's face, and the one of b's along the normal.
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

/// Up to four surface points a lane: both in two rows, one behind the other.
#[derive(Zeroable)]
pub(super) struct SurfaceMemory {
    rows: [[[Row; MAX_LANES]; 2]; PACKED],
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
        self.keep_one(isa, 0, SurfaceLanes::of_plane::<I, A>(isa, faces, first));
        self.keep_one(isa, 1, SurfaceLanes::of_plane::<I, A>(isa, faces, second));
        self.keep_one(isa, 2, SurfaceLanes::of_plane::<I, A>(isa, faces, third));
        self.keep_one(isa, 3, SurfaceLanes::of_plane::<I, A>(isa, faces, fourth));
    }

    /// Keeps the surface points of point `k`.
    #[inline(always)]
    pub(super) fn keep_one<I: Isa>(&mut self, isa: I, k: usize, point: SurfaceLanes<I::Real>) {
        let zero = isa.splat(0.0);
        let SurfaceLanes { on_a: [ax, ay, az], on_b: [bx, by, bz] } = point;
        let [first, second] = &mut self.rows[k];
        isa.store_rows([ax, ay, az, bx], first);
        isa.store_rows([by, bz, zero, zero], second);
    }

    /// Point `k` of a lane.
    #[inline(always)]
    pub(super) fn point(&self, k: usize, lane: usize) -> SurfacePoints {
        let [first, second] = &self.rows[k];
        let Row([ax, ay, az, bx]) = first[lane];
        let Row([by, bz, ..]) = second[lane];
        SurfacePoints { on_a: [ax, ay, az], on_b: [bx, by, bz] }
    }
}
