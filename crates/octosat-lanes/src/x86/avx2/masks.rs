//! The truth values of AVX2.
#![expect(unsafe_code, reason = "intrinsics need a CPU proven by a token")]

use core::arch::x86_64::{
    __m256, _CMP_EQ_OQ, _mm256_and_ps, _mm256_cmp_ps, _mm256_movemask_ps, _mm256_or_ps,
    _mm256_xor_ps,
};
use core::ops::{BitAnd, BitOr, Not};

use crate::mask::Mask;

/// Eight truth values, each lane all ones or all zeros.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx2Mask(pub(super) __m256);

impl BitAnd for Avx2Mask {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: a mask exists only on a CPU with AVX2 (module doc, 1).
        Self(unsafe { _mm256_and_ps(self.0, other.0) })
    }
}

impl BitOr for Avx2Mask {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: a mask exists only on a CPU with AVX2 (module doc, 1).
        Self(unsafe { _mm256_or_ps(self.0, other.0) })
    }
}

impl Not for Avx2Mask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: a mask exists only on a CPU with AVX2 (module doc, 1).
        Self(unsafe {
            let zero = _mm256_xor_ps(self.0, self.0);
            // A true lane of a mask is a NaN, for which comparisons with zero are false. So this compares zeros
            // with each other, which gives all ones.
            let ones = _mm256_cmp_ps::<_CMP_EQ_OQ>(zero, zero);
            _mm256_xor_ps(self.0, ones)
        })
    }
}

impl Mask for Avx2Mask {
    #[inline(always)]
    fn bits(self) -> u32 {
        // SAFETY: a mask exists only on a CPU with AVX2 (module doc, 1).
        unsafe { _mm256_movemask_ps(self.0) }.cast_unsigned()
    }
}
