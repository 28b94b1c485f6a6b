//! What the reduction of the points of compounds keeps, and what stands on them.

use glam::Vec3;
use octosat_engine::{Key, Point};

use crate::Scene;
use crate::four::reduce;

/// A point of part `part` at a place of the plane y = 0.
fn point(part: u64, feature: u64, [x, z]: [f32; 2], depth: f32) -> Point {
    Point {
        key: Key { bodies: [0, 1], feature: (part << 32) | feature },
        bodies: [0, 1],
        normal: Vec3::Y,
        position: Vec3::new(x, 0.0, z),
        depth,
        impulse: Vec3::ZERO,
        is_new: true,
    }
}

/// The four feet of a table, 1 m × 0.6 m apart, with four corners each.
fn feet(depth: impl Fn(u64) -> f32) -> Vec<Point> {
    let corners = [[-0.05, -0.05], [-0.05, 0.05], [0.05, -0.05], [0.05, 0.05]];
    let mut points = Vec::new();
    let feet = [[-0.5, -0.3], [-0.5, 0.3], [0.5, -0.3], [0.5, 0.3]];
    for ((foot, part), [x, z]) in (0..).zip(0..).zip(feet) {
        for (corner, [dx, dz]) in (0..).zip(corners) {
            points.push(point(part, corner, [x + dx, z + dz], depth(4 * foot + corner)));
        }
    }
    points
}

/// The area of the quadrangle of four points, of which the diagonals are among the six lines between them.
fn area(points: &[Point]) -> f32 {
    let at = |k: usize| points[k].position;
    let of = |[a, b, c, d]: [usize; 4]| 0.5 * (at(c) - at(a)).cross(at(d) - at(b)).length();
    [[0, 1, 2, 3], [0, 2, 1, 3], [0, 1, 3, 2]].map(of).into_iter().fold(0.0, f32::max)
}

#[test]
fn four_points_keep_the_area_of_sixteen() {
    let kept = reduce(feet(|_| 0.001));
    assert_eq!(kept.len(), 4);
    assert!((area(&kept) - 1.1 * 0.7).abs() < 1e-5, "{}", area(&kept));
}

#[test]
fn the_deepest_point_is_kept_wherever_it_is() {
    for deepest in 0..16 {
        let kept = reduce(feet(|number| if number == deepest { 0.002 } else { 0.001 }));
        assert!(kept.len() <= 4);
        assert!(kept.iter().any(|point| point.depth > 0.0015), "{deepest}");
        // A triangle and more: all corners of the table carry but one at most.
        assert!(area(&kept) > 0.5 * 1.1 * 0.7, "{deepest}: {}", area(&kept));
    }
}

#[test]
fn depths_that_barely_differ_do_not_change_the_choice() {
    let keys = |points: Vec<Point>| points.iter().map(|point| point.key).collect::<Vec<_>>();
    let level = keys(reduce(feet(|_| 0.001)));
    for deepest in 0..16 {
        let depth = |number| if number == deepest { 0.001_1 } else { 0.001 };
        assert_eq!(keys(reduce(feet(depth))), level, "{deepest}");
    }
}

#[test]
fn the_order_of_the_list_does_not_matter() {
    let points = feet(|number| 0.001 + 1e-4 * ((7 * number) % 16) as f32);
    let expected = format!("{:?}", reduce(points.clone()));
    for shift in 1..16 {
        let mut other = points.clone();
        other.rotate_left(shift);
        other[..8].reverse();
        assert_eq!(format!("{:?}", reduce(other)), expected);
    }
}

#[test]
fn directions_are_reduced_one_by_one_and_single_pairs_not_at_all() {
    let mut points = feet(|_| 0.001);
    // The side of a step, touched by two other parts.
    for ((feature, part), z) in (0..).zip([4, 5, 4, 5, 4, 5]).zip([-0.3, -0.1, 0.1, 0.3, 0.5, 0.7])
    {
        let side = point(part, 20 + feature, [0.6, z], 0.001);
        points.push(Point { normal: Vec3::X, ..side });
    }
    let kept = reduce(points);
    let along = |normal: Vec3| kept.iter().filter(|point| point.normal == normal).count();
    assert_eq!(along(Vec3::Y), 4);
    assert!((2..=4).contains(&along(Vec3::X)), "{}", along(Vec3::X));

    let of_one = |(feature, at): (u64, Point)| Point { key: Key { feature, ..at.key }, ..at };
    let eight: Vec<_> = (0..8).zip(feet(|_| 0.001)).map(of_one).collect();
    assert_eq!(reduce(eight).len(), 8);
}

#[test]
fn a_table_stands_on_four_points_and_carries_a_cube() -> octosat_engine::Result<()> {
    let mut scene = Scene::new();
    let before = scene.bodies[1].center;
    for _ in 0..20 {
        scene.step()?;
    }
    for _ in 0..220 {
        // Four legs of four corners each.
        let below = scene.points.iter().filter(|point| point.position.y < 0.1);
        let corners: Vec<Vec3> = below.map(|point| point.position).collect();
        assert_eq!(corners.len(), 4);
        for corner in corners {
            let outer = Vec3::new(corner.x.abs() - 0.55, 0.0, corner.z.abs() - 0.35);
            assert!(outer.length() < 0.001, "{corner}");
        }
        scene.step()?;
        assert!(scene.points.iter().all(|point| !point.is_new));
    }
    let moved = scene.bodies[1].center - before;
    assert!(moved.length() < 0.01, "{moved}");
    let [table, cube] = [1, 2].map(|index| &scene.bodies[index]);
    assert!(table.velocity.length() < 0.01 && cube.velocity.length() < 0.01);
    Ok(())
}
