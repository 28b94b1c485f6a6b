//! Eight lanes in 256-bit registers: AVX2 with FMA.
//!
//! # Why the `unsafe` here is sound
//! 1. Registers and tokens have fields that are private to this backend. A token comes only from detection, and a
//!    register only from an operation on a token or on other registers. So a value proves that the CPU has AVX2 and FMA,
//!    and every intrinsic of them may be called.
//! 2. Slices are shortened to the number of lanes before they are read or written through a pointer.
#![expect(unsafe_code, reason = "intrinsics need a CPU proven by a token")]

mod integers;
mod transpose;

use core::arch::x86_64::{
    __m256, __m256i, _CMP_EQ_OQ, _CMP_LE_OQ, _CMP_LT_OQ, _mm_storeu_ps, _mm256_add_epi32,
    _mm256_add_ps, _mm256_and_ps, _mm256_andnot_ps, _mm256_blendv_ps, _mm256_castps_si256,
    _mm256_castps256_ps128, _mm256_castsi256_ps, _mm256_cmp_ps, _mm256_div_ps,
    _mm256_extractf128_ps, _mm256_loadu_ps, _mm256_loadu_si256, _mm256_max_ps, _mm256_min_ps,
    _mm256_mul_ps, _mm256_permutevar8x32_epi32, _mm256_permutevar8x32_ps, _mm256_set1_epi32,
    _mm256_set1_ps, _mm256_sqrt_ps, _mm256_storeu_ps, _mm256_storeu_si256, _mm256_sub_ps,
    _mm256_xor_ps,
};
use core::ops::{Add, Div, Mul, Neg, Sub};

use bytemuck::Pod;

pub use self::integers::{Avx2Integer, Avx2Mask};
use super::doubles::{AvxDoubles, ProvesAvx};
use super::{has_feature, on_registers};
use crate::isa::{Isa, Lanes, Singles};
use crate::pairs::{BoundedPairs, PairSide};
use crate::row::{DOUBLES, Row};
use crate::rows::Columns;

/// The proof that this CPU has AVX2 and FMA.
#[derive(Clone, Copy, Debug)]
pub struct Avx2 {
    _proof: (),
}

/// Eight floats in one register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx2Real(__m256);

operators! {
    // SAFETY: lanes exist only on a CPU with AVX2 and FMA (module doc, 1).
    unsafe Avx2Real:
    Add fn add(self, other) = _mm256_add_ps(self.0, other.0);
    Sub fn sub(self, other) = _mm256_sub_ps(self.0, other.0);
    Mul fn mul(self, other) = _mm256_mul_ps(self.0, other.0);
    Div fn div(self, other) = _mm256_div_ps(self.0, other.0);
    Neg fn neg(self) = _mm256_xor_ps(self.0, _mm256_set1_ps(-0.0));
}

impl Lanes for Avx2Real {
    type Mask = Avx2Mask;

    operations! {
        // SAFETY: lanes exist only on a CPU with AVX2 and FMA (module doc, 1).
        unsafe
        fn abs(self) -> Self = _mm256_andnot_ps(_mm256_set1_ps(-0.0), self.0);
        fn sqrt(self) -> Self = _mm256_sqrt_ps(self.0);
        fn less(self, other: Self) -> Avx2Mask = _mm256_cmp_ps::<_CMP_LT_OQ>(self.0, other.0);
        fn at_most(self, other: Self) -> Avx2Mask = _mm256_cmp_ps::<_CMP_LE_OQ>(self.0, other.0);
        fn equals(self, other: Self) -> Avx2Mask = _mm256_cmp_ps::<_CMP_EQ_OQ>(self.0, other.0);
        fn lesser(self, other: Self) -> Self = _mm256_min_ps(self.0, other.0);
        fn greater(self, other: Self) -> Self = _mm256_max_ps(self.0, other.0);
        fn keep(self, mask: Avx2Mask) -> Self = _mm256_and_ps(self.0, mask.0);
        fn select(mask: Avx2Mask, yes: Self, no: Self) -> Self = _mm256_blendv_ps(no.0, yes.0, mask.0);
    }
}

impl Singles for Avx2Real {
    type Integer = Avx2Integer;

    operations! {
        // SAFETY: lanes exist only on a CPU with AVX2 and FMA (module doc, 1).
        unsafe
        fn to_bits(self) -> Avx2Integer = _mm256_castps_si256(self.0);
        fn from_bits(bits: Avx2Integer) -> Self = _mm256_castsi256_ps(bits.0);
    }
}

impl ProvesAvx for Avx2 {}

impl Isa for Avx2 {
    type Real = Avx2Real;
    type Integer = Avx2Integer;
    type Mask = Avx2Mask;
    type Double = AvxDoubles;

    const LANES: usize = 8;

    fn detect() -> Option<Self> {
        // The same features that `enter` enables.
        has_feature!("avx2").then_some(Self { _proof: () })
    }

    on_registers!("avx2", Avx2Real, Avx2Integer, 8);

    #[inline(always)]
    fn splat(self, value: f32) -> Avx2Real {
        // SAFETY: the token proves AVX2.
        Avx2Real(unsafe { _mm256_set1_ps(value) })
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> Avx2Real {
        let from = &from[..8];
        // SAFETY: the token proves AVX2, and the slice holds eight floats.
        Avx2Real(unsafe { _mm256_loadu_ps(from.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, lanes: Avx2Real, to: &mut [f32]) {
        let to = &mut to[..8];
        // SAFETY: the token proves AVX2, and the slice holds eight floats.
        unsafe { _mm256_storeu_ps(to.as_mut_ptr(), lanes.0) };
    }

    #[inline(always)]
    fn splat_integer(self, value: i32) -> Avx2Integer {
        // SAFETY: the token proves AVX2.
        Avx2Integer(unsafe { _mm256_set1_epi32(value) })
    }

    #[inline(always)]
    fn load_integers(self, from: &[i32]) -> Avx2Integer {
        let from = &from[..8];
        // SAFETY: the token proves AVX2, and the slice holds eight integers.
        Avx2Integer(unsafe { _mm256_loadu_si256(from.as_ptr().cast::<__m256i>()) })
    }

    #[inline(always)]
    fn store_integers(self, lanes: Avx2Integer, to: &mut [i32]) {
        let to = &mut to[..8];
        // SAFETY: the token proves AVX2, and the slice holds eight integers.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast::<__m256i>(), lanes.0) };
    }

    #[inline(always)]
    fn store_chosen(self, chosen: Avx2Mask, lanes: Avx2Real, to: &mut [f32]) {
        let to = &mut to[..8];
        let order = chosen.packing_order();
        // SAFETY: the token proves AVX2; the slice holds eight floats and the table row eight
        // integers.
        unsafe {
            let order = _mm256_loadu_si256(order.as_ptr().cast::<__m256i>());
            _mm256_storeu_ps(to.as_mut_ptr(), _mm256_permutevar8x32_ps(lanes.0, order));
        }
    }

    #[inline(always)]
    fn store_positions(self, chosen: Avx2Mask, first: u32, to: &mut [u32]) {
        let to = &mut to[..8];
        let order = chosen.packing_order();
        // SAFETY: the token proves AVX2; the slice and the table row hold eight integers each.
        unsafe {
            let order = _mm256_loadu_si256(order.as_ptr().cast::<__m256i>());
            let positions = _mm256_add_epi32(order, _mm256_set1_epi32(first.cast_signed()));
            _mm256_storeu_si256(to.as_mut_ptr().cast::<__m256i>(), positions);
        }
    }

    #[inline(always)]
    fn store_picked(self, chosen: Avx2Mask, from: &[u32], to: &mut [u32]) {
        let from = &from[..8];
        let to = &mut to[..8];
        let order = chosen.packing_order();
        // SAFETY: the token proves AVX2; the slices and the table row hold eight integers each.
        unsafe {
            let order = _mm256_loadu_si256(order.as_ptr().cast::<__m256i>());
            let from = _mm256_loadu_si256(from.as_ptr().cast::<__m256i>());
            let picked = _mm256_permutevar8x32_epi32(from, order);
            _mm256_storeu_si256(to.as_mut_ptr().cast::<__m256i>(), picked);
        }
    }

    loads_of_rows!(Avx2Real);

    #[inline(always)]
    fn store_rows<R: Pod>(self, components: [Avx2Real; 4], to: &mut [R]) {
        self.store_records([components], to);
    }

    #[inline(always)]
    fn store_column<const N: usize>(
        self,
        components: [Avx2Real; 4],
        to: &mut [[[f32; 4]; N]],
        place: usize,
    ) {
        let to = &mut to[..8];
        let rows = self.rows_of_lanes(components);
        for (lane, two_rows) in rows.into_iter().enumerate() {
            // SAFETY: the token proves AVX2, and a row holds four floats.
            unsafe {
                let low = _mm256_castps256_ps128(two_rows);
                let high = _mm256_extractf128_ps::<1>(two_rows);
                _mm_storeu_ps(to[lane][place].as_mut_ptr(), low);
                _mm_storeu_ps(to[lane + 4][place].as_mut_ptr(), high);
            }
        }
    }
}
