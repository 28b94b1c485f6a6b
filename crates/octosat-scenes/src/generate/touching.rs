//! Pairs that touch within rounding.

use glam::{DMat3, DQuat, DVec3};

use super::numbers::columns;
use super::random::Random;
use super::scene::Scene;

/// Steps of the gap, in units in the last place of the boxes' size, either side of zero.
const GAP_STEPS: usize = 9;

/// Smallest sine between two edges that are made to touch.
const SMALLEST_SINE: f64 = 0.1;

/// Makes pairs that touch in one point, or miss or overlap by a few units in the last place, in turn on each
/// of the fifteen axes (0..2 faces of a, 3..5 faces of b, 6 + 3i + j edge i of a × edge j of b); pair p is
/// about axis p % 15.
#[must_use]
pub fn near_touching(pairs: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene::empty("near-touching");
    for number in 0..pairs {
        push_pair(&mut scene, number % 15, &mut random);
    }
    scene.with_neighbor_pairs()
}

fn push_pair(scene: &mut Scene, axis: usize, random: &mut Random) {
    let sizes = [(); 2].map(|()| DVec3::from(random.vector(0.1, 1.0)));
    let (rotations, axes, normal) = loop {
        let rotations = [(); 2].map(|()| DQuat::from_array(random.rotation()));
        let axes = rotations.map(columns);
        if let Some(normal) = axis_direction(&axes, axis) {
            break (rotations, axes, normal);
        }
    };
    // The point of contact, free to slide along the features that touch.
    let from_a = support(&axes[0], sizes[0], normal, random);
    let from_b = support(&axes[1], sizes[1], -normal, random);
    let steps = random.below(GAP_STEPS) as f64 - (GAP_STEPS / 2) as f64;
    let gap = steps * f64::from(f32::EPSILON) * 0.5;
    let center = DVec3::from(random.vector(-0.5, 0.5));
    let offset = from_a - from_b + gap * normal;
    scene.push(sizes[0], center, rotations[0]);
    scene.push(sizes[1], center + offset, rotations[1]);
}

/// The unit direction of one of the fifteen axes, unless its edges are nearly parallel.
fn axis_direction(axes: &[DMat3; 2], axis: usize) -> Option<DVec3> {
    if axis < 6 {
        return Some(axes[axis / 3].col(axis % 3));
    }
    let direction = axes[0].col((axis - 6) / 3).cross(axes[1].col((axis - 6) % 3));
    let sine = direction.length();
    (sine >= SMALLEST_SINE).then(|| direction / sine)
}

/// A point of the box that is farthest along `direction`, from the box's center; a random one if a whole edge
/// or face is farthest.
fn support(axes: &DMat3, size: DVec3, direction: DVec3, random: &mut Random) -> DVec3 {
    /// The cosine below which an axis of the box counts as perpendicular to the direction: rounding only.
    const SQUARE: f64 = 1e-12;
    let stretches = [0, 1, 2].map(|k| {
        let along = axes.col(k).dot(direction);
        if along.abs() < SQUARE { random.range(-0.9, 0.9) } else { along.signum() }
    });
    *axes * (DVec3::from(stretches) * size)
}
