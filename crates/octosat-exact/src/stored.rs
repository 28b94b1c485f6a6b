//! Boxes as they are stored, checked once.

use core::error::Error;
use core::fmt;

/// A box as it is stored in float32, in meters.
///
/// The numbers are taken as they are. The quaternion stands for the rotation that it is proportional to; its length
/// does not matter, so that the rotation is a matrix of rational numbers.
///
/// ```
/// use octosat_exact::{InputError, StoredBox};
///
/// // A turn about z by the angle whose cosine is 3/5 and whose sine is 4/5.
/// let turned = StoredBox::new([0.0; 3], [0.0, 0.0, 1.0, 2.0], [1.0, 2.0, 0.0]);
/// assert!(turned.is_ok());
///
/// let nowhere = StoredBox::new([f32::NAN; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3]);
/// assert_eq!(nowhere, Err(InputError::CenterNotFinite));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoredBox {
    center: [f32; 3],
    rotation: [f32; 4],
    half_extents: [f32; 3],
}

impl StoredBox {
    /// A box by its center, its quaternion x, y, z, w that takes the box to the world, and its half extents.
    ///
    /// Half extents of zero make a plate, a rod or a point.
    ///
    /// # Errors
    ///
    /// If a number is NaN or infinite, if a half extent is negative, or if the quaternion is zero.
    pub fn new(
        center: [f32; 3],
        rotation: [f32; 4],
        half_extents: [f32; 3],
    ) -> Result<Self, InputError> {
        if !all_finite(&center) {
            return Err(InputError::CenterNotFinite);
        }
        if !all_finite(&rotation) {
            return Err(InputError::RotationNotFinite);
        }
        if rotation.iter().all(|component| component.to_bits() << 1 == 0) {
            return Err(InputError::RotationZero);
        }
        if !all_finite(&half_extents) {
            return Err(InputError::HalfExtentNotFinite);
        }
        if half_extents.iter().any(|extent| *extent < 0.0) {
            return Err(InputError::HalfExtentNegative);
        }
        Ok(Self { center, rotation, half_extents })
    }

    /// Meters, world space.
    #[must_use]
    pub const fn center(&self) -> [f32; 3] {
        self.center
    }

    /// Quaternion x, y, z, w that takes the box to the world; not zero, of any length.
    #[must_use]
    pub const fn rotation(&self) -> [f32; 4] {
        self.rotation
    }

    /// Half of each edge's length, meters; not negative.
    #[must_use]
    pub const fn half_extents(&self) -> [f32; 3] {
        self.half_extents
    }
}

pub(crate) fn all_finite(values: &[f32]) -> bool {
    values.iter().all(|value| value.is_finite())
}

/// Why numbers are not a box or a motion; the first error found is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputError {
    /// A coordinate of the center is NaN or infinite.
    CenterNotFinite,
    /// A component of the quaternion is NaN or infinite.
    RotationNotFinite,
    /// All components of the quaternion are zero.
    RotationZero,
    /// A half extent is NaN or infinite.
    HalfExtentNotFinite,
    /// A half extent is negative.
    HalfExtentNegative,
    /// A coordinate of the motion is NaN or infinite.
    MotionNotFinite,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CenterNotFinite => "a coordinate of the center is not finite",
            Self::RotationNotFinite => "a component of the quaternion is not finite",
            Self::RotationZero => "the quaternion is zero",
            Self::HalfExtentNotFinite => "a half extent is not finite",
            Self::HalfExtentNegative => "a half extent is negative",
            Self::MotionNotFinite => "a coordinate of the motion is not finite",
        })
    }
}

impl Error for InputError {}
