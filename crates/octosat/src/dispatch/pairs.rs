//! Chunks of any number of pairs: whole batches, and the last pairs that fill none.

use octosat_lanes::{self as lanes, Isa, MAX_LANES};

use super::Arithmetic;
use crate::frame::Layout;
use crate::kernels::PairQuery;
use crate::kernels::chunk::{Chunk, TailBuffer};

/// The answers for a chunk of any length, one bit a pair.
pub(super) fn bits<I: Isa, L: Layout, Q: PairQuery<L, Out = u64>>(
    isa: I,
    arithmetic: Arithmetic,
    chunk: &Chunk<'_, '_, L>,
    words: &mut [u64],
) {
    let whole = chunk.len() - chunk.len() % I::LANES;
    entered::<I, L, Q>(isa, arithmetic, &chunk.slice(0..whole), words);
    if whole < chunk.len() {
        let mut buffer = TailBuffer::new();
        let tail = chunk.slice(whole..chunk.len()).padded(I::LANES, &mut buffer);
        let mut word = [0];
        entered::<I, L, Q>(isa, arithmetic, &tail, &mut word);
        let present = (1 << (chunk.len() - whole)) - 1;
        words[whole / 64] |= (word[0] & present) << (whole % 64);
    }
}

/// The answers for a chunk of any length, one row a pair.
pub(super) fn rows<I: Isa, L: Layout, Q: PairQuery<L, Out: Copy + Default>>(
    isa: I,
    arithmetic: Arithmetic,
    chunk: &Chunk<'_, '_, L>,
    out: &mut [Q::Out],
) {
    let (whole, rest) = out.split_at_mut(chunk.len() - chunk.len() % I::LANES);
    entered::<I, L, Q>(isa, arithmetic, &chunk.slice(0..whole.len()), whole);
    if !rest.is_empty() {
        let mut buffer = TailBuffer::new();
        let tail = chunk.slice(whole.len()..chunk.len()).padded(I::LANES, &mut buffer);
        let mut rows = [Q::Out::default(); MAX_LANES];
        entered::<I, L, Q>(isa, arithmetic, &tail, &mut rows[..I::LANES]);
        rest.copy_from_slice(&rows[..rest.len()]);
    }
}

/// Enters the instruction set with a chunk of whole batches.
fn entered<I: Isa, L: Layout, Q: PairQuery<L>>(
    isa: I,
    arithmetic: Arithmetic,
    chunk: &Chunk<'_, '_, L>,
    out: &mut [Q::Out],
) {
    match arithmetic {
        Arithmetic::Exact => isa.enter(
            #[inline(always)]
            || Q::chunk::<I, lanes::Exact>(isa, chunk, out),
        ),
        Arithmetic::Fused => isa.enter(
            #[inline(always)]
            || Q::chunk::<I, lanes::Fused>(isa, chunk, out),
        ),
    }
}
