//! A chunk at work: what is asked about it, where its answers go, and what waits between the stages.

use bytemuck::Zeroable;
use octosat_lanes::{Arithmetic, Isa, MAX_LANES};

use super::rows::{BatchMemory, RowMemory};
use crate::batches::{Batches, MAX_CHUNK, Pairs, Queue, Sides};
use crate::choice::MetricFrame;
use crate::contacts::points::PointPlaces;
use crate::contacts::{Manifold, PointLimit, PointOrigin};
use crate::frame::Basis;
use crate::layout::Unit;

/// What the points of a query are to be like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactOptions {
    pub(crate) limit: PointLimit,
    pub(crate) origin: PointOrigin,
    /// Whether points are asked for on the boxes too.
    pub(crate) surfaces: bool,
}

/// Where a chunk's answers go.
pub(crate) struct ContactRows<'a> {
    pub(crate) options: ContactOptions,
    /// One row a pair; pairs of the chunk past the last row only fill up a batch.
    pub(crate) manifolds: &'a mut [Manifold],
    /// Room for the most points that the pairs may have.
    pub(crate) points: PointPlaces<'a>,
    /// How many points have been written.
    pub(crate) len: usize,
}

/// What is asked about a chunk.
pub(crate) struct Asked<H> {
    /// Only about the pairs in the queue of open ones; the rows of others stay as they are.
    pub(crate) only_open: bool,
    /// Gives hints to the pairs at some positions, once these are known to be near each other. Used only where more
    /// than points is kept.
    pub(crate) hints: H,
}

/// What the stages work in, kept from chunk to chunk and from call to call: clearing it for each chunk took an
/// eighth of the time. Made of zeros in its place on the heap, and never on a stack.
#[derive(Zeroable)]
pub(crate) struct Scratch {
    pub(super) memory: BatchMemory,
    pub(super) rows: RowMemory,
    /// Pairs that are asked about where not all are.
    pub(crate) open: Queue<0>,
    /// Last frame's hints of the pairs that are asked about, then this frame's of those that have faces clipped.
    /// Used only where points are kept on the boxes too.
    pub(crate) hints: [i32; MAX_CHUNK + MAX_LANES],
    /// Best face: separation and axis number.
    pub(super) near: Queue<2>,
    /// Whether faces barely dismissed a pair of the chunk before.
    pub(super) crammed: bool,
    /// Best face and best axis.
    pub(super) touching: Queue<4>,
    /// Pairs apart that may be nearer than their points show, or have none and hold the place of one: axis number
    /// and the points' least gap.
    pub(super) unseen: Queue<2>,
}

impl Scratch {
    /// The pairs of the chunk that had faces clipped: all with points, and some that have none after all.
    pub(crate) fn touched(&self) -> &[u32] {
        self.touching.all()
    }
}

/// The stages of one chunk.
pub(super) struct Stages<'s, 'boxes, 'pairs, 'rows, I: Isa> {
    pub(super) isa: I,
    pub(super) chunk: &'s Batches<'pairs, Pairs<'boxes, Unit>>,
    pub(super) out: &'s mut ContactRows<'rows>,
    pub(super) scratch: &'s mut Scratch,
}

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// The frames of a batch of pairs.
    #[inline(always)]
    pub(super) fn frame<A: Arithmetic>(&self, sides: &Sides<I, Unit>) -> MetricFrame<I::Real> {
        Unit::metric_frame::<I, A>(self.isa, &sides.a, &sides.b)
    }
}
