//! Boxes in a rotating drum, in which almost every contact changes in every frame.

use std::f32::consts::TAU;

use octosat_scenes::generate::Random;

use super::heap::rounded;
use super::scene::{Expected, Scene};
use crate::body::{Body, Pose};
use crate::tolerances::{DENSITY, FRAME, SUBSTEPS_MORE};
use crate::{Quat, Vec3};

/// Distance of the drum's inner wall from its axis, in meters.
const RADIUS: f32 = 1.5;
/// Half the inner length of the drum in meters.
const HALF_LENGTH: f32 = 1.0;
/// Half the thickness of its walls in meters: more than a box falls in a frame.
const HALF_WALL: f32 = 0.15;
/// Boxes that the wall is made of.
const STAVES: u8 = 24;
/// How fast it turns, in radians a second: boxes are carried up and slide or fall down again.
const TURNING: f32 = 0.5;
/// Distance from the wall of the centers next to it, in meters: a little more than a box reaches.
const MOST_REACH: f32 = 0.2;
/// The farthest that a box may get from where it was built, in meters: a little more than the diagonal of the drum.
/// Whatever leaves it falls for ever.
const REACH: f32 = 3.7;
/// Distance of neighbors at the start in meters: more than the largest box is long.
const STEP: f32 = 0.3;

/// 366 boxes of 0.2 to 0.28 m in a drum 3 m wide and 2 m long, which turns about its axis.
pub(super) fn drum() -> Scene {
    let mut bodies = walls();
    let mut random = Random::new(1);
    // This number of steps from the axis; what lies too near the wall is left out.
    let steps = || (-5_i8..=5).map(|step| f32::from(step) * STEP);
    for (x, y) in steps().flat_map(|x| steps().map(move |y| (x, y))) {
        for z in [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5].map(|step| step * STEP) {
            if x.hypot(y) < RADIUS - MOST_REACH {
                let half = Vec3::from_array(random.vector(0.1, 0.14).map(rounded));
                bodies.push(Body::solid(half, Pose::at(x, y, z), DENSITY));
            }
        }
    }
    Scene { bodies, substeps: SUBSTEPS_MORE, reach: Some(REACH), ..Scene::empty(Expected::Tumbles) }
}

/// Staves around the axis, and a plate at each end.
fn walls() -> Vec<Body> {
    let outer = RADIUS + 2.0 * HALF_WALL;
    let half_width = outer * (0.5 * TAU / f32::from(STAVES)).tan();
    let stave = |number: u8| {
        let rotation = Quat::from_rotation_z(TAU * f32::from(number) / f32::from(STAVES));
        let center = rotation * Vec3::new(RADIUS + HALF_WALL, 0.0, 0.0);
        let half = Vec3::new(HALF_WALL, half_width, HALF_LENGTH + 2.0 * HALF_WALL);
        Body::going_round(half, Pose { center, rotation }, TURNING, FRAME)
    };
    let plate = |side: f32| {
        let pose = Pose::at(0.0, 0.0, side * (HALF_LENGTH + HALF_WALL));
        Body::going_round(Vec3::new(outer, outer, HALF_WALL), pose, TURNING, FRAME)
    };
    (0..STAVES).map(stave).chain([-1.0, 1.0].map(plate)).collect()
}
