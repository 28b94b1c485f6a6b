//! A house of cards.

use glam::{Quat, Vec3};

use super::{DENSITY, Expected, Scene};

/// Half the thickness, length and width of a leaning plate in meters: four storeys make a meter.
const HALF: Vec3 = Vec3::new(0.002, 0.125, 0.1);

/// How far the steeper plate of a pair leans from upright, in degrees. It stands by friction above the tangent.
const LEAN_DEGREES: f32 = 15.0;

/// Storeys of the house; each has one leaning pair less than the one below.
const STOREYS: u8 = 4;

/// Distance of the leaning pairs of a storey in meters.
const PAIR_STEP: f32 = 0.17;

/// How the plates of a house meet, in meters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joints {
    /// Half the width of a plate across.
    half_width_across: f32,
    /// How far the two plates of a pair are put aside along their width, against each other.
    aside: f32,
    /// How far below the edge of the steeper plate the other one leans against it.
    below_edge: f32,
}

/// No edges or vertices coincide. Two coinciding edges would be a tie between two normals 30 degrees apart, and coinciding
/// vertices have no stable feature ids.
pub(super) const APART: Joints =
    Joints { half_width_across: 0.108, aside: 0.003, below_edge: 0.001 };

/// Edge on edge, corner on corner: rounding decides these ties.
pub(super) const EXACT: Joints = Joints { half_width_across: HALF.z, aside: 0.0, below_edge: 0.0 };

/// Four storeys of 4, 3, 2 and 1 leaning pairs, each but the last under one plate across its pairs.
pub(super) fn house(name: &'static str, joints: Joints) -> Scene {
    let mut scene = Scene::on_ground(name, Expected::Stands);
    (scene.substeps, scene.friction) = (32, 0.8);
    let (sine, cosine) = LEAN_DEGREES.to_radians().sin_cos();
    let mut floor = 0.0;
    for storey in 0..STOREYS {
        let pairs = STOREYS - storey;
        for pair in 0..pairs {
            let apex = PAIR_STEP * (f32::from(pair) - 0.5 * f32::from(pairs - 1));
            let side = if (storey + pair) % 2 == 0 { 1.0 } else { -1.0 };
            lean_pair(&mut scene, joints, Vec3::new(apex, floor, 0.0), side);
        }
        floor += 2.0 * (HALF.y * cosine + HALF.x * sine);
        if pairs > 1 {
            let half_length = 0.5 * PAIR_STEP * f32::from(pairs);
            let half = Vec3::new(half_length, HALF.x, joints.half_width_across);
            scene.add(DENSITY, half, (floor + HALF.x) * Vec3::Y, Quat::IDENTITY);
            floor += 2.0 * HALF.x;
        }
    }
    scene
}

/// Adds a steeper plate on one side of an apex above the floor, and one on the other side that leans against its face.
fn lean_pair(scene: &mut Scene, joints: Joints, apex: Vec3, side: f32) {
    let steep = LEAN_DEGREES.to_radians();
    // The upper edge between the two plates is as high as the plate's length times the cosine.
    let flat = (steep.cos() * (1.0 - 0.5 * joints.below_edge / HALF.y)).acos();
    let touching = apex + side * joints.below_edge * steep.sin() * Vec3::X;
    for (edge, lean, side) in [(apex, steep, side), (touching, flat, -side)] {
        let (sine, cosine) = lean.sin_cos();
        let [out, up] = [HALF.y * sine + HALF.x * cosine, HALF.y * cosine + HALF.x * sine];
        let center = edge + Vec3::new(side * out, up, side * joints.aside);
        scene.add(DENSITY, HALF, center, Quat::from_rotation_z(side * lean));
    }
}
