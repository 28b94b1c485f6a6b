//! Scenes of boxes on boxes.

use super::scene::Scene;
use crate::body::{Body, Pose};
use crate::tolerances::{DENSITY, SUBSTEPS_MORE};
use crate::{Quat, Vec3};

/// A cube of one meter on level ground, for tests.
#[must_use]
pub fn single_cube() -> Scene {
    let mut scene = Scene::on_ground(0.6);
    scene.bodies.push(Body::solid(Vec3::splat(0.5), Pose::at(0.0, 0.5, 0.0), DENSITY));
    scene
}

/// Ten rows of bricks of 0.4 × 0.2 × 0.2 m; every other row begins and ends with half a brick.
pub(super) fn wall() -> Scene {
    let mut scene = Scene::on_ground(0.6);
    let mut brick = |half_length: f32, x: f32, row: u8| {
        let half = Vec3::new(half_length, 0.1, 0.1);
        let pose = Pose::at(x, 0.1 + 0.2 * f32::from(row), 0.0);
        scene.bodies.push(Body::solid(half, pose, 4.0 * DENSITY));
    };
    for row in 0..10 {
        let shifted = row % 2 == 1;
        let bricks = if shifted { 9_u8 } else { 10 };
        let first = if shifted { 0.4 } else { 0.2 };
        for column in 0..bricks {
            brick(0.2, first + 0.4 * f32::from(column), row);
        }
        if shifted {
            brick(0.1, 0.1, row);
            brick(0.1, 3.9, row);
        }
    }
    scene
}

/// Rows of cubes of one meter, each over the gaps of the row below.
pub(super) fn pyramid(rows: u8) -> Scene {
    const STEP: f32 = 1.1;
    let mut scene = Scene::on_ground(0.6);
    for row in 0..rows {
        for column in 0..rows - row {
            let x = STEP * (f32::from(column) + 0.5 * f32::from(row));
            let pose = Pose::at(x, 0.5 + f32::from(row), 0.0);
            scene.bodies.push(Body::solid(Vec3::splat(0.5), pose, DENSITY));
        }
    }
    scene
}

/// Eighteen layers of three blocks of 75 × 15 × 25 mm, each layer across the one below.
pub(super) fn jenga() -> Scene {
    let half = Vec3::new(0.0375, 0.0075, 0.0125);
    let mut scene = Scene { substeps: SUBSTEPS_MORE, ..Scene::on_ground(0.5) };
    for layer in 0..18_u8 {
        for block in 0..3_u8 {
            let aside = 2.0 * half.z * (f32::from(block) - 1.0);
            let y = half.y * (1.0 + 2.0 * f32::from(layer));
            let across = layer % 2 == 1;
            let [x, z] = if across { [aside, 0.0] } else { [0.0, aside] };
            let half = if across { Vec3::new(half.z, half.y, half.x) } else { half };
            scene.bodies.push(Body::solid(half, Pose::at(x, y, z), DENSITY));
        }
    }
    scene
}

/// Five boxes of different shapes on a slope of this many degrees with this friction.
#[must_use]
pub fn slope(degrees: f32, friction: f32) -> Scene {
    let tilt = Quat::from_rotation_z(degrees.to_radians());
    let on_slope = |along: f32, up: f32, across: f32| Pose {
        center: tilt * Vec3::new(along, up, across),
        rotation: tilt,
    };
    let mut scene = Scene::on_ground(friction);
    scene.bodies[0] = Body::fixed(Vec3::new(10.0, 0.5, 10.0), on_slope(0.0, -0.5, 0.0));
    let shapes = [[0.5, 0.5, 0.5], [0.5, 0.25, 0.5], [0.3, 0.1, 0.8], [0.8, 0.1, 0.3], [0.1; 3]];
    for (index, shape) in shapes.into_iter().enumerate() {
        let half = Vec3::from_array(shape);
        let pose = on_slope(0.0, half.y, 2.0 * index as f32 - 4.0);
        scene.bodies.push(Body::solid(half, pose, DENSITY));
    }
    scene
}

/// A light cube with three cubes on it that are heavier by the ratio.
pub(super) fn mass_ratio(ratio: f32) -> Scene {
    let mut scene = Scene { substeps: SUBSTEPS_MORE, ..Scene::on_ground(0.6) };
    for level in 0..4_u8 {
        let density = if level == 0 { DENSITY / ratio } else { DENSITY };
        let pose = Pose::at(0.0, 0.5 + f32::from(level), 0.0);
        scene.bodies.push(Body::solid(Vec3::splat(0.5), pose, density));
    }
    scene
}
