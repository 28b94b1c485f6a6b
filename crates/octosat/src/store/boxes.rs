//! The store of boxes with unit quaternions.

use super::single::Store;
use crate::layout::Unit;

/// Stores boxes as center, rotation and half extents, each in its own column of 16-byte rows.
///
/// Rotations are normalized in `f64` when they enter, and components of a rotation below 1e-9 become zero. A store
/// accepts lengths up to 1e12 m, and rotations whose squared length is within 1e-3 of one.
///
/// # Example
/// ```
/// use octosat::{BoxPose, BoxStore, OrientedBox};
/// let mut store = BoxStore::new();
/// let first = store.insert(OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [0.5; 3]))?;
/// store.set_pose(first, BoxPose::new([1.0, 2.0, 3.0], [0.0, 0.0, 1.0, 0.0]))?;
/// // The columns read as plain floats, four to a row.
/// let centers: &[f32] = bytemuck::cast_slice(store.centers());
/// assert_eq!(centers, [1.0, 2.0, 3.0, 0.0]);
/// # Ok::<(), octosat::BoxError>(())
/// ```
pub type BoxStore = Store<Unit>;

impl BoxStore {
    /// The centers: x, y, z in meters and a zero.
    #[must_use]
    pub fn centers(&self) -> &[[f32; 4]] {
        self.floats(0)
    }

    /// The rotations: unit quaternions x, y, z, w, box to world.
    #[must_use]
    pub fn rotations(&self) -> &[[f32; 4]] {
        self.floats(1)
    }

    /// The half extents along the box's own axes, in meters, and a zero.
    #[must_use]
    pub fn half_extents(&self) -> &[[f32; 4]] {
        self.floats(2)
    }
}
