//! A box whose axes are already scaled by its half extents, as a plain value.

use super::checks::axis_length;
use crate::boxes::checks::{HalfExtents, Rotation, check};
use crate::boxes::frame::Frame;
use crate::boxes::rotation::{self, round};
use crate::boxes::store::OrientedBox;
use crate::error::Error;

/// A box as its center and three axes, each multiplied by its half extent.
///
/// A plain value; it is checked when it enters a store.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScaledBox {
    /// The center in world space, in meters.
    pub center: [f32; 3],
    /// One row x, y, z, w per axis: x, y, z is the direction in the world times the half extent, and w is the half
    /// extent, both in meters. If the half extent is zero, x, y, z has unit length.
    pub axes: [[f32; 4]; 3],
}

/// The row of an axis, from its unit direction and half extent.
///
/// Components too small to matter become zero: those below 1e-9.
#[inline(always)]
pub(super) fn axis_row(unit: [f64; 3], half_extent: f32) -> [f32; 4] {
    let half_extent = half_extent + 0.0;
    let length = axis_length(half_extent);
    let [x, y, z] =
        unit.map(|component| rotation::flush(round(component * f64::from(length)), length));
    [x, y, z, half_extent]
}

/// The rows of the axes of a box of a normalized rotation.
#[inline(always)]
pub(super) fn scaled_axes(rotation: [f32; 4], half_extents: [f32; 3]) -> [[f32; 4]; 3] {
    // Written out, because with each axis known to the compiler this takes half the time.
    [
        axis_row(rotation::axis(rotation, 0), half_extents[0]),
        axis_row(rotation::axis(rotation, 1), half_extents[1]),
        axis_row(rotation::axis(rotation, 2), half_extents[2]),
    ]
}

/// The row that a store keeps for an accepted one.
#[inline(always)]
pub(super) fn stored_axis(row: [f32; 4]) -> [f32; 4] {
    let [x, y, z, half_extent] = row;
    let half_extent = half_extent + 0.0;
    let length = axis_length(half_extent);
    let [x, y, z] = [x, y, z].map(|component| rotation::flush(component, length));
    [x, y, z, half_extent]
}

impl ScaledBox {
    /// The box of three half axes: vectors in meters from the center to the middles of three faces.
    ///
    /// Mirrored half axes are accepted, because a box is its own mirror image; the last axis is then reversed. A zero
    /// vector becomes an axis of zero half extent, with the direction that completes the others.
    ///
    /// # Errors
    /// Half axes that are not finite or not perpendicular. The error's index is zero.
    ///
    /// # Example
    /// ```
    /// use octosat::ScaledBox;
    /// // A plate of 2 m × 4 m.
    /// let half_axes = [[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 0.0]];
    /// let plate = ScaledBox::from_half_axes([0.0; 3], half_axes)?;
    /// assert_eq!(plate.axes[1], [0.0, 2.0, 0.0, 2.0]);
    /// assert_eq!(plate.axes[2], [0.0, 0.0, 1.0, 0.0]);
    /// # Ok::<(), octosat::Error>(())
    /// ```
    pub fn from_half_axes(center: [f32; 3], half_axes: [[f32; 3]; 3]) -> Result<Self, Error> {
        let frame = Frame::of_columns(half_axes)?;
        let row = |k: usize| axis_row(frame.directions[k], round(frame.lengths[k]));
        Ok(Self { center, axes: core::array::from_fn(row) })
    }

    /// Makes the scaled form of a box: each axis times its half extent.
    ///
    /// # Errors
    /// A rotation that is not finite or not of unit length, or half extents that a
    /// [`ScaledBoxStore`](super::ScaledBoxStore) would reject. The error's index is zero.
    pub fn from_oriented(oriented_box: OrientedBox) -> Result<Self, Error> {
        let OrientedBox { pose, half_extents } = oriented_box;
        check(0, pose.rotation, Rotation::OF_BOX)?;
        check(0, half_extents, HalfExtents::OF_SCALED)?;
        Ok(Self {
            center: pose.center,
            axes: scaled_axes(pose.normalized().rotation, half_extents),
        })
    }

    /// Makes the form of the box with a unit quaternion.
    ///
    /// # Errors
    /// Axes that are not finite or not perpendicular. The error's index is zero.
    pub fn to_oriented(&self) -> Result<OrientedBox, Error> {
        let frame = Frame::of_columns(self.axes.map(|[x, y, z, _]| [x, y, z]))?;
        let rotation = rotation::from_axes(frame.directions);
        Ok(OrientedBox::new(self.center, rotation, self.half_extents()))
    }

    /// Half the edge lengths along the three axes, in meters.
    #[must_use]
    pub fn half_extents(&self) -> [f32; 3] {
        self.axes.map(|axis| axis[3])
    }

    /// The same box with a unit quaternion, if a store has accepted it.
    pub(super) fn to_accepted(self) -> OrientedBox {
        self.to_oriented().expect("accepted axes are perpendicular")
    }
}
