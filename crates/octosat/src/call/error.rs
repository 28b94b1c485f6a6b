//! Why an engine rejects a query.

use core::fmt;

use octosat_lanes::PairOutOfBounds;

/// How far apart pairs may be that are answered.
pub(crate) const WITHIN: &str = "within";
/// By how much the boxes are larger on every side; negative: smaller.
pub(crate) const GROWN: &str = "grown";

/// What the only displacement of a query belongs to.
pub(crate) const ALL_PAIRS: &str = "all pairs";

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
    /// There are more pairs, or more points of pairs, than 32-bit numbers can count.
    TooManyPairs {
        /// The number of pairs.
        pairs: usize,
        /// The most that one call takes.
        limit: usize,
    },
    /// This frame of a [`ContactCache`](crate::ContactCache) has its contacts already.
    FrameHasContacts,
    /// The query does not take `within`, `grown`, or `moved`.
    NotTaken {
        /// The name of the query.
        query: &'static str,
        /// What it does not take: `"within"`, `"grown"` or `"moved"`.
        word: &'static str,
        /// What it takes instead, if anything.
        taken: Option<&'static str>,
    },
    /// There are not as many lengths as pairs.
    LengthCount {
        /// Which lengths: `"within"` or `"grown"`.
        word: &'static str,
        /// The number of pairs.
        expected: usize,
        /// The number of lengths.
        found: usize,
    },
    /// What goes with the boxes is for one list when the query has two lists of boxes, or the other way round.
    Sides {
        /// What was given: `"displacements"`, `"ends"` or `"covered faces"`.
        name: &'static str,
        /// The number of lists of the query.
        expected: usize,
        /// The number of lists that it is for.
        found: usize,
    },
    /// There are not as many displacements as pairs, or as boxes.
    MotionLength {
        /// What each displacement belongs to: `"pairs"`, `"boxes"`, or `"boxes a"` or `"boxes b"` of two lists; the name of
        /// a list of other shapes; or `"all pairs"`.
        list: &'static str,
        /// The number of pairs or boxes.
        expected: usize,
        /// The number of displacements.
        found: usize,
    },
    /// A displacement has a component that is infinite, not a number, or of more than 1e12 m.
    Motion {
        /// What the displacement belongs to, as for [`Self::MotionLength`].
        list: &'static str,
        /// Which pair or box, counted from zero.
        index: usize,
        /// The displacement, in meters.
        motion: [f32; 3],
    },
    /// There are not as many times as pairs.
    TimeCount {
        /// The number of pairs.
        expected: usize,
        /// The number of times.
        found: usize,
    },
    /// A time is below 0, above 1, or not a number.
    Time {
        /// Which pair it belongs to, counted from zero.
        pair: usize,
        /// The time, as a part of the step.
        time: f32,
    },
    /// There are not as many boxes at the end of a step as at its start.
    EndLength {
        /// Which boxes: `"boxes"`, or `"boxes a"` or `"boxes b"` of two lists.
        list: &'static str,
        /// The number of boxes at the start.
        expected: usize,
        /// The number of boxes at the end.
        found: usize,
    },
    /// A box has other half extents at the end of a step than at its start.
    EndHalfExtents {
        /// Which boxes, as for [`Self::EndLength`].
        list: &'static str,
        /// Which box of them, counted from zero.
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
    /// The number of rounds of impacts is zero.
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
    GroupBound {
        /// Which group, counted from zero.
        group: usize,
        /// The pair before which it ends.
        bound: usize,
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
    /// The configurations have more solids than a store can hold boxes.
    TooManyBoxes {
        /// The number of solids of all configurations.
        boxes: usize,
        /// The largest number of boxes.
        limit: usize,
    },
    /// The joint values are not whole rows.
    JointCount {
        /// The number of values of a configuration.
        values: usize,
        /// The number that was given.
        found: usize,
    },
    /// A joint value is not finite, or too large.
    JointValue {
        /// Which configuration, counted from zero.
        configuration: usize,
        /// Which of its values.
        joint: usize,
        /// The value, in radians or meters.
        value: f32,
        /// The largest accepted magnitude: 1024, or less if a joint follows the value by a ratio above one.
        largest: f32,
    },
    /// The tolerance of joint motions is not a positive length.
    MotionTolerance {
        /// The tolerance, in meters.
        tolerance: f32,
    },
    /// Joint motions have another number of joint values at their ends than at their starts.
    JointEnds {
        /// The number at the starts.
        expected: usize,
        /// The number at the ends.
        found: usize,
    },
    /// A length is infinite or not a number, or is negative and the one of `within`.
    Length {
        /// Which length: `"within"` or `"grown"`.
        word: &'static str,
        /// Which pair it belongs to; none if all pairs have this length.
        pair: Option<usize>,
        /// Its value, in meters.
        length: f32,
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
                write!(f, "pairs[{pair}][{side}] is {index}, but the number of {list} is {len}")
            }
            Self::OutputLength { expected, found } => {
                write!(f, "the length of the output is {found}, but must be {expected}")
            }
            Self::TooManyPairs { pairs, limit } => {
                write!(f, "the number of pairs is {pairs}, but one call takes at most {limit}")
            }
            Self::FrameHasContacts => f.write_str(
                "this frame of the cache has its contacts: begin the next one, or keep a cache per list of pairs",
            ),
            Self::NotTaken { query, word, taken: Some(taken) } => {
                write!(f, "{query} takes no `{word}`; it takes `{taken}`")
            }
            Self::NotTaken { query, word, taken: None } => write!(f, "{query} takes no `{word}`"),
            Self::LengthCount { word, expected, found } => {
                write!(f, "`{word}` has length {found}, but must have one value per pair: {expected}")
            }
            Self::Sides { name, expected, found } => sides(f, name, *expected, *found),
            Self::MotionLength { list, expected, found } => {
                write!(f, "the number of displacements is {found}, but the number of {list} is {expected}")
            }
            Self::Motion { list, index, motion } => bad_motion(f, list, *index, motion),
            Self::TimeCount { expected, found } => {
                write!(f, "the number of times is {found}, but the number of pairs is {expected}")
            }
            Self::Time { pair, time } => write!(f, "times[{pair}] is {time}, but must be from 0 to 1"),
            Self::EndLength { list, expected, found } => write!(
                f,
                "the number of {list} at the end of the step is {found}, but must be {expected} as at its start"
            ),
            Self::EndHalfExtents { list, index, start, end } => write!(
                f,
                "the half extents of {list}[{index}] at the end of the step are {end:?}, but must be {start:?} as at its start"
            ),
            Self::Tolerance { tolerance } => {
                write!(f, "the tolerance is {tolerance}, but must be finite and at least zero")
            }
            Self::NoRounds => f.write_str("the number of rounds is 0, but must be at least 1"),
            #[cfg(feature = "covered")]
            Self::CoveredLength { expected, found } => {
                write!(f, "the covered faces are of {found} boxes, but the number of boxes is {expected}")
            }
            Self::GroupBound { group, bound, start, pairs } => {
                write!(f, "bounds[{group}] is {bound}, but must be from {start} to {pairs}")
            }
            Self::PairsWithoutGroup { first, pairs } => {
                write!(f, "the groups end at pair {first}, but the number of pairs is {pairs}")
            }
            Self::ProductRange { group, side, start, end, boxes } => {
                let side = ["a", "b"][*side & 1];
                write!(f, "products[{group}].{side} is {start}..{end}, but must ascend and end at {boxes} at most")
            }
            Self::Length { word, pair, length } => bad_length(f, word, *pair, *length),
            other => configurations(f, other),
        }
    }
}

/// Writes which displacement is not usable.
fn bad_motion(
    f: &mut fmt::Formatter<'_>,
    list: &str,
    index: usize,
    motion: &[f32; 3],
) -> fmt::Result {
    f.write_str("the displacement of ")?;
    match list {
        ALL_PAIRS => f.write_str(ALL_PAIRS)?,
        _ => write!(f, "{list}[{index}]")?,
    }
    write!(f, " is {motion:?}, but must be finite and at most 1e12 m")
}

/// Writes what is wrong with configurations or joint motions.
fn configurations(f: &mut fmt::Formatter<'_>, error: &QueryError) -> fmt::Result {
    match error {
        QueryError::TooManyBoxes { boxes, limit } => {
            write!(
                f,
                "the configurations have {boxes} solids, but a store holds at most {limit} boxes"
            )
        }
        QueryError::JointCount { values: 0, found } => {
            write!(
                f,
                "the number of joint values is {found}, but the chain has no joint with a value"
            )
        }
        QueryError::JointCount { values, found } => {
            write!(f, "the number of joint values is {found}, but must be a multiple of {values}")
        }
        QueryError::JointValue { configuration, joint, value, largest } => write!(
            f,
            "value {joint} of configuration {configuration} is {value}, but must be finite and at most {largest}"
        ),
        QueryError::MotionTolerance { tolerance } => {
            write!(f, "the tolerance is {tolerance}, but must be positive and finite")
        }
        QueryError::JointEnds { expected, found } => write!(
            f,
            "the number of joint values at the ends is {found}, but must be {expected} as at the starts"
        ),
        _ => Ok(()),
    }
}

/// Writes that a length of a query is not usable.
fn bad_length(
    f: &mut fmt::Formatter<'_>,
    word: &str,
    pair: Option<usize>,
    length: f32,
) -> fmt::Result {
    match pair {
        Some(pair) => write!(f, "{word}[{pair}]")?,
        None => write!(f, "`{word}`")?,
    }
    // Boxes may be smaller as well as larger.
    let rule = if word == GROWN { "finite" } else { "finite and at least zero" };
    write!(f, " is {length}, but must be {rule}")
}

/// Writes that something is for one list of boxes and the query has two, or the other way round.
fn sides(f: &mut fmt::Formatter<'_>, name: &str, expected: usize, found: usize) -> fmt::Result {
    let lists = if found == 1 { "one list" } else { "two lists" };
    let query = if expected == 1 { "one" } else { "two" };
    write!(f, "the {name} are for {lists} of boxes, but the query has {query}")
}

impl core::error::Error for QueryError {}

/// The length an output has and the length it must have, in its own elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lengths {
    pub(crate) found: usize,
    pub(crate) expected: usize,
}

impl Lengths {
    /// Rejects an output that does not have one element per row.
    pub(crate) fn check(self) -> Result<(), QueryError> {
        let Self { found, expected } = self;
        if found == expected { Ok(()) } else { Err(QueryError::OutputLength { expected, found }) }
    }
}
