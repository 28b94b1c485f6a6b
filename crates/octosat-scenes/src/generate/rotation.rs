//! Rotations in double precision.

/// The unit quaternion in the direction of `quaternion`, which is not zero.
pub(super) fn normalized(quaternion: [f64; 4]) -> [f64; 4] {
    let length = quaternion.iter().map(|c| c * c).sum::<f64>().sqrt();
    quaternion.map(|c| c / length)
}

/// First `second`, then `first` (Hamilton's product).
pub(super) fn product(first: [f64; 4], second: [f64; 4]) -> [f64; 4] {
    let [ax, ay, az, aw] = first;
    let [bx, by, bz, bw] = second;
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

/// The rotation by a small `angle`, in radians, about a unit `axis`, to second order.
pub(super) fn small(axis: [f64; 3], angle: f64) -> [f64; 4] {
    let [x, y, z] = axis.map(|c| c * angle * 0.5);
    normalized([x, y, z, 1.0])
}

/// The box's axes in the world: column k is where its axis k points.
pub(super) fn columns(quaternion: [f64; 4]) -> [[f64; 3]; 3] {
    let [x, y, z, w] = normalized(quaternion);
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// The world vector of `local`, given in the box's own axes.
pub(super) fn to_world(columns: &[[f64; 3]; 3], local: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|row| (0..3).map(|k| columns[k][row] * local[k]).sum())
}

/// The scalar product.
pub(super) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The vector product.
pub(super) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| {
        let (next, last) = ((k + 1) % 3, (k + 2) % 3);
        a[next] * b[last] - a[last] * b[next]
    })
}

/// `a + scale * b`.
pub(super) fn add_scaled(a: [f64; 3], scale: f64, b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| a[k] + scale * b[k])
}

/// The 24 rotations that map a cube to itself.
///
/// They are the unit quaternions with whole or half components (Hurwitz) and those with two equal
/// components, one of each two opposite ones.
pub(super) fn cube_rotations() -> Vec<[f64; 4]> {
    let mut rotations = Vec::with_capacity(24);
    for code in 0..81_u32 {
        let digit = |k: u32| f64::from(code / 3_u32.pow(k) % 3) - 1.0;
        let candidate = [digit(0), digit(1), digit(2), digit(3)];
        let used = candidate.iter().filter(|c| c.abs() > 0.5).count();
        let leads_positive = candidate.iter().find(|c| c.abs() > 0.5).is_some_and(|&c| c > 0.0);
        if matches!(used, 1 | 2 | 4) && leads_positive {
            rotations.push(normalized(candidate));
        }
    }
    rotations
}
