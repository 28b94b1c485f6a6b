//! The points and names of last frame, kept where this frame's are not better by more than the
//! hysteresis, and what is remembered for the next: pair by pair, because each has its own.

use octosat_lanes::{Isa, MAX_LANES, Row};

use super::recycle::{KEPT_POINTS, number_of};
use super::rows::{BatchMemory, SlotMemory};
use crate::coherence::{FEATURES, HEADER, POINTS, POSE, PairMemory};
use crate::contacts::{ContactPoint, Feature, Manifold};
use crate::tolerances::{AXIS_HYSTERESIS, NAME_HYSTERESIS, POINT_HYSTERESIS};

/// In the place of a shape: extents never add up to it, so the manifold is not recycled.
pub(super) const NOT_RECYCLED: f32 = -1.0;

/// What of a batch only memories need, in memory.
pub(super) struct NoteMemory {
    verdict: [f32; MAX_LANES],
    faces: [f32; MAX_LANES],
    shape: [f32; MAX_LANES],
    margin: [f32; MAX_LANES],
    /// The sum of the six half extents.
    scale: [f32; MAX_LANES],
    pose: [[Row; MAX_LANES]; POSE.len()],
}

/// What memories are made of, in lanes.
pub(super) struct Notes<F> {
    /// 1 + the axis number.
    pub(super) verdict: F,
    pub(super) faces: F,
    pub(super) shape: F,
    pub(super) margin: F,
    pub(super) scale: F,
    pub(super) pose: [[F; 4]; POSE.len()],
}

/// A bit for each slot that a feature of this list has.
fn slots_of(features: &[f32; KEPT_POINTS], slots: &SlotMemory, lane: usize, among: u32) -> u32 {
    let mut found = 0;
    let mut rest = among;
    while rest != 0 {
        let slot = rest.trailing_zeros();
        rest &= rest - 1;
        let name = slots.feature(slot as usize, lane);
        if features.iter().any(|&remembered| remembered > 0.0 && number_of(remembered) == name) {
            found |= 1 << slot;
        }
    }
    found
}

/// The slots of a set of bits, at most [`KEPT_POINTS`], and how many there are.
#[derive(Clone, Copy)]
struct SlotList {
    slots: [usize; KEPT_POINTS],
    len: usize,
}

impl SlotList {
    fn new(mut bits: u32) -> Self {
        let mut list = Self { slots: [0; KEPT_POINTS], len: 0 };
        while bits != 0 && list.len < KEPT_POINTS {
            list.slots[list.len] = bits.trailing_zeros() as usize;
            list.len += 1;
            bits &= bits - 1;
        }
        list
    }

    fn as_slice(&self) -> &[usize] {
        &self.slots[..self.len]
    }
}

/// Twice the area that four slots of a lane span: the largest cross product of two diagonals.
fn twice_area(slots: &SlotMemory, lane: usize, four: &[usize; KEPT_POINTS]) -> f32 {
    let across = |from: usize, to: usize| {
        let [from, to] = [four[from], four[to]];
        [slots.u[to][lane] - slots.u[from][lane], slots.v[to][lane] - slots.v[from][lane]]
    };
    let mut largest = 0.0;
    for [a, b, c, d] in [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]] {
        let [first, second] = [across(a, b), across(c, d)];
        let area = (first[0] * second[1] - first[1] * second[0]).abs();
        if area > largest {
            largest = area;
        }
    }
    largest
}

/// The least gap of some slots of a lane.
fn least_gap(slots: &SlotMemory, lane: usize, mut bits: u32) -> f32 {
    let mut least = f32::INFINITY;
    while bits != 0 {
        let gap = slots.gap[bits.trailing_zeros() as usize][lane];
        bits &= bits - 1;
        if gap < least {
            least = gap;
        }
    }
    least
}

/// The chosen slots of a lane, or last frame's four if all are still candidates and hardly worse.
pub(super) fn settled_slots(batch: &BatchMemory, lane: usize, memory: &PairMemory) -> u32 {
    let [chosen, candidates] = [batch.chosen(lane), batch.candidates(lane)];
    let last = slots_of(&memory.rows[FEATURES].0, &batch.slots, lane, candidates);
    let left_out = candidates.count_ones() > chosen.count_ones();
    let four = chosen.count_ones() == 4 && last.count_ones() == 4;
    if !left_out || !four || last == chosen {
        return chosen;
    }
    let slots = &batch.slots;
    let deepest = least_gap(slots, lane, candidates);
    let nearly_deepest = deepest + AXIS_HYSTERESIS * deepest.abs();
    let needed = (1.0 - POINT_HYSTERESIS) * twice_area(slots, lane, &SlotList::new(chosen).slots);
    let as_large = twice_area(slots, lane, &SlotList::new(last).slots) >= needed;
    let as_deep = least_gap(slots, lane, last) <= nearly_deepest;
    if as_large && as_deep { last } else { chosen }
}

/// Gives points that are new the names of points that are gone and were at the same place, and
/// remembers the manifold.
pub(super) fn settle_names(
    batch: &BatchMemory,
    lane: usize,
    chosen: u32,
    points: &mut [ContactPoint],
    memory: &mut PairMemory,
) {
    let slots = SlotList::new(chosen);
    let notes = &batch.notes;
    let before = *memory;
    let same_faces = before.rows[HEADER].0[1].to_bits() == notes.faces[lane].to_bits();
    if before.had_contacts() && same_faces {
        let reach = NAME_HYSTERESIS * notes.scale[lane];
        for (k, &slot) in slots.as_slice().iter().enumerate() {
            let place = [batch.slots.u[slot][lane], batch.slots.v[slot][lane]];
            if let Some(name) = name_of_the_same_place(&before, points, k, place, reach) {
                points[k].feature = name;
            }
        }
    }
    let few = chosen.count_ones() as usize <= KEPT_POINTS;
    let shape = if few { notes.shape[lane] } else { NOT_RECYCLED };
    let [u, v, gap] = POINTS;
    let [verdict, faces, margin] = [notes.verdict[lane], notes.faces[lane], notes.margin[lane]];
    *memory = PairMemory::default();
    memory.rows[HEADER] = Row([verdict, faces, shape, margin]);
    for (row, of_lanes) in POSE.into_iter().zip(&notes.pose) {
        memory.rows[row] = of_lanes[lane];
    }
    for (k, (&slot, point)) in slots.as_slice().iter().zip(points.iter()).enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "features are below 2^24")]
        {
            memory.rows[FEATURES].0[k] = 1.0 + point.feature.0 as f32;
        }
        memory.rows[u].0[k] = batch.slots.u[slot][lane];
        memory.rows[v].0[k] = batch.slots.v[slot][lane];
        memory.rows[gap].0[k] = batch.slots.gap[slot][lane];
    }
}

/// The name that a new point takes over, if there is one: point `k` is new, an old point of another
/// name was within reach of it, and no point has that name now.
fn name_of_the_same_place(
    before: &PairMemory,
    points: &[ContactPoint],
    k: usize,
    place: [f32; 2],
    reach: f32,
) -> Option<Feature> {
    let features = before.rows[FEATURES].0;
    let is_old = |name: Feature| {
        features.iter().any(|&feature| feature > 0.0 && number_of(feature) == name.0)
    };
    if is_old(points[k].feature) {
        return None;
    }
    let [u, v, _] = POINTS.map(|row| before.rows[row].0);
    (0..KEPT_POINTS).find_map(|old| {
        let name = Feature(number_of(features[old]));
        let near = (u[old] - place[0]).abs() <= reach && (v[old] - place[1]).abs() <= reach;
        let free = points.iter().all(|point| point.feature != name);
        (features[old] > 0.0 && near && free).then_some(name)
    })
}

impl NoteMemory {
    #[inline(always)]
    pub(super) fn new() -> Self {
        let zero = [0.0; MAX_LANES];
        Self {
            verdict: zero,
            faces: zero,
            shape: zero,
            margin: zero,
            scale: zero,
            pose: [[Row([0.0; 4]); MAX_LANES]; POSE.len()],
        }
    }

    /// Keeps what memories are made of.
    #[inline(always)]
    pub(super) fn keep<I: Isa>(&mut self, isa: I, notes: Notes<I::Real>) {
        isa.store(notes.verdict, &mut self.verdict);
        isa.store(notes.faces, &mut self.faces);
        isa.store(notes.shape, &mut self.shape);
        isa.store(notes.margin, &mut self.margin);
        isa.store(notes.scale, &mut self.scale);
        for (rows, components) in self.pose.iter_mut().zip(notes.pose) {
            isa.store_rows(components, rows);
        }
    }
}

impl BatchMemory {
    /// The row of a lane and its points, as steady as the pair's memory makes them; the memory is
    /// renewed.
    #[inline(always)]
    pub(super) fn write_settled(
        &self,
        lane: usize,
        limit: usize,
        points: &mut [ContactPoint],
        memory: &mut PairMemory,
    ) -> Manifold {
        let chosen = settled_slots(self, lane, memory);
        let row = self.write(lane, chosen, limit, points);
        settle_names(self, lane, chosen, &mut points[..usize::from(row.len)], memory);
        row
    }
}
