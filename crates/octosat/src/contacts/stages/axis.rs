//! The axis of a contact: the axis of the penetration query, except for edges that nearly agree with a face.

use octosat_lanes::{Isa, Lanes, Mask, Singles};

use crate::axes::choice::{BestAxis, edge_normal, face_normal, is_edge_axis, noise};
use crate::axes::frame::Frame;
use crate::tolerances::{ALIGNED_FACE_COSINE, LARGEST_FACE_PREFERENCE};
use crate::vector::dot;

/// How much farther apart than the boxes the nearest point of a manifold may be before closest points are
/// computed, as a part of the distance, in addition to [`REACH_NOISE`].
///
/// If separated boxes are nearest outside the area that both faces cover, the points in that area would not
/// show that the boxes approach each other.
const SHOWN_DEPTH: f32 = 0.05;

/// The columns of the queue in which the best face and the best axis wait.
#[inline(always)]
pub(super) fn face_and_best<F: Singles>(face: BestAxis<F>, best: BestAxis<F>) -> [F; 4] {
    let ([face_separation, face_code], [separation, code]) = (face.to_columns(), best.to_columns());
    [face_separation, face_code, separation, code]
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
pub(super) fn contact_axis<I: Isa>(
    isa: I,
    frame: &Frame<I::Real>,
    face: BestAxis<I::Real>,
    best: BestAxis<I::Real>,
) -> ContactAxis<I::Real> {
    let is_edge = is_edge_axis(isa, best.code);
    let face_normal = face_normal(isa, frame, face.code);
    if is_edge.bits() == 0 {
        return ContactAxis { axis: best, normal: face_normal };
    }
    let edge_normal = edge_normal(isa, frame, best.code);
    let preference = isa.splat(LARGEST_FACE_PREFERENCE) * face.separation.abs();
    let nearly_as_good = best.separation.at_most(face.separation + preference);
    // Either may have the opposite sign: if the centers are level along it, rounding decides.
    let cosine = dot(edge_normal, face_normal).abs();
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
pub(super) fn shows<I: Isa>(isa: I, frame: &Frame<I::Real>, [least, gap]: [I::Real; 2]) -> I::Mask {
    let slack = noise(isa, frame) + isa.splat(SHOWN_DEPTH) * gap.abs();
    least.at_most(gap + slack)
}
