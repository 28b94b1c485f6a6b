//! Vector products of the written order, and comparisons.

pub(super) fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[2] * b[2] + (a[1] * b[1] + a[0] * b[0])
}

pub(super) fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|k| {
        let (l, m) = (next(k), next(next(k)));
        a[l] * b[m] - a[m] * b[l]
    })
}

pub(super) fn doubled(a: [f32; 3]) -> [f32; 3] {
    [a[0] + a[0], a[1] + a[1], a[2] + a[2]]
}

pub(super) fn difference(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// The axis after `k` in cyclic order.
pub(super) fn next(k: usize) -> usize {
    (k + 1) % 3
}

/// The lesser of two numbers; `b` where either is NaN or both are zero.
pub(super) fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The greater of two numbers; `b` where either is NaN or both are zero.
pub(super) fn greater(a: f32, b: f32) -> f32 {
    if b < a { a } else { b }
}

/// A half extent that is longer by a length, or shorter by a negative one, down to zero.
pub(super) fn grown(half_extent: f32, by: f32) -> f32 {
    half_extent + greater(by, -half_extent)
}

/// `value`, moved into −limit ..= limit.
pub(super) fn clamped(value: f32, limit: f32) -> f32 {
    lesser(limit, greater(-limit, value))
}

/// A half extent if `positive`, or its negation. Zero stays positive zero.
pub(super) fn signed(half_extent: f32, positive: bool) -> f32 {
    if positive { half_extent } else { 0.0 - half_extent }
}

/// The sum of three half extents.
pub(super) fn sum(half_extents: [f32; 3]) -> f32 {
    (half_extents[0] + half_extents[1]) + half_extents[2]
}
