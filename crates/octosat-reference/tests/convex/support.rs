//! Support functions and projections against the naive projection of all points.

use octosat_reference::convex::{
    Aabb, DVec3, Interval, OrientedBox, Placed, Points, Polyhedron, Pose, Sphere, Support,
    Symmetric, separates, separates_symmetric,
};
use octosat_scenes::generate::Random;

use crate::{UPRIGHT, half_extents, narrow, pose, shapes, wide};

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9 * (1.0 + expected.abs()), "{found} is not {expected}");
}

fn assert_same(found: Interval, expected: Interval) {
    assert_near(found.low, expected.low);
    assert_near(found.high, expected.high);
}

/// A direction of some length, along an axis now and then.
fn direction(random: &mut Random) -> DVec3 {
    let direction = 3.0 * DVec3::from(random.direction());
    if random.below(4) == 0 { -2.0 * DVec3::AXES[random.below(3)] } else { direction }
}

#[test]
fn points_support_their_interval() {
    let mut random = Random::new(11);
    for _ in 0..200 {
        let count = 1 + random.below(20);
        let points: Vec<[f32; 3]> = (0..count).map(|_| narrow(random.vector(-5.0, 5.0))).collect();
        let axis = direction(&mut random);
        let hull = Points::new(&points).expect("there are points");
        assert_same(Interval::of(&hull, axis), Interval::of_all_points(axis, &points));
        let farthest = hull.support(axis);
        assert!(points.iter().any(|&point| (farthest + wide(point) * (-1.0)).length() == 0.0));
    }
    assert_eq!(Points::new(&[]), None);
}

#[test]
fn boxes_support_their_corners() {
    let mut random = Random::new(12);
    for _ in 0..300 {
        let half_extents = half_extents(&mut random);
        let center = random.vector(-9.0, 9.0);
        let shape = Polyhedron::cuboid(half_extents).expect("it is valid");
        let axis = direction(&mut random);

        let aabb = Aabb { center: narrow(center), half_extents };
        let upright = Placed::new(&shape, &Pose::new(aabb.center, UPRIGHT).expect("it is valid"));
        assert_same(Interval::of(&aabb, axis), Interval::of(&upright, axis));
        check_radius(&aabb, axis);

        let pose = pose(&mut random, center);
        let oriented = OrientedBox { pose, half_extents };
        let placed = Placed::new(&shape, &pose);
        assert_same(Interval::of(&oriented, axis), Interval::of(&placed, axis));
        check_radius(&oriented, axis);
    }
}

#[test]
fn spheres_reach_their_radius() {
    let mut random = Random::new(13);
    for _ in 0..100 {
        let sphere = Sphere { center: narrow(random.vector(-5.0, 5.0)), radius: 0.75 };
        let axis = direction(&mut random);
        let farthest = sphere.support(axis);
        assert_near((farthest - wide(sphere.center)).length(), 0.75);
        let middle = wide(sphere.center).dot(axis);
        assert_near(farthest.dot(axis) - middle, 0.75 * axis.length());
        check_radius(&sphere, axis);
    }
}

/// Without the short cut, as the default method has it.
fn check_radius(shape: &impl Symmetric, axis: DVec3) {
    let projected = shape.support(axis).dot(axis) - shape.center().dot(axis);
    assert_near(shape.radius(axis), projected);
    let Interval { low, high } = Interval::of(shape, axis);
    assert_near(0.5 * (high - low), shape.radius(axis));
    assert_near(0.5 * (high + low), shape.center().dot(axis));
}

#[test]
fn polyhedra_support_their_vertices() {
    let mut random = Random::new(14);
    for shape in shapes(&mut random) {
        let center = random.vector(-3.0, 3.0);
        let pose = pose(&mut random, center);
        let placed = Placed::new(&shape, &pose);
        for _ in 0..30 {
            let axis = direction(&mut random);
            let heights = shape
                .vertices()
                .iter()
                .map(|&vertex| (wide(pose.center()) + pose.to_world(wide(vertex))).dot(axis));
            let expected = heights.fold(f64::NEG_INFINITY, f64::max);
            assert_near(placed.support(axis).dot(axis), expected);
        }
    }
}

#[test]
fn intervals_and_radii_agree() {
    let mut random = Random::new(15);
    let mut apart = 0;
    for _ in 0..500 {
        let center = random.vector(-1.5, 1.5);
        let ball = Sphere { center: narrow(center), radius: 0.5 };
        let pose = pose(&mut random, [0.0; 3]);
        let block = OrientedBox { pose, half_extents: half_extents(&mut random) };
        let axis = direction(&mut random);
        let separated = separates(axis, &ball, &block);
        assert_eq!(separates_symmetric(axis, &ball, &block), separated);
        // The sense of the axis does not matter, nor which shape is first.
        let opposite = -axis;
        assert_eq!(separates_symmetric(opposite, &ball, &block), separated);
        assert_eq!(separates_symmetric(axis, &block, &ball), separated);
        apart += usize::from(separated);
    }
    assert!((50..450).contains(&apart), "{apart}");
}

#[test]
fn touching_intervals_are_not_apart() {
    let [low, high] = [Interval { low: 0.0, high: 1.0 }, Interval { low: 1.0, high: 2.0 }];
    assert!(!low.is_apart_from(high) && !high.is_apart_from(low));
    let beyond = Interval { low: 1.0 + 1e-15, high: 2.0 };
    assert!(low.is_apart_from(beyond) && beyond.is_apart_from(low));
}

/// A type that is only a support function works wherever a polyhedron does.
#[test]
fn supports_are_open_to_others() {
    struct Segment(DVec3);
    impl Support for Segment {
        fn support(&self, direction: DVec3) -> DVec3 {
            self.0 * self.0.dot(direction).signum()
        }
    }
    impl Symmetric for Segment {
        fn center(&self) -> DVec3 {
            DVec3::ZERO
        }
    }
    let segment = Segment(DVec3::new(3.0, 4.0, 0.0));
    assert!((segment.radius(DVec3::new(0.6, 0.8, 0.0)) - 5.0).abs() < 1e-12);
}
