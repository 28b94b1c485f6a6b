//! A pose and a box as plain values, and their constructors.

use octosat_lanes::math;

use crate::boxes::checks::{Rotation, check};
use crate::boxes::frame::Frame;
use crate::boxes::rotation::{self, round};
use crate::error::Error;

/// The position and rotation of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxPose {
    /// The center in world space, in meters.
    pub center: [f32; 3],
    /// The unit quaternion x, y, z, w that takes the box's frame to the world's.
    pub rotation: [f32; 4],
}

/// A box: a pose and half its edge lengths.
///
/// A plain value; it is checked when it enters a store.
///
/// # Example
/// ```
/// use octosat::{BoxStore, OrientedBox};
/// // A crate of 1 m × 2 m × 3 m, turned by 90 degrees about the world's z axis.
/// let half = core::f32::consts::FRAC_1_SQRT_2;
/// let crate_box = OrientedBox::new([4.0, 0.0, 1.5], [0.0, 0.0, half, half], [0.5, 1.0, 1.5]);
/// let mut store = BoxStore::new();
/// assert_eq!(store.insert(crate_box), Ok(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedBox {
    /// The position and rotation.
    pub pose: BoxPose,
    /// Half the edge lengths along the box's own axes, in meters; zero makes a plate, rod or point.
    pub half_extents: [f32; 3],
}

impl BoxPose {
    /// No translation and no rotation.
    pub const IDENTITY: Self = Self { center: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] };

    /// Makes a pose from a center in meters and a unit quaternion x, y, z, w, box to world.
    #[must_use]
    pub const fn new(center: [f32; 3], rotation: [f32; 4]) -> Self {
        Self { center, rotation }
    }

    /// Makes a pose from a center and the columns of a rotation matrix, which are the box's axes in the
    /// world.
    ///
    /// # Errors
    /// Columns that are not finite, not of unit length, not perpendicular or not right-handed. The
    /// error's index is zero.
    pub fn from_rotation_matrix(center: [f32; 3], columns: [[f32; 3]; 3]) -> Result<Self, Error> {
        let frame = Frame::of_rotation(columns)?;
        Ok(Self { center, rotation: rotation::from_axes(frame.directions) })
    }

    /// What [`POSE`](crate::boxes::checks::POSE) is about.
    #[inline(always)]
    pub(crate) fn parts(self) -> ([f32; 3], [f32; 4]) {
        (self.center, self.rotation)
    }

    /// The accepted pose with the rotation that a store keeps.
    #[inline(always)]
    pub(crate) fn normalized(self) -> Self {
        Self { rotation: rotation::stored(self.rotation), ..self }
    }

    /// The columns of the rotation matrix: the box's axes as unit vectors in the world.
    ///
    /// # Errors
    /// A rotation that is not finite or not of unit length. The error's index is zero.
    pub fn rotation_matrix(&self) -> Result<[[f32; 3]; 3], Error> {
        check(0, self.rotation, Rotation::OF_BOX)?;
        Ok(core::array::from_fn(|k| rotation::axis(self.rotation, k).map(round)))
    }
}

impl Default for BoxPose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl From<(BoxPose, [f32; 3])> for OrientedBox {
    fn from((pose, half_extents): (BoxPose, [f32; 3])) -> Self {
        Self { pose, half_extents }
    }
}

impl OrientedBox {
    /// Makes a box from a center in meters, a unit quaternion x, y, z, w (box to world) and half extents in
    /// meters.
    #[must_use]
    pub const fn new(center: [f32; 3], rotation: [f32; 4], half_extents: [f32; 3]) -> Self {
        Self { pose: BoxPose::new(center, rotation), half_extents }
    }

    /// Makes a box that stands upright, as rows of detections have it: the center, the lengths along x, y and z before the
    /// turn (length, width and height), all in meters, and the yaw in radians.
    ///
    /// A positive yaw turns x towards y: counter-clockwise as seen from above, where z points to. A yaw of zero has the length
    /// along x. Sine and cosine are computed in `f64` and rounded, with the same bits on every platform.
    ///
    /// # Example
    /// ```
    /// use octosat::OrientedBox;
    /// // A car of 4 m × 2 m × 1.5 m on the ground, which heads along y.
    /// let car = OrientedBox::upright([10.0, 5.0, 0.75], [4.0, 2.0, 1.5], core::f32::consts::FRAC_PI_2);
    /// assert_eq!(car.half_extents, [2.0, 1.0, 0.75]);
    /// assert!((car.pose.rotation_matrix()?[0][1] - 1.0).abs() < 1e-6);
    /// # Ok::<(), octosat::Error>(())
    /// ```
    #[must_use]
    pub fn upright(center: [f32; 3], [length, width, height]: [f32; 3], yaw: f32) -> Self {
        let (sine, cosine) = math::sincos(0.5 * f64::from(yaw));
        let rotation = [0.0, 0.0, round(sine), round(cosine)];
        Self::new(center, rotation, [0.5 * length, 0.5 * width, 0.5 * height])
    }

    /// What [`BOX`](crate::boxes::checks::BOX) is about.
    #[inline(always)]
    pub(crate) fn parts(self) -> (([f32; 3], [f32; 4]), [f32; 3]) {
        (self.pose.parts(), self.half_extents)
    }

    /// Makes a box from a center, the columns of a rotation matrix and half extents.
    ///
    /// # Errors
    /// Columns that are not finite, not of unit length, not perpendicular or not right-handed. The
    /// error's index is zero.
    pub fn from_rotation_matrix(
        center: [f32; 3],
        columns: [[f32; 3]; 3],
        half_extents: [f32; 3],
    ) -> Result<Self, Error> {
        Ok(Self { pose: BoxPose::from_rotation_matrix(center, columns)?, half_extents })
    }

    /// The image of an unrotated box with the given half extents under an affine transform.
    ///
    /// The columns may have any lengths: their lengths scale the half extents. A mirroring transform
    /// is accepted, because a box is its own mirror image, and so is a scale of zero, which makes a
    /// plate, rod or point.
    ///
    /// # Errors
    /// Columns that are not finite or not perpendicular: the image would not be a box. The error's
    /// index is zero.
    ///
    /// # Example
    /// ```
    /// use octosat::OrientedBox;
    /// let columns = [[0.0, 2.0, 0.0], [-3.0, 0.0, 0.0], [0.0, 0.0, -1.0]];
    /// let image = OrientedBox::from_affine(columns, [5.0, 0.0, 0.0], [1.0, 1.0, 1.0])?;
    /// assert_eq!(image.half_extents, [2.0, 3.0, 1.0]);
    /// let sheared = [[1.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// assert!(OrientedBox::from_affine(sheared, [0.0; 3], [1.0; 3]).is_err());
    /// # Ok::<(), octosat::Error>(())
    /// ```
    pub fn from_affine(
        columns: [[f32; 3]; 3],
        translation: [f32; 3],
        half_extents: [f32; 3],
    ) -> Result<Self, Error> {
        let frame = Frame::of_columns(columns)?;
        let scaled = |k: usize| round(f64::from(half_extents[k]) * frame.lengths[k]);
        let rotation = rotation::from_axes(frame.directions);
        Ok(Self::new(translation, rotation, core::array::from_fn(scaled)))
    }
}
