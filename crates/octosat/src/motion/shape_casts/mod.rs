//! Casts of spheres and capsules: when they hit while they move along straight lines, and where.
//!
//! Reading order is data-flow order:
//!
//! 1. `question`: queries about shapes, with displacements, checked.
//! 2. `course`: a pair at any time of its motion: the gap between the cores of a and b, and how far rounding goes.
//!    `boxes`: the gap between a box and a core, `lean` of a long one. `shapes`: the gap between two shapes without a box.
//! 3. `search`: the first touch, by steps that are never late, and whether the shapes get deeper. `way`: the same of cores
//!    that meet at the start.
//! 4. Here: the kernel. Pairs that can touch wait, and are searched in full batches.

mod boxes;
mod course;
mod lean;
mod question;
mod search;
mod shapes;
mod way;

use octosat_lanes::{IntegerLanes, Isa, Lanes, MAX_LANES, Mask, Singles};
use octosat_rows::{CastState, ShapeCast};

use self::course::{Course, CourseSource, Gap, Passing, Way};
use self::search::{Search, search};
use crate::call::batches::Batches;
use crate::call::dispatch::RowKernel;
use crate::call::queue::Queue;
use crate::moved::motions::Moving;
use crate::shapes::kernels::piece::unit;
use crate::shapes::lanes::sum_of_row;
use crate::vector::{is_finite, moved, sum};

/// The kernel of casts of round shapes; see [`crate::Engine::casts`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeCastKernel;

impl<S: CourseSource> RowKernel<Moving<'_, S>> for ShapeCastKernel {
    type Row = ShapeCast;

    const NANOSECONDS: usize = 20;

    fn rows<I: Isa>(self, isa: I, batches: &Batches<'_, Moving<'_, S>>, rows: &mut [ShapeCast]) {
        let mut queue = Queue::new();
        batches.for_each_chunk(rows, |part, rows| {
            queue.clear();
            isa.enter(
                #[inline(always)]
                || pass::<I, S>(isa, part, &mut queue, rows),
            );
            queue.pad::<I>();
            for next in (0..queue.len()).step_by(I::LANES) {
                // A call per batch: around the loop of its search there is no other one.
                isa.enter(
                    #[inline(always)]
                    || search_batch::<I, S>(isa, part, &queue, next, rows),
                );
            }
        });
    }
}

/// Writes the rows of pairs that cannot touch, and queues the others with the time at which the search begins.
#[inline(always)]
fn pass<I: Isa, S: CourseSource>(
    isa: I,
    batches: &Batches<'_, Moving<'_, S>>,
    queue: &mut Queue<1>,
    rows: &mut [ShapeCast],
) {
    let len = rows.len();
    batches.for_each_rows(
        isa,
        rows,
        #[inline(always)]
        |first, batch, _, rows| {
            let passing = S::passing(isa, batch);
            let course::First { time, may_touch } = passing.course.first(isa, &passing);
            let (zero, finite) = (isa.splat(0.0), passing.finite);
            let [one, nan] = [isa.splat(1.0), isa.splat(f32::NAN)];
            let nothing = Lanes::select(finite, zero, nan);
            let state = isa.splat_integer(status(CastState::FREE));
            let state = IntegerLanes::select(
                finite,
                state,
                isa.splat_integer(status(CastState::NON_FINITE)),
            );
            let normal = [nothing, nothing, nothing, Lanes::select(finite, one, nan)];
            let point = [nothing, nothing, nothing, I::Real::from_bits(state)];
            isa.store_records([normal, point], rows);
            let waits = may_touch & finite;
            if waits.bits() != 0 {
                queue.push(isa, waits, first, [time]);
            }
        },
    );
    queue.forget_from(len);
}

/// Searches the first touch of a full batch of queued pairs; the last batch repeats a pair.
#[inline(always)]
fn search_batch<I: Isa, S: CourseSource>(
    isa: I,
    batches: &Batches<'_, Moving<'_, S>>,
    queue: &Queue<1>,
    next: usize,
    rows: &mut [ShapeCast],
) {
    let positions = queue.positions::<I>(next);
    let [first] = queue.values(isa, next);
    let passing = S::passing(isa, &batches.load_at(isa, positions));
    let found = search::<I, _>(isa, &passing, first);
    if (found.hit | found.overlapping).bits() != 0 {
        write::<I, _>(isa, &passing, &found, positions, rows);
    }
}

/// Writes the rows of pairs that hit or overlap.
#[inline(always)]
fn write<I: Isa, C: Course<I>>(
    isa: I,
    passing: &Passing<I, C>,
    found: &Search<I>,
    positions: &[u32],
    rows: &mut [ShapeCast],
) {
    let &Search { time, hit, overlapping, meets } = found;
    let Gap { vector, on_a, .. } = passing.gap(isa, time);
    let mut outward = unit(vector);
    if (meets & hit).bits() != 0 {
        // Cores that meet have no gap; they share the place.
        let Way { normal, .. } = passing.shortest_way(isa);
        for k in 0..3 {
            outward[k] = Lanes::select(meets, normal[k], outward[k]);
        }
    }
    let on_surface = moved(on_a, outward, passing.radius_of_a);
    let [x, y, z] = passing.course.direction(outward);
    let on_surface = passing.course.direction(on_surface);
    let [on_x, on_y, on_z] = sum(passing.course.origin(), on_surface);
    let time = (passing.middle + time).greater(isa.splat(0.0));
    let overlaps = isa.splat_integer(status(CastState::OVERLAPPING));
    let hits = isa.splat_integer(status(CastState::HIT));
    let state = I::Real::from_bits(IntegerLanes::select(hit, hits, overlaps));
    let mut made = [ShapeCast::default(); MAX_LANES];
    let normal = [x, y, z, time.keep(hit)];
    let point = [on_x, on_y, on_z, isa.splat(0.0)];
    // A gap whose square vanishes has no direction, and places beyond the range of numbers are none.
    let shown = hit & is_finite(isa, sum_of_row(&normal) + sum_of_row(&point));
    let [x, y, z] = [x.keep(shown), y.keep(shown), z.keep(shown)];
    let [on_x, on_y, on_z] = [on_x.keep(shown), on_y.keep(shown), on_z.keep(shown)];
    let records = [[x, y, z, time.keep(hit)], [on_x, on_y, on_z, state]];
    isa.store_records(records, &mut made);
    let chosen = (hit | overlapping).bits();
    for (lane, &position) in positions.iter().enumerate() {
        if chosen >> lane & 1 == 1 {
            rows[position as usize] = made[lane];
        }
    }
}

/// The state in the last four bytes of a row, as an integer.
const fn status(state: CastState) -> i32 {
    i32::from_ne_bytes([state.code(), 0, 0, 0])
}
