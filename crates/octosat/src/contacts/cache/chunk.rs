//! The way of some pairs through the cache: sorted, then taken over, moved along or computed.

use bytemuck::Zeroable;
use octosat_lanes::{Arithmetic, Isa};

use super::moving::{MovedMemory, move_along};
use super::reuse::SlowFacts;
use super::{PairState, Past};
use crate::batches::{Batches, MAX_CHUNK, Pairs, Queue};
use crate::contacts::Manifold;
use crate::contacts::lists::PointPlaces;
use crate::contacts::stages::{Asked, ContactOptions, ContactRows, Scratch, contacts_chunk};
use crate::frame::Unit;

/// How many points are copied at a time: copies of just as many as a pair has would each be a function call. Lists
/// have room behind the last point.
pub(super) const FOUR: usize = 4;

/// Where the answers about some pairs go, with what is kept of them.
pub(crate) struct CachedRows<'a> {
    pub(crate) options: ContactOptions,
    pub(crate) manifolds: &'a mut [Manifold],
    /// New ones.
    pub(crate) states: &'a mut [PairState],
    pub(crate) points: PointPlaces<'a>,
    pub(crate) len: usize,
}

/// What the cache works in, made of zeros like that of the stages.
#[derive(Zeroable)]
pub(crate) struct CacheScratch {
    /// Where each pair of the chunk stood in the last list.
    pub(super) places: [u32; MAX_CHUNK],
    /// Pairs of slow boxes.
    pub(super) slow: Queue<0>,
    pub(super) facts: SlowFacts,
    /// Those of them whose boxes are as they were.
    pub(super) still: Queue<0>,
    /// Those that are still apart, and by how much at least, negative.
    pub(super) apart: Queue<1>,
    /// Those in contact whose boxes have moved a little.
    pub(super) moved: Queue<0>,
    /// Those that are computed.
    pub(super) rest: Queue<0>,
    /// Which pairs are taken over, and how many.
    pub(super) is_taken: [bool; MAX_CHUNK],
    pub(super) taken: usize,
    pub(super) moved_memory: MovedMemory,
}

impl CacheScratch {
    /// Queues the pairs that are not taken over.
    fn queue_open(&self, pairs: usize, open: &mut Queue<0>) {
        open.clear();
        let mut open = open.appending();
        for (&is_taken, position) in self.is_taken[..pairs].iter().zip(0..) {
            open.push(position, !is_taken);
        }
    }
}

/// What a chunk is worked on in.
pub(crate) struct ChunkWork<'w> {
    pub(crate) stages: &'w mut Scratch,
    pub(crate) cached: &'w mut CacheScratch,
}

/// Pairs of a chunk, and the number of the first.
#[derive(Clone, Copy)]
pub(crate) struct CachedPairs<'a, 'c> {
    pub(crate) chunk: &'a Batches<'c, Pairs<'c, Unit>>,
    pub(crate) first: usize,
}

impl CachedPairs<'_, '_> {
    /// The boxes of the pair at a position.
    #[inline(always)]
    pub(super) fn pair(&self, position: usize) -> [u32; 2] {
        self.chunk.source.pairs.pairs()[position]
    }
}

/// Contacts of a chunk of at most [`MAX_CHUNK`] pairs.
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
