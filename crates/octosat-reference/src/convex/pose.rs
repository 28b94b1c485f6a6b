//! Poses: a center and a rotation; and vectors in float32 and float64.

use glam::{DMat3, DQuat, DVec3, Vec3};

use crate::convex::tolerances::ROTATION_LENGTH_TOLERANCE;

/// The position of a shape's origin in the world, and its rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    center: [f32; 3],
    rotation: DMat3,
}

impl Pose {
    /// The pose that moves nothing.
    pub const IDENTITY: Self = Self { center: [0.0; 3], rotation: DMat3::IDENTITY };

    /// Makes a pose from a center in meters and a unit quaternion x, y, z, w that takes shape to world.
    ///
    /// The quaternion is normalized in float64. `None` if a number is not finite, or if the quaternion is not of unit
    /// length within [`ROTATION_LENGTH_TOLERANCE`].
    #[must_use]
    pub fn new(center: [f32; 3], rotation: [f32; 4]) -> Option<Self> {
        let quaternion = DQuat::from_array(rotation.map(f64::from));
        let length_squared = quaternion.length_squared();
        let is_unit = (length_squared - 1.0).abs() <= ROTATION_LENGTH_TOLERANCE;
        let rotation = DMat3::from_quat(quaternion / length_squared.sqrt());
        (is_unit && Vec3::from_array(center).is_finite()).then_some(Self { center, rotation })
    }

    /// The shape's origin in the world, meters.
    #[must_use]
    pub const fn center(&self) -> [f32; 3] {
        self.center
    }

    /// The shape's axes in the world, unit vectors.
    #[must_use]
    pub const fn axes(&self) -> [DVec3; 3] {
        let DMat3 { x_axis, y_axis, z_axis } = self.rotation;
        [x_axis, y_axis, z_axis]
    }

    /// Rotates a direction from the shape's frame into the world's.
    #[must_use]
    pub fn to_world(&self, direction: DVec3) -> DVec3 {
        self.rotation * direction
    }

    /// Rotates a direction from the world's frame into the shape's.
    #[must_use]
    pub fn to_shape(&self, direction: DVec3) -> DVec3 {
        self.rotation.mul_transpose_vec3(direction)
    }

    /// The center in float64.
    pub(crate) fn origin(&self) -> DVec3 {
        wide(self.center)
    }
}

/// The same numbers in float64, which changes none of them.
pub(crate) fn wide(values: [f32; 3]) -> DVec3 {
    Vec3::from_array(values).as_dvec3()
}

/// The numbers rounded to float32.
pub(crate) fn narrow(values: DVec3) -> [f32; 3] {
    values.as_vec3().to_array()
}

/// The number rounded to float32.
#[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
pub(crate) fn round(value: f64) -> f32 {
    value as f32
}
