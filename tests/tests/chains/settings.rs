//! What may touch: allowed links and obstacles, solids that are put down, chains and worlds of nothing.

use octosat::{
    BoxStore, Chain, ChainClearance, Configurations, Engine, Joint, JointMotion, JointMotionState,
    JointMotions, Solid, World,
};
use octosat_tests::{boxed, store_of, turn, upright};

/// Whether a configuration touches anything, if a motion that stays there says the same.
fn touches(asked: Configurations<'_>, joints: &[f32]) -> bool {
    let mut hits = [false];
    Engine::new().any_overlap(asked, &mut hits).unwrap();
    let mut row = [JointMotion::default()];
    Engine::new().joint_motions(JointMotions::new(asked, joints), &mut row).unwrap();
    let state = if hits[0] { JointMotionState::HIT } else { JointMotionState::FREE };
    assert_eq!(row[0].state, state);
    let mut clearance = [ChainClearance::default()];
    Engine::new().least_clearances(asked, &mut clearance).unwrap();
    assert_eq!(clearance[0].clearance <= 0.0, hits[0], "{clearance:?}");
    hits[0]
}

/// Three links along x, each with a box, the joints turned as given: at zero, only neighbors touch.
fn fingers() -> Chain {
    let mut fingers = Chain::new("base");
    for parent in 0..3_usize {
        let at = if parent == 0 { 0.0 } else { 1.0 };
        let joint = Joint::revolute(format!("joint {parent}"), [0.0, 0.0, 1.0]).at([at, 0.0, 0.0]);
        let link = fingers.add_link(format!("link {parent}"), parent, joint).unwrap();
        fingers.attach(link, upright([0.5, 0.0, 0.0], [0.5, 0.1, 0.1])).unwrap();
    }
    fingers
}

#[test]
fn allowed_pairs_and_links_without_pairs_do_not_count() {
    let mut fingers = fingers();
    let folded = [0.0, 2.2, 2.2];
    assert_eq!(fingers.pairs().collect::<Vec<_>>(), [[0, 2]]);
    assert!(touches(Configurations::new(&fingers, &folded), &folded));
    assert!(!touches(Configurations::new(&fingers, &folded).with_links(false), &folded));
    let wall =
        World::new([upright([0.0, 0.5, 0.0], [0.1; 3]).into(), upright([0.0; 3], [0.1; 3]).into()])
            .unwrap();
    assert!(touches(
        Configurations::new(&fingers, &folded).among(&wall).with_links(false),
        &folded
    ));
    fingers.allow(3, 1).unwrap();
    assert_eq!(fingers.pairs().len(), 0);
    assert!(!touches(Configurations::new(&fingers, &folded), &folded));
    fingers.allow_obstacles(1, &[1, 0, 1, 77]).unwrap();
    assert!(touches(Configurations::new(&fingers, &folded).among(&wall), &folded));
    for link in [2, 3] {
        fingers.allow_obstacles(link, &[1]).unwrap();
    }
    let mut row = [ChainClearance::default()];
    Engine::new()
        .least_clearances(Configurations::new(&fingers, &folded).among(&wall), &mut row)
        .unwrap();
    assert_eq!(row[0].obstacle, 0);
    fingers.allow_obstacles(2, &[0]).unwrap();
    fingers.allow_obstacles(3, &[0]).unwrap();
    assert!(!touches(Configurations::new(&fingers, &folded).among(&wall), &folded));
    Engine::new()
        .least_clearances(Configurations::new(&fingers, &folded).among(&wall), &mut row)
        .unwrap();
    assert_eq!(row[0], ChainClearance::default());
}

#[test]
fn what_a_hand_puts_down_no_longer_counts() {
    let mut fingers = fingers();
    let stretched = [0.0; 3];
    let world = World::new([upright([3.5, 0.0, 0.0], [0.1; 3]).into()]).unwrap();
    assert!(!touches(Configurations::new(&fingers, &stretched).among(&world), &stretched));
    let held = fingers.attach(3, upright([1.3, 0.0, 0.0], [0.2; 3])).unwrap();
    assert!(touches(Configurations::new(&fingers, &stretched).among(&world), &stretched));
    fingers.truncate(held);
    assert_eq!(fingers.solids().len(), 3);
    assert!(!touches(Configurations::new(&fingers, &stretched).among(&world), &stretched));
}

#[test]
fn nothing_touches_without_solids_or_obstacles() {
    let mut bare = Chain::new("base");
    bare.add_link("tool", 0, Joint::prismatic("slide", [0.0, 1.0, 0.0])).unwrap();
    let world = World::new([upright([0.0; 3], [1.0; 3]).into()]).unwrap();
    let empty = World::new([]).unwrap();
    assert!(!touches(Configurations::new(&bare, &[0.5]), &[0.5]));
    assert!(!touches(Configurations::new(&bare, &[0.5]).among(&world), &[0.5]));
    let mut store = BoxStore::new();
    Engine::new().poses(Configurations::new(&bare, &[0.5]), &mut store).unwrap();
    assert_eq!(store.len(), 0);
    bare.attach(1, upright([0.0; 3], [1.0; 3])).unwrap();
    assert!(!touches(Configurations::new(&bare, &[0.5]).among(&empty), &[0.5]));
    assert!(touches(Configurations::new(&bare, &[0.5]).among(&world), &[0.5]));
    let mut fixed = Chain::new("base");
    fixed.attach(0, upright([0.0; 3], [1.0; 3])).unwrap();
    assert!(!touches(Configurations::new(&fixed, &[]), &[]));
    assert!(touches(Configurations::new(&fixed, &[]).among(&world), &[]));
}

#[test]
fn solids_of_the_base_count() {
    let mut fingers = fingers();
    fingers.attach(0, upright([0.0, -5.0, 0.0], [1.0; 3])).unwrap();
    let world = World::new([upright([0.0, -6.5, 0.0], [1.0; 3]).into()]).unwrap();
    let joints = [0.0; 3];
    assert!(touches(Configurations::new(&fingers, &joints).among(&world), &joints));
    fingers.allow_obstacles(0, &[0]).unwrap();
    assert!(!touches(Configurations::new(&fingers, &joints).among(&world), &joints));
}

#[test]
fn worlds_of_boxes_are_those_of_solids() {
    let boxes = [1.0, 2.0, 3.0].map(|x| boxed([x, -x, 0.5], turn([1.0, x, 0.0], x), [x, 0.1, 0.2]));
    let world = World::of_boxes(&store_of(boxes)).unwrap();
    let solids = World::new(boxes.map(Solid::from)).unwrap();
    assert_eq!(world.solids(), solids.solids());
}
