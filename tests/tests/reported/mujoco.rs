//! The kinds of poses with which `MuJoCo` fuzzes its boxes: exact integers decide them, and float64 references check the
//! contacts.
//!
//! `OCTOSAT_ROWS=1200000 cargo test --release -p octosat-tests --test reported mujoco -- --nocapture` looks at as many
//! pairs in any poses, and at all canonical ones.

use octosat::{BoxStore, Engine, Query};
use octosat_check::queries::pairs::Pairs;
use octosat_check::{Basis, Case, Checked, Frame, Plan, Setting, Workers};
use octosat_exact::{Pair, StoredBox};
use octosat_scenes::generate::{PAIR_SIZES, Scene, any_poses, canonical_poses};

use crate::rows;

/// Pairs of all sizes together, unless the environment says otherwise.
const PAIRS: usize = 6_000;

/// Canonical poses of one pair of sizes.
const CANONICAL: usize = 62_400;

/// The depth from which on `MuJoCo` requires a contact, as a part of the sum of all half extents.
const MUJOCO_GATE: f64 = 1e-6;

/// What `overlaps` and `overlaps_exact` answer, next to exact integers.
#[derive(Debug, Default)]
struct Tally {
    pairs: usize,
    overlapping: usize,
    /// Overlaps that `overlaps` misses, and those that are none.
    missed: usize,
    false_hits: usize,
    /// The largest depth of a missed pair and the largest gap of a false hit, as parts of the sum of all half extents.
    deepest: f64,
    farthest: f64,
}

impl Tally {
    /// Asks about the pairs of a scene in both orders. Every wrong answer must be within the error bound.
    fn add(&mut self, scene: &Scene) {
        let Scene { position, rotation, half_extents, pairs, .. } = scene;
        let boxes = BoxStore::from_slices(position, rotation, half_extents).unwrap();
        let swapped: Vec<[u32; 2]> = pairs.iter().map(|&[a, b]| [b, a]).collect();
        let case = Case::new(Basis::Unit, &Frame::of_scene(scene, Setting::new(0.0, 1))).unwrap();
        for list in [pairs, &swapped] {
            let mut found = vec![[false; 2]; list.len()];
            for (exactly, answers) in asked(&boxes, list).iter().enumerate() {
                found.iter_mut().zip(answers).for_each(|(row, answer)| row[exactly] = *answer);
            }
            for (&pair, [overlap, exact]) in list.iter().zip(found) {
                let truth = overlap_of(&boxes, pair);
                assert_eq!(
                    exact,
                    truth,
                    "{pair:?} of {}: {:?}",
                    scene.name,
                    described(&boxes, pair)
                );
                self.pairs += 1;
                self.overlapping += usize::from(truth);
                if overlap == truth {
                    continue;
                }
                let reference = case.boxes.reference(pair);
                let off = reference.separations().separation.abs();
                assert!(off <= reference.error_bound(), "{off}: {:?}", described(&boxes, pair));
                let extents = pair.map(|index| half_extents[index as usize].map(f64::from));
                let part = off / extents.as_flattened().iter().sum::<f64>();
                let (count, most) = if truth {
                    (&mut self.missed, &mut self.deepest)
                } else {
                    (&mut self.false_hits, &mut self.farthest)
                };
                *count += 1;
                *most = most.max(part);
            }
        }
    }
}

/// The answers of `overlaps`, and those of `overlaps_exact`.
fn asked(boxes: &BoxStore, pairs: &[[u32; 2]]) -> [Vec<bool>; 2] {
    let mut found = [vec![false; pairs.len()], vec![false; pairs.len()]];
    let engine = Engine::new();
    engine.overlaps(Query::new(boxes, pairs), &mut found[0]).unwrap();
    engine.overlaps_exact(Query::new(boxes, pairs), &mut found[1]).unwrap();
    found
}

fn overlap_of(boxes: &BoxStore, pair: [u32; 2]) -> bool {
    let [a, b] = described(boxes, pair).map(|given| {
        StoredBox::new(given.pose.center, given.pose.rotation, given.half_extents).unwrap()
    });
    Pair::new(&a, &b).overlap()
}

fn described(boxes: &BoxStore, pair: [u32; 2]) -> [octosat::OrientedBox; 2] {
    pair.map(|index| boxes.get(index).unwrap())
}

/// Depths, normals and contact points within these margins hold on all backends and in swapped and moved images of the
/// pairs, by the float64 references.
fn check_contacts(scene: &Scene, margins: [f32; 2]) {
    for margin in margins {
        let frame = Frame::of_scene(scene, Setting::new(margin, 1));
        for basis in Basis::ALL {
            // Plates of float32's thinnest are outside of the pre-scaled basis, and none is here.
            let case = Case::new(basis, &frame).unwrap();
            let plan = Plan { workers: Workers::all(&[1]).unwrap(), is_thorough: false };
            let mut checker = Pairs.checker(basis, &plan).unwrap();
            checker.check(&case).unwrap();
            let report = checker.report();
            assert_eq!(
                report.faults(),
                0,
                "{} within {margin}: {:#?}",
                scene.name,
                report.differences
            );
        }
    }
}

/// Boxes that touch along faces, edges and vertices: turned by the 24 rotations of a cube and by 40 small turns, in 13
/// places, deep, barely deep, level, barely apart and apart.
#[test]
fn canonical_poses_are_right_beyond_the_error_bound() {
    let step = (PAIR_SIZES.len() * CANONICAL / rows(PAIRS)).max(1);
    let mut tally = Tally::default();
    for half_extents in PAIR_SIZES {
        let scene = canonical_poses(half_extents, step);
        assert_eq!(scene.pairs.len(), CANONICAL.div_ceil(step));
        tally.add(&scene);
        check_contacts(&scene, [0.0, 0.005]);
    }
    eprintln!("canonical poses in both orders: {tally:?}");
    assert!(tally.missed > 0 && tally.overlapping > tally.pairs / 4, "{tally:?}");
    assert!(tally.deepest.max(tally.farthest) < MUJOCO_GATE, "{tally:?}");
}

/// Boxes in any poses, a third of which overlap: none is missed and none overlaps wrongly.
#[test]
fn no_overlap_in_any_pose_is_missed() {
    let mut tally = Tally::default();
    for (number, half_extents) in (0..).zip(PAIR_SIZES) {
        let scene = any_poses(half_extents, rows(PAIRS) / PAIR_SIZES.len(), 12_345 + number);
        tally.add(&scene);
        check_contacts(&scene, [0.0, 0.01]);
    }
    eprintln!("any poses in both orders: {tally:?}");
    assert_eq!((tally.missed, tally.false_hits), (0, 0), "{tally:?}");
    assert!(tally.overlapping > tally.pairs / 10, "{tally:?}");
}
