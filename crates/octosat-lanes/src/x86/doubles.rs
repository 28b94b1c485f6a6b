//! Four `f64` in 256-bit registers, for both backends.
//!
//! # Why the `unsafe` here is sound
//! Registers have fields that are private to this module, and come only from `splat` and `widen`, which ask for a
//! token, or from other registers. Both tokens, of AVX2 and of AVX-512F, prove that the CPU has AVX. So every intrinsic of
//! it may be called.
#![expect(unsafe_code, reason = "intrinsics need a CPU proven by a token")]

use core::arch::x86_64::{
    __m256d, _CMP_EQ_OQ, _CMP_LE_OQ, _CMP_LT_OQ, _mm_loadu_ps, _mm_storeu_ps, _mm256_add_pd,
    _mm256_and_pd, _mm256_andnot_pd, _mm256_blendv_pd, _mm256_cmp_pd, _mm256_cvtpd_ps,
    _mm256_cvtps_pd, _mm256_div_pd, _mm256_max_pd, _mm256_min_pd, _mm256_movemask_pd,
    _mm256_mul_pd, _mm256_or_pd, _mm256_set1_pd, _mm256_sqrt_pd, _mm256_sub_pd, _mm256_xor_pd,
};
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use crate::integers::Mask;
use crate::isa::Lanes;
use crate::row::DOUBLES;

/// Proof that this CPU has AVX.
pub(super) trait ProvesAvx: Copy {}

/// Four floats of double precision in one register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct AvxDoubles(__m256d);

/// The same value in every lane.
#[inline(always)]
pub(super) fn splat(_: impl ProvesAvx, value: f64) -> AvxDoubles {
    // SAFETY: the token proves AVX.
    AvxDoubles(unsafe { _mm256_set1_pd(value) })
}

/// Floats of single precision, which are represented exactly.
#[inline(always)]
pub(super) fn widen(_: impl ProvesAvx, from: &[f32]) -> AvxDoubles {
    let from = &from[..DOUBLES];
    // SAFETY: the token proves AVX, and the slice holds four floats.
    AvxDoubles(unsafe { _mm256_cvtps_pd(_mm_loadu_ps(from.as_ptr())) })
}

impl AvxDoubles {
    /// Floats of single precision, each rounded once.
    #[inline(always)]
    pub(super) fn narrow(self) -> [f32; DOUBLES] {
        let mut floats = [0.0; DOUBLES];
        // SAFETY: registers exist only on a CPU with AVX, and the array holds four floats.
        unsafe { _mm_storeu_ps(floats.as_mut_ptr(), _mm256_cvtpd_ps(self.0)) };
        floats
    }
}

operators! {
    // SAFETY: registers exist only on a CPU with AVX (module doc).
    unsafe AvxDoubles:
    Add fn add(self, other) = _mm256_add_pd(self.0, other.0);
    Sub fn sub(self, other) = _mm256_sub_pd(self.0, other.0);
    Mul fn mul(self, other) = _mm256_mul_pd(self.0, other.0);
    Div fn div(self, other) = _mm256_div_pd(self.0, other.0);
    Neg fn neg(self) = _mm256_xor_pd(self.0, _mm256_set1_pd(-0.0));
}

impl Lanes for AvxDoubles {
    type Mask = AvxDoublesMask;

    operations! {
        // SAFETY: registers exist only on a CPU with AVX (module doc).
        unsafe
        fn abs(self) -> Self = _mm256_andnot_pd(_mm256_set1_pd(-0.0), self.0);
        fn sqrt(self) -> Self = _mm256_sqrt_pd(self.0);
        fn less(self, other: Self) -> AvxDoublesMask = _mm256_cmp_pd::<_CMP_LT_OQ>(self.0, other.0);
        fn at_most(self, other: Self) -> AvxDoublesMask = _mm256_cmp_pd::<_CMP_LE_OQ>(self.0, other.0);
        fn equals(self, other: Self) -> AvxDoublesMask = _mm256_cmp_pd::<_CMP_EQ_OQ>(self.0, other.0);
        fn lesser(self, other: Self) -> Self = _mm256_min_pd(self.0, other.0);
        fn greater(self, other: Self) -> Self = _mm256_max_pd(self.0, other.0);
        fn keep(self, mask: AvxDoublesMask) -> Self = _mm256_and_pd(self.0, mask.0);
        fn select(mask: AvxDoublesMask, yes: Self, no: Self) -> Self = _mm256_blendv_pd(no.0, yes.0, mask.0);
    }
}

/// The results of comparing [`AvxDoubles`], each lane all ones or all zeros.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct AvxDoublesMask(__m256d);

operators! {
    // SAFETY: a mask exists only on a CPU with AVX (module doc).
    unsafe AvxDoublesMask:
    BitAnd fn bitand(self, other) = _mm256_and_pd(self.0, other.0);
    BitOr fn bitor(self, other) = _mm256_or_pd(self.0, other.0);
}

impl Not for AvxDoublesMask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: a mask exists only on a CPU with AVX (module doc). Zero equals itself, which makes all ones.
        Self(unsafe {
            let zero = _mm256_set1_pd(0.0);
            _mm256_xor_pd(self.0, _mm256_cmp_pd::<_CMP_EQ_OQ>(zero, zero))
        })
    }
}

impl Mask for AvxDoublesMask {
    #[inline(always)]
    fn bits(self) -> u32 {
        // SAFETY: a mask exists only on a CPU with AVX (module doc).
        unsafe { _mm256_movemask_pd(self.0) }.cast_unsigned()
    }
}
