//! Poses: a center and a rotation.

use core::fmt;

use crate::tolerances::ROTATION_LENGTH_TOLERANCE;
use crate::vector::{Vector, dot, wide};

/// The position of a shape's origin in the world, and its rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    center: [f32; 3],
    /// The shape's axes in the world: the columns of its rotation.
    columns: [Vector; 3],
}

impl Pose {
    /// The pose that moves nothing.
    pub const IDENTITY: Self =
        Self { center: [0.0; 3], columns: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };

    /// Makes a pose from a center in meters and a unit quaternion x, y, z, w that takes shape to world.
    ///
    /// The quaternion is normalized in float64.
    ///
    /// # Errors
    /// A number that is not finite, or a quaternion that is not of unit length within
    /// [`ROTATION_LENGTH_TOLERANCE`].
    pub fn new(center: [f32; 3], rotation: [f32; 4]) -> Result<Self, PoseError> {
        if !center.iter().all(|coordinate| coordinate.is_finite()) {
            return Err(PoseError::CenterNotFinite);
        }
        if !rotation.iter().all(|component| component.is_finite()) {
            return Err(PoseError::RotationNotFinite);
        }
        let quaternion = rotation.map(f64::from);
        let length_squared: f64 = quaternion.iter().map(|component| component * component).sum();
        if (length_squared - 1.0).abs() > ROTATION_LENGTH_TOLERANCE {
            return Err(PoseError::RotationNotUnit { length_squared });
        }
        let length = length_squared.sqrt();
        Ok(Self { center, columns: columns(quaternion.map(|component| component / length)) })
    }

    /// The shape's origin in the world, meters.
    #[must_use]
    pub const fn center(&self) -> [f32; 3] {
        self.center
    }

    /// The shape's axes in the world, unit vectors.
    #[must_use]
    pub const fn axes(&self) -> [Vector; 3] {
        self.columns
    }

    /// Rotates a direction from the shape's frame into the world's.
    #[must_use]
    pub fn to_world(&self, direction: Vector) -> Vector {
        let [x, y, z] = self.columns;
        std::array::from_fn(|k| direction[0] * x[k] + direction[1] * y[k] + direction[2] * z[k])
    }

    /// Rotates a direction from the world's frame into the shape's.
    #[must_use]
    pub fn to_shape(&self, direction: Vector) -> Vector {
        self.columns.map(|column| dot(column, direction))
    }

    /// The center in float64.
    pub(crate) fn origin(&self) -> Vector {
        wide(self.center)
    }
}

/// The columns of the rotation matrix of a unit quaternion.
fn columns([x, y, z, w]: [f64; 4]) -> [Vector; 3] {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// Why a pose is rejected.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PoseError {
    /// A coordinate of the center is NaN or infinite.
    CenterNotFinite,
    /// A component of the rotation is NaN or infinite.
    RotationNotFinite,
    /// The rotation is not a unit quaternion.
    RotationNotUnit {
        /// Its squared length.
        length_squared: f64,
    },
}

impl fmt::Display for PoseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CenterNotFinite => write!(f, "the center is not finite"),
            Self::RotationNotFinite => write!(f, "the rotation is not finite"),
            Self::RotationNotUnit { length_squared } => {
                write!(f, "the rotation's squared length is {length_squared} and not 1")
            }
        }
    }
}

impl std::error::Error for PoseError {}
