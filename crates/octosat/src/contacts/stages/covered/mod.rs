//! Contacts that leave no covered face; see [`Query::covered`](crate::Query::covered).
//!
//! The usual stages find the axis of a pair, and clip its faces. Between them, an axis that leaves a covered face is
//! replaced by the best one that leaves none, so all stages but the search for axes are shared with other queries.
//!
//! 1. Here: the stages of a chunk. `leaving`: which faces a normal leaves. `search`: the usual axis of each pair.
//!    `allowed`: the best allowed one of those that need it.
//! 2. `partly`: contacts whose points all lie on the covered parts of a face are replaced, too, until none is left.
//! 3. `unsupported`: what clipping makes up for other pairs, and closest points, are no contacts of these.

mod allowed;
mod leaving;
mod partly;
mod search;
mod unsupported;

use alloc::boxed::Box;

use bytemuck::Zeroable;
use octosat_lanes::{Arithmetic, Isa, MAX_LANES};

use self::leaving::B_SHIFT;
use self::partly::Trial;
use super::ChunkStages;
use super::batch::ClosestCandidate;
use super::chunk::{ChunkResults, Scratch, Stages};
use crate::batches::{Batches, Pairs};
use crate::contacts::Manifold;
use crate::covered::CoveredFaces;
use crate::queue::{MAX_CHUNK, Queue};

/// The stages of a query with covered faces: those of the boxes a, and those of the boxes b.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WithCovered<'a>(pub(crate) [Option<&'a CoveredFaces>; 2]);

/// The bits of the covered faces of boxes a, and of boxes b.
#[derive(Clone, Copy)]
struct BoxBits<'a> {
    of_a: &'a [u16],
    of_b: &'a [u16],
}

impl<'a> WithCovered<'a> {
    fn bits(self) -> BoxBits<'a> {
        let [of_a, of_b] = self.0.map(|faces| faces.map(CoveredFaces::bits).unwrap_or_default());
        BoxBits { of_a, of_b }
    }
}

impl BoxBits<'_> {
    /// The bits of a pair: of a in the lower half, and of b in the upper one.
    #[inline(always)]
    fn of_pair(self, [a, b]: [u32; 2]) -> i32 {
        let of_a = self.of_a.get(a as usize).copied().map_or(0, i32::from);
        let of_b = self.of_b.get(b as usize).copied().map_or(0, i32::from);
        of_a | of_b << B_SHIFT
    }
}

/// Working memory of the covered faces of a chunk.
#[derive(Zeroable)]
pub(crate) struct CoveredScratch {
    /// The bits of each pair that no face dismisses, by its position; as many as a batch may add follow.
    bits: [i32; MAX_CHUNK + MAX_LANES],
    /// The pairs whose axis leaves a covered face, until they have another one.
    excluded: Queue<0>,
    /// Which pairs were excluded, one bit per position.
    were_excluded: [u64; MAX_CHUNK / 64],
    /// Their rows before their faces are clipped.
    rows: [Manifold; MAX_CHUNK],
    /// The pairs whose axis leaves a face that is covered in part, and which faces it leaves.
    suspects: Queue<1>,
    /// Working memory of their contacts, once there are any.
    trial: Option<Box<Trial>>,
}

impl CoveredScratch {
    fn clear(&mut self) {
        self.excluded.clear();
        self.suspects.clear();
        self.were_excluded = [0; MAX_CHUNK / 64];
    }

    /// Whether the pair at a position was excluded.
    fn was_excluded(&self, position: u32) -> bool {
        self.were_excluded[position as usize / 64] >> (position % 64) & 1 == 1
    }
}

impl ChunkStages for WithCovered<'_> {
    fn chunk<I: Isa, A: Arithmetic>(
        self,
        isa: I,
        chunk: &Batches<'_, Pairs<'_, 3>>,
        out: &mut ChunkResults<'_>,
        scratch: &mut Scratch,
    ) -> bool {
        let bits = self.bits();
        scratch.clear();
        scratch.covered.clear();
        let mut stages = Stages { isa, chunk, out, scratch };
        if stages.scratch.crammed {
            isa.enter(
                #[inline(always)]
                || stages.covered_axes_of_all::<A>(bits),
            );
        } else {
            stages.run_faces::<A>();
        }
        if stages.scratch.near.len() > 0 {
            isa.enter(
                #[inline(always)]
                || stages.covered_axes::<A>(bits),
            );
        }
        stages.run_allowed_axes::<A>();
        stages.replace_contacts_on_covered_parts::<A>(self);
        let mut have_points = stages.run_manifolds::<A>();
        stages.restore_unsupported();
        if stages.scratch.unseen.len() > 0 {
            have_points &= stages.run_closest::<A, Self>(self);
        }
        have_points
    }

    #[inline(always)]
    fn allowed<I: Isa, A: Arithmetic>(
        self,
        isa: I,
        scratch: &Scratch,
        candidate: &ClosestCandidate<'_, I>,
    ) -> I::Mask {
        self.allowed_closest::<I, A>(isa, &scratch.covered, candidate)
    }
}

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// Gives the excluded pairs their best allowed axes, if there are any pairs.
    fn run_allowed_axes<A: Arithmetic>(&mut self) {
        if self.scratch.covered.excluded.len() == 0 {
            return;
        }
        self.isa.enter_rarely(
            #[inline(always)]
            || self.allowed_axes::<A>(),
        );
    }
}
