//! Fast plates in a room of thin walls, in which a bar spins.

use octosat_scenes::generate::Random;

use super::heap::rounded;
use super::scene::{Expected, Scene};
use crate::body::{Body, Pose};
use crate::fast::Fast;
use crate::tolerances::{DENSITY, SUBSTEPS_PLATES};
use crate::{Quat, Vec3};

/// Half the inner width of the room in meters.
const HALF_ROOM: f32 = 1.0;
/// Half the thickness of its walls in meters: a plate moves up to 250 times as far in a frame.
const HALF_WALL: f32 = 0.002;
/// By how much the walls extend past each other, in meters.
const OVERHANG: f32 = 0.05;
/// Half the extents of a plate in meters.
const PLATE: Vec3 = Vec3::new(0.15, 0.002, 0.1);
/// Half the extents of the bar in meters. There is room for a plate between its ends and the walls.
const BAR: Vec3 = Vec3::new(0.5, 0.03, 0.03);
/// How fast the bar spins about the z axis, in radians per second: a third of a radian per frame.
const SPIN: f32 = 20.0;
/// The least and the greatest speed of a plate at the start, in meters per second: a game's bullets and blades.
const SPEEDS: [f64; 2] = [5.0, 60.0];
/// The farthest that a plate may get from where it was built, in meters: the diagonal of the room. Whatever leaves the
/// room falls for ever.
const REACH: f32 = 3.5;

/// 24 plates, 4 mm thick, that fly at up to 60 m/s in a room of 2 m with walls of 4 mm.
pub(super) fn plates() -> Scene {
    let mut bodies = walls();
    bodies.push(Body {
        angular_velocity: Vec3::Z * SPIN,
        ..Body::fixed(BAR, Pose::at(0.0, 0.0, 0.0))
    });
    let mut random = Random::new(7);
    let steps = [-1.5, -0.5, 0.5, 1.5].map(|step: f32| step * 0.4);
    for (x, y) in steps.into_iter().flat_map(|x| [-0.5, 0.0, 0.5].map(|y| (x, y))) {
        for z in [-0.5, 0.5] {
            let rotation = Quat::from_array(random.rotation().map(rounded));
            let pose = Pose { center: Vec3::new(x, y, z), rotation };
            let mut plate = Body::solid(PLATE, pose, DENSITY);
            let direction = Vec3::from_array(random.direction().map(rounded));
            plate.linear_velocity = direction * rounded(random.range(SPEEDS[0], SPEEDS[1]));
            let axis = Vec3::from_array(random.direction().map(rounded));
            plate.angular_velocity = axis * rounded(random.range(0.0, f64::from(SPIN)));
            bodies.push(plate);
        }
    }
    Scene {
        bodies,
        substeps: SUBSTEPS_PLATES,
        reach: Some(REACH),
        fast: Fast::Impacts,
        ..Scene::empty(Expected::Rests)
    }
}

/// Six walls around the origin.
fn walls() -> Vec<Body> {
    let wall = |axis: Vec3, side: f32| {
        let half = Vec3::splat(HALF_ROOM + OVERHANG) * (Vec3::ONE - axis) + HALF_WALL * axis;
        let center = axis * side * (HALF_ROOM + HALF_WALL);
        Body::fixed(half, Pose { center, rotation: Quat::IDENTITY })
    };
    Vec3::AXES.into_iter().flat_map(|axis| [-1.0, 1.0].map(|side| wall(axis, side))).collect()
}
