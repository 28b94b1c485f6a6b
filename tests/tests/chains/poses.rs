//! Where joints put solids.

use octosat::{BoxStore, Configurations, Engine};
use octosat_check::short;
use octosat_reference::float64::{PlacedSolid, RigidFrame};
use octosat_scenes::generate::Random;
use octosat_tests::chains::{CheckedChain, Shapes};
use octosat_tests::store_bits;

use crate::{UNIT_ROUNDOFF, chain_of, wanted, wide};

/// Configurations of a chain.
const OF_A_CHAIN: usize = 100;

/// The largest distance of a corner from where it belongs, in meters.
fn off(found: &PlacedSolid, exact: &PlacedSolid) -> f64 {
    let of =
        |(a, b): ([f64; 3], [f64; 3])| (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt();
    found.corners().into_iter().zip(exact.corners()).map(of).fold(0.0, f64::max)
}

/// The largest error of a chain's poses, in units of roundoff of the reach and as a part of the bound.
fn largest_errors(checked: &CheckedChain, joints: &[f32]) -> [f64; 2] {
    let mut store = BoxStore::new();
    let configurations = Configurations::new(&checked.chain, joints);
    Engine::new().poses(configurations, &mut store).unwrap();
    assert_eq!(store.len(), configurations.len() * checked.solids());
    let boxes: Vec<_> = (0..short(store.len())).map(|index| store.get(index).unwrap()).collect();
    let mut copy = BoxStore::new();
    copy.extend_from_boxes(&boxes).unwrap();
    assert!(store_bits(&copy) == store_bits(&store), "a store keeps what it holds");
    let mut index = 0;
    let mut largest = [0.0_f64; 2];
    for values in joints.chunks(checked.chain.values()).map(wide) {
        for (solid, exact) in checked.reference.solids(&values).iter().enumerate() {
            let stored = store.get(index).unwrap();
            let pose = stored.pose;
            let frame = RigidFrame::new(pose.center.map(f64::from), pose.rotation.map(f64::from));
            let half = exact.shape.half_extents();
            assert!(
                (0..3)
                    .all(|k| (f64::from(stored.half_extents[k]) - half[k]).abs() <= 1e-7 * half[k])
            );
            let error = off(&PlacedSolid::new(exact.shape, frame), exact);
            let unit = UNIT_ROUNDOFF * checked.reference.reach(solid, &values);
            let bound = checked.reference.pose_bound(solid, &values);
            largest = [largest[0].max(error / unit), largest[1].max(error / bound)];
            index += 1;
        }
    }
    largest
}

#[expect(clippy::print_stdout, reason = "the largest errors are what a long search is for")]
fn search(name: &str, seed: u64, turns: f64) {
    let count = wanted("OCTOSAT_CONFIGURATIONS", 10_000);
    let mut random = Random::new(seed);
    let mut largest = [0.0_f64; 2];
    for number in 0..count.div_ceil(OF_A_CHAIN) {
        let checked = chain_of(&mut random, number, Shapes::All);
        let joints: Vec<f32> =
            (0..OF_A_CHAIN).flat_map(|_| checked.configuration(&mut random, turns)).collect();
        let errors = largest_errors(&checked, &joints);
        assert!(errors[1] <= 1.0, "chain {number} of seed {seed}: {errors:?}");
        largest = [0, 1].map(|k| largest[k].max(errors[k]));
    }
    println!("{name}: {:.1} u of the reach, {:.3} of the bound", largest[0], largest[1]);
}

#[test]
fn poses_are_those_of_float64_up_to_a_part_of_the_reach() {
    search("poses", 1, 1.0);
}

#[test]
fn poses_of_many_turns_are_as_near() {
    search("poses of many turns", 2, 300.0);
}
