//! Chains of a search: what their motions are like, and that links of another length are found.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]

use octosat::{Engine, JointMotion, JointMotionState};
use octosat_check::chains::{ChainWorld, CheckedWorld, GivenSolid};
use octosat_check::queries::configurations::ConfigurationsOfChains;
use octosat_check::queries::joint_motions::JointMotionsOfChains;
use octosat_check::{Asked, Basis, Case, Query, runner};
use octosat_reference::float64::{ReferenceJoint, ReferenceJointKind};
use proptest::strategy::{Strategy, ValueTree};

/// How long an engine knows links to be that are one percent longer.
const SHORTER: f64 = 1.0 / 1.01;

/// The frames of some rounds of a query, without those about boxes that are no robots.
fn cases<Q: Query>(query: Q, rounds: u64) -> impl Iterator<Item = Case> {
    let numbers = (0..rounds).filter(|number| number % 4 > 0);
    numbers.map(move |number| {
        let round = query.rounds(number).new_tree(&mut runner(3, number)).unwrap().current();
        Case::new(Basis::Unit, &round.frames[0]).unwrap()
    })
}

/// What an engine answers about all rows of a case.
fn ask<Q: Query<World = ChainWorld>>(query: Q, case: &Case, world: &ChainWorld) -> Vec<Q::Row> {
    let engine = Engine::new();
    let asked = Asked::list(&engine, case, world, &case.pairs);
    query.ask(&asked, &mut Q::Memory::default()).unwrap()
}

/// The number of answers that the references reject.
fn faults<Q: Query<World = ChainWorld>>(
    query: Q,
    case: &Case,
    world: &ChainWorld,
    answers: &[Q::Row],
) -> usize {
    let engine = Engine::new();
    let asked = Asked::list(&engine, case, world, &case.pairs);
    let findings = query.check(&asked, answers, &mut Q::History::default()).unwrap();
    findings.iter().filter(|finding| finding.fault.is_some()).count()
}

/// The rows and the faults of some rounds of an engine that knows links to be shorter than they are.
fn shorter<Q: Query<World = ChainWorld>>(query: Q, is_moving: bool) -> [usize; 2] {
    let mut found = [0; 2];
    for case in cases(query, 40) {
        let world = ChainWorld::new(&case, is_moving, SHORTER).unwrap();
        found[0] += case.pairs.len();
        found[1] += faults(query, &case, &world, &ask(query, &case, &world));
    }
    found
}

#[test]
fn links_that_are_longer_than_the_engine_knows_are_found() {
    // A pose is wrong if a joint is not where it is.
    let [rows, found] = shorter(ConfigurationsOfChains, false);
    assert!(3 * found > rows, "{found} of {rows}");
    let [rows, found] = shorter(JointMotionsOfChains, true);
    // A motion is wrong only if it is free as far as the engine knows.
    assert!(found > 0, "none of {rows}");
}

#[test]
fn obstacles_touch_at_known_times_of_motions_that_are_free_until_then() {
    let [mut rows, mut touching, mut close, mut rejected] = [0; 4];
    let (mut states, mut hits) = ([0; 3], 0);
    for case in cases(JointMotionsOfChains, 60) {
        let world = JointMotionsOfChains.world(&case).unwrap();
        let answers = ask(JointMotionsOfChains, &case, &world);
        rows += answers.len();
        for (&row, answer) in case.pairs.iter().zip(&answers) {
            let motion = world.motion(row);
            if world.placed(&motion.at(motion.time)).touches() {
                touching += 1;
                close += usize::from(f64::from(answer.free_until) > motion.time - 1e-3);
            }
            states[usize::from(answer.state.code())] += 1;
        }
        let free = JointMotion {
            free_until: 1.0,
            state: JointMotionState::FREE,
            ..JointMotion::default()
        };
        let all_free = vec![free; answers.len()];
        rejected += faults(JointMotionsOfChains, &case, &world, &all_free);
        let world = ConfigurationsOfChains.world(&case).unwrap();
        let answers = ask(ConfigurationsOfChains, &case, &world);
        hits += answers.iter().filter(|answer| answer.touches == 1).count();
    }
    let found = format!("{rows} rows, {touching} touch, {close} close, {states:?}, {hits} hits");
    assert!(3 * touching > rows && 10 * close > touching, "{found}");
    let [free, hit, undecided] = states;
    assert!(5 * free > rows && 5 * hit > rows && undecided > 0, "{found}");
    assert!(4 * hits > rows && 4 * (rows - hits) > rows, "{found}");
    // Whatever touches is no free motion.
    assert!(rejected >= touching, "{found}: {rejected} rejected");
}

/// A solid at a joint of no range, and an obstacle.
fn still(solid: GivenSolid, obstacle: GivenSolid) -> ChainWorld {
    let rotation = [0.0, 0.0, 0.0, 1.0];
    let joint = ReferenceJoint {
        kind: ReferenceJointKind::Turns,
        parent: 0,
        translation: [0.0; 3],
        rotation,
        axis: [0.0, 0.0, 1.0],
        mimic: None,
    };
    let mut world = ChainWorld::default();
    let link = world.checked.add(joint, 0.0).unwrap();
    world.checked.attach(link, &solid).unwrap();
    world.world = CheckedWorld::new(&[obstacle]).unwrap();
    world
}

#[test]
fn a_negative_clearance_of_tiny_boxes_is_no_fault() {
    let mut case = cases(ConfigurationsOfChains, 2).next().unwrap();
    case.pairs = vec![[0, 1]];
    let check = |solid: GivenSolid, obstacle: GivenSolid| {
        let world = still(solid, obstacle);
        let answers = ask(ConfigurationsOfChains, &case, &world);
        assert!(world.placed(&[0.0]).least_distance()[0] > 0.0, "they touch");
        assert_eq!(faults(ConfigurationsOfChains, &case, &world, &answers), 0, "{answers:?}");
        answers[0]
    };
    // A clearance is less by 3e-16 m, for squares that leave the range of float32.
    let tiny = |half, center| GivenSolid::cube(half, center);
    let apart = check(tiny(1e-13, [0.0; 3]), tiny(3e-18, [0.0, 0.0, 1.0001e-13]));
    assert!(apart.touches == 0 && apart.clearance.clearance < 0.0);
}
