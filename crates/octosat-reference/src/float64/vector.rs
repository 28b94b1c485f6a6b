//! Vector algebra in float64.

pub(super) fn wide(v: [f32; 3]) -> [f64; 3] {
    v.map(f64::from)
}

pub(super) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn length(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

pub(super) fn scaled(a: [f64; 3], factor: f64) -> [f64; 3] {
    a.map(|component| component * factor)
}

pub(super) fn sum(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(super) fn difference(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The cross product of two unit vectors, right to a few float64 roundings even for parallel ones.
///
/// a × b equals a × (b ∓ a), and for nearly parallel vectors this difference is exact.
pub(super) fn unit_cross_product(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    let near = if dot(a, b) < 0.0 { sum(b, a) } else { difference(b, a) };
    cross(a, near)
}

/// The direction of `v` without its component along the unit vector `axis`.
pub(super) fn unit_perpendicular(v: [f64; 3], axis: [f64; 3]) -> [f64; 3] {
    let direction = scaled(v, 1.0 / length(v));
    let rest = difference(direction, scaled(axis, dot(direction, axis)));
    scaled(rest, 1.0 / length(rest))
}
