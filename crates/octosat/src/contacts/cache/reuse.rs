//! Which pairs of a chunk need no computation, and until when a computed row may be taken over.
//!
//! No point of a box has moved farther than the path of the box has grown. So boxes whose paths together have grown by
//! less than the gap between them are still apart. And the depth of a pair changes by no more than its paths have grown
//! since it was computed. Only pairs of two slow boxes are tested.

use octosat_lanes::{IntegerLanes, Isa, Lanes, MAX_LANES};

use super::boxes::Motion;
use super::past::{FORGOTTEN, PairState, Past, TOUCHED};
use super::places::NEW;
use super::work::{CacheScratch, CachedPairs, CachedRows, FOUR, SlowFacts};
use crate::contacts::points::index;
use crate::contacts::{ContactKind, Manifold};
use crate::queue::Queue;
use crate::tolerances::REUSED_CLOSEST_MOTION;

/// Copies this many values that belong to points, four at a time.
#[inline(always)]
fn copy_points<T: Copy>(len: u8, to: &mut [T], from: &[T]) {
    to[..FOUR].copy_from_slice(&from[..FOUR]);
    if usize::from(len) > FOUR {
        to[FOUR..2 * FOUR].copy_from_slice(&from[FOUR..2 * FOUR]);
    }
}

/// A manifold that is taken over from the last frame.
pub(super) struct TakenOver {
    /// The place of the pair in the last list.
    pub(super) place: u32,
    pub(super) row: Manifold,
    /// The error of second order that the step of both boxes adds to the depth of a moved manifold. It counts as motion.
    ///
    /// Since it was computed, its points slid by at most `motion` times the smallest half extent. The angle of a step
    /// is at most the length of the step, divided by a distance longer than that half extent. So the change of the
    /// depth, which is at most their product, is at most `motion` times the step.
    pub(super) slide: f32,
}

/// Pads the last batch of this many values with the last value.
fn fill_up<T: Copy>(values: &mut [T], len: usize) {
    if let Some(last) = len.checked_sub(1) {
        let value = values[last];
        values[len..len + MAX_LANES].fill(value);
    }
}

/// The length of the paths of two boxes together, with their distances to their anchors, in meters.
#[inline(always)]
fn path(a: &Motion, b: &Motion) -> f64 {
    (a.path + b.path) + f64::from(a.off + b.off)
}

impl Past<'_> {
    /// Finds the places of a chunk's pairs in the last list; pairs that must be treated as new have none.
    pub(super) fn find_places(&self, pairs: CachedPairs<'_, '_>, places: &mut [u32]) {
        self.places.find(self.lists, pairs.first, places);
        if self.any_forgotten {
            let is_unknown = |index: u32| self.boxes.of(index).is_unknown();
            for (position, place) in places.iter_mut().enumerate() {
                let forgotten = self.state(*place).hint == FORGOTTEN;
                if forgotten || pairs.pair(position).into_iter().any(is_unknown) {
                    *place = NEW;
                }
            }
        }
    }

    /// Queues the pairs of slow boxes.
    pub(super) fn find_slow(&self, pairs: CachedPairs<'_, '_>, cached: &mut CacheScratch) {
        let CacheScratch { slow, still, apart, moved, rest, .. } = cached;
        for queue in [&mut *slow, still, rest] {
            queue.clear();
        }
        for queue in [apart, moved] {
            queue.clear();
        }
        let mut slow = slow.appending();
        let is_slow = &self.boxes.slow[..];
        for (&[a, b], position) in pairs.chunk.source.pairs.pairs().iter().zip(0..) {
            slow.push(position, is_slow[a as usize] & is_slow[b as usize]);
        }
        cached.is_taken.fill(false);
        cached.taken = 0;
    }

    /// Collects the facts that decide about the pairs of slow boxes.
    pub(super) fn look_at_slow(&self, pairs: CachedPairs<'_, '_>, cached: &mut CacheScratch) {
        let CacheScratch { places, slow, facts, .. } = cached;
        // Copies of what the loop reads, because the compiler cannot rule out that it writes to the same memory.
        let listed = pairs.chunk.source.pairs.pairs();
        let motions = &self.boxes.motions[..];
        let states = if self.reusable { self.states } else { &[] };
        let places = &places[..listed.len()];
        let slow = slow.all();
        let SlowFacts { spent, steps, hints, .. } = facts;
        let columns = spent.iter_mut().zip(steps.iter_mut()).zip(hints.iter_mut());
        for (&position, ((spent, step), hint)) in slow.iter().zip(columns) {
            let number = position as usize;
            let [a, b] = listed[number].map(|index| &motions[index as usize]);
            let state = states.get(places[number] as usize).unwrap_or(&PairState::NEW);
            #[expect(clippy::cast_possible_truncation, reason = "a length; its sign stays")]
            {
                *spent = (path(a, b) - state.until) as f32;
            }
            *step = a.step + b.step;
            *hint = state.hint;
        }
        fill_up(spent, slow.len());
        fill_up(steps, slow.len());
        fill_up(hints, slow.len());
        if !self.margins.is_empty() {
            for (&position, grown) in slow.iter().zip(&mut facts.grown) {
                *grown = self.growth(pairs, position as usize, places[position as usize]);
            }
            fill_up(&mut facts.grown, slow.len());
        }
    }

    /// How much larger the margin of a pair is than before; only for pairs that have their own.
    fn growth(&self, pairs: CachedPairs<'_, '_>, number: usize, place: u32) -> f32 {
        let before = self.margins.get(place as usize).copied().unwrap_or(0.0);
        pairs.chunk.margin.of(number) - before
    }

    /// Counts the growth of margins as motion, for the frames to come.
    pub(super) fn keep_growth(
        &self,
        pairs: CachedPairs<'_, '_>,
        rows: &mut CachedRows<'_>,
        cached: &CacheScratch,
    ) {
        for number in cached.moved.all().iter().map(|&position| position as usize) {
            let growth = self.growth(pairs, number, cached.places[number]);
            rows.states[number].until -= f64::from(growth.max(0.0));
        }
    }

    /// Sorts the pairs of slow boxes into queues: copied, still apart, moved along, or computed.
    #[inline(always)]
    pub(super) fn sort_slow<I: Isa>(
        &self,
        isa: I,
        pairs: CachedPairs<'_, '_>,
        cached: &mut CacheScratch,
    ) {
        let CacheScratch { slow, still, apart, moved, rest, facts, .. } = cached;
        let zero = isa.splat(0.0);
        let in_contact = isa.splat_integer(TOUCHED);
        let motion = isa.splat(self.motion);
        slow.pad::<I>();
        let mut next = 0;
        while next < slow.len() {
            let positions = slow.positions::<I>(next);
            let spent = isa.load(&facts.spent[next..]);
            let touched = (isa.load_integers(&facts.hints[next..]) & in_contact).equals(in_contact);
            let grown = if self.margins.is_empty() { zero } else { isa.load(&facts.grown[next..]) };
            // Separated boxes must stay farther apart than the margin. Boxes in contact lack the points that a larger
            // margin lets in.
            let margins = pairs.chunk.margins_at(isa, positions);
            let reserve = Lanes::select(touched, grown.greater(zero), margins);
            let steps = isa.load(&facts.steps[next..]);
            let is_same = steps.equals(zero) & grown.equals(zero);
            let is_valid = (spent + reserve).less(zero);
            let is_still = is_same & (touched | is_valid);
            let is_kept = is_valid & !is_still;
            still.push_at(isa, is_still, positions, []);
            apart.push_at(isa, is_kept & !touched, positions, [spent]);
            moved.push_at(isa, is_kept & touched, positions, [motion * steps]);
            rest.push_at(isa, !(is_kept | is_still), positions, []);
            next += I::LANES;
        }
        for queue in [still, rest] {
            queue.forget_copies();
        }
        for queue in [apart, moved] {
            queue.forget_copies();
        }
    }

    /// Takes over the rows of pairs that are still apart, with a smaller gap.
    pub(super) fn take_over_apart(&self, rows: &mut CachedRows<'_>, cached: &mut CacheScratch) {
        let CacheScratch { places, apart, is_taken, taken, .. } = cached;
        for (&position, &depth) in apart.all().iter().zip(apart.column(0)) {
            let number = position as usize;
            let place = places[number] as usize;
            let row = self.manifolds.manifolds[place];
            rows.manifolds[number] = Manifold { depth, status: row.status.reused(), ..row };
            rows.states[number] = self.states[place];
            is_taken[number] = true;
        }
        *taken += apart.len();
    }

    /// Copies the manifolds of boxes that did not move.
    pub(super) fn copy_still(&self, rows: &mut CachedRows<'_>, cached: &mut CacheScratch) {
        let list = &self.manifolds.points.points;
        for &position in cached.still.all() {
            let place = cached.places[position as usize];
            let row = *self.row(place);
            // For a pair without points, the copied points are ignored.
            copy_points(row.len, &mut rows.points.points[rows.len..], &list[row.first as usize..]);
            self.keep(position as usize, TakenOver { place, row, slide: 0.0 }, rows);
            cached.is_taken[position as usize] = true;
        }
        cached.taken += cached.still.len();
    }

    /// Stores a row that is taken over, with all of its points.
    #[inline(always)]
    pub(super) fn keep(&self, number: usize, taken: TakenOver, rows: &mut CachedRows<'_>) {
        let TakenOver { place, row, slide } = taken;
        let (from, to) = (row.first as usize, rows.len);
        let previous = &mut rows.points.previous[to..];
        for (previous, place) in previous[..FOUR].iter_mut().zip(row.first..) {
            *previous = place;
        }
        if usize::from(row.len) > FOUR {
            for (previous, place) in previous[FOUR..2 * FOUR].iter_mut().zip(row.first + 4..) {
                *previous = place;
            }
        }
        if rows.options.surfaces {
            let surfaces = &self.manifolds.points.surfaces;
            copy_points(row.len, &mut rows.points.surfaces[to..], &surfaces[from..]);
        }
        let has_points = row.len > 0;
        let first = if has_points { index(to) } else { 0 };
        let status = row.status.reused().with_same_points(has_points);
        rows.manifolds[number] = Manifold { first, status, ..row };
        let state = self.states[place as usize];
        let until = state.until - f64::from(slide);
        rows.states[number] = PairState { until, place, ..state };
        rows.len += usize::from(row.len);
    }

    /// Gives the stages the hints of the pairs at some positions.
    pub(super) fn give_hints(&self, positions: &[u32], hints: &mut [i32], places: &[u32]) {
        for &position in positions {
            let number = position as usize;
            hints[number] = self.state(places[number]).hint & !TOUCHED;
        }
    }

    /// Stores until when the computed rows of slow boxes may be taken over.
    pub(super) fn keep_rest(
        &self,
        pairs: CachedPairs<'_, '_>,
        rows: &mut CachedRows<'_>,
        rest: &Queue<0>,
    ) {
        for &position in rest.all() {
            let number = position as usize;
            let row = &rows.manifolds[number];
            let [a, b] = pairs.pair(number);
            let motion = self.motion * self.boxes.smallest_of([a, b]);
            // A box that is off its anchor now may be off to the other side later.
            let off = 2.0 * (self.boxes.of(a).off + self.boxes.of(b).off);
            let allowed = match row.kind() {
                ContactKind::Face | ContactKind::Edge => motion,
                ContactKind::Closest => motion.min(REUSED_CLOSEST_MOTION * -row.depth),
                ContactKind::Fallback => f32::NEG_INFINITY,
                // Separated boxes do not touch sooner. The depth of boxes that are not finite is NaN: nothing is below
                // it.
                ContactKind::Separated | ContactKind::NonFinite => -row.depth,
            };
            let path = path(self.boxes.of(a), self.boxes.of(b));
            rows.states[number].until = path + f64::from(allowed - off);
        }
    }
}
