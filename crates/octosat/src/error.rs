//! Why a call rejects its input: one record for all rules.
//!
//! A rule, its numbers and its sentence are next to each other: the place that rejects makes the record.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::fmt;

use octosat_lanes::PairOutOfBounds;

/// Why a call rejects its input. Nothing was written, and nothing changed.
///
/// [`Display`](fmt::Display) is one English sentence with all that is known. The methods are what programs need of it.
///
/// # Example
/// ```
/// use octosat::{BoxStore, ErrorKind};
/// let upright = [[0.0, 0.0, 0.0, 1.0]; 2];
/// let error = BoxStore::from_slices(&[[0.0; 3]; 2], &upright, &[[0.5; 3], [0.5, -1.0, 0.5]]).unwrap_err();
/// assert_eq!(error.to_string(), "given box 1: half extents component 1 is -1, below zero");
/// assert_eq!((error.kind(), error.field(), error.value()), (ErrorKind::Box, Some("half extents"), Some(-1.0)));
/// assert_eq!((error.list(), error.index()), (Some("given box"), Some(1)));
/// ```
// One pointer, so that what a call returns fits a register.
#[derive(Clone, Debug, PartialEq)]
pub struct Error(Box<Record>);

/// What kind of input is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// A choice that does not exist or does not fit the others.
    Argument,
    /// Lists of kinds that have no such answers together.
    Kinds,
    /// A list of the wrong length, or a longer one than can be counted.
    Length,
    /// An index, or a range of indices, of nothing.
    OutOfRange,
    /// A box or a rectangle.
    Box,
    /// Another shape, other solids than boxes of chains and worlds among them.
    Shape,
    /// A quantity: a length, a tolerance, a number of rounds, a displacement, a joint value or a time.
    Setting,
    /// A backend that is not here.
    Unavailable,
    /// Parts of contacts.
    Parts,
    /// A frame of a cache that has its contacts: begin the next one, or keep a cache per list of pairs.
    FrameHasContacts,
    /// A link or a joint of a chain.
    Chain,
}

/// An entry of a list.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    list: &'static str,
    index: usize,
}

#[derive(Clone, Debug, PartialEq)]
struct Record {
    kind: ErrorKind,
    place: Option<Place>,
    field: Option<&'static str>,
    value: Option<f32>,
    link: Option<String>,
    joint: Option<String>,
    /// Whether the sentence begins with the link.
    names_link: bool,
    /// Whether the sentence, or what follows the link, begins with the place.
    names_place: bool,
    /// The rest of the sentence.
    text: String,
}

impl Error {
    /// What kind of input is rejected.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What the list is of that it stands in, if it does: `"pairs"`, `"groups"`, `"boxes a"` and so on. None for a
    /// shape that is made by itself, and for a length or a displacement of all pairs.
    ///
    /// For a box or a rectangle, `"box"` or `"rectangle"` is one of a store or a view, and `"given box"` or
    /// `"given rectangle"` one of the lists that a function took. A solid of a chain or a world is a `"box"`, a `"cylinder"`
    /// or a `"capsule"`, as it was made, and its index counts solids of all three.
    #[must_use]
    pub fn list(&self) -> Option<&'static str> {
        self.0.place.map(|place| place.list)
    }

    /// Which entry of the list, counted from zero; none if [`Self::list`] is none.
    ///
    /// For a box, if the function takes lists, it counts within these lists; if it takes one box, it is the index of that box
    /// in the store, or for an insertion the one that it would have got; for any other function it is zero.
    #[must_use]
    pub fn index(&self) -> Option<usize> {
        self.0.place.map(|place| place.index)
    }

    /// The value of a box, a shape or a joint that is wrong, or the setting: `"half extents"`, `"radius"`, `"axis 1"`,
    /// `"within"` and so on. Of a frustum, what it was made of: `"planes"`, `"matrix"` or `"view"`.
    #[must_use]
    pub fn field(&self) -> Option<&'static str> {
        self.0.field
    }

    /// The float that is rejected, if it is a single one.
    #[must_use]
    pub fn value(&self) -> Option<f32> {
        self.0.value
    }

    /// The name of the link of a chain that is rejected, if it is a link or a solid of one.
    #[must_use]
    pub fn link(&self) -> Option<&str> {
        self.0.link.as_deref()
    }

    /// The name of the joint of a chain that is rejected, if it is a joint or its value.
    #[must_use]
    pub fn joint(&self) -> Option<&str> {
        self.0.joint.as_deref()
    }

    /// The same error about another entry of its list, for one who passes the boxes or solids of a longer list one by one. An
    /// error that is about no entry stays as it is, such as that of a sphere, a ray or a frustum, which is made by itself.
    #[must_use]
    pub fn at(mut self, index: usize) -> Self {
        if let Some(place) = &mut self.0.place {
            place.index = index;
        }
        self
    }
}

impl Error {
    /// An error that is about no entry of a list, and no single float.
    #[cold]
    #[inline(never)]
    pub(crate) fn new(kind: ErrorKind, text: fmt::Arguments<'_>) -> Self {
        Self(Box::new(Record {
            kind,
            place: None,
            field: None,
            value: None,
            link: None,
            joint: None,
            names_link: false,
            names_place: false,
            text: alloc::fmt::format(text),
        }))
    }

    /// The error of a value of a box, which is number zero of its list until [`Self::at`] says otherwise.
    #[cold]
    #[inline(never)]
    pub(crate) fn of_box(field: &'static str, problem: fmt::Arguments<'_>) -> Self {
        let error = Self::new(ErrorKind::Box, format_args!("{field} {problem}"));
        let mut error = error.of_field(field).in_list("box", 0);
        error.0.names_place = true;
        error
    }

    /// The error of a component of a value of a box, or of a value that is one number.
    pub(crate) fn of_number(
        field: &'static str,
        component: Option<usize>,
        value: f32,
        problem: &str,
    ) -> Self {
        let problem = number(component, value, problem);
        Self::of_box(field, format_args!("{problem}")).of_value(value)
    }

    /// The error of more pairs than a call takes.
    pub(crate) fn too_many_pairs(pairs: usize, limit: usize) -> Self {
        let text =
            format_args!("the number of pairs is {pairs}, but one call takes at most {limit}");
        Self::new(ErrorKind::Length, text)
    }

    /// The error of a tolerance that is negative, infinite or not a number.
    #[cfg(any(feature = "covered", feature = "motion"))]
    pub(crate) fn of_tolerance(tolerance: f32) -> Self {
        let rule = "finite and at least zero";
        let text = format_args!("the tolerance is {tolerance}, but must be {rule}");
        Self::new(ErrorKind::Setting, text).of_field("tolerance").of_value(tolerance)
    }

    /// The error of a pair with an index that is out of range in one of two lists.
    #[cold]
    #[inline(never)]
    pub(crate) fn of_pair(error: PairOutOfBounds, lists: [&'static str; 2]) -> Self {
        let PairOutOfBounds { pair, side, index, rows } = error;
        let side = side.place();
        let list = lists[side];
        Self::new(
            ErrorKind::OutOfRange,
            format_args!("pairs[{pair}][{side}] is {index}, but the number of {list} is {rows}"),
        )
        .in_list("pairs", pair)
    }

    /// The same about an entry of a list.
    pub(crate) fn in_list(mut self, list: &'static str, index: usize) -> Self {
        self.0.place = Some(Place { list, index });
        self
    }

    /// The same about the same entry of another list.
    pub(crate) fn of(self, list: &'static str) -> Self {
        let index = self.0.place.map_or(0, |place| place.index);
        self.in_list(list, index)
    }

    /// The same of another kind.
    pub(crate) fn of_kind(mut self, kind: ErrorKind) -> Self {
        self.0.kind = kind;
        self
    }

    /// The same about a value of what is rejected.
    pub(crate) fn of_field(mut self, field: &'static str) -> Self {
        self.0.field = Some(field);
        self
    }

    /// The same about a float.
    pub(crate) fn of_value(mut self, value: f32) -> Self {
        self.0.value = Some(value);
        self
    }

    /// The same about a link.
    #[cfg(feature = "chains")]
    pub(crate) fn of_link(mut self, link: &str) -> Self {
        self.0.link = Some(link.into());
        self
    }

    /// The same about a solid of a link, with which the sentence begins.
    #[cfg(feature = "chains")]
    pub(crate) fn in_link(mut self, link: &str) -> Self {
        self.0.names_link = true;
        self.of_link(link)
    }

    /// The same about a joint.
    #[cfg(feature = "chains")]
    pub(crate) fn of_joint(mut self, joint: &str) -> Self {
        self.0.joint = Some(joint.into());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { place, link, names_link, names_place, text, .. } = &*self.0;
        if let Some(link) = link.as_ref().filter(|_| *names_link) {
            write!(f, "link `{link}`: ")?;
        }
        if let Some(Place { list, index }) = place.filter(|_| *names_place) {
            write!(f, "{list} {index}: ")?;
        }
        f.write_str(text)
    }
}

impl core::error::Error for Error {}

/// What is wrong with a number that is not finite.
pub(crate) const NOT_FINITE: &str = "which is not finite";
/// What is wrong with a number that is negative.
pub(crate) const BELOW_ZERO: &str = "below zero";

/// What is wrong with a number of larger magnitude than a limit, or of none.
pub(crate) fn beyond(value: f32, limit: f32) -> String {
    if value.is_finite() { format!("beyond {}", Number(limit)) } else { NOT_FINITE.into() }
}

/// Says that a component of a value is wrong, or a value that is one number.
pub(crate) fn number(component: Option<usize>, value: f32, problem: &str) -> String {
    let subject = component.map_or(String::new(), |component| format!("component {component} "));
    format!("{subject}is {}, {problem}", Number(value))
}

/// Says that a squared length is not near one.
pub(crate) fn not_unit(length_squared: f64, tolerance: f32) -> String {
    format!("squared length is {length_squared}, not within {tolerance:e} of 1")
}

/// The names of the axes of a box in errors.
pub(crate) const AXES: [&str; 3] = ["axis 0", "axis 1", "axis 2"];

/// A number in the usual form, or in powers of ten if it is very large or small.
pub(crate) struct Number(pub(crate) f32);

impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(value) = self;
        match value.abs() {
            0.0 | 1e-3..1e6 => write!(formatter, "{value}"),
            _ => write!(formatter, "{value:e}"),
        }
    }
}
