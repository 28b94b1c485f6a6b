//! A little float64 geometry, independent of every other crate of the project.

/// Three coordinates, meters or without unit.
pub type Vector = [f64; 3];

/// A quaternion x, y, z, w.
pub type Quaternion = [f64; 4];

/// Rounds each number to float32.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
pub fn narrow<const N: usize>(values: [f64; N]) -> [f32; N] {
    values.map(|value| value as f32)
}

/// The same numbers in float64.
#[must_use]
pub fn wide<const N: usize>(values: [f32; N]) -> [f64; N] {
    values.map(f64::from)
}

/// The scalar product.
#[must_use]
pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The cross product.
#[must_use]
pub fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The sum.
#[must_use]
pub fn add(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|k| a[k] + b[k])
}

/// `start` moved by `distance` along `direction`.
#[must_use]
pub fn along(start: Vector, distance: f64, direction: Vector) -> Vector {
    std::array::from_fn(|k| start[k] + distance * direction[k])
}

/// The Euclidean length.
#[must_use]
pub fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
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
    let [x, y, z] = normalized(axis);
    let (sine, cosine) = (0.5 * angle).sin_cos();
    [x * sine, y * sine, z * sine, cosine]
}

/// First `second`, then `first`.
#[must_use]
pub fn product(first: Quaternion, second: Quaternion) -> Quaternion {
    let [u, v] = [first, second].map(|[x, y, z, _]| [x, y, z]);
    let (s, t) = (first[3], second[3]);
    let c = cross(u, v);
    let vector: Vector = std::array::from_fn(|k| s * v[k] + t * u[k] + c[k]);
    [vector[0], vector[1], vector[2], s * t - dot(u, v)]
}

/// A vector turned by a unit quaternion.
#[must_use]
pub fn rotate(rotation: Quaternion, vector: Vector) -> Vector {
    let v = [rotation[0], rotation[1], rotation[2]];
    let c = cross(v, vector);
    let cc = cross(v, c);
    std::array::from_fn(|k| vector[k] + 2.0 * (rotation[3] * c[k] + cc[k]))
}

/// The axes of a box in the world.
#[must_use]
pub fn columns(rotation: Quaternion) -> [Vector; 3] {
    let rotation = normalized(rotation);
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| rotate(rotation, axis))
}

/// The 24 rotations of a cube onto itself, the identity first.
///
/// Built as products of quarter turns: one of the six faces to the top, then a spin about it.
#[must_use]
pub fn cube_rotations() -> Vec<Quaternion> {
    let quarter = std::f64::consts::FRAC_PI_2;
    let tops = [
        [0.0, 0.0, 0.0, 1.0],
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
            // Quarter turns have components 0, ±1/2, ±√½ and ±1; what sin and cos leave is noise.
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
