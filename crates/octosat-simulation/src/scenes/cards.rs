//! A house of cards.

use super::Scene;
use crate::body::{Body, Pose};
use crate::tolerances::{DENSITY, SUBSTEPS_CARDS};
use crate::{Quat, Vec3};

/// Half the thickness of a plate in metres.
const HALF_THICKNESS: f32 = 0.002;
/// Half the length of a leaning plate in metres: four storeys make a metre.
const HALF_LENGTH: f32 = 0.125;
/// Half the width of a leaning plate in metres.
const HALF_WIDTH: f32 = 0.1;
/// Half the width of a plate across, in metres: corners that meet exactly have no lasting names.
const HALF_WIDTH_ACROSS: f32 = 0.108;
/// How far the two plates of a pair are put aside along their width, in metres, against each other.
const ASIDE: f32 = 0.003;
/// How far the steeper plate of a pair leans from upright, in degrees. It stands by friction above
/// the tangent.
const LEAN_DEGREES: f32 = 15.0;
/// How far below the edge of the steeper plate the other one leans against it, in metres.
///
/// Edge on edge would be a tie between two normals, 30 degrees apart.
const BELOW_EDGE: f32 = 0.001;
/// Storeys of the house; each has one leaning pair less than the one below.
const STOREYS: u8 = 4;
/// Distance of the leaning pairs of a storey in metres: pairs are further apart than the margin.
const PAIR_STEP: f32 = 0.17;

/// Four storeys of 4, 3, 2 and 1 leaning pairs, each but the last under one plate across its pairs.
pub(super) fn house() -> Scene {
    let mut scene = Scene { substeps: SUBSTEPS_CARDS, ..Scene::on_ground(0.8) };
    let mut floor = 0.0;
    for storey in 0..STOREYS {
        let pairs = STOREYS - storey;
        for pair in 0..pairs {
            let apex = PAIR_STEP * (f32::from(pair) - 0.5 * f32::from(pairs - 1));
            let side = if (storey + pair) % 2 == 0 { 1.0 } else { -1.0 };
            scene.bodies.extend(leaning_pair(apex, floor, side));
        }
        let (sine, cosine) = LEAN_DEGREES.to_radians().sin_cos();
        floor += 2.0 * (HALF_LENGTH * cosine + HALF_THICKNESS * sine);
        if pairs > 1 {
            let half_length = 0.5 * PAIR_STEP * f32::from(pairs);
            let half = Vec3::new(half_length, HALF_THICKNESS, HALF_WIDTH_ACROSS);
            let pose = Pose::at(0.0, floor + HALF_THICKNESS, 0.0);
            scene.bodies.push(Body::solid(half, pose, DENSITY));
            floor += 2.0 * HALF_THICKNESS;
        }
    }
    scene
}

/// A steeper plate on one side, and one on the other side that leans against its face.
fn leaning_pair(apex: f32, floor: f32, side: f32) -> [Body; 2] {
    let steep = LEAN_DEGREES.to_radians();
    // The upper edge between the two plates is as high as the plate's length times the cosine.
    let flat = (steep.cos() * (1.0 - 0.5 * BELOW_EDGE / HALF_LENGTH)).acos();
    let touching = apex + side * BELOW_EDGE * steep.sin();
    [leaning(apex, floor, side, steep), leaning(touching, floor, -side, flat)]
}

/// A plate on the floor whose upper inner edge is at `edge`, on this side of it.
fn leaning(edge: f32, floor: f32, side: f32, lean: f32) -> Body {
    let (sine, cosine) = lean.sin_cos();
    let aside = HALF_LENGTH * sine + HALF_THICKNESS * cosine;
    let up = HALF_LENGTH * cosine + HALF_THICKNESS * sine;
    let pose = Pose {
        centre: Vec3::new(edge + side * aside, floor + up, side * ASIDE),
        rotation: Quat::from_rotation_z(side * lean),
    };
    Body::solid(Vec3::new(HALF_THICKNESS, HALF_LENGTH, HALF_WIDTH), pose, DENSITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DVec3;
    use crate::placed::PlacedBox;

    #[test]
    fn it_is_about_a_metre_tall() {
        let scene = house();
        let boxes = scene.bodies.iter().map(|body| PlacedBox::new(body, DVec3::ZERO));
        let top = boxes
            .map(|placed| placed.pose.centre.y + placed.world_half_extents().y)
            .fold(0.0, f32::max);
        assert!((0.95..1.05).contains(&top), "{top}");
        assert_eq!(scene.bodies.len(), 1 + 2 * (4 + 3 + 2 + 1) + 3);
    }
}
