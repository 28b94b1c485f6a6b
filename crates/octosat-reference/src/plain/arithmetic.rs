//! The multiply-adds of the written order, and the two vector products made of them.

/// a·b + c, the product rounded and then the sum.
pub(super) fn ma(a: f32, b: f32, c: f32) -> f32 {
    a * b + c
}

/// a·b − c, the product rounded and then the difference.
pub(super) fn ms(a: f32, b: f32, c: f32) -> f32 {
    a * b - c
}

/// c − a·b, the product rounded and then the difference.
pub(super) fn nma(a: f32, b: f32, c: f32) -> f32 {
    c - a * b
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
