//! Sixteen lanes in 512-bit registers. Only AVX-512F is needed, which all CPUs with AVX-512 have.
//!
//! # Why the `unsafe` here is sound
//! 1. Registers and tokens have fields that are private to this backend. A token comes only from detection, and a
//!    register only from an operation on a token or on other registers. So a value proves that the CPU has AVX-512F,
//!    and every intrinsic of it may be called.
//! 2. Slices are shortened to the number of lanes before they are read or written through a pointer.
#![expect(unsafe_code, reason = "intrinsics need a CPU proven by a token")]

mod integers;
mod transpose;

use core::arch::x86_64::{
    __m512, __m512i, _CMP_EQ_OQ, _CMP_LE_OQ, _CMP_LT_OQ, _mm_storeu_ps, _mm512_abs_ps,
    _mm512_add_epi32, _mm512_add_ps, _mm512_castps_si512, _mm512_castsi512_ps, _mm512_cmp_ps_mask,
    _mm512_div_ps, _mm512_extractf32x4_ps, _mm512_loadu_ps, _mm512_loadu_si512,
    _mm512_mask_blend_ps, _mm512_maskz_compress_epi32, _mm512_maskz_compress_ps,
    _mm512_maskz_mov_ps, _mm512_max_ps, _mm512_min_ps, _mm512_mul_ps, _mm512_set1_epi32,
    _mm512_set1_ps, _mm512_setr_epi32, _mm512_sqrt_ps, _mm512_storeu_ps, _mm512_storeu_si512,
    _mm512_sub_ps, _mm512_xor_epi32,
};
use core::ops::{Add, Div, Mul, Neg, Sub};

use bytemuck::Pod;

pub use self::integers::{Avx512Integer, Avx512Mask};
use super::doubles::{AvxDoubles, ProvesAvx};
use super::{has_feature, on_registers};
use crate::isa::{Isa, Lanes, Singles};
use crate::pairs::{BoundedPairs, PairSide};
use crate::row::{DOUBLES, Row, records_of};
use crate::rows::Columns;

/// The proof that this CPU has AVX-512F.
#[derive(Clone, Copy, Debug)]
pub struct Avx512 {
    _proof: (),
}

/// Sixteen floats in one register.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx512Real(__m512);

operators! {
    // SAFETY: lanes exist only on a CPU with AVX-512F (module doc, 1).
    unsafe Avx512Real:
    Add fn add(self, other) = _mm512_add_ps(self.0, other.0);
    Sub fn sub(self, other) = _mm512_sub_ps(self.0, other.0);
    Mul fn mul(self, other) = _mm512_mul_ps(self.0, other.0);
    Div fn div(self, other) = _mm512_div_ps(self.0, other.0);
}

impl Neg for Avx512Real {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        // SAFETY: lanes exist only on a CPU with AVX-512F (module doc, 1). The integer form is
        // used because the float form would need AVX-512DQ.
        Self(unsafe {
            let sign = _mm512_set1_epi32(i32::MIN);
            _mm512_castsi512_ps(_mm512_xor_epi32(_mm512_castps_si512(self.0), sign))
        })
    }
}

impl Lanes for Avx512Real {
    type Mask = Avx512Mask;

    operations! {
        // SAFETY: lanes exist only on a CPU with AVX-512F (module doc, 1).
        unsafe
        fn abs(self) -> Self = _mm512_abs_ps(self.0);
        fn sqrt(self) -> Self = _mm512_sqrt_ps(self.0);
        fn less(self, other: Self) -> Avx512Mask = _mm512_cmp_ps_mask::<_CMP_LT_OQ>(self.0, other.0);
        fn at_most(self, other: Self) -> Avx512Mask = _mm512_cmp_ps_mask::<_CMP_LE_OQ>(self.0, other.0);
        fn equals(self, other: Self) -> Avx512Mask = _mm512_cmp_ps_mask::<_CMP_EQ_OQ>(self.0, other.0);
        fn lesser(self, other: Self) -> Self = _mm512_min_ps(self.0, other.0);
        fn greater(self, other: Self) -> Self = _mm512_max_ps(self.0, other.0);
        fn keep(self, mask: Avx512Mask) -> Self = _mm512_maskz_mov_ps(mask.0, self.0);
        fn select(mask: Avx512Mask, yes: Self, no: Self) -> Self = _mm512_mask_blend_ps(mask.0, no.0, yes.0);
    }
}

impl Singles for Avx512Real {
    type Integer = Avx512Integer;

    operations! {
        // SAFETY: lanes exist only on a CPU with AVX-512F (module doc, 1).
        unsafe
        fn to_bits(self) -> Avx512Integer = _mm512_castps_si512(self.0);
        fn from_bits(bits: Avx512Integer) -> Self = _mm512_castsi512_ps(bits.0);
    }
}

impl ProvesAvx for Avx512 {}

impl Isa for Avx512 {
    type Real = Avx512Real;
    type Integer = Avx512Integer;
    type Mask = Avx512Mask;
    type Double = AvxDoubles;

    const LANES: usize = 16;

    fn detect() -> Option<Self> {
        // The same feature that `enter` enables.
        has_feature!("avx512f").then_some(Self { _proof: () })
    }

    on_registers!("avx512f", Avx512Real, Avx512Integer, 16);

    #[inline(always)]
    fn splat(self, value: f32) -> Avx512Real {
        // SAFETY: the token proves AVX-512F.
        Avx512Real(unsafe { _mm512_set1_ps(value) })
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> Avx512Real {
        let from = &from[..16];
        // SAFETY: the token proves AVX-512F, and the slice holds sixteen floats.
        Avx512Real(unsafe { _mm512_loadu_ps(from.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, lanes: Avx512Real, to: &mut [f32]) {
        let to = &mut to[..16];
        // SAFETY: the token proves AVX-512F, and the slice holds sixteen floats.
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), lanes.0) };
    }

    #[inline(always)]
    fn splat_integer(self, value: i32) -> Avx512Integer {
        // SAFETY: the token proves AVX-512F.
        Avx512Integer(unsafe { _mm512_set1_epi32(value) })
    }

    #[inline(always)]
    fn load_integers(self, from: &[i32]) -> Avx512Integer {
        let from = &from[..16];
        // SAFETY: the token proves AVX-512F, and the slice holds sixteen integers.
        Avx512Integer(unsafe { _mm512_loadu_si512(from.as_ptr().cast::<__m512i>()) })
    }

    #[inline(always)]
    fn store_integers(self, lanes: Avx512Integer, to: &mut [i32]) {
        let to = &mut to[..16];
        // SAFETY: the token proves AVX-512F, and the slice holds sixteen integers.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast::<__m512i>(), lanes.0) };
    }

    #[inline(always)]
    fn store_chosen(self, chosen: Avx512Mask, lanes: Avx512Real, to: &mut [f32]) {
        // Packed in a register and stored as a whole: packing directly into memory is microcoded on some CPUs.
        // SAFETY: the token proves AVX-512F.
        let packed = unsafe { _mm512_maskz_compress_ps(chosen.0, lanes.0) };
        self.store(Avx512Real(packed), to);
    }

    #[inline(always)]
    fn store_positions(self, chosen: Avx512Mask, first: u32, to: &mut [u32]) {
        let to = &mut to[..16];
        // SAFETY: the token proves AVX-512F, and the slice holds sixteen integers.
        unsafe {
            let lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            let positions = _mm512_add_epi32(lanes, _mm512_set1_epi32(first.cast_signed()));
            // Packed in a register first, as in `store_chosen`.
            let packed = _mm512_maskz_compress_epi32(chosen.0, positions);
            _mm512_storeu_si512(to.as_mut_ptr().cast::<__m512i>(), packed);
        }
    }

    #[inline(always)]
    fn store_picked(self, chosen: Avx512Mask, from: &[u32], to: &mut [u32]) {
        let from = &from[..16];
        let to = &mut to[..16];
        // SAFETY: the token proves AVX-512F, and the slices hold sixteen integers each.
        unsafe {
            let from = _mm512_loadu_si512(from.as_ptr().cast::<__m512i>());
            let packed = _mm512_maskz_compress_epi32(chosen.0, from);
            _mm512_storeu_si512(to.as_mut_ptr().cast::<__m512i>(), packed);
        }
    }

    loads_of_rows!(Avx512Real);

    #[inline(always)]
    fn store_rows<R: Pod>(self, components: [Avx512Real; 4], to: &mut [R]) {
        let to: *mut f32 = records_of::<1, R>(to)[..16].as_mut_ptr().cast();
        let [x, y, z, w] = components;
        let rows = self.rows_of_lanes([
            self.quarters_exchanged(x),
            self.quarters_exchanged(y),
            self.quarters_exchanged(z),
            self.quarters_exchanged(w),
        ]);
        for (four, rows) in rows.into_iter().enumerate() {
            // SAFETY: the token proves AVX-512F, and sixteen rows are 64 floats.
            unsafe { _mm512_storeu_ps(to.add(16 * four), rows) };
        }
    }

    #[inline(always)]
    fn store_column<const N: usize>(
        self,
        components: [Avx512Real; 4],
        to: &mut [[[f32; 4]; N]],
        place: usize,
    ) {
        let to = &mut to[..16];
        let rows = self.rows_of_lanes(components);
        for (lane, four_rows) in rows.into_iter().enumerate() {
            // SAFETY: the token proves AVX-512F, and a row holds four floats.
            unsafe {
                let quarters = [
                    _mm512_extractf32x4_ps::<0>(four_rows),
                    _mm512_extractf32x4_ps::<1>(four_rows),
                    _mm512_extractf32x4_ps::<2>(four_rows),
                    _mm512_extractf32x4_ps::<3>(four_rows),
                ];
                _mm_storeu_ps(to[lane][place].as_mut_ptr(), quarters[0]);
                _mm_storeu_ps(to[lane + 4][place].as_mut_ptr(), quarters[1]);
                _mm_storeu_ps(to[lane + 8][place].as_mut_ptr(), quarters[2]);
                _mm_storeu_ps(to[lane + 12][place].as_mut_ptr(), quarters[3]);
            }
        }
    }

    /// Records of two and of four rows are assembled in registers. Row by row they would need two and four
    /// times as many stores.
    #[inline(always)]
    fn store_records<const N: usize, R: Pod>(self, records: [[Avx512Real; 4]; N], to: &mut [R]) {
        let to = records_of::<N, R>(to);
        if const { N == 2 } {
            self.store_pairs_of_rows([records[0], records[1]], to.as_flattened_mut());
        } else if const { N == 4 } {
            let records = [records[0], records[1], records[2], records[3]];
            self.store_fours_of_rows(records, to.as_flattened_mut());
        } else {
            for (place, components) in records.into_iter().enumerate() {
                self.store_column(components, to, place);
            }
        }
    }
}
