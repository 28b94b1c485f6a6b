//! Casts of balls and capsules past cuboids, half-spaces, balls and capsules.

use octosat::{CastState, Casts, Engine, Motions, ShapeCast};
use octosat_reference::float64::{ReferenceShapeCast, ShapeCastAnswer};
use octosat_scenes::generate::{Random, narrow};
use parry3d::glamx::Vec3;
use parry3d::query::{ShapeCastOptions, cast_shapes};

use super::scene::STEP;
use super::shapes::{Case, First, Group, ask, groups};
use super::tally::{SAME_LENGTH, Tally};

/// The least cosine of the angle of the normals at a hit (dimensionless): the places at which both stop differ.
const SAME_HIT_NORMAL: f64 = 0.99;

/// The rows of a group.
fn rows(group: &Group, motions: &[[f32; 3]]) -> Vec<ShapeCast> {
    let (engine, motion) = (Engine::new(), Motions::per_pair(motions));
    let mut rows = vec![ShapeCast::default(); motions.len()];
    if group.capsules.is_empty() {
        ask!(group, &group.spheres, |query| {
            engine.casts(Casts::new(query, motion), &mut rows).unwrap();
        });
    } else {
        ask!(group, &group.capsules, |query| {
            engine.casts(Casts::new(query, motion), &mut rows).unwrap();
        });
    }
    rows
}

/// Checks a row, casts the same by parry, and counts how that differs.
fn compare(tally: &mut Tally, case: &Case, velocity: Vec3, row: &ShapeCast) {
    let motion = (velocity * STEP).to_array().map(f64::from);
    let reference = ReferenceShapeCast::new(&case.a, &case.b, motion);
    let ShapeCast { state, time, normal, point, .. } = *row;
    let report = reference.report(&ShapeCastAnswer { state, time, normal, point });
    assert!(report.faults.is_empty(), "{row:?} of {:?} and {:?}: {report:?}", case.a, case.b);
    let allowed = SAME_LENGTH * (case.size + f64::from((velocity * STEP).length()));
    let [(pose_a, a), (pose_b, b)] = &case.placed;
    let options = ShapeCastOptions::with_max_time_of_impact(STEP);
    match cast_shapes(pose_a, Vec3::ZERO, &**a, pose_b, velocity, &**b, options).unwrap() {
        None => tally.count(row.touches() && reference.least_gap() < -allowed, "missed"),
        Some(_) if !row.touches() => {
            tally.count(reference.least_gap() > allowed, "hit of shapes that pass");
        }
        Some(hit) if row.state == CastState::HIT && row.time > 0.0 => {
            let gap = reference.gap(f64::from(hit.time_of_impact / STEP));
            tally.count(true, "both hit");
            tally.count(gap < -allowed, "late");
            tally.count(gap > allowed, "short");
            // Parry's normal is in the frame of the first shape.
            let their = pose_a.rotation * hit.normal1;
            let is_turned = f64::from(their.dot(normal.into())) < SAME_HIT_NORMAL;
            tally.count(gap.abs() <= allowed && is_turned, "normal off");
        }
        Some(hit) => {
            let is_late = hit.time_of_impact > 0.0 && reference.gap(0.0) < -allowed;
            tally.count(is_late, "late from an overlap");
        }
    }
}

#[test]
fn cast_shapes_of_round_shapes_is_casts() {
    let (mut random, mut tally) = (Random::new(55), Tally::default());
    for group in groups() {
        let mut velocity = |case: &Case| {
            let parts = random.vector(-case.size, case.size).map(narrow);
            Vec3::from(parts) / STEP
        };
        let velocities: Vec<Vec3> = group.cases.iter().map(&mut velocity).collect();
        let motions: Vec<[f32; 3]> = velocities.iter().map(|v| (*v * STEP).to_array()).collect();
        let rows = rows(&group, &motions);
        for ((case, velocity), row) in group.cases.iter().zip(velocities).zip(&rows) {
            compare(&mut tally, case, velocity, row);
        }
    }
    tally.assert(&[
        ("both hit", 1_974),
        ("late", 32),
        ("late from an overlap", 1),
        ("normal off", 1),
        ("short", 5),
    ]);
}
