//! Boxes for the tests, and vectors.

use octosat_reference::{OrientedBox, ScaledBox};
use octosat_scenes::generate::Random;

/// What the tests draw in addition.
pub(crate) trait Draw {
    /// Log-uniform in low..high.
    fn magnitude(&mut self, low: f64, high: f64) -> f64;

    /// Three of these.
    fn magnitudes(&mut self, low: f64, high: f64) -> [f64; 3];

    /// A vector in the cube of this size.
    fn within(&mut self, size: f64) -> [f64; 3];

    /// A rotation of every kind: uniform, about an axis, or nearly one of the cube's own.
    fn any_rotation(&mut self) -> [f64; 4];
}

impl Draw for Random {
    fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        self.range(low.ln(), high.ln()).exp()
    }

    fn magnitudes(&mut self, low: f64, high: f64) -> [f64; 3] {
        [0; 3].map(|_| self.magnitude(low, high))
    }

    fn within(&mut self, size: f64) -> [f64; 3] {
        self.vector(-size, size)
    }

    fn any_rotation(&mut self) -> [f64; 4] {
        match self.below(4) {
            0 => {
                let mut q = [0.0; 4];
                q[self.below(4)] = 1.0;
                if self.one_in(2) {
                    q[self.below(4)] += 1.0;
                }
                let noise = self.magnitude(1e-10, 1e-1);
                normalized(q.map(|component| component + self.range(-noise, noise)))
            }
            1 => turned(self.below(3), self.range(-8.0, 8.0)),
            _ => self.rotation(),
        }
    }
}

pub(crate) fn normalized(q: [f64; 4]) -> [f64; 4] {
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length < 1e-3 { [0.0, 0.0, 0.0, 1.0] } else { q.map(|x| x / length) }
}

#[expect(clippy::cast_possible_truncation, reason = "rounding to float32 is the point")]
pub(crate) fn narrow<const N: usize>(values: [f64; N]) -> [f32; N] {
    values.map(|value| value as f32)
}

pub(crate) fn oriented(center: [f64; 3], rotation: [f64; 4], half: [f64; 3]) -> OrientedBox {
    OrientedBox { center: narrow(center), rotation: narrow(rotation), half_extents: narrow(half) }
}

/// Columns of the rotation, float64.
pub(crate) fn columns([x, y, z, w]: [f64; 4]) -> [[f64; 3]; 3] {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// The same box with pre-scaled axes, each component rounded once.
pub(crate) fn scaled(given: &OrientedBox) -> ScaledBox {
    let axes = columns(normalized(given.rotation.map(f64::from)));
    let mut rows = [[0.0; 3]; 3];
    for k in 0..3 {
        let half = f64::from(given.half_extents[k]);
        let factor = if half > 0.0 { half } else { 1.0 };
        rows[k] = narrow(axes[k].map(|component| component * factor));
    }
    ScaledBox { center: given.center, axes: rows, half_extents: given.half_extents }
}

/// The rotation of a box along the world's axes.
pub(crate) const UPRIGHT: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// The rotation about an axis of the world by an angle in radians.
pub(crate) fn turned(axis: usize, angle: f64) -> [f64; 4] {
    let mut q = [0.0, 0.0, 0.0, (angle / 2.0).cos()];
    q[axis] = (angle / 2.0).sin();
    q
}

/// The rotation by both, the second one first.
pub(crate) fn product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    let [x, y, z] = [0, 1, 2].map(|k| {
        let (l, m) = ((k + 1) % 3, (k + 2) % 3);
        a[3] * b[k] + b[3] * a[k] + a[l] * b[m] - a[m] * b[l]
    });
    let w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    normalized([x, y, z, w])
}

pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn difference(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| a[k] - b[k])
}

/// A point, moved by a multiple of a direction.
pub(crate) fn along(start: [f64; 3], by: f64, direction: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| start[k] + by * direction[k])
}

pub(crate) fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    let between = difference(a, b);
    dot(between, between).sqrt()
}
