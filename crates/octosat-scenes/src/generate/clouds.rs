//! Boxes scattered evenly in a cube.

use super::numbers::{cube_rotations, narrow};
use super::random::Random;
use super::scene::Scene;
use super::sweep::reach;

/// The number of random pairs from which the density is computed.
const SAMPLES: usize = 8192;

/// The number of halvings when the density is computed: more than the digits of a double.
const HALVINGS: usize = 60;

/// Makes boxes of random size (half extents 0.25 m to 0.75 m) and rotation, scattered so densely that about
/// `pairs` pairs have overlapping world bounds; about 40 % of those overlap.
#[must_use]
pub fn cloud(boxes: usize, pairs: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene::empty("cloud");
    for _ in 0..boxes {
        scene.push(random.vector(0.25, 0.75), [0.0; 3], random.rotation());
    }
    scatter(scene, pairs, &mut random)
}

/// As [`cloud`], with sticks 100 times as long as thick.
#[must_use]
pub fn needles(boxes: usize, pairs: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene::empty("needles");
    for _ in 0..boxes {
        let mut half_extents = random.vector(0.005, 0.015);
        half_extents[random.below(3)] = random.range(0.5, 1.5);
        scene.push(half_extents, [0.0; 3], random.rotation());
    }
    scatter(scene, pairs, &mut random)
}

/// As [`cloud`], with plates 100 times as wide as thick.
#[must_use]
pub fn plates(boxes: usize, pairs: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene::empty("plates");
    for _ in 0..boxes {
        let mut half_extents = random.vector(0.5, 1.5);
        half_extents[random.below(3)] = random.range(0.005, 0.015);
        scene.push(half_extents, [0.0; 3], random.rotation());
    }
    scatter(scene, pairs, &mut random)
}

/// Makes boxes with one, two or three half extents of zero: plates, rods and points.
///
/// Half of them lie on a grid of half meters with exact quarter-turn rotations, so that many touch
/// exactly or coincide.
#[must_use]
pub fn degenerate(boxes: usize, pairs: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let quarter_turns = cube_rotations();
    let mut scene = Scene::empty("degenerate");
    let aligned: Vec<bool> = (0..boxes).map(|_| random.below(2) == 0).collect();
    for &aligned in &aligned {
        let flat = 1 + random.below(7);
        let size = random.vector(0.25, 0.75);
        let half_extents = std::array::from_fn(|axis| match (flat >> axis & 1, aligned) {
            (1, _) => 0.0,
            (_, true) => 0.5,
            _ => size[axis],
        });
        let turn = random.choose(&quarter_turns);
        let rotation = if aligned { turn.to_array() } else { random.rotation() };
        scene.push(half_extents, [0.0; 3], rotation);
    }
    let mut scene = scatter(scene, pairs, &mut random);
    for (center, _) in scene.position.iter_mut().zip(aligned).filter(|(_, aligned)| *aligned) {
        // Rounding halves is exact, and the same everywhere.
        *center = center.map(|c| (c * 2.0).round() / 2.0);
    }
    scene.with_swept_pairs(0.0)
}

/// Spreads the boxes of a scene in a cube so that about `pairs` pairs of bounds overlap.
fn scatter(mut scene: Scene, pairs: usize, random: &mut Random) -> Scene {
    let side = cube_side(&scene, pairs, random);
    for center in &mut scene.position {
        *center = random.vector(-0.5 * side, 0.5 * side).map(narrow);
    }
    scene.with_swept_pairs(0.0)
}

/// The side of the cube, in meters, in which about `pairs` pairs of bounds are expected to overlap.
fn cube_side(scene: &Scene, pairs: usize, random: &mut Random) -> f64 {
    let boxes = scene.half_extents.len();
    let reaches: Vec<[f64; 3]> =
        scene.half_extents.iter().zip(&scene.rotation).map(|(h, q)| reach(h, q)).collect();
    if boxes < 2 {
        return 0.0;
    }
    let sums: Vec<[f64; 3]> = (0..SAMPLES)
        .map(|_| {
            let (a, b) = (reaches[random.below(boxes)], reaches[random.below(boxes)]);
            std::array::from_fn(|axis| a[axis] + b[axis])
        })
        .collect();
    let all_pairs = 0.5 * boxes as f64 * (boxes - 1) as f64;
    // Two uniform numbers of 0..side differ by at most r·side with probability 2r − r².
    let expected = |side: f64| {
        let probability = |sum: &[f64; 3]| {
            sum.iter().map(|&s| (s / side).min(1.0)).map(|r| r * (2.0 - r)).product::<f64>()
        };
        all_pairs * sums.iter().map(probability).sum::<f64>() / SAMPLES as f64
    };
    let wanted = (pairs as f64).clamp(0.5, all_pairs);
    let mut high = 1e-3;
    while expected(high) >= wanted && high < 1e9 {
        high *= 2.0;
    }
    let mut low = 0.5 * high;
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if expected(middle) < wanted { high = middle } else { low = middle }
    }
    high
}
