//! Many obstacles next to worlds of their parts, which are not in a tree.
//!
//! Something touches if it touches an obstacle of some part, the least clearance is the least one of all parts, and a motion
//! is free until the first time at which it is not free of some part: which halves of it are looked at depends on the motion
//! alone. Of a hundred thousand motions a kilometer from the origin, a hundred are proven free by leaves alone.

use octosat::{Chain, JointMotion, JointMotionState, Solid, World};
use octosat_check::fastest;
use octosat_scenes::generate::Random;

use super::scenes::{Scene, scenes};
use super::{Answers, Asked, MANY, clearances, rows};

/// The obstacles of a part.
const PART: usize = 700;

/// The rows of a world whose parts have these rows, without pairs.
fn combined(parts: &[Answers]) -> (Vec<bool>, Vec<f32>, Vec<JointMotion>) {
    let rows = 0..parts[0].hits.len();
    let each = |row: usize| parts.iter().map(move |part| (part, row));
    let hits = rows.clone().map(|row| each(row).any(|(part, row)| part.hits[row])).collect();
    let least = |row: usize| {
        each(row).map(|(part, row)| part.clearances[row].clearance).fold(f32::INFINITY, f32::min)
    };
    let motion = |row: usize| {
        let of_parts = || each(row).map(|(part, row)| part.motions[row]);
        let has = |state| of_parts().any(|part| part.state == state);
        let states = [JointMotionState::HIT, JointMotionState::UNDECIDED];
        let state = states.into_iter().find(|&state| has(state)).unwrap_or(JointMotionState::FREE);
        let free_until = of_parts().map(|part| part.free_until).fold(1.0, f32::min);
        JointMotion { free_until, state, ..JointMotion::default() }
    };
    (hits, rows.clone().map(least).collect(), rows.map(motion).collect())
}

/// The rows of all parts of some obstacles.
fn of_parts(asked: &Asked, chain: &Chain, obstacles: &[Solid], links: bool) -> Vec<Answers> {
    let answers = |part: &[Solid]| {
        let world = World::new(part.iter().cloned()).unwrap();
        asked.answers(&fastest(), asked.in_world(chain, &world).with_links(links))
    };
    obstacles.chunks(PART).map(answers).collect()
}

/// How many rows are others than those of the parts: booleans, clearances and motions.
fn different(whole: &Answers, parts: &[Answers]) -> [usize; 3] {
    let (hits, least, motions) = combined(parts);
    // A world finds a hit at another time than its parts, which look at fewer parts of the motion.
    let whole_motion = |row: usize| {
        let JointMotion { free_until, state, .. } = whole.motions[row];
        JointMotion { free_until, state, ..JointMotion::default() }
    };
    let clearance = |row: usize| whole.clearances[row].clearance.to_bits() != least[row].to_bits();
    let rows = || 0..hits.len();
    for row in rows() {
        let [found, expected] = [whole_motion(row), motions[row]];
        assert!(is_at_most(found, expected), "{row}: {found:?} {expected:?}");
    }
    [
        rows().filter(|&row| whole.hits[row] != hits[row]).count(),
        rows().filter(|&row| clearance(row)).count(),
        rows().filter(|&row| whole_motion(row) != motions[row]).count(),
    ]
}

/// Whether a motion is the same, or not proven free for as long. Leaves leave out what is apart by spheres although all axes of
/// a pair show less than the distance, which trees do not.
fn is_at_most(found: JointMotion, expected: JointMotion) -> bool {
    let is_open =
        [found.state, expected.state] == [JointMotionState::UNDECIDED, JointMotionState::FREE];
    found == expected
        || found.free_until <= expected.free_until && (found.state == expected.state || is_open)
}

#[test]
fn worlds_are_those_of_their_parts() {
    let mut random = Random::new(1);
    for (number, scene) in scenes(MANY).into_iter().enumerate() {
        let Scene { name, chain, obstacles } = scene;
        let asked = Asked::new(&mut random, rows(200));
        let links = number % 2 == 0;
        let world = World::new(obstacles.iter().cloned()).unwrap();
        let whole = asked.answers(&fastest(), asked.in_world(&chain, &world).with_links(links));
        let [hits, numbers, motions] =
            different(&whole, &of_parts(&asked, &chain, &obstacles, links));
        eprintln!("{name}: of {} rows, {hits}, {numbers} and {motions} are others", asked.len());
        assert_eq!([hits, numbers], [0; 2], "{name}");
        assert!(200 * motions <= asked.len(), "{name}: {motions}");
        whole.assert_various(name);
        the_pair_has_the_clearance(&asked, &chain, &obstacles, &whole);
    }
}

/// The obstacle that is reported has the clearance of the row, alone in a world.
fn the_pair_has_the_clearance(asked: &Asked, chain: &Chain, obstacles: &[Solid], whole: &Answers) {
    for row in 0..asked.len().min(20) {
        let found = whole.clearances[row];
        if let Some(obstacle) = obstacles.get(found.obstacle as usize) {
            let world = World::new([obstacle.clone()]).unwrap();
            let one = asked.in_world(chain, &world).with_links(false);
            let alone = clearances(&fastest(), one)[row];
            assert_eq!(alone.clearance.to_bits(), found.clearance.to_bits(), "{found:?}");
            assert_eq!(alone.solid, found.solid);
        }
    }
}

/// At the limit between leaves and a tree.
#[test]
fn one_obstacle_more_makes_a_tree_with_the_same_rows() {
    let Scene { chain, obstacles, .. } = scenes(MANY).swap_remove(2);
    let asked = Asked::new(&mut Random::new(2), 100);
    let few = World::new(obstacles[1..].iter().cloned()).unwrap();
    let whole = World::new(obstacles.iter().cloned()).unwrap();
    let one = World::new([obstacles[0].clone()]).unwrap();
    let [few, one, whole] =
        [&few, &one, &whole].map(|world| asked.answers(&fastest(), asked.in_world(&chain, world)));
    assert_eq!(different(&whole, &[few, one]), [0; 3]);
}
