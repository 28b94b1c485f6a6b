//! The second stage of verdicts: pairs that `f32` leaves undecided are decided again in `f64`.
//!
//! The axes and both limits are those of the first stage. Rotations are those that the quaternions are proportional to:
//! how far a quaternion is off unit length would be most of the bound.

use octosat_lanes::{DOUBLES, Isa, MAX_LANES, Mask};
use octosat_rows::Verdict;

use super::bound::{gap_bound, grown_sides};
use super::decide::{Limits, decide};
use crate::axes::boxes::BoxLanes;
use crate::call::batches::{Batches, Pairs};
use crate::call::queue::Queue;
use crate::tolerances::SEPARATED_BOUNDS;

/// The same for each meter of the offset of their centers, without unit: 64 units of roundoff of `f64`, of which at most 31
/// are derived.
const DOUBLE_OFFSET_ERROR: f64 = 64.0 / (1_u64 << 53) as f64;

/// How far rounding in `f64` moves a gap between boxes, for each meter of their half extents, without unit: 64 units of
/// roundoff of `f64`.
///
/// The terms of first order are at most 47: rotations are divided by the squared lengths of quaternions, so these may
/// deviate from one by any amount. No product of the numbers of checked boxes leaves the normal range.
const DOUBLE_EXTENT_ERROR: f64 = 64.0 / (1_u64 << 53) as f64;

/// Decides every queued pair again, in full batches; the last batch repeats a pair.
#[inline(always)]
pub(super) fn decide_again<I: Isa>(
    isa: I,
    batches: &Batches<'_, Pairs<'_>>,
    queue: &mut Queue<0>,
    rows: &mut [Verdict],
) {
    queue.pad::<I>();
    let mut next = 0;
    while next < queue.len() {
        let positions = queue.positions::<I>(next);
        let sides = batches.load_at(isa, positions);
        let sides = grown_sides(&sides, batches.lengths_at(isa, positions));
        let [a, b] = [stored(isa, &sides.a), stored(isa, &sides.b)];
        for first in (0..I::LANES).step_by(DOUBLES) {
            let [overlapping, separated] =
                certain(isa, &doubles(isa, &a, first), &doubles(isa, &b, first));
            for (lane, &position) in positions[first..].iter().take(DOUBLES).enumerate() {
                rows[position as usize] = match (overlapping >> lane & 1, separated >> lane & 1) {
                    (1, _) => Verdict::OVERLAPPING,
                    (_, 1) => Verdict::SEPARATED,
                    _ => Verdict::UNDECIDED,
                };
            }
        }
        next += I::LANES;
    }
}

/// One side of a batch in memory, lane by lane; zeros in lanes that a backend does not have.
type Stored = BoxLanes<[f32; MAX_LANES]>;

/// The numbers of the boxes of a batch, lane by lane.
#[inline(always)]
fn stored<I: Isa>(isa: I, boxes: &BoxLanes<I::Real>) -> Stored {
    boxes.map(
        #[inline(always)]
        |lanes| {
            let mut stored = const { [0.0; MAX_LANES] };
            isa.store(lanes, &mut stored);
            stored
        },
    )
}

/// The lanes from `first` on.
#[inline(always)]
fn doubles<I: Isa>(isa: I, stored: &Stored, first: usize) -> BoxLanes<I::Double> {
    stored.map(
        #[inline(always)]
        |stored| isa.widen(&stored[first..]),
    )
}

/// The pairs that overlap and those that are separated, as bits.
#[inline(always)]
fn certain<I: Isa>(isa: I, a: &BoxLanes<I::Double>, b: &BoxLanes<I::Double>) -> [u32; 2] {
    let constants = [isa.splat_double(1.0), isa.splat_double(2.0)];
    let frame = a.proportional_frame(constants, b);
    let none = isa.splat_double(0.0);
    let errors = [isa.splat_double(DOUBLE_EXTENT_ERROR), isa.splat_double(DOUBLE_OFFSET_ERROR)];
    let bound = gap_bound(errors, none, &frame);
    let bounds = isa.splat_double(f64::from(SEPARATED_BOUNDS));
    let certain = decide(frame, bound, Limits { none, bounds });
    [certain.overlapping.bits(), certain.separated.bits()]
}
