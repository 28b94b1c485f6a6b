//! The impulses of the last frame, found again by pair and feature.

use octosat::matching::{NONE, match_pairs};

use super::contact::{ContactRow, PointState};
use crate::Vec3;
use crate::narrow_phase::{ManifoldList, ManifoldPoint};
use crate::tolerances::SAME_POINT_DISTANCE;

/// The states of contact points at the end of a frame, in the order of its manifolds.
#[derive(Debug, Default)]
pub(super) struct Impulses {
    /// The pairs of the manifolds, ascending.
    pairs: Vec<[u32; 2]>,
    /// The points of manifold m are `kept[ends[m - 1]..ends[m]]`, the first from zero on.
    ends: Vec<usize>,
    kept: Vec<KeptPoint>,
    /// For each manifold of a frame its place in the frame before, and its pair.
    previous: Vec<u32>,
    now: Vec<[u32; 2]>,
}

/// One contact point of the last frame.
#[derive(Clone, Copy, Debug)]
struct KeptPoint {
    feature: u64,
    /// Relative to the centre of a, along the world's axes.
    position: Vec3,
    state: PointState,
}

impl Impulses {
    /// Remembers the points of these rows, one a manifold.
    pub(super) fn keep(&mut self, manifolds: &ManifoldList, rows: &[ContactRow]) {
        self.pairs.clear();
        self.ends.clear();
        self.kept.clear();
        for (manifold, row) in manifolds.as_slice().iter().zip(rows) {
            let points = manifold.points().iter().zip(row.states());
            self.kept.extend(points.map(|(point, state)| KeptPoint {
                feature: point.feature,
                position: point.position,
                state,
            }));
            self.pairs.push(manifold.pair);
            self.ends.push(self.kept.len());
        }
    }

    /// Gives the points that were there in the last frame their states.
    ///
    /// Pairs are matched as the engine's own helper does it. Points are not: the control's features
    /// are wider than the engine's, and a point whose feature is new has a predecessor too.
    pub(super) fn hand_over(&mut self, manifolds: &ManifoldList, rows: &mut [ContactRow]) {
        self.now.clear();
        self.now.extend(manifolds.as_slice().iter().map(|manifold| manifold.pair));
        match_pairs(&self.now, &self.pairs, &mut self.previous);
        for ((manifold, row), &before) in manifolds.as_slice().iter().zip(rows).zip(&self.previous)
        {
            if before == NONE {
                continue;
            }
            let before = before as usize;
            let first = before.checked_sub(1).map_or(0, |earlier| self.ends[earlier]);
            let old = &self.kept[first..self.ends[before]];
            let points = manifold.points();
            for (index, point) in points.iter().enumerate() {
                if let Some(kept) = predecessor(point, points, old) {
                    row.set_state(index, &kept.state);
                }
            }
        }
    }
}

/// The old point with the same feature; or else, of those whose feature has gone, the nearest one
/// that is hardly elsewhere.
///
/// Where corners of two boxes nearly meet, rounding decides whether the point there is the corner of
/// one, of the other, or a crossing of edges. The force there is the same.
fn predecessor<'k>(
    point: &ManifoldPoint,
    points: &[ManifoldPoint],
    old: &'k [KeptPoint],
) -> Option<&'k KeptPoint> {
    if let Some(same) = old.iter().find(|kept| kept.feature == point.feature) {
        return Some(same);
    }
    let distance = |kept: &KeptPoint| kept.position.distance_squared(point.position);
    let gone = |kept: &&KeptPoint| points.iter().all(|other| other.feature != kept.feature);
    let near = |kept: &&KeptPoint| distance(kept) <= SAME_POINT_DISTANCE * SAME_POINT_DISTANCE;
    let candidates = old.iter().filter(gone).filter(near);
    candidates.min_by(|x, y| distance(x).total_cmp(&distance(y)))
}
