//! Why a check could not be made.

use std::error::Error;
use std::fmt;

/// Bad input, as one line without a line break.
///
/// Every [`Error`] converts to it; for that, it is no `Error` itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(String);

impl Failure {
    /// A failure with this message; line breaks in it, from file names for example, become spaces.
    pub fn new(message: impl fmt::Display) -> Self {
        let line = message.to_string();
        Self(line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<E: Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::new(error)
    }
}
