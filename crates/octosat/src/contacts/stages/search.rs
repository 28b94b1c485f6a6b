//! The search for the axis of each pair: faces for all, edges for those that no face dismisses.
//!
//! Which pairs go on is decided twice, because loading a pair again costs less than nine edges for nothing.
//! Where faces hardly dismiss any, as in walls, it is the other way round, and both are done at once. What a
//! pair gets is the same either way.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes, Mask};

use super::Stages;
use super::batch::number;
use super::rows::Verdicts;
use crate::batches::Sides;
use crate::choice::{BestAxis, BestFace, best_axis, best_face};
use crate::contacts::ContactStatus;
use crate::frame::Unit;
use crate::results::Axis;

/// Of eight pairs of the chunk before, how many must have gone on to edges for both stages to be one.
const CRAMMED_EIGHTHS: usize = 7;

/// Pairs that no face keeps apart by more than the margin, and the best face of each.
struct NearFaces<I: Isa> {
    lanes: I::Mask,
    best: BestAxis<I::Real>,
}

/// The columns of the queue in which the best face and the best axis wait.
#[inline(always)]
fn face_and_best<F: Lanes>(face: BestAxis<F>, best: BestAxis<F>) -> [F; 4] {
    let ([face_separation, face_code], [separation, code]) = (face.to_columns(), best.to_columns());
    [face_separation, face_code, separation, code]
}

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// Dismisses pairs that a face keeps apart by more than the margin.
    #[inline(always)]
    pub(super) fn faces<A: Arithmetic>(&mut self) {
        self.all_pairs(
            #[inline(always)]
            |stages, first, sides, margins| {
                let NearFaces { lanes, best } = stages.look_at_faces::<A>(sides, margins);
                stages.scratch.near.push(stages.isa, lanes, first, best.to_columns());
            },
        );
        self.scratch.near.forget_from(self.out.manifolds.len());
        self.scratch.crammed = self.is_crammed(self.scratch.near.len());
    }

    /// Dismisses pairs that any axis keeps apart by more than the margin.
    #[inline(always)]
    pub(super) fn faces_and_edges<A: Arithmetic>(&mut self) {
        let mut went_on = 0;
        self.all_pairs(
            #[inline(always)]
            |stages, first, sides, margins| {
                let isa = stages.isa;
                let frame = stages.frame::<A>(sides);
                let BestFace { best: face, finite } = best_face::<I, A>(isa, &frame);
                let near = face.separation.at_most(margins) & finite;
                let best = best_axis::<I, A>(isa, &frame, face);
                stages.dismiss(BestFace { best: face.or_if(near, best), finite });
                let within = near & best.separation.at_most(margins);
                let columns = face_and_best(face, best);
                stages.scratch.touching.push(isa, within, first, columns);
                went_on += near.bits().count_ones() as usize;
            },
        );
        self.scratch.touching.forget_from(self.out.manifolds.len());
        self.scratch.crammed = self.is_crammed(went_on);
    }

    /// Whether so many pairs of the chunk are nearly all.
    #[inline(always)]
    fn is_crammed(&self, pairs: usize) -> bool {
        8 * pairs >= CRAMMED_EIGHTHS * self.out.manifolds.len()
    }

    /// Runs `work`, which keeps rows, on every batch in order: with its place, its boxes and its margins.
    #[inline(always)]
    fn all_pairs(&mut self, mut work: impl FnMut(&mut Self, u32, &Sides<I, Unit>, I::Real)) {
        let mut first = 0_u32;
        while (first as usize) < self.chunk.len() {
            let start = first as usize;
            self.chunk.prefetch(self.isa, start);
            let sides = self.chunk.load(self.isa, start);
            let margins = self.chunk.margins(self.isa, start);
            work(self, first, &sides, margins);
            let end = (start + I::LANES).min(self.out.manifolds.len());
            for (lane, row) in self.out.manifolds[start.min(end)..end].iter_mut().enumerate() {
                *row = self.scratch.rows.row(lane);
            }
            #[expect(clippy::cast_possible_truncation, reason = "the widest backend has 16 lanes")]
            {
                first += I::LANES as u32;
            }
        }
    }

    /// The same for the open pairs.
    #[inline(always)]
    pub(super) fn faces_of_open<A: Arithmetic>(&mut self) {
        let isa = self.isa;
        self.scratch.open.pad::<I>();
        let mut next = 0;
        while next < self.scratch.open.len() {
            let positions = self.scratch.open.positions::<I>(next);
            let sides = self.chunk.load_at(isa, positions);
            let margins = self.chunk.margins_at(isa, positions);
            let NearFaces { lanes, best } = self.look_at_faces::<A>(&sides, margins);
            let positions = self.scratch.open.positions::<I>(next);
            self.scratch.near.push_at(isa, lanes, positions, best.to_columns());
            for (lane, &position) in positions.iter().enumerate() {
                self.out.manifolds[position as usize] = self.scratch.rows.row(lane);
            }
            next += I::LANES;
        }
        self.scratch.near.forget_copies();
    }

    /// Keeps rows of a batch by its faces alone, final for the pairs that they dismiss, and says which
    /// go on.
    #[inline(always)]
    fn look_at_faces<A: Arithmetic>(
        &mut self,
        sides: &Sides<I, Unit>,
        margins: I::Real,
    ) -> NearFaces<I> {
        let face = best_face::<I, A>(self.isa, &self.frame::<A>(sides));
        self.dismiss(face);
        let BestFace { best, finite } = face;
        let lanes = best.separation.at_most(margins) & finite;
        NearFaces { lanes, best }
    }

    /// Keeps rows of a batch by its best axes, final for the pairs that are dismissed.
    #[inline(always)]
    fn dismiss(&mut self, BestFace { best, finite }: BestFace<I>) {
        let isa = self.isa;
        let not_finite = isa.splat_integer(Axis::NON_FINITE.number());
        let separated = number(isa, ContactStatus::SEPARATED);
        let refused = number(isa, ContactStatus::NON_FINITE);
        let depth = Lanes::select(finite, -best.separation, isa.splat(f32::NAN));
        let code = IntegerLanes::select(finite, best.code, not_finite);
        let status = IntegerLanes::select(finite, separated, refused);
        self.scratch.rows.keep(
            isa,
            [isa.splat(0.0); 3],
            Verdicts { count: isa.splat_integer(0), depth, code, status },
        );
    }

    /// Dismisses pairs that an edge axis keeps apart by more than the margin.
    #[inline(always)]
    pub(super) fn edges<A: Arithmetic>(&mut self) {
        let isa = self.isa;
        self.scratch.near.pad::<I>();
        let mut next = 0;
        while next < self.scratch.near.len() {
            let positions = self.scratch.near.positions::<I>(next);
            let sides = self.chunk.load_at(isa, positions);
            let frame = self.frame::<A>(&sides);
            let face = BestAxis::from_columns(self.scratch.near.values(isa, next));
            let best = best_axis::<I, A>(isa, &frame, face);
            let margins = self.chunk.margins_at(isa, positions);
            let within = best.separation.at_most(margins);
            let status = number(isa, ContactStatus::SEPARATED);
            let (count, depth) = (isa.splat_integer(0), -best.separation);
            let verdicts = Verdicts { count, depth, code: best.code, status };
            self.scratch.rows.keep(isa, [isa.splat(0.0); 3], verdicts);
            for (lane, &position) in positions.iter().enumerate() {
                self.out.manifolds[position as usize] = self.scratch.rows.row(lane);
            }
            let columns = face_and_best(face, best);
            self.scratch.touching.push_at(isa, within, positions, columns);
            next += I::LANES;
        }
        self.scratch.touching.forget_copies();
    }
}
