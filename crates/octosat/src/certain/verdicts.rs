//! Verdicts: which boxes certainly overlap, and which are certainly separated.
//!
//! The axes are those of `overlap`, with three differences. Box a's half extents are first made smaller by a bound β of
//! what rounding can do. The offset of the centers is turned into the frame of each box by the quaternion of this box.
//! And the largest of the fifteen gaps is kept instead of fifteen comparisons. A gap along an axis, at the length of this
//! axis, then has a slack of at least β times this length, however short the axis is. So:
//!
//! - If no gap is positive, the boxes overlap, although a was made smaller.
//! - If a gap exceeds (1 + √3) β, the boxes are separated, although a was made smaller.
//!
//! The chapter on error bounds has the proof.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes, MAX_LANES};

use super::bound::{GapError, grown};
use super::verdict::Verdict;
use crate::axes::{cofactors, edge_pair, face_of_a, face_of_b, magnitudes};
use crate::batches::{Batches, Pairs, Sides};
use crate::dispatch::RowKernel;
use crate::frame::{MetricFrame, extents};
use crate::layout::Unit;
use crate::query::Margin;
use crate::tolerances::SEPARATED_BOUNDS;

/// The query about pairs of boxes; see [`crate::Engine::verdicts`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdicts {
    pub(crate) error: GapError,
}

impl RowKernel<Pairs<'_, 3>> for Verdicts {
    type Row = Verdict;

    const NANOSECONDS: usize = 9;

    fn rows<I: Isa, A: Arithmetic>(
        self,
        isa: I,
        batches: &Batches<'_, Pairs<'_, 3>>,
        rows: &mut [Verdict],
    ) {
        isa.enter(
            #[inline(always)]
            || match batches.margin {
                Margin::None => batches.for_each_rows(
                    isa,
                    rows,
                    #[inline(always)]
                    |_, Sides { a, b }, _, rows| {
                        let frame = Unit::direct_frame::<I, A>(isa, a, b);
                        write(isa, decide::<I, A>(isa, self.error, frame), rows);
                    },
                ),
                _ => batches.for_each_rows(
                    isa,
                    rows,
                    #[inline(always)]
                    |_, Sides { a, b }, margins, rows| {
                        let frame = Unit::direct_frame::<I, A>(isa, a, b);
                        let frame = grown(isa, frame, margins);
                        write(isa, decide::<I, A>(isa, self.error, frame), rows);
                    },
                ),
            },
        );
    }
}

/// Writes the verdicts of a batch, one byte each.
#[inline(always)]
fn write<I: Isa>(isa: I, verdicts: I::Integer, rows: &mut [Verdict]) {
    let mut codes = [0; MAX_LANES];
    isa.store_integers(verdicts, &mut codes);
    for (row, code) in rows.iter_mut().zip(codes) {
        *row = Verdict::from_number(code);
    }
}

/// The numbers of the verdicts of a batch.
#[inline(always)]
fn decide<I: Isa, A: Arithmetic>(
    isa: I,
    error: GapError,
    mut frame: MetricFrame<I::Real>,
) -> I::Integer {
    let bound = error.bound::<I, A>(isa, &frame);
    let [x, y, z] = frame.own_a;
    frame.own_a = [x - bound, y - bound, z - bound];
    frame.reach_a = extents(frame.own_a);
    let largest = largest_gap::<_, A>(&frame);
    let overlapping = largest.at_most(isa.splat(0.0));
    let separated = (isa.splat(SEPARATED_BOUNDS) * bound).less(largest);
    isa.splat_integer(Verdict::OVERLAPPING.number()).keep(overlapping)
        | isa.splat_integer(Verdict::SEPARATED.number()).keep(separated)
}

/// The largest of the gaps along the fifteen axes, each at the length of its axis.
///
/// A gap that is NaN is left out, except the first one: it is infinite or NaN if the bound is not finite, and NaN if the
/// rotation of a is not. So a pair with such a number is undecided.
#[inline(always)]
fn largest_gap<F: Lanes, A: Arithmetic>(frame: &MetricFrame<F>) -> F {
    let magnitudes = magnitudes(frame);
    let mut largest = face_of_a::<_, _, A>(frame, &magnitudes, 0).gap();
    for j in 0..3 {
        largest = face_of_b::<_, _, A>(frame, &magnitudes, j).gap().greater(largest);
    }
    for i in 0..3 {
        if i > 0 {
            largest = face_of_a::<_, _, A>(frame, &magnitudes, i).gap().greater(largest);
        }
        let cofactors = cofactors::<_, _, A>(frame, i);
        for j in 0..3 {
            let edges = edge_pair::<_, _, A>(frame, &magnitudes, cofactors, i, j);
            largest = edges.gap().greater(largest);
        }
    }
    largest
}
