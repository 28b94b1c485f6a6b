//! Queries about pairs, for chunks of any length.

use octosat_lanes::{self as lanes, Isa};

use super::Arithmetic;
use super::tail::{fill_bits, fill_rows};
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
    fill_bits(I::LANES, chunk.len(), words, |range, words| {
        padded::<I, L, Q>(isa, arithmetic, &chunk.slice(range), words);
    });
}

/// The answers for a chunk of any length, one row a pair.
pub(super) fn rows<I: Isa, L: Layout, Q: PairQuery<L, Out: Copy + Default>>(
    isa: I,
    arithmetic: Arithmetic,
    chunk: &Chunk<'_, '_, L>,
    out: &mut [Q::Out],
) {
    fill_rows(I::LANES, out, |range, out| {
        padded::<I, L, Q>(isa, arithmetic, &chunk.slice(range), out);
    });
}

/// The answers for a chunk of whole batches, or of less than one, which is padded.
fn padded<I: Isa, L: Layout, Q: PairQuery<L>>(
    isa: I,
    arithmetic: Arithmetic,
    chunk: &Chunk<'_, '_, L>,
    out: &mut [Q::Out],
) {
    if chunk.len().is_multiple_of(I::LANES) {
        entered::<I, L, Q>(isa, arithmetic, chunk, out);
    } else {
        let mut buffer = TailBuffer::new();
        entered::<I, L, Q>(isa, arithmetic, &chunk.padded(I::LANES, &mut buffer), out);
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
