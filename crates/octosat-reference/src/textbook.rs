//! The scalar tests that everybody knows, as the baseline for speed; `shapes` has those of boxes against
//! other shapes.
//!
//! S. Gottschalk, M. C. Lin, D. Manocha, "`OBBTree`", SIGGRAPH 1996, section 5, in the form of
//! C. Ericson, *Real-Time Collision Detection*, 2005, section 4.4.1: stored matrices, one return
//! per axis, a constant added to |R|. That constant is absolute in angle, so a few pairs that are
//! just apart are called overlapping; the speed is what this code is for.

mod frustum;
mod lines;
pub mod shapes;

pub use frustum::{TextbookFrustum, frustum_overlap_early_exit, planes_early_exit};
pub use lines::{closest_on_segments, ray_interval};

use crate::OrientedBox;
use crate::tolerances::TEXTBOOK_EPSILON;

/// A box with its rotation matrix prepared.
///
/// Meters, world space. Its sixty bytes are aligned so that a box never lies in two cache lines.
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

/// Whether two boxes overlap: returns at the first axis that separates them.
///
/// Touching counts. Pairs apart by less than about 1e-6 of their size may be called overlapping.
#[must_use]
#[inline]
pub fn overlap_early_exit(a: &MatrixBox, b: &MatrixBox) -> bool {
    let world = difference(b.center, a.center);
    let (ha, hb) = (a.half_extents, b.half_extents);
    let mut rotation = [[0.0_f32; 3]; 3];
    let mut size = [[0.0_f32; 3]; 3];
    let mut offset = [0.0_f32; 3];
    // A row of the matrix is made only once the axes before it have failed to separate.
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
fn rest_overlaps(
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

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn difference(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn column(matrix: &[[f32; 3]; 3], j: usize) -> [f32; 3] {
    [matrix[0][j], matrix[1][j], matrix[2][j]]
}
