//! Distances: how far boxes are apart or how deep they overlap, a point of each, and the direction between them.
//!
//! Faces are tested for every pair. Pairs that no face separates by more than `within` continue: in the batch if all
//! lanes do, else they are queued and continue in full batches. A pair's result does not depend on this path.
//!
//! If no face separates two boxes clearly, all fifteen axes decide whether they overlap, and how deep. Boxes that
//! overlap are moved apart by their depth, along its axis. Then they just do not touch, and where they are nearest,
//! they were deepest. So one search for closest points serves all pairs.

use octosat_lanes::{IntegerLanes, Isa, Lanes, MAX_LANES, Mask, Row, Singles};
use octosat_rows::{Distance, DistanceState};

use crate::axes::boxes::along_columns;
use crate::axes::choice::{BestAxis, BestFace, best_edge_pair, best_face, local_normal};
use crate::axes::frame::Frame;
use crate::call::batches::{Batches, PairLanes, Pairs};
use crate::call::dispatch::RowKernel;
use crate::call::length::Length;
use crate::call::queue::Queue;
use crate::pairs::closest::{ClosestPoints, closest_points, select};
use crate::tolerances::{
    BORROWED_ROTATION_LENGTH_TOLERANCE, DIRECTION_BOUNDS, DISTANCE_DEVIATION_ERROR, DISTANCE_ERROR,
    ROUNDED_ROTATION_LENGTH, TOUCHING_PART,
};
use crate::vector::{is_finite, squared, sum_of_magnitudes};

/// The query about pairs of boxes; see [`crate::Engine::distances`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distances;

/// What distances are within as a cut-off: if it is not given, there is none, which no query can ask for.
pub(crate) fn cut_off(within: Length<'_>) -> Length<'_> {
    match within {
        Length::None => Length::Uniform(f32::INFINITY),
        given => given,
    }
}

impl RowKernel<Pairs<'_>> for Distances {
    type Row = Distance;

    const NANOSECONDS: usize = 28;

    fn rows<I: Isa>(self, isa: I, batches: &Batches<'_, Pairs<'_>>, rows: &mut [Distance]) {
        let mut queue = Queue::new();
        batches.for_each_chunk(rows, |part, rows| {
            queue.clear();
            isa.enter(
                #[inline(always)]
                || faces(isa, part, &mut queue, rows),
            );
            // Two functions: one with both would take much longer to compile.
            isa.enter(
                #[inline(always)]
                || drain(isa, part, &mut queue, rows),
            );
        });
    }

    #[cfg(feature = "motion")]
    fn place(row: &mut Distance, center_of_a: impl FnOnce() -> [f32; 3]) {
        if !matches!(row.state, DistanceState::APART | DistanceState::OVERLAPPING) {
            return;
        }
        for (component, center) in row.on_a.iter_mut().zip(center_of_a()) {
            *component += center;
        }
        if !row.on_a.iter().all(|component| component.is_finite()) {
            let (distance, state) = (f32::NAN, DistanceState::NON_FINITE);
            *row = Distance { distance, state, ..Distance::default() };
        }
    }
}

/// Tests the faces of every pair, and finishes batches that continue whole; queues the other pairs that continue.
///
/// Their faces are computed again, because they would take as much of the stack as the queue itself.
#[inline(always)]
fn faces<I: Isa>(
    isa: I,
    batches: &Batches<'_, Pairs<'_>>,
    queue: &mut Queue<0>,
    rows: &mut [Distance],
) {
    let len = rows.len();
    batches.for_each_rows(
        isa,
        rows,
        #[inline(always)]
        |first, sides, farthest, rows| {
            let frame = sides.a.direct_frame(isa, &sides.b);
            let face = best_face(isa, &frame);
            let near = face.best.separation.at_most(farthest) & face.finite;
            let found = if near.bits().count_ones() as usize == I::LANES {
                measured(isa, sides, &frame, face.best)
            } else {
                queue.push(isa, near, first, []);
                beyond(isa, face)
            };
            for (row, stored) in rows.iter_mut().zip(&stored(isa, found)) {
                *row = bytemuck::cast(*stored);
            }
        },
    );
    queue.forget_from(len);
}

/// Finishes every queued pair, in full batches; the last batch repeats a pair.
#[inline(always)]
fn drain<I: Isa>(
    isa: I,
    batches: &Batches<'_, Pairs<'_>>,
    queue: &mut Queue<0>,
    rows: &mut [Distance],
) {
    queue.pad::<I>();
    let mut next = 0;
    while next < queue.len() {
        let positions = queue.positions::<I>(next);
        let sides = batches.load_at(isa, positions);
        let frame = sides.a.direct_frame(isa, &sides.b);
        let BestFace { best, .. } = best_face(isa, &frame);
        let stored = stored(isa, measured(isa, &sides, &frame, best));
        for (stored, &position) in stored.iter().zip(positions) {
            rows[position as usize] = bytemuck::cast(*stored);
        }
        next += I::LANES;
    }
}

/// The row of a batch in lanes: the point and the distance; the direction and the state.
type RowLanes<F> = [[F; 4]; 2];

/// The rows of a batch, in memory.
#[inline(always)]
fn stored<I: Isa>(isa: I, rows: RowLanes<I::Real>) -> [[Row; 2]; MAX_LANES] {
    let mut stored = const { [[Row([0.0; 4]); 2]; MAX_LANES] };
    isa.store_records(rows, &mut stored);
    stored
}

/// The rows of a batch by its faces alone; they are final for pairs that a face separates by more than `within`.
#[inline(always)]
fn beyond<I: Isa>(isa: I, face: BestFace<I>) -> RowLanes<I::Real> {
    let zero = isa.splat(0.0);
    let distance = Lanes::select(face.finite, face.best.separation, isa.splat(f32::NAN));
    let state = IntegerLanes::select(
        face.finite,
        isa.splat_integer(DistanceState::BEYOND.code().into()),
        isa.splat_integer(DistanceState::NON_FINITE.code().into()),
    );
    [[zero, zero, zero, distance], [zero, zero, zero, I::Real::from_bits(state)]]
}

/// The rows of a batch that no face separates by more than `within`.
#[inline(always)]
fn measured<I: Isa>(
    isa: I,
    sides: &PairLanes<I>,
    frame: &Frame<I::Real>,
    face: BestAxis<I::Real>,
) -> RowLanes<I::Real> {
    let bound = bound(isa, frame);
    // Boxes that overlap, and those that may be too near for a direction of their points, need the best of all axes.
    let mut axis = face;
    let nearest = isa.splat(MOST_BOUNDS) * bound;
    let need_edges = face.separation.at_most(nearest);
    if need_edges.bits() != 0 {
        axis = face.or_if(need_edges, face.or(best_edge_pair(isa, frame)));
    }
    // Boxes that overlap or touch are moved apart along the axis. They are a little apart then, so that signs are no
    // rounding that decide which edges face each other.
    let apart = isa.splat(TOUCHING_PART) * bound;
    let touching = axis.separation.at_most(apart);
    let mut searched = *frame;
    if touching.bits() != 0 {
        let normal = local_normal(isa, frame, axis.code);
        searched = moved(frame, normal, apart - axis.separation, touching);
    }
    let frame = &searched;
    let ClosestPoints { on_a, mut direction, distance: length, .. } = closest_points(isa, frame);
    // Boxes that nearly touch have no direction but that of the axis. It is computed again: through the search it would
    // wait on the stack.
    let mut near = touching;
    let may_be_near = length.at_most(nearest) & !touching;
    if may_be_near.bits() != 0 {
        near = near | (may_be_near & length.at_most(noise(isa, sides, frame)));
    }
    if near.bits() != 0 {
        direction = select(near, local_normal(isa, frame, axis.code), direction);
    }
    // No axis is longer than the distance of the points, except for rounding.
    let distance = Lanes::select(touching, axis.separation, length.greater(axis.separation));
    finished(isa, sides, Found { on_a, direction, distance })
}

/// How far rounding can be off a distance, in meters.
#[inline(always)]
fn bound<I: Isa>(isa: I, frame: &Frame<I::Real>) -> I::Real {
    isa.splat(DISTANCE_ERROR) * (sum_of_magnitudes(frame.offset_a) + extents(frame))
}

/// The sum of all half extents.
#[inline(always)]
fn extents<F: Singles>(frame: &Frame<F>) -> F {
    let [a, b] = [frame.own_a, frame.own_b];
    ((a[0] + a[1]) + a[2]) + ((b[0] + b[1]) + b[2])
}

/// How many distance bounds of normalized rotations closest points without a direction are apart at most: for each unit
/// by which a squared length differs from one, and for rotations that a view accepts.
const BOUNDS_PER_DEVIATION: f32 = DIRECTION_BOUNDS * (DISTANCE_DEVIATION_ERROR / DISTANCE_ERROR);
const MOST_BOUNDS: f32 =
    DIRECTION_BOUNDS + 2.0 * BORROWED_ROTATION_LENGTH_TOLERANCE * BOUNDS_PER_DEVIATION;

/// How far closest points without a direction are apart at most, in meters.
#[inline(always)]
fn noise<I: Isa>(isa: I, sides: &PairLanes<I>, frame: &Frame<I::Real>) -> I::Real {
    let PairLanes { a, b } = sides;
    let deviation = deviation(isa, a.rotation) + deviation(isa, b.rotation);
    let [own, of_each] = [isa.splat(DIRECTION_BOUNDS), isa.splat(BOUNDS_PER_DEVIATION)];
    let bounds = (of_each * deviation + own).lesser(isa.splat(MOST_BOUNDS));
    let size = squared(frame.offset_a).sqrt() + extents(frame);
    (isa.splat(DISTANCE_ERROR) * size) * bounds
}

/// By how much the squared length of a quaternion differs from one, less what it does if it is normalized.
///
/// Each component is a multiple of 2⁻⁹, whose squares have an exact sum, and a rest: rounding does not hide the
/// difference.
#[inline(always)]
fn deviation<I: Isa>(isa: I, quaternion: [I::Real; 4]) -> I::Real {
    // The sum with it is rounded to steps of 2⁻⁹.
    let coarse = isa.splat(1.5 * 16_384.0);
    let [mut of_high, mut of_low] = [isa.splat(-1.0), isa.splat(0.0)];
    for component in quaternion {
        let high = (component + coarse) - coarse;
        of_high = of_high + high * high;
        of_low = (component - high) * (component + high) + of_low;
    }
    let excess = (of_high + of_low).abs() - isa.splat(ROUNDED_ROTATION_LENGTH);
    excess.greater(isa.splat(0.0))
}

/// The frame with b moved along a direction of a's frame, in chosen lanes.
#[inline(always)]
fn moved<F: Singles>(frame: &Frame<F>, direction: [F; 3], by: F, chosen: F::Mask) -> Frame<F> {
    let along_b = along_columns(frame.rotation, direction);
    let mut offsets = [frame.offset_a, frame.offset_b];
    for (offset, direction) in offsets.iter_mut().zip([direction, along_b]) {
        let mut moved = *offset;
        for (component, along) in moved.iter_mut().zip(direction) {
            *component = by * along + *component;
        }
        *offset = select(chosen, moved, *offset);
    }
    let [offset_a, offset_b] = offsets;
    Frame { offset_a, offset_b, ..*frame }
}

/// The point of a and the direction along a's axes, and the distance.
struct Found<F> {
    on_a: [F; 3],
    direction: [F; 3],
    distance: F,
}

/// The rows in world coordinates; rows with a number that is not finite are reported as such.
#[inline(always)]
fn finished<I: Isa>(
    isa: I,
    sides: &PairLanes<I>,
    Found { on_a, direction, distance }: Found<I::Real>,
) -> RowLanes<I::Real> {
    let zero = isa.splat(0.0);
    let center = sides.a.center;
    let mut point = sides.a.in_world(on_a);
    for (component, center) in point.iter_mut().zip(center) {
        *component = center + *component;
    }
    let direction = sides.a.in_world(direction);
    let witness = (point[0] + point[1]) + (point[2] + distance);
    let witness = witness + ((direction[0] + direction[1]) + direction[2]);
    let finite = is_finite(isa, witness);
    let overlapping = isa.splat_integer(DistanceState::OVERLAPPING.code().into());
    let state = overlapping.keep(distance.at_most(zero));
    let not_finite = isa.splat_integer(DistanceState::NON_FINITE.code().into());
    let state = I::Real::from_bits(IntegerLanes::select(finite, state, not_finite));
    let distance = Lanes::select(finite, distance, isa.splat(f32::NAN));
    let point = select(finite, point, [zero, zero, zero]);
    let direction = select(finite, direction, [zero, zero, zero]);
    [[point[0], point[1], point[2], distance], [direction[0], direction[1], direction[2], state]]
}
