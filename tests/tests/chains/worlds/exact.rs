//! Points and voxels next to distances in float64.

use octosat::World;
use octosat_check::chains::{CheckedChain, GivenSolid};
use octosat_check::fastest;
use octosat_reference::float64::{PlacedSolid, ReferenceJoint, ReferenceJointKind, SolidShape};
use octosat_scenes::generate::Random;
use octosat_tests::{UPRIGHT, length, narrow};

use super::{Answers, Asked, JOINTS, rows};

/// The radius of points, in meters.
const RADIUS: f32 = 0.01;

/// How far a clearance may be below the distance less the bounds of the pose, for each meter between the centers: the
/// error of a sum of three magnitudes is added and subtracted.
const BELOW: f64 = 2.0 * 35.0 * 1.733 / 16_777_216.0;

/// Times of a motion at which nothing may touch.
const SAMPLES: u16 = 64;

/// An arm of boxes for the engine and for the reference.
fn arm() -> CheckedChain {
    let mut arm = CheckedChain::new(0.3, 1.0);
    let mut parent = 0;
    for axis in
        [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.6, 0.0, 0.8], [1.0, 0.0, 0.0]]
    {
        let joint = ReferenceJoint {
            kind: ReferenceJointKind::Turns,
            parent,
            translation: [0.0, 0.0, 0.32],
            rotation: [0.0, 0.0, 0.0, 1.0],
            axis,
            mimic: None,
        };
        parent = arm.add(joint, 3.0).unwrap();
        let shape = SolidShape::Box(narrow([0.05, 0.04, 0.12]).map(f64::from));
        arm.attach(parent, &GivenSolid { shape, center: [0.0, 0.0, 0.16], rotation: UPRIGHT })
            .unwrap();
    }
    arm
}

/// The distance of a point from a box, at most zero inside.
fn distance(solid: &PlacedSolid, point: [f64; 3]) -> f64 {
    let local = solid.frame.seen(point);
    let half = solid.shape.half_extents();
    let beyond = [0, 1, 2].map(|k| local[k].abs() - half[k]);
    let deepest = beyond.iter().fold(f64::NEG_INFINITY, |most, &one| most.max(one));
    length(beyond.map(|one| one.max(0.0))) + deepest.min(0.0)
}

fn wide(values: &[f32]) -> Vec<f64> {
    values.iter().map(|&value| value.into()).collect()
}

/// The solids of a row, at a part of its motion.
fn solids(arm: &CheckedChain, asked: &Asked, row: usize, part: f64) -> Vec<PlacedSolid> {
    let [from, to] = [&asked.starts, &asked.ends].map(|all| wide(&all[row * JOINTS..][..JOINTS]));
    let values: Vec<f64> =
        from.iter().zip(&to).map(|(from, to)| from + part * (to - from)).collect();
    arm.reference.solids(&values)
}

/// Points, and what an engine says of them.
fn cloud(random: &mut Random, count: usize, rows: usize) -> (Vec<[f32; 3]>, Asked) {
    let points = (0..count).map(|_| narrow(random.vector(-1.7, 1.7))).collect();
    (points, Asked::new(random, rows))
}

fn answers(arm: &CheckedChain, asked: &Asked, points: &[[f32; 3]]) -> Answers {
    let world = World::of_points(points, RADIUS).unwrap();
    asked.answers(&fastest(), asked.in_world(&arm.chain, &world).with_links(false))
}

#[test]
fn clearances_of_points_are_their_distances() {
    let (arm, random) = (arm(), &mut Random::new(12));
    let (points, asked) = cloud(random, 2_500, rows(60));
    let rows = answers(&arm, &asked, &points);
    let (mut apart, mut most_below) = (0, 0.0_f64);
    for row in 0..asked.len() {
        let solids = solids(&arm, &asked, row, 0.0);
        let values = wide(&asked.starts[row * JOINTS..][..JOINTS]);
        let bound = |solid: usize| arm.reference.pose_bound(solid, &values);
        let mut least = (f64::INFINITY, 0);
        for point in points.iter().map(|point| point.map(f64::from)) {
            for (number, solid) in solids.iter().enumerate() {
                least = if distance(solid, point) < least.0 {
                    (distance(solid, point), number)
                } else {
                    least
                };
            }
        }
        let gap = least.0 - f64::from(RADIUS);
        let off = bound(least.1);
        let found = rows.clearances[row];
        let clearance = f64::from(found.clearance);
        assert!(rows.hits[row] || gap > -off, "{row}: {gap} is missed");
        assert!(!rows.hits[row] || gap < off + BELOW, "{row}: {gap} is no hit");
        assert!(clearance <= gap.max(0.0), "{row}: {clearance} is above {gap}");
        if gap > 0.0 {
            apart += 1;
            let center = points[found.obstacle as usize].map(f64::from);
            let origin = solids[found.solid as usize].frame.origin;
            let far = length([0, 1, 2].map(|k| center[k] - origin[k]));
            let below = gap - clearance;
            most_below = most_below.max(below);
            let allowed = 2.0 * bound(found.solid as usize) + BELOW * far;
            assert!(below <= allowed, "{row}: {clearance} is below {gap}");
        }
    }
    eprintln!("{apart} of {} apart, at most {most_below:e} below", asked.len());
    assert!(4 * apart > asked.len() && apart < asked.len());
}

#[test]
fn nothing_touches_points_during_free_motions() {
    let (arm, random) = (arm(), &mut Random::new(13));
    let (points, asked) = cloud(random, 1_500, rows(24));
    let rows = answers(&arm, &asked, &points);
    let mut free = 0;
    for (row, motion) in rows.motions.iter().enumerate() {
        free += usize::from(motion.is_free());
        // Where a motion is free no longer, something may touch.
        let last = SAMPLES - u16::from(motion.is_free());
        let samples = if motion.free_until > 0.0 { 0..SAMPLES } else { 0..0 };
        for sample in samples {
            let part = f64::from(motion.free_until) * f64::from(sample) / f64::from(last);
            let solids = solids(&arm, &asked, row, part);
            for point in points.iter().map(|point| point.map(f64::from)) {
                let is_apart = |solid| distance(solid, point) > f64::from(RADIUS);
                assert!(solids.iter().all(is_apart), "{row}: {motion:?} at {part}: {point:?}");
            }
        }
    }
    assert!(5 * free > asked.len() && free < asked.len(), "{free}");
}
