//! The queries on rectangles, compiled for one backend.

use octosat_lanes::{self as lanes, Isa, MAX_LANES};

use super::Arithmetic;
use crate::kernels::rectangles::chunk::{RectangleChunk, RectangleTail};
use crate::kernels::rectangles::contacts::contacts_chunk;
use crate::kernels::rectangles::overlap::overlap_chunk;
use crate::kernels::rectangles::penetration::penetration_chunk;
use crate::rectangles::{RectangleManifold, RectanglePenetration};

/// The queries on rectangles, compiled for one backend.
pub trait RectangleSweep: Send + Sync {
    /// Overlaps of a chunk, one bit a pair.
    fn rectangle_overlap(
        &self,
        arithmetic: Arithmetic,
        chunk: &RectangleChunk<'_, '_>,
        words: &mut [u64],
    );

    /// Penetrations of a chunk, one row a pair.
    fn rectangle_penetration(
        &self,
        arithmetic: Arithmetic,
        chunk: &RectangleChunk<'_, '_>,
        rows: &mut [RectanglePenetration],
    );

    /// Contacts of a chunk, one row a pair.
    fn rectangle_contacts(
        &self,
        arithmetic: Arithmetic,
        chunk: &RectangleChunk<'_, '_>,
        rows: &mut [RectangleManifold],
    );
}

impl<I: Isa> RectangleSweep for I {
    fn rectangle_overlap(
        &self,
        arithmetic: Arithmetic,
        chunk: &RectangleChunk<'_, '_>,
        words: &mut [u64],
    ) {
        let whole = chunk.len() - chunk.len() % I::LANES;
        overlap_whole(*self, arithmetic, &chunk.slice(0..whole), words);
        if whole < chunk.len() {
            let mut buffer = RectangleTail::new();
            let tail = chunk.slice(whole..chunk.len()).padded(I::LANES, &mut buffer);
            let mut word = [0];
            overlap_whole(*self, arithmetic, &tail, &mut word);
            let present = (1 << (chunk.len() - whole)) - 1;
            words[whole / 64] |= (word[0] & present) << (whole % 64);
        }
    }

    fn rectangle_penetration(
        &self,
        arithmetic: Arithmetic,
        chunk: &RectangleChunk<'_, '_>,
        rows: &mut [RectanglePenetration],
    ) {
        whole_and_rest::<I, _>(chunk, rows, |chunk, rows| {
            penetration_whole(*self, arithmetic, chunk, rows);
        });
    }

    fn rectangle_contacts(
        &self,
        arithmetic: Arithmetic,
        chunk: &RectangleChunk<'_, '_>,
        rows: &mut [RectangleManifold],
    ) {
        whole_and_rest::<I, _>(chunk, rows, |chunk, rows| {
            contacts_whole(*self, arithmetic, chunk, rows);
        });
    }
}

/// Runs `work` on the whole batches of a chunk, and on its last pairs padded to a batch.
fn whole_and_rest<I: Isa, T: Copy + Default>(
    chunk: &RectangleChunk<'_, '_>,
    rows: &mut [T],
    work: impl Fn(&RectangleChunk<'_, '_>, &mut [T]),
) {
    let (whole, rest) = rows.split_at_mut(chunk.len() - chunk.len() % I::LANES);
    work(&chunk.slice(0..whole.len()), whole);
    if !rest.is_empty() {
        let mut buffer = RectangleTail::new();
        let tail = chunk.slice(whole.len()..chunk.len()).padded(I::LANES, &mut buffer);
        let mut rows = [T::default(); MAX_LANES];
        work(&tail, &mut rows[..I::LANES]);
        rest.copy_from_slice(&rows[..rest.len()]);
    }
}

/// Overlaps of whole batches.
fn overlap_whole<I: Isa>(
    isa: I,
    arithmetic: Arithmetic,
    chunk: &RectangleChunk<'_, '_>,
    words: &mut [u64],
) {
    match arithmetic {
        Arithmetic::Exact => isa.enter(
            #[inline(always)]
            || overlap_chunk::<I, lanes::Exact>(isa, chunk, words),
        ),
        Arithmetic::Fused => isa.enter(
            #[inline(always)]
            || overlap_chunk::<I, lanes::Fused>(isa, chunk, words),
        ),
    }
}

/// Penetrations of whole batches.
fn penetration_whole<I: Isa>(
    isa: I,
    arithmetic: Arithmetic,
    chunk: &RectangleChunk<'_, '_>,
    rows: &mut [RectanglePenetration],
) {
    match arithmetic {
        Arithmetic::Exact => isa.enter(
            #[inline(always)]
            || penetration_chunk::<I, lanes::Exact>(isa, chunk, rows),
        ),
        Arithmetic::Fused => isa.enter(
            #[inline(always)]
            || penetration_chunk::<I, lanes::Fused>(isa, chunk, rows),
        ),
    }
}

/// Contacts of whole batches.
fn contacts_whole<I: Isa>(
    isa: I,
    arithmetic: Arithmetic,
    chunk: &RectangleChunk<'_, '_>,
    rows: &mut [RectangleManifold],
) {
    match arithmetic {
        Arithmetic::Exact => isa.enter(
            #[inline(always)]
            || contacts_chunk::<I, lanes::Exact>(isa, chunk, rows),
        ),
        Arithmetic::Fused => isa.enter(
            #[inline(always)]
            || contacts_chunk::<I, lanes::Fused>(isa, chunk, rows),
        ),
    }
}
