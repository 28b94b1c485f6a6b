//! Rows to lanes and back, two rows in each register.
#![expect(unsafe_code, reason = "intrinsics need a CPU proven by a token")]

use core::arch::x86_64::{
    __m256, _mm_castps_si128, _mm_loadu_ps, _mm_srli_si128, _mm_storeu_ps, _mm_storeu_si32,
    _mm_storeu_si64, _mm256_castps128_ps256, _mm256_castps256_ps128, _mm256_extractf128_ps,
    _mm256_insertf128_ps, _mm256_shuffle_ps, _mm256_unpackhi_ps, _mm256_unpacklo_ps,
};

use super::super::rows::ProvenColumn;
use super::{Avx2, Avx2Real};

impl Avx2 {
    /// The rows of `lane` and `lane + 4` in the halves of register `lane`, of components in lanes.
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

    /// The rows of `lane` and `lane + 4` in the halves of one register.
    #[inline(always)]
    fn two_rows(self, column: ProvenColumn<'_, 8>, lane: usize) -> __m256 {
        let low = column.row(lane).0.as_ptr();
        let high = column.row(lane + 4).0.as_ptr();
        // SAFETY: the token proves AVX2, and each row holds four floats.
        unsafe {
            let low = _mm256_castps128_ps256(_mm_loadu_ps(low));
            _mm256_insertf128_ps::<1>(low, _mm_loadu_ps(high))
        }
    }

    /// Eight rows, loaded as two halves of four registers and transposed.
    #[inline(always)]
    pub(super) fn transposed(self, column: ProvenColumn<'_, 8>) -> [Avx2Real; 4] {
        let r0 = self.two_rows(column, 0);
        let r1 = self.two_rows(column, 1);
        let r2 = self.two_rows(column, 2);
        let r3 = self.two_rows(column, 3);
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

    /// Writes three components a lane one behind the other.
    ///
    /// Each lane is stored as a row, whose last float the next lane's takes the place of; the last lane has no room
    /// for one.
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
            for (lane, two_rows) in rows.into_iter().enumerate() {
                _mm_storeu_ps(to.add(3 * lane), _mm256_castps256_ps128(two_rows));
            }
            for (lane, two_rows) in rows.into_iter().enumerate().take(3) {
                _mm_storeu_ps(to.add(3 * (lane + 4)), _mm256_extractf128_ps::<1>(two_rows));
            }
            let last = _mm_castps_si128(_mm256_extractf128_ps::<1>(rows[3]));
            _mm_storeu_si64(to.add(21).cast(), last);
            _mm_storeu_si32(to.add(23).cast(), _mm_srli_si128::<8>(last));
        }
    }
}
