//! A rectangle as a plain value, and its constructors.

use octosat_lanes::math;

use crate::boxes::checks::{Rotation, check};
use crate::boxes::frame::Frame;
use crate::boxes::rotation;
use crate::boxes::rotation::round;
use crate::error::Error;

/// The position and rotation of a rectangle, like [`BoxPose`](crate::BoxPose) for a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RectanglePose {
    /// The center in the world, in meters.
    pub center: [f32; 2],
    /// The unit complex number (cosine, sine) of the angle that rotates the rectangle's frame into the
    /// world's: axis 0 is (cosine, sine), axis 1 is (−sine, cosine).
    pub rotation: [f32; 2],
}

impl RectanglePose {
    /// No translation and no rotation.
    pub const IDENTITY: Self = Self { center: [0.0; 2], rotation: [1.0, 0.0] };

    /// Makes a pose from a center in meters and a unit complex number, rectangle to world.
    #[must_use]
    pub const fn new(center: [f32; 2], rotation: [f32; 2]) -> Self {
        Self { center, rotation }
    }

    /// Makes a pose from a center in meters and an angle in radians; a positive angle is counter-clockwise.
    ///
    /// Sine and cosine are computed in `f64` and rounded, with the same bits on every platform.
    #[must_use]
    pub fn at_angle(center: [f32; 2], angle: f32) -> Self {
        let (sine, cosine) = math::sincos(f64::from(angle));
        Self::new(center, [round(cosine), round(sine)])
    }

    /// Makes a pose from a center and the columns of a rotation matrix, which are the rectangle's axes in the
    /// world.
    ///
    /// # Errors
    /// Columns that are not finite, not of unit length, not perpendicular, or of which the second is
    /// not a quarter turn counter-clockwise from the first. The error's index is zero.
    pub fn from_rotation_matrix(center: [f32; 2], columns: [[f32; 2]; 2]) -> Result<Self, Error> {
        let frame = Frame::of_rotation(columns_in_space(columns)).map_err(of_rectangle)?;
        Ok(Self::new(center, first_axis(&frame)))
    }

    /// The columns of the rotation matrix: the rectangle's axes as unit vectors in the world.
    ///
    /// # Errors
    /// A rotation that is not finite or not of unit length. The error's index is zero.
    pub fn rotation_matrix(&self) -> Result<[[f32; 2]; 2], Error> {
        let [cosine, sine] = self.rotation;
        let given = [cosine, sine, 0.0, 0.0];
        check(0, given, Rotation::OF_BOX).map_err(of_rectangle)?;
        let length = math::sqrt(rotation::squared_length(given));
        let [cosine, sine] = [cosine, sine].map(|part| round(f64::from(part) / length));
        Ok([[cosine, sine], [-sine, cosine]])
    }
}

impl Default for RectanglePose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// The name of a rectangle, in errors.
pub(super) const NAME: &str = "rectangle";

/// Turns an error about a box into one about a rectangle.
pub(super) fn of_rectangle(error: Error) -> Error {
    error.of(NAME)
}

/// The columns of a matrix of the plane as those of a matrix of space that leaves heights unchanged.
fn columns_in_space([first, second]: [[f32; 2]; 2]) -> [[f32; 3]; 3] {
    [[first[0], first[1], 0.0], [second[0], second[1], 0.0], [0.0, 0.0, 1.0]]
}

/// The rotation of a frame made by [`columns_in_space`]. The second axis follows from the first, even if the
/// frame was mirrored, because a rectangle is its own mirror image.
fn first_axis(frame: &Frame) -> [f32; 2] {
    let [x, y, _] = frame.directions[0];
    [round(x), round(y)]
}

/// A rectangle: a pose and half its edge lengths.
///
/// A plain value; it is checked when it enters a store.
///
/// # Example
/// ```
/// use octosat::{Rectangle, RectangleStore};
/// // 2 m × 1 m, turned by 90 degrees.
/// let rectangle = Rectangle::new([3.0, 0.0], [0.0, 1.0], [1.0, 0.5]);
/// let mut store = RectangleStore::new();
/// assert_eq!(store.insert(rectangle), Ok(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    /// The position and rotation.
    pub pose: RectanglePose,
    /// Half the edge lengths along the rectangle's own axes, in meters; zero makes a rod or a point.
    pub half_extents: [f32; 2],
}

impl From<(RectanglePose, [f32; 2])> for Rectangle {
    fn from((pose, half_extents): (RectanglePose, [f32; 2])) -> Self {
        Self { pose, half_extents }
    }
}

impl Rectangle {
    /// Makes a rectangle from a center in meters, a unit complex number and half extents in meters.
    #[must_use]
    pub const fn new(center: [f32; 2], rotation: [f32; 2], half_extents: [f32; 2]) -> Self {
        Self { pose: RectanglePose::new(center, rotation), half_extents }
    }

    /// Makes a rectangle from a center in meters, an angle in radians and half extents in meters.
    ///
    /// Sine and cosine are computed in `f64` and rounded, with the same bits on every platform.
    #[must_use]
    pub fn at_angle(center: [f32; 2], angle: f32, half_extents: [f32; 2]) -> Self {
        Self { pose: RectanglePose::at_angle(center, angle), half_extents }
    }

    /// Makes a rectangle from a center, the columns of a rotation matrix and half extents.
    ///
    /// # Errors
    /// As for [`RectanglePose::from_rotation_matrix`].
    pub fn from_rotation_matrix(
        center: [f32; 2],
        columns: [[f32; 2]; 2],
        half_extents: [f32; 2],
    ) -> Result<Self, Error> {
        Ok(Self { pose: RectanglePose::from_rotation_matrix(center, columns)?, half_extents })
    }

    /// The image of an unrotated rectangle with the given half extents under an affine transform.
    ///
    /// The columns may have any lengths: their lengths scale the half extents. A mirroring transform
    /// is accepted, because a rectangle is its own mirror image, and so is a scale of zero, which
    /// makes a rod or a point.
    ///
    /// # Errors
    /// Columns that are not finite or not perpendicular: the image would not be a rectangle. The
    /// error's index is zero.
    ///
    /// # Example
    /// ```
    /// use octosat::Rectangle;
    /// let image = Rectangle::from_affine([[0.0, 2.0], [3.0, 0.0]], [5.0, 0.0], [1.0, 1.0])?;
    /// assert_eq!((image.pose.rotation, image.half_extents), ([0.0, 1.0], [2.0, 3.0]));
    /// assert!(Rectangle::from_affine([[1.0, 0.0], [0.5, 1.0]], [0.0; 2], [1.0; 2]).is_err());
    /// # Ok::<(), octosat::Error>(())
    /// ```
    pub fn from_affine(
        columns: [[f32; 2]; 2],
        translation: [f32; 2],
        half_extents: [f32; 2],
    ) -> Result<Self, Error> {
        let frame = Frame::of_columns(columns_in_space(columns)).map_err(of_rectangle)?;
        let scaled = |k: usize| round(f64::from(half_extents[k]) * frame.lengths[k]);
        Ok(Self::new(translation, first_axis(&frame), core::array::from_fn(scaled)))
    }
}

/// Two lengths as three, for the rules about lengths.
#[inline(always)]
pub(super) fn in_space([x, y]: [f32; 2]) -> [f32; 3] {
    [x, y, 0.0]
}

/// A complex number as a quaternion with two components of zero, for the rules about rotations.
#[inline(always)]
pub(super) fn quaternion([cosine, sine]: [f32; 2]) -> [f32; 4] {
    [cosine, sine, 0.0, 0.0]
}
