//! Seeded boxes for the tests.

use octosat_reference::{OrientedBox, ScaledBox};

/// Sebastiano Vigna's splitmix64.
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in 0..count.
    pub(crate) fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    /// Uniform in low..high.
    pub(crate) fn range(&mut self, low: f64, high: f64) -> f64 {
        let bits = u32::try_from(self.next() >> 32).expect("32 bits are left");
        low + (high - low) * f64::from(bits) / 4_294_967_296.0
    }

    /// Log-uniform in low..high.
    pub(crate) fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        self.range(low.ln(), high.ln()).exp()
    }

    pub(crate) fn vector(&mut self, size: f64) -> [f64; 3] {
        [self.range(-size, size), self.range(-size, size), self.range(-size, size)]
    }

    /// A rotation of every kind: uniform, about an axis, or nearly one of the cube's own.
    pub(crate) fn rotation(&mut self) -> [f64; 4] {
        let mut q = [0.0; 4];
        match self.below(4) {
            0 => {
                q[usize::try_from(self.below(4)).expect("small")] = 1.0;
                if self.below(2) == 0 {
                    q[usize::try_from(self.below(4)).expect("small")] += 1.0;
                }
                let noise = self.magnitude(1e-10, 1e-1);
                for component in &mut q {
                    *component += self.range(-noise, noise);
                }
            }
            1 => {
                let axis = usize::try_from(self.below(3)).expect("small");
                let angle = self.range(-4.0, 4.0);
                q[axis] = angle.sin();
                q[3] = angle.cos();
            }
            _ => {
                for component in &mut q {
                    *component = self.range(-1.0, 1.0);
                }
            }
        }
        normalized(q)
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
