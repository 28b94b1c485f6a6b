//! The decision of a verdict: the largest gap of a pair next to a bound of what rounding does, in `f32` and in `f64`.

use octosat_lanes::Lanes;

use crate::axes::fifteen::{cofactors, edge_pair, face_of_a, face_of_b, magnitudes};
use crate::axes::frame::Frame;

/// The lanes of each certain verdict.
pub(super) struct Certain<M> {
    pub(super) overlapping: M,
    pub(super) separated: M,
}

/// What the largest gap is compared with: nothing, and a number of bounds.
#[derive(Clone, Copy)]
pub(super) struct Limits<F> {
    pub(super) none: F,
    pub(super) bounds: F,
}

/// The verdicts of a batch, by a bound of what rounding does to its gaps, in meters.
#[inline(always)]
pub(super) fn decide<F: Lanes>(
    mut frame: Frame<F>,
    bound: F,
    limits: Limits<F>,
) -> Certain<F::Mask> {
    let [x, y, z] = frame.own_a;
    frame.own_a = [x - bound, y - bound, z - bound];
    frame.reach_a = frame.own_a;
    let largest = largest_gap(&frame);
    Certain {
        overlapping: largest.at_most(limits.none),
        separated: (limits.bounds * bound).less(largest),
    }
}

/// The largest of the gaps along the fifteen axes, each at the length of its axis.
///
/// A gap that is NaN is left out, except the first one: it is infinite or NaN if the bound is not finite, and NaN if the
/// rotation of a is not. So a pair with such a number is undecided.
#[inline(always)]
fn largest_gap<F: Lanes>(frame: &Frame<F>) -> F {
    let magnitudes = magnitudes(&frame.rotation);
    let mut largest = face_of_a(frame, &magnitudes, 0).gap();
    for j in 0..3 {
        largest = face_of_b(frame, &magnitudes, j).gap().greater(largest);
    }
    for i in 0..3 {
        if i > 0 {
            largest = face_of_a(frame, &magnitudes, i).gap().greater(largest);
        }
        let cofactors = cofactors(&frame.rotation, i);
        for j in 0..3 {
            let edges = edge_pair(frame, &magnitudes, cofactors, i, j);
            largest = edges.gap().greater(largest);
        }
    }
    largest
}
