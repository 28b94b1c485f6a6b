//! The predecessor of each computed point in last frame's list.

use super::past::{PairState, Past, TOUCHED};
use super::work::{CachedPairs, CachedRows, ChunkWork, FOUR};
use crate::contacts::points::NEW_POINT;
use crate::contacts::{ContactPoint, Manifold};
use crate::tolerances::SAME_PLACE;

impl Past<'_> {
    /// Stores the state of computed manifolds, and writes the predecessor of each of their points.
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
                self.find_previous(before, number, pairs, rows);
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
        // A contact that kept its place on a box has moved no farther than the box.
        let smallest = self.boxes.smallest_of(pairs.pair(number));
        let reach = SAME_PLACE * smallest + a.step.max(b.step);
        // Positions with another origin are not compared.
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

/// Finds for each point the old point with the same feature. Points that are left over get the nearest old point that
/// is left over and within reach, if there is one.
///
/// If vertices of two boxes nearly meet, rounding decides whether the point there is the vertex of one, the vertex of
/// the other, or a crossing of edges. The force there is the same. Sets of points are bits, and no comparison is a
/// branch, because changes cannot be predicted.
fn match_points(
    new: &[ContactPoint],
    old: &[ContactPoint],
    reach: Option<f32>,
    previous: &mut [u32],
) {
    let (mut missing, mut free) = (0_u32, (1_u32 << old.len()) - 1);
    for (k, (point, previous)) in new.iter().zip(previous.iter_mut()).enumerate() {
        let of_other =
            |(j, other): (usize, &ContactPoint)| u32::from(other.feature == point.feature) << j;
        let same = old.iter().enumerate().map(of_other).fold(0, |all, one| all | one);
        free &= !same;
        missing |= u32::from(same == 0) << k;
        *previous = if same == 0 { NEW_POINT } else { same.trailing_zeros() };
    }
    let Some(reach) = reach else { return };
    while missing != 0 && free != 0 {
        let k = missing.trailing_zeros() as usize;
        missing &= missing - 1;
        // Squares of distances, which are ordered like their bits, and the places behind them.
        let mut nearest = u64::from((reach * reach).to_bits()) << 32 | u64::from(NEW_POINT);
        for (j, other) in (0_u32..).zip(old) {
            let squared = distance_squared(new[k].position, other.position).to_bits();
            let key = u64::from(squared) << 32 | u64::from(j);
            nearest = nearest.min(if free >> j & 1 == 1 { key } else { u64::MAX });
        }
        let [_, _, _, _, place @ ..] = nearest.to_be_bytes();
        previous[k] = u32::from_be_bytes(place);
        free &= !1_u32.checked_shl(previous[k]).unwrap_or(0);
    }
}

fn distance_squared(now: [f32; 3], before: [f32; 3]) -> f32 {
    let [x, y, z] = [now[0] - before[0], now[1] - before[1], now[2] - before[2]];
    x * x + y * y + z * z
}
