//! The truth about a box and another shape, against textbooks, and spoilt to be rejected.

use crate::common::{SplitMix64, columns, narrow, normalized, oriented, scaled};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{
    Ball, BoundsFault, CornerAnswer, HalfSpaceAnswer, HalfSpaceFault, Plane, ReferenceBox,
    SphereAnswer, SphereFault,
};
use octosat_reference::textbook::MatrixBox;
use octosat_reference::textbook::shapes::{
    Bounds, aligned_overlap_early_exit, ball_contact, half_space_contacts, half_space_depth,
    squared_distance, world_bounds,
};

/// Meters by which a scalar routine may be off, for boxes of about a meter near the origin.
const NEAR: f64 = 1e-5;

fn boxes(seed: u64) -> impl Iterator<Item = OrientedBox> {
    let mut random = SplitMix64(seed);
    (0..4_000).map(move |_| {
        let half = [0; 3].map(|_| random.magnitude(0.1, 1.0));
        oriented(random.vector(1.0), random.rotation(), half)
    })
}

fn near(found: f32, truth: f64) -> bool {
    (f64::from(found) - truth).abs() < NEAR
}

/// A unit vector in every direction.
fn direction(random: &mut SplitMix64) -> [f64; 3] {
    columns(normalized([0; 4].map(|_| random.range(-1.0, 1.0))))[0]
}

/// Bounds grown as the engine does are right; as the textbook has them, a rounding short.
#[test]
fn bounds_are_checked_by_their_corners() {
    let mut too_small = 0;
    for given in boxes(31) {
        let reference = ReferenceBox::oriented(&given);
        let Bounds { min, max } = world_bounds(&MatrixBox::from(&given));
        let size: f32 = given.half_extents.iter().sum();
        let grown = |by: f32| [min.map(|c| c - by * size), max.map(|c| c + by * size)];
        let [least, greatest] = grown(4e-6);
        assert_eq!(reference.bounds_fault(least, greatest), None, "{given:?}");
        assert_eq!(ReferenceBox::scaled(&scaled(&given)).bounds_fault(least, greatest), None);
        let [least, greatest] = grown(3e-5);
        let fault = reference.bounds_fault(least, greatest);
        assert!(matches!(fault, Some(BoundsFault::TooLarge { .. })), "{fault:?}");
        let fault = reference.bounds_fault([f32::NAN; 3], max);
        assert!(matches!(fault, Some(BoundsFault::CornerOutside { .. })), "{fault:?}");
        too_small += usize::from(reference.bounds_fault(min, max).is_some());
    }
    assert!(too_small > 2_000, "plain rounding loses a corner half the time: {too_small}");
}

#[test]
fn the_textbook_agrees_about_half_spaces() {
    let mut random = SplitMix64(32);
    let mut contacts = 0;
    for given in boxes(33) {
        let plane = Plane { normal: narrow(direction(&mut random)), offset: 0.1 };
        let reference = ReferenceBox::oriented(&given);
        let matrix = MatrixBox::from(&given);
        let truth = reference.half_space_depth(&plane);
        let depth = half_space_depth(&matrix, plane.normal, plane.offset);
        assert!(near(depth, truth), "{given:?} {plane:?}: {depth} {truth}");
        assert!((f64::from(depth) - truth).abs() <= reference.half_space_bound(&plane));
        assert!(!reference.contradicts_half_space(&plane, 0.0, depth >= 0.0));
        assert!(reference.contradicts_half_space(&plane, 0.0, depth < 0.0) || truth.abs() < NEAR);
        let found = half_space_contacts(&matrix, plane.normal, plane.offset);
        contacts += found.len;
        let deepest = found.points[..found.len].iter().fold(f32::NEG_INFINITY, |d, p| d.max(p[3]));
        assert!(found.len == 0 || near(deepest, truth), "{given:?} {plane:?}");
    }
    assert!(contacts > 4_000, "{contacts}");
}

/// The contacts of a box that stands on the ground, and every way to spoil them.
#[test]
fn contacts_with_a_half_space_are_rejected_once_spoilt() {
    let given = oriented([1.0, 2.0, 0.875], [0.0, 0.0, 0.0, 1.0], [0.5, 0.25, 1.0]);
    let reference = ReferenceBox::oriented(&given);
    let plane = Plane { normal: [0.0, 0.0, 1.0], offset: 0.0 };
    let corners = [[0.5, 1.75], [1.5, 1.75], [0.5, 2.25], [1.5, 2.25]];
    let right: Vec<CornerAnswer> = (0..)
        .zip(corners)
        .map(|(corner, [x, y])| CornerAnswer { position: [x, y, -0.0625], depth: 0.125, corner })
        .collect();
    let fault = |face, contacts: &[CornerAnswer], margin| {
        reference.half_space_fault(&plane, &HalfSpaceAnswer { face, contacts, margin })
    };
    assert_eq!(fault(4, &right, 0.0), None);
    assert_eq!(fault(4, &right, 0.3), None);
    assert_eq!(fault(5, &right, 0.0), Some(HalfSpaceFault::WrongFace));
    assert_eq!(fault(9, &right, 0.0), Some(HalfSpaceFault::WrongFace));
    let choice = Some(HalfSpaceFault::WrongChoice { corner: 3, depth: 0.125 });
    assert_eq!(fault(4, &right[..3], 0.0), choice);
    let spoilt = |spoil: &dyn Fn(&mut CornerAnswer)| {
        let mut answers = right.clone();
        spoil(&mut answers[1]);
        fault(4, &answers, 0.0)
    };
    assert_eq!(spoilt(&|c| c.corner = 0), Some(HalfSpaceFault::WrongCorner { corner: 0 }));
    assert_eq!(spoilt(&|c| c.corner = 5), Some(HalfSpaceFault::WrongCorner { corner: 5 }));
    for depth in [0.1251, 0.1249, f32::NAN] {
        let fault = spoilt(&|c| c.depth = depth);
        assert!(matches!(fault, Some(HalfSpaceFault::WrongDepth { .. })), "{fault:?}");
    }
    for z in [0.0, -0.125, f32::NAN] {
        let fault = spoilt(&|c| c.position[2] = z);
        assert!(matches!(fault, Some(HalfSpaceFault::WrongPosition { .. })), "{fault:?}");
    }
    let above = Plane { offset: -0.2, ..plane };
    let answer = HalfSpaceAnswer { face: 4, contacts: &right, margin: 0.0 };
    let fault = reference.half_space_fault(&above, &answer);
    assert!(matches!(fault, Some(HalfSpaceFault::WrongChoice { corner: 0, .. })), "{fault:?}");
}

/// The textbook's contact is right, and every way to spoil it is rejected.
#[test]
fn contacts_with_balls_are_right_and_rejected_once_spoilt() {
    let mut random = SplitMix64(34);
    let mut inside = 0;
    for given in boxes(35) {
        let off = random.vector(0.6);
        let center = [0, 1, 2].map(|k| f64::from(given.center[k]) + off[k]);
        let ball = Ball { center: narrow(center), radius: 0.5 };
        let reference = ReferenceBox::oriented(&given);
        let matrix = MatrixBox::from(&given);
        let found = ball_contact(&matrix, ball.center, ball.radius);
        let truth = reference.distance_to(ball.center);
        let distance = ball.radius - found.depth;
        let right =
            SphereAnswer { normal: found.normal, depth: found.depth, point: found.point, distance };
        assert!(near(distance, truth), "{given:?} {ball:?}");
        let squared = squared_distance(&matrix, ball.center);
        assert!(near(squared.sqrt(), truth.max(0.0)) || truth < 1e-2, "{given:?} {ball:?}");
        assert!(!reference.contradicts_sphere(&ball, 0.0, found.depth >= 0.0));
        // Next to the surface the textbook's normal is a difference of rounded points.
        if truth.abs() < 0.05 {
            continue;
        }
        assert_eq!(reference.sphere_fault(&ball, &right), None, "{given:?} {ball:?} {right:?}");
        let fault = |spoilt: SphereAnswer| reference.sphere_fault(&ball, &spoilt);
        let moved = SphereAnswer { distance: distance + 1e-3, ..right };
        assert!(matches!(fault(moved), Some(SphereFault::WrongDistance { .. })));
        let deeper = SphereAnswer { depth: found.depth + 1e-3, ..right };
        assert_eq!(fault(deeper), Some(SphereFault::WrongDepth));
        let longer = SphereAnswer { normal: found.normal.map(|c| c * 1.001), ..right };
        assert_eq!(fault(longer), Some(SphereFault::NotUnit));
        let turned = SphereAnswer { normal: found.normal.map(|c| -c), ..right };
        assert!(matches!(fault(turned), Some(SphereFault::WrongNormal { .. })));
        let shifted = SphereAnswer { point: found.point.map(|c| c + 1e-3), ..right };
        assert!(matches!(fault(shifted), Some(SphereFault::WrongPoint { .. })));
        let nothing = SphereAnswer { distance: f32::NAN, ..right };
        assert!(fault(nothing).is_some());
        inside += usize::from(truth < 0.0);
    }
    assert!(inside > 200, "{inside}");
}

#[test]
fn the_textbook_agrees_about_regions() {
    let mut random = SplitMix64(36);
    let mut overlapping = 0;
    for given in boxes(37) {
        let low = random.vector(1.0);
        let high = low.map(|c| c + random.range(0.0, 1.0));
        let region = Bounds { min: narrow(low), max: narrow(high) };
        let pair = ReferenceBox::oriented(&given).with_aligned(region.min, region.max);
        let truth = pair.separations().separation;
        if truth.abs() < 1e-4 {
            continue;
        }
        let reported = aligned_overlap_early_exit(&region, &MatrixBox::from(&given));
        assert_eq!(reported, truth < 0.0, "{given:?} {region:?}");
        overlapping += u32::from(reported);
    }
    assert!(overlapping > 500, "{overlapping}");
}
