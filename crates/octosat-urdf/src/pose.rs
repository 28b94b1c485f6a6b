//! Poses as URDF writes them.

use octosat::BoxPose;

use crate::element::Element;
use crate::error::UrdfError;

/// A pose: meters, and a unit quaternion x, y, z, w.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pose {
    pub(crate) translation: [f64; 3],
    pub(crate) rotation: [f64; 4],
}

impl Pose {
    /// No translation and no rotation.
    pub(crate) const IDENTITY: Self =
        Self { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] };

    /// The element `origin` of a joint or a collision, which may be left out, as its attributes may.
    pub(crate) fn of(element: Element<'_>) -> Result<Self, UrdfError> {
        let Some(origin) = element.child("origin")? else {
            return Ok(Self::IDENTITY);
        };
        let translation = origin.numbers("xyz")?.unwrap_or_default();
        let angles = origin.numbers("rpy")?;
        let rotation = match (origin.numbers("quat_xyzw")?, angles) {
            (None, angles) => rotation(angles.unwrap_or_default()),
            (Some(quaternion), None) => unit(quaternion)
                .ok_or_else(|| origin.error("`quat_xyzw` of `origin` has length 0"))?,
            (Some(_), Some(_)) => {
                return Err(origin.error("`origin` has both `rpy` and `quat_xyzw`"));
            }
        };
        Ok(Self { translation, rotation })
    }

    /// The same for a box, in single precision.
    pub(crate) fn of_box(self) -> BoxPose {
        BoxPose::new(self.translation.map(round), self.rotation.map(round))
    }
}

/// A rotation by angles in radians about the fixed axes x, y and z, in this order: roll, pitch and yaw.
fn rotation(angles: [f64; 3]) -> [f64; 4] {
    let [(sr, cr), (sp, cp), (sy, cy)] = angles.map(|angle| libm::sincos(0.5 * angle));
    [
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
        cr * cp * cy + sr * sp * sy,
    ]
}

/// A vector scaled to length 1; none if its length is 0.
pub(crate) fn unit<const N: usize>(vector: [f64; N]) -> Option<[f64; N]> {
    let largest = vector.iter().fold(0.0, |largest: f64, component| largest.max(component.abs()));
    if largest == 0.0 {
        return None;
    }
    // Squares of the scaled components do not overflow.
    let scaled = vector.map(|component| component / largest);
    let length = libm::sqrt(scaled.iter().map(|component| component * component).sum());
    Some(scaled.map(|component| component / length))
}

/// The nearest number of single precision.
#[expect(clippy::cast_possible_truncation, reason = "what a chain cannot take, it rejects")]
pub(crate) fn round(value: f64) -> f32 {
    value as f32
}
