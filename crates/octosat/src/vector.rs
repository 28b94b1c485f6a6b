//! Vectors in lanes: each formula once, in the order of operations that the plain reference repeats.

use octosat_lanes::{Isa, Lanes};

/// The two axis numbers that follow `axis` cyclically.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Following {
    pub(crate) first: usize,
    pub(crate) second: usize,
}

/// The axes after `axis`, so that (axis, first, second) is right-handed.
#[inline(always)]
pub(crate) const fn following(axis: usize) -> Following {
    Following { first: (axis + 1) % 3, second: (axis + 2) % 3 }
}

/// The first three components of a row.
#[inline(always)]
pub(crate) fn vector<F: Copy>(row: [F; 4]) -> [F; 3] {
    [row[0], row[1], row[2]]
}

/// Numbers in every lane.
#[cfg(feature = "chains")]
#[inline(always)]
pub(crate) fn splat<I: Isa, const LEN: usize>(isa: I, numbers: [f32; LEN]) -> [I::Real; LEN] {
    let mut lanes = [isa.splat(0.0); LEN];
    for (k, lane) in lanes.iter_mut().enumerate() {
        *lane = isa.splat(numbers[k]);
    }
    lanes
}

/// The sum of two vectors.
#[inline(always)]
pub(crate) fn sum<F: Lanes>(a: [F; 3], b: [F; 3]) -> [F; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// The first vector minus the second one.
#[inline(always)]
pub(crate) fn difference<F: Lanes>(a: [F; 3], b: [F; 3]) -> [F; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// A vector times two.
#[inline(always)]
pub(crate) fn doubled<F: Lanes>(vector: [F; 3]) -> [F; 3] {
    sum(vector, vector)
}

/// A vector times a number.
#[inline(always)]
pub(crate) fn scaled<F: Lanes>(vector: [F; 3], by: F) -> [F; 3] {
    [vector[0] * by, vector[1] * by, vector[2] * by]
}

/// A vector plus a multiple of another.
#[cfg(any(feature = "shapes", feature = "chains"))]
#[inline(always)]
pub(crate) fn moved<F: Lanes>(from: [F; 3], by: [F; 3], times: F) -> [F; 3] {
    [by[0] * times + from[0], by[1] * times + from[1], by[2] * times + from[2]]
}

/// The dot product of two vectors, summed from the first component on.
#[inline(always)]
pub(crate) fn dot<F: Lanes>(a: [F; 3], b: [F; 3]) -> F {
    (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]
}

/// The squared length of a vector.
#[inline(always)]
pub(crate) fn squared<F: Lanes>(vector: [F; 3]) -> F {
    dot(vector, vector)
}

/// The determinant of two rows: a · d − b · c.
///
/// The second product comes first: in the other order, compilers keep more numbers at a time, and store some.
#[inline(always)]
pub(crate) fn determinant<F: Lanes>([a, b]: [F; 2], [c, d]: [F; 2]) -> F {
    let other = b * c;
    a * d - other
}

/// One component of the cross product of two vectors.
#[inline(always)]
pub(crate) fn cross_component<F: Lanes>(a: [F; 3], b: [F; 3], axis: usize) -> F {
    let Following { first, second } = following(axis);
    determinant([a[first], a[second]], [b[first], b[second]])
}

/// The cross product of two vectors.
#[inline(always)]
pub(crate) fn cross<F: Lanes>(a: [F; 3], b: [F; 3]) -> [F; 3] {
    [cross_component(a, b, 0), cross_component(a, b, 1), cross_component(a, b, 2)]
}

/// A length that is at least that of a vector.
#[inline(always)]
pub(crate) fn sum_of_magnitudes<F: Lanes>([x, y, z]: [F; 3]) -> F {
    (x.abs() + y.abs()) + z.abs()
}

/// The lanes in which a number is finite.
///
/// Rows of the other lanes are constants: the sign of a computed NaN depends on the platform, and an infinity is an
/// overflow of values that no store accepts.
#[inline(always)]
pub(crate) fn is_finite<I: Isa>(isa: I, number: I::Real) -> I::Mask {
    number.abs().at_most(isa.splat(f32::MAX))
}
