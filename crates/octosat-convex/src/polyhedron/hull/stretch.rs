//! Stretches a cloud of points until it is as thick as it is long.
//!
//! A hull algorithm in float32 treats a thin plate as flat, and overflows for large coordinates. Any affine
//! map without mirroring keeps the corners and the faces of a hull, so the algorithm can run on a cloud of a
//! better shape.

use glam::{DMat3, DVec3};

use crate::tolerances::FLATNESS_TOLERANCE;

/// Lengthwise, across and through a cloud: three directions at right angles, each with a scale.
pub(super) struct Stretch {
    origin: DVec3,
    /// The scalar product of an axis and the offset of a point from the origin is at most one in magnitude.
    axes: DMat3,
    /// The largest distance of a point from the plane of the first two axes, meters.
    pub(super) thickness: f64,
}

impl Stretch {
    /// Makes the map that takes a cloud into the cube from −1 to 1, with four points so far apart that their
    /// tetrahedron has a volume of 1/6. If the points have no volume, returns how near they are to one plane,
    /// in meters.
    ///
    /// The middle of a polyhedron is more than [`FLATNESS_TOLERANCE`] below all faces, so points that are
    /// nearer than that to one plane cannot make one.
    pub(super) fn new(cloud: &[DVec3]) -> Result<Self, f64> {
        let reach = cloud.iter().copied().map(DVec3::length).fold(0.0, f64::max);
        let far_from = |start: DVec3| farthest(cloud, |point| (point - start).length());
        let origin = cloud.first().map_or(DVec3::ZERO, |&first| far_from(first));
        let lengthwise = far_from(origin) - origin;
        let off_line = |point: DVec3| {
            let offset = point - origin;
            offset + lengthwise * (-offset.dot(lengthwise) / lengthwise.length_squared())
        };
        // If the line has no length, it has no direction, and the next value is NaN.
        let across = off_line(farthest(cloud, |point| off_line(point).length()));
        let width = across.length();
        if width.is_nan() || width <= FLATNESS_TOLERANCE * reach {
            return Err(0.0_f64.max(width));
        }
        let normal = lengthwise.cross(across).normalize();
        let height = |point: DVec3| normal.dot(point - origin).abs();
        let thickness = height(farthest(cloud, height));
        if thickness <= FLATNESS_TOLERANCE * reach {
            return Err(thickness);
        }
        let inverse = |axis: DVec3| axis * (1.0 / axis.length_squared());
        let through = normal * (1.0 / thickness);
        let axes = DMat3::from_cols(inverse(lengthwise), inverse(across), through);
        Ok(Self { origin, axes, thickness })
    }

    /// A point after the map and a number of rotations, no two of which give the same result, without unit.
    pub(super) fn apply(&self, point: DVec3, turns: usize) -> DVec3 {
        let stretched = self.axes.mul_transpose_vec3(point - self.origin);
        (0..turns).fold(stretched, |point, _| TURN.mul_transpose_vec3(point))
    }
}

/// The transpose of a rotation whose angle has the cosine −2/5, about an axis along no diagonal of a cube.
const TURN: DMat3 = DMat3::from_cols(
    DVec3::new(-2.0 / 15.0, -14.0 / 15.0, 1.0 / 3.0),
    DVec3::new(2.0 / 3.0, -1.0 / 3.0, -2.0 / 3.0),
    DVec3::new(11.0 / 15.0, 2.0 / 15.0, 2.0 / 3.0),
);

/// The point for which a measure is largest, or the world's origin if there are no points.
fn farthest(cloud: &[DVec3], measure: impl Fn(DVec3) -> f64) -> DVec3 {
    let larger = |p: &&DVec3, q: &&DVec3| measure(**p).total_cmp(&measure(**q));
    cloud.iter().max_by(larger).copied().unwrap_or_default()
}
