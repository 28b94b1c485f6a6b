//! A house of cards.

use super::scene::Scene;
use crate::body::{Body, Pose};
use crate::tolerances::{DENSITY, SUBSTEPS_CARDS};
use crate::{Quat, Vec3};

/// Half the thickness of a plate in meters.
const HALF_THICKNESS: f32 = 0.002;
/// Half the length of a leaning plate in meters: four storeys make a meter.
const HALF_LENGTH: f32 = 0.125;
/// Half the width of a leaning plate in meters.
const HALF_WIDTH: f32 = 0.1;
/// How far the steeper plate of a pair leans from upright, in degrees. It stands by friction above
/// the tangent.
const LEAN_DEGREES: f32 = 15.0;
/// Storeys of the house; each has one leaning pair less than the one below.
const STOREYS: u8 = 4;
/// Distance of the leaning pairs of a storey in meters: pairs are further apart than the margin.
const PAIR_STEP: f32 = 0.17;

/// How the plates of a house meet, in meters.
#[derive(Clone, Copy, Debug)]
struct Joints {
    /// Half the width of a plate across.
    half_width_across: f32,
    /// How far the two plates of a pair are put aside along their width, against each other.
    aside: f32,
    /// How far below the edge of the steeper plate the other one leans against it.
    below_edge: f32,
}

/// No edges or vertices coincide. Two coinciding edges would be a tie between two normals 30 degrees apart, and
/// coinciding vertices have no stable feature ids.
const APART: Joints = Joints { half_width_across: 0.108, aside: 0.003, below_edge: 0.001 };

/// Edge on edge, corner on corner.
const EXACT: Joints = Joints { half_width_across: HALF_WIDTH, aside: 0.0, below_edge: 0.0 };

/// Four storeys of 4, 3, 2 and 1 leaning pairs, each but the last under one plate across its pairs.
pub(super) fn house() -> Scene {
    house_with(APART)
}

/// The same, with all edges and corners exactly on one another.
pub(super) fn plain_house() -> Scene {
    house_with(EXACT)
}

fn house_with(joints: Joints) -> Scene {
    let mut scene = Scene { substeps: SUBSTEPS_CARDS, ..Scene::on_ground(0.8) };
    let mut floor = 0.0;
    for storey in 0..STOREYS {
        let pairs = STOREYS - storey;
        for pair in 0..pairs {
            let apex = PAIR_STEP * (f32::from(pair) - 0.5 * f32::from(pairs - 1));
            let side = if (storey + pair) % 2 == 0 { 1.0 } else { -1.0 };
            scene.bodies.extend(leaning_pair(joints, apex, floor, side));
        }
        let (sine, cosine) = LEAN_DEGREES.to_radians().sin_cos();
        floor += 2.0 * (HALF_LENGTH * cosine + HALF_THICKNESS * sine);
        if pairs > 1 {
            let half_length = 0.5 * PAIR_STEP * f32::from(pairs);
            let half = Vec3::new(half_length, HALF_THICKNESS, joints.half_width_across);
            let pose = Pose::at(0.0, floor + HALF_THICKNESS, 0.0);
            scene.bodies.push(Body::solid(half, pose, DENSITY));
            floor += 2.0 * HALF_THICKNESS;
        }
    }
    scene
}

/// A steeper plate on one side, and one on the other side that leans against its face.
fn leaning_pair(joints: Joints, apex: f32, floor: f32, side: f32) -> [Body; 2] {
    let steep = LEAN_DEGREES.to_radians();
    // The upper edge between the two plates is as high as the plate's length times the cosine.
    let flat = (steep.cos() * (1.0 - 0.5 * joints.below_edge / HALF_LENGTH)).acos();
    let touching = apex + side * joints.below_edge * steep.sin();
    let put_aside = |mut plate: Body, side: f32| {
        plate.center.z += f64::from(side * joints.aside);
        plate
    };
    let steeper = leaning(apex, floor, side, steep);
    let flatter = leaning(touching, floor, -side, flat);
    [put_aside(steeper, side), put_aside(flatter, -side)]
}

/// A plate on the floor whose upper inner edge is at `edge`, on this side of it.
fn leaning(edge: f32, floor: f32, side: f32, lean: f32) -> Body {
    let (sine, cosine) = lean.sin_cos();
    let aside = HALF_LENGTH * sine + HALF_THICKNESS * cosine;
    let up = HALF_LENGTH * cosine + HALF_THICKNESS * sine;
    let pose = Pose {
        center: Vec3::new(edge + side * aside, floor + up, 0.0),
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
    fn it_is_about_a_meter_tall() {
        for scene in [house(), plain_house()] {
            assert_meter_tall(&scene);
        }
    }

    fn assert_meter_tall(scene: &Scene) {
        let boxes = scene.bodies.iter().map(|body| PlacedBox::new(body, DVec3::ZERO));
        let top = boxes
            .map(|placed| placed.pose.center.y + placed.world_half_extents().y)
            .fold(0.0, f32::max);
        assert!((0.95..1.05).contains(&top), "{top}");
        assert_eq!(scene.bodies.len(), 1 + 2 * (4 + 3 + 2 + 1) + 3);
    }
}
