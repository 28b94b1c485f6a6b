//! A chunk in the cache: its pairs, the places of their rows, and the queues between the steps.

use bytemuck::Zeroable;
use octosat_lanes::{MAX_LANES, Row};

use super::past::PairState;
#[cfg(doc)]
use super::reuse::TakenOver;
use crate::batches::{Batches, Pairs};
use crate::contacts::Manifold;
use crate::contacts::points::PointPlaces;
use crate::contacts::stages::work::{ContactOptions, Scratch};
use crate::layout::Unit;
use crate::queue::{MAX_CHUNK, Queue};

/// How many points are copied at a time. Copying exactly as many as a pair has would be a function call each. Lists
/// have room behind the last point.
pub(super) const FOUR: usize = 4;

/// The places of the results of some pairs, and of their state.
pub(crate) struct CachedRows<'a> {
    pub(crate) options: ContactOptions,
    pub(crate) manifolds: &'a mut [Manifold],
    /// The new states.
    pub(crate) states: &'a mut [PairState],
    pub(crate) points: PointPlaces<'a>,
    pub(crate) len: usize,
}

/// The facts that decide about the pairs of slow boxes, in the order of their queue.
#[derive(Zeroable)]
pub(super) struct SlowFacts {
    /// How much longer the paths are than allowed, in meters; below zero: how much is left.
    pub(super) spent: [f32; MAX_CHUNK + MAX_LANES],
    /// How far both boxes have moved together since the last call.
    pub(super) steps: [f32; MAX_CHUNK + MAX_LANES],
    pub(super) hints: [i32; MAX_CHUNK + MAX_LANES],
    /// How much larger the pair's own margin is, if it has one.
    pub(super) grown: [f32; MAX_CHUNK + MAX_LANES],
}

/// The most points a manifold has.
const MOST_POINTS: usize = 8;

/// Moved manifolds of a batch, in memory.
#[derive(Zeroable)]
pub(super) struct MovedMemory {
    /// The normal, and the depth behind it.
    pub(super) normals: [Row; MAX_LANES],
    /// The position, and the depth behind it.
    pub(super) points: [[Row; MAX_LANES]; MOST_POINTS],
}

/// Working memory of the cache, created as zeros like that of the stages.
#[derive(Zeroable)]
pub(crate) struct CacheScratch {
    /// The place of each pair of the chunk in the last list.
    pub(super) places: [u32; MAX_CHUNK],
    /// Pairs of slow boxes.
    pub(super) slow: Queue<0>,
    pub(super) facts: SlowFacts,
    /// Slow pairs whose boxes did not move.
    pub(super) still: Queue<0>,
    /// Slow pairs that are still apart, and the negative of a lower bound of their gap.
    pub(super) apart: Queue<1>,
    /// Slow pairs in contact whose boxes have moved a little, and the slide of each ([`TakenOver`]).
    pub(super) moved: Queue<1>,
    /// Slow pairs that are computed.
    pub(super) rest: Queue<0>,
    /// Which pairs are taken over, and how many.
    pub(super) is_taken: [bool; MAX_CHUNK],
    pub(super) taken: usize,
    pub(super) moved_memory: MovedMemory,
}

impl CacheScratch {
    /// Queues the pairs that are not taken over.
    pub(super) fn queue_open(&self, pairs: usize, open: &mut Queue<0>) {
        open.clear();
        let mut open = open.appending();
        for (&is_taken, position) in self.is_taken[..pairs].iter().zip(0..) {
            open.push(position, !is_taken);
        }
    }
}

/// Working memory of a chunk.
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
