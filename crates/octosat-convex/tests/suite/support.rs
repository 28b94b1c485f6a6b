//! Support functions and projections against the naive projection of all points.

use octosat_convex::{
    Aabb, Interval, OrientedBox, Placed, Points, Polyhedron, Pose, Sphere, Support, Symmetric,
    Vector, separates, separates_symmetric,
};
use octosat_scenes::generate::Random;

use crate::common::{UPRIGHT, along, dot, half_extents, length, narrow, pose, shapes, wide};

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9 * (1.0 + expected.abs()), "{found} is not {expected}");
}

fn assert_same(found: Interval, expected: Interval) {
    assert_near(found.low, expected.low);
    assert_near(found.high, expected.high);
}

/// A direction of some length, along an axis now and then.
fn direction(random: &mut Random) -> Vector {
    let mut direction = random.direction().map(|c| 3.0 * c);
    if random.below(4) == 0 {
        direction = [0.0; 3];
        direction[random.below(3)] = -2.0;
    }
    direction
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
        assert!(points.iter().any(|&point| length(along(farthest, -1.0, wide(point))) == 0.0));
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
        assert_near(length(along(farthest, -1.0, wide(sphere.center))), 0.75);
        let middle = dot(wide(sphere.center), axis);
        assert_near(dot(farthest, axis) - middle, 0.75 * length(axis));
        check_radius(&sphere, axis);
    }
}

/// Without the short cut, as the default method has it.
fn check_radius(shape: &impl Symmetric, axis: Vector) {
    let projected = dot(shape.support(axis), axis) - dot(shape.center(), axis);
    assert_near(shape.radius(axis), projected);
    let Interval { low, high } = Interval::of(shape, axis);
    assert_near(0.5 * (high - low), shape.radius(axis));
    assert_near(0.5 * (high + low), dot(shape.center(), axis));
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
            let heights = shape.vertices().iter().map(|&vertex| {
                dot(along(wide(pose.center()), 1.0, pose.to_world(wide(vertex))), axis)
            });
            let expected = heights.fold(f64::NEG_INFINITY, f64::max);
            assert_near(dot(placed.support(axis), axis), expected);
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
        let opposite = axis.map(|c| -c);
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
    struct Segment([f64; 3]);
    impl Support for Segment {
        fn support(&self, direction: [f64; 3]) -> [f64; 3] {
            let sign = dot(self.0, direction).signum();
            self.0.map(|c| sign * c)
        }
    }
    impl Symmetric for Segment {
        fn center(&self) -> [f64; 3] {
            [0.0; 3]
        }
    }
    let segment = Segment([3.0, 4.0, 0.0]);
    assert!((segment.radius([0.6, 0.8, 0.0]) - 5.0).abs() < 1e-12);
}
