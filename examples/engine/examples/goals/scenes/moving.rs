//! Scenes of boxes that fall, tumble and fly.

use std::f32::consts::TAU;

use glam::{Quat, Vec3};
use octosat_scenes::generate::{Random, narrow};

use super::{DENSITY, Expected, Scene};

/// A random number of a range.
pub(crate) fn between(random: &mut Random, low: f64, high: f64) -> f32 {
    narrow(random.range(low, high))
}

/// Boxes of half extents between 0.1 and 0.4 m, turned at random, in layers above the ground.
pub(crate) fn pile(boxes: u16) -> Scene {
    let mut random = Random::new(1);
    let mut scene = Scene::on_ground("pile", Expected::Rests);
    scene.substeps = 16;
    // A column about as high as a layer is wide.
    let side = (1..=boxes).find(|side| side.pow(3) >= boxes).unwrap_or(1);
    for index in 0..boxes {
        // Neighbors are farther apart than the diagonal of the largest box.
        let place = [index % side, index / (side * side), index / side % side];
        let center = Vec3::from(place.map(|steps| 1.5 * f32::from(steps))) + Vec3::Y;
        let half = Vec3::from(random.vector(0.1, 0.4).map(narrow));
        let rotation = Quat::from_array(random.rotation().map(narrow)).normalize();
        scene.add(DENSITY, half, center, rotation);
    }
    scene
}

/// 366 boxes of 0.2 to 0.28 m in a drum 3 m wide and 2 m long, which turns about its axis. Almost every contact changes in
/// every frame.
pub(super) fn drum() -> Scene {
    const RADIUS: f32 = 1.5; // meters, of its inner wall
    const HALF_LENGTH: f32 = 1.0;
    const HALF_WALL: f32 = 0.15; // more than a box falls in a frame
    const STAVES: u8 = 24; // boxes that the wall is made of
    const STEP: f32 = 0.3; // meters between neighbors at the start
    let mut scene = Scene::new("drum", Expected::Tumbles);
    // Boxes are carried up and slide or fall down again. What leaves the drum falls for ever.
    (scene.substeps, scene.reach, scene.turning) = (16, Some(3.7), 0.5);
    let outer = RADIUS + 2.0 * HALF_WALL;
    let half_width = outer * (0.5 * TAU / f32::from(STAVES)).tan();
    for number in 0..STAVES {
        let rotation = Quat::from_rotation_z(TAU * f32::from(number) / f32::from(STAVES));
        let half = Vec3::new(HALF_WALL, half_width, HALF_LENGTH + 2.0 * HALF_WALL);
        scene.add(0.0, half, rotation * ((RADIUS + HALF_WALL) * Vec3::X), rotation);
    }
    for side in [-1.0, 1.0] {
        let center = side * (HALF_LENGTH + HALF_WALL) * Vec3::Z;
        scene.add(0.0, Vec3::new(outer, outer, HALF_WALL), center, Quat::IDENTITY);
    }
    let mut random = Random::new(1);
    let steps = || (-5_i8..=5).map(|step| f32::from(step) * STEP);
    for (x, y) in steps().flat_map(|x| steps().map(move |y| (x, y))) {
        for z in [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5].map(|step| step * STEP) {
            // What lies too near the wall is left out.
            if x.hypot(y) < RADIUS - 0.2 {
                let half = Vec3::from(random.vector(0.1, 0.14).map(narrow));
                scene.add(DENSITY, half, Vec3::new(x, y, z), Quat::IDENTITY);
            }
        }
    }
    scene
}

/// 24 plates, 4 mm thick, that fly at 5 to 60 m/s in a room of 2 m with walls of 4 mm, in which a bar spins.
pub(super) fn plates() -> Scene {
    const HALF_ROOM: f32 = 1.0; // meters
    const HALF_WALL: f32 = 0.002; // a plate moves up to 250 times as far in a frame
    const OVERHANG: f32 = 0.05; // by how much the walls extend past each other
    const SPIN: f32 = 20.0; // radians per second, of the bar
    let mut scene = Scene::new("plates", Expected::Rests);
    // The diagonal of the room. What leaves it falls for ever.
    (scene.substeps, scene.reach) = (48, Some(3.5));
    for axis in Vec3::AXES {
        for side in [-1.0, 1.0] {
            let half = (HALF_ROOM + OVERHANG) * (Vec3::ONE - axis) + HALF_WALL * axis;
            scene.add(0.0, half, axis * side * (HALF_ROOM + HALF_WALL), Quat::IDENTITY);
        }
    }
    // There is room for a plate between its ends and the walls.
    scene.add(0.0, Vec3::new(0.5, 0.03, 0.03), Vec3::ZERO, Quat::IDENTITY).spin = SPIN * Vec3::Z;
    let mut random = Random::new(7);
    let steps = [-1.5, -0.5, 0.5, 1.5].map(|step: f32| step * 0.4);
    for (x, y) in steps.into_iter().flat_map(|x| [-0.5, 0.0, 0.5].map(|y| (x, y))) {
        for z in [-0.5, 0.5] {
            let rotation = Quat::from_array(random.rotation().map(narrow));
            let half = Vec3::new(0.15, 0.002, 0.1);
            let plate = scene.add(DENSITY, half, Vec3::new(x, y, z), rotation);
            let mut vector = |low, high| {
                Vec3::from(random.direction().map(narrow)) * between(&mut random, low, high)
            };
            plate.velocity = vector(5.0, 60.0);
            plate.spin = vector(0.0, f64::from(SPIN));
        }
    }
    scene
}
