//! A batch of manifolds in memory, and its way into the caller's rows.
//!
//! Which slots a pair keeps differs from lane to lane, so the last step is taken pair by pair. It is
//! kept short: a contact is origin + u · step + v · step + gap · step, four floats wide, with the
//! depth behind the position; and it is always the most points that are written, the next pair's
//! over those that did not count, because a branch on their number would be guessed wrong once a
//! pair.

use octosat_lanes::{Arithmetic, Isa, Lanes, MAX_LANES, Row};

use super::clip::{SLOTS, Slots};
use super::plane::PlanePoint;
use super::settle::NoteMemory;
use crate::contacts::{ContactPoint, ContactStatus, Feature, Manifold};
use crate::results::Axis;

/// Adding this to a small whole number puts it into the low bits of the float.
const TO_LOW_BITS: f32 = 8_388_608.0;

/// A power of two that is not less than the number of slots, so that four bits index it.
const SLOT_ROOM: usize = 16;

/// The low bits of a whole number made by adding [`TO_LOW_BITS`].
#[inline(always)]
fn low_bits(value: f32) -> u32 {
    const MANTISSA: u32 = (1 << (f32::MANTISSA_DIGITS - 1)) - 1;
    value.to_bits() & MANTISSA
}

/// Unit directions of box a's face, and a point, in world coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorldFace<F> {
    /// The centre of a, or zero where positions are to be relative to it.
    pub(super) origin: [F; 3],
    /// The axes of a from its face's own on.
    pub(super) axes: [[F; 3]; 3],
    /// The signed height of a's face along the first of them.
    pub(super) top: F,
    /// The unit normal.
    pub(super) normal: [F; 3],
}

/// What decides a pair's row, beside its points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verdicts<F> {
    pub(super) depth: F,
    pub(super) code: F,
    pub(super) status: F,
}

/// Points of a batch, a slot and a lane each.
pub(super) struct SlotMemory {
    pub(super) u: [[f32; MAX_LANES]; SLOT_ROOM],
    pub(super) v: [[f32; MAX_LANES]; SLOT_ROOM],
    pub(super) gap: [[f32; MAX_LANES]; SLOT_ROOM],
    feature: [[f32; MAX_LANES]; SLOT_ROOM],
}

impl SlotMemory {
    /// The number of a lane's feature.
    #[inline(always)]
    pub(super) fn feature(&self, slot: usize, lane: usize) -> u32 {
        low_bits(self.feature[slot][lane])
    }
}

/// One batch in memory; kept from batch to batch, so that it is cleared once a call.
pub(super) struct BatchMemory {
    pub(super) slots: SlotMemory,
    origin: [Row; MAX_LANES],
    step_u: [Row; MAX_LANES],
    step_v: [Row; MAX_LANES],
    step_gap: [Row; MAX_LANES],
    chosen: [f32; MAX_LANES],
    rows: RowMemory,
    candidates: [f32; MAX_LANES],
    pub(super) notes: NoteMemory,
}

/// Rows of a batch without points.
pub(super) struct RowMemory {
    normal: [Row; MAX_LANES],
    code: [f32; MAX_LANES],
    status: [f32; MAX_LANES],
}

impl RowMemory {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            normal: [Row([0.0; 4]); MAX_LANES],
            code: [0.0; MAX_LANES],
            status: [0.0; MAX_LANES],
        }
    }

    /// Keeps a batch of rows.
    #[inline(always)]
    pub(super) fn keep<I: Isa>(
        &mut self,
        isa: I,
        normal: [I::Real; 3],
        verdicts: Verdicts<I::Real>,
    ) {
        let low = isa.splat(TO_LOW_BITS);
        isa.store_rows([normal[0], normal[1], normal[2], verdicts.depth], &mut self.normal);
        isa.store(verdicts.code + low, &mut self.code);
        isa.store(verdicts.status + low, &mut self.status);
    }

    /// The row of a lane, without points.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "both numbers are below 256")]
    pub(super) fn row(&self, lane: usize) -> Manifold {
        let Row([x, y, z, depth]) = self.normal[lane];
        Manifold {
            normal: [x, y, z],
            depth,
            first: 0,
            len: 0,
            axis: Axis::from_code(low_bits(self.code[lane]) as u8),
            status: ContactStatus::from_bits(low_bits(self.status[lane]) as u8),
        }
    }
}

impl BatchMemory {
    #[inline(always)]
    pub(super) fn new() -> Self {
        let slots = [[0.0; MAX_LANES]; SLOT_ROOM];
        let rows = [Row([0.0; 4]); MAX_LANES];
        Self {
            slots: SlotMemory { u: slots, v: slots, gap: slots, feature: slots },
            origin: rows,
            step_u: rows,
            step_v: rows,
            step_gap: rows,
            chosen: [0.0; MAX_LANES],
            rows: RowMemory::new(),
            candidates: [0.0; MAX_LANES],
            notes: NoteMemory::new(),
        }
    }

    /// Keeps the candidates of a batch; gaps above the margin by rounding count as the margin.
    #[inline(always)]
    pub(super) fn keep_slots<I: Isa>(&mut self, isa: I, slots: &Slots<I>, margin: I::Real) {
        for slot in 0..SLOTS {
            let PlanePoint { u, v, gap } = slots.points[slot];
            isa.store(u, &mut self.slots.u[slot]);
            isa.store(v, &mut self.slots.v[slot]);
            let gap = Lanes::select(margin.less(gap), margin, gap);
            isa.store(gap, &mut self.slots.gap[slot]);
            let feature = slots.features[slot] + isa.splat(TO_LOW_BITS);
            isa.store(feature, &mut self.slots.feature[slot]);
        }
    }

    /// Keeps what turns a batch's candidates into contacts.
    #[inline(always)]
    pub(super) fn keep_rows<I: Isa, A: Arithmetic>(
        &mut self,
        isa: I,
        world: &WorldFace<I::Real>,
        chosen: I::Real,
        verdicts: Verdicts<I::Real>,
    ) {
        let [zero, half] = [isa.splat(0.0), isa.splat(0.5)];
        let minus_one = zero - isa.splat(1.0);
        let WorldFace { origin, axes: [out, u, v], top, normal } = *world;
        let mut face = origin;
        let mut step = normal;
        for k in 0..3 {
            face[k] = A::multiply_add(top, out[k], origin[k]);
            step[k] = half * normal[k];
        }
        isa.store_rows([face[0], face[1], face[2], zero], &mut self.origin);
        isa.store_rows([u[0], u[1], u[2], zero], &mut self.step_u);
        isa.store_rows([v[0], v[1], v[2], zero], &mut self.step_v);
        isa.store_rows([step[0], step[1], step[2], minus_one], &mut self.step_gap);
        isa.store(chosen + isa.splat(TO_LOW_BITS), &mut self.chosen);
        self.rows.keep(isa, normal, verdicts);
    }

    /// Keeps the candidates' bits, from which last frame's points may be taken.
    #[inline(always)]
    pub(super) fn keep_candidates<I: Isa>(&mut self, isa: I, candidates: I::Real) {
        isa.store(candidates + isa.splat(TO_LOW_BITS), &mut self.candidates);
    }

    /// The bits of a lane's chosen slots.
    #[inline(always)]
    pub(super) fn chosen(&self, lane: usize) -> u32 {
        low_bits(self.chosen[lane])
    }

    /// The bits of a lane's candidates.
    #[inline(always)]
    pub(super) fn candidates(&self, lane: usize) -> u32 {
        low_bits(self.candidates[lane])
    }

    /// The row of a lane, the points of the chosen slots written to the front of `points`, which has
    /// room for `limit`.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "there are at most eight points")]
    pub(super) fn write(
        &self,
        lane: usize,
        mut chosen: u32,
        limit: usize,
        points: &mut [ContactPoint],
    ) -> Manifold {
        let count = (chosen.count_ones() as usize).min(limit);
        for four in points[..limit].as_chunks_mut::<4>().0 {
            for point in four {
                let slot = chosen.trailing_zeros() as usize % SLOT_ROOM;
                chosen &= chosen.wrapping_sub(1);
                *point = self.point(lane, slot);
            }
        }
        Manifold { len: count as u8, ..self.rows.row(lane) }
    }

    #[inline(always)]
    fn point(&self, lane: usize, slot: usize) -> ContactPoint {
        let [u, v] = [self.slots.u[slot][lane], self.slots.v[slot][lane]];
        let gap = self.slots.gap[slot][lane];
        let mut row = self.origin[lane].0;
        let [step_u, step_v, step_gap] =
            [&self.step_u[lane].0, &self.step_v[lane].0, &self.step_gap[lane].0];
        for k in 0..4 {
            row[k] = ((row[k] + u * step_u[k]) + v * step_v[k]) + gap * step_gap[k];
        }
        let [x, y, z, depth] = row;
        let feature = Feature(self.slots.feature(slot, lane));
        ContactPoint { position: [x, y, z], depth, feature }
    }
}

/// Contacts of closest points, a batch of them.
pub(super) struct ClosestMemory {
    /// The normal.
    normal: [Row; MAX_LANES],
    /// The position, and the depth behind it.
    point: [Row; MAX_LANES],
    feature: [f32; MAX_LANES],
}

/// The contact of a pair of closest points.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClosestContact {
    pub(super) normal: [f32; 3],
    pub(super) point: ContactPoint,
}

impl ClosestMemory {
    #[inline(always)]
    pub(super) fn new() -> Self {
        let rows = [Row([0.0; 4]); MAX_LANES];
        Self { normal: rows, point: rows, feature: [0.0; MAX_LANES] }
    }

    #[inline(always)]
    pub(super) fn keep<I: Isa>(
        &mut self,
        isa: I,
        normal: [I::Real; 3],
        point: PlacedPoint<I::Real>,
        feature: I::Real,
    ) {
        let PlacedPoint { position, depth } = point;
        isa.store_rows([normal[0], normal[1], normal[2], depth], &mut self.normal);
        isa.store_rows([position[0], position[1], position[2], depth], &mut self.point);
        isa.store(feature + isa.splat(TO_LOW_BITS), &mut self.feature);
    }

    #[inline(always)]
    pub(super) fn contact(&self, lane: usize) -> ClosestContact {
        let Row([nx, ny, nz, _]) = self.normal[lane];
        let Row([x, y, z, depth]) = self.point[lane];
        let feature = Feature(low_bits(self.feature[lane]));
        ClosestContact {
            normal: [nx, ny, nz],
            point: ContactPoint { position: [x, y, z], depth, feature },
        }
    }
}

/// A contact's position and depth, in lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedPoint<F> {
    pub(super) position: [F; 3],
    pub(super) depth: F,
}
