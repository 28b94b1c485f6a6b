//! A chunk in the stages: the queues between the stages, and what a query may change in them.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use bytemuck::Zeroable;
use octosat_lanes::{Isa, MAX_LANES};

use super::axis::face_and_best;
use super::output::{BatchMemory, ChunkResults};
use crate::axes::choice::BestAxis;
use crate::axes::frame::Frame;
use crate::call::batches::{Batches, PairLanes, Pairs};
#[cfg(any(feature = "covered", feature = "motion"))]
use crate::call::queue::MAX_CHUNK;
use crate::call::queue::Queue;
#[cfg(feature = "covered")]
use crate::contacts::Manifold;
#[cfg(feature = "motion")]
use crate::moved::at_times::MovedRows;

/// Working memory of the stages, kept from chunk to chunk and from call to call: clearing it for each chunk takes an
/// eighth of the time. It is created as zeros on the heap, and never on a stack.
#[derive(Zeroable)]
pub(crate) struct Scratch {
    pub(super) memory: BatchMemory,
    /// Best face: separation and axis number.
    pub(super) near: Queue<2>,
    /// Whether faces dismissed almost no pair of the chunk before.
    pub(super) crammed: bool,
    /// Whether almost all pairs of the chunk before were within.
    pub(super) packed: bool,
    /// Best face and best axis.
    pub(super) touching: Queue<4>,
    /// Separated pairs that may be nearer than their points show, or have no point but a place for one: axis number
    /// and the least gap of the points.
    pub(super) unseen: Queue<2>,
    #[cfg(feature = "covered")]
    pub(super) covered: CoveredScratch,
    /// The rows of moved boxes, once there were some.
    #[cfg(feature = "motion")]
    pub(crate) moved: Option<Box<MovedRows<MAX_CHUNK>>>,
}

/// Working memory of the pairs of a chunk whose axis leaves a covered face. Axes are columns of queues.
#[cfg(feature = "covered")]
#[derive(Zeroable)]
pub(super) struct CoveredScratch {
    /// The pairs that need another axis: the bits of their faces, and their usual axis.
    pub(super) excluded: Queue<3>,
    /// The pairs whose axis leaves a face that is covered in part: the same, and the axis.
    pub(super) suspects: Queue<5>,
    /// The pairs that have another axis than the usual one.
    pub(super) replaced: Queue<0>,
    /// Whether a pair was excluded, and which contacts it may have.
    pub(super) states: [i32; MAX_CHUNK],
    /// The axes of these pairs and of suspects: best face and best axis.
    pub(super) axes: [[f32; 4]; MAX_CHUNK],
    /// The rows of these pairs if they have no contact.
    pub(super) rows: [Manifold; MAX_CHUNK],
}

impl Scratch {
    /// Empties the queues.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.near.clear();
        self.touching.clear();
        self.unseen.clear();
    }

    /// The pairs of the chunk whose faces were clipped, in order: all with points, and some without.
    pub(crate) fn touched(&self) -> &[u32] {
        self.touching.all()
    }
}

/// The stages of one chunk.
pub(crate) struct Stages<'s, 'boxes, 'pairs, 'results, I: Isa> {
    pub(super) isa: I,
    pub(super) chunk: &'s Batches<'pairs, Pairs<'boxes>>,
    pub(super) out: &'s mut ChunkResults<'results>,
    pub(super) scratch: &'s mut Scratch,
}

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// The frames of a batch of pairs.
    #[inline(always)]
    pub(super) fn frame(&self, sides: &PairLanes<I>) -> Frame<I::Real> {
        sides.a.frame(self.isa, &sides.b)
    }
}

/// The axes of a batch of pairs.
#[cfg_attr(not(feature = "covered"), expect(dead_code, reason = "for covered faces"))]
pub(crate) struct FoundAxes<'a, I: Isa> {
    /// The pairs of the chunk, and the positions of those of the batch.
    pub(super) pairs: &'a [[u32; 2]],
    pub(super) positions: &'a [u32; MAX_LANES],
    /// Which pairs no axis separates by more than `within`.
    pub(super) within: I::Mask,
    pub(super) frame: &'a Frame<I::Real>,
    pub(super) face: BestAxis<I::Real>,
    pub(super) best: BestAxis<I::Real>,
}

/// Closest points of a batch of pairs, along the axes of a from its center, and their direction.
#[cfg_attr(not(feature = "covered"), expect(dead_code, reason = "for covered faces"))]
pub(crate) struct ClosestCandidate<'a, I: Isa> {
    pub(super) pairs: &'a [[u32; 2]],
    pub(super) positions: &'a [u32],
    pub(super) frame: &'a Frame<I::Real>,
    pub(super) normal: [I::Real; 3],
    pub(super) on_a: [I::Real; 3],
    pub(super) on_b: [I::Real; 3],
    /// The pairs that would get their contact.
    pub(super) lanes: I::Mask,
}

/// What a query may change between the stages. Pairs of boxes alone change nothing.
pub(crate) trait ChunkStages: Copy + Send + Sync {
    /// Whether it changes nothing, so that all stages of a batch may run in place.
    const IN_PLACE: bool;

    /// The axes of a batch of pairs, for the queue of pairs whose faces are clipped.
    #[inline(always)]
    fn columns<I: Isa>(
        self,
        _isa: I,
        found: &FoundAxes<'_, I>,
        _scratch: &mut Scratch,
    ) -> [I::Real; 4] {
        face_and_best(found.face, found.best)
    }

    /// Replaces axes before any face is clipped.
    fn replace_axes<I: Isa>(self, _stages: &mut Stages<'_, '_, '_, '_, I>) {}

    /// Takes or replaces contacts before closest points are searched.
    fn replace_contacts<I: Isa>(self, _stages: &mut Stages<'_, '_, '_, '_, I>) {}

    /// The pairs whose closest points may be a contact.
    #[inline(always)]
    fn allowed<I: Isa>(self, _isa: I, candidate: &ClosestCandidate<'_, I>) -> I::Mask {
        candidate.lanes
    }
}

/// Working memory of a call on several threads, kept for the next call.
#[derive(Default)]
pub(crate) struct Workspace {
    /// Working memory of the stages, one per thread; here and not on the stack, so that it is cleared once.
    pub(crate) scratch: Vec<Box<Scratch>>,
    /// How many rows of each task have points.
    pub(crate) counts: Vec<usize>,
}

impl Workspace {
    pub(crate) fn resize(&mut self, workers: usize) {
        self.scratch.resize_with(workers.max(self.scratch.len()), bytemuck::zeroed_box);
    }

    /// Makes room for the rows of moved boxes, for all workers at once: which of them take part is not known before.
    #[cfg(feature = "motion")]
    pub(crate) fn make_room_for_moved(&mut self, workers: usize) {
        for scratch in &mut self.scratch[..workers] {
            scratch.moved.get_or_insert_with(bytemuck::zeroed_box);
        }
    }
}

impl Clone for Workspace {
    /// A copy starts with empty working memory.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for Workspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Workspace({} threads)", self.scratch.len())
    }
}
