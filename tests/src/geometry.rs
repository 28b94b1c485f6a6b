//! A little float64 geometry on arrays, as the generators of scenes return them.

use glam::{DQuat, DVec3};

/// Three coordinates, meters or without unit.
pub type Vector = [f64; 3];

/// A quaternion x, y, z, w.
pub type Quaternion = [f64; 4];

/// No rotation, in float64.
pub const NO_TURN: Quaternion = [0.0, 0.0, 0.0, 1.0];

/// Rounds each number to float32.
#[must_use]
pub fn narrow<const N: usize>(values: [f64; N]) -> [f32; N] {
    values.map(octosat_scenes::generate::narrow)
}

/// The same numbers in float64.
#[must_use]
pub fn wide<const N: usize>(values: [f32; N]) -> [f64; N] {
    values.map(f64::from)
}

/// The scalar product.
#[must_use]
pub fn dot(a: Vector, b: Vector) -> f64 {
    DVec3::from(a).dot(b.into())
}

/// The cross product.
#[must_use]
pub fn cross(a: Vector, b: Vector) -> Vector {
    DVec3::from(a).cross(b.into()).into()
}

/// The sum.
#[must_use]
pub fn add(a: Vector, b: Vector) -> Vector {
    (DVec3::from(a) + DVec3::from(b)).into()
}

/// `start` moved by `distance` along `direction`.
#[must_use]
pub fn along(start: Vector, distance: f64, direction: Vector) -> Vector {
    (DVec3::from(start) + distance * DVec3::from(direction)).into()
}

/// The Euclidean length.
#[must_use]
pub fn length(a: Vector) -> f64 {
    DVec3::from(a).length()
}

/// The same direction with unit length.
#[must_use]
pub fn normalized<const N: usize>(values: [f64; N]) -> [f64; N] {
    let length = values.iter().map(|value| value * value).sum::<f64>().sqrt();
    values.map(|value| value / length)
}

/// The rotation by `angle` radians about `axis`, which need not be of unit length.
#[must_use]
pub fn turn(axis: Vector, angle: f64) -> Quaternion {
    DQuat::from_axis_angle(DVec3::from(axis).normalize(), angle).into()
}

/// First `second`, then `first`.
#[must_use]
pub fn product(first: Quaternion, second: Quaternion) -> Quaternion {
    (DQuat::from_array(first) * DQuat::from_array(second)).into()
}

/// A vector turned by a unit quaternion.
#[must_use]
pub fn rotate(rotation: Quaternion, vector: Vector) -> Vector {
    (DQuat::from_array(rotation) * DVec3::from(vector)).into()
}

/// The axes of a box in the world.
#[must_use]
pub fn columns(rotation: Quaternion) -> [Vector; 3] {
    let rotation = normalized(rotation);
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| rotate(rotation, axis))
}

/// The 24 rotations of a cube onto itself, the identity first.
///
/// They are products of quarter turns: one of the six faces to the top, then a spin about it.
#[must_use]
pub fn cube_rotations() -> Vec<Quaternion> {
    let quarter = std::f64::consts::FRAC_PI_2;
    let tops = [
        NO_TURN,
        turn([1.0, 0.0, 0.0], quarter),
        turn([1.0, 0.0, 0.0], 2.0 * quarter),
        turn([1.0, 0.0, 0.0], -quarter),
        turn([0.0, 1.0, 0.0], quarter),
        turn([0.0, 1.0, 0.0], -quarter),
    ];
    let mut rotations = Vec::with_capacity(24);
    for top in tops {
        for spin in 0..4 {
            let spin = turn([0.0, 0.0, 1.0], quarter * f64::from(spin));
            // Quarter turns have components 0, ±1/2, ±√½ and ±1; anything smaller is rounding.
            let clean = |c: f64| if c.abs() < 1e-9 { 0.0 } else { c };
            rotations.push(product(top, spin).map(clean));
        }
    }
    rotations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cube_has_24_different_rotations() {
        let rotations = cube_rotations();
        assert_eq!(rotations.len(), 24);
        for (place, first) in rotations.iter().enumerate() {
            for second in &rotations[..place] {
                let cosine: f64 = (0..4).map(|k| first[k] * second[k]).sum();
                assert!(cosine.abs() < 0.99);
            }
        }
    }
}
