//! The integers and truth values of AVX-512F.
//!
//! # Why the `unsafe` here is sound
//! 1. Registers and tokens have fields that are private to this backend. A token comes only from detection, and a
//!    register only from an operation on a token or on other registers. So a value proves that the CPU has AVX-512F,
//!    and every intrinsic of it may be called.
#![expect(unsafe_code, reason = "intrinsics need a CPU proven by a token")]

use core::arch::x86_64::{
    __m256i, __m512i, _mm256_loadu_si256, _mm512_add_epi32, _mm512_and_epi32,
    _mm512_broadcast_i64x4, _mm512_cmpeq_epi32_mask, _mm512_cmplt_epi32_mask,
    _mm512_mask_blend_epi32, _mm512_maskz_mov_epi32, _mm512_or_epi32, _mm512_permutexvar_epi32,
    _mm512_set1_epi32, _mm512_sllv_epi32, _mm512_srlv_epi32, _mm512_sub_epi32,
};
use core::ops::{Add, BitAnd, BitOr, Not, Sub};

use crate::integers::{IntegerLanes, Mask};

/// Sixteen integers in one register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx512Integer(pub(super) __m512i);

operators! {
    // SAFETY: lanes exist only on a CPU with AVX-512F (module doc, 1).
    unsafe Avx512Integer:
    Add fn add(self, other) = _mm512_add_epi32(self.0, other.0);
    Sub fn sub(self, other) = _mm512_sub_epi32(self.0, other.0);
    BitAnd fn bitand(self, other) = _mm512_and_epi32(self.0, other.0);
    BitOr fn bitor(self, other) = _mm512_or_epi32(self.0, other.0);
}

impl IntegerLanes for Avx512Integer {
    type Mask = Avx512Mask;

    operations! {
        // SAFETY: lanes exist only on a CPU with AVX-512F (module doc, 1).
        unsafe
        fn shift_left(self, bits: u32) -> Self = _mm512_sllv_epi32(self.0, _mm512_set1_epi32((bits % 32).cast_signed()));
        fn shift_right(self, bits: u32) -> Self = _mm512_srlv_epi32(self.0, _mm512_set1_epi32((bits % 32).cast_signed()));
        fn less(self, other: Self) -> Avx512Mask = _mm512_cmplt_epi32_mask(self.0, other.0);
        fn equals(self, other: Self) -> Avx512Mask = _mm512_cmpeq_epi32_mask(self.0, other.0);
        fn keep(self, mask: Avx512Mask) -> Self = _mm512_maskz_mov_epi32(mask.0, self.0);
        fn select(mask: Avx512Mask, yes: Self, no: Self) -> Self = _mm512_mask_blend_epi32(mask.0, no.0, yes.0);
    }

    #[inline(always)]
    fn look_up(self, table: &[i32; 8]) -> Self {
        // SAFETY: lanes exist only on a CPU with AVX-512F (module doc, 1), and the table holds eight integers.
        Self(unsafe {
            // The table twice, because an index into sixteen lanes has four bits.
            let table = _mm256_loadu_si256(table.as_ptr().cast::<__m256i>());
            _mm512_permutexvar_epi32(self.0, _mm512_broadcast_i64x4(table))
        })
    }
}

/// Sixteen truth values, one bit each.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx512Mask(pub(super) u16);

operators! {
    Avx512Mask:
    BitAnd fn bitand(self, other) = self.0 & other.0;
    BitOr fn bitor(self, other) = self.0 | other.0;
    Not fn not(self) = !self.0;
}

impl Mask for Avx512Mask {
    #[inline(always)]
    fn bits(self) -> u32 {
        u32::from(self.0)
    }
}
