//! The functions of scalar floats against the standard library's. Without the feature `std` this compares `libm`.

use octosat_lanes::math;

/// Floats of all sizes, from a fixed sequence.
fn values() -> impl Iterator<Item = f64> {
    let special = [0.0, -0.0, 0.5, -0.5, 1.0, -1.5, 5e-324, f64::MAX, f64::INFINITY, f64::NAN];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ state >> 29
    };
    let small = special.into_iter().chain((-40..40).map(|k| f64::from(k) * 0.25));
    small.chain((0..200_000).map(move |_| f64::from_bits(next())))
}

#[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
fn single(value: f64) -> f32 {
    // Most of these doubles have exponents beyond those of `f32`.
    if value.abs() < 1e30 && value.abs() > 1e-30 {
        value as f32
    } else {
        f32::from_bits((value.to_bits() >> 32) as u32)
    }
}

#[track_caller]
fn same(one: f64, other: f64) {
    assert!(
        one.to_bits() == other.to_bits() || one.is_nan() && other.is_nan(),
        "{one:e} {other:e}"
    );
}

#[test]
fn roots_and_whole_numbers() {
    for value in values() {
        same(math::sqrt(value), value.sqrt());
        same(math::floor(value), value.floor());
        same(math::sqrtf(single(value)).into(), single(value).sqrt().into());
    }
}
