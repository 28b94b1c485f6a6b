//! Transposes rows to lanes and back, quarter by quarter, with four rows in each register.
//!
//! # Why the `unsafe` here is sound
//! A token proves that the CPU has AVX-512F, because it comes only from detection. Rows are loaded through a pointer without
//! a check per index: their bounds are the invariant of [`ProvenRows`], which is made only from columns, with pairs
//! that were checked against at most as many rows, or with a range of rows within the columns.
#![expect(unsafe_code, reason = "intrinsics need a CPU proven by a token")]

use core::arch::asm;
use core::arch::x86_64::{
    __m512, _mm256_castpd_ps, _mm256_storeu_ps, _mm512_add_epi32, _mm512_castps_pd,
    _mm512_castps512_ps256, _mm512_cmpgt_epi32_mask, _mm512_extractf64x4_pd, _mm512_loadu_ps,
    _mm512_loadu_si512, _mm512_maskz_permutex2var_ps, _mm512_permutex2var_ps,
    _mm512_permutexvar_ps, _mm512_set1_epi32, _mm512_setr_epi32, _mm512_shuffle_f32x4,
    _mm512_shuffle_ps, _mm512_storeu_ps, _mm512_unpackhi_ps, _mm512_unpacklo_ps,
};

use super::super::{of_each_column, sparse_indices};
use super::{Avx512, Avx512Integer, Avx512Real};
use crate::isa::Singles;
use crate::loads::Transposes;
use crate::loops::{per_axis, unrolled};
use crate::pairs::PairSide;
use crate::proven::ProvenRows;

impl Avx512 {
    /// From components in lanes: register `lane` of the result has the rows of `lane`, `lane + 4`, `lane + 8` and
    /// `lane + 12` in its quarters.
    #[inline(always)]
    pub(super) fn rows_of_lanes(self, components: [Avx512Real; 4]) -> [__m512; 4] {
        let [x, y, z, w] = components;
        self.quarters_transposed([x.0, y.0, z.0, w.0])
    }

    /// For each column: one register with the rows of `lane`, `lane + 4`, `lane + 8` and `lane + 12` in its
    /// quarters.
    #[inline(always)]
    fn four_rows<const N: usize>(
        self,
        rows: &ProvenRows<'_, N, 16>,
        lane: usize,
        side: PairSide,
    ) -> [__m512; N] {
        let o0 = rows.offset(lane, side);
        let o1 = rows.offset(lane + 4, side);
        let o2 = rows.offset(lane + 8, side);
        let o3 = rows.offset(lane + 12, side);
        of_each_column(
            #[inline(always)]
            |column| {
                let [r0, r1] = [rows.at(column, o0), rows.at(column, o1)];
                let [r2, r3] = [rows.at(column, o2), rows.at(column, o3)];
                // SAFETY: each row holds four floats, and four rows a register. The token proves AVX-512F.
                unsafe { loaded(_mm512_loadu_ps([*r0, *r1, *r2, *r3].as_ptr().cast())) }
            },
        )
    }

    /// Four registers with a row in each quarter, converted to components in lanes.
    #[inline(always)]
    fn components(self, rows: [__m512; 4]) -> [Avx512Real; 4] {
        let [x, y, z, w] = self.quarters_transposed(rows);
        [Avx512Real(x), Avx512Real(y), Avx512Real(z), Avx512Real(w)]
    }

    /// Moves lane `4 · k + q` to lane `4 · q + k`. Applied twice, it changes nothing.
    #[inline(always)]
    pub(super) fn quarters_exchanged(self, lanes: Avx512Real) -> Avx512Real {
        // SAFETY: the token proves AVX-512F.
        Avx512Real(unsafe {
            let order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
            _mm512_permutexvar_ps(order, lanes.0)
        })
    }

    /// Four registers with a row in each quarter, transposed quarter by quarter: each quarter of register `c`
    /// of the result has component `c` of four rows. Applied twice, it changes nothing.
    #[inline(always)]
    fn quarters_transposed(self, [r0, r1, r2, r3]: [__m512; 4]) -> [__m512; 4] {
        // SAFETY: the token proves AVX-512F.
        unsafe {
            let low01 = _mm512_unpacklo_ps(r0, r1);
            let high01 = _mm512_unpackhi_ps(r0, r1);
            let low23 = _mm512_unpacklo_ps(r2, r3);
            let high23 = _mm512_unpackhi_ps(r2, r3);
            [
                _mm512_shuffle_ps::<0b01_00_01_00>(low01, low23),
                _mm512_shuffle_ps::<0b11_10_11_10>(low01, low23),
                _mm512_shuffle_ps::<0b01_00_01_00>(high01, high23),
                _mm512_shuffle_ps::<0b11_10_11_10>(high01, high23),
            ]
        }
    }

    /// Writes two rows per lane, one lane after the other.
    ///
    /// # Panics
    /// If there is no room for them.
    #[inline(always)]
    pub(super) fn store_pairs_of_rows(
        self,
        [first, second]: [[Avx512Real; 4]; 2],
        to: &mut [[f32; 4]],
    ) {
        let (to, _) = to.as_chunks_mut::<2>();
        let to = &mut to[..16];
        let rows = [self.rows_of_lanes(first), self.rows_of_lanes(second)];
        for lane in 0..4 {
            let [first, second] = [rows[0][lane], rows[1][lane]];
            // SAFETY: the token proves AVX-512F, and two rows are eight floats.
            unsafe {
                // The first two quarters of both registers, alternating, and the last two.
                let low = _mm512_setr_epi32(0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
                let high = _mm512_add_epi32(low, _mm512_set1_epi32(8));
                let low = _mm512_permutex2var_ps(first, low, second);
                let high = _mm512_permutex2var_ps(first, high, second);
                for (place, half) in [(lane, low), (lane + 8, high)] {
                    let last = _mm512_extractf64x4_pd::<1>(_mm512_castps_pd(half));
                    _mm256_storeu_ps(to[place].as_mut_ptr().cast(), _mm512_castps512_ps256(half));
                    _mm256_storeu_ps(to[place + 4].as_mut_ptr().cast(), _mm256_castpd_ps(last));
                }
            }
        }
    }

    /// Writes four rows per lane, one lane after the other.
    ///
    /// # Panics
    /// If there is no room for them.
    #[inline(always)]
    pub(super) fn store_fours_of_rows(self, records: [[Avx512Real; 4]; 4], to: &mut [[f32; 4]]) {
        let (to, _) = to.as_chunks_mut::<4>();
        let to = &mut to[..16];
        let [r0, r1, r2, r3] = records;
        let [r0, r1] = [self.rows_of_lanes(r0), self.rows_of_lanes(r1)];
        let [r2, r3] = [self.rows_of_lanes(r2), self.rows_of_lanes(r3)];
        for lane in 0..4 {
            // SAFETY: the token proves AVX-512F, and four rows are sixteen floats.
            unsafe {
                let low01 = _mm512_shuffle_f32x4::<0b01_00_01_00>(r0[lane], r1[lane]);
                let low23 = _mm512_shuffle_f32x4::<0b01_00_01_00>(r2[lane], r3[lane]);
                let high01 = _mm512_shuffle_f32x4::<0b11_10_11_10>(r0[lane], r1[lane]);
                let high23 = _mm512_shuffle_f32x4::<0b11_10_11_10>(r2[lane], r3[lane]);
                let rows = [
                    _mm512_shuffle_f32x4::<0b10_00_10_00>(low01, low23),
                    _mm512_shuffle_f32x4::<0b11_01_11_01>(low01, low23),
                    _mm512_shuffle_f32x4::<0b10_00_10_00>(high01, high23),
                    _mm512_shuffle_f32x4::<0b11_01_11_01>(high01, high23),
                ];
                unrolled::<4>(
                    #[inline(always)]
                    |quarter| {
                        let record = to[lane + 4 * quarter].as_mut_ptr().cast::<f32>();
                        _mm512_storeu_ps(record, rows[quarter]);
                    },
                );
            }
        }
    }

    /// Loads three components per lane, one lane after the other.
    ///
    /// # Panics
    /// If there are fewer than sixteen triples.
    #[inline(always)]
    pub(super) fn load_triples_in_order(self, from: &[[f32; 3]]) -> [Avx512Real; 3] {
        let from: *const f32 = from[..16].as_ptr().cast();
        // SAFETY: the token proves AVX-512F; a row of the table holds sixteen integers, and sixteen triples are three
        // times as many floats.
        unsafe {
            let low = _mm512_loadu_ps(from);
            let middle = _mm512_loadu_ps(from.add(16));
            let high = _mm512_loadu_ps(from.add(32));
            per_axis(
                #[inline(always)]
                |k| {
                    let [first_two, third] = &COMPONENTS[k];
                    let first_two = _mm512_loadu_si512(first_two.as_ptr().cast());
                    let third = _mm512_loadu_si512(third.as_ptr().cast());
                    let floats = _mm512_permutex2var_ps(low, first_two, middle);
                    Avx512Real(_mm512_permutex2var_ps(floats, third, high))
                },
            )
        }
    }

    /// Writes three components per lane, one lane after the other.
    ///
    /// # Panics
    /// If there are fewer than sixteen triples.
    #[inline(always)]
    pub(super) fn store_triples_in_order(self, [x, y, z]: [Avx512Real; 3], to: &mut [[f32; 3]]) {
        let to: *mut f32 = to[..16].as_mut_ptr().cast();
        unrolled::<3>(
            #[inline(always)]
            |number| {
                let [first_two, third] = &TRIPLES[number];
                // SAFETY: the token proves AVX-512F; a row of the table holds sixteen integers, and sixteen triples are
                // three times as many floats.
                unsafe {
                    let first_two = _mm512_loadu_si512(first_two.as_ptr().cast());
                    let third = _mm512_loadu_si512(third.as_ptr().cast());
                    let floats = _mm512_permutex2var_ps(x.0, first_two, y.0);
                    let floats = _mm512_permutex2var_ps(floats, third, z.0);
                    _mm512_storeu_ps(to.add(16 * number), floats);
                }
            },
        );
    }

    /// Writes rows of `N` words, zeros except for two, one lane after the other.
    ///
    /// # Panics
    /// If there are fewer than sixteen rows.
    #[inline(always)]
    pub(super) fn store_sparse_in_order<const N: usize>(
        self,
        fourth: Avx512Real,
        last: Avx512Integer,
        to: &mut [[u32; N]],
    ) {
        let to: *mut f32 = to[..16].as_mut_ptr().cast();
        let last = Avx512Real::from_bits(last);
        unrolled::<N>(
            #[inline(always)]
            |number| {
                let index = const { &sparse_indices::<N, 16>(1, 16) }[number];
                // SAFETY: the token proves AVX-512F. A row of the table holds sixteen integers, and sixteen rows of `N`
                // words are `N` registers.
                unsafe {
                    let index = _mm512_loadu_si512(index.as_ptr().cast());
                    // The compiler computes the mask.
                    let exists = _mm512_cmpgt_epi32_mask(index, _mm512_set1_epi32(-1));
                    let words = _mm512_maskz_permutex2var_ps(exists, fourth.0, index, last.0);
                    _mm512_storeu_ps(to.add(16 * number), words);
                }
            },
        );
    }
}

impl Transposes<16> for Avx512 {
    /// Sixteen rows of each column, loaded into the quarters of four registers and transposed.
    ///
    /// The rows are loaded lane by lane, also in machine code, so that an offset is needed only while its rows
    /// are loaded.
    #[inline(always)]
    fn transposed<const N: usize>(
        self,
        rows: &ProvenRows<'_, N, 16>,
        side: PairSide,
    ) -> [[Avx512Real; 4]; N] {
        let r0 = self.four_rows(rows, 0, side);
        let r1 = self.four_rows(rows, 1, side);
        let r2 = self.four_rows(rows, 2, side);
        let r3 = self.four_rows(rows, 3, side);
        of_each_column(
            #[inline(always)]
            |column| self.components([r0[column], r1[column], r2[column], r3[column]]),
        )
    }

    /// Sixteen consecutive rows of each column. If they are consecutive in memory, too, they are loaded as four registers and
    /// transposed.
    #[inline(always)]
    fn transposed_block<const N: usize>(
        self,
        rows: &ProvenRows<'_, N, 16>,
    ) -> [[Avx512Real; 4]; N] {
        if !rows.touch() {
            return self.transposed(rows, PairSide::A);
        }
        of_each_column(
            #[inline(always)]
            |column| {
                let floats = rows.at(column, 0).cast::<f32>();
                // SAFETY: the token proves AVX-512F, and sixteen rows are 64 floats.
                let components = unsafe {
                    self.components([
                        _mm512_loadu_ps(floats),
                        _mm512_loadu_ps(floats.add(16)),
                        _mm512_loadu_ps(floats.add(32)),
                        _mm512_loadu_ps(floats.add(48)),
                    ])
                };
                // Quarter q of a register now has a component of rows q, q + 4, q + 8 and q + 12.
                let [x, y, z, w] = components;
                [
                    self.quarters_exchanged(x),
                    self.quarters_exchanged(y),
                    self.quarters_exchanged(z),
                    self.quarters_exchanged(w),
                ]
            },
        )
    }
}

/// A register that is loaded at this place of the machine code: after the code before this call, and before the
/// code after it.
///
/// A compiler fence does not ensure this: the compiler moves registers that are assembled from loads into a
/// later branch.
#[inline]
#[target_feature(enable = "avx512f")]
fn loaded(register: __m512) -> __m512 {
    let mut register = register;
    // SAFETY: there is no instruction in it.
    unsafe { asm!("/* {0} */", inout(zmm_reg) register, options(nostack, preserves_flags)) };
    register
}

/// For each register of triples: the positions of its floats, first in the registers of the first two components,
/// and then in the result of that and the register of the third component.
static TRIPLES: [[[i32; 16]; 2]; 3] = triples();

const fn triples() -> [[[i32; 16]; 2]; 3] {
    let mut table = [[[0; 16]; 2]; 3];
    let [mut lane, mut component] = [0, 0];
    let mut register = 0;
    while register < 3 {
        // Both count the floats of the register: one as an index, one as an entry of the table.
        let mut float = 0;
        let mut place = 0;
        while float < 16 {
            table[register][0][float] = if component == 1 { 16 + lane } else { lane };
            table[register][1][float] = if component == 2 { 16 + lane } else { place };
            component += 1;
            if component == 3 {
                [lane, component] = [lane + 1, 0];
            }
            float += 1;
            place += 1;
        }
        register += 1;
    }
    table
}

/// For each component, where its floats are in three registers of triples: first in the lower two, then in the result of
/// this and in the third.
static COMPONENTS: [[[i32; 16]; 2]; 3] = components();

const fn components() -> [[[i32; 16]; 2]; 3] {
    let mut table = [[[0; 16]; 2]; 3];
    let (mut component, mut first) = (0, 0);
    while component < 3 {
        // The position of the float among all, and its lane, as an entry of the table and as an index.
        let (mut place, mut entry) = (first, 0);
        let mut lane = 0;
        while lane < 16 {
            // The positions of the third register follow those of the first result.
            table[component][0][lane] = if place < 32 { place } else { 0 };
            table[component][1][lane] = if place < 32 { entry } else { place - 16 };
            place += 3;
            entry += 1;
            lane += 1;
        }
        component += 1;
        first += 1;
    }
    table
}
