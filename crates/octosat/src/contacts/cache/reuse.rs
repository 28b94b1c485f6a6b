//! Which pairs of a chunk need no computing, and until when a computed row may be taken over.
//!
//! A box that has moved along a path of some length has moved none of its points by more. So boxes whose paths
//! together are shorter than the gap between them are still apart, and the depth of a manifold is off by no more
//! than the paths since it was computed. Only pairs of boxes that are both slow are looked at.

use super::chunk::{CacheScratch, CachedPairs, CachedRows, FOUR};
use super::{PairState, Past, TOUCHED};
use crate::contacts::stages::index;
use crate::contacts::{ContactKind, Manifold};
use crate::tolerances::REUSED_CLOSEST_MOTION;

/// Copies so many values that belong to points, by fours.
#[inline(always)]
fn copy_points<T: Copy>(len: u8, to: &mut [T], from: &[T]) {
    to[..FOUR].copy_from_slice(&from[..FOUR]);
    if usize::from(len) > FOUR {
        to[FOUR..2 * FOUR].copy_from_slice(&from[FOUR..2 * FOUR]);
    }
}

impl Past<'_> {
    /// Queues the pairs of slow boxes.
    pub(super) fn find_slow(&self, pairs: CachedPairs<'_, '_>, cached: &mut CacheScratch) {
        let CacheScratch { slow, apart, still, moved, .. } = cached;
        for queue in [&mut *slow, apart, still, moved] {
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

    /// Sorts the pairs of slow boxes by what becomes of them: still apart, in contact and still, moved, or none of it.
    pub(super) fn sort_slow(&self, pairs: CachedPairs<'_, '_>, cached: &mut CacheScratch) {
        let CacheScratch { places, paths, slow, apart, still, moved, .. } = cached;
        let [mut apart, mut still, mut moved] =
            [apart.appending(), still.appending(), moved.appending()];
        self.find_places(pairs, slow.all(), places);
        // What the loop reads, in registers: what it writes might be the same memory for all the compiler knows.
        let listed = pairs.chunk.source.pairs.pairs();
        let (motions, states) = (&self.boxes.motions[..], self.states);
        let (margin, reusable) = (pairs.chunk.margin, self.reusable);
        let paths = &mut paths[..listed.len()];
        for &position in slow.all() {
            let number = position as usize;
            let [a, b] = listed[number];
            let [a, b] = [&motions[a as usize], &motions[b as usize]];
            let path = (a.path + b.path) + f64::from(a.off + b.off);
            paths[number] = path;
            let state = states.get(places[number] as usize).unwrap_or(&PairState::NEW);
            let touched = state.touched() & reusable;
            let apart_before = !state.touched() & reusable;
            let is_still = a.step + b.step == 0.0;
            let is_near = path < state.until;
            let is_apart = path + f64::from(margin.of(number)) < state.until;
            apart.push(position, is_apart & apart_before);
            still.push(position, is_still & touched);
            moved.push(position, is_near & !is_still & touched);
        }
        drop((apart, still, moved));
        if self.asks_margins {
            self.ask_margins(pairs, cached);
        }
    }

    /// Takes pairs out of the queues whose margin has changed: those that were still may move along, and none may if
    /// the margin has grown by more than what is left.
    #[cold]
    #[inline(never)]
    fn ask_margins(&self, pairs: CachedPairs<'_, '_>, cached: &mut CacheScratch) {
        let CacheScratch { places, paths, still, moved, .. } = cached;
        let changed = |position: u32| {
            let place = places[position as usize];
            let kept = self.manifolds.points.margins[self.row(place).first as usize];
            pairs.chunk.margin.of(position as usize) - kept
        };
        still.retain(|position| {
            let is_same = changed(position) == 0.0;
            if !is_same {
                moved.push_one(position);
            }
            is_same
        });
        // Points that a larger margin lets in are missing: what it has grown by counts as moved.
        moved.retain(|position| {
            let growth = f64::from(changed(position).max(0.0));
            let number = position as usize;
            paths[number] + growth < self.state(places[number]).until
        });
    }

    /// Takes over the rows of pairs that are still apart, by less than they were.
    pub(super) fn take_over_apart(
        &self,
        pairs: CachedPairs<'_, '_>,
        rows: &mut CachedRows<'_>,
        cached: &mut CacheScratch,
    ) {
        cached.taken += cached.apart.len();
        for &position in cached.apart.all() {
            let number = position as usize;
            let place = cached.places[number] as usize;
            let state = self.states[place];
            let row = self.manifolds.manifolds[place];
            // Of boxes that are as they were it is the same to the last bit.
            let [a, b] = pairs.pair(number).map(|index| self.boxes.of(index).step);
            #[expect(clippy::cast_possible_truncation, reason = "a length that was an f32")]
            let less = (cached.paths[number] - state.until) as f32;
            let depth = if a + b == 0.0 { row.depth } else { less };
            rows.manifolds[number] = Manifold { depth, status: row.status.reused(), ..row };
            rows.states[number] = state;
            cached.is_taken[number] = true;
        }
    }

    /// Copies the manifolds of boxes that are as they were.
    pub(super) fn copy_still(&self, rows: &mut CachedRows<'_>, cached: &mut CacheScratch) {
        let list = &self.manifolds.points.points;
        for &position in cached.still.all() {
            let place = cached.places[position as usize];
            let row = self.row(place);
            let from = row.first as usize;
            let to = &mut rows.points.points[rows.len..];
            copy_points(row.len, to, &list[from..]);
            self.keep(position as usize, place, row, rows);
            cached.is_taken[position as usize] = true;
        }
        cached.taken += cached.still.len();
    }

    /// Keeps a row that is taken over, with all of its points.
    #[inline(always)]
    pub(super) fn keep(&self, number: usize, place: u32, row: Manifold, rows: &mut CachedRows<'_>) {
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
        let list = &self.manifolds.points;
        if rows.options.surfaces {
            copy_points(row.len, &mut rows.points.surfaces[to..], &list.surfaces[from..]);
        }
        rows.points.margins[to] = list.margins[from];
        let status = row.status.reused().with_same_points(true);
        rows.manifolds[number] = Manifold { first: index(to), status, ..row };
        rows.states[number] = PairState { place, ..self.states[place as usize] };
        rows.len += usize::from(row.len);
    }

    /// Gives the stages the hints of the pairs at some positions, and keeps where these stood.
    pub(super) fn give_hints(
        &self,
        pairs: CachedPairs<'_, '_>,
        positions: &[u32],
        hints: &mut [i32],
        cached: &mut CacheScratch,
    ) {
        self.find_places(pairs, positions, &mut cached.places);
        for &position in positions {
            let number = position as usize;
            hints[number] = self.state(cached.places[number]).hint & !TOUCHED;
        }
    }

    /// Keeps until when the rows of slow boxes that were computed may be taken over.
    pub(super) fn keep_slow(
        &self,
        pairs: CachedPairs<'_, '_>,
        rows: &mut CachedRows<'_>,
        cached: &CacheScratch,
    ) {
        for &position in cached.slow.all() {
            let number = position as usize;
            if cached.is_taken[number] {
                continue;
            }
            let row = &rows.manifolds[number];
            let [a, b] = pairs.pair(number);
            let motion = self.motion * self.boxes.smallest_of([a, b]);
            // Boxes that are off their anchors now may be off to the other side later.
            let off = 2.0 * (self.boxes.of(a).off + self.boxes.of(b).off);
            let allowed = match row.kind() {
                ContactKind::Face | ContactKind::Edge => motion,
                ContactKind::Closest => motion.min(REUSED_CLOSEST_MOTION * -row.depth),
                ContactKind::Fallback => f32::NEG_INFINITY,
                // Boxes apart touch no sooner. Of boxes that are no numbers it is no number, which nothing is below.
                ContactKind::Separated | ContactKind::NonFinite => -row.depth,
            };
            rows.states[number].until = cached.paths[number] + f64::from(allowed - off);
        }
    }
}
