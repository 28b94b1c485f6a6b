//! Boxes that stand on an edge of their bottom, and tip onto it.

use super::scene::{Expected, Scene};
use crate::body::{Body, Pose};
use crate::tolerances::DENSITY;
use crate::{Mat3, Quat, Vec3};

/// How far the boxes are tilted about the x axis, in radians: a gap of 2 cm at the far side of a cube of 1 m.
const TILT: f32 = 0.02;
/// The half extents of the boxes in meters.
const SHAPES: [Vec3; 3] =
    [Vec3::new(0.5, 0.5, 0.5), Vec3::new(0.3, 0.5, 0.4), Vec3::new(0.7, 0.5, 0.5)];
/// How many boxes of each shape there are.
const YAWS: u8 = 15;
/// The angle of the first pedestal about the vertical, and from each to the next, in degrees.
const YAW: [f32; 2] = [3.7, 5.9];
/// The distance of the pedestals in meters: no box touches two.
const STEP: f32 = 3.0;

/// 45 boxes without friction, each with its lowest edge on a fixed cube that is turned about the vertical.
///
/// The parts of the edges that are on the cubes have ends of every kind. A box that is carried at one end of its edge
/// only rolls and turns while it tips.
pub(super) fn tipping() -> Scene {
    let rotation = Quat::from_rotation_x(TILT);
    let axes = Mat3::from_quat(rotation);
    let mut scene = Scene { friction: 0.0, ..Scene::empty(Expected::Tips) };
    for (row, half) in SHAPES.into_iter().enumerate() {
        let height = axes.y_axis.y * half.y + axes.z_axis.y.abs() * half.z;
        for column in 0..YAWS {
            let [x, z] = [STEP * f32::from(column), STEP * row as f32];
            let yaw = YAW[0] + YAW[1] * f32::from(column);
            let pedestal = Pose {
                center: Vec3::new(x, -0.5, z),
                rotation: Quat::from_rotation_y(yaw.to_radians()),
            };
            scene.bodies.push(Body::fixed(Vec3::splat(0.5), pedestal));
            let pose = Pose { center: Vec3::new(x, height, z), rotation };
            scene.bodies.push(Body::solid(half, pose, DENSITY));
        }
    }
    scene
}
