//! Layouts: the representations of boxes that stores keep.

use core::fmt::Debug;

use octosat_lanes::Row;

use crate::error::BoxError;
use crate::order::{Permutation, morton_order};
use crate::store::Columns;

/// What a [`Store`](crate::Store) holds: boxes, pre-scaled boxes or rectangles; as plain values, and as rows.
pub trait Layout: Copy + Debug + Send + Sync + Sized + 'static {
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

/// The layout of boxes that are kept as center, unit quaternion and half extents.
#[derive(Clone, Copy, Debug)]
pub struct Unit;

/// The layout of boxes that are kept as center and three axes, each multiplied by its half extent.
#[cfg(feature = "prescaled")]
#[derive(Clone, Copy, Debug)]
pub struct PreScaled;
