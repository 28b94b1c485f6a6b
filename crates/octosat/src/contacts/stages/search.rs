//! The axis of each pair's contact: faces for all pairs, edges for those that no face dismisses.
//!
//! Pairs are dismissed in two passes, because loading a pair again costs less than nine edge tests that are not
//! needed. If faces dismiss almost no pair, as in walls, the opposite holds, and both tests are done in one pass.
//! The results are the same.
//!
//! The axis of a contact is the axis of the penetration query, except for edges that nearly agree with a face.

use octosat_lanes::{Arithmetic, Exact, IntegerLanes, Isa, Lanes, Mask, Singles};

use super::chunk::Stages;
use super::dismissed::Dismissed;
use super::output::number;
use crate::batches::Sides;
use crate::choice::{
    BestAxis, BestFace, best_axis, best_face, edge_normal, face_normal, is_edge_axis, noise,
};
use crate::contacts::ContactStatus;
use crate::frame::{MetricFrame, dot};
use crate::results::Axis;
use crate::tolerances::{ALIGNED_FACE_COSINE, LARGEST_FACE_PREFERENCE, SHOWN_DEPTH};

/// How many of eight pairs of the chunk before must have gone on to edges for one pass over faces and edges.
const CRAMMED_EIGHTHS: usize = 7;

/// Pairs that no face separates by more than the margin, and the best face of each.
struct NearFaces<I: Isa> {
    lanes: I::Mask,
    best: BestAxis<I::Real>,
}

/// The columns of the queue in which the best face and the best axis wait.
#[inline(always)]
pub(super) fn face_and_best<F: Singles>(face: BestAxis<F>, best: BestAxis<F>) -> [F; 4] {
    let ([face_separation, face_code], [separation, code]) = (face.to_columns(), best.to_columns());
    [face_separation, face_code, separation, code]
}

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// Dismisses pairs that a face separates by more than the margin.
    #[inline(always)]
    pub(super) fn faces<A: Arithmetic>(&mut self) {
        self.all_pairs(
            #[inline(always)]
            |stages, first, sides, margins| {
                let NearFaces { lanes, best } = stages.look_at_faces::<A>(first, sides, margins);
                stages.scratch.near.push(stages.isa, lanes, first, best.to_columns());
            },
        );
        self.scratch.near.forget_from(self.out.manifolds.len());
        self.scratch.crammed = self.is_crammed(self.scratch.near.len());
    }

    /// Dismisses pairs that any axis separates by more than the margin.
    #[inline(always)]
    pub(super) fn faces_and_edges<A: Arithmetic>(&mut self) {
        let mut went_on = 0;
        self.all_pairs(
            #[inline(always)]
            |stages, first, sides, margins| {
                let AllAxes { face, best, near, within, .. } =
                    stages.all_axes::<A>(first, sides, margins);
                let columns = face_and_best(face, best);
                stages.scratch.touching.push(stages.isa, within, first, columns);
                went_on += near.bits().count_ones() as usize;
            },
        );
        self.scratch.touching.forget_from(self.out.manifolds.len());
        self.scratch.crammed = self.is_crammed(went_on);
    }

    /// All axes of a batch of pairs; writes their rows, which are final for dismissed pairs.
    #[inline(always)]
    pub(super) fn all_axes<A: Arithmetic>(
        &mut self,
        first: usize,
        sides: &Sides<I, 3>,
        margins: I::Real,
    ) -> AllAxes<I> {
        let isa = self.isa;
        let frame = self.frame::<A>(sides);
        let BestFace { best: face, finite } = best_face::<I, A>(isa, &frame);
        let near = face.separation.at_most(margins) & finite;
        let best = best_axis::<I, A>(isa, &frame, face);
        self.dismiss(first, BestFace { best: face.or_if(near, best), finite });
        let within = near & best.separation.at_most(margins);
        AllAxes { frame, face, best, near, within }
    }

    /// Whether this many pairs are nearly all pairs of the chunk.
    #[inline(always)]
    pub(super) fn is_crammed(&self, pairs: usize) -> bool {
        8 * pairs >= CRAMMED_EIGHTHS * self.out.manifolds.len()
    }

    /// Runs `work` on every batch in order, with the batch's place, boxes and margins.
    #[inline(always)]
    pub(super) fn all_pairs(
        &mut self,
        mut work: impl FnMut(&mut Self, usize, &Sides<I, 3>, I::Real),
    ) {
        let mut first = 0;
        while first < self.chunk.len() {
            self.chunk.prefetch(self.isa, first);
            let sides = self.chunk.load(self.isa, first);
            let margins = self.chunk.margins(self.isa, first);
            work(self, first, &sides, margins);
            first += I::LANES;
        }
    }

    /// Writes rows of a batch from its faces, which are final for dismissed pairs, and returns which pairs go on.
    #[inline(always)]
    fn look_at_faces<A: Arithmetic>(
        &mut self,
        first: usize,
        sides: &Sides<I, 3>,
        margins: I::Real,
    ) -> NearFaces<I> {
        let face = best_face::<I, A>(self.isa, &self.frame::<A>(sides));
        self.dismiss(first, face);
        let BestFace { best, finite } = face;
        let lanes = best.separation.at_most(margins) & finite;
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

    /// Dismisses pairs that an edge axis separates by more than the margin.
    #[inline(always)]
    pub(super) fn edges<A: Arithmetic>(&mut self) {
        self.scratch.near.pad::<I>();
        let mut next = 0;
        while next < self.scratch.near.len() {
            let NearAxes { face, best, within, .. } = self.near_axes::<A>(next);
            let positions = self.scratch.near.positions::<I>(next);
            let columns = face_and_best(face, best);
            self.scratch.touching.push_at(self.isa, within, positions, columns);
            next += I::LANES;
        }
        self.scratch.touching.forget_copies();
    }

    /// The axes of a batch of pairs that no face dismisses; writes their rows, which are final for pairs that an edge
    /// axis dismisses.
    #[inline(always)]
    pub(super) fn near_axes<A: Arithmetic>(&mut self, next: usize) -> NearAxes<I> {
        let isa = self.isa;
        let positions = self.scratch.near.positions::<I>(next);
        let sides = self.chunk.load_at(isa, positions);
        let frame = self.frame::<A>(&sides);
        let face = BestAxis::from_columns(self.scratch.near.values(isa, next));
        let best = best_axis::<I, A>(isa, &frame, face);
        let margins = self.chunk.margins_at(isa, positions);
        let within = best.separation.at_most(margins);
        let (code, status) = (best.code, number(isa, ContactStatus::SEPARATED));
        let dismissed = Dismissed { depth: -best.separation, code, status };
        dismissed.write_at(isa, positions, self.out.manifolds);
        NearAxes { frame, face, best, within }
    }
}

/// All axes of a batch of pairs.
pub(super) struct AllAxes<I: Isa> {
    #[cfg_attr(not(feature = "covered"), expect(dead_code, reason = "for covered faces"))]
    pub(super) frame: MetricFrame<I::Real>,
    /// The best face.
    pub(super) face: BestAxis<I::Real>,
    /// The best axis.
    pub(super) best: BestAxis<I::Real>,
    /// Which pairs no face separates by more than the margin.
    pub(super) near: I::Mask,
    /// Which pairs no axis separates by more than the margin.
    pub(super) within: I::Mask,
}

/// The axes of a batch of pairs that no face dismisses.
pub(super) struct NearAxes<I: Isa> {
    #[cfg_attr(not(feature = "covered"), expect(dead_code, reason = "for covered faces"))]
    pub(super) frame: MetricFrame<I::Real>,
    /// The best face.
    pub(super) face: BestAxis<I::Real>,
    /// The best axis.
    pub(super) best: BestAxis<I::Real>,
    /// Which pairs no axis separates by more than the margin.
    pub(super) within: I::Mask,
}

/// The axis along which a pair is in contact, and its unit direction from a to b in a's frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactAxis<F: Singles> {
    pub(super) axis: BestAxis<F>,
    pub(super) normal: [F; 3],
}

/// The winning axis, or the best face if it is nearly as good as a winning edge axis and nearly parallel to
/// it. If no pair of edges wins, the best face is the winner.
///
/// Nearly parallel faces then get several points instead of one. The rule is applied after the search.
/// During the search, a worse edge could win instead (`MuJoCo`'s box collider).
#[inline(always)]
pub(super) fn contact_axis<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    face: BestAxis<I::Real>,
    best: BestAxis<I::Real>,
) -> ContactAxis<I::Real> {
    let is_edge = is_edge_axis(isa, best.code);
    let face_normal = face_normal::<I, A>(isa, frame, face.code);
    if is_edge.bits() == 0 {
        return ContactAxis { axis: best, normal: face_normal };
    }
    let edge_normal = edge_normal::<I, A>(isa, frame, best.code);
    let preference = isa.splat(LARGEST_FACE_PREFERENCE) * face.separation.abs();
    let nearly_as_good = best.separation.at_most(face.separation + preference);
    // Either may have the opposite sign: if the centers are level along it, rounding decides.
    let cosine = dot::<_, A>(edge_normal, face_normal).abs();
    let aligned = isa.splat(ALIGNED_FACE_COSINE).at_most(cosine);
    let stays = is_edge & !(nearly_as_good & aligned);
    let mut normal = face_normal;
    for (component, of_edges) in normal.iter_mut().zip(edge_normal) {
        *component = Lanes::select(stays, of_edges, *component);
    }
    ContactAxis { axis: face.or_if(stays, best), normal }
}

/// Whether points with this least gap show how near the boxes are, given the gap between the boxes.
#[inline(always)]
pub(super) fn shows<I: Isa>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    [least, gap]: [I::Real; 2],
) -> I::Mask {
    let slack = Exact::multiply_add(isa.splat(SHOWN_DEPTH), gap.abs(), noise(isa, frame));
    least.at_most(gap + slack)
}
