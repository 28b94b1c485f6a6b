//! Contact manifolds: faces for every pair, edges for those no face dismisses, clipping for those
//! that touch or are within the margin, and exact closest points for the few that need them.
//!
//! Between the stages survivors wait in queues and go on in full batches, in the order of the
//! chunk, so that points are written in the pairs' order. What a pair gets does not depend on its
//! neighbors: whether any lane needs a step may only skip work that no lane keeps.

mod axis;
mod batch;
mod clip;
mod closest;
mod compact;
mod faces;
mod features;
mod pack;
mod plane;
mod recall;
mod recycle;
mod reduce;
mod rows;
mod search;
mod settle;
mod sides;

use bytemuck::Zeroable;
use octosat_lanes::{Arithmetic, Isa, Lanes, MAX_LANES, PairBuffer};

use self::axis::{SteadyAxis, contact_axis};
pub(crate) use self::batch::ContactOptions;
use self::batch::{Batch, Clipped, Remembered, Unseen};
use self::compact::index;
pub(crate) use self::compact::spare_points;
use self::recall::{Memories, Recalled};
use self::recycle::RecycledMemory;
use self::rows::{BatchMemory, ClosestContact, ClosestMemory, RowMemory};
use crate::batches::{Batches, MAX_CHUNK, Pairs, Queue, Sides};
use crate::choice::{BestAxis, MetricFrame};
use crate::coherence::PairMemory;
use crate::contacts::{ContactKind, ContactPoint, Manifold};
use crate::frame::{Basis, Unit};

/// Where a chunk's answers go.
#[derive(Debug)]
pub(crate) struct ContactRows<'a> {
    pub(crate) options: ContactOptions,
    /// One row a pair; pairs of the chunk past the last row only fill up a batch.
    pub(crate) manifolds: &'a mut [Manifold],
    /// One a row, or none at all where nothing is remembered.
    pub(crate) memory: &'a mut [PairMemory],
    /// Room for the most points that the pairs may have.
    pub(crate) points: &'a mut [ContactPoint],
    /// How many points have been written.
    pub(crate) len: usize,
}

/// What the stages work in, kept from chunk to chunk and from call to call: clearing it for each chunk took an
/// eighth of the time. Made of zeros in its place on the heap, and never on a stack.
#[derive(Zeroable)]
pub(crate) struct Scratch {
    memory: BatchMemory,
    rows: RowMemory,
    /// Pairs that were apart, and pairs in contact that may be recycled, by their memory.
    apart_before: Queue<0>,
    resting: Queue<0>,
    /// Which pairs of the chunk memory has settled.
    settled: [bool; MAX_CHUNK + MAX_LANES],
    /// Pairs that memory does not settle.
    open: Queue<0>,
    recycled: RecycledMemory,
    /// Best face: separation and axis number.
    near: Queue<2>,
    /// Whether faces hardly dismissed a pair of the chunk before.
    crammed: bool,
    /// Best face and best axis.
    touching: Queue<4>,
    /// Pairs apart that may be nearer than their points show, or have none and hold the place of one: axis number
    /// and the points' least gap.
    unseen: Queue<2>,
}

impl Scratch {
    #[inline(always)]
    fn clear(&mut self) {
        self.apart_before.clear();
        self.resting.clear();
        self.open.clear();
        self.near.clear();
        self.touching.clear();
        self.unseen.clear();
    }
}

/// The stages of one chunk.
struct Stages<'s, 'boxes, 'pairs, 'rows, I: Isa> {
    isa: I,
    chunk: &'s Batches<'pairs, Pairs<'boxes, Unit>>,
    out: &'s mut ContactRows<'rows>,
    scratch: &'s mut Scratch,
}

/// Manifolds of a chunk of at most [`crate::batches::MAX_CHUNK`] pairs.
///
/// Each stage enters the instruction set by itself: as one function they took the compiler twice
/// as long.
pub(crate) fn contacts_chunk<I: Isa, A: Arithmetic>(
    isa: I,
    chunk: &Batches<'_, Pairs<'_, Unit>>,
    out: &mut ContactRows<'_>,
    scratch: &mut Scratch,
) {
    let begin = out.len;
    scratch.clear();
    let mut recycled_end = begin;
    let mut stages = Stages { isa, chunk, out, scratch };
    if stages.remembers() {
        stages.recall();
        recycled_end = stages.out.len;
        isa.enter(
            #[inline(always)]
            || stages.faces_of_open::<A>(),
        );
    } else if stages.scratch.crammed {
        isa.enter(
            #[inline(always)]
            || stages.faces_and_edges::<A>(),
        );
    } else {
        isa.enter(
            #[inline(always)]
            || stages.faces::<A>(),
        );
    }
    if stages.scratch.near.len() > 0 {
        isa.enter(
            #[inline(always)]
            || stages.edges::<A>(),
        );
    }
    // Two functions: what memory needs would take registers from the stateless one.
    if stages.remembers() {
        isa.enter(
            #[inline(always)]
            || stages.manifolds::<A, true>(),
        );
    } else {
        isa.enter(
            #[inline(always)]
            || stages.manifolds::<A, false>(),
        );
    }
    if stages.scratch.unseen.len() > 0 {
        isa.enter_rarely(
            #[inline(always)]
            || stages.closest::<A>(),
        );
    }
    stages.close_gaps(recycled_end);
    stages.merge(begin, recycled_end);
    if stages.remembers() {
        stages.remember_the_rest();
    }
}

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    #[inline(always)]
    fn frame<A: Arithmetic>(&self, sides: &Sides<I, Unit>) -> MetricFrame<I::Real> {
        Unit::metric_frame::<I, A>(self.isa, &sides.a, &sides.b)
    }

    /// Whether the caller keeps memories.
    #[inline(always)]
    fn remembers(&self) -> bool {
        !self.out.memory.is_empty()
    }

    /// Clips the faces of pairs within the margin, and writes their rows and points.
    #[inline(always)]
    fn manifolds<A: Arithmetic, const REMEMBERS: bool>(&mut self) {
        let isa = self.isa;
        self.scratch.touching.pad::<I>();
        let mut next = 0;
        while next < self.scratch.touching.len() {
            let positions = self.scratch.touching.positions::<I>(next);
            let sides = self.chunk.load_at(isa, positions);
            let frame = self.frame::<A>(&sides);
            let [face_separation, face_code, separation, code] =
                self.scratch.touching.values(isa, next);
            let face = BestAxis::from_columns([face_separation, face_code]);
            let best = BestAxis::from_columns([separation, code]);
            let margins = self.chunk.margins_at(isa, positions);
            let contact = contact_axis::<I, A>(isa, &frame, face, best);
            let mut buffer = PairBuffer::new();
            let memories = if REMEMBERS {
                Some(Memories::at(self.out.memory, positions, &mut buffer))
            } else {
                None
            };
            let recalled = memories.as_ref().map(
                #[inline(always)]
                |memories| Recalled::load(isa, memories),
            );
            let steady = match &recalled {
                Some(recalled) => contact.steadied::<I, A>(isa, &frame, recalled, best),
                None => SteadyAxis { contact, kept: margins.less(margins) },
            };
            let batch = Batch { sides: &sides, frame: &frame, margins, options: self.out.options };
            let remembered = match (&recalled, memories) {
                (Some(recalled), Some(memories)) => Some(Remembered { recalled, memories }),
                _ => None,
            };
            let Clipped { unseen, open } =
                batch.clip::<A>(isa, &steady, remembered, &mut self.scratch.memory);
            self.scratch.unseen.push_at(isa, unseen, positions, open.to_columns());
            let waiting = (self.scratch.touching.len() - next).min(I::LANES);
            let limit = self.out.options.limit.points();
            // Not in memory: from one pair to the next that takes as long as writing a pair.
            let mut end = self.out.len;
            for (lane, &position) in positions[..waiting].iter().enumerate() {
                let row = self.scratch.memory.write(lane, limit, &mut self.out.points[end..]);
                if REMEMBERS {
                    let memory = &mut self.out.memory[position as usize];
                    self.scratch.memory.notes.write(lane, memory);
                }
                self.out.manifolds[position as usize] = Manifold { first: index(end), ..row };
                end += usize::from(row.len);
            }
            self.out.len = end;
            next += I::LANES;
        }
        self.scratch.unseen.forget_copies();
    }

    /// Gives pairs that are nearest where their faces do not look at each other the contact of their closest
    /// points, or none where these are farther apart than the margin.
    #[inline(always)]
    fn closest<A: Arithmetic>(&mut self) {
        let isa = self.isa;
        self.scratch.unseen.pad::<I>();
        let mut next = 0;
        let mut memory = ClosestMemory::zeroed();
        while next < self.scratch.unseen.len() {
            let positions = self.scratch.unseen.positions::<I>(next);
            let sides = self.chunk.load_at(isa, positions);
            let frame = self.frame::<A>(&sides);
            let margins = self.chunk.margins_at(isa, positions);
            let batch = Batch { sides: &sides, frame: &frame, margins, options: self.out.options };
            let found = Unseen::from_columns(self.scratch.unseen.values(isa, next));
            let notes = if self.remembers() { Some(&mut self.scratch.memory.notes) } else { None };
            let nearer = batch.closest::<A>(isa, &found, &mut memory, notes);
            let waiting = (self.scratch.unseen.len() - next).min(I::LANES);
            for (lane, &position) in positions[..waiting].iter().enumerate() {
                let row = &mut self.out.manifolds[position as usize];
                if nearer.not_finite >> lane & 1 == 1 {
                    *row = Manifold { first: row.first, ..Manifold::NOT_FINITE };
                } else if nearer.lanes >> lane & 1 == 1 {
                    let ClosestContact { normal, axis, point } = memory.contact(lane);
                    self.out.points[row.first as usize] = point;
                    let status = row.status.as_closest();
                    *row = Manifold { normal, depth: point.depth, axis, status, len: 1, ..*row };
                    if self.remembers() {
                        let memory = &mut self.out.memory[position as usize];
                        self.scratch.memory.notes.write(lane, memory);
                    }
                } else if row.status.kind() == ContactKind::Separated {
                    row.len = 0;
                }
            }
            next += I::LANES;
        }
    }
}
