//! A joint as a plain value: where it is on its link, and how it moves the next one.

use alloc::string::String;

use super::error::ChainError;
use crate::tolerances::{MAX_LENGTH, ROTATION_LENGTH_TOLERANCE};

/// A joint: how one link of a [`Chain`](super::Chain) is moved as seen from the link before.
///
/// A plain value; it is checked when a chain takes it. At the value zero, the frame of the next link is the joint's origin:
/// a translation in meters and a rotation x, y, z, w, both as seen from the link before. The axis is a direction of the
/// origin's frame. All numbers are `f64`, as robot descriptions have them.
///
/// # Example
/// ```
/// use octosat::Joint;
/// let elbow = Joint::revolute("elbow", [0.0, 1.0, 0.0]).at([0.0, 0.0, 0.3]).limits(-2.9, 2.9);
/// let finger = Joint::prismatic("left finger", [1.0, 0.0, 0.0]);
/// let other = Joint::prismatic("right finger", [-1.0, 0.0, 0.0]).mimic("left finger", 1.0, 0.0);
/// assert_eq!([elbow.name(), finger.name(), other.name()], ["elbow", "left finger", "right finger"]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    pub(super) name: String,
    pub(super) kind: JointKind,
    pub(super) translation: [f64; 3],
    pub(super) rotation: [f64; 4],
    pub(super) axis: [f64; 3],
    pub(super) limits: Option<[f64; 2]>,
    pub(super) mimic: Option<Mimic>,
}

/// How a joint moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JointKind {
    Fixed,
    Revolute,
    Prismatic,
}

/// A joint whose value follows that of another.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mimic {
    pub(super) of: String,
    pub(super) ratio: f64,
    pub(super) offset: f64,
}

impl Joint {
    /// A joint that turns about an axis through its origin, by its value in radians. The axis is a unit vector.
    #[must_use]
    pub fn revolute(name: impl Into<String>, axis: [f64; 3]) -> Self {
        Self::new(name.into(), JointKind::Revolute, axis)
    }

    /// A joint that slides along an axis, by its value in meters. The axis is a unit vector.
    #[must_use]
    pub fn prismatic(name: impl Into<String>, axis: [f64; 3]) -> Self {
        Self::new(name.into(), JointKind::Prismatic, axis)
    }

    /// A joint that does not move. Both links are one body, and have no pairs with each other.
    #[must_use]
    pub fn fixed(name: impl Into<String>) -> Self {
        Self::new(name.into(), JointKind::Fixed, [0.0, 0.0, 1.0])
    }

    fn new(name: String, kind: JointKind, axis: [f64; 3]) -> Self {
        let rotation = [0.0, 0.0, 0.0, 1.0];
        Self { name, kind, translation: [0.0; 3], rotation, axis, limits: None, mimic: None }
    }

    /// The same joint with its origin there, in meters, as seen from the link before.
    #[must_use]
    pub fn at(self, translation: [f64; 3]) -> Self {
        Self { translation, ..self }
    }

    /// The same joint with its origin turned by a unit quaternion x, y, z, w, as seen from the link before.
    #[must_use]
    pub fn rotated(self, rotation: [f64; 4]) -> Self {
        Self { rotation, ..self }
    }

    /// The same joint with limits of its value, in radians or meters. Queries answer values beyond them, too.
    #[must_use]
    pub fn limits(self, lower: f64, upper: f64) -> Self {
        Self { limits: Some([lower, upper]), ..self }
    }

    /// The same joint without a value: it has `ratio` times the value of another joint, plus `offset`.
    #[must_use]
    pub fn mimic(self, of: impl Into<String>, ratio: f64, offset: f64) -> Self {
        Self { mimic: Some(Mimic { of: of.into(), ratio, offset }), ..self }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Rejects numbers that are not usable.
    pub(super) fn check(&self) -> Result<(), ChainError> {
        let joint = || self.name.clone();
        let mimic = self.mimic.iter().flat_map(|mimic| [mimic.ratio, mimic.offset]);
        let numbers = [
            ("translation", &self.translation[..]),
            ("rotation", &self.rotation),
            ("axis", &self.axis),
            ("limits", self.limits.as_ref().map_or(&[], |limits| &limits[..])),
        ];
        let numbers =
            numbers.into_iter().flat_map(|(field, all)| all.iter().map(move |&v| (field, v)));
        for (field, value) in numbers.chain(mimic.map(|value| ("mimic", value))) {
            let is_limit = field == "limits" && !value.is_nan();
            if !(value.abs() <= f64::from(MAX_LENGTH) || is_limit) {
                return Err(ChainError::JointNumber { joint: joint(), field, value });
            }
        }
        for (field, vector) in [("rotation", &self.rotation[..]), ("axis", &self.axis)] {
            let length = super::model::length(vector);
            if (length - 1.0).abs() > f64::from(ROTATION_LENGTH_TOLERANCE) {
                return Err(ChainError::NotUnit { joint: joint(), field, length });
            }
        }
        match self.limits {
            Some(limits @ [lower, upper]) if lower > upper => {
                Err(ChainError::Limits { joint: joint(), limits })
            }
            _ => Ok(()),
        }
    }
}
