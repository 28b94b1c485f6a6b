//! The predecessor of each computed point in last frame's list.

use super::chunk::{CachedPairs, CachedRows, ChunkWork, FOUR};
use super::{PairState, Past, TOUCHED};
use crate::contacts::lists::NEW_POINT;
use crate::contacts::stages::index;
use crate::contacts::{ContactPoint, Manifold};
use crate::tolerances::SAME_PLACE;

impl Past<'_> {
    /// Keeps what is known of computed manifolds, and writes where each of their points stood.
    pub(super) fn keep_touched(
        &self,
        pairs: CachedPairs<'_, '_>,
        rows: &mut CachedRows<'_>,
        work: &ChunkWork<'_>,
    ) {
        for &position in work.stages.touched() {
            let number = position as usize;
            let row = &mut rows.manifolds[number];
            if row.len == 0 {
                continue;
            }
            let place = work.cached.places[number];
            let hint = work.stages.hints[number] | TOUCHED;
            rows.states[number] = PairState { hint, place, ..PairState::NEW };
            let before = self.row(place);
            let to = row.first as usize;
            let old = self.manifolds.points.points.get(before.first as usize..).unwrap_or_default();
            if has_same_features(row.len, before.len, &rows.points.points[to..], old) {
                let four = [before.first, before.first + 1, before.first + 2, before.first + 3];
                rows.points.previous[to..to + FOUR].copy_from_slice(&four);
                row.status = row.status.with_same_points(true);
            } else {
                self.find_previous(&before, number, pairs, rows);
            }
        }
    }

    /// Finds the predecessors of a pair's points one by one.
    #[inline(never)]
    fn find_previous(
        &self,
        before: &Manifold,
        number: usize,
        pairs: CachedPairs<'_, '_>,
        rows: &mut CachedRows<'_>,
    ) {
        let span = |row: &Manifold| row.first as usize..row.first as usize + usize::from(row.len);
        let row = &mut rows.manifolds[number];
        let now = span(row);
        let previous = &mut rows.points.previous[now.clone()];
        if before.len == 0 {
            return previous.fill(NEW_POINT);
        }
        let [a, b] = pairs.pair(number).map(|index| self.boxes.of(index));
        // A contact that has kept its place on a box has moved no farther than the box.
        let smallest = self.boxes.smallest_of(pairs.pair(number));
        let reach = SAME_PLACE * smallest + a.step.max(b.step);
        // Positions that are relative to something else are not compared.
        let reach = self.same_origin.then_some(reach);
        let old = &self.manifolds.points.points[span(before)];
        match_points(&rows.points.points[now], old, reach, previous);
        let same = previous.iter().zip(0..).all(|(&at, place)| at == place);
        row.status = row.status.with_same_points(same & (row.len == before.len));
        for previous in previous {
            *previous = previous.saturating_add(before.first);
        }
    }
}

/// Which of the first four points count, by how many there are.
const COUNTS: [[u32; FOUR]; FOUR + 1] = {
    const ALL: u32 = u32::MAX;
    [[0; FOUR], [ALL, 0, 0, 0], [ALL, ALL, 0, 0], [ALL, ALL, ALL, 0], [ALL; FOUR]]
};

/// Whether a manifold of at most four points has the features of the one before, in their order.
///
/// All four are compared, without a branch on how many there are: lists have room behind the last point.
#[inline(always)]
fn has_same_features(len: u8, len_before: u8, now: &[ContactPoint], old: &[ContactPoint]) -> bool {
    let (Some(now), Some(old)) = (now.first_chunk::<FOUR>(), old.first_chunk::<FOUR>()) else {
        return false;
    };
    let Some([first, second, third, fourth]) = COUNTS.get(usize::from(len)) else { return false };
    let differ = |k: usize| now[k].feature.0 ^ old[k].feature.0;
    let different =
        ((differ(0) & first) | (differ(1) & second)) | ((differ(2) & third) | (differ(3) & fourth));
    (different == 0) & (len == len_before)
}

/// For each point the old one with the same feature; for the others the nearest of the old ones that are left within
/// reach.
///
/// Where corners of two boxes nearly meet, rounding decides whether the point there is the corner of one, of the
/// other, or a crossing of edges. The force there is the same.
fn match_points(
    new: &[ContactPoint],
    old: &[ContactPoint],
    reach: Option<f32>,
    previous: &mut [u32],
) {
    let mut is_taken = [false; 8];
    for (point, previous) in new.iter().zip(previous.iter_mut()) {
        let same = old.iter().position(|other| other.feature == point.feature);
        *previous = same.map_or(NEW_POINT, index);
        if let Some(same) = same {
            is_taken[same] = true;
        }
    }
    let Some(reach) = reach else { return };
    for (point, previous) in new.iter().zip(previous.iter_mut()) {
        if *previous != NEW_POINT {
            continue;
        }
        let mut nearest = (reach * reach, None);
        for (place, other) in old.iter().enumerate() {
            let squared = distance_squared(point.position, other.position);
            if !is_taken[place] & (squared <= nearest.0) {
                nearest = (squared, Some(place));
            }
        }
        if let (_, Some(nearest)) = nearest {
            is_taken[nearest] = true;
            *previous = index(nearest);
        }
    }
}

fn distance_squared(now: [f32; 3], before: [f32; 3]) -> f32 {
    let [x, y, z] = [now[0] - before[0], now[1] - before[1], now[2] - before[2]];
    x * x + y * y + z * z
}
