//! The store of boxes with unit quaternions.

use alloc::vec::Vec;
use core::ops::Range;

use octosat_lanes::Row;

use super::checks::{Center, HalfExtents, Rotation, Rule, check};
use super::columns::{first_three, row_of, rows, rows_mut, update, update_by};
use super::oriented::{BoxPose, OrientedBox};
use super::rotation;
use super::single::Store;
use crate::boxes::error::BoxError;
use crate::boxes::layout::{Layout, Unit};
use crate::boxes::view::{BoxView, View};
use crate::call::dispatch::enter;
use crate::threads;

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

    /// A view of the columns.
    #[must_use]
    pub fn view(&self) -> BoxView<'_> {
        View::of_checked(&self.columns)
    }
}

impl<'a> From<&'a BoxStore> for BoxView<'a> {
    fn from(store: &'a BoxStore) -> Self {
        store.view()
    }
}

impl Layout for Unit {
    type Columns = [Vec<Row>; 3];
    type Item = OrientedBox;
    type Pose = BoxPose;
    type Vector = [f32; 3];
    type Rotation = [f32; 4];

    const EMPTY: [Vec<Row>; 3] = [const { Vec::new() }; 3];
    const NAME: &'static str = "box";
    const GIVEN: &'static str = "given box";

    #[inline(always)]
    fn pose(center: [f32; 3], rotation: [f32; 4]) -> BoxPose {
        BoxPose::new(center, rotation)
    }

    fn item(columns: &[Vec<Row>; 3], at: usize) -> OrientedBox {
        let [center, rotation, half_extents] = rows(columns, at);
        OrientedBox::new(first_three(center), rotation.0, first_three(half_extents))
    }

    #[inline(always)]
    fn check(index: usize, item: &OrientedBox) -> Result<(), BoxError> {
        Self::check_pose(index, item.pose)?;
        check(index, item.half_extents, HalfExtents::OF_BOX)
    }

    #[inline(always)]
    fn check_pose(index: usize, pose: BoxPose) -> Result<(), BoxError> {
        // Both rules at once, before any way out. With a way out between them, some builds keep the pose in memory, write
        // it in parts and read it across them, which no CPU forwards: 18 ns per box instead of 4.
        if Center::OF_BOX.holds(pose.center) & Rotation::OF_BOX.holds(pose.rotation) {
            return Ok(());
        }
        check(index, pose.center, Center::OF_BOX)?;
        check(index, pose.rotation, Rotation::OF_BOX)
    }

    #[inline(always)]
    fn check_center(index: usize, row: Row) -> Result<(), BoxError> {
        check(index, first_three(row), Center::OF_BOX)
    }

    fn write(
        columns: &mut [Vec<Row>; 3],
        range: Range<usize>,
        item: impl Fn(usize) -> OrientedBox + Send + Sync,
    ) {
        update(columns, range, |at, [center, rotation, half_extents]| {
            let item = item(at);
            *half_extents = row_of(item.half_extents);
            set_pose([center, rotation, half_extents], item.pose.normalized());
        });
    }

    #[inline(always)]
    fn normalized(pose: BoxPose) -> BoxPose {
        pose.normalized()
    }

    fn write_pose(columns: &mut [Vec<Row>; 3], at: usize, pose: BoxPose) {
        set_pose(rows_mut(columns, at), pose);
    }

    fn write_poses(
        columns: &mut [Vec<Row>; 3],
        fill: impl Fn(usize, &mut [BoxPose]) + Send + Sync,
    ) {
        update_by(columns, fill, set_pose);
    }

    fn copy_poses(
        columns: &mut [Vec<Row>; 3],
        centers: &[[f32; 3]],
        rotations: &[[f32; 4]],
    ) -> bool {
        let kept = threads::all(0..centers.len(), |block| {
            enter(
                #[inline(always)]
                || {
                    let mut fine = true;
                    for &center in &centers[block.clone()] {
                        fine &= Center::OF_BOX.holds(center);
                    }
                    for &rotation in &rotations[block] {
                        fine &= rotation::is_kept(rotation);
                    }
                    fine
                },
            )
        });
        if kept {
            let [to_centers, to_rotations, _] = columns;
            threads::parts([to_centers, to_rotations], |first, [to_centers, to_rotations]| {
                enter(
                    #[inline(always)]
                    || {
                        for (row, &center) in to_centers.iter_mut().zip(&centers[first..]) {
                            *row = row_of(center);
                        }
                        // As floats, because compilers shuffle rows for their signs.
                        let rotations = rotations[first..].as_flattened();
                        let floats: &mut [f32] = bytemuck::cast_slice_mut(to_rotations);
                        for (to, &component) in floats.iter_mut().zip(rotations) {
                            *to = rotation::flush(component, 1.0);
                        }
                    },
                );
            });
        }
        kept
    }

    fn resized(item: OrientedBox, half_extents: [f32; 3]) -> Result<OrientedBox, BoxError> {
        check(0, half_extents, HalfExtents::OF_BOX)?;
        Ok(OrientedBox { half_extents, ..item })
    }
}

/// Changes the rows of a box to a normalized pose.
#[inline(always)]
fn set_pose([center, rotation, _]: [&mut Row; 3], pose: BoxPose) {
    *center = row_of(pose.center);
    *rotation = Row(pose.rotation);
}
