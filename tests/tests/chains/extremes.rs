//! Attempts with joints that follow others as far as they may, far slides, and chains of any size.

use std::time::{Duration, Instant};

use octosat::{
    Chain, Configurations, Engine, Joint, JointMotion, JointMotionState, JointMotions, World,
};
use octosat_reference::float64::{ReferenceJoint, ReferenceJointKind, ReferenceMimic, SolidShape};
use octosat_scenes::generate::Random;
use octosat_tests::chains::{
    Case, ChainKind, ChainPlan, CheckedChain, CheckedWorld, GivenSolid, Shapes, TURN, random_chain,
};
use octosat_tests::{NO_TURN, boxed, rotate, turn, upright};

use crate::attempts::{Attempt, Found, cube_at, tip};
use crate::{first, motions, wanted};

/// Attempts per chain.
const OF_A_CHAIN: usize = 20;

/// An arm of two joints, the second of which follows the first one: a multiple of its value, and more.
fn geared(random: &mut Random) -> CheckedChain {
    use ReferenceJointKind::{Slides, Turns};
    let mut made = CheckedChain::new(1.0);
    let joint = |kind, parent, mimic| ReferenceJoint {
        kind,
        parent,
        translation: [0.3, 0.0, 0.0],
        rotation: NO_TURN,
        axis: [0.0, 0.0, 1.0],
        mimic,
    };
    let kinds = [random.choose(&[Turns, Slides]), random.choose(&[Turns, Turns, Slides])];
    made.add(joint(kinds[0], 0, None), TURN);
    let limits =
        [(2.0, 0.0), (-1.0, 1024.0), (3.3, -512.0), (-4096.0, 0.7), (1e5, 1024.0), (0.0, -1024.0)];
    let (ratio, offset) = random.choose(&limits);
    made.add(joint(kinds[1], 1, Some(ReferenceMimic { of: 0, ratio, offset })), TURN);
    let shape = SolidShape::Box([0.5, 0.02, 0.02]);
    made.attach(2, &GivenSolid::new(shape, [0.5, 0.0, 0.0], NO_TURN));
    made
}

/// A chain of links that are far smaller or larger than those of robots.
fn sized(random: &mut Random) -> CheckedChain {
    let size = 10.0_f64.powf(random.range(-9.0, 9.0));
    let kind = random.choose(&ChainKind::ALL);
    loop {
        let plan = ChainPlan { kind, joints: 5, size, shapes: Shapes::All };
        let checked = random_chain(random, plan);
        if !checked.ranges.is_empty() {
            return checked;
        }
    }
}

fn attempt(random: &mut Random, checked: &CheckedChain, found: &mut Found, name: &str) {
    let attempt = Attempt::new(random, checked);
    let solids = checked.reference.solids(&attempt.values());
    let solid = random.choose(&solids);
    let cube = cube_at(tip(random, &solid));
    let world = CheckedWorld::new(&[cube]);
    let case = Case { checked, world: &world, links: false };
    let row = motions(&case, &attempt.start, &attempt.end)[0];
    found.add(&row, attempt.time, || format!("{name}: {attempt:?} {cube:?} {:?}", checked.chain));
}

#[expect(clippy::print_stdout, reason = "the counts are what a long search is for")]
fn search(name: &str, seed: u64, make: impl Fn(&mut Random) -> CheckedChain) {
    let count = wanted("OCTOSAT_ATTEMPTS", 2_000);
    let mut found = Found::default();
    for number in 0..count.div_ceil(OF_A_CHAIN) {
        let mut random = Random::of_round(seed, number as u64);
        let checked = make(&mut random);
        for _ in 0..OF_A_CHAIN {
            attempt(&mut random, &checked, &mut found, &format!("chain {number} of seed {seed}"));
        }
    }
    println!("{name}: {found:?}");
    assert!(found.faults.is_empty(), "{name}: {:#?}", first(&found.faults));
}

#[test]
fn motions_of_joints_that_follow_others_are_not_called_free() {
    search("geared", 71, geared);
}

#[test]
fn chains_of_any_size_are_not_called_free() {
    search("of any size", 72, sized);
}

/// A motion that barely moves, so near an obstacle that rounding decides, is not halved again and again.
#[test]
fn motions_that_barely_move_end_at_once() {
    for (value, gap) in [(1.0_f32, 3e-6), (1_000.0, 2e-4), (1_023.0, 3e-4)] {
        let mut arm = Chain::new("base");
        let link = arm.add_link("arm", 0, Joint::revolute("joint", [0.0, 0.0, 1.0])).unwrap();
        arm.attach(link, upright([0.0; 3], [1.0; 3])).unwrap();
        let rotation = turn([0.0, 0.0, 1.0], value.into());
        let center = rotate(rotation, [1.1 + gap, 0.0, 0.0]);
        let wall = World::new([boxed(center, rotation, [0.1, 1.0, 1.0]).into()]).unwrap();
        let starts = [value; 64];
        let asked = JointMotions::new(Configurations::new(&arm, &starts).among(&wall), &starts);
        let mut rows = [JointMotion::default(); 64];
        let begin = Instant::now();
        Engine::new().joint_motions(asked, &mut rows).unwrap();
        let took = begin.elapsed();
        assert_eq!(rows[0].state, JointMotionState::UNDECIDED, "{value}, {took:?}");
        assert!(took < Duration::from_millis(50), "{value}: {took:?}");
    }
}
