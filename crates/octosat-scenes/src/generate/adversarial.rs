//! Pairs on which careless arithmetic fails.

use super::rotation::{
    add_scaled, columns, cube_rotations, dot, normalized, product, small, to_world,
};
use super::{Random, Scene};

/// Angles between nearly parallel boxes in radians: none, far below what a float32 quaternion away
/// from the identity can hold, and on to what is clearly visible.
const ANGLES: [f64; 10] = [0.0, 1e-9, 1e-8, 1e-7, 3e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2];

/// Sizes in metres whose ratios reach 10⁸.
const MAGNITUDES: [f64; 9] = [1e-4, 1e-3, 1e-2, 1e-1, 1.0, 1e1, 1e2, 1e3, 1e4];

/// Pairs of boxes from a tenth of a millimetre to ten kilometres, both in every pair; about half
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
        let rotations = [random.rotation(), random.rotation()];
        let axes = rotations.map(columns);
        // A point a little inside or outside of a, and the same point inside of b.
        let stretch = random.vector(-1.25, 1.25);
        let inside_a = std::array::from_fn(|k| sizes[0][k] * stretch[k]);
        let stretch = random.vector(-1.0, 1.0);
        let inside_b = std::array::from_fn(|k| sizes[1][k] * stretch[k]);
        let center_a = random.vector(-1.0, 1.0);
        let point = add_scaled(center_a, 1.0, to_world(&axes[0], inside_a));
        let center_b = add_scaled(point, -1.0, to_world(&axes[1], inside_b));
        scene.push(sizes[0], center_a, rotations[0]);
        scene.push(sizes[1], center_b, rotations[1]);
    }
    scene.with_neighbour_pairs()
}

fn extreme_size(random: &mut Random) -> [f64; 3] {
    [(); 3].map(|()| MAGNITUDES[random.below(MAGNITUDES.len())] * random.range(0.3, 1.0))
}

/// Pairs whose axes are parallel up to an angle between nothing and a hundredth of a radian, in all
/// 24 alignments of two cubes: deep inside each other, within a few units in the last place of
/// touching, and slightly apart.
#[must_use]
pub fn near_parallel(pairs: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let cube = cube_rotations();
    let mut scene = Scene::empty("near-parallel");
    for number in 0..pairs {
        // Tiny angles survive the rounding of the quaternion only near the identity.
        let base = if random.below(2) == 0 { [0.0, 0.0, 0.0, 1.0] } else { random.rotation() };
        let turn = small(random.direction(), ANGLES[number % ANGLES.len()]);
        let alignment = cube[random.below(cube.len())];
        let rotation = normalized(product(product(base, turn), alignment));
        let sizes = [random.vector(0.1, 1.0), random.vector(0.1, 1.0)];
        let center = random.vector(-1.0, 1.0);
        let axes = [columns(base), columns(rotation)];
        let offset = parallel_offset(&axes, &sizes, &mut random);
        scene.push(sizes[0], center, base);
        scene.push(sizes[1], add_scaled(center, 1.0, offset), rotation);
    }
    scene.with_neighbour_pairs()
}

/// From the first centre to the second, mainly along one axis of the first box.
fn parallel_offset(
    axes: &[[[f64; 3]; 3]; 2],
    sizes: &[[f64; 3]; 2],
    random: &mut Random,
) -> [f64; 3] {
    let main = random.below(3);
    let reach = |axis: usize| {
        let other = (0..3).map(|k| dot(axes[0][axis], axes[1][k]).abs() * sizes[1][k]);
        sizes[0][axis] + other.sum::<f64>()
    };
    let stretch = match random.below(4) {
        0 => random.range(0.0, 0.9),
        1 => 1.0,
        2 => 1.0 + random.range(-4e-7, 4e-7),
        _ => random.range(0.999, 1.1),
    };
    (0..3).fold([0.0; 3], |offset, axis| {
        let along = if axis == main { stretch } else { random.range(-0.9, 0.9) };
        add_scaled(offset, along * reach(axis), axes[0][axis])
    })
}
