//! How much pairs of boxes share: the stages of a batch, and the kernel.
//!
//! Pairs that are turned about one axis alone are finished in the first stage, which also leaves out the others that an
//! axis separates. The rest waits in a queue and continues in full batches, because each of them costs ten times as
//! much. A pair's result does not depend on this path.

use octosat_lanes::{Isa, MAX_LANES, Mask};
use octosat_rows::Intersection;

use super::order::sum;
use super::pair::{SolidPair, larger_first};
use super::shared::{Shared, store};
use super::space::volumes_out_of_line;
use super::upright::{self, Turn};
use crate::axes::boxes::BoxLanes;
use crate::call::batches::{Batches, PairLanes, Pairs};
use crate::call::dispatch::RowKernel;
use crate::call::queue::Queue;
use crate::pairs::overlap::overlap_within;
use crate::vector::sum_of_magnitudes;

/// By how much boxes that are left out are apart along an axis, for each meter of all half extents and of the offset of the
/// centers as a sum of magnitudes, without unit: 256 units of roundoff.
///
/// A separation is off by at most 50 of them, and by 134 if rotations of views are as far off unit length as they may be. So
/// boxes that are left out share nothing; what is nearer is computed, however large one of both is.
const CERTAINLY_APART: f32 = 256.0 / 16_777_216.0;

/// The query about pairs of boxes; see [`crate::Engine::intersections`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Intersections;

impl RowKernel<Pairs<'_>> for Intersections {
    type Row = Intersection;

    const NANOSECONDS: usize = 20;

    fn rows<I: Isa>(self, isa: I, batches: &Batches<'_, Pairs<'_>>, rows: &mut [Intersection]) {
        let mut queue = Queue::new();
        batches.for_each_chunk(rows, |part, rows| {
            queue.clear();
            isa.enter(
                #[inline(always)]
                || begin(isa, part, &mut queue, rows),
            );
            queue.forget_from(rows.len());
            if queue.len() > 0 {
                isa.enter_rarely(
                    #[inline(always)]
                    || drain(isa, part, &mut queue, rows),
                );
            }
        });
    }
}

/// What the first stage knows of a batch.
#[derive(Clone, Copy)]
pub(crate) struct Begun<I: Isa> {
    /// What boxes share that are turned about one axis alone; nothing for the others.
    pub(crate) shared: Shared<I::Real>,
    pub(crate) finite: I::Mask,
    /// The lanes of which [`oriented`] has what they share.
    pub(crate) rest: I::Mask,
}

/// The first stage of a batch.
#[inline(always)]
pub(crate) fn begun<I: Isa>(isa: I, a: &BoxLanes<I::Real>, b: &BoxLanes<I::Real>) -> Begun<I> {
    let boxes = larger_first(a, b);
    let pair = SolidPair::new(&boxes);
    let turn = Turn::of(isa.splat(0.0), &pair);
    let finite = pair.finite(isa);
    let shared = if turn.upright.bits() == 0 {
        Shared::nothing(isa)
    } else {
        upright::shared(isa, &pair, turn)
    };
    let mut rest = finite & !turn.upright;
    if rest.bits() != 0 {
        rest = rest & may_share(isa, &pair, &boxes);
    }
    Begun { shared, finite, rest }
}

/// The lanes whose boxes are not certainly apart.
#[inline(always)]
fn may_share<I: Isa>(
    isa: I,
    pair: &SolidPair<I::Real>,
    [a, b]: &[BoxLanes<I::Real>; 2],
) -> I::Mask {
    let extents = sum(&a.half_extents) + sum(&b.half_extents);
    let size = extents + sum_of_magnitudes(pair.offset);
    overlap_within(isa, &a.frame(isa, b), isa.splat(CERTAINLY_APART) * size)
}

/// What the boxes of a batch share, however they are turned.
#[inline(always)]
pub(crate) fn oriented<I: Isa>(isa: I, pair: &SolidPair<I::Real>) -> Shared<I::Real> {
    let mut volumes = const { [0.0; MAX_LANES] };
    volumes_out_of_line(isa, pair, &mut volumes);
    pair.shared(isa, isa.load(&volumes))
}

/// Finishes upright pairs, and queues the others that may share something.
#[inline(always)]
fn begin<I: Isa>(
    isa: I,
    batches: &Batches<'_, Pairs<'_>>,
    queue: &mut Queue<0>,
    rows: &mut [Intersection],
) {
    batches.for_each_rows(
        isa,
        rows,
        #[inline(always)]
        |first, PairLanes { a, b }, _, rows| {
            let Begun { shared, finite, rest, .. } = begun(isa, a, b);
            store(isa, &shared, finite, rows);
            if rest.bits() != 0 {
                queue.push(isa, rest, first, []);
            }
        },
    );
}

/// Finishes every queued pair, in full batches; the last batch repeats a pair.
#[inline(always)]
fn drain<I: Isa>(
    isa: I,
    batches: &Batches<'_, Pairs<'_>>,
    queue: &mut Queue<0>,
    rows: &mut [Intersection],
) {
    queue.pad::<I>();
    let mut next = 0;
    while next < queue.len() {
        let positions = queue.positions::<I>(next);
        let PairLanes { a, b } = batches.load_at(isa, positions);
        let pair = SolidPair::new(&larger_first(&a, &b));
        let shared = oriented(isa, &pair);
        let mut finished = const { [[0.0; 2]; MAX_LANES] };
        store(isa, &shared, pair.finite(isa), &mut finished);
        for ([volume, iou], &position) in finished.into_iter().zip(positions) {
            rows[position as usize] = Intersection { volume, iou };
        }
        next += I::LANES;
    }
}
