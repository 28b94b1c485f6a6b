//! The axis that promises to separate a pair for the longest time, and whether all axes are within the tolerance.
//!
//! Nothing here must err to the safe side: what an axis promises is proved along its direction afterwards.

use octosat_lanes::{IntegerLanes, Isa, Lanes, folded};

use super::moment::Moment;
use crate::axes::boxes::along_columns;
use crate::axes::fifteen::{along_edges, cofactors, edge_pair, face_of_a, face_of_b, magnitudes};
use crate::axes::frame::Frame;
use crate::tolerances::SLOWEST_APPROACH;
use crate::vector::{Following, following};

/// How deep boxes may overlap along an axis whose cores may be apart, seen with faces that are two bounds farther out,
/// as a multiple of what cores are smaller by on every side: 2·√2 times one and a quarter, rounded up.
const IMPACT_STAY_SKINS: f32 = 3.6;

/// How much longer, relatively, an edge axis must promise to separate boxes than a face.
///
/// If an edge axis has the direction of a face, both promise the same except for rounding, and this lets the face win.
const IMPACT_FACE_PREFERENCE: f32 = 1.0 / 256.0;

/// What the fifteen axes say about a pair.
#[derive(Clone, Copy)]
pub(super) struct Proposal<I: Isa> {
    /// The number of the axis that promises the longest time.
    pub(super) axis: I::Integer,
    /// The number of the best axis among the faces.
    pub(super) face: I::Integer,
    /// At most the largest gap along an axis, in meters.
    pub(super) gap: I::Real,
    /// The lanes whose gaps are all within the limit.
    pub(super) near: I::Mask,
    /// The lanes whose cores an axis may separate at the end of the step: in the others, the boxes certainly come
    /// together.
    pub(super) may_stay: I::Mask,
}

/// Both boxes along one axis, of any length.
#[derive(Clone, Copy)]
struct Approach<F> {
    /// Where b's center is, seen from a's.
    distance: F,
    /// How far it moves during a step.
    speed: F,
    /// The gap between the boxes.
    gap: F,
    /// The length of the axis: one, or at most that of the cross product of two edges and at least 1/√2 of it.
    length: F,
}

/// The best axis so far.
#[derive(Clone, Copy)]
struct Best<I: Isa> {
    /// How long it promises to separate the boxes, in steps.
    time: I::Real,
    /// The largest gap that an axis may leave at the end of the step, in meters.
    left: I::Real,
    proposal: Proposal<I>,
}

/// What is the same for all axes of a pair.
#[derive(Clone, Copy)]
struct Limits<I: Isa> {
    isa: I,
    /// The largest gap of boxes that are near, in meters.
    near: I::Real,
    /// The speed of the points of both boxes as they turn, in meters per step.
    turning: I::Real,
    /// The rest of the step.
    rest: I::Real,
}

impl<I: Isa> Best<I> {
    /// This axis, or another that promises a longer time; the first of equals wins, and NaN never does.
    #[inline(always)]
    fn or(self, limits: &Limits<I>, axis: usize, approach: Approach<I::Real>) -> Self {
        let Limits { isa, near, turning, rest } = *limits;
        let Approach { distance, speed, gap, length } = approach;
        let zero = isa.splat(0.0);
        let separating = Lanes::select(distance.less(zero), zero - speed, speed);
        let approach = turning * length - separating;
        let time = gap / approach.greater(isa.splat(SLOWEST_APPROACH) * length);
        let is_longer = self.time.less(time);
        #[expect(clippy::cast_possible_truncation, reason = "there are fifteen axes")]
        #[expect(clippy::cast_possible_wrap, reason = "there are fifteen axes")]
        let number = isa.splat_integer(axis as i32);
        let Proposal { axis, face, gap: largest, near: all_near, may_stay } = self.proposal;
        Self {
            time: time.greater(self.time),
            left: (separating * rest + gap).greater(self.left),
            proposal: Proposal {
                axis: IntegerLanes::select(is_longer, number, axis),
                face,
                gap: gap.greater(largest),
                near: all_near & gap.at_most(near * length),
                may_stay,
            },
        }
    }
}

/// The axis that promises the longest time; boxes are near if no gap is above the limit, in meters.
#[inline(always)]
pub(super) fn propose<I: Isa>(
    isa: I,
    moment: &Moment<I::Real>,
    limit: I::Real,
    rest: I::Real,
) -> Proposal<I> {
    let frame = grown(&moment.frame, moment.error + moment.error);
    let along_b = along_columns(frame.rotation, moment.motion);
    let magnitudes = magnitudes(&frame.rotation);
    let [a, b] = &moment.turning;
    let limits = Limits { isa, near: limit, turning: a.top_speed() + b.top_speed(), rest };
    let (zero, one) = (isa.splat(0.0), isa.splat(1.0));
    let nothing = isa.splat(f32::NEG_INFINITY);
    let first = isa.splat_integer(0);
    let near = zero.at_most(zero);
    let proposal = Proposal { axis: first, face: first, gap: nothing, near, may_stay: near };
    let mut best = Best { time: nothing, left: nothing, proposal };
    for i in 0..3 {
        let gap = face_of_a(&frame, &magnitudes, i).gap();
        let (distance, speed) = (frame.offset_a[i], moment.motion[i]);
        best = best.or(&limits, i, Approach { distance, speed, gap, length: one });
    }
    for j in 0..3 {
        let gap = face_of_b(&frame, &magnitudes, j).gap();
        let (distance, speed) = (frame.offset_b[j], along_b[j]);
        best = best.or(&limits, 3 + j, Approach { distance, speed, gap, length: one });
    }
    best.proposal.face = best.proposal.axis;
    // An edge axis along the direction of a face promises as much, except for rounding.
    best.time = isa.splat(IMPACT_FACE_PREFERENCE) * best.time.abs() + best.time;
    best = folded::<3, _>(
        best,
        #[inline(always)]
        |mut best, i| {
            let cofactors = cofactors(&frame.rotation, i);
            let Following { first, second } = following(i);
            for j in 0..3 {
                let approach = Approach {
                    distance: along_edges(&frame.rotation, frame.offset_a, i, j),
                    speed: along_edges(&frame.rotation, moment.motion, i, j),
                    gap: edge_pair(&frame, &magnitudes, cofactors, i, j).gap(),
                    length: magnitudes[first][j].greater(magnitudes[second][j]),
                };
                best = best.or(&limits, 6 + 3 * i + j, approach);
            }
            best
        },
    );
    // Turning takes no more than this along an axis, whose length is at most one.
    let turned = limits.turning * rest;
    let deepest = isa.splat(IMPACT_STAY_SKINS) * moment.largest_skin(isa) + turned;
    best.proposal.may_stay = (zero - deepest).at_most(best.left);
    best.proposal
}

/// The frame with faces farther out, in meters. Along edge axes it may count up to √2 times.
#[inline(always)]
fn grown<F: Lanes>(frame: &Frame<F>, growth: F) -> Frame<F> {
    let mut frame = *frame;
    for k in 0..3 {
        frame.own_a[k] = frame.own_a[k] + growth;
        frame.own_b[k] = frame.own_b[k] + growth;
    }
    frame
}
