//! Scenes of boxes on boxes.

use glam::{Mat3, Quat, Vec3, Vec3Swizzles};

use super::{DENSITY, Expected, Scene};

/// Ten rows of bricks of 0.4 × 0.2 × 0.2 m; every other row begins and ends with half a brick.
pub(super) fn wall() -> Scene {
    let mut scene = Scene::on_ground("wall", Expected::Stands);
    let mut brick = |half_length: f32, x: f32, row: u8| {
        let center = Vec3::new(x, 0.1 + 0.2 * f32::from(row), 0.0);
        scene.add(4.0 * DENSITY, Vec3::new(half_length, 0.1, 0.1), center, Quat::IDENTITY);
    };
    for row in 0..10 {
        let is_shifted = row % 2 == 1;
        let (bricks, first) = if is_shifted { (9, 0.4) } else { (10_u8, 0.2) };
        (0..bricks).for_each(|column| brick(0.2, first + 0.4 * f32::from(column), row));
        if is_shifted {
            brick(0.1, 0.1, row);
            brick(0.1, 3.9, row);
        }
    }
    scene
}

/// Rows of cubes of one meter, each over the gaps of the row below.
pub(super) fn pyramid(rows: u8) -> Scene {
    let mut scene = Scene::on_ground("pyramid", Expected::Stands);
    for row in 0..rows {
        for column in 0..rows - row {
            let x = 1.1 * (f32::from(column) + 0.5 * f32::from(row));
            let center = Vec3::new(x, 0.5 + f32::from(row), 0.0);
            scene.add(DENSITY, Vec3::splat(0.5), center, Quat::IDENTITY);
        }
    }
    scene
}

/// Eighteen layers of three blocks of 75 × 15 × 25 mm, each layer across the one below.
pub(super) fn jenga() -> Scene {
    let half = Vec3::new(0.0375, 0.0075, 0.0125);
    let mut scene = Scene::on_ground("jenga", Expected::Stands);
    (scene.substeps, scene.friction) = (16, 0.5);
    for layer in 0..18_u8 {
        for block in 0..3_u8 {
            let aside = 2.0 * half.z * (f32::from(block) - 1.0);
            let center = Vec3::new(0.0, half.y * (1.0 + 2.0 * f32::from(layer)), aside);
            match layer % 2 {
                0 => scene.add(DENSITY, half, center, Quat::IDENTITY),
                _ => scene.add(DENSITY, half.zyx(), center.zyx(), Quat::IDENTITY),
            };
        }
    }
    scene
}

/// Five boxes of different shapes on a slope of this many degrees with this friction.
pub(super) fn slope(degrees: f32, friction: f32) -> Scene {
    let tilt = Quat::from_rotation_z(degrees.to_radians());
    let mut scene = Scene { friction, ..Scene::new("slope", Expected::Stands) };
    scene.add(0.0, Vec3::new(10.0, 0.5, 10.0), tilt * Vec3::new(0.0, -0.5, 0.0), tilt);
    let shapes = [[0.5, 0.5, 0.5], [0.5, 0.25, 0.5], [0.3, 0.1, 0.8], [0.8, 0.1, 0.3], [0.1; 3]];
    for (index, half) in shapes.map(Vec3::from).into_iter().enumerate() {
        let center = Vec3::new(0.0, half.y, 2.0 * index as f32 - 4.0);
        scene.add(DENSITY, half, tilt * center, tilt);
    }
    scene
}

/// A light cube with three cubes on it that are heavier by the ratio.
pub(super) fn mass_ratio(ratio: f32) -> Scene {
    let mut scene = Scene::on_ground("mass-ratio", Expected::Stands);
    scene.substeps = 16;
    for level in 0..4_u8 {
        let density = if level == 0 { DENSITY / ratio } else { DENSITY };
        let center = Vec3::new(0.0, 0.5 + f32::from(level), 0.0);
        scene.add(density, Vec3::splat(0.5), center, Quat::IDENTITY);
    }
    scene
}

/// A tower of ten cubes above a corner of flush tiles, or on one floor.
pub(super) fn tower(name: &'static str, on_tiles: bool) -> Scene {
    let mut scene = Scene::new(name, Expected::Stands);
    if on_tiles {
        for (x, z) in (0..9_u8).flat_map(|x| (0..9_u8).map(move |z| (f32::from(x), f32::from(z)))) {
            scene.add(0.0, Vec3::splat(0.5), Vec3::new(x - 4.5, -0.5, z - 4.5), Quat::IDENTITY);
        }
    } else {
        scene.add(0.0, Vec3::new(4.5, 0.5, 4.5), -0.5 * Vec3::Y, Quat::IDENTITY);
    }
    for number in 0..10_u8 {
        let center = Vec3::new(0.013, 0.25 + 0.5 * f32::from(number), -0.021);
        scene.add(DENSITY, Vec3::splat(0.25), center, Quat::from_rotation_y(0.1));
    }
    scene
}

/// 45 boxes without friction, each tilted about the x axis, with its lowest edge on a fixed cube that is turned about the
/// vertical.
///
/// The parts of the edges that are on the cubes have ends of every kind. A box that is carried at one end of its edge
/// only rolls and turns while it tips.
pub(super) fn tipping() -> Scene {
    const HALVES: [Vec3; 3] =
        [Vec3::new(0.5, 0.5, 0.5), Vec3::new(0.3, 0.5, 0.4), Vec3::new(0.7, 0.5, 0.5)];
    // A gap of 2 cm at the far side of a cube of 1 m.
    let rotation = Quat::from_rotation_x(0.02);
    let axes = Mat3::from_quat(rotation);
    let mut scene = Scene { friction: 0.0, ..Scene::new("tipping", Expected::Tips) };
    for (row, half) in HALVES.into_iter().enumerate() {
        let height = axes.y_axis.y * half.y + axes.z_axis.y.abs() * half.z;
        for column in 0..15_u8 {
            // No box touches two cubes.
            let center = Vec3::new(3.0 * f32::from(column), -0.5, 3.0 * row as f32);
            let yaw = Quat::from_rotation_y((3.7 + 5.9 * f32::from(column)).to_radians());
            scene.add(0.0, Vec3::splat(0.5), center, yaw);
            scene.add(DENSITY, half, center.with_y(height), rotation);
        }
    }
    scene
}
