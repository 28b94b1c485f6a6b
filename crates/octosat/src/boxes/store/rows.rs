//! What a store accepts, and how it writes accepted boxes to its columns.

use core::ops::Range;

use octosat_lanes::Row;

use super::columns::{row_of, rows_mut, update, update_by};
use super::oriented::{BoxPose, OrientedBox};
use super::single::BoxStore;
use crate::backend::token::enter;
use crate::boxes::checks::{Center, Rule};
use crate::boxes::rotation;
use crate::threads;

impl BoxStore {
    /// The name of a box of a store, in errors.
    pub(crate) const NAME: &'static str = "box";
    /// The name of a box of a list that was passed, in errors.
    pub(crate) const GIVEN: &'static str = "given box";

    /// Writes accepted boxes to a range of rows; `item` gets the index in the range.
    pub(super) fn write(
        &mut self,
        range: Range<usize>,
        item: impl Fn(usize) -> OrientedBox + Send + Sync,
    ) {
        update(&mut self.columns, range, |at, [center, rotation, half_extents]| {
            let item = item(at);
            *half_extents = row_of(item.half_extents);
            set_pose([center, rotation, half_extents], item.pose.normalized());
        });
    }

    /// Writes a normalized pose; half extents stay.
    pub(super) fn write_pose(&mut self, at: usize, pose: BoxPose) {
        set_pose(rows_mut(&mut self.columns, at), pose);
    }

    /// Writes normalized poses to all rows; half extents stay. `fill` computes those from an index on.
    pub(super) fn write_poses(&mut self, fill: impl Fn(usize, &mut [BoxPose]) + Send + Sync) {
        update_by(&mut self.columns, fill, set_pose);
    }

    /// Writes poses to all rows and returns true, if these are accepted and surely kept as they are. Otherwise this
    /// writes nothing.
    #[must_use]
    pub(super) fn copy_poses(&mut self, centers: &[[f32; 3]], rotations: &[[f32; 4]]) -> bool {
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
            let [to_centers, to_rotations, _] = &mut self.columns;
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
}

/// Changes the rows of a box to a normalized pose.
#[inline(always)]
fn set_pose([center, rotation, _]: [&mut Row; 3], pose: BoxPose) {
    *center = row_of(pose.center);
    *rotation = Row(pose.rotation);
}
