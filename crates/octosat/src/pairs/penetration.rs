//! Axis, depth and normal: faces are tested for every pair, edges only for pairs that no face separates by
//! more than `within`.
//!
//! A batch whose lanes all pass the faces continues immediately. The remaining pairs of other batches are
//! queued and continue in full batches, so that separated pairs do not cost nine edge tests. A pair's result
//! does not depend on this path, nor on its neighbors.

use octosat_lanes::{IntegerLanes, Isa, Lanes, MAX_LANES, Mask, Row};
use octosat_rows::{Axis, Penetration};

use crate::axes::choice::{BestAxis, BestFace, best_axis, best_face, local_normal};
use crate::axes::frame::Frame;
use crate::call::batches::{Batches, PairLanes, Pairs};
use crate::call::dispatch::RowKernel;
use crate::call::queue::Queue;
use crate::vector::is_finite;

/// The query about pairs of boxes; see [`crate::Engine::penetrations`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Penetrations;

impl RowKernel<Pairs<'_>> for Penetrations {
    type Row = Penetration;

    const NANOSECONDS: usize = 14;

    fn rows<I: Isa>(self, isa: I, batches: &Batches<'_, Pairs<'_>>, rows: &mut [Penetration]) {
        let mut queue = Queue::new();
        batches.for_each_chunk(rows, |part, rows| {
            queue.clear();
            isa.enter(
                #[inline(always)]
                || {
                    faces(isa, part, &mut queue, rows);
                    drain(isa, part, &mut queue, rows);
                },
            );
        });
    }
}

/// Tests the faces of every pair, and all axes of batches that continue whole; queues the other pairs that
/// continue.
#[inline(always)]
fn faces<I: Isa>(
    isa: I,
    batches: &Batches<'_, Pairs<'_>>,
    queue: &mut Queue<0>,
    rows: &mut [Penetration],
) {
    let len = rows.len();
    batches.for_each_rows(
        isa,
        rows,
        #[inline(always)]
        |first, sides, farthest, rows| {
            let frame = sides.a.frame(isa, &sides.b);
            let face = best_face(isa, &frame);
            let survivors = face.best.separation.at_most(farthest) & face.finite;
            if survivors.bits().count_ones() as usize == I::LANES {
                let stored = all_axes(isa, sides, &frame, face.best);
                for (lane, row) in rows.iter_mut().enumerate() {
                    *row = stored.row(lane);
                }
            } else {
                write_faces(isa, face, rows);
                queue.push(isa, survivors, first, []);
            }
        },
    );
    queue.forget_from(len);
}

/// Tests all axes of every queued pair, in full batches; the last batch repeats a pair.
#[inline(always)]
fn drain<I: Isa>(
    isa: I,
    batches: &Batches<'_, Pairs<'_>>,
    queue: &mut Queue<0>,
    rows: &mut [Penetration],
) {
    queue.pad::<I>();
    let mut next = 0;
    while next < queue.len() {
        let positions = queue.positions::<I>(next);
        let sides = batches.load_at(isa, positions);
        let frame = sides.a.frame(isa, &sides.b);
        let face = face_of_rows(isa, positions, rows);
        let stored = all_axes(isa, &sides, &frame, face);
        for (lane, &position) in positions.iter().enumerate() {
            rows[position as usize] = stored.row(lane);
        }
        next += I::LANES;
    }
}

/// The best faces of a batch, as [`write_faces`] left them in the rows at `positions`.
#[inline(always)]
fn face_of_rows<I: Isa>(isa: I, positions: &[u32], rows: &[Penetration]) -> BestAxis<I::Real> {
    let (mut depths, mut codes) = ([0.0; MAX_LANES], [0; MAX_LANES]);
    for ((depth, code), &position) in depths.iter_mut().zip(&mut codes).zip(positions) {
        let row = &rows[position as usize];
        (*depth, *code) = (row.depth, row.axis.number());
    }
    let separation = isa.splat(0.0) - isa.load(&depths);
    BestAxis { separation, code: isa.load_integers(&codes) }
}

/// Results of one batch, back in memory.
pub(crate) struct Stored {
    /// The normal, followed by the depth.
    rows: [Row; MAX_LANES],
    /// The axis number.
    codes: [i32; MAX_LANES],
}

impl Stored {
    /// Rows in the lanes whose numbers are finite, and constants in the others.
    #[inline(always)]
    pub(crate) fn new<I: Isa>(
        isa: I,
        [x, y, z]: [I::Real; 3],
        depth: I::Real,
        code: I::Integer,
    ) -> Self {
        let mut stored = Self { rows: [Row([0.0; 4]); MAX_LANES], codes: [0; MAX_LANES] };
        let finite = is_finite(isa, (x + y) + (z + depth));
        let depth = Lanes::select(finite, depth, isa.splat(f32::NAN));
        let not_finite = isa.splat_integer(Axis::NON_FINITE.number());
        let code = IntegerLanes::select(finite, code, not_finite);
        isa.store_rows([x.keep(finite), y.keep(finite), z.keep(finite), depth], &mut stored.rows);
        isa.store_integers(code, &mut stored.codes);
        stored
    }

    #[inline(always)]
    pub(crate) fn row(&self, lane: usize) -> Penetration {
        let Row([x, y, z, depth]) = self.rows[lane];
        let axis = Axis::from_number(self.codes[lane]);
        Penetration { normal: [x, y, z], depth, axis, ..Penetration::default() }
    }
}

/// The winner of all fifteen axes for a batch.
#[inline(always)]
fn all_axes<I: Isa>(
    isa: I,
    sides: &PairLanes<I>,
    frame: &Frame<I::Real>,
    face: BestAxis<I::Real>,
) -> Stored {
    let best = best_axis(isa, frame, face);
    let local = local_normal(isa, frame, best.code);
    let world = sides.a.in_world(local);
    Stored::new(isa, world, isa.splat(0.0) - best.separation, best.code)
}

/// Writes the rows of a batch by its faces alone; they are final for pairs that a face separates by more than
/// `within`.
#[inline(always)]
fn write_faces<I: Isa>(isa: I, face: BestFace<I>, batch: &mut [Penetration]) {
    let depth = isa.splat(0.0) - face.best.separation;
    let finite = face.finite & is_finite(isa, depth);
    let depth = Lanes::select(finite, depth, isa.splat(f32::NAN));
    let not_finite = isa.splat_integer(Axis::NON_FINITE.number());
    let code = IntegerLanes::select(finite, face.best.code, not_finite);
    isa.store_sparse::<{ size_of::<Penetration>() / 4 }>(
        depth,
        code,
        bytemuck::cast_slice_mut(batch),
    );
}
