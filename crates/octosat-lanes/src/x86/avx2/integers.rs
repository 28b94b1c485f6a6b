//! The integers and truth values of AVX2.
//!
//! # Why the `unsafe` here is sound
//! 1. Registers and tokens have fields that are private to this backend. A token comes only from detection, and a
//!    register only from an operation on a token or on other registers. So a value proves that the CPU has AVX2 and FMA,
//!    and every intrinsic of them may be called.
#![expect(unsafe_code, reason = "intrinsics need a CPU proven by a token")]

use core::arch::x86_64::{
    __m256, __m256i, _CMP_EQ_OQ, _mm256_add_epi32, _mm256_and_ps, _mm256_and_si256,
    _mm256_blendv_ps, _mm256_castps_si256, _mm256_castsi256_ps, _mm256_cmp_ps, _mm256_cmpeq_epi32,
    _mm256_cmpgt_epi32, _mm256_loadu_si256, _mm256_movemask_ps, _mm256_or_ps, _mm256_or_si256,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_sllv_epi32, _mm256_srlv_epi32,
    _mm256_sub_epi32, _mm256_xor_ps,
};
use core::ops::{Add, BitAnd, BitOr, Not, Sub};

use crate::integers::{IntegerLanes, Mask};

/// Eight integers in one register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx2Integer(pub(super) __m256i);

operators! {
    // SAFETY: lanes exist only on a CPU with AVX2 and FMA (module doc, 1).
    unsafe Avx2Integer:
    Add fn add(self, other) = _mm256_add_epi32(self.0, other.0);
    Sub fn sub(self, other) = _mm256_sub_epi32(self.0, other.0);
    BitAnd fn bitand(self, other) = _mm256_and_si256(self.0, other.0);
    BitOr fn bitor(self, other) = _mm256_or_si256(self.0, other.0);
}

impl IntegerLanes for Avx2Integer {
    type Mask = Avx2Mask;

    operations! {
        // SAFETY: lanes exist only on a CPU with AVX2 and FMA (module doc, 1).
        unsafe
        fn shift_left(self, bits: u32) -> Self = _mm256_sllv_epi32(self.0, _mm256_set1_epi32((bits % 32).cast_signed()));
        fn shift_right(self, bits: u32) -> Self = _mm256_srlv_epi32(self.0, _mm256_set1_epi32((bits % 32).cast_signed()));
        fn less(self, other: Self) -> Avx2Mask = _mm256_castsi256_ps(_mm256_cmpgt_epi32(other.0, self.0));
        fn equals(self, other: Self) -> Avx2Mask = _mm256_castsi256_ps(_mm256_cmpeq_epi32(self.0, other.0));
        fn keep(self, mask: Avx2Mask) -> Self = _mm256_and_si256(self.0, _mm256_castps_si256(mask.0));
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

/// Eight truth values, each lane all ones or all zeros.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx2Mask(pub(super) __m256);

operators! {
    // SAFETY: a mask exists only on a CPU with AVX2 (module doc, 1).
    unsafe Avx2Mask:
    BitAnd fn bitand(self, other) = _mm256_and_ps(self.0, other.0);
    BitOr fn bitor(self, other) = _mm256_or_ps(self.0, other.0);
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

impl Avx2Mask {
    /// The numbers of the true lanes in order, then zeros: the order that packs these lanes to the front.
    #[inline(always)]
    pub(super) fn packing_order(self) -> &'static [u32; 8] {
        &ORDERS[(self.bits() & 0xff) as usize]
    }
}

/// For each mask of eight bits: the numbers of the set bits in order, then zeros.
static ORDERS: [[u32; 8]; 256] = orders();

const fn orders() -> [[u32; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut next = 0;
        let mut lane = 0;
        while lane < 8 {
            if bits >> lane & 1 == 1 {
                table[bits][next] = lane;
                next += 1;
            }
            lane += 1;
        }
        bits += 1;
    }
    table
}
