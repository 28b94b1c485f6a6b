//! A box with a stored rotation matrix.

use crate::OrientedBox;

/// A box with a stored rotation matrix.
///
/// Meters, world space. Its sixty bytes are aligned so that a box is never in two cache lines.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct MatrixBox {
    /// Center, meters.
    pub center: [f32; 3],
    /// Unit axis k of the box in the world: column k of its rotation.
    pub axes: [[f32; 3]; 3],
    /// Half of each edge's length, meters.
    pub half_extents: [f32; 3],
}

impl From<&OrientedBox> for MatrixBox {
    fn from(oriented: &OrientedBox) -> Self {
        let [x, y, z, w] = oriented.rotation;
        let axes = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
            [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
            [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
        ];
        Self { center: oriented.center, axes, half_extents: oriented.half_extents }
    }
}

pub(super) fn column(matrix: &[[f32; 3]; 3], j: usize) -> [f32; 3] {
    [matrix[0][j], matrix[1][j], matrix[2][j]]
}
