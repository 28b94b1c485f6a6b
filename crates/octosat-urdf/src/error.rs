//! Why a robot description is rejected.

use core::fmt;

use roxmltree::{Error, TextPos};

/// A robot description that is rejected: where, and why.
///
/// The text of the error has all of it, such as: line 12: joint `elbow`: there is no element `parent`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrdfError {
    line: u32,
    element: String,
    name: Option<String>,
    message: String,
}

impl UrdfError {
    /// An error about an element, given by its kind and its name.
    pub(crate) fn new(
        line: u32,
        element: &str,
        name: Option<&str>,
        message: impl Into<String>,
    ) -> Self {
        let (element, name) = (element.to_owned(), name.map(str::to_owned));
        Self { line, element, name, message: message.into() }
    }

    /// An error about text that is no XML.
    pub(crate) fn of_xml(xml: &str, error: &Error) -> Self {
        let TextPos { row, col } = error.pos();
        let message = match error {
            Error::UnknownNamespace(prefix, _) if prefix == "xacro" => EXPAND.to_owned(),
            Error::UnknownNamespace(prefix, _) => {
                format!(
                    "the prefix `{prefix}` is not declared; add xmlns:{prefix}=\"...\" to `robot`"
                )
            }
            Error::DtdDetected => "document types are not read; remove `<!DOCTYPE ...>`".to_owned(),
            // The line is in front of the message already.
            _ => format!("this is not XML: {error}").replace(&format!(" at {row}:{col}"), ""),
        };
        // Its reader gives these no line.
        let is_at_end = matches!(error, Error::UnclosedRootNode | Error::UnexpectedEndOfStream);
        let last = || xml.lines().count().max(1).try_into().unwrap_or(u32::MAX);
        Self::new(if is_at_end { last() } else { row }, "robot", None, message)
    }

    /// The line of the text, from 1 on.
    #[must_use]
    pub const fn line(&self) -> u32 {
        self.line
    }

    /// Why, without where.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The element that the error is about: `joint`, `link`, or `robot` if it is in neither.
    #[must_use]
    pub fn element(&self) -> &str {
        &self.element
    }

    /// The name of the joint, the link or the robot, if it has one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

/// What to do about text that is to be expanded by xacro.
pub(crate) const EXPAND: &str =
    "this is a xacro file, not a URDF yet; expand it first: xacro robot.urdf.xacro > robot.urdf";

impl fmt::Display for UrdfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.element)?;
        if let Some(name) = &self.name {
            write!(f, " `{name}`")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl core::error::Error for UrdfError {}
