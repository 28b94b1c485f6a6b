//! Conversion of a box to a row of each column, and back.

use core::fmt::Debug;

use octosat_lanes::Row;

use super::checks::{Center, HalfExtents, Rotation, Rule, check};
use super::columns::Columns;
use super::oriented::{BoxPose, OrientedBox};
use super::rotation;
use crate::error::BoxError;
use crate::layout::{Layout, Unit};
use crate::order::{Permutation, morton_order};

/// A layout that a [`Store`](super::Store) can have: its boxes as plain values, and as rows.
pub trait Stored: Layout {
    /// The columns.
    type Columns: Columns;
    /// A box as a plain value.
    type Item: Copy + Debug + PartialEq + Send + Sync;
    /// The position and rotation of a box.
    type Pose: Copy + Send + Sync;
    /// A vector in the space of the boxes.
    type Vector: AsRef<[f32]> + Copy + Send + Sync;
    /// A rotation of that space.
    type Rotation: Copy + Send + Sync;

    /// The name of a box of a store, in errors.
    const NAME: &'static str;
    /// The name of a box of a list that was passed, in errors.
    const GIVEN: &'static str;

    /// Makes the pose of a center and a rotation.
    fn pose(center: Self::Vector, rotation: Self::Rotation) -> Self::Pose;

    /// Makes the box of stored rows.
    fn item(rows: <Self::Columns as Columns>::Rows) -> Self::Item;

    /// Fails unless a store accepts the box.
    ///
    /// # Errors
    /// The value that is not accepted, with this index.
    fn check(index: usize, item: &Self::Item) -> Result<(), BoxError>;

    /// Fails unless a store accepts the pose.
    ///
    /// # Errors
    /// The value that is not accepted, with this index.
    fn check_pose(index: usize, pose: Self::Pose) -> Result<(), BoxError>;

    /// Fails unless a store accepts the center in a row of the first column.
    ///
    /// # Errors
    /// The value that is not accepted, with this index.
    fn check_center(index: usize, row: Row) -> Result<(), BoxError>;

    /// Writes an accepted box.
    fn write(rows: <Self::Columns as Columns>::RowsMut<'_>, item: &Self::Item);

    /// Writes an accepted pose; the half extents stay.
    fn write_pose(rows: <Self::Columns as Columns>::RowsMut<'_>, pose: Self::Pose);

    /// The stored box with other half extents.
    ///
    /// # Errors
    /// Half extents that are not accepted.
    fn resized(item: Self::Item, half_extents: Self::Vector) -> Result<Self::Item, BoxError>;

    /// A spatial order of the boxes, from the rows of the first column.
    fn order(centers: &[[f32; 4]]) -> Permutation {
        morton_order::<3>(centers)
    }
}

/// A row of three values and a zero; adding zero makes a negative zero positive.
#[inline(always)]
pub(super) fn row_of([x, y, z]: [f32; 3]) -> Row {
    Row([x + 0.0, y + 0.0, z + 0.0, 0.0])
}

#[inline(always)]
pub(super) fn first_three(row: Row) -> [f32; 3] {
    let [x, y, z, _] = row.0;
    [x, y, z]
}

impl Stored for Unit {
    type Columns = [Vec<Row>; 3];
    type Item = OrientedBox;
    type Pose = BoxPose;
    type Vector = [f32; 3];
    type Rotation = [f32; 4];

    const NAME: &'static str = "box";
    const GIVEN: &'static str = "given box";

    #[inline(always)]
    fn pose(center: [f32; 3], rotation: [f32; 4]) -> BoxPose {
        BoxPose::new(center, rotation)
    }

    fn item([center, rotation, half_extents]: [Row; 3]) -> OrientedBox {
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

    #[inline(always)]
    fn write([center, rotation, half_extents]: [&mut Row; 3], item: &OrientedBox) {
        *half_extents = row_of(item.half_extents);
        Self::write_pose([center, rotation, half_extents], item.pose);
    }

    #[inline(always)]
    fn write_pose([center, rotation, _]: [&mut Row; 3], pose: BoxPose) {
        *center = row_of(pose.center);
        *rotation = Row(rotation::stored(pose.rotation));
    }

    fn resized(item: OrientedBox, half_extents: [f32; 3]) -> Result<OrientedBox, BoxError> {
        check(0, half_extents, HalfExtents::OF_BOX)?;
        Ok(OrientedBox { half_extents, ..item })
    }
}
