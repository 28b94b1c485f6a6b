//! A chunk in the stages: the question, the places of its results, and the queues between the stages.

use bytemuck::Zeroable;
use octosat_lanes::{Arithmetic, Isa, MAX_LANES};

use super::rows::{BatchMemory, RowMemory};
use crate::batches::{Batches, Pairs, Sides};
use crate::choice::MetricFrame;
use crate::contacts::points::PointPlaces;
use crate::contacts::{Manifold, PointLimit, PointOrigin};
use crate::frame::Basis;
use crate::layout::Unit;
use crate::queue::{MAX_CHUNK, Queue};

/// Settings of a query for its points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactOptions {
    pub(crate) limit: PointLimit,
    pub(crate) origin: PointOrigin,
    /// Whether surface points are computed.
    pub(crate) surfaces: bool,
}

/// The places of a chunk's results.
pub(crate) struct ContactRows<'a> {
    pub(crate) options: ContactOptions,
    /// One row per pair; pairs of the chunk past the last row only pad a batch.
    pub(crate) manifolds: &'a mut [Manifold],
    /// Room for the most points that the pairs may have.
    pub(crate) points: PointPlaces<'a>,
    /// How many points have been written.
    pub(crate) len: usize,
}

/// The question about a chunk.
pub(crate) struct Asked<H> {
    /// Whether only the pairs in the queue `open` are computed; the rows of others do not change.
    pub(crate) only_open: bool,
    /// Gives hints to the pairs at some positions, after the search. Used only with a cache or surface points.
    pub(crate) hints: H,
}

/// Working memory of the stages, kept from chunk to chunk and from call to call: clearing it for each chunk takes an
/// eighth of the time. It is created as zeros on the heap, and never on a stack.
#[derive(Zeroable)]
pub(crate) struct Scratch {
    pub(super) memory: BatchMemory,
    pub(super) rows: RowMemory,
    /// The pairs to compute, if not all are.
    pub(crate) open: Queue<0>,
    /// Last frame's hints of the computed pairs, then this frame's hints of pairs whose faces were clipped. Used only
    /// with a cache or surface points.
    pub(crate) hints: [i32; MAX_CHUNK + MAX_LANES],
    /// Best face: separation and axis number.
    pub(super) near: Queue<2>,
    /// Whether faces dismissed almost no pair of the chunk before.
    pub(super) crammed: bool,
    /// Best face and best axis.
    pub(super) touching: Queue<4>,
    /// Separated pairs that may be nearer than their points show, or have no point but a place for one: axis number
    /// and the least gap of the points.
    pub(super) unseen: Queue<2>,
}

impl Scratch {
    /// The pairs of the chunk whose faces were clipped: all with points, and some without.
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
