//! Pairs on which careless arithmetic fails.

use glam::{DMat3, DQuat, DVec3};

use super::numbers::{columns, cube_rotations, normalized, small};
use super::random::Random;
use super::scene::Scene;

/// Angles between nearly parallel boxes in radians: zero, angles far below the resolution of a float32
/// quaternion away from the identity, and up to clearly visible ones.
const ANGLES: [f64; 10] = [0.0, 1e-9, 1e-8, 1e-7, 3e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2];

/// Sizes in meters whose ratios reach 10⁸.
const MAGNITUDES: [f64; 9] = [1e-4, 1e-3, 1e-2, 1e-1, 1.0, 1e1, 1e2, 1e3, 1e4];

/// Makes pairs of boxes from a tenth of a millimeter to ten kilometers, both sizes in every pair; about half
/// of the pairs overlap.
#[must_use]
pub fn extreme_ratios(pairs: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene::empty("extreme-ratios");
    for _ in 0..pairs {
        let mut sizes = [(); 2].map(|()| extreme_size(&mut random));
        sizes[random.below(2)][random.below(3)] = MAGNITUDES[MAGNITUDES.len() - 1];
        let thin = random.below(2);
        let slot = (0..3).find(|&k| sizes[thin][k] < MAGNITUDES[MAGNITUDES.len() - 1]);
        sizes[thin][slot.unwrap_or(0)] = MAGNITUDES[0];
        let rotations = [(); 2].map(|()| DQuat::from_array(random.rotation()));
        let [axes_a, axes_b] = rotations.map(columns);
        let sizes = sizes.map(DVec3::from);
        // A point slightly inside or outside a, and the same point inside b.
        let inside_a = sizes[0] * DVec3::from(random.vector(-1.25, 1.25));
        let inside_b = sizes[1] * DVec3::from(random.vector(-1.0, 1.0));
        let center_a = DVec3::from(random.vector(-1.0, 1.0));
        let center_b = center_a + axes_a * inside_a - axes_b * inside_b;
        scene.push(sizes[0], center_a, rotations[0]);
        scene.push(sizes[1], center_b, rotations[1]);
    }
    scene.with_neighbor_pairs()
}

fn extreme_size(random: &mut Random) -> [f64; 3] {
    [(); 3].map(|()| MAGNITUDES[random.below(MAGNITUDES.len())] * random.range(0.3, 1.0))
}

/// Makes pairs whose axes are parallel up to an angle between zero and a hundredth of a radian, in all 24
/// alignments of two cubes: deep inside each other, within a few units in the last place of touching, and
/// slightly apart.
#[must_use]
pub fn near_parallel(pairs: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let cube = cube_rotations();
    let mut scene = Scene::empty("near-parallel");
    for number in 0..pairs {
        // Tiny angles survive the rounding of the quaternion only near the identity.
        let base =
            if random.one_in(2) { DQuat::IDENTITY } else { DQuat::from_array(random.rotation()) };
        let turn = small(random.direction().into(), ANGLES[number % ANGLES.len()]);
        let rotation = normalized(base * turn * random.choose(&cube));
        let sizes = [(); 2].map(|()| DVec3::from(random.vector(0.1, 1.0)));
        let center = DVec3::from(random.vector(-1.0, 1.0));
        let axes = [columns(base), columns(rotation)];
        let offset = parallel_offset(&axes, &sizes, &mut random);
        scene.push(sizes[0], center, base);
        scene.push(sizes[1], center + offset, rotation);
    }
    scene.with_neighbor_pairs()
}

/// The offset from the first center to the second, mainly along one axis of the first box.
fn parallel_offset(axes: &[DMat3; 2], sizes: &[DVec3; 2], random: &mut Random) -> DVec3 {
    let main = random.below(3);
    let reach = |axis: usize| {
        let along = axes[1].transpose() * axes[0].col(axis);
        sizes[0][axis] + along.abs().dot(sizes[1])
    };
    let stretch = match random.below(4) {
        0 => random.range(0.0, 0.9),
        1 => 1.0,
        2 => 1.0 + random.range(-4e-7, 4e-7),
        _ => random.range(0.999, 1.1),
    };
    (0..3).fold(DVec3::ZERO, |offset, axis| {
        let along = if axis == main { stretch } else { random.range(-0.9, 0.9) };
        offset + along * reach(axis) * axes[0].col(axis)
    })
}
