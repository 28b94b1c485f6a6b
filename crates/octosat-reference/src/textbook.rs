//! The separating-axis test of two boxes as in textbooks, as a baseline for speed.
//!
//! S. Gottschalk, M. C. Lin, D. Manocha, "`OBBTree`", SIGGRAPH 1996, section 5, in the form of
//! C. Ericson, *Real-Time Collision Detection*, 2005, section 4.4.1: stored matrices, one return
//! per axis, and a constant added to |R|. Because of this constant, a few pairs that are just separated
//! are reported as overlapping.

use crate::OrientedBox;
use crate::tolerances::TEXTBOOK_EPSILON;
use crate::vector::{difference, dot};

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

impl MatrixBox {
    /// How far the box reaches along a direction: the sum of the magnitudes of its projected half axes.
    pub(crate) fn reach(&self, direction: [f32; 3]) -> f32 {
        let halves = self.axes.iter().zip(self.half_extents);
        halves.map(|(axis, half)| half * dot(*axis, direction).abs()).sum()
    }
}

/// Whether the boxes of each pair overlap: what the list queries of octosat are timed against.
///
/// The loop stands here, so that it is optimized as this crate is, whoever calls it.
///
/// # Panics
/// If an index of a pair is not below the number of boxes.
pub fn overlaps_early_exit(boxes: &[MatrixBox], pairs: &[[u32; 2]], overlaps: &mut [bool]) {
    for (overlaps, pair) in overlaps.iter_mut().zip(pairs) {
        let [a, b] = pair.map(|index| &boxes[index as usize]);
        *overlaps = overlap_early_exit(a, b);
    }
}

/// Whether two boxes overlap: returns at the first axis that separates them.
///
/// Touching counts. Pairs with a gap of less than about 1e-6 of their size may be reported as overlapping.
#[must_use]
#[inline]
pub fn overlap_early_exit(a: &MatrixBox, b: &MatrixBox) -> bool {
    let world = difference(b.center, a.center);
    let (ha, hb) = (a.half_extents, b.half_extents);
    let mut rotation = [[0.0_f32; 3]; 3];
    let mut size = [[0.0_f32; 3]; 3];
    let mut offset = [0.0_f32; 3];
    // A row of the matrix is computed only if the axes before it do not separate the boxes.
    for i in 0..3 {
        offset[i] = dot(world, a.axes[i]);
        for j in 0..3 {
            rotation[i][j] = dot(a.axes[i], b.axes[j]);
            size[i][j] = rotation[i][j].abs() + TEXTBOOK_EPSILON;
        }
        if offset[i].abs() > ha[i] + dot(hb, size[i]) {
            return false;
        }
    }
    for (j, &own) in hb.iter().enumerate() {
        let distance = dot(offset, column(&rotation, j)).abs();
        if distance > dot(ha, column(&size, j)) + own {
            return false;
        }
    }
    for i in 0..3 {
        let (l, m) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (p, q) = ((j + 1) % 3, (j + 2) % 3);
            let radius_a = ha[l] * size[m][j] + ha[m] * size[l][j];
            let radius_b = hb[p] * size[i][q] + hb[q] * size[i][p];
            let distance = (offset[m] * rotation[l][j] - offset[l] * rotation[m][j]).abs();
            if distance > radius_a + radius_b {
                return false;
            }
        }
    }
    true
}

fn column(matrix: &[[f32; 3]; 3], j: usize) -> [f32; 3] {
    [matrix[0][j], matrix[1][j], matrix[2][j]]
}
