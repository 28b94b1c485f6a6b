//! Why a store or a view rejects a box or a rectangle.

use alloc::string::{String, ToString};
use core::fmt;

/// A box or a rectangle that a store or a view rejects, and why.
///
/// The `index` is
///
/// - for a function that takes lists: the index in these lists;
/// - for a function that takes one box: the index of that box in the store, or for an insertion the index that it
///   would have got;
/// - for any other function: zero.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BoxError {
    /// The list that `index` belongs to: `"box"` or `"rectangle"` for a store or a view, `"given box"` or
    /// `"given rectangle"` for the lists that a function took; `"box"`, `"cylinder"` or `"capsule"`, as it was made, for a
    /// solid of a chain or a world, whose index counts solids of all three.
    pub list: &'static str,
    /// Which box or rectangle of that list, counted from zero.
    pub index: usize,
    /// The value that is wrong.
    pub field: BoxField,
    /// What is wrong with that value.
    pub problem: BoxProblem,
}

/// The value of a box that a [`BoxError`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoxField {
    /// The index itself.
    Index,
    /// The center.
    Center,
    /// The center and the rotation.
    Pose,
    /// The rotation: a box's quaternion, or a rectangle's complex number.
    Rotation,
    /// The half extents; of a cylinder or a capsule, those of its bounding box.
    HalfExtents,
    /// The radius of a cylinder or a capsule.
    Radius,
    /// Half the length of the axis of a cylinder or a capsule.
    HalfLength,
    /// One axis, 0, 1 or 2: a column of a matrix, or a scaled axis of a pre-scaled box.
    Axis(u8),
    /// A transform as a whole.
    Transform,
}

/// What is wrong with a value.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum BoxProblem {
    /// A component is NaN or infinite.
    NotFinite {
        /// Which component, counted from zero.
        component: u8,
        /// Its value.
        value: f32,
    },
    /// A component is below zero.
    Negative {
        /// Which component, counted from zero.
        component: u8,
        /// Its value.
        value: f32,
    },
    /// A component's magnitude is above the largest accepted one.
    TooLarge {
        /// Which component, counted from zero.
        component: u8,
        /// Its value, in meters.
        value: f32,
        /// The largest accepted magnitude, in meters.
        limit: f32,
    },
    /// A component is not zero, and its magnitude is below the smallest accepted one.
    TooSmall {
        /// Which component, counted from zero.
        component: u8,
        /// Its value, in meters if it is a length.
        value: f32,
        /// The smallest accepted magnitude other than zero, in meters if it is a length.
        limit: f32,
    },
    /// A greatest coordinate of an axis-aligned box is below its least coordinate.
    Reversed {
        /// Which component, counted from zero.
        component: u8,
        /// The greatest coordinate, in meters.
        value: f32,
        /// The least coordinate, in meters.
        least: f32,
    },
    /// All components of a direction are too small.
    NoDirection {
        /// The least magnitude that the largest component must have, in meters.
        limit: f32,
    },
    /// A quaternion, a normal or a matrix column is not of unit length.
    NotUnit {
        /// Its squared length.
        length_squared: f64,
        /// The largest accepted deviation from one.
        tolerance: f32,
    },
    /// A scaled axis is not as long as its half extent, or not of unit length if the half extent is zero.
    WrongLength {
        /// The length of the axis, in meters.
        length: f64,
        /// The length that it should have, in meters.
        expected: f64,
    },
    /// Two axes are not perpendicular.
    Sheared {
        /// The other axis.
        other: u8,
        /// The cosine of the angle between the two.
        cosine: f64,
    },
    /// The axes form a left-handed frame.
    Mirrored,
    /// The last row of a matrix is not (0, 0, 0, 1).
    NotAffine,
    /// A column, slice or permutation has the wrong length. The error's index is the first for which one of the lists
    /// has no entry.
    LengthMismatch {
        /// The length that it should have.
        expected: usize,
        /// The length that it has.
        found: usize,
    },
    /// There is no box of that index.
    OutOfRange {
        /// The index.
        index: u32,
        /// The number of boxes.
        len: usize,
    },
    /// There would be more boxes than 32-bit indices can number.
    TooMany {
        /// The largest number of boxes.
        limit: usize,
    },
}

impl BoxError {
    /// The lists of round solids.
    pub(crate) const CYLINDER: &'static str = "cylinder";
    pub(crate) const CAPSULE: &'static str = "capsule";

    /// Whether it is about a shape that is no box and no rectangle.
    pub(crate) fn is_of_round(&self) -> bool {
        [Self::CYLINDER, Self::CAPSULE].contains(&self.list)
    }

    pub(crate) fn new(index: usize, field: BoxField, problem: BoxProblem) -> Self {
        Self { list: "box", index, field, problem }
    }

    pub(crate) fn out_of_range(index: u32, len: usize) -> Self {
        Self::new(index as usize, BoxField::Index, BoxProblem::OutOfRange { index, len })
    }

    /// Fails unless a column has the length that it should have.
    pub(crate) fn check_length(field: BoxField, expected: usize, found: usize) -> Result<(), Self> {
        if expected == found {
            return Ok(());
        }
        let problem = BoxProblem::LengthMismatch { expected, found };
        Err(Self::new(expected.min(found), field, problem))
    }

    /// The same error about another box.
    pub(crate) fn at(self, index: usize) -> Self {
        Self { index, ..self }
    }

    /// The same error about a box of another list.
    pub(crate) fn of(self, list: &'static str) -> Self {
        Self { list, ..self }
    }
}

impl fmt::Display for BoxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_number = matches!(self.field, BoxField::Radius | BoxField::HalfLength);
        let problem = self.problem.text(is_number);
        write!(formatter, "{} {}: {} {problem}", self.list, self.index, self.field)
    }
}

impl core::error::Error for BoxError {}

impl fmt::Display for BoxField {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index => formatter.write_str("index"),
            Self::Center => formatter.write_str("center"),
            Self::Pose => formatter.write_str("pose"),
            Self::Rotation => formatter.write_str("rotation"),
            Self::HalfExtents => formatter.write_str("half extents"),
            Self::Radius => formatter.write_str("radius"),
            Self::HalfLength => formatter.write_str("half length"),
            Self::Axis(axis) => write!(formatter, "axis {axis}"),
            Self::Transform => formatter.write_str("transform"),
        }
    }
}

impl BoxProblem {
    /// What is wrong with a value, in words: a single number has no components.
    pub(crate) fn text(self, is_number: bool) -> String {
        let text = self.to_string();
        match text.strip_prefix("component 0 ") {
            Some(text) if is_number => text.to_string(),
            _ => text,
        }
    }
}

impl fmt::Display for BoxProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotFinite { component, value } => {
                write!(formatter, "component {component} is {value}, which is not finite")
            }
            Self::Negative { component, value } => {
                write!(formatter, "component {component} is {}, below zero", Number(value))
            }
            Self::TooLarge { component, value, limit } => {
                write!(
                    formatter,
                    "component {component} is {}, beyond {}",
                    Number(value),
                    Number(limit)
                )
            }
            Self::TooSmall { component, value, limit } => write!(
                formatter,
                "component {component} is {}, neither zero nor at least {limit:e}",
                Number(value)
            ),
            Self::Reversed { component, value, least } => {
                let (value, least) = (Number(value), Number(least));
                write!(formatter, "component {component} is {value}, below the least, {least}")
            }
            Self::NoDirection { limit } => {
                write!(formatter, "has no component of at least {limit:e}")
            }
            Self::NotUnit { length_squared, tolerance } => write!(
                formatter,
                "squared length is {length_squared}, not within {tolerance:e} of 1"
            ),
            Self::WrongLength { length, expected } => {
                write!(formatter, "length is {length}, not {expected}")
            }
            Self::Sheared { other, cosine } => write!(
                formatter,
                "is not perpendicular to axis {other}: the cosine between them is {cosine:e}"
            ),
            Self::Mirrored => formatter.write_str("is left-handed (mirrored), not a rotation"),
            Self::NotAffine => formatter.write_str("has a last row other than zeros and a one"),
            Self::LengthMismatch { expected, found } => {
                write!(formatter, "list has {found} entries instead of {expected}")
            }
            Self::OutOfRange { index, len } => {
                write!(formatter, "{index} is out of range of {len} rows")
            }
            Self::TooMany { limit } => {
                write!(formatter, "is beyond the {limit} rows that indices can name")
            }
        }
    }
}

/// A number in the usual form, or in powers of ten if it is very large or small.
struct Number(f32);

impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(value) = self;
        match value.abs() {
            0.0 | 1e-3..1e6 => write!(formatter, "{value}"),
            _ => write!(formatter, "{value:e}"),
        }
    }
}
