//! Pairs of all shapes and sizes that touch up to rounding, on all kinds of axes: what certain results are hard for.

use glam::{DMat3, DQuat, DVec3};

use super::numbers::{columns, cube_rotations, narrow, normalized};
use super::random::Random;
use super::scene::Scene;

/// Which boxes barely touching pairs have.
#[derive(Clone, Copy, Debug)]
pub struct BarelyTouching {
    /// How far the squared length of a quaternion may be off one: many of them are off by almost as much.
    pub deviation: f64,
    /// The least and the largest size of a first box, as powers of ten, in meters.
    pub sizes: [i32; 2],
    /// Only boxes of 0.1 to 10 m that are no plates, rods or points.
    pub is_ordinary: bool,
}

/// The unit roundoff of float32.
const ROUNDOFF: f64 = 1.0 / 16_777_216.0;

/// Farthest distance from the origin, in meters.
const FARTHEST: f64 = 1e11;

/// Sine below which two edges have no common perpendicular.
const SMALLEST_SINE: f64 = 1e-13;

/// The cosine below which an axis of a box counts as perpendicular to a direction.
const SQUARE: f64 = 1e-11;

/// Makes pairs that touch, or miss or overlap by up to 400 units of roundoff of their size, in turn on each of the fifteen
/// axes (0..2 faces of a, 3..5 faces of b, 6 + 3i + j edge i of a × edge j of b); pair p is about axis p % 15 of one of
/// its two orders.
///
/// Some boxes are plates, rods or points, nearly aligned with each other or with the world, or far from the origin.
#[must_use]
pub fn barely_touching(pairs: usize, seed: u64, which: BarelyTouching) -> Scene {
    let (mut random, cube) = (Random::new(seed), cube_rotations());
    let mut scene = Scene::empty("barely-touching");
    for number in 0..pairs {
        let mut boxes = pair(number % 15, &mut random, &cube, which);
        if random.one_in(2) {
            boxes.reverse();
        }
        for Given { half_extents, center, rotation } in boxes {
            scene.half_extents.push(half_extents);
            scene.position.push(center);
            scene.rotation.push(rotation);
        }
    }
    scene.with_neighbor_pairs()
}

/// A box in float32.
#[derive(Clone, Copy)]
struct Given {
    half_extents: [f32; 3],
    center: [f32; 3],
    rotation: [f32; 4],
}

/// A number of any of some decades: from ten to the power `low` to ten to the power `high`.
fn decade(random: &mut Random, [low, high]: [i32; 2]) -> f64 {
    let steps = usize::try_from(high - low).unwrap_or(0);
    let exponent = low + i32::try_from(random.below(steps)).unwrap_or(0);
    let (base, times) = if exponent < 0 { (0.1, -exponent) } else { (10.0, exponent) };
    (0..times).fold(random.range(1.0, 10.0), |number, _| number * base)
}

fn sign(random: &mut Random) -> f64 {
    if random.one_in(2) { 1.0 } else { -1.0 }
}

fn pair(axis: usize, random: &mut Random, cube: &[DQuat], which: BarelyTouching) -> [Given; 2] {
    let BarelyTouching { is_ordinary, sizes, .. } = which;
    let size = decade(random, if is_ordinary { [-1, 1] } else { sizes });
    let ratio = decade(random, if is_ordinary { [-1, 1] } else { [-2, 2] });
    let halves = [size, size * ratio].map(|size| half_extents(random, size, is_ordinary));
    let rotations =
        rotations(random, cube).map(|rotation| rounded(random, rotation, which.deviation));
    let axes = rotations.map(|rotation| columns(DQuat::from_array(rotation.map(f64::from))));
    let normal = sign(random) * direction(&axes, axis);
    let wide = halves.map(|half| DVec3::from(half.map(f64::from)));
    let from_a = farthest(&axes[0], wide[0], normal, random);
    let from_b = farthest(&axes[1], wide[1], -normal, random);
    let total: f64 = wide.iter().map(|half| half.element_sum()).sum();
    let gap = match random.below(8) {
        0 => 0.0,
        _ => sign(random) * total * ROUNDOFF * decade(random, [-1, 2]) * random.range(0.1, 4.0),
    };
    let place = match random.below(6) {
        0 => DVec3::from(random.vector(-1.0, 1.0)) * (total * decade(random, [0, 4])).min(FARTHEST),
        1 | 2 => DVec3::from(random.vector(-1.0, 1.0)) * total,
        _ => DVec3::ZERO,
    };
    let first = place.to_array().map(narrow);
    let second = DVec3::from(first.map(f64::from)) + from_a - from_b + gap * normal;
    let [a, b] = halves;
    [
        Given { half_extents: a, center: first, rotation: rotations[0] },
        Given { half_extents: b, center: second.to_array().map(narrow), rotation: rotations[1] },
    ]
}

/// Half extents of about a size: a box, a cube, a plate, a rod or a point, of zero or small thickness.
fn half_extents(random: &mut Random, size: f64, is_ordinary: bool) -> [f32; 3] {
    let mut extents =
        if random.one_in(3) { [size; 3] } else { [0; 3].map(|_| size * random.range(0.03, 1.0)) };
    let thin = if random.one_in(2) { 0.0 } else { size * decade(random, [-6, -1]) };
    let thin_ones = match random.below(12) {
        _ if is_ordinary => 0,
        0 | 1 => 1,
        2 | 3 => 2,
        4 => 3,
        _ => 0,
    };
    for at in 0..thin_ones {
        extents[(at + random.below(3)) % 3] = thin;
    }
    extents.map(narrow)
}

/// A rotation by a small angle, about any direction or an axis.
fn small_turn(random: &mut Random, angle: f64) -> DQuat {
    let mut axis = DVec3::from(random.vector(-1.0, 1.0));
    if random.one_in(2) {
        axis = DVec3::AXES[random.below(3)];
    }
    normalized(DQuat::from_vec4((angle * axis).extend(1.0)))
}

/// The rotations of both boxes: any, or nearly aligned with the world or with each other up to quarter turns.
fn rotations(random: &mut Random, cube: &[DQuat]) -> [DQuat; 2] {
    let any = |random: &mut Random| DQuat::from_array(random.rotation());
    let first = match random.below(6) {
        0 => random.choose(cube),
        1 => {
            let angle = decade(random, [-9, -1]);
            small_turn(random, angle)
        }
        _ => any(random),
    };
    let second = match random.below(8) {
        0..4 => any(random),
        4 => first * random.choose(cube),
        _ => {
            let angle = decade(random, [-9, -1]);
            first * random.choose(cube) * small_turn(random, angle)
        }
    };
    [first, second]
}

/// A rotation in float32 whose squared length is off one by at most the deviation, often by almost as much.
fn rounded(random: &mut Random, rotation: DQuat, deviation: f64) -> [f32; 4] {
    loop {
        let part = match random.below(4) {
            0 => 0.0,
            1 => 0.49,
            2 => -0.49,
            _ => random.range(-0.5, 0.5),
        };
        let rounded = (rotation * (1.0 + part * deviation)).to_array().map(narrow);
        let squared: f64 = rounded.iter().map(|&part| f64::from(part) * f64::from(part)).sum();
        if (squared - 1.0).abs() <= deviation {
            return rounded;
        }
    }
}

/// The unit direction of one of the fifteen axes; across parallel edges if these have none.
fn direction(axes: &[DMat3; 2], axis: usize) -> DVec3 {
    if axis < 6 {
        return axes[axis / 3].col(axis % 3);
    }
    let (i, j) = ((axis - 6) / 3, (axis - 6) % 3);
    let cross = axes[0].col(i).cross(axes[1].col(j));
    let sine = cross.length();
    if sine < SMALLEST_SINE { axes[0].col((i + 1) % 3) } else { cross / sine }
}

/// A point of the box that is farthest along a direction, from the box's center; any of them if a whole edge or face is
/// farthest.
fn farthest(axes: &DMat3, half_extents: DVec3, direction: DVec3, random: &mut Random) -> DVec3 {
    let parts = [0, 1, 2].map(|k| {
        let along = axes.col(k).dot(direction);
        if along.abs() > SQUARE {
            along.signum()
        } else if random.one_in(4) {
            sign(random)
        } else {
            random.range(-1.0, 1.0)
        }
    });
    *axes * (DVec3::from(parts) * half_extents)
}
