//! From directions along the axes of a to directions in the world.

use super::arithmetic::{cross, doubled, ma, next, nma};

/// The local direction, rotated by a quaternion.
pub(super) fn by_quaternion(rotation: [f32; 4], local: [f32; 3]) -> [f32; 3] {
    let [x, y, z, w] = rotation;
    let v = [x, y, z];
    let c2 = doubled(cross(v, local));
    std::array::from_fn(|k| {
        let (l, m) = (next(k), next(next(k)));
        ma(v[l], c2[m], nma(v[m], c2[l], ma(w, c2[k], local[k])))
    })
}

/// The local direction as a sum of unit axes.
pub(super) fn by_axes(axes: &[[f32; 3]; 3], local: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|k| {
        ma(local[2], axes[2][k], ma(local[1], axes[1][k], local[0] * axes[0][k]))
    })
}
