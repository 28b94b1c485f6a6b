//! The x86-64 backends that are chosen at run time: newtypes over `core::arch` registers, and what both share.
#![expect(unsafe_code, reason = "an intrinsic asks the cache")]

pub mod avx2;
pub mod avx512;
pub mod doubles;

/// Whether the CPU has a feature.
#[cfg(feature = "std")]
pub(crate) use std::is_x86_feature_detected as has_feature;

use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
use core::hint::black_box;
use core::mem::MaybeUninit;

use crate::loops::unrolled;
use crate::pairs::{BoundedPairs, PairSide, first_pairs};
use crate::row::Row;
use crate::rows::Columns;

/// What is alike in [`Isa`](crate::isa::Isa) of both backends, but for the features, the registers and the number of lanes.
macro_rules! on_registers {
    ($features:literal, $real:ident, $integer:ident, $lanes:literal) => {
        #[inline]
        fn enter<R>(self, work: impl FnOnce() -> R) -> R {
            #[target_feature(enable = $features)]
            fn with_features<R>(work: impl FnOnce() -> R) -> R {
                super::align_spills();
                work()
            }
            // SAFETY: a token exists only after `detect` saw these features.
            unsafe { with_features(work) }
        }

        #[inline]
        fn enter_rarely<R>(self, work: impl FnOnce() -> R) -> R {
            #[target_feature(enable = $features)]
            fn with_slow_path<R>(work: impl FnOnce() -> R) -> R {
                super::align_spills();
                work()
            }
            // SAFETY: a token exists only after `detect` saw these features.
            unsafe { with_slow_path(work) }
        }

        #[inline(always)]
        fn splat_double(self, value: f64) -> AvxDoubles {
            super::doubles::splat(self, value)
        }

        #[inline(always)]
        fn widen(self, from: &[f32]) -> AvxDoubles {
            super::doubles::widen(self, from)
        }

        #[inline(always)]
        fn narrow(self, lanes: AvxDoubles) -> [f32; DOUBLES] {
            lanes.narrow()
        }

        #[inline(always)]
        fn load_triples(self, from: &[[f32; 3]]) -> [$real; 3] {
            self.load_triples_in_order(from)
        }

        #[inline(always)]
        fn store_triples(self, components: [$real; 3], to: &mut [[f32; 3]]) {
            self.store_triples_in_order(components, to);
        }

        #[inline(always)]
        fn store_sparse<const N: usize>(self, fourth: $real, last: $integer, to: &mut [[u32; N]]) {
            self.store_sparse_in_order(fourth, last, to);
        }

        #[inline(always)]
        fn prefetch_rows<const N: usize>(
            self,
            columns: &Columns<'_, N>,
            pairs: &BoundedPairs<'_>,
            side: PairSide,
        ) {
            super::prefetch_rows::<N, $lanes>(columns, pairs, side);
        }

        #[inline(always)]
        fn prefetch_row(self, rows: &[Row], place: usize) {
            super::prefetch_row(rows, place);
        }
    };
}
pub(crate) use on_registers;

/// Whether the build target has a feature, so that every CPU that may run the code has.
#[cfg(not(feature = "std"))]
macro_rules! has_feature {
    ($feature:tt) => {
        cfg!(target_feature = $feature)
    };
}
#[cfg(not(feature = "std"))]
pub(crate) use has_feature;

/// The results of `work` for the number of each column.
///
/// Without a loop: a loop over columns would be unrolled so late that all loaded rows go through memory.
#[inline(always)]
fn of_each_column<T: Copy, const N: usize>(work: impl Fn(usize) -> T) -> [T; N] {
    let mut result = MaybeUninit::<[T; N]>::uninit();
    let first = result.as_mut_ptr().cast::<T>();
    unrolled::<N>(
        #[inline(always)]
        |column| {
            // SAFETY: the number of a column is below `N`.
            unsafe { first.add(column).write(work(column)) };
        },
    );
    // SAFETY: all `N` have been written.
    unsafe { result.assume_init() }
}

/// The index of each word of sparse rows in their values, for the `N` registers that `LANES` rows fill; see
/// [`crate::Isa::store_sparse`].
///
/// The index of the fourth word of row `lane` is `lane · lane_step`, and that of its last word is `to_last` more. Zeros have
/// no index: it is -1.
const fn sparse_indices<const N: usize, const LANES: usize>(
    lane_step: i32,
    to_last: i32,
) -> [[i32; LANES]; N] {
    assert!(N > 4, "the last word is not the fourth");
    let mut indices = [[-1; LANES]; N];
    let (mut lane, mut index) = (0, 0);
    while lane < LANES {
        let (fourth, last) = (N * lane + 3, N * lane + N - 1);
        indices[fourth / LANES][fourth % LANES] = index;
        indices[last / LANES][last % LANES] = index + to_last;
        (lane, index) = (lane + 1, index + lane_step);
    }
    indices
}

/// Prefetches the rows of one side of the first `LANES` pairs.
///
/// # Panics
/// If there are fewer pairs.
#[inline(always)]
fn prefetch_rows<const N: usize, const LANES: usize>(
    columns: &Columns<'_, N>,
    pairs: &BoundedPairs<'_>,
    side: PairSide,
) {
    let pairs = first_pairs::<LANES>(pairs.pairs());
    if !columns.alike() {
        return prefetch_out_of_line(columns, pairs, side);
    }
    let stride = columns.columns()[0].stride() * size_of::<f32>();
    for pair in pairs {
        let offset = pair[side.place()] as usize * stride;
        for column in columns.columns() {
            prefetch(column.first().wrapping_byte_add(offset));
        }
    }
}

/// Prefetches rows of columns that do not have the same stride and width.
#[inline(never)]
fn prefetch_out_of_line<const N: usize>(
    columns: &Columns<'_, N>,
    pairs: &[[u32; 2]],
    side: PairSide,
) {
    for column in columns.columns() {
        for pair in pairs {
            let offset = pair[side.place()] as usize * column.stride();
            prefetch(column.first().wrapping_add(offset));
        }
    }
}

/// Prefetches the cache line in which row `place` of a slice begins or, past the end, would begin.
#[inline(always)]
fn prefetch_row(rows: &[Row], place: usize) {
    prefetch(rows.as_ptr().wrapping_add(place).cast());
}

#[inline(always)]
fn prefetch(row: *const f32) {
    // SAFETY: every x86-64 CPU has the instruction, and it never faults.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(row.cast()) };
}

/// As large as a cache line and as the widest register.
#[repr(align(64))]
struct Line {
    _bytes: [u8; 64],
}

/// Makes the compiler align the stack of the function that this is inlined into to cache lines.
///
/// A kernel has more values than there are registers, and stores some of them on the stack. By default the
/// compiler aligns the stack to 16 bytes. Then a stored register can cross a cache line, which takes longer;
/// whether it does depends on the caller's stack. Of registers of 64 bytes, three quarters cross one. A
/// variable with a larger alignment, which the compiler cannot remove, aligns the stack at no other cost.
#[inline(always)]
fn align_spills() {
    black_box(&mut MaybeUninit::<Line>::uninit());
}
