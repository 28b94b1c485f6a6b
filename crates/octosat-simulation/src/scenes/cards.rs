//! A house of cards.

use super::Scene;
use crate::body::{Body, Pose};
use crate::tolerances::{DENSITY, SUBSTEPS_SMALL};
use crate::{Quat, Vec3};

/// Half the thickness of a plate in metres.
const HALF_THICKNESS: f32 = 0.002;
/// Half the length of a leaning plate in metres: four storeys make a metre.
const HALF_LENGTH: f32 = 0.125;
/// Half the width of all plates in metres.
const HALF_WIDTH: f32 = 0.1;
/// How far a plate leans from upright, in degrees. It stands by friction above the tangent.
const LEAN_DEGREES: f32 = 15.0;
/// Storeys of the house; each has one leaning pair less than the one below.
const STOREYS: u8 = 4;
/// Distance of the leaning pairs of a storey in metres, a little more than a pair is wide.
const PAIR_STEP: f32 = 0.16;

/// Four storeys of 4, 3, 2 and 1 leaning pairs, each storey under one plate across its pairs.
pub(super) fn house() -> Scene {
    let mut scene = Scene { substeps: SUBSTEPS_SMALL, ..Scene::on_ground(0.8) };
    let (sine, cosine) = LEAN_DEGREES.to_radians().sin_cos();
    let half_height = HALF_LENGTH * cosine + HALF_THICKNESS * sine;
    let half_base = HALF_LENGTH * sine + HALF_THICKNESS * cosine;
    let mut floor = 0.0;
    for storey in 0..STOREYS {
        let pairs = STOREYS - storey;
        for pair in 0..pairs {
            let apex = PAIR_STEP * (f32::from(pair) - 0.5 * f32::from(pairs - 1));
            for side in [-1.0, 1.0] {
                let pose = Pose {
                    centre: Vec3::new(apex + side * half_base, floor + half_height, 0.0),
                    rotation: Quat::from_rotation_z(side * LEAN_DEGREES.to_radians()),
                };
                let half = Vec3::new(HALF_THICKNESS, HALF_LENGTH, HALF_WIDTH);
                scene.bodies.push(Body::solid(half, pose, DENSITY));
            }
        }
        floor += 2.0 * half_height;
        let half = Vec3::new(0.5 * PAIR_STEP * f32::from(pairs), HALF_THICKNESS, HALF_WIDTH);
        let pose = Pose::at(0.0, floor + HALF_THICKNESS, 0.0);
        scene.bodies.push(Body::solid(half, pose, DENSITY));
        floor += 2.0 * HALF_THICKNESS;
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_about_a_metre_tall() {
        let scene = house();
        let roof = scene.bodies[scene.bodies.len() - 1];
        let top = roof.pose.centre.y + roof.half_extents.y;
        assert!((0.95..1.05).contains(&top), "{top}");
        assert_eq!(scene.bodies.len(), 1 + 2 * (4 + 3 + 2 + 1) + 4);
    }
}
