//! The integers of AVX2.
#![expect(unsafe_code, reason = "intrinsics need a CPU proven by a token")]

use core::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_and_si256, _mm256_blendv_ps, _mm256_castps_si256,
    _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_cmpgt_epi32, _mm256_loadu_si256,
    _mm256_or_si256, _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_sllv_epi32,
    _mm256_srlv_epi32, _mm256_sub_epi32,
};
use core::ops::{Add, BitAnd, BitOr, Sub};

use super::masks::Avx2Mask;
use crate::integers::IntegerLanes;

/// Eight integers in one register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx2Integer(pub(super) __m256i);

impl Add for Avx2Integer {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: lanes exist only on a CPU with AVX2 (module doc, 1).
        Self(unsafe { _mm256_add_epi32(self.0, other.0) })
    }
}

impl Sub for Avx2Integer {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: lanes exist only on a CPU with AVX2 (module doc, 1).
        Self(unsafe { _mm256_sub_epi32(self.0, other.0) })
    }
}

impl BitAnd for Avx2Integer {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: lanes exist only on a CPU with AVX2 (module doc, 1).
        Self(unsafe { _mm256_and_si256(self.0, other.0) })
    }
}

impl BitOr for Avx2Integer {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: lanes exist only on a CPU with AVX2 (module doc, 1).
        Self(unsafe { _mm256_or_si256(self.0, other.0) })
    }
}

impl IntegerLanes for Avx2Integer {
    type Mask = Avx2Mask;

    #[inline(always)]
    fn shift_left(self, bits: u32) -> Self {
        // SAFETY: lanes exist only on a CPU with AVX2 (module doc, 1).
        Self(unsafe { _mm256_sllv_epi32(self.0, _mm256_set1_epi32((bits % 32).cast_signed())) })
    }

    #[inline(always)]
    fn shift_right(self, bits: u32) -> Self {
        // SAFETY: lanes exist only on a CPU with AVX2 (module doc, 1).
        Self(unsafe { _mm256_srlv_epi32(self.0, _mm256_set1_epi32((bits % 32).cast_signed())) })
    }

    #[inline(always)]
    fn less(self, other: Self) -> Avx2Mask {
        // SAFETY: lanes exist only on a CPU with AVX2 (module doc, 1).
        Avx2Mask(unsafe { _mm256_castsi256_ps(_mm256_cmpgt_epi32(other.0, self.0)) })
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Avx2Mask {
        // SAFETY: lanes exist only on a CPU with AVX2 (module doc, 1).
        Avx2Mask(unsafe { _mm256_castsi256_ps(_mm256_cmpeq_epi32(self.0, other.0)) })
    }

    #[inline(always)]
    fn keep(self, mask: Avx2Mask) -> Self {
        // SAFETY: lanes exist only on a CPU with AVX2 (module doc, 1).
        Self(unsafe { _mm256_and_si256(self.0, _mm256_castps_si256(mask.0)) })
    }

    #[inline(always)]
    fn select(mask: Avx2Mask, yes: Self, no: Self) -> Self {
        // One instruction selects floats and integers, and masks are floats.
        // SAFETY: lanes exist only on a CPU with AVX2 (module doc, 1).
        Self(unsafe {
            let [yes, no] = [_mm256_castsi256_ps(yes.0), _mm256_castsi256_ps(no.0)];
            _mm256_castps_si256(_mm256_blendv_ps(no, yes, mask.0))
        })
    }

    #[inline(always)]
    fn look_up(self, table: &[i32; 8]) -> Self {
        // SAFETY: lanes exist only on a CPU with AVX2 (module doc, 1), and the table holds eight integers.
        Self(unsafe {
            let table = _mm256_loadu_si256(table.as_ptr().cast::<__m256i>());
            _mm256_permutevar8x32_epi32(table, self.0)
        })
    }
}
