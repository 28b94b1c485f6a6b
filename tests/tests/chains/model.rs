//! Chains of which fixed joints cancel, that hold something, that have no joint values, or that have too many pairs.

use octosat::{
    BoxPose, Chain, ChainClearance, Configurations, Engine, Joint, JointMotion, JointMotionState,
    JointMotions, Solid, World,
};
use octosat_tests::{UPRIGHT, sentence, upright};

const Z: [f64; 3] = [0.0, 0.0, 1.0];

/// What is found of one configuration, and of a motion from it to another.
fn found(asked: Configurations<'_>, ends: &[f32]) -> (ChainClearance, JointMotion) {
    let (mut clearances, mut motions) = ([ChainClearance::default()], [JointMotion::default()]);
    Engine::new().least_clearances(asked, &mut clearances).unwrap();
    Engine::new().joint_motions(JointMotions::new(asked, ends), &mut motions).unwrap();
    (clearances[0], motions[0])
}

#[test]
fn fixed_joints_that_cancel_far_away_are_no_proof() {
    for (far, gap) in [(5.4e6, 5e-6), (1e9, 0.0), (9e11, 0.0)] {
        // Next to `far`, float64 rounds this to 49 hundredths of a step less.
        let step = f64::from_bits(f64::to_bits(far) + 1) - far;
        let place = ((0.001 / step).round() + 0.49) * step;
        let mut chain = Chain::new("map");
        let there = chain.add_link("there", 0, Joint::fixed("there").at([far, 0.0, 0.0])).unwrap();
        let on = Joint::fixed("on").at([place, 0.0, 0.0]);
        let on = chain.add_link("on", there, on).unwrap();
        let back = Joint::fixed("back").at([-far, 0.0, 0.0]);
        let back = chain.add_link("back", on, back).unwrap();
        let link = chain.add_link("arm", back, Joint::revolute("turn", Z)).unwrap();
        let half = 0.000_25_f32;
        chain.attach(link, upright([0.0; 3], [half; 3])).unwrap();
        #[expect(clippy::cast_possible_truncation, reason = "the nearest number is meant")]
        let face = (place + f64::from(half) + gap) as f32;
        let world = World::new([upright([face, 0.0, 0.0], [1e-9; 3]).into()]).unwrap();
        let (clearance, motion) = found(Configurations::new(&chain, &[0.0]).among(&world), &[0.0]);
        assert_eq!(motion.is_free(), gap > 0.0, "{far}: {motion:?}");
        assert_eq!(clearance.clearance > 0.0, gap > 0.0, "{far}: {clearance:?}");
    }
}

/// A forearm and a hand, which turns by half a turn until what it holds is in the forearm.
fn arm() -> Chain {
    let mut arm = Chain::new("forearm");
    arm.attach(0, upright([0.0, 0.0, 0.2], [0.05, 0.05, 0.2])).unwrap();
    let wrist = Joint::revolute("wrist", [0.0, 1.0, 0.0]).at([0.0, 0.0, 0.5]);
    let hand = arm.add_link("hand", 0, wrist).unwrap();
    let finger = Joint::prismatic("finger", [1.0, 0.0, 0.0]).at([0.0, 0.0, 0.1]);
    arm.add_link("finger", hand, finger).unwrap();
    arm.add_link("plate", hand, Joint::fixed("screws")).unwrap();
    for link in [2, 3] {
        arm.attach(link, upright([0.02, 0.0, 0.0], [0.01; 3])).unwrap();
    }
    arm
}

#[test]
fn what_a_link_holds_has_pairs_with_all_others_but_those_that_it_touches() {
    let rod = upright([0.0, 0.0, 0.35], [0.02, 0.02, 0.3]);
    let mut chain = arm();
    let part = chain.attach(1, rod).unwrap();
    assert!(chain.pairs().all(|pair| pair[1] != part));
    chain.truncate(part);

    chain.allow(0, 1).unwrap();
    let held = chain.hold(1, rod, &[2]).unwrap();
    let own: Vec<_> = chain.pairs().filter(|pair| pair[1] == held).collect();
    assert_eq!(own, [[0, held], [2, held]]);
    chain.allow(3, 1).unwrap();
    assert_eq!(chain.pairs().filter(|pair| pair[1] == held).count(), 2);
    let turned = [std::f32::consts::PI, 0.0];
    let (clearance, motion) = found(Configurations::new(&chain, &[0.0; 2]), &turned);
    assert!((0.03..=0.04).contains(&clearance.clearance), "{clearance:?}");
    assert_eq!(motion.state, JointMotionState::HIT);
    let mut hits = [false];
    Engine::new().any_overlap(Configurations::new(&chain, &turned), &mut hits).unwrap();
    assert!(hits[0]);

    // What another link holds is looked at, too, except if one of both may touch the link of the other.
    let other = chain.hold(0, upright([0.3, 0.0, 0.0], [0.01; 3]), &[]).unwrap();
    assert!(chain.pairs().any(|pair| pair == [held, other]));
    chain.truncate(other);
    let nail = chain.attach(2, upright([0.0; 3], [0.01; 3])).unwrap();
    assert!(chain.pairs().all(|pair| pair != [held, nail]));
    chain.truncate(nail);
    let other = chain.hold(0, upright([0.3, 0.0, 0.0], [0.01; 3]), &[1]).unwrap();
    assert!(chain.pairs().all(|pair| pair != [held, other]));
    let text = "link 4 is out of range: the number of links is 4";
    assert_eq!(sentence(chain.hold(1, rod, &[4])), text);
    chain.truncate(held);
    assert!(chain.pairs().all(|pair| pair[1] < held));
}

#[test]
fn what_a_link_holds_keeps_its_pairs_with_what_is_attached_later_if_their_links_may_touch() {
    let mut chain = arm();
    let cube = || upright([0.0; 3], [0.01; 3]);
    let held = chain.hold(0, cube(), &[]).unwrap();
    let nail = chain.attach(2, cube()).unwrap();
    assert!(chain.pairs().any(|pair| pair == [0, nail]));
    chain.allow(0, 2).unwrap();
    let of_nail: Vec<_> = chain.pairs().filter(|pair| pair[1] == nail).collect();
    // The plate does not move with the finger either.
    assert_eq!(of_nail, [[2, nail], [held, nail]]);
}

#[test]
fn what_is_removed_has_no_pairs_with_what_is_attached_in_its_place() {
    let mut chain = arm();
    let cube = || upright([0.0; 3], [0.01; 3]);
    let nail = chain.attach(3, cube()).unwrap();
    chain.truncate(nail);
    assert_eq!(chain.attach(0, cube()), Ok(nail));
    assert!(chain.pairs().all(|[one, other]| one < other));
}

/// A chain that looked at all solids, all frames or all pairs at each call would take hours.
#[test]
fn attaching_and_allowing_visit_nothing_but_the_pairs_that_come_and_go() {
    let ball = || Solid::capsule(BoxPose::new([0.0; 3], UPRIGHT), 0.1, 0.0);
    let mut chain = Chain::new("base");
    for link in 0..20_000 {
        let joint = Joint::revolute(format!("joint {link}"), [0.0, 0.0, 1.0]);
        chain.add_link(format!("link {link}"), link, joint).unwrap();
    }
    chain.attach(0, ball()).unwrap();
    for _ in 0..100_000 {
        chain.attach(20_000, ball()).unwrap();
    }
    assert_eq!(chain.pairs().len(), 100_000);
    for link in 1..20_000 {
        chain.allow(link, 20_000).unwrap();
        chain.allow_obstacles(link, &[7]).unwrap();
    }
    // The only pairs there are go at once, and what is attached later has none.
    chain.allow(20_000, 0).unwrap();
    assert_eq!(chain.pairs().len(), 0);
    chain.attach(20_000, ball()).unwrap();
    assert_eq!(chain.pairs().len(), 0);
    chain.truncate(1);
    assert_eq!(chain.attach(10_000, ball()), Ok(1));
    assert!(chain.pairs().eq([[0, 1]]));
}

/// Pairs are in the order of their solids, whatever was allowed and removed before.
#[test]
fn pairs_are_those_of_links_that_may_not_touch_in_the_order_of_their_solids() {
    let mut chain = arm();
    let cube = || upright([0.0; 3], [0.01; 3]);
    for link in [2, 0, 3, 1, 2] {
        chain.attach(link, cube()).unwrap();
    }
    let held = chain.hold(3, cube(), &[2]).unwrap();
    chain.allow_all(&[[2, 0], [0, 3]]).unwrap();
    chain.attach(0, cube()).unwrap();
    chain.attach(2, cube()).unwrap();
    let links: Vec<usize> = chain.solids().map(|(link, _)| link).collect();
    // Link 1 is on link 0, links 2 and 3 are on link 1; link 3 moves with link 1.
    let is_pair = |[a, b]: [usize; 2]| {
        let mut on = [links[a], links[b]];
        on.sort_unstable();
        if a == held || b == held { ![[2, 3], [3, 3]].contains(&on) } else { on == [2, 3] }
    };
    let all = (0..links.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
    let expected: Vec<_> = all.filter(|&pair| is_pair(pair)).collect();
    assert!(chain.pairs().eq(expected.iter().copied()), "{links:?} {expected:?}");
}

#[test]
fn a_chain_without_joint_values_has_one_configuration() {
    let mut fixture = Chain::new("fixture");
    fixture.attach(0, upright([0.0; 3], [1.0; 3])).unwrap();
    for (center, is_free) in [(3.0, true), (1.5, false)] {
        let world = World::new([upright([center, 0.0, 0.0], [1.0; 3]).into()]).unwrap();
        let asked = Configurations::new(&fixture, &[]).among(&world);
        assert_eq!(asked.len(), 1);
        let (clearance, motion) = found(asked, &[]);
        assert_eq!((clearance.clearance > 0.0, motion.is_free()), (is_free, is_free));
        let mut hits = [is_free; 3];
        Engine::new().any_overlap(asked.repeated(3), &mut hits).unwrap();
        assert_eq!(hits, [!is_free; 3]);
    }
    let error = Engine::new().any_overlap(Configurations::new(&fixture, &[0.0]), &mut [false]);
    let text = error.unwrap_err().to_string();
    assert_eq!(text, "the number of joint values is 1, but the chain has no joint with a value");
}

#[test]
fn a_solid_with_too_many_pairs_is_rejected_with_their_number() {
    let mut star = Chain::new("base");
    let cube = upright([0.0; 3], [0.1; 3]);
    let mut attached = Ok(0);
    for number in 1..=10_000 {
        let joint = Joint::revolute(format!("joint {number}"), Z);
        let link = star.add_link(format!("link {number}"), 0, joint).unwrap();
        attached = attached.and_then(|_| star.attach(link, cube));
    }
    let text = "link `link 1449`: with this solid, 1049076 pairs of solids would be looked at, but at most 1048576 may be";
    assert_eq!(attached.unwrap_err().to_string(), text);
    assert_eq!((star.link_names().len(), star.solids().len()), (10_001, 1_448));
    assert_eq!(star.pairs().len(), 1_448 * 1_447 / 2);
}
