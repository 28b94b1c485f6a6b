//! A chunk of pairs in the cache: pairs are sorted, then taken over, moved along or computed.

use octosat_lanes::{Arithmetic, Isa};

use super::moving::move_along;
use super::past::Past;
use super::work::{CachedPairs, CachedRows, ChunkWork};
use crate::contacts::stages::contacts_chunk;
use crate::contacts::stages::work::{Asked, ContactRows};

/// Contacts of a chunk of at most [`MAX_CHUNK`](crate::queue::MAX_CHUNK) pairs.
///
/// Points are written in the order in which they are found: copied ones, moved ones, computed ones.
pub(crate) fn cached_chunk<I: Isa, A: Arithmetic>(
    isa: I,
    pairs: CachedPairs<'_, '_>,
    past: &Past<'_>,
    rows: &mut CachedRows<'_>,
    work: &mut ChunkWork<'_>,
) {
    past.find_places(pairs, &mut work.cached.places[..pairs.chunk.len()]);
    past.find_slow(pairs, work.cached);
    if work.cached.slow.len() > 0 {
        past.look_at_slow(pairs, work.cached);
        isa.enter_rarely(
            #[inline(always)]
            || past.sort_slow(isa, pairs, work.cached),
        );
        past.copy_still(rows, work.cached);
        past.take_over_apart(rows, work.cached);
    }
    if work.cached.moved.len() > 0 {
        // The points of a pair are a loop, which is not unrolled.
        isa.enter_rarely(
            #[inline(always)]
            || move_along(isa, pairs, past, rows, work.cached),
        );
        if !past.margins.is_empty() {
            past.keep_growth(pairs, rows, work.cached);
        }
    }
    if work.cached.taken < pairs.chunk.len() {
        compute::<I, A>(isa, pairs, past, rows, work);
    }
}

/// Computes the open pairs.
fn compute<I: Isa, A: Arithmetic>(
    isa: I,
    pairs: CachedPairs<'_, '_>,
    past: &Past<'_>,
    rows: &mut CachedRows<'_>,
    work: &mut ChunkWork<'_>,
) {
    let ChunkWork { stages, cached } = work;
    let only_open = cached.taken > 0;
    if only_open {
        cached.queue_open(pairs.chunk.len(), &mut stages.open);
    }
    let mut out = ContactRows {
        options: rows.options,
        manifolds: rows.manifolds,
        points: rows.points.lend(),
        len: rows.len,
    };
    let asked = Asked {
        only_open,
        hints: |positions: &[u32], hints: &mut [i32]| {
            past.give_hints(positions, hints, &cached.places);
        },
    };
    contacts_chunk::<I, A>(isa, pairs.chunk, &mut out, stages, asked);
    rows.len = out.len;
    past.keep_touched(pairs, rows, work);
    past.keep_rest(pairs, rows, &work.cached.rest);
}
