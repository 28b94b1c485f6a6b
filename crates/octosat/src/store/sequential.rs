//! Loops over whole columns on the calling thread.

use core::ops::Range;

use octosat_lanes::Row;

/// Items between two tests of whether a check has failed: enough to vectorize.
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

/// Changes the rows of columns of one length, which `change` gets with their place.
pub(crate) fn update<const N: usize>(
    columns: [&mut [Row]; N],
    change: impl Fn(usize, [&mut Row; N]) + Send + Sync,
) {
    let len = columns.first().map_or(0, |column| column.len());
    let mut columns = columns.map(|column| &mut column[..len]);
    for at in 0..len {
        change(at, columns.each_mut().map(|column| &mut column[at]));
    }
}

/// Sorts keys that are all different.
pub(crate) fn sort<K: Ord + Send>(keys: &mut [K]) {
    keys.sort_unstable();
}
