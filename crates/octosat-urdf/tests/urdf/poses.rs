//! Where links are: descriptions whose positions are known, from joint values to boxes.

use octosat::{BoxStore, Chain, Configurations, Engine};
use octosat_urdf::read;

use crate::{ARM, chain, joint, links};

/// How far a center of these small chains may be from where it belongs, in meters.
const NEAR: f32 = 1e-5;

/// A center, given the index of the link and how many of its solids come before.
#[track_caller]
fn check(chain: &Chain, joints: &[f32], (link, solid): (&str, usize), expected: [f32; 3]) {
    let mut boxes = BoxStore::new();
    Engine::new().poses(Configurations::new(chain, joints), &mut boxes).expect("poses");
    let link = chain.link(link).expect("a link");
    let first = chain.solids().position(|(of, _)| of == link).expect("a solid");
    let found =
        boxes.get(u32::try_from(first + solid).expect("an index")).expect("a box").pose.center;
    let is_near = (0..3).all(|k| (found[k] - expected[k]).abs() < NEAR);
    assert!(is_near, "at {joints:?}: {found:?} instead of {expected:?}");
}

/// A quarter turn in radians.
const QUARTER: f32 = core::f32::consts::FRAC_PI_2;

#[test]
fn the_arm_stands_upright_at_zero() {
    let arm = read(ARM, &[]).expect("an arm");
    let zero = [0.0; 7];
    check(&arm, &zero, ("base", 1), [0.0, 0.0, 0.07]);
    check(&arm, &zero, ("upper_arm", 0), [0.0, 0.0, 0.43]);
    check(&arm, &zero, ("forearm", 0), [0.0, 0.0, 0.72]);
    check(&arm, &zero, ("knuckle", 1), [0.0, 0.0, 1.06]);
    check(&arm, &zero, ("left_finger", 0), [0.0, 0.0085, 1.2]);
    check(&arm, &zero, ("right_finger", 0), [0.0, -0.0085, 1.2]);
}

#[test]
fn the_arm_stretches_to_the_left_with_open_fingers() {
    let arm = read(ARM, &[]).expect("an arm");
    let joints = [QUARTER, QUARTER, 0.0, 0.0, 0.0, 0.0, 0.03];
    check(&arm, &joints, ("upper_arm", 0), [0.0, 0.21, 0.22]);
    check(&arm, &joints, ("left_finger", 0), [-0.0385, 0.98, 0.22]);
    check(&arm, &joints, ("right_finger", 0), [0.0385, 0.98, 0.22]);
}

#[test]
fn the_arm_bends_like_a_stair() {
    let arm = read(ARM, &[]).expect("an arm");
    // Forwards, down at the elbow, and forwards again at the wrist with a hand turned by half.
    let joints = [0.0, QUARTER, QUARTER, 0.0, -QUARTER, 2.0 * QUARTER, 0.0];
    check(&arm, &joints, ("forearm", 0), [0.42, 0.0, 0.22 - 0.08]);
    check(&arm, &joints, ("knuckle", 0), [0.42, 0.0, 0.22 - 0.36]);
    check(&arm, &joints, ("hand", 0), [0.42 + 0.145, 0.0, 0.22 - 0.36]);
    check(&arm, &joints, ("left_finger", 0), [0.42 + 0.2, -0.0085, 0.22 - 0.36]);
}

/// A link `tip` with a small ball at (0.1, 0.2, 0.3).
const TIP: &str = "<link name='tip'><collision><origin xyz='0.1 0.2 0.3'/><geometry><sphere radius='0.01'/>\
                   </geometry></collision></link>";

#[test]
fn joints_slide_along_axes_of_their_origin() {
    // The axes x, y and z of the origin are y, z and x of the base.
    let origin = "<origin xyz='1 2 3' rpy='1.5707963267948966 0 1.5707963267948966'/>";
    let rest = format!("{origin}<axis xyz='2 0 0'/><limit upper='1'/>");
    let chain = chain(&(links(&["base"]) + TIP + &joint("j", "prismatic", ["base", "tip"], &rest)));
    check(&chain, &[0.0], ("tip", 0), [1.3, 2.1, 3.2]);
    check(&chain, &[0.5], ("tip", 0), [1.3, 2.6, 3.2]);
}

#[test]
fn joints_turn_about_axes_of_their_origin_and_follow_others() {
    let half_turn = "<origin xyz='0 0 1' rpy='0 0 3.141592653589793'/><axis xyz='0 0 -1'/>";
    let follows = format!("{half_turn}<mimic joint='motor' multiplier='-0.5' offset='0.25'/>");
    let elements = links(&["base", "wheel"])
        + TIP
        + &joint("j", "continuous", ["base", "tip"], &follows)
        + &joint("motor", "continuous", ["base", "wheel"], "");
    let chain = chain(&elements);
    assert_eq!(chain.values(), 1);
    // It turns by a half, and then by the negative of -0.5 q + 0.25.
    check(&chain, &[0.5], ("tip", 0), [-0.1, -0.2, 1.3]);
    check(&chain, &[0.5 + 2.0 * QUARTER], ("tip", 0), [0.2, -0.1, 1.3]);
}

/// Whether links of the arm touch each other.
fn hits(joints: &[f32]) -> Vec<bool> {
    let arm = read(ARM, &[]).expect("an arm");
    let mut hits = vec![false; joints.len() / arm.values()];
    Engine::new().any_overlap(Configurations::new(&arm, joints), &mut hits).expect("answers");
    hits
}

#[test]
fn each_joint_of_the_arm_moves_alone_between_its_limits() {
    let arm = read(ARM, &[]).expect("an arm");
    let mut joints = Vec::new();
    for (joint, limits) in arm.joint_limits().enumerate() {
        #[expect(clippy::cast_possible_truncation, reason = "joint values are of single precision")]
        let [lower, upper] = limits.map(|limit| limit as f32);
        for step in 0_u8..=100 {
            let mut configuration = [0.0; 7];
            configuration[joint] = lower + (upper - lower) * f32::from(step) / 100.0;
            joints.extend(configuration);
        }
    }
    assert_eq!(hits(&joints), [false; 707]);
}

#[test]
fn the_arm_touches_its_base_with_its_wrist() {
    assert_eq!(hits(&[0.0, 1.9, 2.5, 0.0, 0.0, 0.0, 0.0]), [true]);
}
