//! Why a command ends without a result, and how a finished one ends.

use std::fmt;
use std::io;

/// The end of a command that did its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Done, and every check held.
    Good,
    /// A check found a difference.
    Difference,
}

impl Outcome {
    /// The outcome of a check that found this many differences.
    pub(crate) fn of_differences(count: usize) -> Self {
        if count == 0 { Self::Good } else { Self::Difference }
    }

    /// The exit status of the contract.
    pub(crate) fn exit_status(self) -> u8 {
        match self {
            Self::Good => 0,
            Self::Difference => 1,
        }
    }
}

/// Bad usage or bad input, as one line without a line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure(String);

impl Failure {
    /// The exit status of the contract.
    pub(crate) const EXIT_STATUS: u8 = 2;

    /// A failure with this message; line breaks in it, from file names say, become spaces.
    pub(crate) fn new(message: impl fmt::Display) -> Self {
        let line = message.to_string();
        Self(line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<octosat_scenes::RecordingError> for Failure {
    fn from(error: octosat_scenes::RecordingError) -> Self {
        Self::new(error)
    }
}

impl From<octosat::QueryError> for Failure {
    fn from(error: octosat::QueryError) -> Self {
        Self::new(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::new(error)
    }
}
