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

use octosat_lanes::{IntegerLanes, Isa, MAX_LANES, Mask};
use octosat_rows::Verdict;

use super::bound::{GapError, grown_sides};
use super::decide::{Certain, Limits, decide};
use super::doubles::decide_again;
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

impl RowKernel<Pairs<'_>> for Verdicts {
    type Row = Verdict;

    const NANOSECONDS: usize = 10;

    fn rows<I: Isa>(self, isa: I, batches: &Batches<'_, Pairs<'_>>, rows: &mut [Verdict]) {
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
                            let undecided = self.write(isa, sides, rows);
                            push(isa, undecided, first, &mut queue);
                        },
                    ),
                    _ => part.for_each_rows(
                        isa,
                        rows,
                        #[inline(always)]
                        |first, sides, growth, rows| {
                            let sides = &grown_sides(sides, growth);
                            let undecided = self.write(isa, sides, rows);
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
    fn write<I: Isa>(
        self,
        isa: I,
        PairLanes { a, b }: &PairLanes<I>,
        rows: &mut [Verdict],
    ) -> I::Mask {
        let frame = a.direct_frame(isa, b);
        let bound = self.error.bound(isa, &frame);
        let limits = Limits { none: isa.splat(0.0), bounds: isa.splat(SEPARATED_BOUNDS) };
        let Certain { overlapping, separated } = decide(frame, bound, limits);
        let verdicts = isa.splat_integer(Verdict::OVERLAPPING.code().into()).keep(overlapping)
            | isa.splat_integer(Verdict::SEPARATED.code().into()).keep(separated);
        let mut codes = [0; MAX_LANES];
        isa.store_integers(verdicts, &mut codes);
        for (row, code) in rows.iter_mut().zip(codes) {
            *row = Verdict::of_lane(code);
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
