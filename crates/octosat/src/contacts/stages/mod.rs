//! Contact manifolds: faces for every pair, edges for pairs that no face dismisses, clipping for pairs
//! that touch or are within, and closest points for the few pairs that need them.
//!
//! A batch is as many pairs as there are lanes, and a chunk the pairs that pass through all stages before the next
//! ones. Between the stages, pairs wait in queues and go on in full batches, in the order of the chunk. So points are
//! written in the order of the pairs. The result of a pair does not depend on other pairs: a step that no lane needs
//! may be skipped, because its results would not be used.
//!
//! 1. `chunk`: a chunk, and the queues between its stages. `search`, `axis`: the axis of each contact.
//!    `dismissed`: the rows of pairs without a contact.
//! 2. `batch`: one batch of pairs through the following. `faces`: the two faces along the axis, in one plane. `slots`:
//!    the candidates for points. `edges`, `sides`: both outlines clipped, which gives the candidates; `features`: their
//!    numbers. `reduce`: which of them become points.
//! 3. `closest`: closest points, if clipping shows none. `output`, `points`: rows and points in memory.
//! 4. `covered`: what queries with covered faces change between these stages. `moved`: boxes that have moved.

mod axis;
mod batch;
pub(crate) mod chunk;
mod closest;
#[cfg(feature = "covered")]
pub(crate) mod covered;
mod dismissed;
mod edges;
mod faces;
pub(super) mod features;
#[cfg(feature = "motion")]
pub(crate) mod moved;
pub(crate) mod output;
mod points;
mod reduce;
mod search;
mod sides;
mod slots;

use bytemuck::Zeroable;
use octosat_lanes::{Isa, MAX_LANES, Mask};

use self::axis::{contact_axis, face_and_best};
use self::batch::{Batch, Unseen};
use self::chunk::{ChunkStages, ClosestCandidate, Scratch, Stages};
use self::output::{ChunkResults, ClosestContact, ClosestMemory, as_u32, each};
use self::search::AllAxes;
use crate::axes::choice::BestAxis;
use crate::call::batches::{Batches, Pairs};
use crate::contacts::{ContactKind, Manifold};

/// How many of sixteen pairs of the chunk before must have been within for all stages in place.
const PACKED_SIXTEENTHS: usize = 15;

/// Pairs of boxes alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usual;

impl ChunkStages for Usual {
    const IN_PLACE: bool = true;
}

/// Manifolds of a chunk of at most [`crate::call::queue::MAX_CHUNK`] pairs. Returns whether all pairs whose faces were
/// clipped have points.
///
/// Each stage enters the instruction set by itself: compiling them as one function takes twice as long. Only chunks
/// whose pairs are almost all in contact are worth such a function.
pub(crate) fn run_chunk<I: Isa, S: ChunkStages>(
    isa: I,
    query: S,
    chunk: &Batches<'_, Pairs<'_>>,
    out: &mut ChunkResults<'_>,
    scratch: &mut Scratch,
) -> bool {
    scratch.clear();
    let mut stages = Stages { isa, chunk, out, scratch };
    let mut have_points = if const { S::IN_PLACE && I::LANES == MAX_LANES } && stages.scratch.packed
    {
        isa.enter(
            #[inline(always)]
            || stages.all_in_place(),
        )
    } else {
        stages.stage_by_stage::<S>(query)
    };
    stages.scratch.packed = stages.is_packed();
    if stages.scratch.unseen.len() > 0 {
        have_points &= stages.run_closest::<S>(query);
    }
    have_points
}

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// Finds the axes of all pairs, and then clips the faces of those within. Returns whether all of these have
    /// points.
    fn stage_by_stage<S: ChunkStages>(&mut self, query: S) -> bool {
        if self.scratch.crammed {
            self.isa.enter(
                #[inline(always)]
                || self.faces_and_edges::<S>(query),
            );
        } else {
            self.run_faces();
        }
        if self.scratch.near.len() > 0 {
            self.isa.enter(
                #[inline(always)]
                || self.edges::<S>(query),
            );
        }
        query.replace_axes(self);
        let have_points = self.run_manifolds();
        query.replace_contacts(self);
        have_points
    }

    /// Whether enough pairs of the chunk were within that the next chunk is done in place.
    fn is_packed(&self) -> bool {
        16 * self.scratch.touching.len() >= PACKED_SIXTEENTHS * self.out.manifolds.len()
    }

    /// Does the same as [`Self::stage_by_stage`] for each batch at once: no pair is loaded twice, but lanes of
    /// dismissed pairs are clipped in vain.
    #[inline(always)]
    fn all_in_place(&mut self) -> bool {
        let (mut end, mut have_points) = (0, true);
        self.all_pairs(
            #[inline(always)]
            |stages, first, sides, farthest| {
                let (isa, options) = (stages.isa, stages.out.options);
                let AllAxes { frame, face, best, within, .. } =
                    stages.all_axes(first, sides, farthest);
                let contact = contact_axis(isa, &frame, face, best);
                let batch = Batch { sides, frame: &frame, farthest, options };
                let scratch = &mut *stages.scratch;
                let clipped = batch.clip(isa, &contact, &mut scratch.memory);
                scratch.touching.push(isa, within, first, face_and_best(face, best));
                let unseen = clipped.unseen & within;
                scratch.unseen.push(isa, unseen, first, clipped.search.to_columns());
                let waiting = stages.out.manifolds.len().saturating_sub(first).min(I::LANES);
                let lanes = each(within.bits() & ((1 << waiting) - 1));
                let lanes = lanes.map(|lane| (lane, as_u32(first + lane)));
                end = scratch.memory.write(lanes, end, stages.out);
                have_points &= clipped.all_finite;
            },
        );
        let len = self.out.manifolds.len();
        self.scratch.touching.forget_from(len);
        self.scratch.unseen.forget_from(len);
        have_points
    }

    /// Enters [`Self::faces`].
    fn run_faces(&mut self) {
        self.isa.enter(
            #[inline(always)]
            || self.faces(),
        );
    }

    /// Enters [`Self::manifolds`].
    fn run_manifolds(&mut self) -> bool {
        self.isa.enter(
            #[inline(always)]
            || self.manifolds(),
        )
    }

    /// Enters [`Self::closest`].
    fn run_closest<S: ChunkStages>(&mut self, query: S) -> bool {
        self.isa.enter_rarely(
            #[inline(always)]
            || self.closest::<S>(query),
        )
    }

    /// Clips the faces of pairs within, and writes their rows and points. Pairs without a candidate have a
    /// placeholder until [`Self::closest`]. Returns whether all numbers are finite.
    #[inline(always)]
    fn manifolds(&mut self) -> bool {
        let isa = self.isa;
        self.scratch.touching.pad::<I>();
        let (mut next, mut end, mut have_points) = (0, 0, true);
        while next < self.scratch.touching.len() {
            let positions = self.scratch.touching.positions::<I>(next);
            let sides = self.chunk.load_at(isa, positions);
            let frame = self.frame(&sides);
            let [face_separation, face_code, separation, code] =
                self.scratch.touching.values(isa, next);
            let face = BestAxis::from_columns([face_separation, face_code]);
            let best = BestAxis::from_columns([separation, code]);
            let farthest = self.chunk.lengths_at(isa, positions);
            let contact = contact_axis(isa, &frame, face, best);
            let batch = Batch { sides: &sides, frame: &frame, farthest, options: self.out.options };
            let clipped = batch.clip(isa, &contact, &mut self.scratch.memory);
            self.scratch.unseen.push_at(
                isa,
                clipped.unseen,
                positions,
                clipped.search.to_columns(),
            );
            let waiting = (self.scratch.touching.len() - next).min(I::LANES);
            let lanes = positions[..waiting].iter().copied().enumerate();
            end = self.scratch.memory.write(lanes, end, self.out);
            have_points &= clipped.all_finite;
            next += I::LANES;
        }
        self.scratch.unseen.forget_copies();
        have_points
    }

    /// Gives pairs whose nearest points are outside the intersection of their faces the contact of their closest
    /// points. Pairs whose clipping left no point have no contact if these are farther apart than `within`. Returns
    /// whether all have points.
    #[inline(always)]
    fn closest<S: ChunkStages>(&mut self, query: S) -> bool {
        let isa = self.isa;
        let mut have_points = true;
        self.scratch.unseen.pad::<I>();
        let mut next = 0;
        let mut memory = ClosestMemory::zeroed();
        while next < self.scratch.unseen.len() {
            let positions = self.scratch.unseen.positions::<I>(next);
            let sides = self.chunk.load_at(isa, positions);
            let frame = self.frame(&sides);
            let farthest = self.chunk.lengths_at(isa, positions);
            let batch = Batch { sides: &sides, frame: &frame, farthest, options: self.out.options };
            let found = Unseen::from_columns(self.scratch.unseen.values(isa, next));
            let pairs = self.out.pairs;
            let nearer = batch.closest(
                isa,
                &found,
                &mut memory,
                #[inline(always)]
                |closest, normal, lanes| {
                    let (on_a, on_b) = (closest.on_a, closest.on_b);
                    let frame = &frame;
                    let candidate =
                        ClosestCandidate { pairs, positions, frame, normal, on_a, on_b, lanes };
                    query.allowed(isa, &candidate)
                },
            );
            let waiting = (self.scratch.unseen.len() - next).min(I::LANES);
            for (lane, &position) in positions[..waiting].iter().enumerate() {
                let row = &mut self.out.manifolds[position as usize];
                if nearer.not_finite >> lane & 1 == 1 {
                    *row = Manifold::NOT_FINITE;
                } else if nearer.lanes >> lane & 1 == 1 {
                    let ClosestContact { normal, axis, point } = memory.contact(lane);
                    let first = (row.first - self.out.first_place) as usize;
                    self.out.points[first] = point;
                    if let Some(surface) = self.out.surfaces.get_mut(first) {
                        *surface = memory.surfaces.point(0, lane);
                    }
                    let status = row.status.as_closest();
                    *row = Manifold { normal, depth: point.depth, axis, status, len: 1, ..*row };
                } else if row.status.kind() == ContactKind::Separated {
                    *row = Manifold { len: 0, size_exponent: 0, ..*row };
                }
                have_points &= row.len > 0;
            }
            next += I::LANES;
        }
        have_points
    }
}
