//! The loops of `sequential`, over the pool where there are enough boxes.
//!
//! Every item is treated alone, so the bits do not depend on the number of threads.

use core::ops::Range;

use octosat_lanes::Row;
use rayon::prelude::*;

use super::sequential;

/// Boxes from which on a loop is split: below, it takes less time than waking threads is worth.
const SMALLEST_SPLIT: usize = 1 << 16;

/// Boxes in the smallest part of a split loop, about as much as a core's cache holds.
const PART: usize = 1 << 13;

/// Whether `holds` is true of every block of the range.
pub(crate) fn all(range: Range<usize>, holds: impl Fn(Range<usize>) -> bool + Sync) -> bool {
    if range.len() < SMALLEST_SPLIT {
        return sequential::all(range, holds);
    }
    (0..range.len().div_ceil(PART)).into_par_iter().all(|part| {
        let start = range.start + part * PART;
        sequential::all(start..range.end.min(start + PART), &holds)
    })
}

/// Appends one row an item.
pub(crate) fn extend<T: Sync>(
    column: &mut Vec<Row>,
    items: &[T],
    row: impl Fn(&T) -> Row + Sync + Send,
) {
    if items.len() < SMALLEST_SPLIT {
        return sequential::extend(column, items, row);
    }
    column.par_extend(items.par_iter().with_min_len(PART).map(row));
}

/// Appends one record a row of three columns.
pub(crate) fn extend_records<R: Send>(
    records: &mut Vec<R>,
    columns: [&[Row]; 3],
    record: impl Fn([Row; 3]) -> R + Sync + Send,
) {
    let [first, second, third] = columns;
    if first.len() < SMALLEST_SPLIT {
        return sequential::extend_records(records, columns, record);
    }
    let rows = (first, second, third).into_par_iter().with_min_len(PART);
    records.par_extend(rows.map(|(a, b, c)| record([*a, *b, *c])));
}

/// Changes each row by its item.
pub(crate) fn update<T: Sync>(
    column: &mut [Row],
    items: &[T],
    change: impl Fn(&mut Row, &T) + Sync + Send,
) {
    if items.len() < SMALLEST_SPLIT {
        return sequential::update(column, items, change);
    }
    column
        .par_chunks_mut(PART)
        .zip(items.par_chunks(PART))
        .for_each(|(rows, items)| sequential::update(rows, items, &change));
}

/// Sorts keys that are all different.
pub(crate) fn sort<K: Ord + Send>(keys: &mut [K]) {
    if keys.len() < SMALLEST_SPLIT {
        return sequential::sort(keys);
    }
    keys.par_sort_unstable();
}
