//! The boxes of an arm's poses ask a world as the arm does.

use octosat::{BoxStore, BoxesAmong, ChainClearance, World};
use octosat_check::engines;
use octosat_scenes::generate::Random;

use super::scenes::{HALF, Scene, scenes};
use super::{Asked, MANY, arm, clearances};

/// Boxes of the arm.
const BOXES: usize = 6;

/// Clearances of a chain are less by what its poses may be off, meters.
const POSES: f32 = 2e-3;

#[test]
fn boxes_of_poses_ask_as_the_arm_does() {
    for count in [100, MANY] {
        for Scene { name, obstacles, .. } in scenes(count) {
            // Far away, poses are off by more.
            if !name.contains("far") {
                let centers: Vec<_> = obstacles.iter().map(|solid| solid.pose().center).collect();
                let clouds = [
                    World::new(obstacles.iter().cloned()).unwrap(),
                    World::of_points(&centers, HALF).unwrap(),
                    World::of_voxels(&centers, [HALF, 2.0 * HALF, HALF]).unwrap(),
                ];
                for world in &clouds {
                    ask_both(world, &format!("{count}, {name}"));
                }
            }
        }
    }
}

fn ask_both(world: &World, what: &str) {
    let chain = arm([0.0; 3], false);
    let asked = Asked::new(&mut Random::new(3), 40);
    for engine in engines() {
        let question = asked.in_world(&chain, world).with_links(false);
        let mut boxes = BoxStore::new();
        engine.poses(question, &mut boxes).unwrap();
        let of_boxes = BoxesAmong::new(&boxes, world).in_groups_of(BOXES);
        let [mut hits, mut expected] = [vec![false; asked.len()], vec![true; asked.len()]];
        engine.any_overlap(of_boxes, &mut hits).unwrap();
        engine.any_overlap(question, &mut expected).unwrap();
        assert_eq!(hits, expected, "{what}");
        let mut rows = vec![ChainClearance::default(); asked.len()];
        engine.least_clearances(of_boxes, &mut rows).unwrap();
        for (row, of_chain) in rows.iter().zip(clearances(&engine, question)) {
            let more = row.clearance - of_chain.clearance;
            assert!((0.0..=POSES).contains(&more), "{what}: {row:?}, {of_chain:?}");
        }
    }
}
