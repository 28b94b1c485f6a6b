//! Casts: when boxes that move without turning hit.
//!
//! Every pair passes the slabs of its [`Course`]: the latest entry is the first touch. Pairs that meet, but are not
//! deep along all axes at a moment, are queued, and continue in full batches: does an axis keep the boxes on one side
//! of each other while they meet?

use octosat_lanes::{IntegerLanes, Isa, Lanes, MAX_LANES, Mask, Singles};
use octosat_rows::{Axis, Cast, CastState};

use crate::call::batches::Batches;
use crate::call::dispatch::RowKernel;
use crate::call::queue::Queue;
use crate::motion::course::{Course, Slab};
use crate::moved::motions::MovingPairs;
use crate::tolerances::{CAST_END_DEPTH, CAST_SIDE_ERROR, CAST_START_DEPTH};

/// How far rounding can move boxes deeper from the start of a cast until they leave, for each meter that they move
/// until then, without unit: 16 units of roundoff, twelve for rotating the displacement, three for the scalar product
/// with an axis, and one more.
const CAST_DRIFT_ERROR: f32 = 16.0 / 16_777_216.0;

/// How far the centers of boxes that are together thinner than the bound, and still touch when the step ends, must be
/// on their side then, as a part of the bound, if they come nearer to each other.
const CAST_CLEAR_END: f32 = 0.5;

/// The kernel of queries about pairs of boxes that move; see [`crate::Engine::casts`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct CastKernel;

impl RowKernel<MovingPairs<'_>> for CastKernel {
    type Row = Cast;

    const NANOSECONDS: usize = 9;

    fn rows<I: Isa>(self, isa: I, batches: &Batches<'_, MovingPairs<'_>>, rows: &mut [Cast]) {
        let mut queue = Queue::new();
        batches.for_each_chunk(rows, |part, rows| {
            queue.clear();
            isa.enter(
                #[inline(always)]
                || pass(isa, part, &mut queue, rows),
            );
            // A function of its own, so that no frame on the stack has room for both.
            isa.enter(
                #[inline(always)]
                || drain(isa, part, &mut queue, rows),
            );
        });
    }
}

/// Writes the rows of all pairs, and queues those that meet and may only graze each other, with the times from when to
/// when.
#[inline(always)]
fn pass<I: Isa>(
    isa: I,
    batches: &Batches<'_, MovingPairs<'_>>,
    queue: &mut Queue<2>,
    rows: &mut [Cast],
) {
    let len = rows.len();
    batches.for_each_rows(
        isa,
        rows,
        #[inline(always)]
        |first, batch, growth, rows| {
            let course = Course::of(isa, batch, growth);
            let Passage { time, leave, code, deep } = course.passage(isa, course.bound);
            let (zero, one) = (isa.splat(0.0), isa.splat(1.0));
            let meets = time.at_most(leave) & time.at_most(one) & zero.at_most(leave);
            let meets = meets & course.finite;
            let may_graze = meets & !(deep & zero.less(time));

            let nan = isa.splat(f32::NAN);
            let apart = Lanes::select(course.finite, one, nan);
            let code = code | isa.splat_integer(HIT).keep(meets);
            let code = IntegerLanes::select(course.finite, code, isa.splat_integer(NON_FINITE));
            let row = [
                Lanes::select(meets, time, apart),
                Lanes::select(meets, leave, apart),
                I::Real::from_bits(code),
            ];
            isa.store_triples(row, bytemuck::cast_slice_mut(rows));
            if may_graze.bits() != 0 {
                queue.push(isa, may_graze, first, [time, leave]);
            }
        },
    );
    queue.forget_from(len);
}

/// Looks again at every queued pair, in full batches; the last batch repeats a pair.
#[inline(always)]
fn drain<I: Isa>(
    isa: I,
    batches: &Batches<'_, MovingPairs<'_>>,
    queue: &mut Queue<2>,
    rows: &mut [Cast],
) {
    queue.pad::<I>();
    let mut next = 0;
    while next < queue.len() {
        let positions = queue.positions::<I>(next);
        let [time, leave] = queue.values(isa, next);
        let batch = batches.load_at(isa, positions);
        let course = Course::of(isa, &batch, batches.lengths_at(isa, positions));
        let grazes = course.grazes(isa, [time, leave]);
        for (lane, &position) in positions.iter().enumerate() {
            if grazes.bits() >> lane & 1 == 1 {
                let row = &mut rows[position as usize];
                *row = Cast { time: 1.0, leave: 1.0, axis: row.axis, ..Cast::default() };
            }
        }
        let starts = !grazes & time.at_most(isa.splat(0.0));
        if starts.bits() != 0 {
            write_starts(isa, &course, starts, positions, rows);
        }
        next += I::LANES;
    }
}

/// Writes the rows of the chosen lanes, whose boxes are not apart at the start and are not free: hits or overlaps.
#[inline(always)]
fn write_starts<I: Isa>(
    isa: I,
    course: &Course<I>,
    chosen: I::Mask,
    positions: &[u32],
    rows: &mut [Cast],
) {
    let (mut leaves, mut codes) = (const { [0.0; MAX_LANES] }, [0; MAX_LANES]);
    let Start { touches, code, .. } = course.start(isa);
    isa.store_integers(code, &mut codes);
    let line = course.passage(isa, course.line_bound);
    isa.store(line.leave, &mut leaves);
    for (lane, &position) in positions.iter().enumerate() {
        if chosen.bits() >> lane & 1 == 0 {
            continue;
        }
        let row = &mut rows[position as usize];
        (row.time, row.leave) = (0.0, leaves[lane]);
        if touches.bits() >> lane & 1 == 1 {
            let [axis, ..] = codes[lane].to_ne_bytes();
            row.axis = Axis::from_code(axis);
        } else {
            row.state = CastState::OVERLAPPING;
        }
    }
}

/// The bytes of axis and state in the last four bytes of a row, as an integer.
const fn status(axis: Axis, state: CastState) -> i32 {
    i32::from_ne_bytes([axis.code(), state.code(), 0, 0])
}

const HIT: i32 = status(Axis::from_number(0), CastState::HIT);
const NON_FINITE: i32 = status(Axis::NON_FINITE, CastState::NON_FINITE);

/// When the boxes come together along all axes and when they are apart along one, as parts of the step.
struct Passage<I: Isa> {
    time: I::Real,
    leave: I::Real,
    /// The last axis along which they come together, as the bytes of a row.
    code: I::Integer,
    /// At the middle, or at the end of the step if they come no nearer than at the start, the boxes overlap along all
    /// axes by more than boxes that graze each other may.
    deep: I::Mask,
}

impl<I: Isa> Course<I> {
    /// The latest entry into a slab, and the first exit, of slabs grown by a bound.
    ///
    /// If b does not move along an axis, the times are infinite: of different sign inside the slab, of the same
    /// outside.
    #[inline(always)]
    fn passage(&self, isa: I, bound: I::Real) -> Passage<I> {
        let zero = isa.splat(0.0);
        let passage = Passage {
            time: isa.splat(f32::NEG_INFINITY),
            leave: isa.splat(f32::INFINITY),
            code: isa.splat_integer(status(Axis::from_number(0), CastState::FREE)),
            deep: zero.at_most(zero),
        };
        let minus_one = isa.splat(-1.0);
        let shrink = isa.splat(1.0 + CAST_END_DEPTH) * bound;
        let after = Lanes::select(zero.less(self.middle), zero, isa.splat(1.0));
        let passage = self.fold::<_>(
            isa,
            bound,
            passage,
            #[inline(always)]
            |passage: Passage<I>, Slab { distance, speed, radius, grown }, axis| {
                let inverse = minus_one / speed;
                let times = [(distance + radius) * inverse, (distance - radius) * inverse];
                let enter = times[0].lesser(times[1]);
                let leave = times[0].greater(times[1]);
                let later = passage.time.less(enter);
                let code = isa.splat_integer(status(axis, CastState::FREE));
                let shrunk = radius - shrink * grown;
                let inside = (after * speed + distance).abs();
                Passage {
                    time: enter.greater(passage.time),
                    leave: leave.lesser(passage.leave),
                    code: IntegerLanes::select(later, code, passage.code),
                    deep: passage.deep & inside.at_most(shrunk),
                }
            },
        );
        let (time, leave) = (self.middle + passage.time, self.middle + passage.leave);
        Passage { time, leave, ..passage }
    }
}

impl<I: Isa> Course<I> {
    /// The lanes whose boxes an axis keeps on one side of each other while they meet: they graze each other, slide,
    /// rest or move apart.
    ///
    /// Looks at the first moment of the step at which the boxes meet and at the last, when they leave each other or the
    /// step ends. All depths are those of the original boxes: shrunk by bounds, in addition to the one that they are
    /// grown by.
    #[inline(always)]
    fn grazes(&self, isa: I, [time, leave]: [I::Real; 2]) -> I::Mask {
        let (zero, one) = (isa.splat(0.0), isa.splat(1.0));
        let (begin, end) = (time.greater(zero), leave.lesser(one));
        let (before, after) = (begin - self.middle, end - self.middle);
        let bounds = |count: f32| isa.splat(count) * self.bound;
        let at_end = bounds(1.0 + CAST_END_DEPTH);
        let is_at_start = time.at_most(zero);
        let at_begin = Lanes::select(is_at_start, bounds(1.0 + CAST_START_DEPTH), at_end);
        let side = bounds(CAST_SIDE_ERROR);
        let other_side = zero - side;
        let end_side = Lanes::select(leave.less(one), other_side, bounds(CAST_CLEAR_END));
        let drift = isa.splat(CAST_DRIFT_ERROR) * (end * self.path);
        self.fold::<_>(
            isa,
            self.bound,
            zero.less(zero),
            #[inline(always)]
            |grazes: I::Mask, Slab { distance, speed, radius, grown }, _| {
                let first = before * speed + distance;
                let last = after * speed + distance;
                let is_below = (first + last).less(zero);
                let first = Lanes::select(is_below, zero - first, first);
                let last = Lanes::select(is_below, zero - last, last);
                let deepest_begin = radius - at_begin * grown;
                let deepest_end = (radius - at_end * grown).greater(end_side * grown);
                // Clearly on its side, so that boxes that are thinner than the bound do not pass each other. Strictly:
                // an axis of no length shows nothing.
                let clear = deepest_begin.greater(side * grown);
                // A step that starts deeper than it may end gets no deeper.
                let no_deeper = is_at_start & (first - drift * grown).at_most(last);
                grazes
                    | (deepest_begin.greater(other_side * grown).less(first)
                        & (deepest_end.less(last) | no_deeper)
                        & clear.less(first.greater(last)))
            },
        )
    }
}

/// How boxes are that are not apart at the start of the step.
struct Start<I: Isa> {
    /// Along some axis the boxes overlap by no more than a few bounds.
    touches: I::Mask,
    /// The largest separation along such an axis, in meters, edges after faces; and the axis as the bytes of a row.
    separation: I::Real,
    code: I::Integer,
}

impl<I: Isa> Course<I> {
    /// Looks at the boxes at the start of the step: do they only touch, and along which axis?
    #[inline(always)]
    fn start(&self, isa: I) -> Start<I> {
        let zero = isa.splat(0.0);
        let before = zero - self.middle;
        let deepest = isa.splat(1.0 + CAST_START_DEPTH) * self.bound;
        let side = isa.splat(CAST_SIDE_ERROR) * self.bound;
        let start = Start {
            touches: zero.less(zero),
            separation: isa.splat(f32::NEG_INFINITY),
            code: isa.splat_integer(HIT),
        };
        self.fold::<_>(
            isa,
            self.bound,
            start,
            #[inline(always)]
            |start: Start<I>, Slab { distance, speed, radius, grown }, axis| {
                let apart = (before * speed + distance).abs();
                let clear = (radius - deepest * grown).greater(side * grown);
                let touches = clear.less(apart);
                // No face along which they touch separates the boxes by less than `deepest` below zero, and no edges by
                // more than zero: a face wins.
                let separation = (apart - radius) / grown;
                let is_face = axis.edges().is_none();
                let separation = if is_face { separation } else { separation - deepest };
                let is_nearer = touches & start.separation.less(separation);
                let code = isa.splat_integer(status(axis, CastState::HIT));
                Start {
                    touches: start.touches | touches,
                    separation: Lanes::select(is_nearer, separation, start.separation),
                    code: IntegerLanes::select(is_nearer, code, start.code),
                }
            },
        )
    }
}
