//! The kinds of poses with which `MuJoCo` fuzzes its boxes: exact integers decide them, and float64 references check the
//! contacts.
//!
//! `OCTOSAT_ROWS=400000 cargo test --release --workspace --test reported mujoco -- --nocapture` looks at as many
//! pairs in any poses, and at all 374,400 canonical ones.

use octosat::{BoxStore, Engine, OrientedBox, Query};
use octosat_check::queries::pairs::Pairs;
use octosat_check::{Basis, Case, Checked, Frame, Plan, Setting, Workers};
use octosat_exact::{Pair, StoredBox};
use octosat_reference::float64::ReferencePair;
use octosat_scenes::generate::{PAIR_SIZES, Scene, any_poses, canonical_poses};
use octosat_tests::{plain, wide};

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
    /// Asks about the pairs of a scene in both orders.
    fn add(&mut self, scene: &Scene) {
        let Scene { position, rotation, half_extents, pairs, .. } = scene;
        let boxes = BoxStore::from_slices(position, rotation, half_extents).unwrap();
        let swapped: Vec<[u32; 2]> = pairs.iter().map(|&[a, b]| [b, a]).collect();
        for list in [pairs, &swapped] {
            let [overlaps, exact] = asked(&boxes, list);
            for (pair, (overlap, exact)) in list.iter().zip(overlaps.into_iter().zip(exact)) {
                let given = pair.map(|index| boxes.get(index).unwrap());
                let [a, b] = given.map(|OrientedBox { pose, half_extents }| {
                    StoredBox::new(pose.center, pose.rotation, half_extents).unwrap()
                });
                let truth = Pair::new(&a, &b).overlap();
                assert_eq!(exact, truth, "{}: {given:?}", scene.name);
                self.pairs += 1;
                self.overlapping += usize::from(truth);
                if overlap != truth {
                    self.add_wrong(given, truth);
                }
            }
        }
    }

    /// A wrong answer of `overlaps`, which must be within the error bound.
    fn add_wrong(&mut self, given: [OrientedBox; 2], truth: bool) {
        let [a, b] = given.map(plain);
        let reference = ReferencePair::oriented(&a, &b);
        let off = reference.separations().separation.abs();
        assert!(off <= reference.error_bound(), "{off}: {given:?}");
        let extents = given.iter().flat_map(|given| wide(given.half_extents)).sum::<f64>();
        let (count, most) = if truth {
            (&mut self.missed, &mut self.deepest)
        } else {
            (&mut self.false_hits, &mut self.farthest)
        };
        *count += 1;
        *most = most.max(off / extents);
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

/// Depths, normals and contact points within these margins hold on all backends and in swapped and moved images of the
/// pairs, by the float64 references.
fn check_contacts(scene: &Scene, margins: [f32; 2]) {
    for margin in margins {
        let frame = Frame::of_scene(scene, Setting::new(margin, 1));
        for basis in Basis::ALL {
            let case = Case::new(basis, &frame).unwrap();
            let plan = Plan { workers: Workers::all(&[1]).unwrap(), is_thorough: false };
            let mut checker = Pairs.checker(basis, &plan).unwrap();
            checker.check(&case).unwrap();
            let report = checker.report();
            let found = &report.differences;
            assert_eq!(report.faults(), 0, "{} within {margin}: {found:#?}", scene.name);
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
