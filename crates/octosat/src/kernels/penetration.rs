//! Axis, depth and normal: faces for every pair, edges only for pairs that no face dismisses.
//!
//! A batch whose lanes all survive its faces goes on where it stands. Survivors of other batches
//! are queued and go on in full batches, so that dismissed pairs do not pay for the nine edges. A
//! pair's result does not depend on which way it went, nor on its neighbours.

use core::ops::Range;

use octosat_lanes::{Arithmetic, Isa, Lanes, MAX_LANES, Mask, Row};

use super::choice::{BestAxis, BestFace, MetricFrame, best_axis, best_face, local_normal};
use super::chunk::{Chunk, Sides};
use crate::frame::Basis;
use crate::results::{Axis, Penetration};

/// The most pairs a chunk of this query may hold.
pub(crate) const MAX_CHUNK: usize = 512;

/// Adding this to a small whole number puts it into the low bits of the float.
const TO_LOW_BITS: f32 = 8_388_608.0;

/// Penetrations of a chunk of whole batches, at most [`MAX_CHUNK`] pairs, in order.
#[inline(always)]
pub(crate) fn penetration_chunk<I: Isa, A: Arithmetic, B: Basis>(
    isa: I,
    chunk: &Chunk<'_, '_, B>,
    rows: &mut [Penetration],
) {
    let mut queue = Queue::new();
    let mut first = 0_u32;
    for batch in rows.chunks_exact_mut(I::LANES) {
        let start = first as usize;
        chunk.prefetch(isa, start);
        let sides = chunk.load(isa, start);
        let frame = B::metric_frame::<I, A>(isa, &sides.a, &sides.b);
        let face = best_face::<I, A>(isa, &frame);
        let near = face.best.separation.at_most(chunk.margins(isa, start));
        let survivors = near & face.finite;
        if survivors.bits().count_ones() as usize == I::LANES {
            let stored = all_axes::<I, A, B>(isa, &sides, &frame, face.best);
            for (lane, row) in batch.iter_mut().enumerate() {
                *row = stored.row(lane);
            }
        } else {
            write_faces(isa, face, batch);
            queue.push(isa, survivors, first, face.best);
        }
        #[expect(clippy::cast_possible_truncation, reason = "the widest backend has 16 lanes")]
        {
            first += I::LANES as u32;
        }
    }
    queue.drain::<I, A, B>(isa, chunk, rows);
}

/// Pairs that go on to the edges: where they stand, and their best faces.
///
/// Their frames are made anew: storing all of a frame costs about what loading and making it does.
struct Queue {
    positions: [u32; QUEUE],
    separations: [f32; QUEUE],
    codes: [f32; QUEUE],
    len: usize,
}

/// Every pair of a chunk may be queued, and a batch is written whole behind the last.
const QUEUE: usize = MAX_CHUNK + MAX_LANES;

impl Queue {
    #[inline(always)]
    fn new() -> Self {
        Self { positions: [0; QUEUE], separations: [0.0; QUEUE], codes: [0.0; QUEUE], len: 0 }
    }

    /// Appends the chosen lanes of the batch that starts at `first`.
    #[inline(always)]
    fn push<I: Isa>(&mut self, isa: I, chosen: I::Mask, first: u32, face: BestAxis<I::Real>) {
        isa.store_positions(chosen, first, &mut self.positions[self.len..]);
        isa.store_chosen(chosen, face.separation, &mut self.separations[self.len..]);
        isa.store_chosen(chosen, face.code, &mut self.codes[self.len..]);
        self.len += chosen.bits().count_ones() as usize;
    }

    /// Gives every queued pair all its axes, in full batches; the last one repeats a pair.
    #[inline(always)]
    fn drain<I: Isa, A: Arithmetic, B: Basis>(
        &mut self,
        isa: I,
        chunk: &Chunk<'_, '_, B>,
        rows: &mut [Penetration],
    ) {
        let Some(last) = self.len.checked_sub(1) else { return };
        let padding = self.len..self.len + I::LANES;
        let Self { positions, separations, codes, .. } = self;
        repeat(positions, last, padding.clone());
        repeat(separations, last, padding.clone());
        repeat(codes, last, padding);
        let mut next = 0;
        while next < self.len {
            let positions = &self.positions[next..next + I::LANES];
            let sides = chunk.load_at(isa, positions);
            let frame = B::metric_frame::<I, A>(isa, &sides.a, &sides.b);
            let face = BestAxis {
                separation: isa.load(&self.separations[next..]),
                code: isa.load(&self.codes[next..]),
            };
            let stored = all_axes::<I, A, B>(isa, &sides, &frame, face);
            for (lane, &position) in positions.iter().enumerate() {
                rows[position as usize] = stored.row(lane);
            }
            next += I::LANES;
        }
    }
}

/// Copies one value over a range.
#[inline(always)]
fn repeat<T: Copy>(values: &mut [T], from: usize, to: Range<usize>) {
    let value = values[from];
    values[to].fill(value);
}

/// Results of one batch, back in memory.
struct Stored {
    /// The normal, and the depth behind it.
    rows: [Row; MAX_LANES],
    /// The axis number in the low bits.
    codes: [f32; MAX_LANES],
}

impl Stored {
    #[inline(always)]
    fn new<I: Isa>(isa: I, normal: [I::Real; 3], depth: I::Real, code: I::Real) -> Self {
        let mut stored = Self { rows: [Row([0.0; 4]); MAX_LANES], codes: [0.0; MAX_LANES] };
        isa.store_rows([normal[0], normal[1], normal[2], depth], &mut stored.rows);
        isa.store(code + isa.splat(TO_LOW_BITS), &mut stored.codes);
        stored
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the number is the low byte")]
    fn row(&self, lane: usize) -> Penetration {
        let Row([x, y, z, depth]) = self.rows[lane];
        let axis = Axis::from_code(self.codes[lane].to_bits() as u8);
        Penetration { normal: [x, y, z], depth, axis }
    }
}

/// The winner of all fifteen axes for a batch.
#[inline(always)]
fn all_axes<I: Isa, A: Arithmetic, B: Basis>(
    isa: I,
    sides: &Sides<I, B>,
    frame: &MetricFrame<I::Real>,
    face: BestAxis<I::Real>,
) -> Stored {
    let best = best_axis::<I, A>(isa, frame, face);
    let local = local_normal::<I, A>(isa, frame, best.code);
    let world = B::to_world::<I, A>(isa, &sides.a, local);
    Stored::new(isa, world, isa.splat(0.0) - best.separation, best.code)
}

/// Rows of a batch by its faces alone: final for the pairs they dismiss.
#[inline(always)]
fn write_faces<I: Isa>(isa: I, face: BestFace<I>, batch: &mut [Penetration]) {
    let zero = isa.splat(0.0);
    let not_finite = f32::from(Axis::NON_FINITE.code());
    let depth = Lanes::select(face.finite, zero - face.best.separation, isa.splat(f32::NAN));
    let code = Lanes::select(face.finite, face.best.code, isa.splat(not_finite));
    let stored = Stored::new(isa, [zero; 3], depth, code);
    for (lane, row) in batch.iter_mut().enumerate() {
        *row = stored.row(lane);
    }
}
