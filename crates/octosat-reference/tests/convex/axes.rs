//! Exactly the axes that are needed, counted, and that they are enough.

use octosat_reference::convex::{
    Interval, Placed, Polyhedron, Pose, axis_bound, overlap, penetration, required_axes, separates,
};
use octosat_scenes::generate::Random;

use crate::{UPRIGHT, gap, half_extents, pose, shapes};

#[test]
fn aligned_boxes_need_three() {
    let mut random = Random::new(21);
    let [a, b] = [0; 2].map(|_| Polyhedron::cuboid(half_extents(&mut random)).expect("valid"));
    let here = Placed::new(&a, &Pose::IDENTITY);
    let there = Placed::new(&b, &Pose::new([0.4, 2.0, -1.0], UPRIGHT).expect("valid"));
    assert_eq!(required_axes(&here, &there).len(), 3);
    assert_eq!(axis_bound(&a, &b), 15);
}

#[test]
fn boxes_need_fifteen() {
    let mut random = Random::new(22);
    for _ in 0..50 {
        let [a, b] = [0; 2].map(|_| Polyhedron::cuboid(half_extents(&mut random)).expect("valid"));
        let [at_a, at_b] = [0; 2].map(|_| pose(&mut random, [0.0; 3]));
        assert_eq!(required_axes(&Placed::new(&a, &at_a), &Placed::new(&b, &at_b)).len(), 15);
    }
}

/// 3 + 5 + 3 · 6.
#[test]
fn a_box_and_a_frustum_need_twenty_six() {
    let mut random = Random::new(23);
    let cube = Polyhedron::cuboid([0.5, 0.25, 1.0]).expect("valid");
    let view = Polyhedron::frustum([0.7, 0.4], 0.1, 3.0).expect("valid");
    let here = Placed::new(&cube, &Pose::IDENTITY);
    for _ in 0..50 {
        let turned = pose(&mut random, [0.0, 0.0, 2.0]);
        assert_eq!(required_axes(&here, &Placed::new(&view, &turned)).len(), 26);
    }
    assert_eq!(axis_bound(&cube, &view), 26);
}

#[test]
fn no_two_axes_are_parallel() {
    let mut random = Random::new(24);
    let shapes = shapes(&mut random);
    for pair in shapes[..7].windows(2) {
        let [at_a, at_b] = [0; 2].map(|_| pose(&mut random, [0.0; 3]));
        let axes = required_axes(&Placed::new(&pair[0], &at_a), &Placed::new(&pair[1], &at_b));
        assert_eq!(axes.len(), axis_bound(&pair[0], &pair[1]));
        for (number, &axis) in axes.iter().enumerate() {
            assert!((axis.length() - 1.0).abs() < 1e-12);
            assert!(axes[..number].iter().all(|&other| axis.cross(other).length() > 1e-7));
        }
    }
}

/// The naive test: project all points of both on each axis.
#[test]
fn the_axes_decide() {
    let mut random = Random::new(25);
    let shapes = shapes(&mut random);
    let mut apart = 0;
    for number in 0..400 {
        let [a, b] = [0; 2].map(|_| &shapes[random.below(7)]);
        let away = random.vector(-1.2, 1.2);
        let [at_a, at_b] = [pose(&mut random, [0.0; 3]), pose(&mut random, away)];
        let [a, b] = [Placed::new(a, &at_a), Placed::new(b, &at_b)];
        let axes = required_axes(&a, &b);
        let separated = axes.iter().any(|&axis| {
            let naive = [&a, &b].map(|placed| {
                let points: Vec<[f32; 3]> =
                    placed.vertices().iter().map(|&vertex| crate::narrow(vertex)).collect();
                Interval::of_all_points(axis, &points)
            });
            let offset = b.center().dot(axis);
            let moved = Interval { low: naive[1].low + offset, high: naive[1].high + offset };
            let by_points = naive[0].is_apart_from(moved);
            let by_support = separates(axis, &a, &b);
            let clear = gap(&a, &b, axis).max(gap(&a, &b, -axis)).abs() > 1e-5;
            assert!(!clear || by_points == by_support, "pair {number}");
            by_support
        });
        if penetration(&a, &b).depth.abs() > 1e-6 {
            assert_eq!(overlap(&a, &b), !separated, "pair {number}");
        }
        apart += usize::from(separated);
    }
    assert!((50..350).contains(&apart), "{apart}");
}
