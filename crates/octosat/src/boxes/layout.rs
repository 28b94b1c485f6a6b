//! Layouts: the representations of boxes that stores keep.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::Range;

use octosat_lanes::Row;

use crate::boxes::error::BoxError;
use crate::boxes::order::{Permutation, morton_order};
use crate::sealed::Sealed;

/// What a [`Store`](crate::Store) holds: boxes, pre-scaled boxes or rectangles; as plain values, and as rows.
pub trait Layout: Sealed + Copy + Debug + Send + Sync + Sized + 'static {
    /// The columns: an array of them, all of one length.
    type Columns: AsRef<[Vec<Row>]> + AsMut<[Vec<Row>]> + Clone + Debug + PartialEq + Send + Sync;
    /// A box as a plain value.
    type Item: Copy + Debug + PartialEq + Send + Sync;
    /// The position and rotation of a box.
    type Pose: Copy + Default + Send + Sync;
    /// A vector in the space of the boxes.
    type Vector: AsRef<[f32]> + Copy + Send + Sync;
    /// A rotation of that space.
    type Rotation: Copy + Send + Sync;

    /// Columns without rows.
    const EMPTY: Self::Columns;
    /// The name of a box of a store, in errors.
    const NAME: &'static str;
    /// The name of a box of a list that was passed, in errors.
    const GIVEN: &'static str;

    /// Makes the pose of a center and a rotation.
    fn pose(center: Self::Vector, rotation: Self::Rotation) -> Self::Pose;

    /// The box that is stored at an index.
    fn item(columns: &Self::Columns, at: usize) -> Self::Item;

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

    /// Writes accepted boxes to a range of rows; `item` gets the index in the range.
    fn write(
        columns: &mut Self::Columns,
        range: Range<usize>,
        item: impl Fn(usize) -> Self::Item + Send + Sync,
    );

    /// An accepted pose with the rotation that a store keeps.
    fn normalized(pose: Self::Pose) -> Self::Pose;

    /// Writes a normalized pose; half extents stay.
    fn write_pose(columns: &mut Self::Columns, at: usize, pose: Self::Pose);

    /// Writes normalized poses to all rows; half extents stay. `fill` computes those from an index on.
    fn write_poses(
        columns: &mut Self::Columns,
        fill: impl Fn(usize, &mut [Self::Pose]) + Send + Sync,
    );

    /// Writes poses to all rows and returns true, if these are accepted and surely kept as they are. Otherwise, or
    /// if the layout cannot do so fast, this writes nothing.
    #[must_use]
    fn copy_poses(_: &mut Self::Columns, _: &[Self::Vector], _: &[Self::Rotation]) -> bool {
        false
    }

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

impl Sealed for Unit {}

/// The layout of boxes that are kept as center and three axes, each multiplied by its half extent.
#[cfg(feature = "prescaled")]
#[derive(Clone, Copy, Debug)]
pub struct PreScaled;

#[cfg(feature = "prescaled")]
impl Sealed for PreScaled {}
