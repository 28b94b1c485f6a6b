//! The impulses of the last frame, found again by pair and feature.

use super::contact::{ContactRow, PointState};
use crate::Vec3;
use crate::narrow_phase::{ManifoldList, ManifoldPoint};
use crate::tolerances::SAME_POINT_DISTANCE;

/// The states of contact points at the end of a frame, sorted by pair.
#[derive(Debug, Default)]
pub(super) struct Impulses {
    kept: Vec<KeptPoint>,
}

/// One contact point of the last frame.
#[derive(Clone, Copy, Debug)]
struct KeptPoint {
    pair: [u32; 2],
    feature: u64,
    /// Relative to the centre of a, along the world's axes.
    position: Vec3,
    state: PointState,
}

impl Impulses {
    /// Remembers the points of these rows, one a manifold.
    pub(super) fn keep(&mut self, manifolds: &ManifoldList, rows: &[ContactRow]) {
        self.kept.clear();
        for (manifold, row) in manifolds.as_slice().iter().zip(rows) {
            let points = manifold.points().iter().zip(row.states());
            self.kept.extend(points.map(|(point, state)| KeptPoint {
                pair: manifold.pair,
                feature: point.feature,
                position: point.position,
                state,
            }));
        }
    }

    /// Gives the points that were there in the last frame their states.
    pub(super) fn hand_over(&self, manifolds: &ManifoldList, rows: &mut [ContactRow]) {
        let mut rest = self.kept.as_slice();
        for (manifold, row) in manifolds.as_slice().iter().zip(rows) {
            let earlier = rest.iter().take_while(|kept| kept.pair < manifold.pair).count();
            rest = &rest[earlier..];
            let len = rest.iter().take_while(|kept| kept.pair == manifold.pair).count();
            let points = manifold.points();
            for (index, point) in points.iter().enumerate() {
                if let Some(kept) = predecessor(point, points, &rest[..len]) {
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
