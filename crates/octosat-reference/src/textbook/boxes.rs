//! The separating-axis test of two boxes with a return per axis.

use super::matrix_box::{MatrixBox, column};
use crate::tolerances::TEXTBOOK_EPSILON;
use crate::vector::{difference, dot};

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
    rest_overlaps(&rotation, &size, offset, [ha, hb])
}

/// Whether none of the twelve axes after a's faces separates two boxes of these half extents.
#[inline(always)]
pub(super) fn rest_overlaps(
    rotation: &[[f32; 3]; 3],
    size: &[[f32; 3]; 3],
    offset: [f32; 3],
    [ha, hb]: [[f32; 3]; 2],
) -> bool {
    for (j, &own) in hb.iter().enumerate() {
        let distance = dot(offset, column(rotation, j)).abs();
        if distance > dot(ha, column(size, j)) + own {
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
