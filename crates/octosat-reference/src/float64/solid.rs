//! A box of the reference: unit axes and eight corners, in float64.

use crate::vector::{difference, dot, length, scaled, sum, wide};
use crate::{OrientedBox, ScaledBox};

/// A box with its corners relative to a nearby origin, so that large coordinates lose no precision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    pub(super) center: [f64; 3],
    pub(super) half_extents: [f64; 3],
    pub(super) axes: [[f64; 3]; 3],
    pub(super) corners: [[f64; 3]; 8],
    /// Meters, the sum of the three half extents.
    pub(super) extent: f64,
    /// The deviation of the given frame from a rigid one: how far it would move a unit vector.
    pub(super) deviation: f64,
}

/// The interval that a box covers on a line.
pub(super) struct Interval {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Solid {
    pub(super) fn of_oriented(oriented: &OrientedBox, origin: [f32; 3]) -> Self {
        let quaternion = oriented.rotation.map(f64::from);
        let norm_squared: f64 = quaternion.iter().map(|component| component * component).sum();
        let axes = matrix_columns(quaternion.map(|component| component / norm_squared.sqrt()));
        // The matrix of a quaternion of squared norm s moves a unit vector by at most 2·|s − 1| away from where
        // the normalized quaternion moves it.
        let deviation = 2.0 * (norm_squared - 1.0).abs();
        let center = difference(wide(oriented.center), wide(origin));
        Self::new(center, axes, oriented.half_extents, deviation)
    }

    pub(super) fn of_scaled(given: &ScaledBox, origin: [f32; 3]) -> Self {
        let mut axes = given.axes.map(wide);
        let mut stretch: f64 = 0.0;
        for (axis, &half_extent) in axes.iter_mut().zip(&given.half_extents) {
            let length = length(*axis);
            let expected = if half_extent > 0.0 { f64::from(half_extent) } else { 1.0 };
            stretch = stretch.max((length / expected - 1.0).abs());
            *axis = scaled(*axis, 1.0 / length);
        }
        let skew =
            dot(axes[0], axes[1]).abs() + dot(axes[1], axes[2]).abs() + dot(axes[2], axes[0]).abs();
        let center = difference(wide(given.center), wide(origin));
        Self::new(center, axes, given.half_extents, stretch + skew)
    }

    /// The box of a center, a quaternion of any length and half extents.
    pub(super) fn of_quaternion(center: [f64; 3], quaternion: [f64; 4], half: [f64; 3]) -> Self {
        let norm = quaternion.iter().map(|component| component * component).sum::<f64>().sqrt();
        let axes = matrix_columns(quaternion.map(|component| component / norm));
        Self::of_parts(center, axes, half, 0.0)
    }

    /// The box between two corners along the world's axes.
    pub(super) fn of_bounds(min: [f32; 3], max: [f32; 3], origin: [f64; 3]) -> Self {
        let [min, max] = [wide(min), wide(max)];
        let center = difference(scaled(sum(min, max), 0.5), origin);
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        Self::of_parts(center, axes, scaled(difference(max, min), 0.5), 0.0)
    }

    fn new(center: [f64; 3], axes: [[f64; 3]; 3], half: [f32; 3], deviation: f64) -> Self {
        Self::of_parts(center, axes, wide(half), deviation)
    }

    pub(super) fn of_parts(
        center: [f64; 3],
        axes: [[f64; 3]; 3],
        half: [f64; 3],
        deviation: f64,
    ) -> Self {
        let mut corners = [center; 8];
        for (number, corner) in corners.iter_mut().enumerate() {
            for k in 0..3 {
                let side = if number & (1 << k) == 0 { -half[k] } else { half[k] };
                *corner = sum(*corner, scaled(axes[k], side));
            }
        }
        let extent = half[0] + half[1] + half[2];
        Self { center, half_extents: half, axes, corners, extent, deviation }
    }

    /// The same box with all half extents longer by a length, meters, down to zero.
    pub(super) fn grown(&self, by: f64) -> Self {
        let half_extents = self.half_extents.map(|half| (half + by).max(0.0));
        Self::of_parts(self.center, self.axes, half_extents, self.deviation)
    }

    /// The interval of the corners' projections on a direction.
    pub(super) fn interval(&self, direction: [f64; 3]) -> Interval {
        Interval::of(&self.corners, direction)
    }
}

impl Interval {
    /// The interval of some points' projections on a direction.
    #[inline]
    pub(super) fn of(points: &[[f64; 3]], direction: [f64; 3]) -> Self {
        points.iter().fold(Self { low: f64::INFINITY, high: f64::NEG_INFINITY }, |own, &point| {
            let projection = dot(point, direction);
            Self { low: own.low.min(projection), high: own.high.max(projection) }
        })
    }
}

/// Columns of the rotation matrix of a unit quaternion.
fn matrix_columns([x, y, z, w]: [f64; 4]) -> [[f64; 3]; 3] {
    [
        [w * w + x * x - y * y - z * z, 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), w * w - x * x - y * y + z * z],
    ]
}
