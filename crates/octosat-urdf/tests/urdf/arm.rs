//! The arm of the crate.

use octosat_urdf::read;

use crate::ARM;

#[test]
fn the_arm_has_the_joints_and_limits_of_its_description() {
    let chain = read(ARM, &[]).expect("an arm");
    let joints =
        ["turn", "shoulder", "elbow", "forearm_turn", "wrist_bend", "hand_turn", "left_slide"];
    assert!(chain.joint_names().eq(joints));
    let limits = [2.9, 1.9, 2.5, 2.9, 2.0, 2.9].map(|limit| [-limit, limit]);
    assert!(chain.joint_limits().eq(limits.into_iter().chain([[0.0, 0.04]])));
    assert_eq!(chain.link("tip"), Some(chain.link_names().len() - 1));
}

#[test]
fn the_arm_has_pairs_of_links_that_no_joint_connects() {
    let chain = read(ARM, &[]).expect("an arm");
    let solids: Vec<_> = chain.solids().collect();
    assert_eq!(solids.len(), 12);
    let names: Vec<_> = chain.link_names().collect();
    let links = |[one, other]: [usize; 2]| [names[solids[one].0], names[solids[other].0]];
    let pairs: Vec<_> = chain.pairs().map(links).collect();
    assert!(pairs.contains(&["left_finger", "right_finger"]) && pairs.contains(&["base", "hand"]));
    // A joint connects the first, and no joint moves the others as seen from each other.
    for pair in [["base", "column"], ["hand", "left_finger"], ["flange", "hand"], ["base", "base"]]
    {
        assert!(!pairs.contains(&pair), "{pair:?}");
    }
}

#[test]
fn links_of_the_arm_that_cannot_touch_have_no_pairs() {
    let mut chain = read(ARM, &[]).expect("an arm");
    let srdf = include_str!("../../robots/arm.srdf");
    octosat_urdf::allow_from_srdf(&mut chain, srdf).expect("pairs of its links");
    assert_eq!((srdf.matches("<disable_collisions ").count(), chain.pairs().len()), (22, 23));
}
