//! Boxes as polyhedra: what a last axis keeps, and how near contacts of boxes apart are.

use octosat::OrientedBox;
use octosat_convex::{
    ContactSettings, LastAxis, Placed, Polyhedron, Pose, contacts, overlap, overlap_cached,
};
use octosat_scenes::ReadOptions;
use octosat_scenes::generate::Random;
use octosat_tests::narrow;

use crate::common::{boxed, reference};

/// The last axis from frame to frame of the recording: the same booleans as from scratch.
#[test]
fn the_last_axis_survives_frames() {
    let recording = octosat_scenes::embedded(ReadOptions::default());
    let recording = recording.expect("the embedded recording is valid");
    let shapes: Vec<Polyhedron> = recording
        .half_extents()
        .iter()
        .map(|&half| Polyhedron::cuboid(half).expect("its boxes have volume"))
        .collect();
    let mut last = std::collections::BTreeMap::new();
    let [mut known, mut apart] = [0; 2];
    for number in 0..recording.frames() {
        let frame = recording.frame(number);
        let poses = frame.positions.iter().zip(frame.rotations);
        let bodies: Vec<Placed<'_>> = shapes
            .iter()
            .zip(poses)
            .map(|(shape, (&center, &rotation))| {
                Placed::new(shape, &Pose::new(center, rotation).expect("it was checked"))
            })
            .collect();
        for &pair in frame.pairs {
            let [a, b] = pair.map(|body| &bodies[body as usize]);
            let remembered: &mut LastAxis = last.entry(pair).or_default();
            known += usize::from(remembered.axis().is_some());
            let overlaps = overlap_cached(a, b, remembered);
            assert_eq!(overlaps, overlap(a, b), "{pair:?}");
            apart += usize::from(!overlaps);
        }
    }
    eprintln!("{known} pairs came with an axis, {apart} were apart");
    assert!(known > 500 && apart > 10_000, "{known} {apart}");
}

/// Boxes apart that are near somewhere have a contact that is barely farther apart than they are, though their faces may
/// have only a farther corner in common.
#[test]
fn speculative_contacts_show_how_near_the_boxes_are() {
    let half_extents = [0.5, 0.3, 0.2];
    let shape = Polyhedron::cuboid(narrow(half_extents)).unwrap();
    let placed = |given: &OrientedBox| {
        Placed::new(&shape, &Pose::new(given.pose.center, given.pose.rotation).unwrap())
    };
    let settings = ContactSettings::with_margin(0.1).unwrap();
    let mut random = Random::new(31);
    let mut apart = 0;
    for _ in 0..4_000 {
        let distance = random.range(0.5, 1.1);
        let center = random.direction().map(|component| component * distance);
        let pair = [[0.0; 3], center].map(|center| boxed(center, random.rotation(), half_extents));
        let reference = reference(&pair);
        let distance = reference.closest_points().distance;
        if reference.separations().separation <= 0.0 || !(1e-4..0.09).contains(&distance) {
            continue;
        }
        apart += 1;
        let manifold = contacts(&placed(&pair[0]), &placed(&pair[1]), &settings);
        let depths = manifold.points.iter().map(|point| f64::from(point.depth));
        let nearest = -depths.fold(f64::NEG_INFINITY, f64::max);
        assert!(nearest >= distance - 1e-6, "{distance} {manifold:?}");
        assert!(nearest <= 1.05 * distance + 1e-5, "{distance} {manifold:?}");
    }
    assert!(apart > 200, "{apart}");
}
