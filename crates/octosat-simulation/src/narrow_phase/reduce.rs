//! Reduction of contact points to four.

use super::point::{MOST_POINTS, ManifoldPoint};
use crate::Vec3;

/// Copies the points, or four of them that span most, and returns how many there are.
///
/// The rule is that of octosat, so that the comparison with parry is fair. It keeps the deepest point, the point
/// farthest from it, the point farthest from the line through both, and the point that adds the most area outside the
/// triangle of these three.
pub(super) fn keep_spanning(
    candidates: &[ManifoldPoint],
    out: &mut [ManifoldPoint; MOST_POINTS],
) -> usize {
    if candidates.len() <= MOST_POINTS {
        out[..candidates.len()].copy_from_slice(candidates);
        return candidates.len();
    }
    let deepest = *best(candidates, |point| point.depth);
    let from_deepest = |point: &ManifoldPoint| point.position - deepest.position;
    let furthest = *best(candidates, |point| from_deepest(point).length_squared());
    let line = from_deepest(&furthest);
    let third = *best(candidates, |point| line.cross(from_deepest(point)).length_squared());
    let triangle = [deepest, furthest, third].map(|point| point.position);
    let fourth = *best(candidates, |point| area_outside(&triangle, point.position));
    let mut kept = 0;
    for point in [deepest, furthest, third, fourth] {
        // Points on one line, or a triangle, give the same point twice.
        if out[..kept].iter().all(|other| other.feature != point.feature) {
            out[kept] = point;
            kept += 1;
        }
    }
    kept
}

/// The area that a point adds to a triangle, multiplied by four times the area of the triangle, in m⁴. At most zero for
/// points inside the triangle.
fn area_outside(triangle: &[Vec3; 3], point: Vec3) -> f32 {
    let [first, second, third] = *triangle;
    let normal = (second - first).cross(third - first);
    let outside = |from: Vec3, to: Vec3| -(to - from).cross(point - from).dot(normal);
    outside(first, second).max(outside(second, third)).max(outside(third, first))
}

/// The first of the points with the greatest value.
fn best(points: &[ManifoldPoint], value: impl Fn(&ManifoldPoint) -> f32) -> &ManifoldPoint {
    let mut best = &points[0];
    for point in &points[1..] {
        if value(point) > value(best) {
            best = point;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deepest_and_the_corners_stay() {
        let at = |feature, x, z, depth| {
            let position = Vec3::new(x, 0.0, z);
            ManifoldPoint { position, depth, feature, previous: None }
        };
        let points = [
            at(1, 0.0, 0.0, 0.0),
            at(2, 1.0, 0.0, 0.2),
            at(3, 1.0, 1.0, 0.0),
            at(4, 0.0, 1.0, 0.0),
            at(5, 0.5, 0.5, 0.1),
            at(6, 1.0, 0.5, 0.1),
        ];
        let mut out = [ManifoldPoint::default(); MOST_POINTS];
        let kept = keep_spanning(&points, &mut out);
        let mut features: Vec<u64> = out[..kept].iter().map(|point| point.feature).collect();
        assert_eq!(features[0], 2);
        features.sort_unstable();
        assert_eq!(features, [1, 2, 3, 4]);
    }

    #[test]
    fn the_fourth_may_lie_across_any_side_of_the_triangle() {
        // The first line is a side of the quadrilateral, so both other corners are on one side of it.
        let corners = [[0.0, 0.0], [4.0, 0.0], [3.0, 2.0], [1.0, 3.0], [1.5, 1.0]];
        let points = [0_u8, 1, 2, 3, 4].map(|k| ManifoldPoint {
            position: Vec3::new(corners[usize::from(k)][0], 0.0, corners[usize::from(k)][1]),
            depth: if k == 0 { 0.1 } else { 0.0 },
            feature: u64::from(k),
            previous: None,
        });
        let mut out = [ManifoldPoint::default(); MOST_POINTS];
        let kept = keep_spanning(&points, &mut out);
        let mut features: Vec<u64> = out[..kept].iter().map(|point| point.feature).collect();
        features.sort_unstable();
        // Looking only across the line from 0 to 1, the fourth corner would be one of those two.
        assert_eq!(features, [0, 1, 2, 3]);
    }

    #[test]
    fn points_on_a_line_are_kept_once() {
        let points = [0_u8, 1, 2, 3, 4].map(|x| ManifoldPoint {
            position: Vec3::new(f32::from(x), 0.0, 0.0),
            depth: 0.0,
            feature: u64::from(x),
            previous: None,
        });
        let mut out = [ManifoldPoint::default(); MOST_POINTS];
        assert_eq!(keep_spanning(&points, &mut out), 2);
    }
}
