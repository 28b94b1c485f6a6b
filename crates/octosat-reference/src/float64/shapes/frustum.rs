//! A frustum from its six planes, and its separations from a box.
//!
//! The corners of the volume are found by trying all triples of planes, and its edges by trying all pairs of
//! corners. A box is eight corners. Overlap is decided in two ways: by clipping the box's faces, and by
//! projecting all sixteen corners on every required axis.

use super::reference_box::ReferenceBox;
use crate::float64::outline::clipped;
use crate::float64::solid::{Interval, Solid};
use crate::tolerances::{FRUSTUM_BOUND, REFERENCE_SAME_POINT, REFERENCE_SMALLEST_SINE};
use crate::vector::{difference, dot, length, scaled, sum, unit_cross_product, wide};

/// A frustum with its corners and edges.
#[derive(Clone, Debug)]
pub struct ReferenceFrustum {
    origin: [f32; 3],
    normals: [[f64; 3]; 6],
    offsets: [f64; 6],
    corners: Vec<[f64; 3]>,
    /// Unit directions of all edges, with parallel ones repeated.
    edges: Vec<[f64; 3]>,
    /// Meters, the largest distance of a corner from the origin.
    radius: f64,
}

/// The separations of a box and a frustum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrustumSeparations {
    /// Meters, the largest separation over all required axes: positive for a gap, negative for overlap.
    pub separation: f64,
    /// Meters, the largest separation over the six planes alone.
    pub plane_separation: f64,
    /// Meters by which the box's outermost corner is outside; negative if all corners are inside.
    pub protrusion: f64,
    /// Whether the two share a point, found by clipping.
    pub meets: bool,
    /// Meters: an answer in float32 may differ if a separation above is nearer to zero than this.
    pub error_bound: f64,
}

impl ReferenceFrustum {
    /// A frustum of six planes relative to an origin: outward normals and offsets in meters. Opposite planes are
    /// neighbors in the list.
    #[must_use]
    pub fn new(origin: [f32; 3], planes: &[[f32; 4]; 6]) -> Self {
        let normals = planes.map(|[x, y, z, _]| wide([x, y, z]));
        let offsets = planes.map(|[_, _, _, offset]| f64::from(offset));
        let mut found =
            Self { origin, normals, offsets, corners: Vec::new(), edges: Vec::new(), radius: 0.0 };
        found.enumerate();
        found
    }

    /// Meters, the corners relative to the origin.
    #[must_use]
    pub fn corners(&self) -> &[[f64; 3]] {
        &self.corners
    }

    /// Finds the corners, which are common points of three planes that no other plane excludes, and the edges,
    /// which join corners that share two planes.
    fn enumerate(&mut self) {
        let mut planes_of: Vec<[usize; 3]> = Vec::new();
        let size = self.offsets.iter().fold(0.0_f64, |size, offset| size.max(offset.abs()));
        for a in 0..6 {
            for b in 0..a {
                for c in 0..b {
                    let Some(point) = self.meeting_point([a, b, c]) else { continue };
                    let slack = 1e-11 * (size + length(point));
                    let inside = (0..6).all(|plane| self.outside(plane, point) <= slack);
                    if inside {
                        self.corners.push(point);
                        planes_of.push([a, b, c]);
                    }
                }
            }
        }
        for (one, planes) in planes_of.iter().enumerate() {
            for (other, others) in planes_of[..one].iter().enumerate() {
                let shared = planes.iter().filter(|plane| others.contains(plane)).count();
                if shared == 2 {
                    let along = difference(self.corners[one], self.corners[other]);
                    self.edges.push(scaled(along, 1.0 / length(along)));
                }
            }
        }
        self.radius = self.corners.iter().map(|&corner| length(corner)).fold(0.0, f64::max);
    }

    /// The common point of three planes, by elimination with pivots.
    fn meeting_point(&self, planes: [usize; 3]) -> Option<[f64; 3]> {
        let mut rows = planes.map(|plane| {
            let [x, y, z] = self.normals[plane];
            [x, y, z, self.offsets[plane]]
        });
        for column in 0..3 {
            let pivot = (column..3)
                .max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
            if rows[pivot][column].abs() < 1e-9 {
                return None;
            }
            rows.swap(column, pivot);
            for row in 0..3 {
                if row != column {
                    let factor = rows[row][column] / rows[column][column];
                    for k in 0..4 {
                        rows[row][k] -= factor * rows[column][k];
                    }
                }
            }
        }
        Some(core::array::from_fn(|k| rows[k][3] / rows[k][k]))
    }

    /// Meters by which a point is outside a plane.
    fn outside(&self, plane: usize, point: [f64; 3]) -> f64 {
        dot(self.normals[plane], point) - self.offsets[plane]
    }

    /// The separations of a box and this frustum.
    #[must_use]
    pub fn separations(&self, reference: &ReferenceBox) -> FrustumSeparations {
        let shift = difference(reference.center, wide(self.origin));
        let mut solid = reference.solid;
        solid.center = sum(solid.center, shift);
        for corner in &mut solid.corners {
            *corner = sum(*corner, shift);
        }
        self.check_solid(&solid)
    }

    fn check_solid(&self, solid: &Solid) -> FrustumSeparations {
        let [mut plane_separation, mut protrusion] = [f64::NEG_INFINITY; 2];
        for (&normal, offset) in self.normals.iter().zip(self.offsets) {
            let Interval { low, high } = solid.interval(normal);
            plane_separation = plane_separation.max(low - offset);
            protrusion = protrusion.max(high - offset);
        }
        let separation = self.separation(solid).max(plane_separation);
        let scale = solid.extent + length(solid.center) * 3.0_f64.sqrt() + self.radius;
        let error_bound = (FRUSTUM_BOUND + 4.0 * solid.deviation) * scale;
        FrustumSeparations {
            separation,
            plane_separation,
            protrusion,
            meets: self.meets(solid),
            error_bound,
        }
    }

    /// The largest separation over the box's normals and the products of edges.
    fn separation(&self, solid: &Solid) -> f64 {
        let mut largest = f64::NEG_INFINITY;
        for &axis in &solid.axes {
            largest = largest.max(self.gap(solid, axis));
            for &edge in &self.edges {
                let product = unit_cross_product(axis, edge);
                let sine = length(product);
                if sine >= REFERENCE_SMALLEST_SINE {
                    largest = largest.max(self.gap(solid, scaled(product, 1.0 / sine)));
                }
            }
        }
        largest
    }

    /// The gap between the two intervals on a direction of unit length.
    fn gap(&self, solid: &Solid, direction: [f64; 3]) -> f64 {
        let of_box = solid.interval(direction);
        let own = Interval::of(&self.corners, direction);
        (of_box.low - own.high).max(own.low - of_box.high)
    }

    /// Whether the two share a point: a part of a face of the box is left after clipping by the six planes, or
    /// the box contains a corner of the frustum.
    fn meets(&self, solid: &Solid) -> bool {
        let faces =
            [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
        let survives = |face: [usize; 4]| {
            let mut polygon: Vec<[f64; 3]> = face.map(|corner| solid.corners[corner]).to_vec();
            for plane in 0..6 {
                polygon = clipped(&polygon, 0.0, |point| self.outside(plane, point));
            }
            !polygon.is_empty()
        };
        faces.into_iter().any(survives) || self.corners.iter().any(|&corner| holds(solid, corner))
    }
}

/// Whether a box contains a point.
fn holds(solid: &Solid, point: [f64; 3]) -> bool {
    let offset = difference(point, solid.center);
    let slack = REFERENCE_SAME_POINT * (solid.extent + length(offset));
    (0..3).all(|k| dot(offset, solid.axes[k]).abs() <= solid.half_extents[k] + slack)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OrientedBox;

    fn cube() -> ReferenceFrustum {
        let mut planes = [[0.0, 0.0, 0.0, 1.0]; 6];
        for (number, plane) in planes.iter_mut().enumerate() {
            plane[number / 2] = if number % 2 == 0 { -1.0 } else { 1.0 };
        }
        ReferenceFrustum::new([0.0; 3], &planes)
    }

    fn upright(center: [f32; 3], half: f32) -> ReferenceBox {
        let rotation = [0.0, 0.0, 0.0, 1.0];
        ReferenceBox::oriented(&OrientedBox { center, rotation, half_extents: [half; 3] })
    }

    #[test]
    fn a_cube_has_the_corners_and_edges_of_a_cube() {
        let cube = cube();
        assert_eq!(cube.corners.len(), 8);
        assert_eq!(cube.edges.len(), 12);
        assert!((cube.radius - 3.0_f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn boxes_outside_across_and_within_are_told_apart() {
        let cube = cube();
        let apart = cube.separations(&upright([3.0, 0.0, 0.0], 1.0));
        assert!((apart.separation - 1.0).abs() < 1e-12 && !apart.meets);
        let across = cube.separations(&upright([1.5, 0.0, 0.0], 1.0));
        assert!((across.separation + 0.5).abs() < 1e-12 && across.meets);
        assert!((across.protrusion - 1.5).abs() < 1e-12);
        let within = cube.separations(&upright([0.0; 3], 0.25));
        assert!((within.protrusion + 0.75).abs() < 1e-12 && within.meets);
        let around = cube.separations(&upright([0.0; 3], 9.0));
        assert!(around.meets && around.protrusion > 7.9);
    }
}
