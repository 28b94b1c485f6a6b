//! Boxes of a list among a world: as all pairs one by one.

use octosat::{BoxStore, BoxesAmong, ChainClearance, Distance, Engine, OrientedBox, Query, World};
use octosat_check::engines;
use octosat_scenes::generate::Random;
use octosat_tests::narrow;

/// Boxes of up to some half extents in a cube of 4 m.
fn boxes(random: &mut Random, count: usize, largest: f64) -> BoxStore {
    let mut boxes = BoxStore::new();
    for _ in 0..count {
        let center = narrow(random.vector(-2.0, 2.0));
        let half_extents = narrow(random.vector(0.0, largest));
        boxes.insert(OrientedBox::new(center, narrow(random.rotation()), half_extents)).unwrap();
    }
    boxes
}

fn all_pairs(boxes: &BoxStore, obstacles: &BoxStore) -> Vec<[u32; 2]> {
    let numbers = |store: &BoxStore| 0..u32::try_from(store.len()).unwrap();
    numbers(boxes).flat_map(|a| numbers(obstacles).map(move |b| [a, b])).collect()
}

fn near_pairs(engine: &Engine, question: BoxesAmong<'_>) -> Vec<[u32; 2]> {
    let mut pairs = vec![[7; 2]];
    engine.near_pairs(question, &mut pairs).unwrap();
    pairs
}

#[test]
fn a_world_answers_as_all_pairs_do() {
    let mut random = Random::new(1);
    for (count, obstacles, largest) in [(1, 1, 1.0), (17, 3, 1.0), (40, 300, 0.4), (33, 3000, 0.1)]
    {
        let [list, others] =
            [boxes(&mut random, count, 0.3), boxes(&mut random, obstacles, largest)];
        let (world, pairs) = (World::of_boxes(&others).unwrap(), all_pairs(&list, &others));
        for engine in engines() {
            let all = Query::new([&list, &others], &pairs);
            let mut overlapping = vec![false; pairs.len()];
            engine.overlaps(all, &mut overlapping).unwrap();
            let mut clearances = vec![0.0; pairs.len()];
            engine.clearances(all, &mut clearances).unwrap();
            let mut distances = vec![Distance::default(); pairs.len()];
            engine.distances(all, &mut distances).unwrap();

            let question = BoxesAmong::new(&list, &world);
            let mut hits = vec![true; count];
            engine.any_overlap(question, &mut hits).unwrap();
            let expected: Vec<bool> =
                overlapping.chunks(obstacles).map(|row| row.contains(&true)).collect();
            assert_eq!(hits, expected);

            let mut rows = vec![ChainClearance::default(); count];
            engine.least_clearances(question, &mut rows).unwrap();
            let mut of_grown = vec![ChainClearance::default(); count];
            engine.least_clearances(question.within(0.3), &mut of_grown).unwrap();
            assert_eq!(rows, of_grown, "clearances depend on the length");
            for (row, clearances) in rows.iter().zip(clearances.chunks(obstacles)) {
                let least = clearances.iter().copied().fold(f32::INFINITY, f32::min);
                assert_eq!(row.clearance.to_bits(), least.to_bits());
                assert_eq!(clearances[row.obstacle as usize].to_bits(), least.to_bits());
                assert_eq!((row.solid, row.other), (0, ChainClearance::NONE));
            }
            for within in [0.0, 0.2] {
                let listed = near_pairs(&engine, question.within(within));
                assert!(listed.is_sorted_by(|a, b| a < b), "not in ascending order");
                for (pair, distance) in pairs.iter().zip(&distances) {
                    let is_near = distance.distance <= within;
                    assert!(!is_near || listed.binary_search(pair).is_ok(), "{pair:?}");
                }
                // Bounds are larger than what is in them, but not by much.
                let far = pairs
                    .iter()
                    .zip(&distances)
                    .filter(|(_, row)| row.distance > within + 3.0 * largest_of(largest));
                for (pair, _) in far {
                    assert!(listed.binary_search(pair).is_err(), "{pair:?}");
                }
            }
        }
    }
}

/// The length of the longest half diagonal of boxes of up to some half extents.
fn largest_of(half_extent: f64) -> f32 {
    narrow([3_f64.sqrt() * half_extent])[0]
}

#[test]
fn groups_are_as_their_boxes() {
    let mut random = Random::new(2);
    let [list, others] = [boxes(&mut random, 60, 0.2), boxes(&mut random, 2500, 0.05)];
    let world = World::of_boxes(&others).unwrap();
    for engine in engines() {
        let question = BoxesAmong::new(&list, &world);
        let mut each = [false; 60];
        let mut rows = [ChainClearance::default(); 60];
        engine.any_overlap(question, &mut each).unwrap();
        engine.least_clearances(question, &mut rows).unwrap();
        for per_group in [1, 3, 5, 20, 60] {
            let groups = question.in_groups_of(per_group);
            let mut hits = vec![false; 60 / per_group];
            engine.any_overlap(groups, &mut hits).unwrap();
            let any: Vec<bool> = each.chunks(per_group).map(|part| part.contains(&true)).collect();
            assert_eq!(hits, any);
            let mut bits = vec![0_u64; hits.len().div_ceil(64)];
            engine.any_overlap(groups, &mut bits[..]).unwrap();
            assert!(hits.iter().enumerate().all(|(at, hit)| (bits[0] >> at & 1 == 1) == *hit));
            let mut least = vec![ChainClearance::default(); hits.len()];
            engine.least_clearances(groups, &mut least).unwrap();
            for (row, part) in least.iter().zip(rows.chunks(per_group)) {
                let lowest = part.iter().map(|row| row.clearance).fold(f32::INFINITY, f32::min);
                assert_eq!(row.clearance.to_bits(), lowest.to_bits());
                assert_eq!(part[row.solid as usize].clearance.to_bits(), lowest.to_bits());
            }
        }
    }
}

#[test]
fn wrong_groups_and_lengths_are_rejected() {
    let list = boxes(&mut Random::new(3), 4, 0.2);
    let (world, engine) = (World::of_boxes(&list).unwrap(), Engine::new());
    let question = BoxesAmong::new(&list, &world);
    let mut hits = [true; 4];
    for (wrong, why) in [
        (question.in_groups_of(3), "4 boxes are not whole groups of 3"),
        (question.in_groups_of(0), "4 boxes are not whole groups of 0"),
        (question.within(-1.0), "within is -1"),
        (question.within(f32::NAN), "within is NaN"),
        (question.tolerance(f32::INFINITY), "tolerance is inf"),
    ] {
        let error = engine.any_overlap(wrong, &mut hits).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
        let mut pairs = vec![[1, 2]];
        assert!(engine.near_pairs(wrong, &mut pairs).is_err());
        assert_eq!(pairs, [[1, 2]]);
    }
    assert_eq!(hits, [true; 4]);
    let empty = BoxStore::new();
    assert_eq!(near_pairs(&engine, BoxesAmong::new(&empty, &world)), [[0; 2]; 0]);
    let nothing = World::new([]).unwrap();
    engine.any_overlap(BoxesAmong::new(&list, &nothing), &mut hits).unwrap();
    assert_eq!(hits, [false; 4]);
}
