//! Where joints put solids, and distances of solids, against formulas for cases that have some.

use octosat_reference::float64::{
    PlacedSolid, ReferenceChain, ReferenceJoint, ReferenceJointKind, ReferenceMimic, RigidFrame,
    SolidShape,
};
use octosat_scenes::generate::Random;

use crate::common::Draw;

/// No rotation.
const NO_TURN: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// A cylinder or a capsule of radius 1 and half length 2.
const CYLINDER: SolidShape = SolidShape::Cylinder { radius: 1.0, half_length: 2.0 };
const CAPSULE: SolidShape = SolidShape::Capsule { radius: 1.0, half_length: 2.0 };

fn placed(shape: SolidShape, center: [f64; 3], rotation: [f64; 4]) -> PlacedSolid {
    PlacedSolid::new(shape, RigidFrame::new(center, rotation))
}

/// Any solid about the origin.
fn any(random: &mut Random, size: f64) -> PlacedSolid {
    let [radius, half_length, other] = random.magnitudes(0.01, 1.0);
    let shapes = [
        SolidShape::Box([radius, half_length, other]),
        SolidShape::Cylinder { radius, half_length },
        SolidShape::Capsule { radius, half_length },
    ];
    let shape = shapes[random.below(shapes.len())].clone();
    placed(shape, random.within(size), random.any_rotation())
}

fn joint(kind: ReferenceJointKind, parent: usize, axis: [f64; 3]) -> ReferenceJoint {
    let translation = [2.0, 0.0, 0.0];
    ReferenceJoint { kind, parent, translation, rotation: NO_TURN, axis, mimic: None }
}

#[test]
fn distances_of_boxes_are_those_of_their_closest_points() {
    let mut random = Random::new(1);
    let (mut apart, mut overlapping) = (0, 0);
    for _ in 0..20_000 {
        let [a, b] = [(); 2].map(|()| {
            let half = random.magnitudes(1e-2, 2.0);
            placed(SolidShape::Box(half), random.within(1.0), random.any_rotation())
        });
        let exact = a.boxes(&b).expect("two boxes").signed_distance();
        let gap = a.gap(&b);
        if exact > 1e-9 {
            assert!((gap.most - exact).abs() < 1e-9 && (gap.least - exact).abs() < 1e-9, "{gap:?}");
            apart += 1;
        } else if exact < -1e-9 {
            assert!(gap.most <= 0.0 && gap.least <= exact + 1e-9, "{gap:?} {exact}");
            overlapping += 1;
        }
    }
    assert!(apart > 1_000 && overlapping > 1_000, "{apart} {overlapping}");
}

#[test]
fn bounds_of_distances_are_near_each_other_and_the_same_both_ways() {
    let mut random = Random::new(2);
    for _ in 0..20_000 {
        let [a, b] = [any(&mut random, 2.0), any(&mut random, 2.0)];
        let (gap, back) = (a.gap(&b), b.gap(&a));
        assert!(gap.least <= gap.most + 1e-12);
        assert_eq!(gap.most <= 0.0, back.most <= 0.0);
        if gap.most > 0.0 {
            assert!(gap.most - gap.least < 1e-9, "{gap:?} {a:?} {b:?}");
            assert!(gap.most - back.least < 1e-9 && back.most - gap.least < 1e-9);
        }
    }
}

#[test]
fn no_two_points_are_nearer_than_the_distance() {
    let mut random = Random::new(3);
    for _ in 0..2_000 {
        let [a, b] = [any(&mut random, 2.0), any(&mut random, 2.0)];
        let gap = a.gap(&b);
        let nearest = |_| {
            let [p, q] = [a.farthest(random.direction()), b.farthest(random.direction())];
            (0..3).map(|k| (p[k] - q[k]).powi(2)).sum::<f64>().sqrt()
        };
        assert!((0..30).map(nearest).all(|distance| distance >= gap.least - 1e-12));
    }
}

#[test]
fn cylinders_and_capsules_have_the_distances_of_paper() {
    let across = [0.5_f64.sqrt(), 0.0, 0.0, 0.5_f64.sqrt()];
    let tilted =
        [(0.125 * core::f64::consts::PI).sin(), 0.0, 0.0, (0.125 * core::f64::consts::PI).cos()];
    let root = 2.0_f64.sqrt();
    for (a, b, center, rotation, distance) in [
        // Side by side, one above the other, and both.
        (CYLINDER, CYLINDER, [3.0, 4.0, 1.0], NO_TURN, 3.0),
        (CYLINDER, CYLINDER, [0.5, 0.0, 5.0], NO_TURN, 1.0),
        (CYLINDER, CYLINDER, [3.0, 0.0, 5.0], NO_TURN, root),
        // The second one lies.
        (CYLINDER, CYLINDER, [0.0, 0.0, 4.0], across, 1.0),
        (CYLINDER, CYLINDER, [0.0, 5.0, 0.0], across, 2.0),
        (CAPSULE, CAPSULE, [0.0, 0.0, 7.0], NO_TURN, 1.0),
        (CAPSULE, CAPSULE, [5.0, 0.0, 0.0], across, 3.0),
        (CAPSULE, CYLINDER, [0.0, 0.0, 5.5], NO_TURN, 0.5),
        // The rim of a cylinder that is tilted by an eighth of a turn, above a disk; the edge of a box below one.
        (CYLINDER, CYLINDER, [0.0, 0.0, 5.0], tilted, 3.0 - 1.5 * root),
        (CYLINDER, SolidShape::Box([1.0, 1.0, 1.0]), [0.0, 0.0, -4.0], tilted, 2.0 - root),
    ] {
        let gap = placed(a, [0.0; 3], NO_TURN).gap(&placed(b, center, rotation));
        assert!(
            (gap.most - distance).abs() < 1e-8 && (gap.least - distance).abs() < 1e-8,
            "{gap:?}"
        );
    }
    let deep = placed(CYLINDER, [0.0; 3], NO_TURN).gap(&placed(CAPSULE, [0.1, 0.2, 0.3], across));
    assert!(deep.most <= 0.0);
}

#[test]
fn an_arm_in_a_plane_is_where_sums_of_angles_put_it() {
    let mut chain = ReferenceChain::new();
    for parent in 0..3 {
        chain.add_joint(joint(ReferenceJointKind::Turns, parent, [0.0, 0.0, 1.0]));
    }
    chain.add_joint(joint(ReferenceJointKind::Fixed, 3, [0.0, 0.0, 1.0]));
    let mimic = ReferenceMimic { of: 1, ratio: -2.0, offset: 0.5 };
    let slide = joint(ReferenceJointKind::Slides, 4, [0.0, 1.0, 0.0]);
    chain.add_joint(ReferenceJoint { mimic: Some(mimic), ..slide });
    chain.attach(5, CAPSULE, RigidFrame::new([0.0; 3], NO_TURN));
    let values = [0.3, -1.1, 2.4];
    let (mut angle, mut tip) = (0.0_f64, [2.0, 0.0, 0.0]);
    for value in values {
        angle += value;
        tip = [tip[0] + 2.0 * angle.cos(), tip[1] + 2.0 * angle.sin(), 0.0];
    }
    let way = 0.5 - 2.0 * values[1];
    let expected = [
        tip[0] + 2.0 * angle.cos() - way * angle.sin(),
        tip[1] + 2.0 * angle.sin() + way * angle.cos(),
        0.0,
    ];
    let found = chain.solids(&values)[0].frame.origin;
    assert!((0..3).all(|k| (found[k] - expected[k]).abs() < 1e-14), "{found:?} {expected:?}");
    assert_eq!(chain.moving_joints(0), 4);
    assert!((chain.reach(0, &values) - (13.0 + way)).abs() < 1e-14);
}

#[test]
fn frames_of_quaternions_are_those_of_turns() {
    let mut random = Random::new(4);
    for _ in 0..1_000 {
        let (axis, angle) = (random.direction(), random.range(-6.0, 6.0));
        let [x, y, z] = axis.map(|component| component * (0.5 * angle).sin());
        let frame = RigidFrame::new([0.0; 3], [x, y, z, (0.5 * angle).cos()]);
        let turned = RigidFrame::turned(axis, angle);
        let back = RigidFrame::turned(axis, -angle).then(&frame);
        for k in 0..3 {
            for i in 0..3 {
                assert!((frame.axes[k][i] - turned.axes[k][i]).abs() < 1e-14);
                assert!((back.axes[k][i] - RigidFrame::IDENTITY.axes[k][i]).abs() < 1e-14);
            }
        }
    }
}

#[test]
fn pairs_leave_out_links_that_a_joint_connects_and_links_of_one_body() {
    let mut chain = ReferenceChain::new();
    chain.add_joint(joint(ReferenceJointKind::Turns, 0, [0.0, 0.0, 1.0]));
    chain.add_joint(joint(ReferenceJointKind::Fixed, 1, [0.0, 0.0, 1.0]));
    chain.add_joint(joint(ReferenceJointKind::Fixed, 2, [0.0, 0.0, 1.0]));
    chain.add_joint(joint(ReferenceJointKind::Turns, 3, [0.0, 0.0, 1.0]));
    for link in 0..5 {
        chain.attach(link, CYLINDER, RigidFrame::IDENTITY);
    }
    assert_eq!(chain.pairs(&[]), [[0, 2], [0, 3], [0, 4], [1, 4], [2, 4]]);
}
