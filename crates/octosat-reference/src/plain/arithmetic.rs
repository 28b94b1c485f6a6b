//! The multiply-adds of the written order, vector products made of them, and comparisons.

use std::cell::Cell;

thread_local! {
    /// Whether a multiply-add is rounded once.
    static IS_FUSED: Cell<bool> = const { Cell::new(false) };
}

/// Does some work with fused rounding: every multiply-add is rounded once, after its sum.
pub fn fused<T>(work: impl FnOnce() -> T) -> T {
    let before = IS_FUSED.replace(true);
    let result = work();
    IS_FUSED.set(before);
    result
}

/// a·b + c: the product is rounded and then the sum, or both once, together.
#[expect(clippy::disallowed_methods, reason = "the reference of the fused arithmetic fuses")]
pub(super) fn ma(a: f32, b: f32, c: f32) -> f32 {
    if IS_FUSED.get() { a.mul_add(b, c) } else { a * b + c }
}

/// a·b − c, rounded in the same way.
pub(super) fn ms(a: f32, b: f32, c: f32) -> f32 {
    ma(a, b, -c)
}

/// c − a·b, rounded in the same way.
pub(super) fn nma(a: f32, b: f32, c: f32) -> f32 {
    ma(-a, b, c)
}

pub(super) fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    ma(a[2], b[2], ma(a[1], b[1], a[0] * b[0]))
}

pub(super) fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|k| {
        let (l, m) = (next(k), next(next(k)));
        ms(a[l], b[m], a[m] * b[l])
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
