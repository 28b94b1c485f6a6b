//! The axis of each pair's contact: faces for all pairs, edges for those that no face dismisses.
//!
//! Pairs are dismissed in two passes, because loading a pair again costs less than nine edge tests that are not
//! needed. If faces dismiss almost no pair, as in walls, the opposite holds, and both tests are done in one pass.
//! The results are the same.

use octosat_lanes::{IntegerLanes, Isa, Lanes, Mask};
use octosat_rows::Axis;

use super::chunk::{ChunkStages, FoundAxes, Stages};
use super::dismissed::Dismissed;
use super::output::{as_u32, number};
use crate::axes::choice::{BestAxis, BestFace, best_axis, best_face};
use crate::axes::frame::Frame;
use crate::call::batches::PairLanes;
use crate::contacts::ContactStatus;

/// How many of eight pairs of the chunk before must have gone on to edges for one pass over faces and edges.
const CRAMMED_EIGHTHS: usize = 7;

/// Pairs that no face separates by more than `within`, and the best face of each.
struct NearFaces<I: Isa> {
    lanes: I::Mask,
    best: BestAxis<I::Real>,
}

/// The axes of a batch of pairs, found in one pass.
pub(super) struct AllAxes<I: Isa> {
    pub(super) frame: Frame<I::Real>,
    pub(super) face: BestAxis<I::Real>,
    pub(super) best: BestAxis<I::Real>,
    /// Which pairs no face separates by more than `within`.
    pub(super) near: I::Mask,
    /// Which pairs no axis separates by more than `within`.
    pub(super) within: I::Mask,
}

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// Dismisses pairs that a face separates by more than `within`.
    #[inline(always)]
    pub(super) fn faces(&mut self) {
        self.all_pairs(
            #[inline(always)]
            |stages, first, sides, farthest| {
                let NearFaces { lanes, best } = stages.look_at_faces(first, sides, farthest);
                stages.scratch.near.push(stages.isa, lanes, first, best.to_columns());
            },
        );
        self.scratch.near.forget_from(self.out.manifolds.len());
        self.scratch.crammed = self.is_crammed(self.scratch.near.len());
    }

    /// Dismisses pairs that any axis separates by more than `within`.
    #[inline(always)]
    pub(super) fn faces_and_edges<S: ChunkStages>(&mut self, query: S) {
        let mut went_on = 0;
        self.all_pairs(
            #[inline(always)]
            |stages, first, sides, farthest| {
                let (isa, pairs) = (stages.isa, stages.out.pairs);
                let AllAxes { frame, face, best, near, within } =
                    stages.all_axes(first, sides, farthest);
                let positions = &core::array::from_fn(|lane| as_u32(first + lane));
                let found = FoundAxes { pairs, positions, within, frame: &frame, face, best };
                let columns = query.columns(isa, &found, stages.scratch);
                stages.scratch.touching.push(isa, within, first, columns);
                went_on += near.bits().count_ones() as usize;
            },
        );
        self.scratch.touching.forget_from(self.out.manifolds.len());
        self.scratch.crammed = self.is_crammed(went_on);
    }

    /// All axes of a batch of pairs; writes their rows, which are final for dismissed pairs.
    #[inline(always)]
    pub(super) fn all_axes(
        &mut self,
        first: usize,
        sides: &PairLanes<I>,
        farthest: I::Real,
    ) -> AllAxes<I> {
        let isa = self.isa;
        let frame = self.frame(sides);
        let BestFace { best: face, finite } = best_face(isa, &frame);
        let near = face.separation.at_most(farthest) & finite;
        let best = best_axis(isa, &frame, face);
        self.dismiss(first, BestFace { best: face.or_if(near, best), finite });
        let within = near & best.separation.at_most(farthest);
        AllAxes { frame, face, best, near, within }
    }

    /// Whether this many pairs are nearly all pairs of the chunk.
    #[inline(always)]
    fn is_crammed(&self, pairs: usize) -> bool {
        8 * pairs >= CRAMMED_EIGHTHS * self.out.manifolds.len()
    }

    /// Runs `work` on every batch in order, with the batch's index, boxes and lengths.
    #[inline(always)]
    pub(super) fn all_pairs(
        &mut self,
        mut work: impl FnMut(&mut Self, usize, &PairLanes<I>, I::Real),
    ) {
        let mut first = 0;
        while first < self.chunk.len() {
            self.chunk.prefetch(self.isa, first);
            let sides = self.chunk.load(self.isa, first);
            let farthest = self.chunk.lengths(self.isa, first);
            work(self, first, &sides, farthest);
            first += I::LANES;
        }
    }

    /// Writes rows of a batch from its faces, which are final for dismissed pairs, and returns which pairs go on.
    #[inline(always)]
    fn look_at_faces(
        &mut self,
        first: usize,
        sides: &PairLanes<I>,
        farthest: I::Real,
    ) -> NearFaces<I> {
        let face = best_face(self.isa, &self.frame(sides));
        self.dismiss(first, face);
        let BestFace { best, finite } = face;
        let lanes = best.separation.at_most(farthest) & finite;
        NearFaces { lanes, best }
    }

    /// Writes rows of a batch from its best axes, which are final for dismissed pairs.
    #[inline(always)]
    fn dismiss(&mut self, first: usize, BestFace { best, finite }: BestFace<I>) {
        let isa = self.isa;
        let not_finite = isa.splat_integer(Axis::NON_FINITE.number());
        let separated = number(isa, ContactStatus::SEPARATED);
        let rejected = number(isa, ContactStatus::NON_FINITE);
        let depth = Lanes::select(finite, -best.separation, isa.splat(f32::NAN));
        let code = IntegerLanes::select(finite, best.code, not_finite);
        let status = IntegerLanes::select(finite, separated, rejected);
        Dismissed { depth, code, status }.write(isa, first, self.out.manifolds);
    }

    /// Dismisses pairs that an edge axis separates by more than `within`; writes the rows of all, which are final for
    /// these.
    #[inline(always)]
    pub(super) fn edges<S: ChunkStages>(&mut self, query: S) {
        let (isa, pairs) = (self.isa, self.out.pairs);
        self.scratch.near.pad::<I>();
        let mut next = 0;
        while next < self.scratch.near.len() {
            let positions = self.scratch.near.positions::<I>(next);
            let sides = self.chunk.load_at(isa, positions);
            let frame = &self.frame(&sides);
            let face = BestAxis::from_columns(self.scratch.near.values(isa, next));
            let best = best_axis(isa, frame, face);
            let within = best.separation.at_most(self.chunk.lengths_at(isa, positions));
            let status = number(isa, ContactStatus::SEPARATED);
            let dismissed = Dismissed { depth: -best.separation, code: best.code, status };
            dismissed.write_at(isa, positions, self.out.manifolds);
            let copy = &self.scratch.near.copy_of_positions::<I>(next);
            let found = FoundAxes { pairs, positions: copy, within, frame, face, best };
            let columns = query.columns(isa, &found, self.scratch);
            let positions = self.scratch.near.positions::<I>(next);
            self.scratch.touching.push_at(isa, within, positions, columns);
            next += I::LANES;
        }
        self.scratch.touching.forget_copies();
    }
}
