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
//! Undecided pairs wait in a queue and are decided again in `f64`. The chapter on error bounds has the proof.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes, MAX_LANES, Mask};

use super::bound::{GapError, grown_sides};
use super::doubles::decide_again;
use super::verdict::Verdict;
use crate::axes::fifteen::{cofactors, edge_pair, face_of_a, face_of_b, magnitudes};
use crate::axes::frame::{MetricFrame, extents};
use crate::boxes::layout::Unit;
use crate::call::batches::{Batches, PairLanes, Pairs};
use crate::call::dispatch::RowKernel;
use crate::call::length::Length;
use crate::call::queue::Queue;
use crate::tolerances::SEPARATED_BOUNDS;

/// The query about pairs of boxes; see [`crate::Engine::verdicts`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdicts {
    pub(crate) error: GapError,
}

impl RowKernel<Pairs<'_, 3>> for Verdicts {
    type Row = Verdict;

    const NANOSECONDS: usize = 10;

    fn rows<I: Isa, A: Arithmetic>(
        self,
        isa: I,
        batches: &Batches<'_, Pairs<'_, 3>>,
        rows: &mut [Verdict],
    ) {
        let mut queue = Queue::new();
        batches.for_each_chunk(rows, |part, rows| {
            queue.clear();
            isa.enter(
                #[inline(always)]
                || match part.length {
                    Length::None => part.for_each_rows(
                        isa,
                        rows,
                        #[inline(always)]
                        |first, sides, _, rows| {
                            let undecided = self.write::<I, A>(isa, sides, rows);
                            push(isa, undecided, first, &mut queue);
                        },
                    ),
                    _ => part.for_each_rows(
                        isa,
                        rows,
                        #[inline(always)]
                        |first, sides, growth, rows| {
                            let sides = &grown_sides(sides, growth);
                            let undecided = self.write::<I, A>(isa, sides, rows);
                            push(isa, undecided, first, &mut queue);
                        },
                    ),
                },
            );
            queue.forget_from(rows.len());
            if queue.len() > 0 {
                isa.enter_rarely(
                    #[inline(always)]
                    || decide_again(isa, part, &mut queue, rows),
                );
            }
        });
    }
}

impl Verdicts {
    /// Writes the verdicts of a batch, one byte each; returns the lanes that are undecided.
    #[inline(always)]
    fn write<I: Isa, A: Arithmetic>(
        self,
        isa: I,
        PairLanes { a, b }: &PairLanes<I, 3>,
        rows: &mut [Verdict],
    ) -> I::Mask {
        let frame = Unit::direct_frame::<I, A>(isa, a, b);
        let bound = self.error.bound::<I, A>(isa, &frame);
        let limits = Limits { none: isa.splat(0.0), bounds: isa.splat(SEPARATED_BOUNDS) };
        let Certain { overlapping, separated } = decide::<_, A>(frame, bound, limits);
        let verdicts = isa.splat_integer(Verdict::OVERLAPPING.number()).keep(overlapping)
            | isa.splat_integer(Verdict::SEPARATED.number()).keep(separated);
        let mut codes = [0; MAX_LANES];
        isa.store_integers(verdicts, &mut codes);
        for (row, code) in rows.iter_mut().zip(codes) {
            *row = Verdict::from_number(code);
        }
        !(overlapping | separated)
    }
}

/// Queues the undecided pairs of the batch that starts at `first`, if there are any.
#[inline(always)]
fn push<I: Isa>(isa: I, undecided: I::Mask, first: usize, queue: &mut Queue<0>) {
    if undecided.bits() != 0 {
        queue.push(isa, undecided, first, []);
    }
}

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
pub(super) fn decide<F: Lanes, A: Arithmetic>(
    mut frame: MetricFrame<F>,
    bound: F,
    limits: Limits<F>,
) -> Certain<F::Mask> {
    let [x, y, z] = frame.own_a;
    frame.own_a = [x - bound, y - bound, z - bound];
    frame.reach_a = extents(frame.own_a);
    let largest = largest_gap::<_, A>(&frame);
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
