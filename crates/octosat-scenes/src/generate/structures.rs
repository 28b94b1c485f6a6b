//! Makes boxes arranged as structures: a wall and a pile.

use glam::{DQuat, DVec3};

use super::numbers::{normalized, small, whole};
use super::random::Random;
use super::scene::Scene;

/// Half extents of a brick in meters: its length, depth and height.
const BRICK: [f64; 3] = [0.2, 0.1, 0.1];

/// Width of the joints between bricks in meters. Negative and smaller than the jitter, so that
/// about 64 % of the neighbors overlap and the others are apart.
const JOINT: f64 = -0.6e-3;

/// Largest error of a brick's place in meters.
const BRICK_JITTER: f64 = 2e-3;

/// Largest turn of a brick in radians.
const BRICK_TURN: f64 = 1e-3;

/// The largest gap between bounds of a pair of the wall, in meters.
const WALL_MARGIN: f32 = 0.01;

/// Distance of the columns of a pile in meters.
const PILE_SPACING: f64 = 1.0;

/// Height of the layers of a pile in meters.
const PILE_LAYER: f64 = 0.75;

/// Largest shift of a box from its place in the pile in meters.
const PILE_JITTER: f64 = 0.2;

/// Makes a wall of bricks in running bond with 1 cm broad-phase margin: nearly aligned boxes, about three
/// pairs per brick, 64 % overlapping.
#[must_use]
pub fn wall(boxes: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene::empty("wall");
    let columns = whole((boxes as f64).sqrt()).max(1);
    for number in 0..boxes {
        let (row, column) = (number / columns, number % columns);
        let shift = if row % 2 == 1 { 0.5 } else { 0.0 };
        let place = DVec3::new(
            (column as f64 + shift) * (2.0 * BRICK[0] + JOINT),
            0.0,
            row as f64 * (2.0 * BRICK[2] + JOINT),
        );
        let center = place + DVec3::from(random.vector(-BRICK_JITTER, BRICK_JITTER));
        let turn = small(random.direction().into(), random.range(-BRICK_TURN, BRICK_TURN));
        scene.push(BRICK, center, turn);
    }
    scene.with_swept_pairs(WALL_MARGIN)
}

/// Makes a heap of random boxes in layers, half of them nearly upright; about a third of the pairs overlap
/// slightly.
#[must_use]
pub fn pile(boxes: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene::empty("pile");
    // As wide in both directions as it is high, to the next column.
    let mut columns = 1;
    while columns * columns * columns < boxes {
        columns += 1;
    }
    for number in 0..boxes {
        let layer = number / (columns * columns);
        let place = DVec3::new(
            (number % columns) as f64 * PILE_SPACING,
            (number / columns % columns) as f64 * PILE_SPACING,
            layer as f64 * PILE_LAYER,
        );
        let center = place + DVec3::from(random.vector(-PILE_JITTER, PILE_JITTER));
        scene.push(random.vector(0.15, 0.65), center, resting_rotation(&mut random));
    }
    scene.with_swept_pairs(0.0)
}

/// Any rotation about the vertical and a small tilt for half of the boxes, any rotation for the others.
fn resting_rotation(random: &mut Random) -> DQuat {
    let turn = loop {
        let (z, w) = (random.range(-1.0, 1.0), random.range(-1.0, 1.0));
        if (0.01..=1.0).contains(&(z * z + w * w)) {
            break normalized(DQuat::from_xyzw(0.0, 0.0, z, w));
        }
    };
    if random.below(2) == 0 {
        return DQuat::from_array(random.rotation());
    }
    normalized(turn * small(random.direction().into(), random.range(0.0, 0.1)))
}
