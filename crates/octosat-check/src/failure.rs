//! Why a check could not be made.

use std::fmt;

/// Bad input, as one line without a line break.
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

impl std::error::Error for Failure {}

impl From<octosat::QueryError> for Failure {
    fn from(error: octosat::QueryError) -> Self {
        Self::new(error)
    }
}

impl From<octosat::BoxError> for Failure {
    fn from(error: octosat::BoxError) -> Self {
        Self::new(error)
    }
}

impl From<octosat_scenes::RecordingError> for Failure {
    fn from(error: octosat_scenes::RecordingError) -> Self {
        Self::new(error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::new(error)
    }
}
