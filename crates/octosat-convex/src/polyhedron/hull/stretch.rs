//! Stretches a cloud of points until it is as thick as it is long.
//!
//! A hull algorithm in float32 treats a thin plate as flat, and overflows for large coordinates. Any affine
//! map without mirroring keeps the corners and the faces of a hull, so the algorithm can run on a cloud of a
//! better shape.

use crate::tolerances::FLATNESS_TOLERANCE;
use crate::vector::{Vector, along, cross, difference, dot, length, length_squared, scaled, unit};

/// Lengthwise, across and through a cloud: three directions at right angles, each with a scale.
pub(super) struct Stretch {
    origin: Vector,
    /// The scalar product of an axis and the offset of a point from the origin is at most one in magnitude.
    axes: [Vector; 3],
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
    pub(super) fn new(cloud: &[Vector]) -> Result<Self, f64> {
        let reach = cloud.iter().copied().map(length).fold(0.0, f64::max);
        let far_from = |start: Vector| farthest(cloud, |point| length(difference(point, start)));
        let origin = cloud.first().map_or([0.0; 3], |&first| far_from(first));
        let lengthwise = difference(far_from(origin), origin);
        let off_line = |point: Vector| {
            let offset = difference(point, origin);
            along(offset, -dot(offset, lengthwise) / length_squared(lengthwise), lengthwise)
        };
        // If the line has no length, it has no direction, and the next value is NaN.
        let across = off_line(farthest(cloud, |point| length(off_line(point))));
        let width = length(across);
        if width.is_nan() || width <= FLATNESS_TOLERANCE * reach {
            return Err(0.0_f64.max(width));
        }
        let normal = unit(cross(lengthwise, across));
        let height = |point: Vector| dot(normal, difference(point, origin)).abs();
        let thickness = height(farthest(cloud, height));
        if thickness <= FLATNESS_TOLERANCE * reach {
            return Err(thickness);
        }
        let inverse = |axis: Vector| scaled(axis, 1.0 / length_squared(axis));
        let axes = [inverse(lengthwise), inverse(across), scaled(normal, 1.0 / thickness)];
        Ok(Self { origin, axes, thickness })
    }

    /// A point after the map and a number of rotations, no two of which give the same result, without unit.
    pub(super) fn apply(&self, point: Vector, turns: usize) -> Vector {
        let offset = difference(point, self.origin);
        let stretched = self.axes.map(|axis| dot(axis, offset));
        (0..turns).fold(stretched, |point, _| TURN.map(|row| dot(row, point)))
    }
}

/// The rows of a rotation whose angle has the cosine −2/5, about an axis along no diagonal of a cube.
const TURN: [Vector; 3] = [
    [-2.0 / 15.0, -14.0 / 15.0, 1.0 / 3.0],
    [2.0 / 3.0, -1.0 / 3.0, -2.0 / 3.0],
    [11.0 / 15.0, 2.0 / 15.0, 2.0 / 3.0],
];

/// The point for which a measure is largest, or the world's origin if there are no points.
fn farthest(cloud: &[Vector], measure: impl Fn(Vector) -> f64) -> Vector {
    let larger = |p: &&Vector, q: &&Vector| measure(**p).total_cmp(&measure(**q));
    cloud.iter().max_by(larger).copied().unwrap_or_default()
}
