//! The points and names of last frame, kept where this frame's are not better by more than the
//! hysteresis, and what is remembered for the next.
//!
//! Each step is taken by whole batches, and left out where no lane needs it: at rest, a pair's
//! points and names are those of last frame anyway.

use bytemuck::Zeroable;
use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes, MAX_LANES, Mask, Row};

use super::batch::Remembered;
use super::clip::{SLOTS, Slots};
use super::faces::FacePair;
use super::pack::{End, NO_FEATURE, PACKED, Packed};
use super::plane::PlanePoint;
use super::recall::{LastFeatures, Memories};
use super::reduce::count_all;
use crate::coherence::{FEATURES, HEADER, POINTS, POSE, PairMemory, ROWS};
use crate::tolerances::{AXIS_HYSTERESIS, NAME_HYSTERESIS, POINT_HYSTERESIS};

/// In the place of a shape: extents never add up to it, so the manifold is not recycled.
pub(super) const NOT_RECYCLED: f32 = -1.0;

/// Points that look for a name.
struct Nameless<I: Isa> {
    /// The lanes in which each point is new.
    new: [I::Mask; PACKED],
    /// The features of last frame's points, and where these lay in the plane of a's face.
    last: LastFeatures<I>,
    last_u: [I::Real; PACKED],
    last_v: [I::Real; PACKED],
    /// Metres within which a point is at the same place.
    reach: I::Real,
}

/// Twice the area that four points span: the largest cross product of two diagonals.
#[inline(always)]
fn twice_area<F: Lanes, A: Arithmetic>(points: &[PlanePoint<F>; PACKED]) -> F {
    let [a, b, c, d] = *points;
    let mut largest = b.minus(a).cross::<A>(d.minus(c)).abs();
    for area in [c.minus(a).cross::<A>(d.minus(b)).abs(), d.minus(a).cross::<A>(c.minus(b)).abs()] {
        largest = area.greater(largest);
    }
    largest
}

/// The least gap of four points.
#[inline(always)]
fn least_gap<F: Lanes>(points: &[PlanePoint<F>; PACKED]) -> F {
    let mut least = points[0].gap;
    for point in &points[1..] {
        least = point.gap.lesser(least);
    }
    least
}

/// Which candidates last frame had.
pub(super) struct LastSlots<I: Isa> {
    slots: [I::Mask; SLOTS],
}

impl<I: Isa> LastSlots<I> {
    /// Of the candidates, before any is left out.
    #[inline(always)]
    pub(super) fn of(isa: I, memories: &Memories<'_>, candidates: &Slots<I>) -> Self {
        let features = LastFeatures::load(isa, memories);
        let zero = isa.splat_integer(0);
        let mut last = Self { slots: [zero.less(zero); SLOTS] };
        last.fill_four(isa, &features, candidates, 0);
        last.fill_four(isa, &features, candidates, 4);
        last
    }

    #[inline(always)]
    fn fill_four(
        &mut self,
        isa: I,
        features: &LastFeatures<I>,
        candidates: &Slots<I>,
        first: usize,
    ) {
        for slot in first..first + 4 {
            let had = features.have(isa, candidates.features[slot]);
            self.slots[slot] = candidates.present[slot] & had;
        }
    }

    /// Where one of four slots is held that was not chosen.
    #[inline(always)]
    fn differ_in_four(&self, chosen: &Slots<I>, first: usize) -> I::Mask {
        let mut differ = self.slots[first] & !chosen.present[first];
        for slot in first + 1..first + 4 {
            differ = differ | (self.slots[slot] & !chosen.present[slot]);
        }
        differ
    }
}

impl<I: Isa> Slots<I> {
    /// Puts last frame's four points in the place of the chosen four, where all are still candidates
    /// and hardly worse.
    #[inline(always)]
    pub(super) fn settle<A: Arithmetic>(
        &mut self,
        isa: I,
        last: &LastSlots<I>,
        contested: I::Mask,
        noise: I::Real,
    ) {
        let four = count_all(isa, &last.slots).equals(isa.splat_integer(4));
        let differ = last.differ_in_four(self, 0) | last.differ_in_four(self, 4);
        let contested = contested & four & differ;
        if contested.bits() == 0 {
            return;
        }
        let now = self.packed(isa, &self.present, End::First).points;
        let before = self.packed(isa, &last.slots, End::First).points;
        let least_area = isa.splat(1.0 - POINT_HYSTERESIS) * twice_area::<_, A>(&now);
        let deepest = least_gap(&now);
        let slack = A::multiply_add(isa.splat(AXIS_HYSTERESIS), deepest.abs(), noise);
        let kept = contested
            & least_area.at_most(twice_area::<_, A>(&before))
            & least_gap(&before).at_most(deepest + slack);
        self.take_four(last, kept, 0);
        self.take_four(last, kept, 4);
    }

    #[inline(always)]
    fn take_four(&mut self, last: &LastSlots<I>, kept: I::Mask, first: usize) {
        for slot in first..first + 4 {
            self.present[slot] = (kept & last.slots[slot]) | (self.present[slot] & !kept);
        }
    }
}

/// Points of a batch that may take names from last frame.
pub(super) struct Naming<'a, I: Isa> {
    pub(super) remembered: Remembered<'a, I>,
    /// Pairs in contact then and now, by the same faces, with at most four points.
    pub(super) lanes: I::Mask,
    /// The faces that were clipped.
    pub(super) faces: &'a FacePair<I>,
}

impl<I: Isa> Naming<'_, I> {
    /// Gives points that are new the names of points that are gone and were at the same place.
    #[inline(always)]
    pub(super) fn settle(&self, isa: I, packed: &mut Packed<I::Real>) {
        let nothing = isa.splat_integer(NO_FEATURE);
        let last = LastFeatures::load(isa, &self.remembered.memories);
        let mut new = [self.lanes; PACKED];
        let mut any = 0;
        for (new, &feature) in new.iter_mut().zip(&packed.features) {
            *new = self.lanes & !(last.have(isa, feature) | feature.equals(nothing));
            any |= new.bits();
        }
        if any == 0 {
            return;
        }
        let [last_u, last_v] = self.remembered.memories.load(isa, [POINTS[0], POINTS[1]]);
        let mut nameless =
            Nameless::<I> { new, last, last_u, last_v, reach: reach(isa, self.faces) };
        // Spelt out: a loop over all sixteen stays rolled.
        self.rename_to(isa, packed, &mut nameless, 0);
        self.rename_to(isa, packed, &mut nameless, 1);
        self.rename_to(isa, packed, &mut nameless, 2);
        self.rename_to(isa, packed, &mut nameless, 3);
    }

    /// Gives the name of last frame's point `old` to the first new point at its place, if no point
    /// has it.
    #[inline(always)]
    fn rename_to(
        &self,
        isa: I,
        packed: &mut Packed<I::Real>,
        nameless: &mut Nameless<I>,
        old: usize,
    ) {
        let remembered = nameless.last.0[old];
        let name = remembered - isa.splat_integer(1);
        let mut free = isa.splat_integer(0).less(remembered);
        for feature in packed.features {
            free = free & !feature.equals(name);
        }
        for k in 0..PACKED {
            let point = packed.points[k];
            let near = (point.u - nameless.last_u[old]).abs().at_most(nameless.reach)
                & (point.v - nameless.last_v[old]).abs().at_most(nameless.reach);
            let taken = nameless.new[k] & free & near;
            packed.features[k] = IntegerLanes::select(taken, name, packed.features[k]);
            nameless.new[k] = nameless.new[k] & !taken;
            free = free & !taken;
        }
    }
}

/// How far a point may lie from one of last frame's and still be at its place: far less than from
/// one corner of a face to the next.
#[inline(always)]
fn reach<I: Isa>(isa: I, faces: &FacePair<I>) -> I::Real {
    let [_, u, v] = faces.half_a;
    let mut shortest = v.lesser(u);
    for side in [faces.half_b[1], faces.half_b[2]] {
        shortest = side.lesser(shortest);
    }
    isa.splat(NAME_HYSTERESIS) * shortest
}

/// The memories of a batch, as rows.
#[derive(Zeroable)]
pub(super) struct NoteMemory {
    rows: [[Row; MAX_LANES]; ROWS],
}

/// What memories are made of but for the points, in lanes: header and pose.
pub(super) struct Notes<F> {
    pub(super) header: [F; 4],
    pub(super) pose: [[F; 4]; 3],
}

impl NoteMemory {
    /// Keeps headers and poses.
    #[inline(always)]
    pub(super) fn keep<I: Isa>(&mut self, isa: I, notes: &Notes<I::Real>) {
        isa.store_rows(notes.header, &mut self.rows[HEADER]);
        isa.store_rows(notes.pose[0], &mut self.rows[POSE[0]]);
        isa.store_rows(notes.pose[1], &mut self.rows[POSE[1]]);
        isa.store_rows(notes.pose[2], &mut self.rows[POSE[2]]);
    }

    /// Keeps points, and their features in the lanes of `lasting`.
    #[inline(always)]
    pub(super) fn keep_points<I: Isa>(
        &mut self,
        isa: I,
        packed: &Packed<I::Real>,
        lasting: I::Mask,
    ) {
        let one = isa.splat_integer(1);
        let mut features = [isa.splat(0.0); PACKED];
        for (bits, feature) in features.iter_mut().zip(packed.features) {
            *bits = Lanes::from_bits((feature + one).keep(lasting));
        }
        let [first, second, third, fourth] = packed.points;
        isa.store_rows(features, &mut self.rows[FEATURES]);
        isa.store_rows([first.u, second.u, third.u, fourth.u], &mut self.rows[POINTS[0]]);
        isa.store_rows([first.v, second.v, third.v, fourth.v], &mut self.rows[POINTS[1]]);
        isa.store_rows([first.gap, second.gap, third.gap, fourth.gap], &mut self.rows[POINTS[2]]);
    }

    /// Writes the memory of a lane: row by row, so that it is copied once.
    #[inline(always)]
    pub(super) fn write(&self, lane: usize, to: &mut PairMemory) {
        for (to, row) in to.rows.iter_mut().zip(&self.rows) {
            *to = row[lane];
        }
    }
}
