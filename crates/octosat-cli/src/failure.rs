//! Outcomes and exit statuses of commands.

pub(crate) use octosat_check::Failure;

/// The exit status of a command that ends with a [`Failure`]: bad usage or bad input.
pub(crate) const FAILURE_STATUS: u8 = 2;

/// The outcome of a command that completed its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Every check held.
    Good,
    /// A check found a difference.
    Difference,
}

impl Outcome {
    /// The outcome of a check that found this many differences.
    pub(crate) fn of_differences(count: usize) -> Self {
        if count == 0 { Self::Good } else { Self::Difference }
    }

    /// The exit status of the process.
    pub(crate) fn exit_status(self) -> u8 {
        match self {
            Self::Good => 0,
            Self::Difference => 1,
        }
    }
}
