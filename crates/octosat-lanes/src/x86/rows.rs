//! Common code of the row loads of both backends.
#![expect(unsafe_code, reason = "an intrinsic asks the cache")]

use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

use crate::pairs::{BoundedPairs, PairSide, first_pairs};
use crate::row::Row;
use crate::rows::Columns;

/// The results of `work` for the number of each column, of which there are at most four.
///
/// Written without a loop: a loop over columns would be unrolled so late that all loaded rows go through memory.
#[inline(always)]
pub(super) fn of_each_column<T: Copy, const N: usize>(
    nothing: T,
    work: impl Fn(usize) -> T,
) -> [T; N] {
    const { assert!(N <= 4, "a fifth column would be left out") };
    let mut result = [nothing; N];
    if N > 0 {
        result[0] = work(0);
    }
    if N > 1 {
        result[1] = work(1);
    }
    if N > 2 {
        result[2] = work(2);
    }
    if N > 3 {
        result[3] = work(3);
    }
    result
}

/// Prefetches the rows of one side of the first `LANES` pairs.
///
/// # Panics
/// If there are fewer pairs.
#[inline(always)]
pub(super) fn prefetch_rows<const N: usize, const LANES: usize>(
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
        let offset = pair[side.slot()] as usize * stride;
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
            let offset = pair[side.slot()] as usize * column.stride();
            prefetch(column.first().wrapping_add(offset));
        }
    }
}

/// Prefetches the cache line in which row `place` of a slice begins or, past the end, would begin.
#[inline(always)]
pub(super) fn prefetch_row(rows: &[Row], place: usize) {
    prefetch(rows.as_ptr().wrapping_add(place).cast());
}

#[inline(always)]
fn prefetch(row: *const f32) {
    // SAFETY: every x86-64 CPU has the instruction, and it never faults.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(row.cast()) };
}
