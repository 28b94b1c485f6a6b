//! Casts of cuboids.

use octosat::{Cast, CastState, Casts, Distance, Engine, Motions, Query};
use octosat_reference::float64::ReferenceCast;
use octosat_scenes::generate::Random;
use octosat_tests::{narrow, plain};
use parry3d::glamx::{DVec3, Vec3};
use parry3d::query::{ShapeCastHit, ShapeCastOptions, ShapeCastStatus, cast_shapes};

use super::scene::{Pair, STEP, Scene, scene};
use super::tally::{SAME_LENGTH, Tally};

/// Meters, the distance at which parry stops; octosat grows both boxes by half of it.
const TARGET: f32 = 0.0625;

/// How many times as far apart boxes may be whose grown corners touch.
const CORNER: f64 = 1.732_050_9;

/// The part of the depth from which on another axis is nearly as good (dimensionless).
const NEARLY: f64 = 1.02;

/// The pairs, with the velocities of both boxes in meters per second.
pub(crate) struct Moving {
    pub(crate) scene: Scene,
    pub(crate) velocities: Vec<[Vec3; 2]>,
}

/// Velocities that bring most boxes together within a step or two.
pub(crate) fn moving() -> Moving {
    let (mut random, scene) = (Random::new(54), scene());
    let velocities = scene.all.iter().map(|pair| {
        let [a, b] = pair.boxes.map(|one| DVec3::from(one.pose.center.map(f64::from)));
        let aside = DVec3::from(random.vector(-0.5, 0.5)) * pair.size();
        let both = (a - b + aside) * random.range(-0.5, 2.0);
        let own = DVec3::from(random.vector(-1.0, 1.0));
        [own, own + both].map(|velocity| Vec3::from_array(narrow(velocity.to_array())) / STEP)
    });
    let velocities = velocities.collect();
    Moving { scene, velocities }
}

/// A cast of octosat next to parry's.
struct Row<'a> {
    pair: &'a Pair,
    reference: ReferenceCast,
    /// The displacement of b seen from a, in meters.
    motion: [f64; 3],
    own: Cast,
    parry: Option<ShapeCastHit>,
    /// Meters that both may be apart at the time of a hit.
    allowed: f64,
}

impl Row<'_> {
    /// How far the boxes are apart at a part of the step.
    fn distance_at(&self, time: f64) -> f64 {
        let [a, mut b] = self.pair.boxes;
        for (center, motion) in b.pose.center.iter_mut().zip(self.motion) {
            *center = narrow([f64::from(*center) + time * motion])[0];
        }
        Pair::new([a, b]).exact.signed_distance()
    }
}

/// Casts all pairs by both libraries, and checks octosat's.
fn for_each(options: ShapeCastOptions, mut compare: impl FnMut(&Row<'_>)) {
    let Moving { scene, velocities } = moving();
    let displacements: Vec<[f32; 3]> =
        velocities.as_flattened().iter().map(|velocity| (*velocity * STEP).to_array()).collect();
    let grown = 0.5 * options.target_distance;
    let query = Query::new(&scene.store, &scene.pairs).grown(grown);
    let mut rows = vec![Cast::default(); scene.pairs.len()];
    let casts = Casts::new(query, Motions::per_box(&displacements));
    Engine::new().casts(casts, &mut rows).unwrap();
    for (number, (pair, &own)) in scene.all.iter().zip(&rows).enumerate() {
        let [of_a, of_b] = [0, 1].map(|side| displacements[2 * number + side].map(f64::from));
        let motion = [0, 1, 2].map(|k| of_b[k] - of_a[k]);
        let [a, b] = pair.boxes.map(plain);
        let reference = ReferenceCast::new(&a, &b, motion, grown.into());
        let faults = reference.faults(&own);
        assert!(faults.is_empty(), "{own:?} of {:?}: {faults:?}", pair.boxes);
        let ([pose_a, pose_b], [a, b]) = (&pair.poses, &pair.cuboids);
        let [v_a, v_b] = velocities[number];
        let parry = cast_shapes(pose_a, v_a, a, pose_b, v_b, b, options).unwrap();
        let allowed = SAME_LENGTH * (pair.size() + DVec3::from(motion).length());
        compare(&Row { pair, reference, motion, own, parry, allowed });
    }
}

fn options() -> ShapeCastOptions {
    ShapeCastOptions::with_max_time_of_impact(STEP)
}

/// The time of parry, as a part of the step.
fn part(hit: &ShapeCastHit) -> f64 {
    f64::from(hit.time_of_impact / STEP)
}

#[test]
fn cast_shapes_is_casts_with_displacements_for_velocities() {
    let mut tally = Tally::default();
    for_each(options(), |Row { reference, own, parry, allowed, .. }| match parry {
        None => {
            let depth = -reference.least_separation();
            tally.count(own.touches() && depth > *allowed, "missed");
        }
        Some(_) if !own.touches() => {
            tally.count(reference.least_separation() > *allowed, "hit of boxes that pass");
        }
        Some(hit) => {
            let (own, gap) = (f64::from(own.time), reference.separation(part(hit)));
            if own > 0.0 {
                tally.count(true, "both hit");
                tally.count(gap < -allowed, "late");
                tally.count(gap > *allowed, "short");
            } else {
                tally.count(part(hit) > 0.0 && gap < -allowed, "late from an overlap");
            }
        }
    });
    tally.assert(&[
        ("both hit", 2_159),
        ("hit of boxes that pass", 0),
        ("missed", 1),
        ("short", 27),
    ]);
}

#[test]
fn stop_at_penetration_is_the_state_overlapping() {
    let mut tally = Tally::default();
    for_each(options(), |Row { own, parry, reference, allowed, .. }| {
        if own.state == CastState::OVERLAPPING && reference.separation(0.0) < -allowed {
            let stops = parry.is_some_and(|hit| {
                hit.time_of_impact <= 0.0
                    && hit.status == ShapeCastStatus::PenetratingOrWithinTargetDist
            });
            tally.count(stops, "stops");
            tally.count(!stops, "goes on from an overlap");
        }
    });
    tally.assert(&[("stops", 1_238), ("goes on from an overlap", 1)]);
}

#[test]
fn without_stop_at_penetration_boxes_leave_if_the_motion_is_along_the_normal() {
    let Moving { scene, velocities } = moving();
    let mut distances = vec![Distance::default(); scene.pairs.len()];
    Engine::new().distances(Query::new(&scene.store, &scene.pairs), &mut distances).unwrap();
    let mut rows = distances.iter().zip(&velocities);
    let mut tally = Tally::default();
    for_each(ShapeCastOptions { stop_at_penetration: false, ..options() }, |row| {
        let (distance, [of_a, of_b]) = rows.next().unwrap();
        let Row { own, parry, reference, allowed, pair, .. } = row;
        if own.state == CastState::OVERLAPPING && reference.separation(0.0) < -allowed {
            let leaves = Vec3::from(distance.normal).dot(*of_b - *of_a) >= 0.0;
            // Of two axes that are nearly as good, either may be the normal.
            let near = |&&other: &&f64| other > NEARLY * f64::from(distance.distance) - allowed;
            let axes = pair.exact.separations().axis_separations;
            if axes.iter().flatten().filter(near).count() > 1 {
                return;
            }
            tally.count(leaves, "leaves");
            tally.count(!leaves, "stays");
            tally.count(parry.is_none() != leaves, "otherwise");
        }
    });
    tally.assert(&[("leaves", 342), ("stays", 584)]);
}

#[test]
fn target_distance_is_half_of_it_as_growth() {
    let mut tally = Tally::default();
    for_each(ShapeCastOptions { target_distance: TARGET, ..options() }, |row| {
        let Row { own, parry, reference, allowed, .. } = row;
        // Grown boxes have corners, where parry's are round: octosat stops no later, and near corners earlier.
        let Some(hit) = parry else { return };
        let (time, gap) = (f64::from(own.time), reference.separation(part(hit)));
        tally.count(own.touches() && time > 0.0, "both hit");
        tally.count(time > 0.0 && own.touches() && gap < -allowed, "earlier near a corner");
        tally.count(time > part(hit) && gap > *allowed, "before octosat");
        if own.touches() && time > 0.0 {
            tally.count(row.distance_at(time) > CORNER * f64::from(TARGET) + allowed, "too early");
        }
        let passes = !own.touches() && reference.least_separation() > *allowed;
        tally.count(passes, "hit of boxes that pass");
    });
    tally.assert(&[("both hit", 1_350), ("earlier near a corner", 1_316)]);
}
