//! A camera as a matrix, as input for code that extracts frusta from matrices.

use crate::vector::{cross, difference, dot, length, scaled};

/// A perspective camera: meters and radians, world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The position of the camera.
    pub eye: [f64; 3],
    /// A point in the middle of the picture.
    pub target: [f64; 3],
    /// The upward direction of the picture, of any length.
    pub up: [f64; 3],
    /// The angle from the lower to the upper edge of the picture.
    pub vertical_angle: f64,
    /// The picture's width over its height.
    pub aspect: f64,
    /// Distance of the near plane.
    pub near: f64,
    /// Distance of the far plane.
    pub far: f64,
}

impl Camera {
    /// The product of projection and view, column by column. Clip depths go from `nearest`, at the near plane, to
    /// one, at the far plane.
    #[must_use]
    pub fn view_projection(&self, nearest: f64) -> [[f32; 4]; 4] {
        let unit = |v: [f64; 3]| scaled(v, 1.0 / length(v));
        let forward = unit(difference(self.target, self.eye));
        let right = unit(cross(forward, self.up));
        let up = cross(right, forward);
        let high = 1.0 / (0.5 * self.vertical_angle).tan();
        let across = high / self.aspect;
        // Clip z as a multiple of the distance ahead, and a constant.
        let range = self.far - self.near;
        let slope = (self.far - nearest * self.near) / range;
        let constant = -(1.0 - nearest) * self.far * self.near / range;
        let row = |v: [f64; 3], scale: f64, extra: f64| {
            [scale * v[0], scale * v[1], scale * v[2], extra - scale * dot(v, self.eye)]
        };
        let rows = [
            row(right, across, 0.0),
            row(up, high, 0.0),
            row(forward, slope, constant),
            row(forward, 1.0, 0.0),
        ];
        core::array::from_fn(|column| rows.map(|row| narrow(row[column])))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "engines hold matrices in float32")]
fn narrow(value: f64) -> f32 {
    value as f32
}
