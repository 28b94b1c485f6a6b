//! Why a store or a view rejects a box or a rectangle, and why an engine rejects a query.

use core::fmt;

use octosat_lanes::PairOutOfBounds;

/// A box or a rectangle that a store or a view rejects, and why.
///
/// The `index` is
///
/// - for a function that takes lists: the place in these lists;
/// - for a function that takes one box: the index of that box in the store, or for an insertion the index that it
///   would have got;
/// - for any other function: zero.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BoxError {
    /// The list that `index` belongs to: `"box"` or `"rectangle"` for a store or a view, `"given box"` or
    /// `"given rectangle"` for the lists that a function took.
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
    /// The half extents.
    HalfExtents,
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
        /// The number of boxes there are.
        len: usize,
    },
    /// There would be more boxes than 32-bit indices can number.
    TooMany {
        /// The largest number of boxes.
        limit: usize,
    },
}

impl BoxError {
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
        write!(formatter, "{} {}: {} {}", self.list, self.index, self.field, self.problem)
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
            Self::Axis(axis) => write!(formatter, "axis {axis}"),
            Self::Transform => formatter.write_str("transform"),
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
                write!(formatter, "component {component} is {value:e}, below zero")
            }
            Self::TooLarge { component, value, limit } => {
                write!(formatter, "component {component} is {value:e}, beyond {limit:e}")
            }
            Self::TooSmall { component, value, limit } => write!(
                formatter,
                "component {component} is {value:e}, neither zero nor at least {limit:e}"
            ),
            Self::Reversed { component, value, least } => {
                write!(formatter, "component {component} is {value:e}, below the least, {least:e}")
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

/// Why a query was rejected. Nothing was written to its output.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum QueryError {
    /// A pair has an index that does not exist.
    IndexOutOfRange {
        /// Which pair of the list, counted from zero.
        pair: usize,
        /// Which of its two indices: 0 or 1.
        side: usize,
        /// The index.
        index: u32,
        /// The name of the list that the index belongs to: `"boxes"`, `"spheres"` and so on.
        list: &'static str,
        /// The length of that list.
        len: usize,
    },
    /// The output buffer has the wrong length.
    OutputLength {
        /// The length that it must have, in elements of the buffer.
        expected: usize,
        /// The length that it has.
        found: usize,
    },
    /// There are so many pairs that the number of their points might not fit 32 bits.
    TooManyPairs {
        /// The number of pairs.
        pairs: usize,
        /// The most that one call takes.
        limit: usize,
    },
    /// This frame of a [`ContactCache`](crate::ContactCache) has its contacts already.
    FrameHasContacts,
    /// There are not as many margins as pairs.
    MarginLength {
        /// The number of pairs.
        expected: usize,
        /// The number of margins.
        found: usize,
    },
    /// There are not as many displacements as pairs, or as boxes.
    MotionLength {
        /// What each displacement belongs to: `"pairs"` or `"boxes"`.
        list: &'static str,
        /// The number of pairs or boxes.
        expected: usize,
        /// The number of displacements.
        found: usize,
    },
    /// A displacement has a component that is infinite, not a number, or of more than 1e12 m.
    Motion {
        /// What the displacement belongs to: `"pairs"` or `"boxes"`.
        list: &'static str,
        /// Which pair or box, counted from zero.
        index: usize,
        /// The displacement, in meters.
        motion: [f32; 3],
    },
    /// There are not as many boxes at the end of a step as at its start.
    EndLength {
        /// The number of boxes at the start.
        expected: usize,
        /// The number of boxes at the end.
        found: usize,
    },
    /// A box has other half extents at the end of a step than at its start.
    EndHalfExtents {
        /// Which box, counted from zero.
        index: usize,
        /// Its half extents at the start, in meters.
        start: [f32; 3],
        /// Its half extents at the end, in meters.
        end: [f32; 3],
    },
    /// A tolerance of impacts is negative, infinite or not a number.
    Tolerance {
        /// Its value, as a part of the least half extent.
        tolerance: f32,
    },
    /// Impacts were asked for without rounds.
    NoRounds,
    /// The covered faces are those of another number of boxes.
    #[cfg(feature = "covered")]
    CoveredLength {
        /// The number of boxes.
        expected: usize,
        /// The number of boxes that the covered faces are of.
        found: usize,
    },
    /// A group of a list of pairs ends before it begins or past the last pair.
    GroupEnd {
        /// Which group, counted from zero.
        group: usize,
        /// The pair before which it ends.
        end: usize,
        /// The pair at which it begins.
        start: usize,
        /// The number of pairs.
        pairs: usize,
    },
    /// The last group of a list of pairs ends before the last pair.
    PairsWithoutGroup {
        /// The first pair that is in no group.
        first: usize,
        /// The number of pairs.
        pairs: usize,
    },
    /// A range of boxes of a product ends before it begins or past the last box.
    ProductRange {
        /// Which group, counted from zero.
        group: usize,
        /// Which of its two ranges: 0 or 1.
        side: usize,
        /// The first box of the range.
        start: u32,
        /// The box after the last of the range.
        end: u32,
        /// The number of boxes.
        boxes: usize,
    },
    /// A margin is negative, infinite or not a number.
    Margin {
        /// Which pair it belongs to; none if all pairs have this margin.
        pair: Option<usize>,
        /// Its value, in meters.
        margin: f32,
    },
}

impl QueryError {
    /// The error of a pair with an index that is out of range in one of two lists.
    pub(crate) fn of_pair(error: PairOutOfBounds, lists: [&'static str; 2]) -> Self {
        let PairOutOfBounds { pair, side, index, rows } = error;
        let side = side.place();
        Self::IndexOutOfRange { pair, side, index, list: lists[side], len: rows }
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IndexOutOfRange { pair, side, index, list, len } => {
                write!(f, "pairs[{pair}][{side}] is {index}, but there are {len} {list}")
            }
            Self::OutputLength { expected, found } => {
                write!(f, "the output holds {found} elements, but {expected} are needed")
            }
            Self::TooManyPairs { pairs, limit } => {
                write!(f, "{pairs} pairs are more than the {limit} that one call takes")
            }
            Self::FrameHasContacts => f.write_str(
                "this frame of the cache has its contacts: begin the next one, or keep a cache per list of pairs",
            ),
            Self::MarginLength { expected, found } => {
                write!(f, "there are {found} margins for {expected} pairs")
            }
            Self::MotionLength { list, expected, found } => {
                write!(f, "there are {found} displacements for {expected} {list}")
            }
            Self::Motion { list, index, motion } => {
                write!(f, "the displacement of {list}[{index}] is {motion:?}, which is not finite and at most 1e12 m")
            }
            Self::EndLength { expected, found } => {
                write!(f, "there are {found} boxes at the end of the step for {expected} at its start")
            }
            Self::EndHalfExtents { index, start, end } => write!(
                f,
                "box {index} has half extents {start:?} at the start of the step and {end:?} at its end"
            ),
            Self::Tolerance { tolerance } => {
                write!(f, "the tolerance is {tolerance}, which is not finite and at least zero")
            }
            Self::NoRounds => f.write_str("impacts need at least one round"),
            #[cfg(feature = "covered")]
            Self::CoveredLength { expected, found } => {
                write!(f, "there are covered faces of {found} boxes for {expected} boxes")
            }
            Self::GroupEnd { group, end, start, pairs } => write!(
                f,
                "group {group} has the pairs {start}..{end}, which is no range of {pairs} pairs"
            ),
            Self::PairsWithoutGroup { first, pairs } => {
                write!(f, "the last group ends before pair {first}, but there are {pairs} pairs")
            }
            Self::ProductRange { group, side, start, end, boxes } => write!(
                f,
                "range {side} of group {group} is {start}..{end}, which is no range of {boxes} boxes"
            ),
            Self::Margin { pair: Some(pair), margin } => {
                write!(f, "margins[{pair}] is {margin}, which is not finite and at least zero")
            }
            Self::Margin { pair: None, margin } => {
                write!(f, "the margin is {margin}, which is not finite and at least zero")
            }
        }
    }
}

impl core::error::Error for QueryError {}

/// The length an output has and the length it must have, in its own elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lengths {
    pub(crate) found: usize,
    pub(crate) expected: usize,
}

impl Lengths {
    /// Rejects an output that does not have one place per row.
    pub(crate) fn check(self) -> Result<(), QueryError> {
        let Self { found, expected } = self;
        if found == expected { Ok(()) } else { Err(QueryError::OutputLength { expected, found }) }
    }
}
