//! Times of impact of boxes that move and turn: rounds of looking at a pair at one time and proving until when it is
//! apart.
//!
//! Reading order is data-flow order:
//!
//! 1. `poses`: how a box turns. `moment`: a pair at a time, and what rounding can do there.
//! 2. `propose`: the axis that promises to separate the pair for the longest time.
//! 3. `prove`: until when the direction of this axis certainly does.
//! 4. Here: pairs that are neither free nor near wait for their next round, in full batches. Of those that are near, the
//!    cores are looked at: boxes that rest, slide, graze or move apart are free.

mod moment;
pub(super) mod poses;
mod propose;
mod prove;

use octosat_lanes::{IntegerLanes, Isa, Lanes, MAX_LANES};
use octosat_rows::{Axis, Impact, ImpactState};

use self::moment::Moment;
use self::propose::{Proposal, propose};
use self::prove::{Bound, safe_time};
use crate::call::batches::Batches;
use crate::call::dispatch::RowKernel;
use crate::call::queue::Queue;
use crate::moved::steps::{StepSides, Steps};
use crate::vector::is_finite;

/// By which part a time is shortened for two roundings, without unit: two units of roundoff.
const TIME_ROUNDING: f32 = 2.0 / 16_777_216.0;

/// How far beyond the end of the step a pair must be safe, in steps, so that shortened times reach the end: 32 units of
/// roundoff.
const REST_SLACK: f32 = 32.0 / 16_777_216.0;

/// The kernel of queries about pairs of boxes that move and turn; see [`crate::Engine::impacts`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImpactKernel {
    pub(crate) tolerance: f32,
    pub(crate) rounds: u32,
}

impl RowKernel<Steps<'_>> for ImpactKernel {
    type Row = Impact;

    const NANOSECONDS: usize = 60;

    /// New pairs are taken only when fewer wait than there are lanes, so that the rows of a pair stay in the caches
    /// from round to round, and a batch is full up to the last pairs.
    fn rows<I: Isa>(self, isa: I, batches: &Batches<'_, Steps<'_>>, rows: &mut [Impact]) {
        let mut waiting = Waiting::new();
        isa.enter(
            #[inline(always)]
            || {
                let mut first = 0;
                loop {
                    if waiting.len() < I::LANES && first < rows.len() {
                        push_new(isa, &mut waiting, first, rows.len());
                        first += I::LANES;
                    }
                    if waiting.len() == 0 {
                        break;
                    }
                    let next = waiting.take_batch::<I>();
                    // Pairs that stay are written where this batch was.
                    let mut positions = [0; MAX_LANES];
                    positions[..I::LANES].copy_from_slice(waiting.positions::<I>(next));
                    let positions = &positions[..I::LANES];
                    let progress = Progress::from_columns(waiting.values(isa, next));
                    let sides = batches.load_at(isa, positions);
                    let growth = batches.lengths_at(isa, positions);
                    let round = self.round(isa, &sides, growth, progress);
                    round.write(isa, positions, rows);
                    waiting.push_at(isa, round.goes_on, positions, round.progress.to_columns());
                    waiting.forget_copies();
                }
            },
        );
    }
}

/// The pairs that wait for their next look: fewer than two batches, and a whole batch is written after the last one.
type Waiting = Queue<4, { 4 * MAX_LANES }>;

/// Queues the pairs of a batch at the start of the step.
#[inline(always)]
fn push_new<I: Isa>(isa: I, waiting: &mut Waiting, first: usize, end: usize) {
    let zero = isa.splat(0.0);
    waiting.push(isa, zero.at_most(zero), first, [zero, zero, zero, zero]);
    waiting.forget_from(end);
}

/// How far a pair has come.
#[derive(Clone, Copy)]
struct Progress<F> {
    /// Until when the boxes are certainly apart.
    time: F,
    /// Half the gap at the start, in meters, which the tolerance does not exceed; zero before the first round.
    half_gap: F,
    /// How many rounds there were.
    rounds: F,
    /// What the next look is at: [`AXES`], which begins a round, [`FACE`] or [`CORES`].
    look: F,
}

/// The axis that promises the longest time.
const AXES: u8 = 0;
/// The best face, because the axis of the look before proved nothing. Edges of a box that is far larger than the other
/// may promise what is rounding. If the face proves nothing within the resolution of times, the boxes are near.
const FACE: u8 = 1;
/// The cores of boxes that are near: until the end of the step, or not at all.
const CORES: u8 = 2;

impl<F: Copy> Progress<F> {
    #[inline(always)]
    fn from_columns([time, half_gap, rounds, look]: [F; 4]) -> Self {
        Self { time, half_gap, rounds, look }
    }

    #[inline(always)]
    fn to_columns(self) -> [F; 4] {
        [self.time, self.half_gap, self.rounds, self.look]
    }
}

/// What a round found out about a batch.
struct Round<I: Isa> {
    progress: Progress<I::Real>,
    /// The time of the row, and axis and state as bytes of an integer; final for pairs that do not go on.
    time: I::Real,
    status: I::Integer,
    goes_on: I::Mask,
}

impl ImpactKernel {
    /// Looks at both boxes at the time that a pair has come to, and proves a later one.
    #[inline(always)]
    fn round<I: Isa>(
        self,
        isa: I,
        sides: &StepSides<I>,
        growth: I::Real,
        progress: Progress<I::Real>,
    ) -> Round<I> {
        let Progress { time, half_gap, rounds, look } = progress;
        let (one, half) = (isa.splat(1.0), isa.splat(0.5));
        let of_axes = look.equals(isa.splat(AXES.into()));
        let of_face = look.equals(isa.splat(FACE.into()));
        let of_cores = look.equals(isa.splat(CORES.into()));
        let rounds = rounds + one.keep(of_axes);
        let is_first = rounds.equals(one);
        let moment = Moment::of(isa, sides, growth, time);
        let (largest, later) = (moment.largest_skin(isa), moment.skin(isa));
        let skin = Lanes::select(is_first, largest, later);
        let moment = moment.cores(isa, skin.keep(of_cores));
        // In the first round the limit is zero: pairs touch if no axis separates them.
        let limit = self.tolerance(isa, sides).greater(moment.error).lesser(half_gap);
        let rest = (one - time) + isa.splat(REST_SLACK);
        let Proposal { axis, face, gap, near, may_stay } = propose(isa, &moment, limit, rest);
        let near = near & of_axes;
        let axis = IntegerLanes::select(of_face, face, axis);
        let bound = Bound::along(isa, &moment, axis);
        let bound = bound.no_deeper(isa, &moment, of_cores & is_first);
        let step = safe_time(isa, &moment, &bound, rest);
        // Shortened by both roundings: at most the exact sum.
        let until = (time + step.greater(isa.splat(0.0))) * isa.splat(1.0 - TIME_ROUNDING);

        let is_free = one.at_most(until) & !near;
        let is_stuck = until.at_most(time) & !(is_free | near | of_cores);
        let to_face = is_stuck & of_axes;
        let is_near = near | (is_stuck & of_face);
        let to_cores = is_near & may_stay;
        let is_hit = (of_cores & !is_free) | (is_near & !may_stay);
        #[expect(clippy::cast_precision_loss, reason = "no pair takes 2^24 rounds")]
        let is_last = isa.splat(self.rounds as f32).at_most(rounds);
        let settled = Lanes::select(is_free, one, Lanes::select(is_hit, time, until));
        let state = IntegerLanes::select(is_hit, hit(isa, is_first), isa.splat_integer(UNTIL));
        let state = IntegerLanes::select(is_free, isa.splat_integer(FREE), state);
        let progress = Progress {
            time: Lanes::select(to_face | to_cores, time, until),
            half_gap: Lanes::select(is_first & of_axes, gap * half, half_gap),
            rounds,
            look: isa.splat(FACE.into()).keep(to_face) + isa.splat(CORES.into()).keep(to_cores),
        };
        let finite = is_finite(isa, moment.witness);
        Round {
            progress,
            time: Lanes::select(finite, settled, isa.splat(f32::NAN)),
            status: IntegerLanes::select(finite, axis | state, isa.splat_integer(NON_FINITE)),
            goes_on: finite & (to_face | to_cores | !(is_free | is_hit | is_last)),
        }
    }

    /// The tolerance of a pair, in meters.
    #[inline(always)]
    fn tolerance<I: Isa>(self, isa: I, sides: &StepSides<I>) -> I::Real {
        let [a, b] = [sides.start.a.half_extents, sides.start.b.half_extents];
        let least_a = a[0].lesser(a[1]).lesser(a[2]);
        let least_b = b[0].lesser(b[1]).lesser(b[2]);
        isa.splat(self.tolerance) * least_a.lesser(least_b)
    }
}

/// The state of near boxes.
#[inline(always)]
fn hit<I: Isa>(isa: I, at_start: I::Mask) -> I::Integer {
    let [touching, hit] = [ImpactState::TOUCHING, ImpactState::HIT].map(status);
    IntegerLanes::select(at_start, isa.splat_integer(touching), isa.splat_integer(hit))
}

/// The last four bytes of a row, as an integer: the axis, and the state after it.
const fn status(state: ImpactState) -> i32 {
    i32::from_ne_bytes([0, state.code(), 0, 0])
}

const FREE: i32 = status(ImpactState::FREE);
const UNTIL: i32 = status(ImpactState::FREE_UNTIL);
const NON_FINITE: i32 = Axis::NON_FINITE.number() | status(ImpactState::NON_FINITE);

impl<I: Isa> Round<I> {
    /// Writes the rows of a batch to their indices.
    #[inline(always)]
    fn write(&self, isa: I, positions: &[u32], rows: &mut [Impact]) {
        let (mut times, mut statuses) = (const { [0.0; MAX_LANES] }, [0; MAX_LANES]);
        isa.store(self.time, &mut times);
        isa.store_integers(self.status, &mut statuses);
        for ((&time, &status), &position) in times.iter().zip(&statuses).zip(positions) {
            rows[position as usize] = bytemuck::cast([time.to_bits(), status.cast_unsigned()]);
        }
    }
}

#[cfg(test)]
mod tests;
