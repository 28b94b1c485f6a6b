//! Vector algebra in float32 and float64, in the plane and in space. The plain reference has its own, with its own
//! rounding.

use core::array::from_fn;
use core::ops::{Add, Mul, Sub};

/// A number of a vector.
pub(crate) trait Real:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    fn root(self) -> Self;
}

impl Real for f32 {
    fn root(self) -> Self {
        self.sqrt()
    }
}

impl Real for f64 {
    fn root(self) -> Self {
        self.sqrt()
    }
}

#[inline]
pub(crate) fn dot<T: Real, const N: usize>(a: [T; N], b: [T; N]) -> T {
    (1..N).fold(a[0] * b[0], |sum, k| sum + a[k] * b[k])
}

#[inline]
pub(crate) fn cross<T: Real>(a: [T; 3], b: [T; 3]) -> [T; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn sum<T: Real, const N: usize>(a: [T; N], b: [T; N]) -> [T; N] {
    from_fn(|k| a[k] + b[k])
}

#[inline]
pub(crate) fn difference<T: Real, const N: usize>(a: [T; N], b: [T; N]) -> [T; N] {
    from_fn(|k| a[k] - b[k])
}

pub(crate) fn scaled<T: Real, const N: usize>(a: [T; N], factor: T) -> [T; N] {
    a.map(|component| component * factor)
}

#[inline]
pub(crate) fn moved<T: Real, const N: usize>(start: [T; N], way: T, direction: [T; N]) -> [T; N] {
    from_fn(|k| start[k] + way * direction[k])
}

pub(crate) fn length<T: Real, const N: usize>(a: [T; N]) -> T {
    dot(a, a).root()
}

pub(crate) fn wide<const N: usize>(v: [f32; N]) -> [f64; N] {
    v.map(f64::from)
}

/// A vector of unit length in the same direction; zero stays zero.
pub(crate) fn unit(v: [f64; 3]) -> [f64; 3] {
    let length = length(v);
    if length > 0.0 { scaled(v, 1.0 / length) } else { v }
}

/// A vector turned by a quaternion x, y, z, w of about unit length, as if it had unit length.
pub(crate) fn rotated([x, y, z, w]: [f64; 4], vector: [f64; 3]) -> [f64; 3] {
    let axis = [x, y, z];
    let twice = scaled(cross(axis, vector), 2.0 / (dot(axis, axis) + w * w));
    sum(vector, sum(scaled(twice, w), cross(axis, twice)))
}

/// The cross product of two unit vectors, right to a few float64 roundings even for parallel ones.
///
/// a × b equals a × (b ∓ a), and for nearly parallel vectors this difference is exact.
pub(crate) fn unit_cross_product(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    let near = if dot(a, b) < 0.0 { sum(b, a) } else { difference(b, a) };
    cross(a, near)
}

/// The direction of `v` without its component along the unit vector `axis`.
pub(crate) fn unit_perpendicular(v: [f64; 3], axis: [f64; 3]) -> [f64; 3] {
    let direction = scaled(v, 1.0 / length(v));
    unit(difference(direction, scaled(axis, dot(direction, axis))))
}
