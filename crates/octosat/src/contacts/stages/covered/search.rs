//! The usual axis of each pair, and whether it leaves a covered face.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes, MAX_LANES, Mask, Singles};

use super::BoxBits;
use super::leaving::{FACES_OF_A, FACES_OF_B, is_covered, is_partly_covered, left_faces};
use crate::axes::{face_of_a, face_of_b, magnitudes};
use crate::choice::{BestAxis, face_normal, is_edge_axis, local_normal, preferred_until};
use crate::contacts::stages::chunk::Stages;
use crate::contacts::stages::search::{
    AllAxes, ContactAxis, NearAxes, contact_axis, face_and_best,
};
use crate::frame::MetricFrame;

/// No axis: every other one is better.
#[inline(always)]
pub(super) fn no_axis<I: Isa>(isa: I) -> BestAxis<I::Real> {
    BestAxis { separation: isa.splat(f32::MIN), code: isa.splat_integer(0) }
}

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// Does both searches in one pass, as [`Self::faces_and_edges`], and lists pairs as [`Self::covered_axes`].
    #[inline(always)]
    pub(super) fn covered_axes_of_all<A: Arithmetic>(&mut self, bits: BoxBits<'_>) {
        let mut went_on = 0;
        self.all_pairs(
            #[inline(always)]
            |stages, first, sides, margins| {
                let AllAxes { frame, face, best, near, within } =
                    stages.all_axes::<A>(first, sides, margins);
                let pairs = &stages.chunk.source.pairs.pairs()[first..];
                let places = &mut stages.scratch.covered.bits[first..][..I::LANES];
                for (place, &pair) in places.iter_mut().zip(pairs) {
                    *place = bits.of_pair(pair);
                }
                let bits = stages.isa.load_integers(places);
                let Listed { columns, excluded, suspect, left } =
                    listed::<I, A>(stages.isa, &frame, [face, best], bits);
                let (isa, scratch) = (stages.isa, &mut *stages.scratch);
                let [excluded, suspect] = [within & excluded, within & suspect];
                scratch.touching.push(isa, within, first, columns);
                if (excluded | suspect).bits() != 0 {
                    scratch.covered.excluded.push(isa, excluded, first, []);
                    scratch.covered.suspects.push(isa, suspect, first, [left]);
                }
                went_on += near.bits().count_ones() as usize;
            },
        );
        let end = self.out.manifolds.len();
        self.scratch.touching.forget_from(end);
        self.scratch.covered.excluded.forget_from(end);
        self.scratch.covered.suspects.forget_from(end);
        self.scratch.crammed = self.is_crammed(went_on);
    }

    /// Dismisses pairs that an edge axis separates by more than the margin, gives the others their usual axes, and lists
    /// those whose axis leaves a covered face.
    #[inline(always)]
    pub(super) fn covered_axes<A: Arithmetic>(&mut self, bits: BoxBits<'_>) {
        let isa = self.isa;
        self.scratch.near.pad::<I>();
        let mut next = 0;
        while next < self.scratch.near.len() {
            let NearAxes { frame, face, best, within } = self.near_axes::<A>(next);
            let positions = self.scratch.near.positions::<I>(next);
            let mut places = [0; MAX_LANES];
            for (place, &position) in places.iter_mut().zip(positions) {
                *place = bits.of_pair(self.chunk.source.pairs.pairs()[position as usize]);
                self.scratch.covered.bits[position as usize] = *place;
            }
            let bits = isa.load_integers(&places);
            let Listed { columns, excluded, suspect, left } =
                listed::<I, A>(isa, &frame, [face, best], bits);
            let [excluded, suspect] = [within & excluded, within & suspect];
            self.scratch.touching.push_at(isa, within, positions, columns);
            if (excluded | suspect).bits() != 0 {
                let covered = &mut self.scratch.covered;
                covered.excluded.push_at(isa, excluded, positions, []);
                covered.suspects.push_at(isa, suspect, positions, [left]);
            }
            next += I::LANES;
        }
        self.scratch.touching.forget_copies();
        self.scratch.covered.excluded.forget_copies();
        self.scratch.covered.suspects.forget_copies();
    }
}

/// What is listed of a batch of pairs.
struct Listed<I: Isa> {
    /// The axes, for the queue of pairs whose faces are clipped.
    columns: [I::Real; 4],
    /// Whether the axis leaves a covered face.
    excluded: I::Mask,
    /// Whether it leaves a face that is covered in part, and no covered one.
    suspect: I::Mask,
    /// The bits of the faces that it leaves.
    left: I::Real,
}

/// The usual axes of pairs, from the best face and the best axis.
#[inline(always)]
fn listed<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    [face, best]: [BestAxis<I::Real>; 2],
    bits: I::Integer,
) -> Listed<I> {
    let none = isa.splat_integer(0);
    if (!bits.equals(none)).bits() == 0 {
        // No box of the batch has covered faces.
        let left = isa.splat(0.0);
        let never = none.less(none);
        return Listed {
            columns: face_and_best(face, best),
            excluded: never,
            suspect: never,
            left,
        };
    }
    // Its normal is computed once, after the preference.
    let ContactAxis { mut axis, .. } = contact_axis::<I, A>(isa, frame, face, best);
    if (!is_own_face(isa, axis.code, bits)).bits() != 0 {
        axis = preferring::<I, A>(isa, frame, axis, own_face::<I, A>(isa, frame, bits));
    }
    let normal = if is_edge_axis(isa, axis.code).bits() == 0 {
        face_normal::<I, A>(isa, frame, axis.code)
    } else {
        local_normal::<I, A>(isa, frame, axis.code)
    };
    let left = left_faces::<I, A>(isa, frame, normal);
    let excluded = is_covered(isa, left, bits);
    let suspect = is_partly_covered(isa, left, bits) & !excluded;
    let columns = settled(isa, axis);
    Listed { columns, excluded, suspect, left: Singles::from_bits(left) }
}

impl super::CoveredScratch {
    /// The bits of the pairs at these positions.
    #[inline(always)]
    pub(super) fn bits_at<I: Isa>(&self, isa: I, positions: &[u32]) -> I::Integer {
        let mut bits = [0; MAX_LANES];
        for (bits, &position) in bits.iter_mut().zip(positions).take(I::LANES) {
            *bits = self.bits[position as usize];
        }
        isa.load_integers(&bits)
    }
}

/// An axis as the best face and the best axis of the queue of pairs whose faces are clipped. The best face of an edge axis
/// is none, so the edges stay.
#[inline(always)]
pub(super) fn settled<I: Isa>(isa: I, axis: BestAxis<I::Real>) -> [I::Real; 4] {
    let is_edge = is_edge_axis(isa, axis.code);
    face_and_best(axis.or_if(is_edge, no_axis(isa)), axis)
}

/// Whether an axis is a face of a box that has covered faces. As the best axis, it is also the best of these.
#[inline(always)]
fn is_own_face<I: Isa>(isa: I, code: I::Integer, bits: I::Integer) -> I::Mask {
    let [of_a, of_b] = has_covered(isa, bits);
    let is_face_of_a = code.less(isa.splat_integer(3));
    (of_a & is_face_of_a) | ((of_b & !is_face_of_a) & !is_edge_axis(isa, code))
}

/// The best face of the boxes that have covered faces, whether it leaves one or not.
#[inline(always)]
fn own_face<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    bits: I::Integer,
) -> BestAxis<I::Real> {
    let magnitudes = magnitudes(frame);
    let [of_a, of_b] = has_covered(isa, bits);
    let mut best = no_axis(isa);
    for k in 0..3 {
        let separation = face_of_a::<_, _, A>(frame, &magnitudes, k).gap();
        let better = of_a & best.separation.less(separation);
        best = best.or_if(better, BestAxis { separation, code: axis_code(isa, k) });
    }
    for k in 0..3 {
        let separation = face_of_b::<_, _, A>(frame, &magnitudes, k).gap();
        let better = of_b & best.separation.less(separation);
        best = best.or_if(better, BestAxis { separation, code: axis_code(isa, 3 + k) });
    }
    best
}

/// Which boxes a, and which boxes b, have faces that are covered, wholly or in part.
#[inline(always)]
pub(super) fn has_covered<I: Isa>(isa: I, bits: I::Integer) -> [I::Mask; 2] {
    let none = isa.splat_integer(0);
    let [of_a, of_b] = [isa.splat_integer(FACES_OF_A), isa.splat_integer(FACES_OF_B)];
    [!(bits & of_a).equals(none), !(bits & of_b).equals(none)]
}

/// The number of an axis in every lane.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "below fifteen")]
pub(super) fn axis_code<I: Isa>(isa: I, number: usize) -> I::Integer {
    isa.splat_integer(number as i32)
}

/// An axis, or the face of a box with covered faces if it is nearly as good.
#[inline(always)]
pub(super) fn preferring<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    axis: BestAxis<I::Real>,
    own: BestAxis<I::Real>,
) -> BestAxis<I::Real> {
    let limit = preferred_until::<I, A>(isa, frame, own.separation);
    axis.or_if(axis.separation.at_most(limit), own)
}
