//! Reduction of parry's contact points to four.
//!
//! The rule is that of octosat, so that the comparison with parry is fair.

use super::point::{MOST_POINTS, ManifoldPoint};
use crate::Vec3;

/// Depth that a point may lack per meter along the preferred direction to be chosen first, without unit.
///
/// Of nearly equal depths, rounding would choose another point in every frame.
const FIRST_POINT_SLOPE: f32 = 0.005;

/// The preferred direction along the two axes of a face. Unit, and along no edge and no diagonal.
pub(super) const FIRST_POINT_DIRECTION: [f32; 2] = [0.795, 0.607];

/// Weight of the squared distance from the first point next to areas, so that the farthest wins on a line.
const LINE_WEIGHT: f32 = 1e-6;

/// Keeps four of more than four points: the deepest, by a slope along a preferred direction, and the three that span the
/// largest area with it. Fewer on a line, or if a triangle holds all points.
pub(super) fn to_four(points: &mut Vec<ManifoldPoint>, normal: Vec3, preferred: Vec3) {
    if points.len() <= MOST_POINTS {
        return;
    }
    let rank =
        |point: &ManifoldPoint| point.depth + FIRST_POINT_SLOPE * preferred.dot(point.position);
    let first = best(points, rank);
    // In front, so that no point on a line with it is better than itself.
    points.swap(0, first);
    let arm = |place: usize| points[place].position - points[0].position;
    let area = |second: usize, third: usize| arm(second).cross(arm(third)).dot(normal);
    let corners = |second: usize| {
        let (mut left, mut right) = (0, 0);
        for third in 1..points.len() {
            left = if area(second, third) > area(second, left) { third } else { left };
            right = if area(second, third) < area(second, right) { third } else { right };
        }
        [0, second, left, right]
    };
    let spanned = |[_, second, left, right]: [usize; MOST_POINTS]| {
        area(second, left) - area(second, right) + LINE_WEIGHT * arm(second).length_squared()
    };
    let all: Vec<_> = (0..points.len()).map(corners).collect();
    let mut kept = all[best(&all, |&corners| spanned(corners))].to_vec();
    kept.sort_unstable();
    kept.dedup();
    *points = kept.into_iter().map(|place| points[place]).collect();
}

/// The place of the first item with the greatest value.
fn best<T>(items: &[T], value: impl Fn(&T) -> f32) -> usize {
    let better =
        |best, place| if value(&items[place]) > value(&items[best]) { place } else { best };
    (1..items.len()).fold(0, better)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the points that are kept, in their order, of points at these x and z with a depth.
    fn kept(points: &[[f32; 3]]) -> Vec<u64> {
        let point = |(feature, &[x, z, depth]): (u64, &[f32; 3])| {
            let position = Vec3::new(x, 0.0, z);
            ManifoldPoint { position, depth, feature, previous: None }
        };
        let mut points: Vec<_> = (0..).zip(points).map(point).collect();
        to_four(&mut points, Vec3::Y, Vec3::new(0.8, 0.0, 0.6));
        assert!(points[1..].iter().all(|point| point.feature != points[0].feature));
        let mut kept: Vec<u64> = points.iter().map(|point| point.feature).collect();
        kept[1..].sort_unstable();
        kept
    }

    #[test]
    fn the_first_is_the_deepest_or_nearly_so_and_the_corners_stay() {
        let square = |deep: [f32; 2]| {
            let [inside, edge] = deep;
            [
                [0.0, 0.0, 0.0],
                [1.0, 0.0, 0.0],
                [1.0, 1.0, 0.0],
                [0.0, 1.0, 0.0],
                [0.5, 0.5, inside],
                [1.0, 0.5, edge],
            ]
        };
        assert_eq!(kept(&square([0.0, 0.0])), [2, 0, 1, 3]);
        assert_eq!(kept(&square([0.0, 1e-3])), [2, 0, 1, 3], "within the slope");
        assert_eq!(kept(&square([0.0, 2e-2]))[0], 5);
        assert_eq!(kept(&square([2e-2, 0.0]))[0], 4);
    }

    #[test]
    fn the_fourth_may_lie_across_any_side_of_the_triangle() {
        // The first line is a side of the quadrilateral, so both other corners are on one side of it.
        let corners =
            [[0.0, 0.0, 0.1], [4.0, 0.0, 0.0], [3.0, 2.0, 0.0], [1.0, 3.0, 0.0], [1.5, 1.0, 0.0]];
        assert_eq!(kept(&corners), [0, 1, 2, 3]);
    }

    #[test]
    fn points_on_a_line_are_its_ends() {
        assert_eq!(kept(&[0.0, 1.0, 2.0, 3.0, 4.0].map(|x| [x, 0.0, 0.0])), [4, 0]);
    }
}
