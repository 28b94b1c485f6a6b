//! Loops over whole columns on the calling thread.

use core::ops::Range;

use octosat_lanes::Row;

/// Items between two looks at whether a check has failed: long enough to vectorise.
const BLOCK: usize = 1024;

/// Whether `holds` is true of every block of the range.
pub(crate) fn all(range: Range<usize>, holds: impl Fn(Range<usize>) -> bool + Sync) -> bool {
    let mut start = range.start;
    while start < range.end {
        let end = range.end.min(start + BLOCK);
        if !holds(start..end) {
            return false;
        }
        start = end;
    }
    true
}

/// Appends one row an item.
pub(crate) fn extend<T: Sync>(
    column: &mut Vec<Row>,
    items: &[T],
    row: impl Fn(&T) -> Row + Sync + Send,
) {
    column.extend(items.iter().map(row));
}

/// Appends one record a row of three columns.
pub(crate) fn extend_records<R: Send>(
    records: &mut Vec<R>,
    columns: [&[Row]; 3],
    record: impl Fn([Row; 3]) -> R + Sync + Send,
) {
    let [first, second, third] = columns;
    let rows = first.iter().zip(second).zip(third);
    records.extend(rows.map(|((a, b), c)| record([*a, *b, *c])));
}

/// Changes each row by its item.
pub(crate) fn update<T: Sync>(
    column: &mut [Row],
    items: &[T],
    change: impl Fn(&mut Row, &T) + Sync + Send,
) {
    for (row, item) in column.iter_mut().zip(items) {
        change(row, item);
    }
}

/// Sorts keys that are all different.
pub(crate) fn sort<K: Ord + Send>(keys: &mut [K]) {
    keys.sort_unstable();
}
