//! Why a chain rejects a link, a joint or a solid.

use alloc::string::String;
use core::fmt;

use crate::boxes::error::BoxError;

/// A link, a joint or a solid that a chain rejects, and why.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ChainError {
    /// There is no link of that index.
    NoLink {
        /// The index.
        link: usize,
        /// The number of links.
        links: usize,
    },
    /// Another link has the name.
    LinkName {
        /// The name.
        name: String,
    },
    /// Another joint has the name.
    JointName {
        /// The name.
        name: String,
    },
    /// A number of a joint is not finite, or too large.
    JointNumber {
        /// The joint.
        joint: String,
        /// Which of its values: `"translation"`, `"rotation"`, `"axis"`, `"limits"` or `"mimic"`.
        field: &'static str,
        /// The number.
        value: f64,
    },
    /// The rotation or the axis of a joint is far from unit length.
    NotUnit {
        /// The joint.
        joint: String,
        /// Which of its values: `"rotation"` or `"axis"`.
        field: &'static str,
        /// Its length.
        length: f64,
    },
    /// The lower limit of a joint is above its upper limit.
    Limits {
        /// The joint.
        joint: String,
        /// The lower and the upper limit.
        limits: [f64; 2],
    },
    /// A joint follows one that does not exist, or that has no value.
    Mimic {
        /// The joint.
        joint: String,
        /// The joint that it follows.
        of: String,
    },
    /// A solid of a link is rejected.
    Solid {
        /// The link.
        link: String,
        /// Why.
        error: BoxError,
    },
    /// A link can be too far from the base.
    Reach {
        /// The link.
        link: String,
        /// How far its solids can be from the base, in meters.
        reach: f64,
        /// The largest accepted distance, in meters.
        limit: f64,
    },
}

impl fmt::Display for ChainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLink { link, links } => {
                write!(f, "link {link} is out of range: the number of links is {links}")
            }
            Self::LinkName { name } => write!(f, "there are two links of the name `{name}`"),
            Self::JointName { name } => write!(f, "there are two joints of the name `{name}`"),
            Self::JointNumber { joint, field, value } => write!(
                f,
                "the {field} of joint `{joint}` has a component {value:?}, but must be finite and at most {}",
                if *field == "mimic" { "1e12, or 1024 for the offset" } else { "1e12" }
            ),
            Self::NotUnit { joint, field, length } => {
                write!(
                    f,
                    "the {field} of joint `{joint}` has length {length:?}, but must have length 1"
                )
            }
            Self::Limits { joint, limits: [lower, upper] } => {
                write!(
                    f,
                    "the limits of joint `{joint}` are {lower:?} and {upper:?}, but must ascend"
                )
            }
            Self::Mimic { joint, of } => write!(
                f,
                "joint `{joint}` follows joint `{of}`, which is not a joint with a value that was added before"
            ),
            Self::Solid { link, error } => write!(f, "link `{link}`: {error}"),
            Self::Reach { link, reach, limit } => {
                write!(f, "link `{link}` can be {reach:?} m from the base, but at most {limit:?} m")
            }
        }
    }
}

impl core::error::Error for ChainError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Solid { error, .. } => Some(error),
            _ => None,
        }
    }
}
