//! Chunks of any length: kernels see whole batches only, and the last rows, which fill none, go through
//! a batch of their own.

use core::ops::Range;

use octosat_lanes::MAX_LANES;

/// Has the rows of whole batches written in place, and the others through a batch of rows.
///
/// `answer` takes a range of the chunk, which is less than a batch where it has to be padded to one, and
/// room for whole batches.
pub(super) fn fill_rows<T: Copy + Default>(
    lanes: usize,
    out: &mut [T],
    mut answer: impl FnMut(Range<usize>, &mut [T]),
) {
    let len = out.len();
    let (whole, rest) = out.split_at_mut(len - len % lanes);
    answer(0..whole.len(), whole);
    if !rest.is_empty() {
        let mut rows = [T::default(); MAX_LANES];
        answer(whole.len()..len, &mut rows[..lanes]);
        rest.copy_from_slice(&rows[..rest.len()]);
    }
}

/// The same for `len` rows of one bit each; bits past the last row stay zero.
pub(super) fn fill_bits(
    lanes: usize,
    len: usize,
    words: &mut [u64],
    mut answer: impl FnMut(Range<usize>, &mut [u64]),
) {
    let whole = len - len % lanes;
    answer(0..whole, words);
    if whole < len {
        let mut word = [0];
        answer(whole..len, &mut word);
        let present = (1 << (len - whole)) - 1;
        words[whole / 64] |= (word[0] & present) << (whole % 64);
    }
}
