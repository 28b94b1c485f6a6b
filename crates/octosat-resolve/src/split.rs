//! Splits the boxes of a call over threads.

/// Approximate nanoseconds per box with its pairs.
#[cfg(feature = "parallel")]
const BOX_NANOSECONDS: usize = 40;

/// The least estimated work of a call that is split, in nanoseconds: several times the cost of waking a
/// thread.
#[cfg(feature = "parallel")]
const SMALLEST_SPLIT: usize = 200_000;

/// The fewest boxes that a thread takes at once: about 40 µs of work, much more than taking them costs.
#[cfg(feature = "parallel")]
const SMALLEST_PART: usize = 1024;

/// Runs `work` on every element of `out` with its index, on at most `threads` threads; zero: all of the pool.
#[cfg(feature = "parallel")]
pub(crate) fn for_each_place<T: Send>(
    threads: usize,
    out: &mut [T],
    work: impl Fn(usize, &mut T) + Sync,
) {
    use rayon::iter::{IndexedParallelIterator, ParallelIterator};
    use rayon::slice::ParallelSliceMut;

    if threads == 1 || out.len().saturating_mul(BOX_NANOSECONDS) < SMALLEST_SPLIT {
        return in_order(0, out, &work);
    }
    // No more parts than threads that may take one; for the whole pool, as many as keep it busy.
    let most = if threads == 0 { usize::MAX } else { threads };
    let boxes = out.len().div_ceil(most).max(SMALLEST_PART);
    out.par_chunks_mut(boxes)
        .enumerate()
        .for_each(|(number, part)| in_order(number * boxes, part, &work));
}

/// Runs `work` on every element of `out` with its index.
#[cfg(not(feature = "parallel"))]
pub(crate) fn for_each_place<T: Send>(
    _threads: usize,
    out: &mut [T],
    work: impl Fn(usize, &mut T) + Sync,
) {
    in_order(0, out, &work);
}

/// Runs `work` on one element after the other, the first of which has the index `first`.
fn in_order<T>(first: usize, out: &mut [T], work: &impl Fn(usize, &mut T)) {
    for (index, place) in (first..).zip(out) {
        work(index, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_gets_its_own_index() {
        for threads in [0, 1, 2, 3, 100] {
            for places in [0, 1, 4_999, 5_000, 20_001] {
                let mut out = vec![usize::MAX; places];
                for_each_place(threads, &mut out, |index, place| *place = index);
                assert!(out.iter().copied().eq(0..places), "{places} places, {threads} threads");
            }
        }
    }
}
