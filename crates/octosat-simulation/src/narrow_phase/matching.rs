//! Matches contact points with those of the last frame, for narrow phases that do not report predecessors.

use super::manifold::{Manifold, ManifoldList};
use super::point::ManifoldPoint;
use crate::tolerances::SAME_POINT_DISTANCE;

impl ManifoldList {
    /// Looks for the predecessor of each point in the last frame's list: of the same pair, with the same
    /// feature or nearly at the same place.
    pub fn find_predecessors(&mut self, last: &Self) {
        // Both lists are in the order of their pairs, which ascend.
        let mut before = last.manifolds.iter().peekable();
        let mut first = 0;
        for manifold in &mut self.manifolds {
            while let Some(old) = before.next_if(|old| old.pair < manifold.pair) {
                first += old.len;
            }
            if let Some(old) = before.peek().filter(|old| old.pair == manifold.pair) {
                manifold.follow(old, first);
            }
        }
    }
}

impl Manifold {
    /// Finds the predecessors among the points of an old manifold, of which this is the place of the first.
    fn follow(&mut self, old: &Self, first: usize) {
        let now = self.points;
        for point in &mut self.points[..self.len] {
            let place = predecessor(point, &now[..self.len], old.points());
            point.previous = place.and_then(|place| u32::try_from(first + place).ok());
        }
    }
}

/// The old point with the same feature. If there is none, the nearest old point within a small distance whose feature no
/// longer exists.
///
/// If vertices of two boxes nearly coincide, rounding decides whether the point has a vertex feature of one box, of the
/// other, or an edge-edge feature. The force at the point is the same.
fn predecessor(
    point: &ManifoldPoint,
    points: &[ManifoldPoint],
    old: &[ManifoldPoint],
) -> Option<usize> {
    if let Some(same) = old.iter().position(|other| other.feature == point.feature) {
        return Some(same);
    }
    let distance = |place: usize| old[place].position.distance_squared(point.position);
    let gone = |place: &usize| points.iter().all(|other| other.feature != old[*place].feature);
    let near = |place: &usize| distance(*place) <= SAME_POINT_DISTANCE * SAME_POINT_DISTANCE;
    let candidates = (0..old.len()).filter(gone).filter(near);
    candidates.min_by(|&x, &y| distance(x).total_cmp(&distance(y)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Vec3;

    fn at(feature: u64, x: f32) -> ManifoldPoint {
        ManifoldPoint { position: Vec3::new(x, 0.0, 0.0), feature, ..ManifoldPoint::default() }
    }

    fn list(manifolds: &[(u32, &[ManifoldPoint])]) -> ManifoldList {
        let mut list = ManifoldList::default();
        for &(other, points) in manifolds {
            list.push(Manifold::new([0, other], Vec3::Y, points.iter().copied()));
        }
        list
    }

    #[test]
    fn points_are_followed_by_feature_and_else_by_place() {
        let last = list(&[
            (1, &[at(7, 0.0)]),
            (2, &[at(1, 0.0), at(2, 1.0), at(3, 2.0)]),
            (5, &[at(1, 0.0)]),
        ]);
        let nearly = SAME_POINT_DISTANCE * 0.9;
        let points = [at(2, 5.0), at(8, 2.0 + nearly), at(9, nearly), at(10, 1.0)];
        let mut now =
            list(&[(0, &[at(7, 0.0)]), (2, &points), (4, &[at(1, 0.0)]), (5, &[at(1, 9.0)])]);
        now.find_predecessors(&last);
        let found: Vec<_> = now.points().map(|point| point.previous).collect();
        // The last point of the pair (0, 2) is at the old position of a point that has moved away.
        assert_eq!(found, [None, Some(2), Some(3), Some(1), None, None, Some(4)]);
    }
}
