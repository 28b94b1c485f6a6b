//! Pairs of boxes in the kinds of poses with which `MuJoCo` tests its boxes.
//!
//! The sizes and figures are those of its `engine_collision_box_fuzz_test.cc` (August 2026).

use glam::{DMat3, DQuat, DVec3};

use super::numbers::{columns, cube_rotations, normalized};
use super::random::Random;
use super::scene::Scene;

/// Half extents of the boxes of a pair, meters: cubes, a small cube, slabs, needles, and boxes of unequal sides.
pub const PAIR_SIZES: [[[f64; 3]; 2]; 6] = [
    [[0.05; 3], [0.05; 3]],
    [[0.05; 3], [0.013; 3]],
    [[0.08, 0.08, 0.004], [0.06, 0.06, 0.006]],
    [[0.002, 0.002, 0.09], [0.04; 3]],
    [[0.07, 0.05, 0.003], [0.0015, 0.0015, 0.06]],
    [[0.018, 0.038, 0.047], [0.026, 0.0014, 0.008]],
];

/// Tangents of half the angles by which a box is turned off one of the 24 rotations of a cube: from nothing over angles
/// that float32 has and has not to an eighth of a turn.
const HALF_ANGLE_TANGENTS: [f64; 8] =
    [0.0, 5e-16, 5e-13, 5e-10, 5e-7, 5e-4, 0.025, std::f64::consts::SQRT_2 - 1.0];

/// The axes of these turns, not normalized.
const TURN_AXES: [DVec3; 5] = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(1.0, 1.0, 0.0), DVec3::ONE];

/// Where b is along the upper face of a, as parts of the way after which their bounds are apart.
const ASIDE: [f64; 5] = [-0.5, 0.0, 0.5, 0.99, 1.0];

/// The largest sum of squares of two such parts.
const FARTHEST_ASIDE: f64 = 1.01;

/// How far b is above the height at which its lowest point is level with a's upper face, as parts of this height.
const ABOVE: [f64; 5] = [-0.2, -1e-4, 0.0, 1e-4, 0.1];

/// How far any poses are apart along each axis, as a part of the sum of both boxes' largest half extents.
const SPREAD: f64 = 1.15;

/// Makes every `step`-th of the 62,400 canonical pairs of boxes of these half extents: a is upright, b is turned by one
/// of the 24 rotations of a cube and by one of forty small turns, and lies over, next to, on or in a's upper face.
#[must_use]
pub fn canonical_poses(half_extents: [[f64; 3]; 2], step: usize) -> Scene {
    let [a, b] = half_extents.map(DVec3::from);
    let mut scene = Scene::empty("canonical-poses");
    let places: Vec<DVec3> = places().collect();
    for (number, rotation) in rotations().enumerate() {
        let reach = a + reaches(columns(rotation), b);
        let first = (step - number * places.len() % step) % step;
        for place in places.iter().skip(first).step_by(step) {
            scene.push(a, DVec3::ZERO, DQuat::IDENTITY);
            scene.push(b, *place * reach, rotation);
        }
    }
    scene.with_neighbor_pairs()
}

/// Makes pairs of boxes of these half extents in any poses, so near that about a third of them overlap.
#[must_use]
pub fn any_poses(half_extents: [[f64; 3]; 2], pairs: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let largest: f64 = half_extents.iter().map(|half| DVec3::from(*half).max_element()).sum();
    let mut scene = Scene::empty("any-poses");
    for _ in 0..pairs {
        let center = random.vector(-SPREAD * largest, SPREAD * largest);
        scene.push(half_extents[0], DVec3::ZERO, random.rotation());
        scene.push(half_extents[1], center, random.rotation());
    }
    scene.with_neighbor_pairs()
}

/// The rotations of b.
fn rotations() -> impl Iterator<Item = DQuat> {
    let turned = |base: DQuat| {
        HALF_ANGLE_TANGENTS.into_iter().flat_map(move |tangent| {
            TURN_AXES.into_iter().map(move |axis| {
                let axis = axis / axis.length();
                normalized(base * DQuat::from_vec4((tangent * axis).extend(1.0)))
            })
        })
    };
    cube_rotations().into_iter().flat_map(turned)
}

/// The centers of b, as parts of the distances from which on the bounds of both boxes are apart.
fn places() -> impl Iterator<Item = DVec3> {
    let all = |x| ASIDE.into_iter().flat_map(move |y| ABOVE.map(|z| DVec3::new(x, y, 1.0 + z)));
    let is_near = |place: &DVec3| place.x * place.x + place.y * place.y <= FARTHEST_ASIDE;
    ASIDE.into_iter().flat_map(all).filter(is_near)
}

/// How far a box reaches from its center along the axes of the world.
fn reaches(axes: DMat3, half_extents: DVec3) -> DVec3 {
    axes.x_axis.abs() * half_extents.x
        + axes.y_axis.abs() * half_extents.y
        + axes.z_axis.abs() * half_extents.z
}
