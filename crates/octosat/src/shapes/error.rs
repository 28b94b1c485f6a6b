//! Why a shape is rejected.

use core::fmt;

use crate::boxes::error::BoxProblem;

/// A shape that its constructor rejects, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ShapeError {
    /// The value that is wrong.
    pub field: ShapeField,
    /// What is wrong with the value.
    pub problem: BoxProblem,
}

/// The value of a shape that a [`ShapeError`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeField {
    /// The normal of a plane.
    Normal,
    /// The offset of a plane along its normal.
    Offset,
    /// A point of a plane.
    Point,
    /// The center of a sphere.
    Center,
    /// The radius of a sphere or a capsule.
    Radius,
    /// The least coordinates of an axis-aligned box.
    Min,
    /// The greatest coordinates of an axis-aligned box.
    Max,
    /// The start of a segment or a capsule.
    Start,
    /// The end of a segment or a capsule.
    End,
    /// The origin of a ray.
    Origin,
    /// The direction of a ray.
    Direction,
}

impl ShapeError {
    pub(crate) fn new(field: ShapeField, problem: BoxProblem) -> Self {
        Self { field, problem }
    }
}

impl fmt::Display for ShapeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_number = matches!(self.field, ShapeField::Offset | ShapeField::Radius);
        write!(formatter, "{} {}", self.field, self.problem.text(is_number))
    }
}

impl core::error::Error for ShapeError {}

impl fmt::Display for ShapeField {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Normal => "normal",
            Self::Offset => "offset",
            Self::Point => "point",
            Self::Center => "center",
            Self::Radius => "radius",
            Self::Min => "least coordinates",
            Self::Max => "greatest coordinates",
            Self::Start => "start",
            Self::End => "end",
            Self::Origin => "origin",
            Self::Direction => "direction",
        })
    }
}
