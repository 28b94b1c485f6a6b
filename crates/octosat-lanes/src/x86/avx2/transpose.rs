//! Transposes rows to lanes and back, with two rows in each register.
//!
//! # Why the `unsafe` here is sound
//! A token proves that the CPU has AVX2, because it comes only from detection. Rows are loaded through a pointer without
//! a check per index: their bounds are the invariant of [`ProvenRows`], which is made only from columns, with pairs
//! that were checked against at most as many rows, or with a range of rows within the columns.
#![expect(unsafe_code, reason = "intrinsics need a CPU proven by a token")]

use core::arch::asm;
use core::arch::x86_64::{
    __m256, _mm_castps_si128, _mm_srli_si128, _mm_storeu_ps, _mm_storeu_si32, _mm_storeu_si64,
    _mm256_blend_ps, _mm256_blendv_ps, _mm256_castps256_ps128, _mm256_castsi256_ps,
    _mm256_cmpgt_epi32, _mm256_extractf128_ps, _mm256_loadu_ps, _mm256_loadu_si256,
    _mm256_permute2f128_ps, _mm256_permutevar8x32_ps, _mm256_set1_epi32, _mm256_set1_ps,
    _mm256_setr_epi32, _mm256_shuffle_ps, _mm256_storeu_ps, _mm256_unpackhi_ps, _mm256_unpacklo_ps,
};

use super::super::{of_each_column, sparse_indices};
use super::{Avx2, Avx2Integer, Avx2Real};
use crate::isa::Singles;
use crate::loads::Transposes;
use crate::loops::unrolled;
use crate::pairs::PairSide;
use crate::proven::ProvenRows;

impl Avx2 {
    /// From components in lanes: register `lane` of the result has the rows of `lane` and `lane + 4` in its
    /// halves.
    #[inline(always)]
    pub(super) fn rows_of_lanes(self, components: [Avx2Real; 4]) -> [__m256; 4] {
        let [x, y, z, w] = components;
        // SAFETY: the token proves AVX2.
        unsafe {
            let low_xy = _mm256_unpacklo_ps(x.0, y.0);
            let high_xy = _mm256_unpackhi_ps(x.0, y.0);
            let low_zw = _mm256_unpacklo_ps(z.0, w.0);
            let high_zw = _mm256_unpackhi_ps(z.0, w.0);
            [
                _mm256_shuffle_ps::<0b01_00_01_00>(low_xy, low_zw),
                _mm256_shuffle_ps::<0b11_10_11_10>(low_xy, low_zw),
                _mm256_shuffle_ps::<0b01_00_01_00>(high_xy, high_zw),
                _mm256_shuffle_ps::<0b11_10_11_10>(high_xy, high_zw),
            ]
        }
    }

    /// For each column: one register with the rows of `lane` and `lane + 4` in its halves.
    #[inline(always)]
    fn two_rows<const N: usize>(
        self,
        rows: &ProvenRows<'_, N, 8>,
        lane: usize,
        side: PairSide,
    ) -> [__m256; N] {
        let [low, high] = [rows.offset(lane, side), rows.offset(lane + 4, side)];
        of_each_column(
            #[inline(always)]
            |column| {
                let [low, high] = [rows.at(column, low), rows.at(column, high)];
                // SAFETY: each row holds four floats, and two rows a register. The token proves AVX2.
                unsafe { loaded(_mm256_loadu_ps([*low, *high].as_ptr().cast())) }
            },
        )
    }

    /// Four registers with a row in each half, transposed half by half: each half of register `c` of the result
    /// has component `c` of four rows.
    #[inline(always)]
    fn halves_transposed(self, [r0, r1, r2, r3]: [__m256; 4]) -> [Avx2Real; 4] {
        // SAFETY: the token proves AVX2.
        unsafe {
            let low01 = _mm256_unpacklo_ps(r0, r1);
            let high01 = _mm256_unpackhi_ps(r0, r1);
            let low23 = _mm256_unpacklo_ps(r2, r3);
            let high23 = _mm256_unpackhi_ps(r2, r3);
            [
                Avx2Real(_mm256_shuffle_ps::<0b01_00_01_00>(low01, low23)),
                Avx2Real(_mm256_shuffle_ps::<0b11_10_11_10>(low01, low23)),
                Avx2Real(_mm256_shuffle_ps::<0b01_00_01_00>(high01, high23)),
                Avx2Real(_mm256_shuffle_ps::<0b11_10_11_10>(high01, high23)),
            ]
        }
    }

    /// Loads three components per lane, one lane after the other.
    ///
    /// The components of one kind are at different positions of the three registers, so two blends collect them and a
    /// permutation puts them in order.
    ///
    /// # Panics
    /// If there are fewer than eight triples.
    #[inline(always)]
    pub(super) fn load_triples_in_order(self, from: &[[f32; 3]]) -> [Avx2Real; 3] {
        let from: *const f32 = from[..8].as_ptr().cast();
        // SAFETY: the token proves AVX2, and eight triples are three times as many floats.
        unsafe {
            let low = _mm256_loadu_ps(from);
            let middle = _mm256_loadu_ps(from.add(8));
            let high = _mm256_loadu_ps(from.add(16));
            let x = _mm256_blend_ps::<0b0010_0100>(low, high);
            let x = _mm256_blend_ps::<0b1001_0010>(x, middle);
            let y = _mm256_blend_ps::<0b0100_1001>(low, high);
            let y = _mm256_blend_ps::<0b0010_0100>(y, middle);
            let z = _mm256_blend_ps::<0b1001_0010>(low, high);
            let z = _mm256_blend_ps::<0b0100_1001>(z, middle);
            [
                Avx2Real(_mm256_permutevar8x32_ps(x, _mm256_setr_epi32(0, 3, 6, 1, 4, 7, 2, 5))),
                Avx2Real(_mm256_permutevar8x32_ps(y, _mm256_setr_epi32(1, 4, 7, 2, 5, 0, 3, 6))),
                Avx2Real(_mm256_permutevar8x32_ps(z, _mm256_setr_epi32(2, 5, 0, 3, 6, 1, 4, 7))),
            ]
        }
    }

    /// Writes three components per lane, one lane after the other.
    ///
    /// Each lane is stored as a row of four floats, and the next lane overwrites the fourth. The last lane has
    /// only room for three.
    ///
    /// # Panics
    /// If there are fewer than eight triples.
    #[inline(always)]
    pub(super) fn store_triples_in_order(self, [x, y, z]: [Avx2Real; 3], to: &mut [[f32; 3]]) {
        let to: *mut f32 = to[..8].as_mut_ptr().cast();
        let rows = self.rows_of_lanes([x, y, z, z]);
        // SAFETY: the token proves AVX2. There are 24 floats; lane n is written to four from 3 · n on, of which
        // the last begins at 18, and the eighth lane to the last three.
        unsafe {
            unrolled::<4>(
                #[inline(always)]
                |lane| _mm_storeu_ps(to.add(3 * lane), _mm256_castps256_ps128(rows[lane])),
            );
            unrolled::<3>(
                #[inline(always)]
                |lane| {
                    let high = _mm256_extractf128_ps::<1>(rows[lane]);
                    _mm_storeu_ps(to.add(3 * (lane + 4)), high);
                },
            );
            let last = _mm_castps_si128(_mm256_extractf128_ps::<1>(rows[3]));
            _mm_storeu_si64(to.add(21).cast(), last);
            _mm_storeu_si32(to.add(23).cast(), _mm_srli_si128::<8>(last));
        }
    }

    /// Writes rows of `N` words, zeros except for two, one lane after the other.
    ///
    /// # Panics
    /// If there are fewer than eight rows.
    #[inline(always)]
    pub(super) fn store_sparse_in_order<const N: usize>(
        self,
        fourth: Avx2Real,
        last: Avx2Integer,
        to: &mut [[u32; N]],
    ) {
        let to: *mut f32 = to[..8].as_mut_ptr().cast();
        let last = Avx2Real::from_bits(last);
        // SAFETY: the token proves AVX2. A row of the table holds eight integers, and eight rows of `N` words are `N`
        // registers.
        unsafe {
            // Fourth and last words in turn, of lanes 0, 1, 4 and 5, and of the others; then in the order of the lanes.
            let first = _mm256_unpacklo_ps(fourth.0, last.0);
            let second = _mm256_unpackhi_ps(fourth.0, last.0);
            let low = _mm256_permute2f128_ps::<0x20>(first, second);
            let high = _mm256_permute2f128_ps::<0x31>(first, second);
            let zero = _mm256_set1_ps(0.0);
            unrolled::<N>(
                #[inline(always)]
                |number| {
                    // The compiler computes both masks, and leaves out the half that no word comes from.
                    let index = const { &sparse_indices::<N, 8>(2, 1) }[number];
                    let index = _mm256_loadu_si256(index.as_ptr().cast());
                    let exists = _mm256_cmpgt_epi32(index, _mm256_set1_epi32(-1));
                    let is_high = _mm256_cmpgt_epi32(index, _mm256_set1_epi32(7));
                    let words = _mm256_blendv_ps(
                        _mm256_permutevar8x32_ps(low, index),
                        _mm256_permutevar8x32_ps(high, index),
                        _mm256_castsi256_ps(is_high),
                    );
                    let words = _mm256_blendv_ps(zero, words, _mm256_castsi256_ps(exists));
                    _mm256_storeu_ps(to.add(8 * number), words);
                },
            );
        }
    }
}

impl Transposes<8> for Avx2 {
    /// Eight rows of each column, loaded into the halves of four registers and transposed.
    ///
    /// The rows are loaded lane by lane, also in machine code, so that an offset is needed only while its rows
    /// are loaded.
    #[inline(always)]
    fn transposed<const N: usize>(
        self,
        rows: &ProvenRows<'_, N, 8>,
        side: PairSide,
    ) -> [[Avx2Real; 4]; N] {
        let r0 = self.two_rows(rows, 0, side);
        let r1 = self.two_rows(rows, 1, side);
        let r2 = self.two_rows(rows, 2, side);
        let r3 = self.two_rows(rows, 3, side);
        of_each_column(
            #[inline(always)]
            |column| self.halves_transposed([r0[column], r1[column], r2[column], r3[column]]),
        )
    }
}

/// A register that is loaded at this place of the machine code: after the code before this call, and before the
/// code after it.
///
/// A compiler fence does not ensure this: the compiler moves registers that are assembled from loads into a
/// later branch.
#[inline]
#[target_feature(enable = "avx2")]
fn loaded(register: __m256) -> __m256 {
    let mut register = register;
    // SAFETY: there is no instruction in it.
    unsafe { asm!("/* {0} */", inout(ymm_reg) register, options(nostack, preserves_flags)) };
    register
}
